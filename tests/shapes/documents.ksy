meta: {id: documents, title: "Values that may hold values, told apart by a tag, beside flat columns", endian: be, encoding: UTF-8}
seq:
  - {id: documents, type: document, repeat: eos}
types:
  document:
    seq:
      - {id: id, type: u4}
      - {id: rank, type: f8}
      - {id: len_content, type: u4}
      - {id: content, size: len_content, type: content}
      - {id: author, type: strz}
  content:
    seq:
      - {id: tag, type: u1}
      - id: value
        type: {switch-on: tag, cases: {0: number, 1: text, 2: several}}
  number: {seq: [{id: number, type: s4}]}
  text: {seq: [{id: len_text, type: u1}, {id: text, type: str, size: len_text}]}
  several: {seq: [{id: num_items, type: u1}, {id: items, type: content, repeat: expr, repeat-expr: num_items}]}
