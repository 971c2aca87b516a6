meta: {id: probe_block, title: A block of probes, endian: be, bit-endian: le}
doc: Parallel vectors, some of whose values may be missing.
-views:
  rows:
    default: true
    rows: num_rows
    columns:
      - {id: row, value: _row, type: s4}
      - {id: made, value: made}
    pivot:
      each: columns[*]
      key: _.id
      name: '"p" + _.id.to_s'
      vector: _.data.values
seq:
  - {id: num_rows, type: u2}
  - {id: num_columns, type: u1}
  - {id: made, type: u4, -type: {timestamp: s}}
  - {id: kinds, type: u1, enum: kind, repeat: expr, repeat-expr: num_columns, valid: {in-enum: true}}
  - {id: ids, type: u1, repeat: expr, repeat-expr: num_columns}
  - id: modes
    type: mode
    repeat: expr
    repeat-expr: num_columns
  - {id: columns, type: column(_index), repeat: expr, repeat-expr: num_columns}
types:
  mode:
    seq:
      - id: mode
        type: u1
        enum: mode
        -derive: {nulls-of: '_parent.columns[_index].data.values', all: 'mode::nothing', none: 'mode::everything', some: 'mode::something'}
  column:
    params: [{id: i, type: s4}]
    seq:
      - {id: data, type: data}
    instances:
      id: {value: '_parent.ids[i]'}
      kind: {value: '_parent.kinds[i]'}
      mode: {value: '_parent.modes[i].mode'}
  data:
    seq:
      - {size: 0}
      - {id: present, type: b1, repeat: expr, repeat-expr: num_rows, if: 'mode == mode::something', -validity-of: values}
      - {size: 0}
      - id: values
        repeat: expr
        repeat-expr: num_rows
        if: mode != mode::nothing
        type:
          switch-on: kind
          cases:
            'kind::flag': b1
            'kind::small': u1
            'kind::large': s8
            'kind::real': f4
            'kind::place': place
    instances:
      num_rows: {value: _parent._parent.num_rows}
      kind: {value: _parent.kind}
      mode: {value: _parent.mode}
  place:
    seq:
      - {id: x, type: f4}
      - {id: y, type: s2}
enums:
  kind: {0: flag, 1: small, 2: large, 3: real, 4: place}
  mode: {0: nothing, 1: everything, 2: something}
