meta: {id: probes, title: Probes, endian: be, imports: [probe_block]}
doc: Batches of parallel vectors behind their size.
seq:
  - {id: magic, contents: PRB}
  - {id: batches, type: batch, repeat: eos}
types:
  batch:
    seq:
      - {id: len_block, type: u4}
      - {id: block, type: probe_block, size: len_block}
-views:
  rows:
    doc: One row per row of every batch.
    default: true
    each: batches[*]
    columns:
      - {id: batch, value: _index, type: s4, doc: Number of the batch.}
    view: block.rows
