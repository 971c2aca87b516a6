meta: {id: columns, title: "Rows laid out by a header", endian: le, encoding: UTF-8}
-views:
  rows:
    default: true
    each: rows[*]
    columns:
      - {id: row, value: _index}
      - {id: cells, value: _.cells}
seq:
  - {id: count_columns, type: u1}
  - {id: columns, type: column, repeat: expr, repeat-expr: count_columns}
  - {id: rows, type: row, repeat: eos}
types:
  column:
    seq: [{id: kind, type: u1, enum: kind}, {id: len_name, type: u1}, {id: name, type: str, size: len_name}]
  row:
    seq:
      - {id: cells, type: cell(_index), repeat: expr, repeat-expr: _root.count_columns}
  cell:
    params: [{id: at, type: s4}]
    seq:
      - id: value
        type:
          switch-on: _root.columns[at].kind
          cases: {'kind::int': s4, 'kind::long': s8, 'kind::double': f8, 'kind::text': text}
  text: {seq: [{id: len_text, type: u1}, {id: text, type: str, size: len_text}]}
enums:
  kind: {0: int, 1: long, 2: double, 3: text}
