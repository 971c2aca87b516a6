meta: {id: parcels, title: Parcels, endian: le, encoding: UTF-8}
doc: Records whose end only shows when they are read, with lists of what differs in size, and values of several types.
seq:
  - {id: parcels, type: parcel, repeat: eos}
types:
  parcel:
    seq:
      - {id: kind, type: u1, enum: kinds}
      - {id: len_name, type: u1, valid: {max: 40}}
      - {id: name, type: str, size: len_name}
      - {id: weight, type: u4, if: kind == kinds::heavy}
      - {id: note, type: strz}
      - {id: wide, type: strz, encoding: UTF-16LE, if: len_name > 2}
      - {id: mark, terminator: 0x7c, include: true}
      - {id: body, type: {switch-on: kind, cases: {'kinds::heavy': box, 'kinds::tube': s4, 'kinds::letter': strz}}}
      - {id: number, type: {switch-on: len_name, cases: {0: u1, 1: s2be, _: u2}}}
      - {id: num_stops, type: u1}
      - {id: stops, type: stop, repeat: expr, repeat-expr: num_stops}
      - {id: codes, type: u2, repeat: expr, repeat-expr: num_stops}
      - {id: end, contents: [0x2e]}
    instances:
      twice: {value: len_name * 2}
  box:
    seq:
      - {id: num_items, type: u1}
      - {id: items, type: strz, repeat: expr, repeat-expr: num_items}
  stop:
    seq:
      - {id: tag, type: u1}
      - {id: what, size: 3, type: {switch-on: tag, cases: {1: place, 2: gate}}}
      - {id: num_days, type: u1}
      - {id: days, type: day, repeat: expr, repeat-expr: num_days}
  place:
    seq: [{id: x, type: u1}, {id: y, type: s2be}]
  gate:
    seq: [{id: open, type: b1}, {id: rest, type: b7}, {id: z, type: u2}]
  day:
    seq: [{id: len, type: u1}, {id: text, size: len}]
enums:
  kinds: {1: heavy, 2: tube, 3: letter}
