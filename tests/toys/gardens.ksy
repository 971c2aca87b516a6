meta:
  id: gardens
  title: Gardens whose beds have what not all have, at the end of elements of lists
  license: CC0-1.0
  endian: le
  encoding: UTF-8
seq:
  - {id: is_marked, type: u1}
  - {id: gardens, type: garden, repeat: eos}
types:
  garden:
    seq:
      - {id: len_plan, type: u1}
      - {id: num_paths, type: u1}
      - {id: plan, type: plan, size: len_plan}
      - {id: crc, type: u4, if: len_plan != 0, -checksum: {algorithm: crc32, from: plan, to: plan}}
      - {id: num_signs, type: u1}
      - {id: signs, type: sign, repeat: expr, repeat-expr: num_signs}
      - {id: keeper, type: keeper, if: num_signs > 1}
  plan:
    seq:
      - {id: color, type: u1, if: _parent.len_plan != 0}
      - {id: paths, type: path, repeat: expr, repeat-expr: _parent.num_paths}
      - {id: beds, type: bed, repeat: eos}
  path:
    seq:
      - {id: kind, type: u1}
      - {id: name, type: strz, if: kind > 2}
      - {id: length, type: number, if: kind == 1}
  bed:
    seq:
      - {id: num_plants, type: u1}
      - {id: plants, type: path, repeat: expr, repeat-expr: num_plants}
  sign:
    seq:
      - {id: mark, type: u2, if: _root.is_marked == 1}
      - {id: text, type: strz}
  keeper:
    seq:
      - {id: num_tools, type: u1}
      - {id: tools, type: tool, repeat: expr, repeat-expr: num_tools, -type: {map: {key: _.name.text, value: _.count}}}
  tool:
    seq:
      - {id: name, type: name}
      - {id: count, type: u1}
  name:
    seq:
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text}
  number:
    -show: {value: value}
    seq:
      - {id: groups, type: group, repeat: until, repeat-until: not _.has_next}
    instances:
      value: {value: 'groups[0].low + (groups.size > 1 ? groups[1].low << 7 : 0)'}
  group:
    seq:
      - {id: has_next, type: b1}
      - {id: low, type: b7}
