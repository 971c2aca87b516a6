meta: {id: measured, endian: be, encoding: UTF-8, title: Measurements}
doc: What a station measures, one record after another.
-options:
  - {id: floor, type: int, default: 0, doc: The smallest number that is shown.}
-views:
  rows:
    doc: One row per record.
    default: true
    each: records[*]
    where: _.number >= floor
    columns:
      - {id: position, value: _index, type: s4}
      - {id: number, value: _.number}
      - {id: time, value: _.time}
      - {id: name, value: _.name, nullable: true, doc: What it is called.}
seq:
  - {id: kind, type: u1, enum: kind, -open: true}
  - {id: limit, type: u2}
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: number, type: s4, -null: '-1', -default: '7'}
      - {id: time, type: s8, -type: {timestamp: ms}}
      - {id: has_name, type: u1, valid: {max: 1}, -hint: A name is there or not.}
      - {id: len_name, type: u1, if: has_name != 0, doc: Size of name in bytes.}
      - {id: name, type: str, size: len_name, if: has_name != 0}
enums:
  kind: {1: wind, 2: rain}
