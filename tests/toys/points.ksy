meta:
  id: points
  endian: be
-views:
  rows:
    default: true
    each: groups[*]
    columns:
      - {id: group, value: _index, type: s4}
      - {id: label, value: _.label}
      - {id: first, value: '_.sizes[_.count - 1]'}
      - {id: extra, value: _.extra, nullable: true}
seq:
  - id: groups
    type: group
    repeat: eos
types:
  group:
    seq:
      - {id: len, type: u1}
      - {id: body, type: body, size: len - 1}
    instances:
      label:
        value: body.label
      sizes:
        value: body.sizes
      count:
        value: body.count
      extra:
        value: body.extra
  body:
    seq:
      - {id: tag, contents: [0x47, 0x50]}
      - {id: count, type: u1, valid: {min: 1}}
      - {id: sizes, type: u2, repeat: expr, repeat-expr: count}
      - {id: points, type: point, repeat: expr, repeat-expr: count}
      - {id: extra, type: s4, if: 'sizes[0] > 256'}
      - {id: label, type: str, size-eos: true, encoding: ascii}
  point:
    seq:
      - {id: x, type: s2, valid: {min: -1000, max: 1000}}
      - {id: y, type: s2}
