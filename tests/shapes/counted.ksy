meta: {id: counted, title: "Records whose count stands in a trailer", endian: le}
seq:
  - {id: records, type: record, repeat: expr, repeat-expr: trailer.count}
instances:
  trailer: {pos: '_io.size - 8', type: trailer}
types:
  trailer: {seq: [{id: count, type: u4}, {id: version, type: u4}]}
  record: {seq: [{id: id, type: u4}, {id: parent, type: u4}, {id: weight, type: f4}, {id: shade, type: u1}, {id: depth, type: s2}]}
