"""The seam between tables and the kernel: everything that the rest of the runtime knows of ``bytewright.kernels``.

The kernel finds that and where a record is bad; what is wrong with it is found by reading that record again as objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow as pa

from bytewright import kernels
from bytewright.arrow import wider
from bytewright.codec import Codec
from bytewright.cursor import Cursor
from bytewright.errors import ReadError
from bytewright.kernels.cache import folder
from bytewright.kernels.failures import BadRecord
from bytewright.kernels.pivot import PivotColumn as KernelColumn
from bytewright.kernels.pivot import column_of_type, column_type
from bytewright.kernels.plan import MOST_ROWS, RowPlan
from bytewright.settings import Settings
from bytewright.source import Source
from bytewright.views.again import error_of
from bytewright.views.discovery import PivotKey, PivotKeys
from bytewright.views.evaluate import most_rows
from bytewright.views.forms import PLAIN
from bytewright.views.layout import Layout, PivotColumn, layout_of, pivot_of
from bytewright.views.steps import Steps
from bytewright.views.view import View


def refusal(codec: Codec, view: View, settings: Settings) -> str | None:
    """Why the kernel can't read this view of this format with these options; None: it can."""
    plan = (codec.row_plans or {}).get(view.name, "it was generated without a plan for the kernel")
    if not isinstance(plan, RowPlan):
        return str(plan)
    if settings.enums == "int":
        return "option enums=int"
    if settings.malformedStrings != "fail":
        return f"option malformedStrings={settings.malformedStrings}"
    pivot = pivot_of(view)
    if pivot is not None and (pivot.inverse is None or pivot.inverse.prefix is None):
        return "names of columns that are calculated in another way than text and number"
    return None


def is_warm() -> bool:
    """Whether the kernel is compiled, so that using it costs no wait."""
    return kernels.is_warm()


def warm() -> str:
    """Compile the kernel for this installation; says where it lies."""
    kernels.warm()
    return str(folder() or "memory: no folder can be written")


def discover(codec: Codec, view: View, source: Source, settings: Settings, keys: PivotKeys) -> ReadError | None:
    """Add the columns of a view's pivot to ``keys``; a bad record ends the file, and its error comes back.

    The same as `bytewright.views.discovery.discover`.
    """
    from bytewright.kernels.discover import discover as discover_columns

    pivot = pivot_of(view)
    assert pivot is not None
    assert pivot.inverse is not None
    plan = _plan(codec, view)
    prefix = pivot.inverse.prefix
    try:
        start = _start(codec, source, settings)
    except ReadError as error:
        return error
    found = discover_columns(plan, source, lambda key: f"{prefix}{key}", start=start, limits=settings.limits)
    assert plan.pivot is not None
    for column in found.columns:
        kind = column_type(plan.pivot, column)
        seen = keys.columns.get(column.key)
        if seen is None:
            keys.columns[column.key] = PivotKey(column.name, kind, pivot.forms.get(column.case, PLAIN), column.case)
            continue
        common = wider(seen.type, kind)
        if common is not None and common != seen.type:
            keys.columns[column.key] = PivotKey(seen.name, common, seen.form, column.case)
    if found.failure is None:
        keys.steps += 1
        return None
    keys.steps += found.failure.record > 0
    layout = layout_of(view, settings, keys)
    steps = Steps(codec, source, settings)
    return error_of(steps, layout, settings.limits, found.failure.offset, found.failure.record)


def scan(
    codec: Codec, view: View, source: Source, settings: Settings, layout: Layout, batch_rows: int
) -> Iterator[pa.RecordBatch]:
    """The rows of a view, with the columns of ``layout`` in its order.

    The same as `bytewright.views.evaluate.evaluate`: bounded batches, and an error only after the rows before it.
    """
    from bytewright.kernels.scan import Scan
    from bytewright.kernels.scan import Settings as Sizes

    plan = _plan(codec, view)
    pivoted = [_kernel_column(plan, column) for column in layout.columns if isinstance(column, PivotColumn)]
    found = Scan(
        plan,
        source,
        columns=layout.schema.names,
        pivot=pivoted,
        given={MOST_ROWS: most_rows(source.size, settings.limits)},
        start=_start(codec, source, settings),
        limits=settings.limits,
        settings=Sizes(batch_rows=batch_rows),
    )
    schema = layout.schema
    try:
        for batch in found:
            yield _in_order(batch, schema)
    except BadRecord as bad:
        error = error_of(Steps(codec, source, settings), layout, settings.limits, bad.offset, bad.record)
        if error is not None:
            raise error from None


def _plan(codec: Codec, view: View) -> RowPlan:
    plan = (codec.row_plans or {})[view.name]
    assert isinstance(plan, RowPlan)
    return plan


def _start(codec: Codec, source: Source, settings: Settings) -> int:
    """Where the first record begins: behind what the object reader reads before it."""
    if codec.begin is None:
        return 0
    io = Cursor.of(source, settings.limits)
    try:
        codec.begin(io)
    except ReadError as error:
        error.path = error.path or source.name
        raise
    return io.at


def _kernel_column(plan: RowPlan, column: PivotColumn) -> KernelColumn:
    assert plan.pivot is not None
    if column.labels is not None:
        count = max(column.labels, default=-1) + 1
        return KernelColumn(column.key, column.name, column.case, None, tuple(column.labels[i] for i in range(count)))
    found = column_of_type(plan.pivot, column.key, column.name, column.type)
    assert found is not None
    return found


def _in_order(batch: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
    """The columns of a batch as a schema has them; only their order and nullability may differ."""
    arrays: Sequence[Any] = [batch.column(name) for name in schema.names]
    return pa.RecordBatch.from_arrays(arrays, schema=schema)
