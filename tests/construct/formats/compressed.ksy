meta: {id: compressed, endian: be, encoding: UTF-8}
seq:
  - {id: key, type: u1}
  - {id: len_text, type: u4, doc: Size of text in bytes.}
  - {id: text, type: str, size: len_text, process: zlib}
  - {id: len_items, type: u2, doc: Size of items in bytes.}
  - {id: items, type: items, size: len_items, process: zlib}
  - {id: secret, size: 8, process: xor(key)}
  - {id: turned, size: 4, process: rol(3)}
  - {id: rest, size-eos: true, process: xor(0x5a)}
types:
  items:
    -show: {value: items}
    seq:
      - {id: items, type: item, repeat: eos}
  item:
    seq:
      - {id: a, type: u1}
      - {id: b, type: u2}
