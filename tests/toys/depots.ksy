meta:
  id: depots
  title: Depots of parcels
  endian: le
doc: >-
  The end of a file says where its depots and its bags are listed. A depot ends with where its parcels lie, and has racks of crates; a bag
  is nothing but letters, which may be compressed.
-views:
  parcels:
    default: true
    each: depots[*].depot.parcels.parcels[*]
    columns:
      - {id: year, value: footer.year}
      - {id: town, value: depots.town}
      - {id: keeper, value: depots.depot.keeper}
      - {id: place, value: _index, type: s4}
      - {id: weight, value: _.weight}
      - {id: address, value: _.address}
  crates:
    each: depots[*].depot.racks[*].crates.crates[*]
    columns:
      - {id: town, value: depots.town}
      - {id: rack, value: racks.label}
      - {id: weight, value: _.weight}
  sorted:
    each: depots[*].depot.parcels.parcels[*]
    order-by: depots.town
    columns:
      - {id: town, value: depots.town}
      - {id: weight, value: _.weight}
  letters:
    each: bags[*].letters.letters[*]
    columns:
      - {id: year, value: footer.year}
      - {id: bag, value: bags.label}
      - {id: text, value: _.text}
  notes:
    each: bags[*].notes.letters[*]
    columns:
      - {id: bag, value: bags.label}
      - {id: text, value: _.text}
instances:
  footer: {pos: _io.size - 14, type: footer}
  depots: {pos: footer.ofs_depots, type: depot_line, repeat: expr, repeat-expr: footer.num_depots}
  bags: {pos: footer.ofs_bags, type: bag_line, repeat: expr, repeat-expr: footer.num_bags}
types:
  footer:
    seq:
      - {id: ofs_depots, type: u4}
      - {id: num_depots, type: u2}
      - {id: ofs_bags, type: u4}
      - {id: num_bags, type: u2}
      - {id: year, type: u2, valid: {min: 1900}}
  depot_line:
    seq:
      - {id: len_town, type: u1}
      - {id: town, size: len_town, type: str, encoding: UTF-8}
      - {id: ofs_depot, type: u4}
      - {id: len_depot, type: u4}
    instances:
      depot: {pos: ofs_depot, size: len_depot, type: depot}
  depot:
    seq:
      - {id: keeper, type: s2}
      - {id: num_racks, type: u1}
      - {id: racks, type: rack, repeat: expr, repeat-expr: num_racks}
    instances:
      trailer: {pos: _io.size - 4, type: trailer}
      parcels: {pos: trailer.ofs_parcels, size: trailer.len_parcels, type: parcels}
  trailer:
    seq:
      - {id: ofs_parcels, type: u2}
      - {id: len_parcels, type: u2}
  rack:
    seq:
      - {id: len_label, type: u1}
      - {id: label, size: len_label, type: str, encoding: UTF-8}
      - {id: ofs_crates, type: u2}
      - {id: len_crates, type: u2}
    instances:
      crates: {io: _parent._io, pos: ofs_crates, size: len_crates, type: crates, if: ofs_crates != 0}
  crates:
    seq:
      - {id: crates, type: crate, repeat: eos}
  crate:
    seq:
      - {id: weight, type: s4}
  parcels:
    seq:
      - {id: parcels, type: parcel, repeat: eos}
  parcel:
    seq:
      - {id: weight, type: s4}
      - {id: len_address, type: u1}
      - {id: address, size: len_address, type: str, encoding: UTF-8}
  bag_line:
    seq:
      - {id: len_label, type: u1}
      - {id: label, size: len_label, type: str, encoding: UTF-8}
      - {id: ofs_letters, type: u4}
      - {id: len_letters, type: u4}
      - {id: ofs_notes, type: u4}
      - {id: len_notes, type: u4}
    instances:
      letters: {pos: ofs_letters, size: len_letters, type: letters}
      notes: {pos: ofs_notes, size: len_notes, type: letters, process: zlib, if: len_notes != 0}
  letters:
    seq:
      - {id: letters, type: letter, repeat: eos}
  letter:
    seq:
      - {id: len_text, type: u1}
      - {id: text, size: len_text, type: str, encoding: UTF-8}
