meta:
  id: esdb_spaces
  title: ESDB with spaces
  file-extension: esdb
  license: CC0-1.0
  endian: le
  imports:
    - /common/uvarint
    - sstable
doc: >-
  Events of customer.io's event store, in the layout that its code has written since September 2014: spaces of events, each sorted
  into groupings, and lists of those in each index. All are streams in chunks that are compressed one by one. A table at the end of
  the file says where the spaces lie, one at the end of each space where its streams lie. Older files are of the format esdb.
-samples:
  - samples/spaces_empty_db.esdb
  - samples/spaces_empty_values.esdb
  - samples/spaces_tiny_indexed.esdb
  - samples/spaces_timestamps.esdb
  - samples/spaces_chunk_4091.esdb
-made-of:
  added:
    arrow: true
    doc: Events as they are added, in any order; indexes are called by their name, a colon and a value.
    with: esdb_tables:spaces
    columns: {block: str, timestamp: s8, data: bytes, grouping: str, indexes: 'str[]'}
-options:
  - {id: block, type: str, doc: Only events of the space with this id.}
  - {id: grouping, type: str, doc: Only events of the groupings with this name.}
  - {id: index, type: str, doc: 'Only events of the indexes with this name, a colon and a value.'}
-views:
  events:
    doc: One row per event, in the order in which they are stored.
    default: true
    each: pages[*].spaces[*].space.pages_of_space[*].sections[*].group.events[*]
    order-by: spaces.offset
    select:
      - {option: block, equals: spaces.entry.key, through: pages.last_key}
      - {option: grouping, key: '"g" + grouping', equals: sections.entry.key, through: pages_of_space.last_key}
    columns:
      - {id: block, value: spaces.name, doc: Id of the space.}
      - {id: grouping, value: sections.name, doc: Name of the grouping.}
      - {id: position, value: _index, type: s4, doc: 'Place of the event in the grouping, from 0.'}
      - {id: timestamp, value: _.timestamp, type: s8, nullable: true, doc: When it happened.}
      - {id: data, value: _.data, doc: The event.}
      - id: links
        doc: Always empty. The format stores lists of events instead.
        columns:
          - {id: index, value: '""', doc: Name of the index.}
          - {id: previous, value: 0, type: s8, doc: Where the event before it begins.}
          - {id: next, value: 0, type: s8, doc: Where the event after it begins.}
  index_events:
    doc: One row per event of an index, the newest first.
    each: pages[*].spaces[*].space.pages_of_space[*].sections[*].references.entries[*]
    order-by: spaces.offset
    select:
      - {option: block, equals: spaces.entry.key, through: pages.last_key}
      - {option: index, key: '"i" + index', equals: sections.entry.key, through: pages_of_space.last_key}
    columns:
      - {id: block, value: spaces.name, doc: Id of the space.}
      - {id: index, value: sections.name, doc: 'Name of the index, a colon and the value.'}
      - {id: position, value: _index, type: s4, doc: 'Place of the event in the index, from 0.'}
      - {id: timestamp, value: _.found.event.timestamp, type: s8, nullable: true, doc: When it happened.}
      - {id: data, value: _.found.event.data, doc: The event.}
  sections:
    doc: One row per grouping and per index.
    each: pages[*].spaces[*].space.pages_of_space[*].sections[*]
    order-by: spaces.offset
    select:
      - {option: block, equals: spaces.entry.key, through: pages.last_key}
    columns:
      - {id: block, value: spaces.name, doc: Id of the space.}
      - {id: name, value: _.name, doc: 'Its name; of an index, its name, a colon and the value.'}
      - {id: is_grouping, value: _.is_group, doc: Whether it is a grouping.}
      - {id: offset, value: _.location.offset.value, type: s8, doc: Where it begins in the space.}
      - {id: length, value: _.location.len.value, type: s8, doc: Its size in bytes.}
  references:
    doc: 'One row per event of an index, the newest first: where the event lies.'
    each: pages[*].spaces[*].space.pages_of_space[*].sections[*].references.entries[*]
    order-by: spaces.offset
    select:
      - {option: block, equals: spaces.entry.key, through: pages.last_key}
      - {option: index, key: '"i" + index', equals: sections.entry.key, through: pages_of_space.last_key}
    columns:
      - {id: block, value: spaces.name, doc: Id of the space.}
      - {id: index, value: sections.name, doc: 'Name of the index, a colon and the value.'}
      - {id: position, value: _index, type: s4, doc: 'Place of the event in the index, from 0.'}
      - {id: chunk, value: _.position, doc: 'Where the chunk begins in which the event does, in the space.'}
      - {id: offset, value: _.offset, type: s4, doc: Where the event begins in what the chunk holds.}
      - {id: timestamp, value: _.found.event.timestamp, type: s8, nullable: true, doc: When it happened.}
      - {id: data, value: _.found.event.data, doc: The event.}
  blocks:
    doc: One row per space.
    each: pages[*].spaces[*]
    order-by: _.offset
    select:
      - {option: block, equals: _.entry.key, through: pages.last_key}
    columns:
      - {id: block, value: _.name, doc: Its id.}
      - {id: offset, value: _.offset, doc: Where it begins.}
      - {id: length, value: _.len, doc: Its size in bytes.}
      - {id: groupings, type: s4, count: {in: '_.space.pages_of_space[*].sections[*]', where: _.is_group}, doc: How many groupings it has.}
      - {id: indexes, type: s4, count: {in: '_.space.pages_of_space[*].sections[*]', where: not _.is_group}, doc: How many indexes it has.}
instances:
  pages:
    pos: 0
    type: space_page(_index)
    repeat: expr
    repeat-expr: index.pages.size
    doc: The spaces that each page of the table names.
  index:
    pos: _io.size - 8 - len_index
    size: len_index
    type: sstable
    doc: Where the spaces lie, by their ids.
  len_index:
    pos: _io.size - 8
    type: s8
    valid:
      min: 48
      max: 'is_log ? 47 : _io.size - 8'
    -hint: The file is cut off, or another one. The append logs that begin with ESDBstream are not read.
    doc: Size of the table of spaces.
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
  space_page:
    doc: The spaces that a page of the table names.
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
      spaces:
        pos: 0
        type: space_ref(entries[_index])
        repeat: expr
        repeat-expr: entries.size
        doc: The spaces.
  space_ref:
    doc: A space, as the table names it.
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
      space:
        io: _root._io
        pos: location.offset
        size: location.len
        type: space
        doc: The space.
  location:
    doc: Where a space lies.
    seq:
      - id: offset
        type: s8
        doc: Where it begins in the file.
      - id: len
        type: s8
        doc: Its size in bytes.
  space:
    doc: Events under one id.
    seq:
      - id: magic
        contents: [42]
        doc: What every space begins with.
    instances:
      pages_of_space:
        pos: 0
        type: section_page(_index)
        repeat: expr
        repeat-expr: index.pages.size
        doc: The groupings and indexes that each page of the table names.
      index:
        pos: _io.size - 8 - len_index
        size: len_index
        type: sstable
        doc: Where groupings and indexes lie, by their names.
      len_index:
        pos: _io.size - 8
        type: s8
        valid:
          min: 48
          max: _io.size - 8
        -hint: It may be a file of the format esdb.
        doc: Size of the table of the space.
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
        doc: Its entry in the table of the space.
    instances:
      is_group:
        value: entry.key[0] == 0x67
        doc: Whether it is a grouping.
      name:
        value: entry.key.to_s("UTF-8").substring(1, entry.key.to_s("UTF-8").length)
        doc: Its name.
      location:
        io: entry.value._io
        pos: 0
        type: section_location
        doc: Where it lies.
      group:
        io: _parent._parent._io
        pos: location.offset.value
        size: location.len.value
        process: bytewright.codecs.snappy_chunks(4096)
        type: group
        if: is_group
        doc: The events of a grouping.
      references:
        io: _parent._parent._io
        pos: location.offset.value
        size: location.len.value
        process: bytewright.codecs.snappy_chunks(4096)
        type: references
        if: not is_group
        doc: The events of an index.
  section_location:
    doc: Where a grouping or an index lies.
    seq:
      - id: offset
        type: uvarint
        doc: Where it begins, counted from the beginning of the space.
      - id: len
        type: uvarint
        doc: Its size in bytes.
  group:
    doc: Events one after another, the newest first.
    seq:
      - id: events
        type: event
        repeat: until
        repeat-until: _io.size - _io.pos <= 1
        doc: The events.
      - id: terminator
        contents: [0]
        doc: What every grouping ends with.
  event:
    doc: An event.
    seq:
      - id: len_data
        type: uvarint
        doc: Size of the data.
      - id: timestamp
        type: u4
        doc: When it happened, as its writer counts.
      - id: data
        size: len_data.value
        doc: The data.
  references:
    doc: Where the events of an index lie, the newest first.
    seq:
      - id: entries
        type: reference
        repeat: until
        repeat-until: _io.size - _io.pos <= 1
        doc: The events.
      - id: terminator
        contents: [0]
        doc: What every index ends with.
  reference:
    doc: Where an event lies.
    seq:
      - id: position
        type: s8
        -default: 0
        doc: Where the chunk begins that holds its first byte, counted from the beginning of the space.
      - id: offset
        type: u2
        -default: 0
        doc: Where it begins in what the chunk holds.
    instances:
      space:
        value: _parent._parent._parent._parent
        doc: The space.
      found:
        io: space._io
        pos: position
        size: space._io.size - 8 - space.len_index - position
        process: bytewright.codecs.snappy_chunks(4096)
        type: event_at(offset)
        -role: again
        doc: What lies there.
  event_at:
    doc: An event in a stream.
    params:
      - id: offset
        type: u2
        doc: Where it begins.
    seq:
      - size: offset
      - id: event
        type: event
        doc: The event.
