meta:
  id: gauges
  title: Measured values
  endian: le
doc: Records with floats that are compared, computed and chosen, with lists of bits, identifiers, and numbers in digits.
seq:
  - {id: gauges, type: gauge, repeat: eos}
enums:
  state: {0: idle, 1: busy}
types:
  gauge:
    seq:
      - {id: len_body, type: u2}
      - {id: body, type: body, size: len_body}
  body:
    seq:
      - {id: kind, type: u1}
      - {id: key, size: 16, -type: uuid}
      - {id: short, type: f4}
      - {id: long, type: f8}
      - {id: number, type: s8}
      - {id: chosen, type: {switch-on: kind, cases: {0: f4, 1: f8, 2: f4be}}}
      - {id: mixed, type: {switch-on: kind, cases: {0: u1, 1: f4}}}
      - {id: alike, type: {switch-on: kind, cases: {0: f4, 1: f4be}}}
      - {id: num_bits, type: u1}
      - {id: flags, type: b1, repeat: expr, repeat-expr: num_bits % 20}
      - {id: behind_flags, type: u1}
      - {id: pairs, type: b2, repeat: expr, repeat-expr: 5}
      - {id: behind_pairs, type: u1}
      - {id: low, type: lows, size: 2}
      - {id: more, type: s4, if: short < long}
      - {id: keys, size: 16, repeat: expr, repeat-expr: kind % 3, -type: uuid}
      - {id: times, type: s8, repeat: expr, repeat-expr: kind % 2, -type: {timestamp: ms}}
    instances:
      is_below: {value: short < 1.5}
      is_above: {value: long >= number}
      is_same: {value: long == short}
      differs: {value: 'chosen != 0.5', if: kind < 3}
      sum: {value: short + long}
      ratio: {value: long / short}
      negative: {value: -short * 2}
      whole: {value: long.to_i}
      digits: {value: number.to_s}
      kind_digits: {value: kind.to_s}
      either: {value: 'kind == 1 ? long : number * 1.5'}
      more_digits: {value: more.to_s, if: short < long}
  lows:
    meta: {bit-endian: le}
    seq:
      - {id: nibbles, type: b4, repeat: expr, repeat-expr: 3}
