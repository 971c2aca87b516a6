meta:
  id: trades
  title: Log of trades
  file-extension: trades
  license: CC0-1.0
  endian: le
  bit-endian: le
  encoding: UTF-8
doc: What an exchange may write down of its trades, in records of 40 bytes one after another.
seq:
  - id: records
    type: record
    repeat: eos
    doc: The trades, in their order.
types:
  record:
    doc: A trade.
    seq:
      - id: time
        type: s8
        -type: {timestamp: us}
        doc: When it was, in microseconds since 1970.
      - id: number
        type: u4
        doc: Number of the trade on that day.
      - id: size
        type: s4
        valid:
          min: 1
        doc: How many were traded.
      - id: price
        type: f8
        doc: The price of one.
      - id: fee
        type: f4
        doc: What the exchange takes for it.
      - id: is_buy
        type: b1
        doc: Whether the buyer came later.
      - id: kind
        type: b3
        enum: kind
        doc: In which phase of the day it was.
      - id: reserved
        type: b4
        -default: 0
        doc: Kept for later.
      - id: venue
        type: u1
        doc: Number of the place.
      - id: account
        type: u2
        doc: Whose it was.
      - id: symbol
        type: str
        size: 8
        pad-right: 0x20
        encoding: ASCII
        doc: What was traded, padded by spaces.
enums:
  kind:
    0: {id: regular, doc: During the day.}
    1: {id: opening, doc: In the auction before it.}
    2: {id: closing, doc: In the auction behind it.}
    3: {id: late, doc: Told afterwards.}
-views:
  trades:
    default: true
    doc: One row per trade.
    each: records[*]
    columns:
      - {id: time, value: _.time, doc: When it was.}
      - {id: number, value: _.number, doc: Number of the trade on that day.}
      - {id: symbol, value: _.symbol, doc: What was traded.}
      - {id: size, value: _.size, doc: How many were traded.}
      - {id: price, value: _.price, doc: The price of one.}
      - {id: fee, value: _.fee, doc: What the exchange takes for it.}
      - {id: is_buy, value: _.is_buy, doc: Whether the buyer came later.}
      - {id: kind, value: _.kind, doc: In which phase of the day it was.}
