meta: {id: orders, title: Orders, endian: be, bit-endian: le, encoding: UTF-8}
doc: Records with lists of structures, text in several encodings, parts that may be missing, and a checksum.
seq:
  - {id: magic, contents: ORD}
  - {id: batch, type: u2}
  - {id: orders, type: order, repeat: eos}
types:
  order:
    seq:
      - {id: tag, contents: [0x4f, 0x52]}
      - {id: len_body, type: u4, valid: {min: 1}}
      - {id: body, type: body, size: len_body}
      - {id: digest, type: u4, -checksum: {algorithm: adler32, from: len_body, to: body}}
  body:
    seq:
      - {id: number, type: u8}
      - {id: placed, type: s8, -type: {timestamp: us}}
      - {id: paid, type: b1}
      - {id: has_note, type: b1}
      - {id: rank, type: b11}
      - {id: state, type: b3, enum: state}
      - {id: gap, type: b1, -default: false}
      - {id: customer, type: strz}
      - {id: len_city, type: u1}
      - {id: city, type: str, size: len_city, encoding: ISO-8859-1}
      - {id: note, type: note, if: has_note}
      - {id: num_items, type: u2}
      - {id: items, type: item, repeat: expr, repeat-expr: num_items}
      - {id: num_codes, type: u1}
      - {id: codes, type: s4le, repeat: expr, repeat-expr: num_codes}
      - {size: 3}
      - {id: key, size: 4}
      - {id: level, type: f4le}
      - {id: trailer, size-eos: true}
  note:
    seq:
      - {id: len_text, type: u2}
      - {id: text, type: str, size: len_text, encoding: UTF-16LE}
  item:
    seq:
      - {id: len_name, type: u1}
      - {id: name, type: str, size: len_name}
      - {id: price, type: f8}
      - {id: kind, type: u1, enum: state}
      - {id: discount, type: s2, if: kind == state::open}
enums:
  state: {0: open, 1: {id: shut, -label: closed}, 5: gone}
