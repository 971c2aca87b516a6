meta: {id: trees, title: "Trees beside flat columns", endian: le, encoding: UTF-8}
seq:
  - {id: count, type: u4}
  - {id: records, type: record, repeat: expr, repeat-expr: count}
types:
  record:
    seq:
      - {id: id, type: u4}
      - {id: price, type: f8}
      - {id: tree, type: node}
      - {id: note, type: strz}
  node:
    seq:
      - {id: value, type: s2}
      - {id: count, type: u1}
      - {id: children, type: node, repeat: expr, repeat-expr: count}
