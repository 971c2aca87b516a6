meta: {id: ledger, title: "Entries that a table at the end of the file leads to, and their number behind it", endian: le, encoding: UTF-8}
-views:
  entries:
    default: true
    each: slots[*]
    columns:
      - {id: account, value: _.entry.account}
      - {id: amount, value: _.entry.amount}
      - {id: memo, value: _.entry.memo}
instances:
  num_slots: {pos: '_io.size - 4', type: u4}
  slots: {pos: '_io.size - 4 - 4 * num_slots', type: slot, repeat: expr, repeat-expr: num_slots}
types:
  slot:
    seq: [{id: place, type: u4}]
    instances:
      entry: {pos: place, type: entry}
  entry:
    seq:
      - {id: account, type: u4}
      - {id: amount, type: s8}
      - {id: len_memo, type: u1}
      - {id: memo, type: str, size: len_memo}
