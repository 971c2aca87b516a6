meta:
  id: wagons
  endian: le
doc: Trains of wagons, which a list in the file's own sequence names; another stands in a structure there.
-views:
  loads:
    each: wagons[*].wagon.loads[*]
    columns:
      - {id: year, value: year}
      - {id: wagon, value: wagons.name}
      - {id: weight, value: _.weight}
      - {id: what, value: _.what}
  letters:
    each: mail.bags[*].bag.letters[*]
    columns:
      - {id: bag, value: bags.number}
      - {id: text, value: _.text}
seq:
  - id: magic
    contents: TRAIN
  - id: year
    type: u2
    valid: {min: 1800}
  - id: num_wagons
    type: u1
  - id: crc
    type: u4
    -checksum: {algorithm: crc32, from: wagons, to: wagons}
  - id: wagons
    type: wagon_line
    repeat: expr
    repeat-expr: num_wagons
  - id: mail
    type: mail
types:
  wagon_line:
    seq:
      - {id: len_name, type: u1}
      - {id: name, type: str, size: len_name, encoding: UTF-8}
      - {id: ofs_wagon, type: u2}
      - {id: len_wagon, type: u2}
    instances:
      wagon:
        pos: ofs_wagon
        size: len_wagon
        type: wagon
  wagon:
    seq:
      - {id: loads, type: load, repeat: eos}
  load:
    seq:
      - {id: weight, type: u4}
      - {id: what, type: strz, encoding: ASCII}
  mail:
    seq:
      - {id: bags, type: bag_line, repeat: until, repeat-until: _.len_bag == 0}
  bag_line:
    seq:
      - {id: number, type: u1}
      - {id: ofs_bag, type: u2}
      - {id: len_bag, type: u2}
    instances:
      bag:
        pos: ofs_bag
        io: _root._io
        size: len_bag
        type: bag
  bag:
    seq:
      - {id: letters, type: letter, repeat: eos}
  letter:
    seq:
      - {id: len_text, type: u1}
      - {id: text, type: str, size: len_text, encoding: UTF-8}
