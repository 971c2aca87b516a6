meta: {id: rolls, title: Rolls, endian: be, encoding: UTF-8}
doc: Records of one size, whose number a structure before them says in its own way, with a list and a structure behind them.
-views:
  entries:
    default: true
    each: entries[*]
    columns:
      - {id: number, value: _.number}
      - {id: wide, value: _.wide}
      - {id: is_last, value: _.is_last}
      - {id: rank, value: _.rank}
seq:
  - {id: head, type: head}
  - {id: num_remarks, type: u1}
  - {id: entries, type: entry, size: 12, repeat: expr, repeat-expr: head.more + 1}
  - {id: remarks, type: u2, repeat: expr, repeat-expr: num_remarks}
  - {id: foot, type: foot}
  - {id: rest, size-eos: true}
types:
  head:
    seq:
      - {id: version, type: u1, valid: {max: 3}}
      - {id: more, type: u2}
      - {id: len_place, type: u1}
      - {id: place, type: str, size: len_place}
  entry:
    seq:
      - {id: number, type: u4}
      - {id: wide, type: u4, if: _root.head.version > 1}
      - {id: is_last, type: b1}
      - {id: rank, type: b7}
  foot:
    seq:
      - {id: len_note, type: u1}
      - {id: note, type: str, size: len_note}
