meta:
  id: archive
  title: Drawers of folders
  endian: le
doc: >-
  A directory of drawers, each of which has pages of cards, in ascending order of their names; what a name has in common with the one
  before it is left out. A card says where a folder's notes lie, and its letters, which are compressed.
-options:
  - {id: folder, type: str, doc: Only notes of the folders with this name.}
  - {id: floor, type: int, doc: Only pages of the drawers of this floor.}
-views:
  notes:
    default: true
    each: drawers[*].drawer.pages[*].folders[*].sheet.notes[*]
    select:
      - {option: folder, equals: folders.name}
    columns:
      - {id: floor, value: drawers.floor}
      - {id: folder, value: folders.name}
      - {id: card, value: folders.card.number, type: s8}
      - {id: place, value: _index, type: s4}
      - {id: about, value: _.about, named: {in: 'drawers.drawer.pages[*].folders[*]', key: _.key, value: _.name}}
      - {id: text, value: _.text}
  letters:
    each: drawers[*].drawer.pages[*].folders[*].letters.notes[*]
    columns:
      - {id: folder, value: folders.name}
      - {id: text, value: _.text}
  contents:
    each: drawers[*]
    columns:
      - {id: floor, value: _.floor}
      - {id: folders, type: s4, count: {in: '_.drawer.pages[*].folders[*]'}}
      - {id: named, type: s4, count: {in: '_.drawer.pages[*].folders[*]', where: '_.card.name[0] == 0x6e'}}
  rooms:
    each: drawers[*].drawer.pages[*]
    order-by: drawers.floor
    select:
      - {option: floor, equals: drawers.floor}
    columns:
      - {id: floor, value: drawers.floor}
      - {id: page, value: _.i}
      - {id: written, type: u1, count: {in: 'drawers.drawer.pages[*].folders[*]', where: _.card.ofs_sheet != 0}}
seq:
  - {id: num_drawers, type: u1}
  - {id: drawers, type: drawer_ref, repeat: expr, repeat-expr: num_drawers}
types:
  drawer_ref:
    seq:
      - {id: floor, type: s1}
      - {id: ofs_drawer, type: u2}
      - {id: len_drawer, type: u2}
    instances:
      drawer: {pos: ofs_drawer, size: len_drawer, type: drawer}
  drawer:
    seq:
      - {id: num_slips, type: u1}
      - {id: slips, type: slip, repeat: expr, repeat-expr: num_slips}
    instances:
      pages: {pos: 0, type: folder_page(_index), repeat: expr, repeat-expr: num_slips}
  slip:
    seq:
      - {id: ofs_page, type: u2}
      - {id: len_page, type: u2}
    instances:
      page: {pos: ofs_page, size: len_page, type: page}
  page:
    seq:
      - {id: cards, size: _io.size - 4, type: cards}
      - {id: crc, type: u4, -checksum: {algorithm: crc32c, from: cards, to: cards}}
  cards:
    seq:
      - {id: cards, type: card(_index), repeat: eos}
  card:
    params:
      - {id: i, type: s4}
    seq:
      - {id: len_same, type: u1}
      - {id: len_rest, type: u1}
      - {id: nothing, size: 0}
      - {id: name, size: len_rest, process: 'bytewright.codecs.front_coding(name_before, len_same)'}
      - {id: number, type: u8}
      - {id: ofs_sheet, type: u2}
      - {id: len_sheet, type: u2}
      - {id: ofs_letters, type: u2}
      - {id: len_letters, type: u2}
    instances:
      name_before: {value: 'i == 0 ? nothing : _parent.cards[i - 1].name'}
  folder_page:
    params:
      - {id: i, type: s4}
    instances:
      cards: {value: '_parent.slips[i].page.cards.cards'}
      folders: {pos: 0, type: 'folder(cards[_index])', repeat: expr, repeat-expr: cards.size}
  folder:
    params:
      - {id: card, type: card}
    instances:
      name: {value: 'card.name.to_s("UTF-8").substring(1, card.name.to_s("UTF-8").length)'}
      key: {value: 'card.name[0] == 0x6e ? -1 : card.number.as<s8>'}
      sheet: {io: _parent._parent._io, pos: card.ofs_sheet, size: card.len_sheet, type: sheet, if: card.ofs_sheet != 0}
      letters:
        io: _parent._parent._io
        pos: card.ofs_letters
        size: card.len_letters
        process: zlib
        type: sheet
        if: card.ofs_letters != 0
  sheet:
    seq:
      - {id: notes, type: note, repeat: eos}
  note:
    seq:
      - {id: about, type: u1}
      - {id: len_text, type: u1}
      - {id: text, size: len_text, type: str, encoding: UTF-8}
