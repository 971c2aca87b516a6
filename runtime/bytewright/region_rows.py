"""Rows of lists that lie in regions of a file: what is around is read as objects, they themselves by the kernel."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np
import pyarrow as pa

from bytewright.collecting import relieve
from bytewright.errors import ReadError
from bytewright.kernels.failures import BadRecord
from bytewright.kernels.plan import Outer, RowPlan
from bytewright.kernels.program import Words
from bytewright.kernels.regions import Keys, RegionScan, Wave, laid_out
from bytewright.kernels.scan import Settings as Sizes
from bytewright.limits import Limits
from bytewright.settings import Settings
from bytewright.source import BytesSource
from bytewright.views.arrays import UnfitError, array_of
from bytewright.views.evaluate import evaluate, most_rows
from bytewright.views.layout import FixedColumn, Layout
from bytewright.views.lists import Around
from bytewright.views.steps import Steps, holds
from bytewright.views.view import Names, Scope, View

_WAVE = 256
"""Regions that are looked for at a time."""
_DECODED = 4 << 20
"""Bytes of regions that are decoded at a time, as far as one region has no more."""
_HELD = 64 << 20
"""Bytes of rows that are held back until it shows that the region which they are of is good."""
_FAILURES = (ArithmeticError, LookupError, ValueError, AttributeError, TypeError)
"""What an expression raises that has no value for a file."""
_HIGHEST = (1 << 63) - 1


class RegionRows:
    """The rows of a view of one file.

    A region that isn't as the plan has it is read as objects, which know what is wrong with it, if anything is. As
    those do, none of a bad region's rows is given, unless there are very many.

    Attributes:
        of_kernel: whether the batch that was given last came from the kernel.
    """

    def __init__(
        self,
        plan: RowPlan,
        view: View,
        steps: Steps,
        layout: Layout,
        settings: Settings,
        given: Mapping[str, int],
        batch_rows: int,
    ) -> None:
        self._view = view
        self._layout = layout
        self._settings = settings
        self._batch_rows = batch_rows
        self._steps = steps
        self._plan = plan
        self._given = given
        self._held: list[pa.RecordBatch] = []
        self._passed = 0
        self.of_kernel = True

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The rows.

        Raises:
            ReadError: something is bad; the rows before it have been given.
        """
        around = self._steps.around(self._view)
        regions = _Regions(self._plan, self._view, around, self._layout, self._settings.limits)
        scan = RegionScan(
            self._plan,
            self._steps.source,
            regions.wave,
            columns=self._layout.schema.names,
            given=self._given,
            limits=self._settings.limits,
            settings=Sizes(batch_rows=self._batch_rows),
        )
        while True:
            try:
                for batch in scan:
                    yield from self._complete(batch, scan.open)
            except BadRecord:
                scope, given = regions.scope(scan.region), self._dropped(scan.open)
                yield from self._flushed()
                yield from self._by_objects(around, scope, given)
                scan.pass_over()
                continue
            yield from self._flushed()
            stopped, regions.stopped = regions.stopped, []
            if not stopped:
                return
            for one in stopped:
                if isinstance(one, ReadError):
                    raise one
                yield from self._by_objects(around, one, 0)
            scan.go_on()

    # --- rows of a region that may turn out to be bad ----------------------------------------------------------------

    def _complete(self, batch: pa.RecordBatch, open_rows: int) -> Iterator[pa.RecordBatch]:
        """The rows of complete regions, now that there are those of another batch; ``open_rows`` at its end aren't."""
        done = batch.num_rows - open_rows
        if done >= 0:  # the region begins in this batch, or behind it
            self._passed = 0
            yield from self._flushed()
            if done:
                yield batch.slice(0, done)
            batch = batch.slice(done)
        if batch.num_rows:
            self._held.append(batch)
        if sum(one.nbytes for one in self._held) > _HELD:
            self._passed += sum(one.num_rows for one in self._held)
            yield from self._flushed()

    def _flushed(self) -> Iterator[pa.RecordBatch]:
        held, self._held = self._held, []
        yield from held

    def _dropped(self, open_rows: int) -> int:
        """Forget the rows of a region; gives how many of them were given all the same."""
        given, self._passed = min(self._passed, open_rows), 0
        open_rows -= given
        while open_rows and self._held:
            last = self._held.pop()
            if last.num_rows > open_rows:
                self._held.append(last.slice(0, last.num_rows - open_rows))
                break
            open_rows -= last.num_rows
        return given

    def _by_objects(self, around: Around, scope: Scope, given: int) -> Iterator[pa.RecordBatch]:
        """The rows of one region, without some that were given."""
        where, steps = self._view.where, self._steps
        scopes = ((one,) for one in around.inside(scope) if where is None or holds(where, one))
        most = most_rows(steps.source.size, self._settings.limits)
        for batch in evaluate(self._layout, scopes, most, self._batch_rows, lambda: steps.warnings):
            self.of_kernel = False
            if batch.num_rows > given:
                yield batch.slice(given)
            given = max(0, given - batch.num_rows)
        self.of_kernel = True


class _Regions:
    """Finds regions, wave by wave.

    Attributes:
        stopped: what ended the waves for the time being: elements whose regions aren't known, the last of which may be
            an error.
    """

    def __init__(self, plan: RowPlan, view: View, around: Around, layout: Layout, limits: Limits) -> None:
        assert view.region is not None
        self._region = view.region
        self._limits = limits
        self._decoded: list[bytes] = []
        self._decoded_size = 0
        self._scopes = around.scopes
        self._first = 0
        self._wave: list[Scope] = []
        known = {column.name for column in plan.columns if isinstance(column, Outer)}
        self._columns = [c for c in layout.columns if isinstance(c, FixedColumn) and c.name in known]
        wanted = {column.name for column in layout.columns}
        self._names = [
            _Named(name, names) for name, names in view.region.names.items() if name.partition(".")[0] in wanted
        ]
        self.stopped: list[Scope | ReadError] = []

    def scope(self, number: int) -> Scope:
        """The element that a region of the last wave belongs to; ``number`` counts those of all waves."""
        return self._wave[number - self._first]

    def wave(self) -> Wave | None:
        """The next regions; None where there are none for the time being."""
        if self.stopped:
            return None
        relieve()
        self._first += len(self._wave)
        self._wave = []
        self._decoded, self._decoded_size = [], 0
        bounds: list[tuple[int, int]] = []
        values: list[list[object]] = []
        for names in self._names:
            names.begin()
        try:
            for scope in self._scopes:
                try:
                    place = self._place(scope)
                    if place is None:
                        continue
                    below = Scope(scope.root, None, 0, 0, scope.options, 0, (*scope.levels, scope.element), scope.known)
                    found = [column.column.value(below) for column in self._columns]
                    for names in self._names:
                        names.add(below)
                except (ReadError, _UnplacedError, *_FAILURES):
                    self.stopped = [scope]
                    break
                self._wave.append(scope)
                bounds.append(place)
                values.append(found)
                if len(bounds) == _WAVE or self._decoded_size >= _DECODED:
                    break
        except ReadError as error:
            self.stopped = [error]
        return self._laid_out(bounds, values) if bounds else None

    def _laid_out(self, bounds: list[tuple[int, int]], values: list[list[object]]) -> Wave | None:
        beside: dict[str, Words | Keys] = {}
        held: list[object] = []
        try:
            for place, column in enumerate(self._columns):
                of_column = [found[place] for found in values]
                array = array_of(of_column, column.type, column.form, nullable=column.nullable)
                arrays, memory = laid_out(column.name, array)
                beside |= arrays
                held += memory
        except UnfitError:
            # Objects say which value of which of them doesn't fit.
            self.stopped = [*self._wave, *self.stopped]
            self._wave = []
            return None
        for names in self._names:
            names.lay_out(beside, held)
        source = None if self._region.process is None else BytesSource(b"".join(self._decoded))
        return Wave(np.array(bounds, np.int64), beside, held, source)

    def _place(self, scope: Scope) -> tuple[int, int] | None:
        """Where the region of an element begins and ends; None: it has none."""
        region = self._region
        if region.condition is not None and not region.condition(scope):
            return None
        io, position = region.stream(scope), region.position(scope)
        if not io.in_file or not 0 <= position <= io.size:
            raise _UnplacedError
        size = io.size - position if region.size is None else region.size(scope)
        if not 0 <= size <= min(io.size - position, self._limits.maxRecordBytes):
            raise _UnplacedError
        if region.process is None:
            return io.origin + position, io.origin + position + size
        stored = io.fork(position).take(size)
        decoded = region.process(scope).decode(stored, self._limits)
        start = self._decoded_size
        self._decoded.append(decoded)
        self._decoded_size += len(decoded)
        return start, self._decoded_size


class _UnplacedError(Exception):
    """A region doesn't lie where it can be read without what is around it."""


class _Named:
    """What values in regions stand for: tables that many regions share."""

    def __init__(self, name: str, names: Names) -> None:
        self._name = name
        self._names = names
        self._tables: list[tuple[object, dict[int, str]]] = []
        self._parts: list[int] = []
        self._known: list[tuple[object, dict[int, str]]] = []
        self._made: tuple[dict[str, Words | Keys], list[object]] = ({}, [])

    def begin(self) -> None:
        """Begin with a wave; its first region may have the table that the last one before had."""
        self._tables = self._tables[-1:]
        self._parts = []

    def add(self, scope: Scope) -> None:
        """Add a region; ``scope`` is that of its elements."""
        outer = self._names.outer(scope)
        if not self._tables or self._tables[-1][0] is not outer:
            self._tables.append((outer, self._table(outer)))
        self._parts.append(len(self._tables) - 1)

    def lay_out(self, beside: dict[str, Words | Keys], held: list[object]) -> None:
        """Lay the tables of a wave out: keys, and texts by their places among them."""
        known, tables = self._known, self._tables
        if len(known) != len(tables) or any(old is not new for old, new in zip(known, tables, strict=True)):
            self._made, self._known = self._all(), list(tables)
        beside |= self._made[0]
        held += self._made[1]
        beside[f"{self._name}@"] = np.array(self._parts, np.int64)

    def _all(self) -> tuple[dict[str, Words | Keys], list[object]]:
        keys = [key for _, table in self._tables for key in table]
        texts = [text for _, table in self._tables for text in table.values()]
        bounds = np.cumsum([0, *(len(table) for _, table in self._tables)])
        arrays, memory = laid_out(self._name, pa.array(texts, pa.string()))
        made: dict[str, Words | Keys] = {**arrays}
        made[f"{self._name}="] = Keys(np.array(keys, np.int64), np.array(bounds, np.int64))
        return made, memory

    def _table(self, outer: object) -> dict[int, str]:
        """What values stand for in one list, by ascending values. Others are left to objects."""
        table: dict[int, str] = {}
        try:
            for key, text in self._names.pairs(outer):
                if isinstance(key, int) and 0 <= key <= _HIGHEST and isinstance(text, str):
                    table.setdefault(key, text)
        except (ReadError, *_FAILURES):
            return {}
        return dict(sorted(table.items()))
