meta:
  id: cards
  title: Cards whose numbers are text
  encoding: ASCII
  endian: le
doc: Records whose sizes are spelled in digits, and counts that are lengths of texts.
seq:
  - {id: cards, type: card, repeat: eos}
types:
  card:
    seq:
      - {id: size, type: str, size: 6, terminator: 0x20, pad-right: 0x20}
      - {id: octal, type: strz, encoding: UTF-8}
      - {id: has_name, type: u1}
      - {id: name, type: strz, encoding: UTF-8, if: has_name == 1}
      - {id: data, size: octal_number}
      - {id: num_pairs, type: str, size: 2, if: has_name == 1}
      - {id: pairs, type: pair, repeat: expr, repeat-expr: 'has_name == 1 ? num_pairs.to_i : 0'}
      - {id: tail, size: 'has_name == 1 ? name.length : 0'}
      - {id: code, type: strz, encoding: Shift_JIS}
      - {id: wide, type: str, size: 8, encoding: UTF-16LE}
    instances:
      octal_number: {value: octal.to_i(8)}
      number: {value: size.to_i}
      code_length: {value: code.length}
      wide_length: {value: wide.length}
      is_long: {value: code.length > 3 or size.to_i > 100}
      sum: {value: num_pairs.to_i + 1, if: has_name == 1}
  pair:
    seq:
      - {id: digits, type: strz}
      - {id: bytes, size: digits.to_i(16)}
