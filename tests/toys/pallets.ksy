meta:
  id: pallets
  title: Quantities whose groups are shown
  endian: le
  bit-endian: be
doc: Integers that groups of bits spell, and the groups.
-views:
  rows:
    doc: What they are made of.
    each: pallets[*]
    columns:
      - {id: pieces, value: _.pieces.value}
      - {id: last, value: _.pieces.groups.last.low}
      - {id: weight, value: _.weight}
seq:
  - {id: pallets, type: pallet, repeat: eos}
types:
  pallet:
    seq:
      - {id: pieces, type: summed}
      - {id: weight, type: u1}
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
      value: {value: 'groups[0].low + (len >= 2 ? groups[1].low << 7 : 0)'}
