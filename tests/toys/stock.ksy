meta: {id: stock, title: Stock, endian: le, encoding: UTF-8}
doc: Records as many as a field of the header says, behind what else it holds, and with more behind them.
seq:
  - {id: magic, contents: STK1}
  - {id: num_records, type: u4}
  - {id: site, type: u2}
  - {id: len_title, type: u1}
  - {id: title, type: str, size: len_title}
  - {id: items, type: item, repeat: expr, repeat-expr: num_records}
  - {id: closing, type: u2}
types:
  item:
    seq:
      - {id: number, type: u4}
      - {id: len_name, type: u1}
      - {id: name, type: str, size: len_name}
      - {id: price, type: f8, if: number % 2 == 0}
