meta:
  id: shops
  title: Shops and lists of what they sell
  endian: le
doc: >-
  A directory of shops, each with wares in chunks and pages of lists. A list is compressed in chunks, too; it says in which chunk of the shop
  a ware begins, and where in what that holds.
-options:
  - {id: list, type: str, doc: Only wares of the lists with this name.}
-views:
  wares:
    default: true
    each: shops[*].shop.pages[*].lists[*].sheet.refs[*]
    select:
      - {option: list, equals: lists.name}
    columns:
      - {id: shop, value: shops.ofs_shop}
      - {id: list, value: lists.name}
      - {id: place, value: _index, type: s4}
      - {id: rank, value: _.rank}
      - {id: text, value: _.found.ware.text}
      - {id: price, value: _.found.ware.price, type: s8}
seq:
  - {id: num_shops, type: u1}
  - {id: shops, type: shop_ref, repeat: expr, repeat-expr: num_shops}
types:
  shop_ref:
    seq:
      - {id: ofs_shop, type: u2}
      - {id: len_shop, type: u2}
    instances:
      shop: {pos: ofs_shop, size: len_shop, type: shop}
  shop:
    seq:
      - {id: len_tail, type: u1}
      - {id: num_slips, type: u1}
      - {id: slips, type: slip, repeat: expr, repeat-expr: num_slips}
    instances:
      pages: {pos: 0, type: list_page(_index), repeat: expr, repeat-expr: num_slips}
  slip:
    seq:
      - {id: ofs_page, type: u2}
      - {id: len_page, type: u2}
    instances:
      page: {pos: ofs_page, size: len_page, type: page}
  page:
    seq:
      - {id: entries, type: entry, repeat: eos}
  entry:
    seq:
      - {id: ofs_sheet, type: u2}
      - {id: len_sheet, type: u2}
      - {id: name, type: strz, encoding: UTF-8}
  list_page:
    params:
      - {id: i, type: s4}
    instances:
      entries: {value: '_parent.slips[i].page.entries'}
      lists: {pos: 0, type: 'list(entries[_index])', repeat: expr, repeat-expr: entries.size}
  list:
    params:
      - {id: entry, type: entry}
    instances:
      name: {value: entry.name}
      sheet:
        io: _parent._parent._io
        pos: entry.ofs_sheet
        size: entry.len_sheet
        process: bytewright.codecs.snappy_chunks(16)
        type: sheet
        if: entry.ofs_sheet != 0
  sheet:
    seq:
      - {id: refs, type: ref, repeat: until, repeat-until: _io.size - _io.pos <= 1}
      - {id: end, contents: [0]}
  ref:
    seq:
      - {id: rank, type: s1}
      - {id: position, type: s4}
      - {id: offset, type: u1}
    instances:
      shop: {value: _parent._parent._parent._parent}
      found:
        io: shop._io
        pos: position
        size: shop._io.size - shop.len_tail - position
        process: bytewright.codecs.snappy_chunks(16)
        type: ware_at(offset)
        -role: again
  ware_at:
    params:
      - {id: offset, type: u1}
    seq:
      - {size: offset}
      - {id: ware, type: ware}
  ware:
    seq:
      - {id: price, type: u8}
      - {id: len_text, type: u1}
      - {id: text, size: len_text, type: str, encoding: UTF-8}
