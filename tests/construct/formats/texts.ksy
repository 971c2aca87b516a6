meta: {id: texts, endian: le, encoding: UTF-8}
seq:
  - {id: len_name, type: u1, doc: Size of name in bytes.}
  - {id: name, type: str, size: len_name}
  - {id: label, type: str, terminator: 0}
  - {id: code, type: str, size: 8, pad-right: 0, encoding: ASCII}
  - {id: wide, type: str, encoding: UTF-16LE, terminator: [0, 0]}
  - {id: latin, type: str, size: 3, encoding: ISO-8859-1}
  - {id: line, terminator: 0x0a}
  - {id: key, size: 6, type: key}
  - {id: len_words, type: u2, doc: Size of words in bytes.}
  - {id: words, type: words, size: len_words}
  - {id: rest, type: str, size-eos: true}
types:
  key:
    -show: {value: value}
    seq:
      - {id: value, terminator: 0x3b}
  words:
    -show: {value: items}
    seq:
      - {id: items, type: str, terminator: 0, repeat: eos}
