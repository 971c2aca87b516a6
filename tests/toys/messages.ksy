meta:
  id: messages
  endian: le
seq:
  - id: messages
    type: message
    repeat: eos
types:
  message:
    seq:
      - id: len
        type: u2
      - id: payload
        type: payload
        size: len
  payload:
    seq:
      - {id: id, type: u4}
      - {id: ts, type: s8}
      - {id: x, type: f8}
      - {id: flags, type: u1}
      - {id: len_name, type: u2}
      - {id: name, type: str, size: len_name, encoding: utf-8}
