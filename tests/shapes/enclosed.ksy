meta: {id: enclosed, title: "Records of several kinds, with their length before and behind them", endian: be, encoding: ASCII}
seq:
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: len_body, type: u4}
      - {id: body, size: len_body, type: body}
      - {id: len_body_again, type: u4, valid: len_body}
  body:
    seq:
      - {id: kind, type: u2}
      - id: value
        type: {switch-on: kind, cases: {1: numbers, 2: label}}
  numbers: {seq: [{id: num_values, type: u2}, {id: values, type: f8, repeat: expr, repeat-expr: num_values}]}
  label: {seq: [{id: text, type: str, size-eos: true}]}
