meta:
  id: traces
  title: Records whose byte order, or size, the header says
  endian: be
doc: What many formats begin with, a mark that says the byte order of the machine; and either a size of all records or one of each.
seq:
  - {id: order, type: u1, valid: {max: 1}}
  - {id: len_record, type: u1}
  - {id: records, type: record, repeat: eos}
types:
  record:
    meta:
      endian:
        switch-on: _root.order
        cases:
          1: le
          _: be
    seq:
      - {id: len_data, type: u2, if: _root.len_record == 0}
      - {id: number, type: s4}
      - {id: data, size: '_root.len_record == 0 ? len_data : _root.len_record'}
