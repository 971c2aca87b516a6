meta:
  id: absences
  title: What is asked for and may not be there
  endian: le
doc: >-
  A field whose size another one says that may be left out, a case of a switch that is asked for whatever the case is, and values that are
  there under a condition: where they aren't, only some of what asks for them is read.
seq:
  - {id: records, type: record, repeat: eos}
types:
  record:
    seq:
      - {id: flags, type: u1}
      - {id: len_text, type: u1, if: flags & 1 != 0}
      - {id: text, size: len_text, if: flags & 3 != 0}
      - {id: kind, type: u1, valid: {max: 4}}
      - id: body
        type:
          switch-on: kind
          cases: {0: none, 1: small, 2: large, 4: u1}
      - {id: rest, size: body.as<large>.num, if: kind >= 2}
      - {id: marks, type: u1, repeat: expr, repeat-expr: twice, if: 'kind == 1 or flags & 4 != 0'}
      - {id: behind, type: u1, if: (kind != 0 or flags & 8 != 0) and more > 1}
    instances:
      twice: {value: 'body.as<small>.num * 2', if: kind == 1}
      more: {value: 'kind == 1 ? twice : 2', if: 'kind != 0'}
      odd: {value: len_text % 2 == 1, if: 'flags & 1 == 1'}
  none: {}
  small:
    seq: [{id: num, type: u1, valid: {max: 3}}]
  large:
    seq: [{id: num, type: u2, valid: {max: 7}}]
