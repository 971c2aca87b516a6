meta: {id: padded, title: Padded, endian: le}
doc: Records of a fixed size that hold less, and a part that may be missing and may hold less as well.
seq:
  - {id: cells, type: cell, size: 12, repeat: eos}
types:
  cell:
    seq:
      - {id: number, type: u2}
      - {id: has_extra, type: b1}
      - {id: len_extra, type: b7}
      - {id: extra, type: extra, size: len_extra, if: has_extra}
  extra:
    seq:
      - {id: value, type: u4}
