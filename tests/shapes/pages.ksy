meta: {id: pages, title: "Pages with slots from their ends that say where rows lie", endian: le, encoding: UTF-8}
-views:
  rows:
    default: true
    each: pages[*].slots[*]
    columns:
      - {id: id, value: _.row.id}
      - {id: name, value: _.row.name}
      - {id: balance, value: _.row.balance}
seq:
  - {id: pages, type: page, size: 4096, repeat: eos}
types:
  page:
    seq:
      - {id: number, type: u4}
      - {id: count, type: u2}
      - {id: free, type: u2}
    instances:
      slots: {pos: '4096 - 2 * count', type: slot, repeat: expr, repeat-expr: count}
  slot:
    seq: [{id: place, type: u2}]
    instances:
      row: {pos: place, type: row}
  row:
    seq: [{id: id, type: u4}, {id: len_name, type: u1}, {id: name, type: str, size: len_name}, {id: balance, type: s8}]
