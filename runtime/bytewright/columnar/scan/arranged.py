"""Views of one list whose elements are sorted, or chosen by options: rows of the plain list, of which those that are
chosen are sorted when all are there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bytewright.codec.settings import Settings
from bytewright.columnar.scan.object_columns import made_by_objects
from bytewright.errors import ReadError
from bytewright.kernels.plan import Number, Piece, RegionFrame, RowPlan, WholeFrame
from bytewright.kernels.plan.types import arrow_type
from bytewright.schema.lookups import sought_in
from bytewright.schema.value_forms import PLAIN
from bytewright.schema.view import Column as ViewColumn
from bytewright.schema.view import View
from bytewright.views.evaluate.layout import RECORD_NUMBER, FixedColumn, Layout
from bytewright.views.evaluate.malformed import Malformed
from bytewright.views.evaluate.nested_lists import is_one_of, keys_of
from bytewright.views.evaluate.steps import Steps

ORDER = "  order"
"""Name of a column that no view has: by what rows are sorted."""
_KERNEL = "  kernel"
"""Likewise: whether a row comes from the kernel."""

Rows = Iterator[pa.RecordBatch | Malformed]
Notes = list[tuple[int, str]]
Kept = Callable[[pa.RecordBatch], pa.RecordBatch]
Scan = Callable[[View, Layout, Settings, Notes, Kept, Counter[str]], Rows]


def chosen_by(place: int) -> str:
    """Likewise: what is the key of the rows that an option chooses; ``place``: which of those that choose some."""
    return f"  chosen {place}"


def is_arranged(view: View, plan: RowPlan) -> bool:
    """Whether the kernel's plan of a view is that of the plain list."""
    return (view.order is not None or bool(view.selections)) and not isinstance(plan.frame, RegionFrame)


def arranged(
    view: View,
    plan: RowPlan,
    layout: Layout,
    settings: Settings,
    steps: Steps,
    scan: Scan,
    otherwise: Rows,
    batch_rows: int,
    warnings: Notes,
    counted: Counter[str],
) -> Rows:
    """The rows of a view, as objects give them; where something is bad, these do.

    Args:
        view: the view.
        plan: that of the plain list.
        layout: the columns.
        settings: the options.
        steps: the file as objects.
        scan: rows of the plain list; some that aren't kept may be missing. It notes what is noticed, and counts by
            which engine each was made.
        otherwise: all rows, as objects make them.
        batch_rows: rows that a batch has at most.
        warnings: what is noticed goes there.
        counted: how many rows each engine gave.
    """
    plain = _plain(view, plan)
    shown = [place for place, column in enumerate(layout.columns) if column.name != RECORD_NUMBER]
    wanted = replace(layout.only(shown), levels=(plain, *layout.levels[1:]))
    wanted = replace(wanted, columns=(*wanted.columns, *_compared(view, plan)))
    noted: Notes = []
    try:
        table = _table(plain, wanted, settings, _keys(view, plain, settings, steps), scan, noted)
    except ReadError:
        table = None
    # What is noticed in fields that only objects read rests on which rows there are, and in which order.
    if table is None or (noted and made_by_objects(layout)):
        yield from otherwise
        return
    if view.order is not None:
        order = table.column(ORDER)
        if pa.types.is_floating(order.type) and pc.any(pc.is_nan(order)).as_py():
            yield from otherwise  # what such numbers come before is for objects to say
            return
        table = table.take(pc.sort_indices(order))
    warnings += noted
    made = table.column(_KERNEL).to_numpy()
    place = 0
    for batch in table.to_batches(max_chunksize=batch_rows):
        rows = batch.num_rows
        of_kernel = int(made[place : place + rows].sum())
        place += rows
        counted.update({name: n for name, n in (("columns", of_kernel), ("objects", rows - of_kernel)) if n})
        zeros = pa.array(np.zeros(rows, np.int64))
        columns = [zeros if name == RECORD_NUMBER else batch.column(name) for name in layout.schema.names]
        yield pa.RecordBatch.from_arrays(columns, schema=layout.schema)


def _plain(view: View, plan: RowPlan) -> View:
    """The view of all elements, as they are stored; one by one, if no plan takes the file for one record, as it must
    where they are told of each other."""
    one_by_one = len(view.each_path) == 1 and not isinstance(plan.frame, WholeFrame)
    field = view.each_path[0] if one_by_one else ""
    return replace(view, order=None, selections=(), each_field=field)


def _compared(view: View, plan: RowPlan) -> Iterator[FixedColumn]:
    """The columns of what is asked of elements."""
    values = {chosen_by(place): one.equals for place, one in enumerate(view.selections)}
    if view.order is not None:
        values[ORDER] = view.order.key
    columns = {column.name: column for column in plan.columns}
    for name, value in values.items():
        column = columns[name]
        assert isinstance(column, Number | Piece)
        kind, nullable = arrow_type(column.type), column.valid is not None
        made = ViewColumn(name, kind, value, nullable, per_row=False)
        yield FixedColumn(name, kind, nullable, PLAIN, 0, made)


def _keys(view: View, plain: View, settings: Settings, steps: Steps) -> dict[str, Sequence[Any]]:
    """What is looked for, by the columns that have it."""
    found: dict[str, Sequence[Any]] = {}
    for place, one in enumerate(view.selections):
        if sought_in(settings.values, one.option):
            found[chosen_by(place)] = keys_of(one, steps.root(plain), settings.values) or ()
    return found


def _table(
    plain: View, layout: Layout, settings: Settings, keys: Mapping[str, Sequence[Any]], scan: Scan, noted: Notes
) -> pa.Table:
    """All rows of the plain list that have the keys, with who made each.

    Raises:
        ReadError: something is bad.
    """

    def kept(batch: pa.RecordBatch) -> pa.RecordBatch:
        for name, sought in keys.items():
            batch = batch.filter(_chosen(batch.column(name), sought))
        return batch

    counted: Counter[str] = Counter()
    before = 0
    found: list[pa.RecordBatch] = []
    for batch in scan(plain, layout, replace(settings, mode="FAILFAST", tornTail="fail"), noted, kept, counted):
        assert not isinstance(batch, Malformed)
        of_kernel = counted["columns"] > before
        before = counted["columns"]
        batch = kept(batch)
        if batch.num_rows:
            found.append(batch.append_column(_KERNEL, pa.array(np.full(batch.num_rows, of_kernel))))
    schema = layout.schema.append(pa.field(_KERNEL, pa.bool_()))
    return pa.Table.from_batches([one.cast(schema) for one in found], schema=schema)


def _chosen(held: pa.Array[Any], keys: Sequence[Any]) -> pa.Array[Any]:
    """Of which rows the value is one of some keys."""
    fitting = [one for one in pc.unique(held).to_pylist() if is_one_of(one, keys)]
    return pc.is_in(held, value_set=pa.array(fitting, held.type))
