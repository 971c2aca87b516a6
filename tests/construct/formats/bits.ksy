meta: {id: bits, endian: be, bit-endian: be}
seq:
  - {id: header, type: header}
  - {id: flags, type: flags}
  - {id: low, type: low}
  - {id: color, type: u1, enum: color, valid: {in-enum: true}}
  - {id: level, type: u1, valid: {any-of: [1, 2, 3]}}
  - {id: odd, type: u1, valid: {expr: _ & 1 == 1}}
  - {id: extra, type: u2, if: flags.compressed}
types:
  header:
    seq:
      - {id: version, type: b3, valid: 2}
      - {id: is_last, type: b1}
      - {type: b4, -default: 0}
      - {id: size, type: b12}
      - {id: mode, type: b4, enum: mode}
  flags:
    seq:
      - {type: b5, -default: 0}
      - {id: encrypted, type: b1}
      - {id: signed, type: b1}
      - {id: compressed, type: b1}
  low:
    meta: {bit-endian: le}
    seq:
      - {id: first, type: b1}
      - {id: second, type: b1}
      - {type: b6, -default: 0}
enums:
  mode: {0: none, 1: fast, 2: slow}
  color: {1: red, 2: green}
