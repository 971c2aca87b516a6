meta: {id: lists, endian: le}
seq:
  - {id: num_points, type: u2, doc: Number of points.}
  - {id: points, type: point, repeat: expr, repeat-expr: num_points}
  - {id: fixed, type: s2, repeat: expr, repeat-expr: 3}
  - {id: until_zero, type: u1, repeat: until, repeat-until: _ == 0}
  - {id: chain, type: link, repeat: until, repeat-until: _.more == 0}
  - {id: num_rows, type: u1}
  - {id: width, type: u1, valid: {max: 4}}
  - {id: grid, type: grid_item, repeat: expr, repeat-expr: num_rows}
  - {id: ranks, type: rank(_index), repeat: expr, repeat-expr: 2}
  - {id: tail, type: u4, repeat: eos}
types:
  point:
    seq:
      - {id: x, type: f4}
      - {id: y, type: f4}
  link:
    seq:
      - {id: value, type: u1}
      - {id: more, type: u1}
  grid_item:
    -show: {value: items}
    seq:
      - {id: items, type: u1, repeat: expr, repeat-expr: _parent.width}
  rank:
    params: [{id: index, type: s4}]
    seq:
      - {id: base, type: u1}
    instances:
      place: {value: base + index}
