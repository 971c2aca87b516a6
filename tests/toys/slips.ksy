meta: {id: slips, title: Slips, endian: le, encoding: UTF-8}
doc: Records that are filled up to one size, whose text and bytes have room for more, and say in all the ways there are where they end.
seq:
  - {id: slips, type: slip, size: 60, repeat: eos}
types:
  slip:
    seq:
      - {id: number, type: u2}
      - {id: spaces, type: str, size: 6, encoding: ASCII, pad-right: 0x20}
      - {id: zero, type: str, size: 5, terminator: 0}
      - {id: both, type: str, size: 5, terminator: 0x40, pad-right: 0x2e}
      - {id: alike, size: 4, terminator: 0, pad-right: 0}
      - {id: filled, size: 7, pad-right: 0xff}
      - {id: latin, type: str, size: 4, encoding: ISO-8859-1, terminator: 0}
      - {id: lines, type: line, size: 12, repeat: expr, repeat-expr: 2}
  line:
    seq:
      - {id: text, type: strz, size: 9}
