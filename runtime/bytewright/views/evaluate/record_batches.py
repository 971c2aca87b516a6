"""A view over objects → record batches of bounded size."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from operator import attrgetter
from typing import Any

import pyarrow as pa

from bytewright.arrow.batches import batch_of
from bytewright.arrow.types import innermost, is_fixed, is_integer, row_width, wider, with_innermost
from bytewright.errors import NO_VALUE, LimitError, ReadError, ValueInvalidError, cause
from bytewright.host.gc_pause import is_crowded, relieve
from bytewright.io.decode_budget import Budget, Growth
from bytewright.limits import DEFAULT, Limits
from bytewright.model.structures import Struct, standing_for
from bytewright.objects.read.traverse import read_wholly
from bytewright.schema.arrays import UnfitError, array_of
from bytewright.schema.blame import blamed, has_field
from bytewright.schema.discovery import case_of, disagreement, last_by_key
from bytewright.schema.header_columns import Constant, agree, constant_of, header_columns
from bytewright.schema.pivots import Pivot
from bytewright.schema.properties import mismatch as mismatch_of_property
from bytewright.schema.scope import Scope
from bytewright.schema.value_forms import PLAIN, with_labels
from bytewright.schema.variant_columns import VariantValues
from bytewright.views.evaluate.decoded_tables import rows_of
from bytewright.views.evaluate.layout import CellColumn, FixedColumn, Layout, ModesColumn, PivotColumn, Shown

BATCH_ROWS = 8192
"""Rows that a record batch has at most."""
DECODED_ROWS = 262144
"""Likewise where a library makes the rows, in which a batch costs more than rows do."""
BATCH_BYTES = 16 << 20
"""Bytes that a record batch has at most, unless one row alone has more."""

Cells = list[Any]


def most_rows(size: int, limits: Limits) -> int:
    """How many rows a step gives at most, in a file of ``size`` bytes: as many as it has bits, or ``maxSteps``.

    Rows for which nothing is stored cost the input nothing: some bytes could ask for billions of them.
    """
    return max(limits.maxSteps, 8 * size)


def evaluate(
    layout: Layout,
    steps: Iterable[tuple[Scope, ...]],
    most_rows: int,
    batch_rows: int = BATCH_ROWS,
    noticed: Callable[[], list[tuple[int, str]]] = list,
) -> Iterator[pa.RecordBatch]:
    """The rows of a view.

    Args:
        layout: the columns to show, at least one.
        steps: the steps of the view; see `bytewright.views.evaluate.steps`.
        most_rows: rows that a step gives at most; see `most_rows`.
        batch_rows: rows that a batch has at most.
        noticed: gives what has been noticed so far; what was noticed behind a value that doesn't fit is taken out.

    Raises:
        ReadError: a record is bad or a value doesn't fit its column; the rows before it have been given.
    """
    decode = layout.decode
    if decode is not None:
        for scopes in steps:
            for batch in rows_of(decode, scopes[-1], layout, batch_rows):
                yield from bounded(batch)
        return
    rows = _Rows(layout, most_rows, batch_rows, noticed)
    try:
        for scopes in rows.take(iter(steps)):
            yield from rows.add(scopes)
            if rows.is_heavy(scopes) or is_crowded():
                yield from rows.flush()
                relieve()
    except ReadError:
        yield from rows.flush()
        raise
    yield from rows.flush()


_Mark = tuple[int, tuple[Scope, ...], Mapping[Any, Scope], int]
"""From which row on, of those that wait, rows are of a step; its scopes, and those of a pivot; how much had been
noticed when it had been read."""


class _Rows:
    """Rows that wait for a batch to be full."""

    def __init__(
        self, layout: Layout, most_rows: int, batch_rows: int, noticed: Callable[[], list[tuple[int, str]]]
    ) -> None:
        self._layout = layout
        self._noticed = noticed
        self._most_rows = most_rows
        self._capacity = max(1, batch_rows)
        self._schema = layout.schema
        self._cells: list[Cells] = [[] for _ in layout.columns]
        self._marks: list[_Mark] = []  # tuples: there is one for each row
        self._count = 0
        self._bytes = 0
        self._row_width = max(1, sum(row_width(column.type) for column in layout.columns))
        self._weighed = [number for number, column in enumerate(layout.columns) if not is_fixed(column.type)]
        self._fitting: set[tuple[str, str]] = set()
        self._cell_values: dict[str, CellValue] | None = None
        self._variants: VariantValues | None = None
        self._growth = Growth()
        self._row = _row_of(layout)
        self._taken: list[Sequence[Any]] = []
        self._scopes: list[tuple[Scope, ...]] = []
        self._seen: list[int] = []
        self._is_due = False

    def take(self, steps: Iterator[tuple[Scope, ...]]) -> Iterator[tuple[Scope, ...]]:
        """Take over the rows of steps that are one row each, of columns that the view states, as long as they wait;
        gives the others, which `add` takes, or tells what is wrong with."""
        row_of, taken, noticed = self._row, self._taken, self._noticed
        if row_of is None:
            yield from steps
            return
        scopes_of, seen, weighed, budget = self._scopes, self._seen, self._weighed, None
        for scopes in steps:
            full = self._count >= self._capacity or self._bytes + self._row_width > BATCH_BYTES
            self._is_due = budget is not None and self._growth.is_much(budget.held)
            if full or self._is_due or is_crowded():
                yield scopes
                budget = _budget_of(scopes)
                continue
            try:
                row = row_of(scopes)
            except (*NO_VALUE, RecursionError):
                yield scopes
                continue
            weight = self._row_width
            for number in weighed:
                value = row[number]
                weight += len(value) if type(value) in (str, bytes) else _weight(value)
            if weight > BATCH_BYTES:
                _refuse_large(weight, scopes)
            taken.append(row)
            scopes_of.append(scopes)
            seen.append(len(noticed()))
            self._count += 1
            self._bytes += weight
            if budget is None:
                budget = _budget_of(scopes)

    def _settle(self) -> None:
        """Put the rows that were taken over one by one into their columns."""
        if self._taken:
            for cells, more in zip(self._cells, zip(*self._taken, strict=True), strict=True):
                cells.extend(more)
            first = self._count - len(self._taken)
            marked = zip(self._scopes, self._seen, strict=True)
            self._marks += [(row, scopes, {}, seen) for row, (scopes, seen) in enumerate(marked, first)]
            for waiting in (self._taken, self._scopes, self._seen):
                waiting.clear()

    def add(self, scopes: tuple[Scope, ...]) -> Iterator[pa.RecordBatch]:
        """Take over the rows of one step; gives the batches that became full."""
        self._settle()
        pivot = self._layout.pivot
        inner = scopes[-1]
        pivoted: Mapping[Any, Scope] = {} if pivot is None else _guarded(inner, lambda: last_by_key(pivot, inner))
        vectors = self._vectors(pivoted)
        modes = self._modes_of(inner, pivoted)
        if self._cell_values is None:
            self._cell_values = cell_values(self._layout, inner)
        varying = self._varying(inner)
        total = self._total(inner)
        done = 0
        while done < total:
            room = min(self._capacity - self._count, (BATCH_BYTES - self._bytes) // self._row_width)
            if room <= 0 and self._count:
                yield from self.flush()
                continue
            end = min(total, done + max(room, 1))
            chunk = [
                [modes] * (end - done)
                if isinstance(column, ModesColumn)
                else self._chunk(column, scopes, vectors, varying, done, end)
                for column in self._layout.columns
            ]
            weight = (end - done) * self._row_width
            weight += sum(_weight(value) for number in self._weighed for value in chunk[number])
            if weight > BATCH_BYTES:
                fitting, weight = self._fitting_in(chunk)
                chunk = [values[:fitting] for values in chunk]
                end = done + fitting
                _refuse_large(weight, scopes)
            self._marks.append((self._count, scopes, pivoted, len(self._noticed())))
            for cells, more in zip(self._cells, chunk, strict=True):
                cells.extend(more)
            self._count += end - done
            self._bytes += weight
            done = end

    def _fitting_in(self, chunk: Sequence[Cells]) -> tuple[int, int]:
        """How many rows, of which columns have the values, fit into one batch, at least one, and about how many bytes
        they have."""
        ends = [0]
        for row in range(len(chunk[0])):
            ends.append(ends[-1] + self._row_width + sum(_weight(chunk[number][row]) for number in self._weighed))
        fitting = max(1, bisect_right(ends, BATCH_BYTES) - 1)
        return fitting, ends[fitting]

    def is_heavy(self, scopes: tuple[Scope, ...]) -> bool:
        """Whether the structures that rows wait in hold much that was decoded."""
        budget = _budget_of(scopes)
        much = self._is_due or self._growth.is_much(0 if budget is None else budget.held)
        self._is_due = False
        return much and self._count > 0

    def _total(self, scope: Scope) -> int:
        """How many rows a step gives."""
        expression = self._layout.levels[-1].rows
        if expression is None:
            return 1
        total = int(_guarded(scope, lambda: expression(scope)))
        if total < 0:
            raise blamed(ValueInvalidError(expected="a number of rows of at least 0", found=str(total)), scope.element)
        if total > self._most_rows:
            expected = f"at most {self._most_rows} rows, which is maxSteps or the bits of the file"
            raise blamed(LimitError(expected=expected, found=str(total)), scope.element)
        return total

    def _vectors(self, pivoted: Mapping[Any, Scope]) -> dict[Any, Cells | None]:
        """The values of the pivot's columns that are shown, by key; None where all are null."""
        pivot = self._layout.pivot
        vectors: dict[Any, Cells | None] = {}
        shown = [column for column in self._layout.columns if isinstance(column, PivotColumn) and column.key in pivoted]
        if pivot is not None:
            # The types of all columns come before what is said of one: the kernel refuses records by types alone.
            for column in shown:
                self._check_case(pivot, pivoted[column.key], column)
            for column in shown:
                scope = pivoted[column.key]
                self._check_properties(pivot, scope, column)
                vectors[column.key] = _guarded(scope, partial(pivot.vector, scope))
        return vectors

    def _check_case(self, pivot: Pivot, scope: Scope, column: PivotColumn) -> None:
        """Refuse a column whose type in this step doesn't go together with the one shown."""
        known = (column.name, str(pivot.case(scope)))
        if known in self._fitting:
            return
        kind, form, _ = case_of(pivot, scope)
        if column.labels is not None:
            agree = is_integer(innermost(kind)) and with_innermost(kind, pa.string()).equals(column.type)
            agree = agree and with_labels(kind, form, column.labels) == column.form
        else:
            agree = wider(kind, column.type) is not None and form == column.form
        if not agree:
            raise disagreement(pivot, scope, column.name, column.type)
        self._fitting.add(known)

    def _check_properties(self, pivot: Pivot, scope: Scope, column: PivotColumn) -> None:
        """Refuse a column of which this step says something else than its metadata."""
        certain = column.said.certain
        for stated in pivot.properties if certain else ():
            found = _guarded(scope, partial(stated.said, scope)) if stated.id in certain else None
            if stated.id in certain and found != certain[stated.id]:
                error = mismatch_of_property(stated, column.name, certain[stated.id], found)
                if not stated.is_case or pivot.origin is None:
                    raise blamed(error, scope.element)
                raise blamed(error, *pivot.origin(scope))

    def _modes_of(self, scope: Scope, pivoted: Mapping[Any, Scope]) -> Cells | None:
        """The modes of all columns that a step has, by their names; None: nobody asks."""
        shown = next((column for column in self._layout.columns if isinstance(column, ModesColumn)), None)
        mode = self._layout.pivot.mode if self._layout.pivot is not None else None
        if shown is None or mode is None:
            return None
        there = [(name, shown.told.get(key), pivoted[key]) for key, name in shown.names.items() if key in pivoted]
        found: Cells = _guarded(scope, lambda: [(name, told or str(mode.value(one))) for name, told, one in there])
        return found

    def _varying(self, scope: Scope) -> Mapping[str, Any]:
        """The values of the columns that a step names itself, by name."""
        variants = self._layout.variants
        if variants is None:
            return {}
        if self._variants is None:
            shown = {c.name: (c.type, c.form) for c in self._layout.columns if isinstance(c, CellColumn)}
            most = self._layout.limits.maxColumns
            self._variants = VariantValues(variants, scope.options, self._layout.stated, shown, most)
        values = self._variants
        found: Mapping[str, Any] = _guarded(scope, lambda: values.of(scope))
        return found

    def _chunk(
        self,
        column: Shown,
        scopes: tuple[Scope, ...],
        vectors: Mapping[Any, Cells | None],
        varying: Mapping[str, Any],
        start: int,
        end: int,
    ) -> Cells:
        """The values of a column in the rows from ``start`` to ``end`` of a step."""
        if isinstance(column, FixedColumn):
            several = self._layout.levels[-1].rows is not None  # else the step knows which row it is
            return _fixed(column, scopes, start, end, several=several)
        if isinstance(column, CellColumn) and self._layout.variants is not None:
            return [varying.get(column.name)] * (end - start)
        if isinstance(column, CellColumn):
            assert self._cell_values is not None
            value = self._cell_values.get(column.name)
            scope = scopes[-1]
            if value is None or isinstance(value, Constant):
                return [None if value is None else value.value] * (end - start)
            return [_guarded(scope, lambda: value(scope))] * (end - start)
        assert isinstance(column, PivotColumn)
        vector = vectors.get(column.key)
        if vector is None:
            return [None] * (end - start)
        piece = vector[start:end]
        if len(piece) < end - start:
            expected, found = f"{end} values of column {column.name}", str(len(vector))
            raise blamed(ValueInvalidError(expected=expected, found=found), scopes[-1].element)
        return piece

    def flush(self) -> Iterator[pa.RecordBatch]:
        """Give the rows that wait as batches.

        Raises:
            ReadError: a value doesn't fit its column; the rows before it have been given.
        """
        if not self._count:
            return
        self._settle()
        cells, marks, count = self._cells, self._marks, self._count
        self._cells = [[] for _ in self._layout.columns]
        self._marks, self._count, self._bytes = [], 0, 0
        arrays, count, error = self._arrays(cells, marks, count)
        if count:
            yield from bounded(batch_of(arrays, self._schema, count))
        if error is not None:
            raise error

    def _arrays(
        self, cells: list[Cells], marks: list[_Mark], count: int
    ) -> tuple[list[pa.Array[Any]], int, ReadError | None]:
        """Arrays of the rows before the first that doesn't fit, how many these are, and what is wrong with that one."""
        error: ReadError | None = None
        arrays: list[pa.Array[Any]] = []
        for column, values in zip(self._layout.columns, cells, strict=True):
            # A constant has been given its form already.
            form = PLAIN if isinstance((self._cell_values or {}).get(column.name), Constant) else column.form
            try:
                arrays.append(array_of(values[:count], column.type, form, nullable=column.nullable))
            except UnfitError as unfit:
                count = unfit.index
                _, scopes, pivoted, noticed = next(mark for mark in reversed(marks) if mark[0] <= count)
                error = _misfit(column, unfit, scopes, pivoted)
                del self._noticed()[noticed:]
                arrays.append(array_of(values[:count], column.type, form, nullable=column.nullable))
        return [array.slice(0, count) for array in arrays], count, error


CellValue = Callable[[Scope], Any] | Constant
"""The value of a column: in a row, or in all."""


def cell_values(layout: Layout, scope: Scope) -> dict[str, CellValue]:
    """How the columns of a layout that headers name get their values in a file, by name; those it has.

    Args:
        layout: the columns.
        scope: any step of the file.

    Raises:
        ValueInvalidError: the file's header is none that the view can show, or types a column otherwise.
    """
    cells = layout.cells
    shown = {column.name.lower(): column for column in layout.columns if isinstance(column, CellColumn)}
    if cells is None or not layout.asks_headers:
        return {}
    found: dict[str, CellValue] = {}
    for column in header_columns(cells, scope.root, scope.options, layout.stated, layout.limits.maxColumns):
        wanted = shown.get(column.name.lower())
        if wanted is None:
            continue
        agree(cells, column, wanted.type, wanted.form, wanted.said)
        constant = constant_of(cells, column)
        found[wanted.name] = partial(_cell, cells.cell, column.number) if constant is None else constant
    return found


def _cell(expression: Callable[[Scope], Any], number: int, scope: Scope) -> Any:
    scope.column = number
    return expression(scope)


def _budget_of(scopes: tuple[Scope, ...]) -> Budget | None:
    """What counts the decoded bytes of a file."""
    return getattr(getattr(scopes[0].root, "_io", None), "budget", None)


def _row_of(layout: Layout) -> Callable[[tuple[Scope, ...]], Sequence[Any]] | None:
    """What gives the row of a step, where all columns are those that a view states, and a step is one row; None: a step
    may be another number of rows, or says itself which columns it has."""
    columns = [column for column in layout.columns if isinstance(column, FixedColumn)]
    members = [column.column.is_member and not column.column.by_objects for column in columns]
    named = layout.pivot or layout.variants or layout.cells or layout.levels[-1].rows
    if named is not None or len(columns) < len(layout.columns):
        return None
    inner = len(layout.levels) - 1
    values = [(_expression(column), column.level) for column in columns]
    if len(columns) > 1 and all(members) and all(column.level == inner for column in columns):
        row = attrgetter(*(column.column.path[-1] for column in columns))
        return lambda scopes: row(scopes[-1].element)
    return lambda scopes: [value(scopes[level]) for value, level in values]


def _expression(column: FixedColumn) -> Callable[[Scope], Any]:
    """What gives the value of a column, all of which has been read."""
    value = column.column.value
    return (lambda scope: read_wholly(value(scope))) if column.column.by_objects else value


def _fixed(column: FixedColumn, scopes: tuple[Scope, ...], start: int, end: int, *, several: bool) -> Cells:
    scope = scopes[column.level]
    expression = _expression(column)

    def per_row() -> Cells:
        values = []
        for row in range(start, end):
            scope.row = row
            values.append(expression(scope))
        return values

    inner = several and column.level == len(scopes) - 1
    if inner and column.column.per_row and end - start > 0:
        values: Cells = _guarded(scope, per_row, column.name)
        return values
    return [_guarded(scope, lambda: expression(scope), column.name)] * (end - start)


def _guarded(scope: Scope, compute: Callable[[], Any], column: str = "") -> Any:
    """What an expression gives; one that has no value for this file is a bad record.

    ``column``: what the column is called that it is for."""
    try:
        return compute()
    except (*NO_VALUE, RecursionError) as error:
        where = f" (column {column})" if column else ""
        raise blamed(
            ValueInvalidError(f"the view has no value for it{where}: {cause(error)}"), scope.element
        ) from error


def _misfit(column: Shown, unfit: UnfitError, scopes: tuple[Scope, ...], pivoted: Mapping[Any, Scope]) -> ReadError:
    """An error about a value that is none of its column's type."""
    try:
        found = "none" if unfit.value is None else _short(standing_for(unfit.value))
    except (*NO_VALUE, RecursionError):
        found = f"none, as what is calculated has no value: {unfit.reason}"
    error = ValueInvalidError(f"column {column.name}", expected=f"a value of type {unfit.kind}", found=found)
    if isinstance(column, PivotColumn):
        return blamed(error, pivoted[column.key].element)
    if isinstance(column, CellColumn):
        return blamed(error, scopes[-1].element)
    assert isinstance(column, FixedColumn)
    element = scopes[column.level].element
    id = column.column.id
    return blamed(error, element, id if has_field(element, id) else "")


def _short(value: Any) -> str:
    if isinstance(value, (bytes, bytearray)):
        value = bytes(value).hex()
    try:
        text = str(value) if isinstance(value, (int, float, str)) else type(value).__name__
    except ValueError:  # more digits than Python prints
        return f"an integer of {value.bit_length()} bits"
    return text if len(text) <= 60 else text[:57] + "…"


def _weight(value: Any) -> int:
    """About how many bytes a value adds to the fixed part of its row."""
    if isinstance(value, (bytes, str)):
        return len(value)
    if isinstance(value, Struct):
        try:
            if value.ITEMS:
                return sum(_weight(getattr(value, name)) for name in value.ITEMS)
            shown = standing_for(value)
        except NO_VALUE:
            return 0  # a calculated one has no value: that is told where it is shown
        return 0 if isinstance(shown, Struct) else _weight(shown)
    if isinstance(value, (list, tuple)):
        return 8 * len(value) + sum(_weight(item) for item in value)
    if isinstance(value, dict):
        return sum(_weight(item) for item in value.values())
    return 0


def _refuse_large(weight: int, scopes: tuple[Scope, ...]) -> None:
    """Refuse a row that is larger than a record may be: what elements show of what lies around them may be many times
    as large as the file.

    Raises:
        LimitError: it is.
    """
    most = getattr(getattr(scopes[0].root, "_io", None), "limits", DEFAULT).maxRecordBytes
    if weight > most:
        error = LimitError(expected=f"a row of at most {most} bytes (maxRecordBytes)", found=f"about {weight}")
        raise blamed(error, scopes[-1].element)


def bounded(batch: pa.RecordBatch, limit: int = BATCH_BYTES) -> Iterator[pa.RecordBatch]:
    """The batch in pieces of at most ``limit`` bytes; a row alone may have more."""
    # What the buffers have is told sooner than what of them is used, and hardly more where none is a part of another.
    if batch.num_rows <= 1 or batch.get_total_buffer_size() <= limit or batch.nbytes <= limit:
        yield batch
        return
    half = batch.num_rows // 2
    yield from bounded(batch.slice(0, half), limit)
    yield from bounded(batch.slice(half), limit)
