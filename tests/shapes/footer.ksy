meta: {id: footer, title: "Entries whose places and lengths stand in an index behind them, and its length at the end", endian: be, encoding: UTF-8}
-views:
  entries:
    default: true
    each: index.entries[*]
    columns:
      - {id: name, value: _.entry.name}
      - {id: size, value: _.entry.size}
      - {id: changed, value: _.entry.changed}
instances:
  len_index: {pos: '_io.size - 4', type: u4}
  index: {pos: '_io.size - 4 - len_index', size: len_index, type: index}
types:
  index:
    seq:
      - {id: entries, type: indexed, repeat: eos}
  indexed:
    seq: [{id: place, type: u4}, {id: len_entry, type: u2}]
    instances:
      entry: {io: _root._io, pos: place, size: len_entry, type: entry}
  entry:
    seq:
      - {id: size, type: u8}
      - {id: changed, type: u4}
      - {id: name, type: str, size-eos: true}
