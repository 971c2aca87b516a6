meta: {id: strip_body, title: A strip, endian: be, bit-endian: le}
doc: Parallel vectors, behind what says where they lie.
-views:
  rows:
    rows: num_rows
    columns:
      - {id: row, value: _row, type: s4}
    pivot:
      each: columns[*]
      key: _.key
      name: '"k" + _.key.to_s'
      vector: _.data.values
seq:
  - {id: num_rows, type: u4}
  - {id: num_columns, type: u1}
  - {id: offsets, type: u4, repeat: expr, repeat-expr: num_columns + 1, -derive: {position-of: 'columns[*].data', when-empty: 0}}
  - {id: keys, type: u2, repeat: expr, repeat-expr: num_columns}
  - {id: kinds, type: u1, enum: kind, repeat: expr, repeat-expr: num_columns, valid: {in-enum: true}}
  - {id: columns, type: column(_index), repeat: expr, repeat-expr: num_columns}
types:
  column:
    params: [{id: i, type: s4}]
    seq:
      - {size: '_parent.offsets[i] - _io.pos'}
      - {id: data, type: data, size: '_parent.offsets[i + 1] - _parent.offsets[i]'}
    instances:
      key: {value: '_parent.keys[i]'}
      kind: {value: '_parent.kinds[i]'}
  data:
    seq:
      - {id: present, type: b1, repeat: expr, repeat-expr: num_rows, -validity-of: values}
      - {size: 0}
      - id: values
        repeat: expr
        repeat-expr: num_rows
        type:
          switch-on: kind
          cases:
            'kind::flag': b1
            'kind::small': u1
            'kind::large': s8
            'kind::real': f4
    instances:
      num_rows: {value: _parent._parent.num_rows}
      kind: {value: _parent.kind}
enums:
  kind: {0: flag, 1: small, 2: large, 3: real}
