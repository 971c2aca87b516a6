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
_NUMBERS: tuple[Any, ...] = (
    *(pa.int8(), pa.int16(), pa.int32(), pa.int64(), pa.uint8(), pa.uint16(), pa.uint32(), pa.uint64()),
    *(pa.float16(), pa.float32(), pa.float64()),
)
_HELD: dict[int, np.dtype[Any]] = {
    **{kind.id: np.dtype(kind.to_pandas_dtype()) for kind in _NUMBERS},
    pa.timestamp("s").id: np.dtype(np.int64),
}
"""What the numbers of types of Arrow are in memory."""


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
    starts = _FIRST
    for batch in _larger(batches):
        column = batch.column(number)
        ends = changes(column)
        if not begun or not _goes_on(begun[-1].column(number), column):
            if begun:
                yield joined(begun), starts
            begun, starts = [batch], np.concatenate((_FIRST, ends))
            continue
        last = int(starts[-1])
        if last:
            yield begun[0].slice(0, last), starts[:-1]
            begun, starts = [begun[0].slice(last)], _FIRST
        if not ends.size:
            begun.append(batch)
            continue
        first = int(ends[0])
        yield joined([*begun, batch.slice(0, first)]), _FIRST
        begun, starts = [batch.slice(first)], ends - first
    if begun:
        yield joined(begun), starts


def _goes_on(before: Any, column: Any) -> bool:
    """Whether the first row of a column belongs to the structure of the last one of the column before."""
    numbers, behind = numbers_of(before), numbers_of(column)
    if numbers is None or behind is None:
        return bool(before[-1].equals(column[0]))
    return bool(numbers[-1] == behind[0])


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
    held = _HELD.get(column.type.id)
    if held is None:
        return None
    memory = column.buffers()[1]
    if memory is None:
        return np.empty(0, held)
    return np.frombuffer(memory, held, len(column), column.offset * held.itemsize)


def taken(column: Any, places: Rows) -> Any:
    """Some values of a column without nulls; copied without Arrow where they are numbers, as it has much to decide."""
    numbers = numbers_of(column)
    if numbers is None:
        return column.take(places)
    return pa.Array.from_buffers(column.type, len(places), [None, pa.py_buffer(numbers[places])], 0)


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
