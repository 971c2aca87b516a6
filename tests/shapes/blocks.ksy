meta: {id: blocks, title: "Compressed blocks of records, each with a checksum", endian: be, encoding: UTF-8}
-views:
  records:
    default: true
    each: blocks[*].data.records[*]
    columns:
      - {id: time, value: _.time}
      - {id: sensor, value: _.sensor}
      - {id: kind, value: _.kind}
      - {id: unit, value: _.unit}
      - {id: value, value: _.value}
seq:
  - {id: magic, contents: BLKS}
  - {id: blocks, type: block, repeat: eos}
types:
  block:
    seq:
      - {id: len_data, type: u4}
      - {id: digest, type: u4, -checksum: {algorithm: crc32, from: data, to: data}}
      - {id: data, size: len_data, process: zlib, type: records}
  records:
    seq:
      - {id: count, type: u4}
      - {id: records, type: record, repeat: expr, repeat-expr: count}
  record:
    seq:
      - {id: time, type: u8}
      - {id: sensor, type: u2}
      - {id: kind, type: u1, enum: kind}
      - {id: len_unit, type: u1}
      - {id: unit, type: str, size: len_unit}
      - {id: value, type: f8}
enums:
  kind: {0: sum, 1: gauge, 2: rate}
