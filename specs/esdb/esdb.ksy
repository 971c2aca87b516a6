meta:
  id: esdb
  title: ESDB
  file-extension: esdb
  license: CC0-1.0
  endian: le
  imports:
    - /common/uvarint
    - sstable
doc: >-
  Events of customer.io's event store, in the layout of its design document (June 2014): blocks of events, each sorted into
  groupings and linked into indexes. A table at the end of the file says where the blocks lie, one at the end of each block
  where its groupings lie and its indexes begin. Files of later versions are of the format esdb_spaces.
-samples:
  - samples/empty_db.esdb
  - samples/empty_values.esdb
  - samples/tiny_indexed.esdb
  - samples/timestamps.esdb
  - samples/readme_example.esdb
-made-of:
  added:
    arrow: true
    doc: Events as they are added, in any order.
    with: esdb_tables:blocks
    columns: {block: str, timestamp: s8, data: bytes, grouping: str, indexes: 'str[]'}
-options:
  - {id: block, type: str, doc: Only events of the block with this id.}
  - {id: grouping, type: str, doc: Only events of the groupings with this name.}
  - {id: index, type: str, doc: Only events of the indexes with this name.}
-views:
  events:
    doc: One row per event, in the order in which they are stored.
    default: true
    each: pages[*].blocks[*].block.pages_of_block[*].sections[*].group.events[*]
    where: _.len.value != 0
    order-by: blocks.offset
    select:
      - {option: block, equals: blocks.entry.key, through: pages.last_key}
      - {option: grouping, key: '"g" + grouping', equals: sections.entry.key, through: pages_of_block.last_key}
    columns:
      - {id: block, value: blocks.name, doc: Id of the block.}
      - {id: grouping, value: sections.name, doc: Name of the grouping.}
      - {id: position, value: _index, type: s4, doc: 'Place of the event in the grouping, from 0.'}
      - {id: timestamp, type: s8, doc: When it happened. The format doesn't store that.}
      - {id: data, value: _.body.data, nullable: false, doc: The event.}
      - id: links
        doc: Its place in each of its indexes.
        each: _.body.links[*]
        columns:
          - id: index
            value: _.key.value
            named: {in: 'blocks.block.pages_of_block[*].sections[*]', key: _.index_key, value: _.name}
            doc: Name of the index.
          - {id: previous, value: _.previous, type: s8, doc: 'Where the event before it begins in the block, 0 where there is none.'}
          - {id: next, value: _.next, type: s8, doc: 'Where the event after it begins, 0 where there is none.'}
  index_events:
    doc: One row per event of an index, the oldest first.
    each: pages[*].blocks[*].block.pages_of_block[*].sections[*].chain[*]
    order-by: blocks.offset
    select:
      - {option: block, equals: blocks.entry.key, through: pages.last_key}
      - {option: index, key: '"i" + index', equals: sections.entry.key, through: pages_of_block.last_key}
    columns:
      - {id: block, value: blocks.name, doc: Id of the block.}
      - {id: index, value: sections.name, doc: Name of the index.}
      - {id: position, value: _index, type: s4, doc: 'Place of the event in the index, from 0.'}
      - {id: timestamp, type: s8, doc: When it happened. The format doesn't store that.}
      - {id: data, value: _.event.body.data, nullable: false, doc: The event.}
  blocks:
    doc: One row per block.
    each: pages[*].blocks[*]
    order-by: _.offset
    select:
      - {option: block, equals: _.entry.key, through: pages.last_key}
    columns:
      - {id: block, value: _.name, doc: Its id.}
      - {id: offset, value: _.offset, doc: Where it begins.}
      - {id: length, value: _.len, doc: Its size in bytes.}
      - {id: groupings, type: s4, count: {in: '_.block.pages_of_block[*].sections[*]', where: _.is_group}, doc: How many groupings it has.}
      - {id: indexes, type: s4, count: {in: '_.block.pages_of_block[*].sections[*]', where: not _.is_group}, doc: How many indexes it has.}
instances:
  pages:
    pos: 0
    type: block_page(_index)
    repeat: expr
    repeat-expr: index.pages.size
    doc: The blocks that each page of the table names.
  index:
    pos: _io.size - 8 - len_index
    size: len_index
    type: sstable
    doc: Where the blocks lie, by their ids.
  len_index:
    pos: _io.size - 8
    type: s8
    valid:
      min: 48
      max: 'is_log ? 47 : _io.size - 8'
    -hint: The file is cut off, or another one. The append logs that begin with ESDBstream are not read.
    doc: Size of the table of blocks.
  head:
    pos: 0
    size: 10
    if: _io.size >= 10
    -role: again
    doc: What the file begins with.
  is_log:
    value: '_io.size >= 10 and head == [0x45, 0x53, 0x44, 0x42, 0x73, 0x74, 0x72, 0x65, 0x61, 0x6d]'
    doc: Whether it is an append log, which is another format.
types:
  block_page:
    doc: The blocks that a page of the table names.
    params:
      - id: i
        type: s4
        doc: Number of the page.
    instances:
      last_key:
        value: _root.index.pages[i].last_key
        doc: An id that none of the page's is above.
      entries:
        value: _root.index.pages[i].block.body.entries.entries
        doc: What the page holds.
      blocks:
        pos: 0
        type: block_ref(entries[_index])
        repeat: expr
        repeat-expr: entries.size
        doc: The blocks.
  block_ref:
    doc: A block, as the table names it.
    params:
      - id: entry
        type: sstable::entry
        doc: Its entry in the table.
    instances:
      name:
        value: entry.key.to_s("UTF-8")
        doc: Its id.
      location:
        io: entry.value._io
        pos: 0
        type: location
        doc: Where it lies.
      offset:
        value: location.offset
        doc: Where it begins.
      len:
        value: location.len
        doc: Its size in bytes.
      block:
        io: _root._io
        pos: location.offset
        size: location.len
        type: block
        doc: The block.
  location:
    doc: Where a block lies.
    seq:
      - id: offset
        type: s8
        doc: Where it begins in the file.
      - id: len
        type: s8
        doc: Its size in bytes.
  block:
    doc: Events under one id.
    seq:
      - id: magic
        contents: [42]
        doc: What every block begins with.
    instances:
      pages_of_block:
        pos: 0
        type: section_page(_index)
        repeat: expr
        repeat-expr: index.pages.size
        doc: The groupings and indexes that each page of the table names.
      index:
        pos: _io.size - 4 - len_index
        size: len_index
        type: sstable
        doc: Where groupings lie, and indexes begin, by their names.
      len_index:
        pos: _io.size - 4
        type: s4
        valid:
          min: 48
          max: _io.size - 4
        -hint: It may be a file of the format esdb_spaces.
        doc: Size of the table of the block.
  section_page:
    doc: The groupings and indexes that a page of the table names.
    params:
      - id: i
        type: s4
        doc: Number of the page.
    instances:
      last_key:
        value: _parent.index.pages[i].last_key
        doc: A key that none of the page's is above.
      entries:
        value: _parent.index.pages[i].block.body.entries.entries
        doc: What the page holds.
      sections:
        pos: 0
        type: section(entries[_index])
        repeat: expr
        repeat-expr: entries.size
        doc: The groupings and indexes.
  section:
    doc: A grouping, or an index.
    params:
      - id: entry
        type: sstable::entry
        doc: Its entry in the table of the block.
    instances:
      is_group:
        value: entry.key[0] == 0x67
        doc: Whether it is a grouping.
      index_key:
        value: 'is_group ? -1 : ends.key.value.as<s8>'
        doc: Its number, if it is an index.
      name:
        value: entry.key.to_s("UTF-8").substring(1, entry.key.to_s("UTF-8").length)
        doc: Its name.
      ends:
        io: entry.value._io
        pos: 0
        type: ends
        doc: Where it begins and ends.
      group:
        io: _parent._parent._io
        pos: ends.first
        type: group
        if: is_group
        doc: The events of a grouping.
      chain:
        io: _parent._parent._io
        pos: 0
        type: step(_index)
        repeat: until
        repeat-until: _.next == 0
        if: not is_group
        -role: again
        -valid: {unique: _.offset}
        doc: The events of an index.
      first_event:
        io: _parent._parent._io
        pos: ends.first
        type: event(_parent._parent)
        -role: again
        doc: The first event.
      last_event:
        io: _parent._parent._io
        pos: ends.last
        type: event(_parent._parent)
        -role: again
        doc: The last event.
  ends:
    doc: Where a grouping or an index begins and ends.
    seq:
      - id: key
        type: uvarint
        doc: Its number, which links name.
      - id: first
        type: u8
        -default: 0
        doc: Where its first event begins, counted from the beginning of the block.
      - id: last
        type: u8
        -default: 0
        doc: Where its last event begins.
  group:
    doc: Events one after another, the newest first.
    seq:
      - id: events
        type: event(_parent._parent._parent)
        repeat: until
        repeat-until: _.len.value == 0
        valid:
          expr: _.len.value != 0 or events[0].len.value != 0
        doc: The events, and an empty one behind them.
  event:
    doc: An event; an empty one ends a grouping.
    params:
      - id: block
        type: block
        doc: The block that it lies in.
    seq:
      - id: len
        type: uvarint
        doc: Size of what follows.
      - id: body
        size: len.value
        type: event_body(block)
        if: len.value != 0
        doc: What follows.
  event_body:
    doc: What an event holds.
    params:
      - id: block
        type: block
        doc: The block that it lies in.
    seq:
      - id: len_data
        type: uvarint
        doc: Size of the data.
      - id: data
        size: len_data.value
        doc: The data.
      - id: num_links
        type: u1
        doc: How many indexes the event is in.
      - id: links
        type: link(block)
        repeat: expr
        repeat-expr: num_links
        doc: Its place in each of them.
  link:
    doc: The place of an event in an index.
    params:
      - id: block
        type: block
        doc: The block that it lies in.
    seq:
      - id: key
        type: uvarint
        doc: Number of the index.
      - id: previous
        type: u8
        -default: 0
        doc: Where the event before it begins, counted from the beginning of the block; 0 where there is none.
      - id: next
        type: u8
        -default: 0
        doc: Where the event after it begins; 0 where there is none.
    instances:
      event_before:
        io: block._io
        pos: previous
        type: event(block)
        if: previous != 0
        -role: again
        doc: The event before it.
      event_after:
        io: block._io
        pos: next
        type: event(block)
        if: next != 0
        -role: again
        doc: The event after it.
  step:
    doc: An event of an index.
    params:
      - id: i
        type: s4
        doc: Number of the event in the index.
    instances:
      offset:
        value: 'i == 0 ? _parent.ends.first : _parent.chain[i - 1].next.as<u8>'
        doc: Where the event begins.
      event:
        io: _parent._parent._parent._io
        pos: offset
        type: event(_parent._parent._parent)
        -role: again
        doc: The event.
      key:
        value: _parent.ends.key.value
        doc: Number of the index.
      link_at:
        value: find_link.last.k
        -find: {in: event.body.links, where: _.key.value == key}
        doc: Which of the event's links is that of the index.
      find_link:
        -role: internal
        pos: 0
        type: link_probe(_index)
        repeat: until
        repeat-until: _.hit or _.k == event.body.num_links - 1
      next:
        value: event.body.links[link_at].next
        doc: Where the next event begins; 0 where there is none.
  link_probe:
    -role: internal
    params:
      - id: k
        type: s4
    instances:
      hit:
        value: _parent.event.body.links[k].key.value == _parent.key
