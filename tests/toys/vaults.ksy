meta: {id: vaults, title: Hidden notes, endian: le, encoding: UTF-8}
doc: Records with fields whose bytes are changed one by one, and with fields at places of their own in them.
seq:
  - {id: vaults, type: vault, repeat: eos}
types:
  vault:
    seq:
      - {id: len_body, type: u2}
      - {id: key, type: u1}
      - {id: body, size: len_body, process: xor(key), type: body}
  body:
    seq:
      - {id: ofs_name, type: u1}
      - {id: len_name, type: u1}
      - {id: ofs_marks, type: u1}
      - {id: num_marks, type: u1}
      - {id: len_key, type: u1}
      - {id: long_key, size: len_key}
      - {id: turned, size: 5, process: rol(num_marks)}
      - {id: back, type: note, size: 3, process: ror(3)}
      - {id: text, type: str, size: 6, process: xor(long_key)}
      - {id: fixed, size: 9, process: 'xor([1, 2, 0xff, 0x80])'}
      - {id: rest, size-eos: true}
    instances:
      name: {pos: ofs_name, size: len_name, type: str}
      mark: {pos: ofs_marks, type: mark}
      first: {pos: ofs_marks, type: u2}
  note:
    seq:
      - {id: kind, type: u1}
      - {id: value, type: s2}
  mark:
    seq:
      - {id: x, type: s1}
      - {id: y, type: s1}
-views:
  notes:
    each: vaults[*]
    columns:
      - {id: key, value: _.key}
      - {id: turned, value: _.body.turned}
      - {id: value, value: _.body.back.value}
      - {id: text, value: _.body.text}
      - {id: fixed, value: _.body.fixed}
  places:
    each: vaults[*]
    columns:
      - {id: name, value: _.body.name}
      - {id: mark, value: _.body.mark}
      - {id: first, value: _.body.first}
