meta:
  id: shelves
  title: Rooms of shelves
  endian: le
doc: >-
  A directory of rooms, each with a directory of shelves and of labels; on the shelves, elsewhere in the room, books stand in a row that a
  book of no pages ends. Behind them there is a register of visits, to the end of the room's bytes, and before them a diary, compressed.
-options:
  - {id: shelf, type: str, doc: Only books of the shelves with this name.}
-views:
  books:
    default: true
    each: rooms[*].room.shelves[*].row.books[*]
    where: _.pages.number != 0
    order-by: rooms.floor
    select:
      - {option: shelf, equals: shelves.name}
    columns:
      - {id: floor, value: rooms.floor}
      - {id: height, value: shelves.height, type: s8}
      - {id: shelf, value: shelves.name}
      - {id: place, value: _index, type: s4}
      - {id: pages, value: _.pages.number, type: s4}
      - {id: lent, type: s8}
      - {id: title, value: _.body.title}
      - {id: cover, value: _.body.cover}
      - id: tags
        each: _.body.tags[*]
        columns:
          - {id: label, value: _.label.number, named: {in: 'rooms.room.labels[*]', key: _.key, value: _.text}}
          - {id: since, value: _.since, type: s8}
  visits:
    each: rooms[*].room.visits.visits[*]
    columns:
      - {id: floor, value: rooms.floor}
      - {id: weight, value: rooms.room.weight}
      - {id: visit, value: _index, type: s4}
      - {id: visitor, value: _.visitor.number, type: s8}
      - {id: note, value: _.note}
  diary:
    each: rooms[*].room.diary.days[*]
    columns:
      - {id: floor, value: rooms.floor}
      - {id: day, value: _.day}
      - {id: text, value: _.text}
      - id: guests
        columns:
          - {id: name, value: '""'}
          - {id: age, value: 0, type: s4}
seq:
  - {id: num_rooms, type: u1}
  - {id: rooms, type: room_ref, repeat: expr, repeat-expr: num_rooms}
types:
  room_ref:
    seq:
      - {id: floor, type: s1}
      - {id: ofs_room, type: u2}
      - {id: len_room, type: u2}
    instances:
      room: {pos: ofs_room, size: len_room, type: room}
  room:
    seq:
      - {id: weight, type: f4}
      - {id: ofs_visits, type: u2}
      - {id: ofs_diary, type: u2}
      - {id: len_diary, type: u2}
      - {id: num_shelves, type: u1}
      - {id: shelves, type: shelf, repeat: expr, repeat-expr: num_shelves}
      - {id: num_labels, type: u1}
      - {id: labels, type: label, repeat: expr, repeat-expr: num_labels}
    instances:
      visits: {pos: ofs_visits, type: visits}
      diary: {pos: ofs_diary, size: len_diary, process: zlib, type: diary, if: len_diary != 0}
  shelf:
    seq:
      - {id: name, type: strz, encoding: UTF-8}
      - {id: height, type: u8}
      - {id: ofs_row, type: u2}
    instances:
      row: {io: _parent._io, pos: ofs_row, type: row, if: ofs_row != 0}
  label:
    seq:
      - {id: key, type: u1}
      - {id: text, type: strz, encoding: UTF-8}
  row:
    seq:
      - id: books
        type: book
        repeat: until
        repeat-until: _.pages.number == 0
        valid:
          expr: books[0].pages.number != 0 or _.pages.number != 0
  book:
    seq:
      - {id: pages, type: leb}
      - {id: len_body, type: leb, if: pages.number != 0}
      - {id: body, type: body, size: len_body.number, if: pages.number != 0}
  body:
    seq:
      - {id: title, type: strz, encoding: UTF-8}
      - {id: num_tags, type: u1}
      - {id: tags, type: tag, repeat: expr, repeat-expr: num_tags}
      - {id: cover, size-eos: true}
  tag:
    seq:
      - {id: label, type: leb}
      - {id: since, type: u8}
  visits:
    seq:
      - {id: visits, type: visit, repeat: eos}
  visit:
    seq:
      - {id: visitor, type: leb}
      - {id: len_note, type: u1}
      - {id: note, size: len_note, type: str, encoding: UTF-8}
  diary:
    seq:
      - {id: days, type: day, repeat: until, repeat-until: _io.pos >= _io.size - 2}
      - {id: end, contents: [0xfe, 0xff]}
  day:
    seq:
      - {id: day, type: s2}
      - {id: len_text, type: leb}
      - {id: text, size: len_text.number, type: str, encoding: UTF-8}
  leb:
    seq:
      - {id: parts, type: part(_index), repeat: until, repeat-until: not _.more}
    instances:
      number: {value: parts.last.sum}
  part:
    params:
      - {id: n, type: s4}
    seq:
      - {id: more, type: b1}
      - {id: bits, type: b7}
    instances:
      sum: {value: '(n == 0 ? 0 : _parent.parts[n - 1].sum.as<u8>) | (bits.as<u8> << (7 * n))'}
