meta: {id: strips, title: Strips, endian: be, imports: [strip_body]}
doc: A log of strips, each of which says in its head which columns it has and where they lie.
-views:
  rows:
    default: true
    each: strips[*]
    columns:
      - {id: strip, value: _index, type: s4}
    view: body.rows
seq:
  - {id: magic, contents: STR}
  - {id: strips, type: strip, repeat: eos}
types:
  strip:
    seq:
      - {id: len_body, type: u4, valid: {min: 5}}
      - {id: body, type: strip_body, size: len_body}
