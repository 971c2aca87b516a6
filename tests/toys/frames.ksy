meta: {id: frames, title: Frames, endian: le}
doc: Numbers of whole bytes that are bit fields, some of which may be left out.
seq:
  - {id: frames, type: frame, repeat: eos}
types:
  frame:
    seq:
      - {id: len_body, type: u1}
      - {id: body, type: body, size: len_body}
  body:
    seq:
      - {id: kind, type: b2le}
      - {id: spare, type: b6le}
      - {id: short, type: b24le, if: kind >= 1}
      - {id: wide, type: b56be, if: kind >= 2}
      - {id: low, type: b4be}
      - {id: high, type: b4be}
      - {id: limited, type: b8be, if: kind == 3, valid: {max: 9}}
