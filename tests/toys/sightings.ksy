meta:
  id: sightings
  title: Sightings, of which each value may be missing
  endian: le
  encoding: UTF-8
doc: Records with a length; flags say what each has. One column of every kind.
-views:
  rows:
    default: true
    doc: One row per sighting.
    each: sightings[*]
    columns:
      - {id: id, value: _.body.id, nullable: true}
      - {id: count, value: _.body.count, nullable: true}
      - {id: moment, value: _.body.moment, nullable: true}
      - {id: ratio, value: _.body.ratio, nullable: true}
      - {id: part, value: _.body.part, nullable: true}
      - {id: kind, value: _.body.kind, nullable: true}
      - {id: name, value: _.body.name, nullable: true}
      - {id: place, value: _.body.place, nullable: true}
      - {id: num_marks, value: _.body.num_marks}
      - {id: marks, value: _.body.marks}
      - {id: rest, value: _.body.rest}
      - {id: is_odd, value: _.body.is_odd}
      - {id: twice, value: _.body.twice, nullable: true}
seq:
  - {id: sightings, type: sighting, repeat: eos}
types:
  sighting:
    seq:
      - {id: len_body, type: u2}
      - {id: body, type: body, size: len_body}
  body:
    seq:
      - {id: flags, type: u2}
      - {id: id, type: s8, if: flags & 1 != 0}
      - {id: count, type: u8, if: flags & 2 != 0}
      - {id: moment, type: s8, if: flags & 4 != 0, -type: {timestamp: ms}}
      - {id: ratio, type: f8, if: flags & 8 != 0}
      - {id: part, type: f4, if: flags & 16 != 0}
      - {id: kind, type: u1, enum: kind, if: flags & 32 != 0}
      - {id: len_name, type: u1, if: flags & 64 != 0}
      - {id: name, type: str, size: len_name, if: flags & 64 != 0}
      - {id: place, type: place, if: flags & 128 != 0}
      - {id: num_marks, type: u1}
      - {id: marks, type: u1, repeat: expr, repeat-expr: num_marks}
      - {id: rest, size-eos: true}
    instances:
      is_odd: {value: flags % 2 == 1}
      twice: {value: id * 2 + num_marks, if: flags & 1 != 0}
  place:
    seq:
      - {id: x, type: s2}
      - {id: y, type: u1, valid: {max: 200}, if: x > 0}
enums:
  kind: {0: bird, 1: fox, 7: owl}
