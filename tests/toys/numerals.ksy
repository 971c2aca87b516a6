meta: {id: numerals, title: Numbers in digits, endian: le, encoding: ASCII}
seq:
  - {id: numerals, type: numeral, repeat: eos}
types:
  numeral:
    seq:
      - {id: len_digits, type: u2}
      - {id: digits, type: str, size: len_digits}
    instances:
      number: {value: digits.to_i}
