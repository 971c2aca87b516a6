"""The columns that objects make beside those of the kernel: of what it hands them of each row, or of whole records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.codec.codec import Codec
from bytewright.columnar.scan.finder import Finder
from bytewright.errors import ReadError
from bytewright.host.gc_pause import spared
from bytewright.kernels.plan import (
    Beside,
    Expr,
    Index,
    Number,
    Offset,
    Region,
    RegionFrame,
    RowPlan,
    Start,
    Up,
    WholeFrame,
)
from bytewright.kernels.plan.record_ends import depth
from bytewright.model.structures import Field, Struct, begin
from bytewright.schema.scope import Scope
from bytewright.schema.view import Handed, View
from bytewright.views.evaluate.handed import HandedRecords, Outer
from bytewright.views.evaluate.layout import FixedColumn, Layout
from bytewright.views.evaluate.record_batches import evaluate, most_rows
from bytewright.views.evaluate.steps import Steps

Numbers = npt.NDArray[np.int64]
_Notes = list[tuple[int, str]]
_Made = TypeVar("_Made")

_KNOWN = 100
"""Warnings among which those are that the kernel may have stopped for already."""
_FIRST, _AT_ONCE = 64, 16 << 20
"""Rows whose columns are made first, and bytes, about, of those that are made at once from then on."""
_PLACE, _NUMBER = "  place", "  number"
"""Names of columns that no view has: where the record of a row begins, and its number in the file; of elements of lists
in it, their numbers there are called by how deep they lie, too."""


def made_by_objects(layout: Layout) -> dict[str, str]:
    """The columns that objects make of records that the kernel finds, and why."""
    fixed = (column for column in layout.columns if isinstance(column, FixedColumn))
    return {column.name: column.column.by_objects for column in fixed if column.column.by_objects}


def placed(plan: RowPlan) -> RowPlan:
    """The plan with last columns that say of which record a row is, and of which elements of lists in it; where lists
    lie in regions, of which region."""
    levels = depth(plan)
    found = {_PLACE: _above(Offset(Start()), levels)}
    if isinstance(plan.frame, RegionFrame):
        of_list = [] if plan.entries is None else [one.name for one in plan.entries.columns]
        referring = next((name for name in of_list if name.endswith("._index")), None)
        number = Index() if referring is None else Beside(referring, Region())
        found |= {_NUMBER: _above(Region(), levels), _numbers(1): _above(number, levels)}
    else:
        found |= {_numbers(level): _above(Index(), levels - level) for level in range(levels + 1)}
    return replace(plan, columns=(*plan.columns, *(Number(name, "int64", value) for name, value in found.items())))


def _above(value: Expr, levels: int) -> Expr:
    """A value so many domains above that of the rows."""
    for _ in range(levels):
        value = Up(value)
    return value


def _numbers(level: int) -> str:
    return f"{_NUMBER} {level}" if level else _NUMBER


class _Waiting:
    """Rows of which some wait that were made with those before them."""

    def __init__(self, batches: Iterable[pa.RecordBatch] = ()) -> None:
        self._batches = iter(batches)
        self._next: pa.RecordBatch | None = None

    def take(self, rows: int) -> Iterator[pa.RecordBatch]:
        """The next rows: so many, or all that there are.

        Raises:
            ReadError: one is bad; those before it have been given.
        """
        while rows:
            batch = next(self._batches, None) if self._next is None else self._next
            if batch is None:
                return
            self._next = batch.slice(rows) if batch.num_rows > rows else None
            rows -= min(rows, batch.num_rows)
            yield batch if self._next is None else batch.slice(0, batch.num_rows - self._next.num_rows)


@dataclass(slots=True)
class _Heard:
    """What is noticed as records are read: of those whose columns have been made, how much; how much of it is noted."""

    notes: _Notes
    noted: int
    good: int


class ObjectColumns:
    """Makes the columns of records that the kernel has found, batch by batch.

    Args:
        codec: the format.
        view: the view.
        steps: the file.
        layout: all columns that are shown.
        root: what precedes the records, in a file that is read record by record; None: it isn't.
        plan: how the kernel makes the other columns.
        batch_rows: rows that are made together, at most.
        warnings: what is noticed goes there.

    Attributes:
        names: those of the columns that are made.
        asked: names of the kernel's columns that it takes to make them.
        of_file: whether the file is the only record.
        bad: where the record begins of which a column couldn't be made, and its number; None: all were.
    """

    def __init__(
        self,
        codec: Codec,
        view: View,
        steps: Steps,
        layout: Layout,
        root: Struct | None,
        plan: RowPlan,
        batch_rows: int,
        warnings: _Notes,
    ) -> None:
        self.names = made_by_objects(layout)
        places = [place for place, column in enumerate(layout.columns) if column.name in self.names]
        self._layout = layout.only(places)
        self._view = view
        self._steps = steps
        self._batch_rows = batch_rows
        self._warnings = warnings
        self._most_rows = most_rows(steps.source.size, steps.settings.limits)
        self.of_file = isinstance(plan.frame, WholeFrame)
        asked = [column.column.handed for column in self._layout.columns if isinstance(column, FixedColumn)]
        handed = [one for one in asked if one is not None]
        self._handed: HandedRecords | None = None
        self._root = root
        if handed and len(handed) == len(asked):
            self._handed = self._handed_records(codec, handed)
        self._numbers = [_numbers(level) for level in range(self._told_levels)]
        more = () if self._handed is None else self._handed.columns
        self.asked: tuple[str, ...] = (_PLACE, *self._numbers, *more) if self.names else ()
        self.bad: tuple[int, int] | None = None
        self._told = len(warnings)
        self._heard: list[_Heard] = []
        self._rest, self._rest_of = _Waiting(), -1
        """The rows of the last record, or of those that are read with it, that the kernel hasn't given yet."""
        self._rows_at_once = _FIRST

    @property
    def several(self) -> bool:
        """Whether an element gives several rows, or none."""
        return self._layout.levels[-1].rows is not None

    @property
    def of_one_row(self) -> bool:
        """Whether each element of the view's own lists gives just one row."""
        return not self.several and all(inner.each is None for inner in self._layout.levels[1:])

    def pieces(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Batches of the kernel in pieces whose columns are made at once: of many rows that show the same, each may be
        large, also where all that the kernel reads of them is small."""
        for batch in batches:
            place = 0
            while place < batch.num_rows:
                piece = batch.slice(place, self._rows_at_once)
                place += piece.num_rows
                yield piece

    def completed(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """A batch of the kernel, of one row at least, with the columns that are made; up to a row of which one can't
        be: see `bad`."""
        made = self._made(batch)
        rows = min(made.num_rows, batch.num_rows)
        self.bad = None
        if rows < batch.num_rows:
            self.bad = int(batch.column(_PLACE)[rows].as_py()), int(batch.column(_NUMBER)[rows].as_py())
        batch, made = batch.slice(0, rows), made.slice(0, rows).combine_chunks()
        if rows:
            fitting = min(4 * self._rows_at_once, _AT_ONCE * rows // max(1, made.nbytes))
            self._rows_at_once = max(1, fitting)
        for name, column in zip(made.schema.names, made.columns, strict=True):
            batch = batch.append_column(name, column.chunk(0) if column.num_chunks else pa.array([], column.type))
        return batch

    def record_numbers(self, batch: pa.RecordBatch) -> Numbers:
        """Of each row of a batch the number of its record."""
        found: Numbers = batch.column(_NUMBER).to_numpy()
        return found

    def forget(self) -> None:
        """Take back what was noticed in a file that is the only record: objects read it again."""
        del self._warnings[self._told :]

    @property
    def _told_levels(self) -> int:
        """Of how many of the lists that the view goes through, and of the rows of an element, the kernel tells the
        numbers."""
        lists = sum(len(view.deeper) + (view.each is not None) for view in self._layout.levels)
        return self.of_file + lists + self.several if self._handed else 1

    def _handed_records(self, codec: Codec, handed: list[Handed]) -> HandedRecords | None:
        """What makes objects of what is handed of rows; None: they read all of the file."""
        records: Field | None = None
        if not self.of_file:
            records = next(field for field in codec.root.FIELDS if field.name == self._view.each_field)
        return HandedRecords(codec, records, self._layout.levels, self._steps, handed)

    def _made(self, batch: pa.RecordBatch) -> pa.Table:
        """The columns for the rows of a batch, as far as they can be made."""
        numbers = [batch.column(name).to_numpy() for name in self._numbers]
        if numbers[0][0] != self._rest_of:
            self._rest = _Waiting()
        made: list[pa.RecordBatch] = []
        try:
            made.extend(self._rest.take(batch.num_rows))
            rows = sum(one.num_rows for one in made)
            if rows < batch.num_rows:
                self._rest = _Waiting(self._evaluated(batch.slice(rows), [one[rows:] for one in numbers]))
                made.extend(self._rest.take(batch.num_rows - rows))
        except ReadError:
            self._rest = _Waiting()
        self._rest_of = int(numbers[0][-1])
        self._note()
        return pa.Table.from_batches(made, schema=self._layout.schema)

    def _evaluated(self, batch: pa.RecordBatch, numbers: list[Numbers]) -> Iterator[pa.RecordBatch]:
        """The columns for the rows of a batch, and for the rest of the last record."""
        layout, notes = self._layout, self._steps if self._handed is None else self._handed
        if self._handed is not None and self.several:  # each row is handed by itself
            *outer, last = layout.levels
            layout = replace(layout, levels=(*outer, replace(last, rows=None)))
        scopes = self._scopes(batch, numbers)
        return spared(evaluate(layout, scopes, self._most_rows, self._batch_rows, lambda: notes.warnings))

    def _scopes(self, batch: pa.RecordBatch, numbers: list[Numbers]) -> Iterator[tuple[Scope, ...]]:
        """The steps that rows are of, and those of the rest of the last record."""
        if self._handed is not None:
            return self._of_handed(self._handed, batch, numbers)
        if self.of_file:
            self._told = len(self._warnings)
            return self._hearing(self._steps.of(self._view))
        return self._of_records(batch.column(_PLACE).to_numpy(), numbers[0])

    def _of_handed(
        self, handed: HandedRecords, batch: pa.RecordBatch, numbers: list[Numbers]
    ) -> Iterator[tuple[Scope, ...]]:
        """The steps of rows, of what is handed of these."""
        root = self._root
        around = Scope(root, root)
        return self._noted(handed, batch, lambda row: (around, root), numbers)

    def _noted(
        self, handed: HandedRecords, batch: pa.RecordBatch, outer: Outer, numbers: list[Numbers]
    ) -> Iterator[tuple[Scope, ...]]:
        """The same of what is handed; what is noticed in rows that are made is noted."""
        said: dict[str, list[Any]] = {name: batch.column(name).to_pylist() for name in handed.columns}
        heard = _Heard(handed.warnings, len(handed.warnings), len(handed.warnings))
        self._heard.append(heard)
        for scopes in handed.scopes(outer, [one.tolist() for one in numbers], said):
            yield scopes
            heard.good = len(heard.notes)

    def _hearing(self, found: Iterator[tuple[Scope, ...]]) -> Iterator[tuple[Scope, ...]]:
        """Steps that are read one after another; what is noticed in those that are bad isn't noted: they are read
        again."""
        heard: _Heard | None = None
        for scopes in found:
            if heard is None:
                heard = _Heard(self._steps.warnings, 0, 0)
                self._heard.append(heard)
            yield scopes
            heard.good = len(heard.notes)

    def _of_records(self, places: Numbers, numbers: Numbers) -> Iterator[tuple[Scope, ...]]:
        """The steps of records, of which those that follow each other are read together."""
        ends = [*np.flatnonzero(np.diff(numbers) > 1).tolist(), len(numbers) - 1]
        first = 0
        for last in ends:
            stop = int(places[last]) + 1
            yield from self._hearing(self._steps.of(self._view, int(places[first]), int(numbers[first]), stop))
            first = last + 1

    def _note(self) -> None:
        """Note what was noticed, but for that for which the kernel has stopped."""
        for heard in self._heard:
            known = self._warnings[-_KNOWN:]
            self._warnings += [one for one in heard.notes[heard.noted : heard.good] if one not in known]
            heard.noted = heard.good
        del self._heard[:-1]


class RegionColumns(ObjectColumns):
    """The same of elements of lists in regions, of which the structures around the lists are objects."""

    def __init__(
        self, codec: Codec, view: View, steps: Steps, layout: Layout, plan: RowPlan, batch_rows: int, warnings: _Notes
    ) -> None:
        """See `ObjectColumns`."""
        kind = codec.root
        self._alone = view.region is not None and view.region.alone
        self._around = view.list_paths[-1][: -1 if self._alone else -2] if view.list_paths else ()
        self._fields: list[Field] = []  # the last two: the structure that is a region, and its list
        for name in (name for path in view.list_paths for name in path):
            field = next(field for field in kind.FIELDS if field.name == name)
            assert field.struct is not None
            self._fields, kind = [*self._fields[-1:], field], field.struct
        self._regions: Finder | None = None
        self._inside: Callable[[Scope], Iterator[Scope]] | None = None
        super().__init__(codec, view, steps, layout, None, plan, batch_rows, warnings)

    def begin(self, regions: Finder, inside: Callable[[Scope], Iterator[Scope]]) -> None:
        """Say how the structure is found that a region belongs to, and the elements of its list, where all of that is
        read."""
        self._regions, self._inside = regions, inside
        self.begin_wave()

    def begin_wave(self) -> None:
        """Begin with other regions, whose numbers are those of others."""
        self._last: tuple[int, Any] = (-1, None)

    @property
    def _told_levels(self) -> int:
        return 2

    def _handed_records(self, codec: Codec, handed: list[Handed]) -> HandedRecords | None:
        if not self._fields:
            return None
        return HandedRecords(codec, self._fields[1], self._layout.levels, self._steps, handed, in_regions=True)

    def _scopes(self, batch: pa.RecordBatch, numbers: list[Numbers]) -> Iterator[tuple[Scope, ...]]:
        if self._handed is None:
            return self._of_regions(numbers)
        regions = numbers[0].tolist()
        return self._noted(self._handed, batch, lambda row: self._of(regions[row], self._outer), numbers[1:])

    def _of(self, number: int, make: Callable[[Scope], _Made]) -> _Made:
        """What is made of the structure that a region belongs to: once, also where several batches have its rows."""
        assert self._regions is not None
        first = number - self._regions.together(number)[0]
        if self._last[0] != first:
            self._last = first, make(self._regions.scope(number))
        found: _Made = self._last[1]
        return found

    def _outer(self, scope: Scope) -> tuple[Scope, Struct]:
        """What the list in a region lies in: all of the region, of which nothing is read."""
        element = scope.element
        for name in self._around:
            element = getattr(element, name)
        levels = (*scope.levels, scope.element)
        around = Scope(scope.root, None, options=scope.options, levels=levels, known=scope.known)
        if self._alone:
            return around, element
        field = self._fields[0]
        assert field.struct is not None
        return around, begin(field.struct, element._io, element, field.id, None, [(), 0])

    def _of_regions(self, numbers: list[Numbers]) -> Iterator[tuple[Scope, ...]]:
        """The steps of elements, of which all that lie in a region are read together."""
        inside = self._inside
        assert inside is not None
        for number, place in zip(*(one.tolist() for one in numbers), strict=True):
            yield (self._of(number, lambda scope: {one.index: one for one in inside(scope)})[place],)
