"""Which of its file's structures a row belongs to.

Rows say it by numbers that count the structures of a file. Where no column does, all rows belong to one structure, or
each to one if a structure is a row (`counted`). A partition of a DataFrame has rows of many files, or some rows of one;
so its numbers tell only which rows belong together, and in which order. In each file they count anew (`numbered`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.errors import WriteError
from bytewright.views.evaluate.layout import FixedColumn, levels_of

if TYPE_CHECKING:
    from bytewright.arrow.normalize import Batches
    from bytewright.schema.view import Column, View
    from bytewright.views.evaluate.layout import Layout

Numbers = npt.NDArray[np.int64]


def columns_of(layout: Layout) -> list[FixedColumn]:
    """The columns that say which structure a row belongs to, from the outside in."""
    fixed = (column for column in layout.columns if isinstance(column, FixedColumn))
    return sorted((column for column in fixed if column.column.path == ("index",)), key=lambda column: column.level)


def counted(schema: pa.Schema, batches: Batches, view: View) -> tuple[pa.Schema, Batches]:
    """The rows of a file with all numbers that say which structures they belong to; numbers that are there stay.

    Args:
        schema: the columns of the rows.
        batches: the rows.
        view: whose rows they are.

    Returns:
        The rows and their columns: the same where none of these numbers lacks.
    """
    places = [
        (level, column.id) for level, one in enumerate(levels_of(view)) for column in one.columns if _counts(column)
    ]
    lacking = [(level, name) for level, name in places if _is_absent(schema, batches, name)]
    if not lacking:
        return schema, batches
    levels = levels_of(view)
    if lacking == places[:1] and len(places) == 1:
        (level, name) = lacking[0]
        each = _is_row(levels, level)
        kept = schema if name not in schema.names else schema.remove(schema.get_field_index(name))
        wanted = kept.append(pa.field(name, pa.int64()))

        def completed() -> Iterator[pa.RecordBatch]:
            first = 0
            for batch in batches():
                count = batch.num_rows
                numbers = np.arange(first, first + count) if each else np.zeros(count, np.int64)
                columns = [batch.column(other) for other in kept.names]
                yield pa.RecordBatch.from_arrays([*columns, pa.array(numbers, pa.int64())], schema=wanted)
                first += count

        return wanted, completed
    table = pa.Table.from_batches(batches(), schema)
    outer = np.zeros(table.num_rows, np.int64)
    for level, name in places:
        given = _numbers_of(table, name, each=_is_row(levels, level), lacks=(level, name) in lacking)
        numbers, outer, _ = _counted(outer, given)
        if (level, name) in lacking:
            table = _with(table, name, pa.array(numbers))
    return table.schema, table.to_batches


def _counts(column: Column) -> bool:
    return column.path == ("index",)


def _is_row(levels: Sequence[View], level: int) -> bool:
    return level == len(levels) - 1 and levels[level].rows is None


def _is_absent(schema: pa.Schema, batches: Batches, name: str) -> bool:
    """Whether no row has a value in a column."""
    if name not in schema.names or pa.types.is_null(schema.field(name).type):
        return True
    rows = 0
    for batch in batches():
        if batch.column(name).null_count < batch.num_rows:
            return False
        rows += batch.num_rows
    return rows > 0


def _numbers_of(table: pa.Table, name: str, *, each: bool, lacks: bool) -> Numbers:
    if lacks:
        return np.arange(table.num_rows) if each else np.zeros(table.num_rows, np.int64)
    return _given(table[name], name)


def numbered(table: pa.Table, layout: Layout) -> pa.Table:
    """The rows of a file with numbers that count from 0.

    Raises:
        WriteError: there is no number, or two rows of one structure that is a row have one number; the field is the row
            and column.
    """
    outer = np.zeros(table.num_rows, np.int64)
    for column in columns_of(layout):
        is_row = _is_row(layout.levels, column.level)
        lacks = _is_absent(table.schema, table.to_batches, column.name)
        given = _numbers_of(table, column.name, each=is_row, lacks=lacks)
        if is_row and len(layout.levels[column.level].list_paths) > 1:  # they begin anew in each list in a list
            outer = _counted(outer, np.cumsum(np.diff(given, prepend=-1) <= 0))[1]
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
