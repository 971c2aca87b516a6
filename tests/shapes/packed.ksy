meta: {id: packed, title: "Bits that go on across a switch", endian: be, bit-endian: be}
seq:
  - {id: words, type: word, repeat: eos}
types:
  word:
    seq:
      - {id: kind, type: b2}
      - id: body
        type: {switch-on: kind, cases: {0: small, 1: pair, _: wide}}
      - {id: parity, type: b1}
      - {id: stamp, type: u4}
  small: {seq: [{id: value, type: b5}]}
  pair: {seq: [{id: high, type: b6}, {id: low, type: b7}]}
  wide: {seq: [{id: sign, type: b1}, {id: value, type: b20}]}
