meta:
  id: aresdb_redo_log
  title: AresDB redo log
  file-extension: redolog
  license: Apache-2.0
  endian: le
  imports:
    - aresdb_upsert_batch
doc: |
  The log that AresDB replays after a restart: a magic number, once per file, then upsert batches, each behind its size
  in bytes. There is no footer, count or checksum; a file of only the magic is valid and holds no batches.
-file-order: numeric
-options:
  - id: table
    type: file
    loader: aresdb_table:columns
    doc: An AresDB table schema in JSON. Columns get its names, order and types; enum columns that list their cases print them.
  - id: type
    type: str
    per: column
    doc: What a column is stored as, `type.c0=uint32`, whatever rows or files say of it.
  - id: update
    type: str
    per: column
    doc: How the values of a column combine with those already in the table, `update.c0=add`, likewise.
-views:
  rows:
    doc: One row per row of every batch, one column per column id that occurs in the file (or per column of the table).
    default: true
    each: batches[*]
    columns:
      - {id: batch, value: _index, type: s4, doc: 'Number of the batch in the file, from 0.'}
    view: body.rows
  columns:
    doc: One row per column of every batch.
    each: batches[*]
    columns:
      - {id: batch, value: _index, type: s4, doc: 'Number of the batch in the file, from 0.'}
    view: body.columns
  batches:
    doc: One row per batch, also of those without rows or columns.
    each: batches[*]
    columns:
      - {id: batch, value: _index, type: s4, doc: 'Number of the batch in the file, from 0.'}
      - {id: arrival_time, value: _.body.arrival_time, doc: 'When the batch arrived.'}
      - {id: num_rows, value: _.body.num_rows, doc: 'Number of rows of the batch.'}
      - {id: num_columns, value: _.body.num_columns, doc: 'Number of columns of the batch.'}
seq:
  - id: magic
    contents: [0xed, 0xfe, 0xda, 0xad]
    doc: 0xADDAFEED, little-endian.
  - id: batches
    type: batch
    repeat: eos
    doc: The batches, in the order in which they arrived.
types:
  batch:
    doc: One upsert batch behind its size.
    seq:
      - id: len_body
        type: u4
        valid:
          min: 32
        doc: Size of the body in bytes.
      - id: body
        type: aresdb_upsert_batch
        size: len_body
