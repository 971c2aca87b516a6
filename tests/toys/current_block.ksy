meta: {id: current_block, title: A block of currents, endian: be, bit-endian: le}
doc: Parallel vectors, some of whose values may be missing.
-options:
  - {id: kind, type: str, per: column, doc: Kind of a column.}
  - {id: rule, type: str, per: column, doc: How a column is merged.}
-views:
  rows:
    default: true
    rows: num_rows
    columns:
      - {id: row, value: _row, type: s4}
    pivot:
      each: columns[*]
      key: _.id
      name: '"a" + _.id.to_s'
      vector: _.data.values
      properties:
        - {id: kind, value: _.kind, option: kind, doc: What the values are stored as.}
        - {id: rule, value: _.rule, option: rule, mode: true, doc: How they are merged.}
        - {id: trust, value: _.trust, doc: How good they are.}
  columns:
    each: columns[*]
    columns:
      - {id: id, value: _.id}
      - {id: kind, value: _.kind}
      - {id: rule, value: _.rule}
      - {id: trust, value: _.trust}
seq:
  - {id: num_rows, type: u2}
  - {id: num_columns, type: u1}
  - {id: kinds, type: u1, enum: kind, repeat: expr, repeat-expr: num_columns, valid: {in-enum: true}}
  - {id: ids, type: u1, repeat: expr, repeat-expr: num_columns}
  - {id: rules, type: u1, enum: rule, repeat: expr, repeat-expr: num_columns, -default: 'rule::replace'}
  - {id: marks, type: mark, repeat: expr, repeat-expr: num_columns}
  - {id: columns, type: column(_index), repeat: expr, repeat-expr: num_columns}
types:
  mark:
    seq:
      - id: mode
        type: b4
        enum: mode
        -derive: {nulls-of: '_parent.columns[_index].data.values', all: 'mode::nothing', none: 'mode::everything', some: 'mode::something'}
      - {id: trust, type: b4, enum: trust, -default: 'trust::good'}
  column:
    params: [{id: i, type: s4}]
    seq:
      - {id: data, type: data}
    instances:
      id: {value: '_parent.ids[i]'}
      kind: {value: '_parent.kinds[i]'}
      rule: {value: '_parent.rules[i]'}
      mark: {value: '_parent.marks[i]'}
      trust: {value: mark.trust}
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
            'kind::short': s2
            'kind::large': s8
            'kind::real': f4
    instances:
      num_rows: {value: _parent._parent.num_rows}
      kind: {value: _parent.kind}
      mode: {value: _parent.mark.mode}
enums:
  kind: {0: flag, 1: small, 2: large, 3: real, 7: short}
  mode: {0: nothing, 1: everything, 2: something}
  rule: {0: replace, 5: add, 9: keep}
  trust: {0: good, 1: bad}
