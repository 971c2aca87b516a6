meta: {id: trailing, title: "Messages whose length stands behind them, found from a list of lengths at the end", endian: le, encoding: UTF-8}
seq:
  - {id: messages, type: message(_index), repeat: expr, repeat-expr: count}
  - {id: lengths, type: u2, repeat: expr, repeat-expr: count}
instances:
  count: {pos: '_io.size - 4', type: u4}
types:
  message:
    params: [{id: i, type: s4}]
    seq:
      - {id: topic, type: u1}
      - {id: priority, type: u1}
      - {id: len_text, type: u2}
      - {id: text, type: str, size: len_text}
