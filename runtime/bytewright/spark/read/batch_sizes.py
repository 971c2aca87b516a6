"""Batches of a size that suits Spark: none fills its memory, few are so small that they cost more than their rows."""

from __future__ import annotations

from collections.abc import Iterator

import pyarrow as pa

from bytewright.errors import BytewrightError
from bytewright.views.evaluate.record_batches import BATCH_BYTES, BATCH_ROWS

ENOUGH_ROWS = 32_768
"""Rows of a batch that is not worth being made larger."""
ENOUGH_BYTES = 8 << 20
"""Likewise, in bytes."""


def bounded(
    batch: pa.RecordBatch, max_rows: int = BATCH_ROWS, max_bytes: int = BATCH_BYTES
) -> Iterator[pa.RecordBatch]:
    """``batch`` in pieces of at most so many rows and bytes; a single row is never split. Nothing is copied."""
    if batch.num_rows > max_rows:
        for start in range(0, batch.num_rows, max_rows):
            yield from bounded(batch.slice(start, max_rows), max_rows, max_bytes)
    elif batch.num_rows > 1 and batch.nbytes > max_bytes:
        half = batch.num_rows // 2
        yield from bounded(batch.slice(0, half), max_rows, max_bytes)
        yield from bounded(batch.slice(half), max_rows, max_bytes)
    elif batch.num_rows:
        assert batch.num_rows <= max_rows
        assert batch.num_rows == 1 or batch.nbytes <= max_bytes
        yield batch


def coalesced(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The same rows in batches that aren't small: each costs Spark the same, however few rows it has.

    A batch that is large enough passes as it is.
    """
    waiting: list[pa.RecordBatch] = []
    rows = size = 0
    try:
        for batch in batches:
            if not waiting and batch.num_rows >= ENOUGH_ROWS:
                yield from bounded(batch)
                continue
            waiting.append(batch)
            rows += batch.num_rows
            size += batch.nbytes
            if rows >= ENOUGH_ROWS or size >= ENOUGH_BYTES:
                enough, waiting, rows, size = waiting, [], 0, 0
                yield from bounded(_one(enough))
    except BytewrightError:
        # An error comes behind the rows before it.
        if waiting:
            yield from bounded(_one(waiting))
        raise
    if waiting:
        yield from bounded(_one(waiting))


def _one(batches: list[pa.RecordBatch]) -> pa.RecordBatch:
    if len(batches) == 1:
        return batches[0]
    schema = batches[0].schema
    columns = [pa.concat_arrays([batch.column(place) for batch in batches]) for place in range(len(schema))]
    return pa.RecordBatch.from_arrays(columns, schema=schema)
