meta:
  id: chests
  title: Lists that end where an element says so
  endian: be
  encoding: UTF-8
doc: >-
  A record has a number in groups of seven bits, the highest first, as many numbers as it says by its last one, and parcels with a kind
  in letters; what they hold lies in as many bytes as such a number says.
seq:
  - {id: chests, type: chest, repeat: eos}
types:
  chest:
    seq:
      - {id: number, type: groups}
      - {id: marks, type: u1, repeat: until, repeat-until: _ == 0}
      - {id: parcels, type: parcel, repeat: until, repeat-until: _.kind == "END!" or _index == 6}
      - {id: some, type: strz, repeat: until, repeat-until: '_ == "-"', if: number.value % 2 == 1}
  groups:
    seq:
      - {id: groups, type: group, repeat: until, repeat-until: not _.more}
    instances:
      last: {value: groups.size - 1}
      value:
        value: >-
          groups[last].bits
          + (last >= 1 ? groups[last - 1].bits << 7 : 0)
          + (last >= 2 ? groups[last - 2].bits << 14 : 0)
  group:
    seq:
      - {id: more, type: b1}
      - {id: bits, type: b7}
  parcel:
    seq:
      - {id: kind, type: str, size: 4}
      - {id: len_body, type: groups}
      - id: body
        size: len_body.value
        type:
          switch-on: kind
          cases:
            '"TEXT"': text
            '"NUMS"': numbers
            '"END!"': end
  text:
    seq:
      - {id: words, type: strz, repeat: until, repeat-until: _io.eof}
  numbers:
    seq:
      - {id: first, type: s2, if: not _io.eof}
      - {id: others, type: u4, repeat: eos}
  end:
    seq:
      - {id: mark, type: strz, valid: {any-of: ['"ok"', '""', '"fine, thanks"']}}
