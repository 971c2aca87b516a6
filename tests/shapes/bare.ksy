meta: {id: bare, title: "Records without any constant", endian: le, encoding: ASCII}
seq:
  - {id: trades, type: trade, repeat: eos}
types:
  trade:
    seq:
      - {id: time, type: u8}
      - {id: number, type: u4}
      - {id: size, type: s4}
      - {id: price, type: f8}
      - {id: has_fee, type: u1}
      - {id: fee, type: f4, if: has_fee != 0}
      - {id: len_venue, type: u1}
      - {id: venue, type: str, size: len_venue}
