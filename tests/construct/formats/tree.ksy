meta: {id: tree, endian: le, encoding: UTF-8}
-show: {value: value}
seq:
  - {id: value, type: node}
types:
  node:
    seq:
      - {id: len_name, type: u1, doc: Size of name in bytes.}
      - {id: name, type: str, size: len_name}
      - {id: num_children, type: u1, doc: Number of children.}
      - {id: children, type: node, repeat: expr, repeat-expr: num_children}
