meta: {id: padded, endian: le}
seq:
  - {id: magic, contents: PAD}
  - {size: 5}
  - {id: a, type: u2}
  - {size: 6}
  - {id: len_b, type: u1, doc: Size of b in bytes.}
  - {id: b, size: len_b}
  - {size: -(1 + len_b) % 4}
  - {id: c, type: u1}
  - {size: 3}
  - {id: d, type: d}
  - {id: boxed, type: boxed, size: 8}
  - {id: last, size: _io.size - _io.pos - 2}
  - {id: end, type: u2}
types:
  d:
    seq:
      - {id: x, type: u1}
      - {size: 3}
      - {id: y, type: u2}
      - {size: 2}
  boxed:
    seq:
      - {id: p, type: u4}
      - {size: 4}
      - {size-eos: true, valid: {expr: _.length == 0}}
