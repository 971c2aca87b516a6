meta: {id: slots, title: Slots, endian: be, bit-endian: le}
doc: A table whose columns hold numbers, or lists in slots, each between two neighbours in a list of places.
-views:
  rows:
    default: true
    rows: num_rows
    columns:
      - {id: row, value: _row, type: s4}
    pivot:
      each: columns[*]
      key: _.key
      name: '"k" + _.key.to_s'
      vector: _.data.values
seq:
  - {id: num_rows, type: u1}
  - {id: num_columns, type: u1}
  - {id: offsets, type: u2, repeat: expr, repeat-expr: num_columns + 1, -derive: {position-of: 'columns[*].data', when-empty: 0}}
  - {id: keys, type: u1, repeat: expr, repeat-expr: num_columns}
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
      - id: starts
        type: u2
        repeat: expr
        repeat-expr: num_rows + 1
        if: kind != kind::number
        -derive: {position-of: 'values[*]', relative-to: origin}
      - {id: origin, type: mark}
      - {size: 'starts[0]', if: kind != kind::number}
      - id: values
        repeat: expr
        repeat-expr: num_rows
        type:
          switch-on: kind
          cases:
            'kind::number': u2
            'kind::shorts': numbers_slot(_index)
            'kind::longs': numbers_slot(_index)
            'kind::flags': flags_slot(_index)
            'kind::cube': cube_slot(_index)
            'kind::names': names_slot(_index)
    instances:
      num_rows: {value: _parent._parent.num_rows}
      kind: {value: _parent.kind}
  mark: {doc: A place.}
  numbers_slot:
    -show: {value: found}
    params: [{id: i, type: s4}]
    seq:
      - id: found
        type: numbers(_parent.kind)
        size: _parent.starts[i + 1] - _parent.starts[i]
        if: _parent.starts[i + 1] != _parent.starts[i]
  numbers:
    -show: {value: items}
    params: [{id: kind, type: u1, enum: kind}]
    seq:
      - {id: num_items, type: u1}
      - id: items
        type:
          switch-on: kind
          cases:
            'kind::shorts': s2
            'kind::longs': s4
        repeat: expr
        repeat-expr: num_items
      - {id: present, type: b1, repeat: expr, repeat-expr: num_items, -validity-of: items}
  flags_slot:
    -show: {value: found}
    params: [{id: i, type: s4}]
    seq:
      - id: found
        type: flags
        size: room
        if: room != 0
    instances:
      room: {value: '_parent.starts[i + 1] - _parent.starts[i]'}
  flags:
    -show: {value: items}
    seq:
      - {id: num_items, type: u2}
      - {id: items, type: b1, repeat: expr, repeat-expr: num_items}
      - {size: (-_io.pos) % 4}
  cube_slot:
    -show: {value: planes}
    params: [{id: i, type: s4}]
    seq:
      - id: planes
        type: planes
        size: _parent.starts[i + 1] - _parent.starts[i]
        if: _parent.starts[i + 1] != _parent.starts[i]
  planes:
    -show: {value: items}
    seq:
      - {id: num_items, type: u1}
      - {id: items, type: lines, repeat: expr, repeat-expr: num_items}
  lines:
    -show: {value: items}
    seq:
      - {id: num_items, type: u1}
      - {id: items, type: points, repeat: expr, repeat-expr: num_items}
  points:
    -show: {value: items}
    seq:
      - {id: num_items, type: u1}
      - {id: items, type: point, repeat: expr, repeat-expr: num_items}
  point:
    seq:
      - {id: x, type: s1}
      - {id: y, type: f4}
  names_slot:
    -show: {value: found}
    params: [{id: i, type: s4}]
    seq:
      - id: found
        type: names
        size: _parent.starts[i + 1] - _parent.starts[i]
        if: _parent.starts[i + 1] != _parent.starts[i]
  names:
    -show: {value: items}
    seq:
      - {id: num_items, type: u2}
      - {id: items, type: name, repeat: expr, repeat-expr: num_items}
      - {id: present, type: b1, repeat: expr, repeat-expr: num_items, -validity-of: items}
  name:
    -show: {value: value}
    -type: uuid
    seq: [{id: value, size: 16}]
enums:
  kind: {0: number, 1: shorts, 2: longs, 3: flags, 4: cube, 5: names}
