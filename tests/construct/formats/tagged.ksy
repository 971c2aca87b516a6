meta: {id: tagged, endian: be, encoding: UTF-8}
seq:
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: tag, type: u1, enum: tag}
      - {id: len_body, type: u2}
      - id: body
        size: len_body
        type:
          switch-on: tag
          cases:
            'tag::point': point
            'tag::name': name
            'tag::a_pair': pair
  point:
    seq:
      - {id: x, type: s4}
      - {id: y, type: s4}
  name:
    -show: {value: value}
    seq:
      - {id: value, type: str, size-eos: true}
  pair:
    seq:
      - {id: first, type: u1}
      - {id: second, type: u1}
enums:
  tag:
    1: point
    2: name
    9: {id: a_pair, -label: a pair}
