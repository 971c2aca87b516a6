meta: {id: narrow, title: Narrow, endian: le}
doc: Numbers that the columns of a view can't always hold.
seq:
  - {id: items, type: item, repeat: eos}
types:
  item:
    seq:
      - {id: len_body, type: u1}
      - {id: body, type: body, size: len_body}
  body:
    seq:
      - {id: large, type: s4}
      - {id: there, type: u1}
      - {id: nanos, type: s8, -type: {timestamp: ns}}
      - {id: seconds, type: s8, -type: {timestamp: s}, if: there == 1}
-views:
  small:
    doc: Narrower than what is stored.
    default: true
    each: items[*]
    columns:
      - {id: number, value: _index, type: s1, doc: Number of the item.}
      - {id: large, value: _.body.large, type: s2, doc: A number.}
      - {id: nanos, value: _.body.nanos, doc: A time.}
      - {id: seconds, value: _.body.seconds, nullable: true, doc: A time that may be missing.}
