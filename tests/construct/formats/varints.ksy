meta: {id: varints, endian: le, bit-endian: be}
seq:
  - {id: len_data, type: var_int, doc: Size of data in bytes.}
  - {id: data, size: len_data.value}
  - {id: num_items, type: var_int, doc: Number of items.}
  - {id: items, type: u2, repeat: expr, repeat-expr: num_items.value}
types:
  var_int:
    doc: An unsigned integer of up to 64 bits in groups of seven, the lowest first.
    -show: {value: value}
    seq:
      - {id: groups, type: var_int_group(_index), repeat: until, repeat-until: not _.has_next}
    instances:
      value: {value: groups.last.value}
  var_int_group:
    params: [{id: i, type: s4}]
    seq:
      - {id: has_next, type: b1}
      - {id: low, type: b7, valid: {max: 'i < 9 ? 127 : 1'}}
    instances:
      value: {value: '(i == 0 ? 0 : _parent.groups[i - 1].value.as<u8>) + (low.as<u8> << (7 * i))'}
