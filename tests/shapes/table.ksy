meta: {id: table, title: "Rows whose layout a header decides, with LEB128 before their text", endian: le, encoding: UTF-8}
seq:
  - {id: header, type: header}
  - {id: rows, type: row, repeat: eos}
types:
  header:
    seq:
      - {id: kind, type: u1, valid: {max: 2}}
      - {id: has_time, type: u1}
      - {id: len_key, type: u2}
  row:
    seq:
      - {id: key, type: str, size: _root.header.len_key}
      - {id: time, type: u8, if: _root.header.has_time != 0}
      - id: value
        type: {switch-on: _root.header.kind, cases: {0: s4, 1: s8, 2: s2}}
      - {id: len_note, type: number}
      - {id: note, type: str, size: len_note.value}
  number:
    -show: {value: value}
    seq:
      - {id: groups, type: group(_index), repeat: until, repeat-until: not _.more}
    instances:
      value: {value: groups.last.value}
  group:
    params: [{id: i, type: s4}]
    seq:
      - {id: more, type: b1}
      - {id: low, type: b7}
    instances:
      value: {value: '(i == 0 ? 0 : _parent.groups[i - 1].value.as<u8>) + (low.as<u8> << (7 * i))'}
