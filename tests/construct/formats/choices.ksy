meta: {id: choices, endian: le, encoding: ASCII}
seq:
  - {id: kind, type: u1, valid: {any-of: [1, 2, 7]}}
  - {id: has_note, type: u1}
  - {id: version, type: u2, -default: 3}
  - {id: len_note, type: u1, if: has_note != 0, doc: Size of note in bytes.}
  - {id: note, type: str, size: len_note, if: has_note != 0}
  - id: value
    type: {switch-on: kind, cases: {1: u1, 2: s4, 7: value_7}}
  - id: size
    type: {switch-on: version > 2, cases: {true: u4, false: u2}}
  - {id: old, type: u2, if: not version > 2}
instances:
  is_small: {value: kind == 1}
types:
  value_7:
    -show: {value: value}
    seq:
      - {id: value, size: 2}
