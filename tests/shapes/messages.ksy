meta: {id: messages, title: "Messages of several kinds, whose texts say their length in LEB128", endian: be, encoding: UTF-8}
seq:
  - {id: messages, type: message, repeat: eos}
types:
  message:
    seq:
      - {id: kind, type: u1}
      - {id: sent, type: u4}
      - id: body
        type: {switch-on: kind, cases: {1: login, 2: chat, 3: ping}}
  login: {seq: [{id: len_user, type: number}, {id: user, type: str, size: len_user.value}, {id: port, type: u2}]}
  chat: {seq: [{id: room, type: u2}, {id: len_text, type: number}, {id: text, type: str, size: len_text.value}]}
  ping: {seq: [{id: nonce, type: s8}]}
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
