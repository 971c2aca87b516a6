"""Rows in Arrow, cut where the structures end that they belong to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from bytewright.taking import NotTaken

_compute: Any = pc
FEW = 1 << 14
"""Batches with fewer rows are put together."""


Rows = npt.NDArray[np.int64]
_FIRST: Rows = np.zeros(1, np.int64)


def whole_steps(batches: Iterable[pa.RecordBatch], number: int) -> Iterator[tuple[pa.RecordBatch, Rows]]:
    """The same rows, in batches that hold all rows of the structures that they have rows of; with each, where in it
    these begin.

    Rows are copied where they are in few, or belong to a structure that an earlier batch began.

    Args:
        batches: the rows.
        number: the column that says which structure a row belongs to.

    Raises:
        NotTaken: nulls in that column.
    """
    begun: list[pa.RecordBatch] = []
    for batch in _larger(batches):
        column = batch.column(number)
        ends = changes(column)
        if begun and not begun[-1].column(number)[-1].equals(column[0]):
            yield joined(begun), _FIRST
            begun = []
        if not ends.size:
            begun.append(batch)
            continue
        first, last = (int(ends[0]) if begun else 0), int(ends[-1])
        if begun:
            yield joined([*begun, batch.slice(0, first)]), _FIRST
        if last > first:
            starts = np.concatenate((_FIRST, ends[:-1])) if first == 0 else ends[:-1] - first
            yield batch.slice(first, last - first), starts
        begun = [batch.slice(last)]
    if begun:
        yield joined(begun), _FIRST


def changes(column: Any) -> Rows:
    """The rows whose value isn't that of the row before.

    Raises:
        NotTaken: there are nulls, or values that can't be compared.
    """
    return np.flatnonzero(unlike(column)) + 1


def unlike(column: Any) -> npt.NDArray[np.bool_]:
    """Of each row but the first one, whether its value isn't that of the row before.

    Raises:
        NotTaken: there are nulls, or values that can't be compared.
    """
    if column.null_count:
        raise NotTaken("nulls")
    numbers = numbers_of(column)
    if numbers is not None:
        return cast("npt.NDArray[np.bool_]", numbers[1:] != numbers[:-1])
    try:
        found = _compute.not_equal(column.slice(1), column.slice(0, max(0, len(column) - 1)))
    except pa.ArrowNotImplementedError as error:
        raise NotTaken(str(error)) from error
    return cast("npt.NDArray[np.bool_]", found.to_numpy(zero_copy_only=False, writable=True))


def numbers_of(column: Any) -> npt.NDArray[Any] | None:
    """The numbers, or moments as numbers, of a column without nulls, where they lie; None: it holds something else."""
    kind = column.type
    if pa.types.is_timestamp(kind):
        held: np.dtype[Any] = np.dtype(np.int64)
    elif pa.types.is_integer(kind) or pa.types.is_floating(kind):
        held = np.dtype(kind.to_pandas_dtype())
    else:
        return None
    memory = column.buffers()[1]
    if memory is None:
        return np.empty(0, held)
    return np.frombuffer(memory, held, len(column), column.offset * held.itemsize)


def _larger(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """Batches with rows, of which small ones are put together."""
    few: list[pa.RecordBatch] = []
    count = 0
    for batch in batches:
        if batch.num_rows >= FEW:
            if few:
                yield joined(few)
            yield batch
            few, count = [], 0
        elif batch.num_rows:
            few.append(batch)
            count += batch.num_rows
            if count >= FEW:
                yield joined(few)
                few, count = [], 0
    if few:
        yield joined(few)


def joined(batches: list[pa.RecordBatch]) -> pa.RecordBatch:
    """One batch of several, which have columns alike."""
    if len(batches) == 1:
        return batches[0]
    (whole,) = pa.Table.from_batches(batches).combine_chunks().to_batches()
    return whole
