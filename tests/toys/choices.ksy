meta: {id: choices, title: Choices, endian: le, bit-endian: le, encoding: UTF-8}
doc: Records that say which of several values they hold, alone and in lists.
seq:
  - {id: choices, type: choice, repeat: eos}
types:
  choice:
    seq:
      - {id: kind, type: u1, enum: kinds}
      - {id: body, type: {switch-on: kind, cases: {'kinds::heavy': box, 'kinds::tube': s4, 'kinds::letter': strz, 'kinds::round': f4}}}
      - {id: number, type: {switch-on: kind, cases: {'kinds::heavy': u1, 'kinds::tube': s2be, _: u2}}}
      - {id: len_extra, type: u1}
      - {id: extra, size: len_extra, type: {switch-on: kind, cases: {'kinds::heavy': gate, 'kinds::round': spot}}}
      - {id: num_stops, type: u1}
      - {id: stops, type: stop, repeat: expr, repeat-expr: num_stops}
  box:
    seq:
      - {id: num_items, type: u1}
      - {id: items, type: s2be, repeat: expr, repeat-expr: num_items}
  stop:
    seq:
      - {id: tag, type: u1}
      - {id: what, type: {switch-on: tag, cases: {1: spot, 2: gate, 3: gate, 4: u8}}}
  spot:
    seq: [{id: x, type: u1}, {id: y, type: s2be}]
  gate:
    seq: [{id: open, type: b1}, {id: rest, type: b7}, {id: z, type: u2}]
enums:
  kinds: {1: heavy, 2: tube, 3: letter, 4: round}
