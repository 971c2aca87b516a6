meta: {id: packets, title: "Compressed packets without any constant, whose checksum is that of the records in them", endian: le, encoding: UTF-8}
-views:
  samples:
    default: true
    each: packets[*].body.samples[*]
    columns:
      - {id: time, value: _.time}
      - {id: level, value: _.level}
      - {id: note, value: _.note}
seq:
  - {id: packets, type: packet, repeat: eos}
types:
  packet:
    seq:
      - {id: sequence, type: u4}
      - {id: len_body, type: u4}
      - {id: body, size: len_body, process: zlib, type: samples}
      - {id: digest, type: u4, -checksum: {algorithm: adler32, from: body, to: body}}
  samples:
    seq:
      - {id: samples, type: sample, repeat: eos}
  sample:
    seq:
      - {id: time, type: s8}
      - {id: level, type: f4}
      - {id: note, type: strz}
