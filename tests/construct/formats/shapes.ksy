meta: {id: shapes, endian: le}
seq:
  - {id: num_shapes, type: u1, doc: Number of shapes.}
  - {id: shapes, type: shape, repeat: expr, repeat-expr: num_shapes}
  - {id: pair, type: pair}
  - {id: scale, type: scale}
types:
  shape:
    -show: {value: items}
    seq:
      - {id: num_items, type: u2, doc: Number of items.}
      - {id: items, type: point, repeat: expr, repeat-expr: num_items}
  point:
    seq:
      - {id: x, type: f4}
      - {id: y, type: f4}
  pair:
    seq:
      - {id: item_0, type: u1}
      - {id: item_1, type: u2}
  scale:
    -show: {value: value}
    seq:
      - {id: unit, type: u1, valid: 7}
      - {id: value, type: f8}
