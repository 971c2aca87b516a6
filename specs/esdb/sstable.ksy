meta:
  id: sstable
  title: Sorted string table
  license: CC0-1.0
  endian: le
  imports:
    - /common/uvarint
doc: >-
  Keys and values in ascending order of the keys, in the layout of LevelDB's tables without compression. It is read from its
  end: a footer says where the index lies, which says where each page of entries lies.
-samples:
  - samples/empty_db.sst
instances:
  pages:
    pos: 0
    type: page(_index)
    repeat: expr
    repeat-expr: index.body.entries.entries.size
    doc: The pages. They take no bytes themselves, but say where blocks are.
  metaindex:
    pos: footer.metaindex.offset.value
    size: footer.metaindex.len.value + 5
    type: stored_block
    doc: An empty block.
  index:
    pos: footer.index.offset.value
    size: footer.index.len.value + 5
    type: stored_block
    doc: An entry for each page, with a key that none of the page's keys is above, and none of the next page's at or below.
  footer:
    pos: _io.size - 48
    size: 48
    type: footer
    doc: The last bytes, which say where the rest lies.
types:
  footer:
    doc: Where the index lies.
    seq:
      - id: metaindex
        type: handle
        doc: Where the block of metadata lies.
      - id: index
        type: handle
        doc: Where the index lies.
      - size: 40 - _io.pos
        doc: Zeros.
      - id: magic
        contents: [0x57, 0xfb, 0x80, 0x8b, 0x24, 0x75, 0x47, 0xdb]
        doc: What every table ends with.
  handle:
    doc: A place in the table.
    seq:
      - id: offset
        type: uvarint
        doc: Where it begins, counted from the beginning of the table.
      - id: len
        type: uvarint
        doc: Its size in bytes, without the five that follow every block.
  page:
    doc: One of the blocks that hold the entries.
    params:
      - id: i
        type: s4
        doc: Number of the page.
    instances:
      last_key:
        value: _parent.index.body.entries.entries[i].key
        doc: A key that none of the page's is above.
      handle:
        io: _parent.index.body.entries.entries[i].value._io
        pos: 0
        type: handle
        doc: Where the page lies.
      block:
        pos: handle.offset.value
        size: handle.len.value + 5
        type: stored_block
        doc: Its entries.
  stored_block:
    doc: A block with its checksum.
    seq:
      - id: body
        size: _io.size - 5
        type: block
        doc: The entries.
      - id: compression
        type: u1
        valid: 0
        doc: How the block is compressed. It is not.
      - id: crc
        type: u4
        -checksum: {algorithm: crc32c-masked, from: body, to: compression}
        doc: Checksum of the block and the byte that follows it.
  block:
    doc: Entries in ascending order of their keys, and where those lie whose keys are stored whole.
    seq:
      - id: entries
        type: entries
        size: _io.size - 4 * num_restarts - 4
        doc: The entries.
      - id: restarts
        type: u4
        repeat: expr
        repeat-expr: num_restarts
        doc: Where entries lie whose keys are stored whole, counted from the beginning of the block.
    instances:
      num_restarts:
        pos: _io.size - 4
        type: u4
        doc: How many of these there are.
  entries:
    doc: Entries, one after another.
    seq:
      - id: entries
        type: entry(_index)
        repeat: eos
        doc: The entries.
  entry:
    doc: A key and its value.
    params:
      - id: i
        type: s4
        doc: Number of the entry in its block.
    seq:
      - id: len_shared
        type: uvarint
        doc: How many bytes the key has in common with the one before it.
      - id: len_unshared
        type: uvarint
        doc: Size of the rest of the key, which is all that is stored of it.
      - id: len_value
        type: uvarint
        doc: Size of the value.
      - id: nothing
        size: 0
      - id: key
        size: len_unshared.value
        process: bytewright.codecs.front_coding(previous_key, len_shared.value)
        doc: The key.
      - id: value
        type: blob
        size: len_value.value
        doc: The value.
    instances:
      previous_key:
        value: 'i == 0 ? nothing : _parent.entries[i - 1].key'
        doc: The key before this one.
  blob:
    doc: Bytes that mean something to whoever uses the table.
