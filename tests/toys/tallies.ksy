meta: {id: tallies, endian: le}
doc: Records of numbers in groups of seven bits, sizes and counts among them.
seq:
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: len, type: uvar}
      - {id: body, type: body, size: len.value}
  body:
    seq:
      - {id: number, type: uvar}
      - {id: is_split, type: u1, valid: {max: 1}}
      - {id: second, type: uvar, if: is_split == 1}
      - {id: len_name, type: uvar}
      - {id: name, type: str, size: len_name.value, encoding: UTF-8}
      - {id: num_marks, type: uvar}
      - {id: marks, type: mark, repeat: expr, repeat-expr: num_marks.value}
  mark:
    seq:
      - {id: at, type: uvar}
      - {id: weight, type: s4}
  uvar:
    -show: {value: value}
    seq:
      - {id: groups, type: group(_index), repeat: until, repeat-until: not _.more}
    instances:
      value: {value: groups.last.value}
    types:
      group:
        params: [{id: i, type: s4}]
        seq:
          - {id: more, type: b1}
          - {id: low, type: b7, valid: {max: 'i < 9 ? 127 : 1'}}
        instances:
          value: {value: '(i == 0 ? 0 : _parent.groups[i - 1].value.as<u8>) + (low.as<u8> << (7 * i))'}
