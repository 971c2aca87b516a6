"""Rechunking: cuts batches of rows where the structures end that the rows belong to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any, cast

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from bytewright.arrow.coalesce import joined, larger
from bytewright.kernels.plan.failures import Unsupported

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


def whole_steps(
    batches: Iterable[pa.RecordBatch], number: int
) -> Iterator[tuple[pa.RecordBatch, Rows, npt.NDArray[Any]]]:
    """The same rows, in batches that hold all rows of the structures that they have rows of; with each, where in it
    these begin, and their numbers.

    Rows are copied where they are in few, or belong to a structure that an earlier batch began.

    Args:
        batches: the rows.
        number: the column that says which structure a row belongs to.

    Raises:
        Unsupported: nulls in that column, or no numbers.
    """
    begun: list[pa.RecordBatch] = []
    starts, numbers = _FIRST, np.empty(0, np.int64)
    for batch in larger(batches, FEW):
        column = batch.column(number)
        here = numbers_of(column)
        if here is None or column.null_count or not pa.types.is_integer(column.type):
            raise Unsupported("structures without numbers")
        found = np.flatnonzero(here[1:] != here[:-1]) + 1
        if not begun or numbers[-1] != here[0]:
            if begun:
                yield joined(begun), starts, numbers
            starts = np.concatenate((_FIRST, found))
            begun, numbers = [batch], here[starts]
            continue
        last = int(starts[-1])
        if last:
            yield begun[0].slice(0, last), starts[:-1], numbers[:-1]
            begun, starts, numbers = [begun[0].slice(last)], _FIRST, numbers[-1:]
        if not found.size:
            begun.append(batch)
            continue
        first = int(found[0])
        yield joined([*begun, batch.slice(0, first)]), _FIRST, numbers
        begun, starts, numbers = [batch.slice(first)], found - first, here[found]
    if begun:
        yield joined(begun), starts, numbers


def cut(batches: Iterable[pa.RecordBatch], number: int, modes: int) -> Iterator[pa.RecordBatch]:
    """The same rows, of which those of a structure belong to several where what they say of modes changes.

    Args:
        batches: the rows.
        number: the column that says which structure a row belongs to.
        modes: the column that says the modes.

    Raises:
        Unsupported: nulls in the first of these columns, or no numbers.
    """
    before: tuple[int, Any] | None = None
    more = 0
    for batch in batches:
        here, said = numbers_of(batch.column(number)), batch.column(modes)
        if here is None or batch.column(number).null_count:
            raise Unsupported("structures without numbers")
        if not len(here):
            continue
        begins = before is not None and before[0] == here[0] and before[1] != said[0].as_py()
        changed = np.concatenate(([begins], changes(said) & (here[1:] == here[:-1])))
        numbers = here + more + np.cumsum(changed)
        before, more = (int(here[-1]), said[-1].as_py()), more + int(changed.sum())
        yield batch.set_column(number, batch.schema.field(number).with_type(pa.int64()), pa.array(numbers, pa.int64()))


def changes(column: Any) -> npt.NDArray[np.bool_]:
    """Of each row but the first one, whether its map isn't that of the row before."""
    offsets = column.offsets.to_numpy()
    sizes = np.diff(offsets)
    if column.null_count or (sizes[1:] != sizes[:-1]).any():
        found = column.to_pylist()
        return np.array([one != before for before, one in pairwise(found)], np.bool_)
    inside = slice(int(offsets[0]), int(offsets[-1]))
    differs = np.zeros(max(0, len(column) - 1), np.bool_)
    for child in (column.keys, column.items):
        codes = _compute.fill_null(child[inside].dictionary_encode().indices, -1).to_numpy(zero_copy_only=False)
        rows = codes.reshape(len(column), -1)
        differs |= (rows[1:] != rows[:-1]).any(axis=1)
    return differs


def unlike(column: Any) -> npt.NDArray[np.bool_]:
    """Of each row but the first one, whether its value isn't that of the row before.

    Raises:
        Unsupported: there are nulls, or values that can't be compared.
    """
    if column.null_count:
        raise Unsupported("nulls")
    numbers = numbers_of(column)
    if numbers is not None:
        return cast("npt.NDArray[np.bool_]", numbers[1:] != numbers[:-1])
    try:
        found = _compute.not_equal(column.slice(1), column.slice(0, max(0, len(column) - 1)))
    except pa.ArrowNotImplementedError as error:
        raise Unsupported(str(error)) from error
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
