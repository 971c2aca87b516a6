meta:
  id: lines
  title: Lines of three texts with commas between them
  license: CC0-1.0
  encoding: UTF-8
-views:
  rows:
    each: lines[*]
    columns:
      - {id: city, value: _.city}
      - {id: street, value: _.street}
      - {id: note, value: _.note}
seq:
  - id: lines
    type: line
    repeat: eos
types:
  line:
    seq:
      - id: city
        type: str
        terminator: 0x2c
      - id: street
        type: str
        terminator: 0x2c
      - id: note
        type: str
        terminator: 0x0a
