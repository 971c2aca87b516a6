meta: {id: checksums, endian: be, bit-endian: be}
seq:
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: body, type: body}
      - {id: crc, type: u4, -checksum: {algorithm: crc32, from: body, to: body}}
      - {id: sum, type: u4le, -checksum: {algorithm: adler32, from: body, to: body}}
  body:
    seq:
      - {id: id, type: u2}
      - {id: len_data, type: u1, doc: Size of data in bytes.}
      - {id: data, size: len_data}
