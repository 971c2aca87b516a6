meta: {id: labels, title: Labels, endian: le, encoding: UTF-8}
doc: Records of one size whose texts end before their size does, or fill it.
seq:
  - {id: labels, type: label, repeat: eos}
types:
  label:
    seq:
      - {id: spaces, type: str, size: 6, encoding: ASCII, pad-right: 0x20}
      - {id: zero, type: str, size: 5, terminator: 0}
      - {id: both, type: str, size: 5, terminator: 0x40, pad-right: 0x2e}
      - {id: alike, size: 4, terminator: 0, pad-right: 0}
      - {id: included, size: 4, terminator: 0xff, include: true}
      - {id: wide, type: strz, size: 8, encoding: UTF-16LE}
      - {id: len, type: u1}
      - {id: some, type: body, size: 4}
  body:
    seq:
      - {id: rest, type: strz, size-eos: true}
