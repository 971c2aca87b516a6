meta:
  id: trails
  title: A file whose end says what it begins with
  bit-endian: be
doc: >-
  The byte order and how many legs there are stand at the end. A leg has numbers in that order, flags that take a part of a byte only,
  and values that are computed of what may be anything.
seq:
  - {id: legs, type: leg, repeat: expr, repeat-expr: end.num_legs}
instances:
  end: {pos: _io.size - 3, type: ending}
types:
  ending:
    seq:
      - {id: num_legs, type: u1}
      - {id: order, type: u2le}
  leg:
    meta:
      endian:
        switch-on: _root.end.order
        cases: {0x4949: le, 0x4d4d: be}
    seq:
      - {id: flags, type: flags}
      - {id: heights, type: s2, repeat: expr, repeat-expr: 2}
      - {id: length, type: s8}
      - {id: places, type: u4, repeat: until, repeat-until: _ >> 31 == 1}
      - {id: note, size: 1 << flags.size, if: flags.noted}
    instances:
      scaled: {value: length << flags.size}
      square: {value: length * length}
      more: {value: length + 1}
      less: {value: -length - places.first}
      last: {value: places.last & 0xff}
      climb: {value: 'heights[1] - heights[0]', if: flags.size != 0}
  flags:
    seq:
      - {id: noted, type: b1}
      - {id: size, type: b3}
