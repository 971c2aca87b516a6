meta: {id: names, title: "LEB128 numbers, as lengths of the texts behind them", endian: le, encoding: UTF-8}
seq:
  - {id: entries, type: entry, repeat: eos}
types:
  entry:
    seq:
      - {id: key, type: number}
      - {id: len_name, type: number}
      - {id: name, type: str, size: len_name.value}
      - {id: score, type: number}
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
