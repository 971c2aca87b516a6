meta: {id: currents, title: Currents, endian: be, imports: [current_block]}
doc: Batches of parallel vectors, each of which has a kind and says how its values are merged with those before.
-options:
  - {id: kind, type: str, per: column, doc: Kind of a column.}
  - {id: rule, type: str, per: column, doc: How a column is merged.}
seq:
  - {id: magic, contents: CUR}
  - {id: batches, type: batch, repeat: eos}
types:
  batch:
    seq:
      - {id: len_block, type: u4}
      - {id: block, type: current_block, size: len_block}
-views:
  rows:
    doc: One row per row of every batch.
    default: true
    each: batches[*]
    columns:
      - {id: batch, value: _index, type: s4, doc: Number of the batch.}
    view: block.rows
  columns:
    doc: One row per column of every batch.
    each: batches[*]
    columns:
      - {id: batch, value: _index, type: s4, doc: Number of the batch.}
    view: block.columns
