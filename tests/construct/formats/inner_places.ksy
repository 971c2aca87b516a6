meta: {id: inner_places, endian: le, encoding: UTF-8}
seq:
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: len_body, type: u2}
      - {id: body, size: len_body, type: body}
  body:
    seq:
      - {id: ofs_text, type: u2}
      - {id: number, type: u4}
    instances:
      start: {value: 0}
      text: {pos: start - 2 + ofs_text, type: text}
  text:
    -show: {value: value}
    seq:
      - {id: len_value, type: u1, doc: Size of value in bytes.}
      - {id: value, type: str, size: len_value}
