meta:
  id: packed_maps
  title: Maps of MessagePack with the same three keys
  license: CC0-1.0
  endian: be
  encoding: UTF-8
-views:
  rows:
    each: maps[*]
    columns:
      - {id: id, value: _.id.value, type: s8}
      - {id: price, value: _.price}
      - {id: name, value: _.name.text}
seq:
  - id: maps
    type: map
    repeat: eos
types:
  map:
    seq:
      - id: head
        contents: [0x83, 0xa2, 0x69, 0x64]
      - id: id
        type: number
      - id: key_price
        contents: [0xa5, 0x70, 0x72, 0x69, 0x63, 0x65, 0xcb]
      - id: price
        type: f8
      - id: key_name
        contents: [0xa4, 0x6e, 0x61, 0x6d, 0x65]
      - id: name
        type: text
  number:
    seq:
      - id: head
        type: u1
        valid:
          expr: _ < 0x80 or (_ >= 0xcc and _ <= 0xce)
      - id: one
        type: u1
        if: head == 0xcc
      - id: two
        type: u2
        if: head == 0xcd
      - id: four
        type: u4
        if: head == 0xce
    instances:
      value:
        value: 'head < 0x80 ? head : head == 0xcc ? one : head == 0xcd ? two : four'
  text:
    seq:
      - id: head
        type: u1
        valid:
          expr: (_ >= 0xa0 and _ <= 0xbf) or _ == 0xd9
      - id: len
        type: u1
        if: head == 0xd9
      - id: text
        type: str
        size: 'head == 0xd9 ? len : head & 31'
