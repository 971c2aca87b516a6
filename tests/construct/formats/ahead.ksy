meta: {id: ahead, endian: le}
seq:
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: len_body, type: u2}
      - {id: body, size: len_body, type: body}
  body:
    seq:
      - {id: size, type: u1}
      - {id: data, size: size}
      - {size: 0, if: after < 0}
      - {size: 0, if: ofs_next < 0}
      - id: value
        type: {switch-on: next, cases: {1: one, 2: two}}
      - {id: rest, size-eos: true}
    instances:
      begin: {value: 0}
      kind: {pos: 0, type: u1, if: _io.size - 0 >= 1}
      after: {value: _io.pos}
      ofs_next: {value: _io.pos}
      next: {pos: ofs_next, type: u1, if: _io.size - ofs_next >= 1}
      taken: {value: after - begin}
  one:
    seq:
      - {id: tag, type: u1}
      - {id: a, type: u1}
  two:
    seq:
      - {id: tag, type: u1}
      - {id: b, type: u2}
