meta: {id: nested, title: Nested, endian: le, encoding: UTF-8}
doc: A structure that may be missing, with members of all kinds, some of which may be missing on their own.
seq:
  - {id: rows, type: row, repeat: eos}
types:
  row:
    seq:
      - {id: len_body, type: u1}
      - {id: body, type: body, size: len_body}
  body:
    seq:
      - {id: flags, type: u1}
      - {id: outer, type: outer, if: flags & 1 != 0}
  outer:
    seq:
      - {id: number, type: u2}
      - {id: when, type: s8, -type: {timestamp: ms}}
      - {id: kind, type: u1, enum: kind}
      - {id: len_name, type: u1}
      - {id: name, type: str, size: len_name}
      - {id: inner, type: inner}
      - {id: note, type: str, size: 2, if: number > 5}
  inner:
    seq:
      - {id: small, type: s1}
      - {id: maybe, type: f4, if: small > 0}
enums:
  kind: {1: first, 2: second}
