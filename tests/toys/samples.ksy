meta:
  id: samples
  endian: le
  bit-endian: be
seq:
  - id: samples
    type: sample
    repeat: eos
types:
  sample:
    seq:
      - {id: id, type: u4}
      - {id: n, type: u8}
      - {id: ok, type: b1}
      - {id: level, type: b3}
      - {id: unused, type: b4}
      - {id: kind, type: u1, enum: kind, valid: {expr: '_.to_i <= 200'}}
      - {id: delta, type: s2be}
      - {id: ratio, type: f4be}
      - {id: rest, type: u4}
    instances:
      twice:
        value: level * 2 - delta
enums:
  kind:
    1: buy
    2: sell
    7: cancel
    200: largest
