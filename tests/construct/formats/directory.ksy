meta: {id: directory, endian: le, encoding: ASCII}
seq:
  - {id: magic, contents: DIR}
  - {id: num_entries, type: u1, doc: Number of entries.}
  - {id: entries, type: entry, repeat: expr, repeat-expr: num_entries}
  - {id: ofs_comment, type: u4}
instances:
  comment: {pos: ofs_comment, type: str, terminator: 0}
types:
  entry:
    seq:
      - {id: offset, type: u4}
      - {id: size, type: u2}
    instances:
      data: {pos: offset, size: size}
