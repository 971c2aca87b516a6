"""Record batches that are put together where they are small: what is done for each takes longer than for its rows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pyarrow as pa

_LARGE = 64 << 20
"""Bytes from which on batches aren't small, however few rows they have."""


def larger(batches: Iterable[pa.RecordBatch], few: int) -> Iterator[pa.RecordBatch]:
    """Batches with rows, of which those with fewer than ``few`` are put together."""
    small: list[pa.RecordBatch] = []
    rows = size = 0
    for batch in batches:
        here = _size(batch) if batch.num_rows < few else _LARGE
        if here >= _LARGE:
            yield from _together(small)
            yield batch
            small, rows, size = [], 0, 0
        elif batch.num_rows:
            small.append(batch)
            rows += batch.num_rows
            size += here
            if rows >= few or size >= _LARGE:
                yield from _together(small)
                small, rows, size = [], 0, 0
    yield from _together(small)


def _size(batch: pa.RecordBatch) -> int:
    """Bytes of a batch; 0 where none of its columns has values of any size, as it takes a while to find out."""
    return int(batch.nbytes) if any(map(_varies, batch.schema.types)) else 0


def _varies(kind: pa.DataType) -> bool:
    try:
        return pa.types.is_dictionary(kind) or kind.bit_width < 0
    except ValueError:
        return True


def _together(batches: list[pa.RecordBatch]) -> list[pa.RecordBatch]:
    """One batch of several; themselves where Arrow can't put them together, as with dictionaries in lists."""
    try:
        return [joined(batches)] if batches else []
    except pa.ArrowException:
        return batches


def joined(batches: list[pa.RecordBatch]) -> pa.RecordBatch:
    """One batch of several, which have columns alike."""
    if len(batches) == 1:
        return batches[0]
    (whole,) = pa.Table.from_batches(batches).combine_chunks().to_batches()
    return whole
