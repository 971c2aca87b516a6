meta:
  id: meters
  title: Readings of meters
  endian: le
  encoding: UTF-8
doc: Records that compute with numbers of 64 bits without a sign, compare texts with each other, and take extremes of lists.
seq:
  - {id: head, type: head}
  - {id: readings, type: reading, repeat: eos}
enums:
  origin: {0: unknown, 18446744073709551615: none, 9223372036854775808: half}
types:
  head:
    seq:
      - {id: scale, type: f4}
      - {id: offset, type: f8}
      - {id: len_name, type: u1}
      - {id: name, type: str, size: len_name}
  reading:
    seq:
      - {id: len_body, type: u2}
      - {id: body, type: body, size: len_body}
  body:
    seq:
      - {id: hash, type: u8}
      - {id: other, type: u8}
      - {id: signed, type: s8}
      - {id: limited, type: u8, valid: {max: 18446744073709551614}}
      - {id: one_of, type: u8, valid: {any-of: [1, 9223372036854775808, 18446744073709551615]}}
      - {id: origin, type: u8, enum: origin}
      - {id: high, type: u4}
      - {id: low, type: u4}
      - {id: divisor, type: u8}
      - {id: source, size: 6}
      - {id: target, size: 6}
      - {id: name, type: strz}
      - {id: alias, type: strz, if: high % 2 == 0}
      - {id: short, type: f4}
      - {id: long, type: f8}
      - {id: num_values, type: u1}
      - {id: values, type: s2, repeat: expr, repeat-expr: num_values}
      - {id: hashes, type: u8be, repeat: expr, repeat-expr: num_values}
      - {id: shorts, type: f4, repeat: expr, repeat-expr: 3}
      - {id: longs, type: f8, repeat: expr, repeat-expr: 3}
      - {id: samples, type: sample, repeat: expr, repeat-expr: num_values % 3}
      - {id: times, type: u8, if: other != 18446744073709551615}
    instances:
      shard: {value: hash % 16}
      bucket: {value: hash % 1000003}
      third: {value: hash / 3}
      quotient: {value: hash / divisor}
      rest: {value: hash % divisor}
      upper: {value: hash >> 32}
      lower: {value: hash & 0xffffffff}
      mixed: {value: (hash ^ other) % 97}
      either: {value: (hash | other) >> 1}
      joined: {value: (high << 32 | low) % 1000}
      added: {value: ((high << 32) + low) / 7}
      is_none: {value: other == 18446744073709551615}
      is_less: {value: hash < other}
      is_most: {value: hash <= signed}
      is_least: {value: signed < hash}
      is_signed: {value: signed == hash}
      is_not_signed: {value: signed != hash}
      is_large: {value: hash >= 9223372036854775808}
      chosen: {value: '(signed < 0 ? hash : other) % 10'}
      to_self: {value: source == target}
      is_before: {value: source < target}
      same_name: {value: name == alias, if: high % 2 == 0}
      later_name: {value: name >= alias, if: high % 2 == 0}
      largest: {value: values.max, if: num_values > 0}
      smallest: {value: values.min, if: num_values > 0}
      largest_hash: {value: hashes.max % 1000, if: num_values > 0}
      smallest_hash: {value: hashes.min % 1000, if: num_values > 0}
      largest_short: {value: shorts.max}
      smallest_short: {value: shorts.min}
      largest_long: {value: longs.max}
      range: {value: longs.max - longs.min}
      wrapped: {value: long % 360.0}
      folded: {value: short % long, if: long != 0}
      scaled: {value: values.size * _root.head.scale + _root.head.offset}
  sample:
    seq:
      - {id: size, type: u1}
      - {id: levels, type: u1, repeat: expr, repeat-expr: size % 5}
    instances:
      peak: {value: levels.max, if: size % 5 > 0}
