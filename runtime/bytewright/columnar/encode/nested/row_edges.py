"""Which elements of outer lists rows belong to, many at once: what `bytewright.views.invert.row_groups` finds row by
row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from bytewright.kernels.plan.failures import Unsupported

Edges = npt.NDArray[np.int64]
_compute: Any = pc


class Level(NamedTuple):
    """Some elements of an outer list, one after another.

    Attributes:
        first: the number of the first of them.
        edges: where the elements begin that lie in each, of the list further in, and where those of the last one end.
    """

    first: int
    edges: Edges


class RowEdges(Protocol):
    """Deals rows out over the elements of outer lists."""

    def add(self, batch: pa.RecordBatch) -> int:
        """More rows; gives how many of those that haven't been taken belong to elements that no more rows do."""

    def take(self, rows: int) -> list[Level]:
        """The elements of each outer list, the outermost first, to which so many of the next rows belong: those of
        whole elements of the outermost one."""


class SaidEdges:
    """Elements that a root tells of.

    Args:
        counts: of the elements of each outer list, how many lie in each.
        rows: how many rows there are.

    Raises:
        Unsupported: it tells of more or fewer.
    """

    def __init__(self, counts: Sequence[Sequence[int]], rows: int) -> None:
        self._edges = [np.concatenate(([0], np.cumsum(each, dtype=np.int64))) for each in counts]
        self._rows = np.arange(len(self._edges[0]))
        for edges in self._edges:
            self._rows = edges[self._rows]
        if int(self._rows[-1]) != rows:
            raise Unsupported("a root that tells of other rows")
        self._taken = self._come = 0

    def add(self, batch: pa.RecordBatch) -> int:
        """See `RowEdges`."""
        self._come += int(batch.num_rows)
        return int(self._rows[self._behind(self._come)] - self._rows[self._taken])

    def take(self, rows: int) -> list[Level]:
        """See `RowEdges`."""
        first, behind = self._taken, self._behind(int(self._rows[self._taken]) + rows)
        self._taken = behind
        found = []
        for edges in self._edges:
            found.append(Level(first, edges[first : behind + 1] - edges[first]))
            first, behind = int(edges[first]), int(edges[behind])
        return found

    def _behind(self, rows: int) -> int:
        """How many elements of the outermost list have no row behind so many; those without rows belong to them."""
        return int(np.searchsorted(self._rows, rows, "right")) - 1


class FoundEdges:
    """Elements that rows tell of: rows that follow each other belong to one where what they say of it is the same, and
    the place in the innermost list goes on.

    Args:
        keys: by outer list, the numbers of the columns that show something of its elements.
        index: that of the column with the place in the innermost list; None: there is none.
    """

    def __init__(self, keys: Sequence[Sequence[int]], index: int | None) -> None:
        self._keys = keys
        self._index = index
        self._last: pa.RecordBatch | None = None
        self._begins = [np.zeros(0, np.bool_) for _ in keys]
        self._taken = [0] * len(keys)

    def add(self, batch: pa.RecordBatch) -> int:
        """See `RowEdges`.

        Raises:
            Unsupported: what rows say can't be compared.
        """
        begins = np.zeros(batch.num_rows, np.bool_)
        last, self._last = self._last, batch.slice(batch.num_rows - 1)
        for depth, numbers in enumerate(self._keys):
            for number in numbers:
                begins = begins | changes(batch.column(number), None if last is None else last.column(number))
            if self._index is not None and depth == len(self._keys) - 1:
                begins = begins | _restarts(
                    batch.column(self._index), None if last is None else last.column(self._index)
                )
            begins[:1] |= last is None
            self._begins[depth] = np.concatenate((self._begins[depth], begins))
        return int(np.flatnonzero(self._begins[0])[-1])

    def take(self, rows: int) -> list[Level]:
        """See `RowEdges`."""
        inner = np.arange(rows + 1)
        found = []
        for depth in reversed(range(len(self._keys))):
            begins = np.append(np.flatnonzero(self._begins[depth][:rows]), rows)
            found.append(Level(self._taken[depth], np.searchsorted(inner, begins)))
            self._taken[depth] += len(begins) - 1
            self._begins[depth] = self._begins[depth][rows:]
            inner = begins
        return found[::-1]


def changes(column: Any, last: Any = None) -> npt.NDArray[np.bool_]:
    """Where a column has another value than in the row before; what isn't a number is one, and null.

    Args:
        column: the column.
        last: the one of the row before the first; None: there is none.

    Raises:
        Unsupported: its values are no plain ones.
    """
    before, values = _neighbours(column, last)
    kind = values.type
    if pa.types.is_null(kind):
        return np.zeros(len(column), np.bool_)
    if pa.types.is_nested(kind):
        raise Unsupported("structures, or lists, that tell which elements rows belong to")
    same = _compute.equal(before, values).fill_null(False)
    if pa.types.is_floating(kind):
        same = _compute.or_(same, _both(_compute.is_nan, before, values))
    same = _compute.or_(same, _both(_compute.is_null, before, values))
    found: npt.NDArray[np.bool_] = ~same.to_numpy(zero_copy_only=False)
    return found


def _both(asked: Any, before: Any, values: Any) -> Any:
    return _compute.and_(asked(before).fill_null(False), asked(values).fill_null(False))


def _restarts(column: Any, last: Any) -> npt.NDArray[np.bool_]:
    """Where places don't go on."""
    before, values = _neighbours(column, last)
    if values.null_count or not pa.types.is_integer(values.type):
        raise Unsupported("places that are no numbers")
    found: npt.NDArray[np.bool_] = _compute.less_equal(values, before).to_numpy(zero_copy_only=False)
    if last is None:
        found[:1] = False
    return found


def _neighbours(column: Any, last: Any) -> tuple[Any, Any]:
    """The values of the rows before those of a column, and these."""
    arrays = [column.slice(0, 1) if last is None else last, column]
    if pa.types.is_dictionary(column.type):
        arrays = [array.dictionary_decode() for array in arrays]
    try:
        both = pa.concat_arrays(arrays)
    except pa.ArrowException as error:
        raise Unsupported(str(error)) from error
    return both.slice(0, len(column)), both.slice(1)
