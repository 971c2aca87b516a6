meta: {id: numbers, endian: be}
seq:
  - {id: a, type: u1}
  - {id: b, type: s2}
  - {id: c, type: u4le}
  - {id: d, type: s8le}
  - {id: e, type: f4le}
  - {id: f, type: f8}
  - {id: g, type: u4le}
  - {id: h, type: b24}
  - {id: i, type: b24le}
  - {id: j, type: s2}
  - {id: k, type: b40}
  - {id: l, type: u8}
  - {id: sum, type: s8}
instances:
  twice: {value: a * 2}
  half: {value: b / 2}
  rest: {value: b % 7}
  mixed: {value: 'a > 10 and b < 3 ? c & 255 : a << 2 | 1'}
  ratio: {value: e / 2.0}
