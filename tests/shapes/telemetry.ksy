meta: {id: telemetry, title: "Bits that go on across a switch, the lowest first, and a count behind them", endian: le, bit-endian: le}
seq:
  - {id: frames, type: frame, repeat: expr, repeat-expr: num_frames}
instances:
  num_frames: {pos: '_io.size - 4', type: u4}
types:
  frame:
    seq:
      - {id: kind, type: b3}
      - id: reading
        type: {switch-on: kind, cases: {0: state, 1: level, _: pair}}
      - {id: is_late, type: b1}
      - {id: battery, type: b4}
      - {id: tick, type: u2}
  state: {seq: [{id: code, type: b8}]}
  level: {seq: [{id: value, type: b16}]}
  pair: {seq: [{id: x, type: b12}, {id: y, type: b12}]}
