"""Which of its file's structures a row belongs to.

Rows say it by numbers that count the structures of a file. A partition of a DataFrame has rows of many files, or some
rows of one; so the numbers tell only which rows belong together, and in which order. In each file they count anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.errors import WriteError
from bytewright.views.layout import FixedColumn

if TYPE_CHECKING:
    from bytewright.views.layout import Layout

Numbers = npt.NDArray[np.int64]


def columns_of(layout: Layout) -> list[FixedColumn]:
    """The columns that say which structure a row belongs to, from the outside in."""
    fixed = (column for column in layout.columns if isinstance(column, FixedColumn))
    return sorted((column for column in fixed if column.column.path == ("index",)), key=lambda column: column.level)


def numbered(table: pa.Table, layout: Layout) -> pa.Table:
    """The rows of a file with numbers that count from 0.

    Where there are no such numbers, all rows belong to one structure, or each to one if a structure is a row.

    Raises:
        WriteError: there is no number, or two rows of one structure that is a row; the field is the row and column.
    """
    outer = np.zeros(table.num_rows, np.int64)
    for column in columns_of(layout):
        is_row = column.level == len(layout.levels) - 1 and layout.levels[column.level].rows is None
        if column.name in table.schema.names:
            given = _given(table[column.name], column.name)
        else:
            given = np.arange(table.num_rows) if is_row else np.zeros(table.num_rows, np.int64)
        numbers, outer, again = _counted(outer, given)
        if is_row and len(again):
            number = int(again.min())
            raise WriteError(
                field=f"rows[{number}].{column.name}",
                expected="a number that no other row of the file has",
                found=str(given[number]),
            )
        table = _with(table, column.name, pa.array(numbers))
    return table


def _given(column: Any, name: str) -> Numbers:
    values = column.cast(pa.int64())
    bad = next((i for i, value in enumerate(values.to_pylist()) if value is None or value < 0), None)
    if bad is not None:
        raise WriteError(field=f"rows[{bad}].{name}", expected="a number from 0", found=str(values[bad].as_py()))
    found: Numbers = values.to_numpy()
    return found


def _counted(outer: Numbers, given: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """The place of each value among those of the same outer structure; a number for each pair of both; and the rows
    whose pair another row has before."""
    order = np.lexsort((given, outer))
    outer, given = outer[order], given[order]
    starts = np.diff(outer, prepend=-1) != 0
    new = starts | (np.diff(given, prepend=-1) != 0)
    pairs = np.cumsum(new) - 1
    places = pairs - np.maximum.accumulate(np.where(starts, pairs, 0))
    back = np.empty_like(order)
    back[order] = np.arange(len(order))
    return places[back], pairs[back], order[~new]


def _with(table: pa.Table, name: str, values: Any) -> pa.Table:
    if name not in table.schema.names:
        return table.append_column(name, values)
    return table.set_column(table.schema.get_field_index(name), name, values)
