meta: {id: tagged, title: "Items of several kinds, told apart by a tag, none of which says its size", endian: le, encoding: UTF-8}
seq:
  - {id: count, type: u4}
  - {id: items, type: item, repeat: expr, repeat-expr: count}
types:
  item:
    seq:
      - {id: tag, type: u1}
      - id: body
        type:
          switch-on: tag
          cases: {1: point, 2: label, 3: sample, 4: mark}
  point: {seq: [{id: x, type: s4}, {id: y, type: s4}]}
  label: {seq: [{id: number, type: u2}, {id: text, type: strz}]}
  sample: {seq: [{id: time, type: u8}, {id: value, type: f8}, {id: low, type: f4}, {id: high, type: f4}]}
  mark: {seq: [{id: flags, type: u1}]}
