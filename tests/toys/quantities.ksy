meta:
  id: quantities
  title: Quantities in groups of seven bits
  endian: le
  bit-endian: be
doc: Integers that groups spell, summed up one by one, of bits and of bytes, and told from group to group.
-views:
  rows:
    doc: What they are.
    default: true
    each: deliveries[*]
    columns:
      - {id: pieces, value: _.pieces.value}
      - {id: bytes_of_pieces, value: _.pieces.len}
      - {id: grams, value: _.grams.value}
      - {id: serial, value: _.serial.value, nullable: true}
      - {id: bytes_of_serial, value: _.serial.len, nullable: true}
      - {id: note, value: _.note}
seq:
  - {id: deliveries, type: delivery, repeat: eos}
types:
  delivery:
    seq:
      - {id: pieces, type: summed}
      - {id: grams, type: summed_bytes}
      - {id: serial, type: told, if: pieces.value % 2 == 1}
      - {id: len_note, type: u1}
      - {id: note, type: str, size: len_note, encoding: ASCII}
  summed:
    seq:
      - {id: groups, type: group, repeat: until, repeat-until: not _.more}
    types:
      group:
        seq:
          - {id: more, type: b1}
          - {id: low, type: b7}
    instances:
      len: {value: groups.size}
      value:
        value: >-
          groups[0].low + (len >= 2 ? groups[1].low << 7 : 0) + (len >= 3 ? groups[2].low << 14 : 0)
          + (len >= 4 ? groups[3].low << 21 : 0)
  summed_bytes:
    seq:
      - {id: parts, type: part, repeat: until, repeat-until: not _.goes_on}
    types:
      part:
        seq:
          - {id: byte, type: u1}
        instances:
          goes_on: {value: (byte & 0x80) != 0}
          bits: {value: byte & 0x7f}
    instances:
      value:
        value: 'parts[0].bits + (parts.size >= 2 ? parts[1].bits << 7 : 0)'
  told:
    seq:
      - id: groups
        type: >-
          group(_index, _index != 0 ? groups[_index - 1].sum : 0,
          _index != 0 ? (_index == 9 ? 0x8000_0000_0000_0000 : groups[_index - 1].counts * 128) : 1)
        repeat: until
        repeat-until: not _.more
    types:
      group:
        params:
          - {id: number, type: s4}
          - {id: before, type: u8}
          - {id: counts, type: u8}
        seq:
          - id: more
            type: b1
            valid: 'number == 9 ? false : more'
          - id: low
            type: b7
            valid: {max: '(number == 9 ? 1 : 127).as<u8>'}
        instances:
          sum: {value: (before + low * counts).as<u8>}
    instances:
      len: {value: groups.size}
      value: {value: groups.last.sum}
