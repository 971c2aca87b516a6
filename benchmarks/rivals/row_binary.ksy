meta:
  id: row_binary
  title: ClickHouse RowBinary, eight nullable columns
  license: CC0-1.0
  endian: le
  encoding: UTF-8
  imports:
    - uvarint
seq:
  - id: rows
    type: row
    repeat: eos
types:
  row:
    seq:
      - id: null_id
        type: u1
      - id: id
        type: s8
        if: null_id == 0
      - id: null_quantity
        type: u1
      - id: quantity
        type: s4
        if: null_quantity == 0
      - id: null_venue
        type: u1
      - id: venue
        type: s2
        if: null_venue == 0
      - id: null_price
        type: u1
      - id: price
        type: f8
        if: null_price == 0
      - id: null_ratio
        type: u1
      - id: ratio
        type: f4
        if: null_ratio == 0
      - id: null_side
        type: u1
      - id: side
        type: s1
        if: null_side == 0
      - id: null_name
        type: u1
      - id: len_name
        type: uvarint
        if: null_name == 0
      - id: name
        type: str
        size: len_name.value
        if: null_name == 0
      - id: null_tag
        type: u1
      - id: len_tag
        type: uvarint
        if: null_tag == 0
      - id: tag
        type: str
        size: len_tag.value
        if: null_tag == 0
