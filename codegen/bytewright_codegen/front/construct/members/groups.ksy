meta:
  id: groups
  endian: le
  bit-endian: be
seq: []
types:
  var_int:
    doc: An unsigned integer of up to 64 bits in groups of seven, the lowest first.
    -show: {value: value}
    seq:
      - id: groups
        type: var_int_group(_index)
        repeat: until
        repeat-until: not _.has_next
        doc: The groups, the lowest first.
    instances:
      value:
        value: groups.last.value
        doc: The integer.
  var_int_group:
    doc: Seven bits of the integer.
    params:
      - id: i
        type: s4
        doc: Number of the group.
    seq:
      - id: has_next
        type: b1
        doc: Whether another group follows.
      - id: low
        type: b7
        valid:
          max: 'i < 9 ? 127 : 1'
        doc: The bits. The tenth group has room for one.
    instances:
      value:
        value: '(i == 0 ? 0 : _parent.groups[i - 1].value.as<u8>) + (low.as<u8> << (7 * i))'
        doc: The integer that this group and those before it make.
  zig_zag:
    doc: A signed integer in groups of seven bits, whose lowest bit is its sign.
    -show: {value: value}
    seq:
      - id: folded
        type: var_int
        doc: Twice the integer; of a negative one the complement.
    instances:
      value:
        value: 'folded.value % 2 == 0 ? folded.value / 2 : -(folded.value / 2) - 1'
        doc: The integer.
