meta:
  id: avro_rows
  title: Avro object container of eight nullable columns, uncompressed
  license: CC0-1.0
  endian: le
  encoding: UTF-8
  imports:
    - uvarint
-views:
  rows:
    each: blocks[*].rows[*]
    columns:
      - {id: id, value: _.id, nullable: true, type: s8}
      - {id: quantity, value: _.quantity, nullable: true, type: s4}
      - {id: venue, value: _.venue, nullable: true, type: s4}
      - {id: price, value: _.price, nullable: true}
      - {id: ratio, value: _.ratio, nullable: true}
      - {id: side, value: _.side, nullable: true, type: s4}
      - {id: name, value: _.name, nullable: true}
      - {id: tag, value: _.tag, nullable: true}
seq:
  - id: magic
    contents: [0x4f, 0x62, 0x6a, 1]
  - id: num_meta
    type: uvarint
  - id: meta
    type: entry
    repeat: expr
    repeat-expr: num_meta.value / 2
  - id: end_meta
    contents: [0]
  - id: sync
    size: 16
  - id: blocks
    type: block
    repeat: eos
types:
  entry:
    seq:
      - id: len_key
        type: uvarint
      - id: key
        type: str
        size: len_key.value / 2
      - id: len_value
        type: uvarint
      - id: value
        size: len_value.value / 2
  block:
    seq:
      - id: num_rows
        type: uvarint
      - id: len_rows
        type: uvarint
      - id: rows
        type: row
        repeat: expr
        repeat-expr: num_rows.value / 2
      - id: sync
        size: 16
  row:
    seq:
      - id: has_id
        type: u1
      - id: raw_id
        type: uvarint
        if: has_id == 2
      - id: has_quantity
        type: u1
      - id: raw_quantity
        type: uvarint
        if: has_quantity == 2
      - id: has_venue
        type: u1
      - id: raw_venue
        type: uvarint
        if: has_venue == 2
      - id: has_price
        type: u1
      - id: price
        type: f8
        if: has_price == 2
      - id: has_ratio
        type: u1
      - id: ratio
        type: f4
        if: has_ratio == 2
      - id: has_side
        type: u1
      - id: raw_side
        type: uvarint
        if: has_side == 2
      - id: has_name
        type: u1
      - id: len_name
        type: uvarint
        if: has_name == 2
      - id: name
        type: str
        size: len_name.value / 2
        if: has_name == 2
      - id: has_tag
        type: u1
      - id: len_tag
        type: uvarint
        if: has_tag == 2
      - id: tag
        type: str
        size: len_tag.value / 2
        if: has_tag == 2
    instances:
      id:
        value: (raw_id.value >> 1) ^ -(raw_id.value & 1)
        if: has_id == 2
      quantity:
        value: (raw_quantity.value >> 1) ^ -(raw_quantity.value & 1)
        if: has_quantity == 2
      venue:
        value: (raw_venue.value >> 1) ^ -(raw_venue.value & 1)
        if: has_venue == 2
      side:
        value: (raw_side.value >> 1) ^ -(raw_side.value & 1)
        if: has_side == 2
