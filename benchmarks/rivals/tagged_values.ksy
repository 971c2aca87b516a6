meta:
  id: tagged_values
  title: Values with a tag and a length, in any order
  license: CC0-1.0
  endian: le
  encoding: UTF-8
-views:
  rows:
    each: values[*]
    columns:
      - {id: tag, value: _.tag}
      - {id: number, value: _.number, nullable: true}
      - {id: price, value: _.price, nullable: true}
      - {id: name, value: _.name, nullable: true}
seq:
  - id: values
    type: value
    repeat: eos
types:
  value:
    seq:
      - id: tag
        type: u1
      - id: len
        type: u1
        valid:
          expr: 'tag == 1 or tag == 2 ? _ == 8 : true'
      - id: number
        type: s8
        if: tag == 1
      - id: price
        type: f8
        if: tag == 2
      - id: name
        type: str
        size: len
        if: tag == 3
      - id: other
        size: len
        if: tag == 0 or tag > 3
