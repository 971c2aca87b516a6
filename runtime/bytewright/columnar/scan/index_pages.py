"""Scans the pages of an index that says where the regions of a view lie: a page is a record, a region a row of arrays.

What is around the pages is read as objects, and so is what a page says that isn't as the plan has it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
import pyarrow as pa

from bytewright.codecs.incremental import IncrementalDecoder
from bytewright.columnar.scan.region_locator import DECODED, RegionLocator, UnplacedError, inside, number_of, page_at
from bytewright.errors import NO_VALUE, ReadError
from bytewright.host.gc_pause import relieve
from bytewright.io.source import BytesSource, Source
from bytewright.kernels.drivers.region_scan import Keys, Pending, RegionScan, Wave, laid_out
from bytewright.kernels.plan import Outer, RowPlan
from bytewright.kernels.plan.failures import BadRecord
from bytewright.kernels.program.program import Words
from bytewright.limits import Limits
from bytewright.schema.arrays import UnfitError, array_of
from bytewright.schema.view import Scope, View
from bytewright.views.evaluate.layout import FixedColumn, Layout
from bytewright.views.evaluate.nested_lists import Around

PAGE, THERE, PLACE, SIZE = "@page", "@there", "@place", "@size"
"""Columns of a directory's plan: the number of the page, whether there is a region, where in its stream it begins, and
how many bytes it has, where something says so. Then columns of the view, and of what values in regions stand for: under
the name that the plan of these has the text, under that and ``=`` the value."""
_PAGES = 64
"""Pages that are read at a time, as far as those that belong together are no more."""
_MOST_FAILURES = 16
"""Pages that the kernel can't read, after which it is asked no more."""


@dataclass(frozen=True, slots=True)
class _Page:
    """A page: the element that has the list of what it says, where it lies, and the stream of the regions: where that
    begins and how long it is. ``shown`` and ``numbers``: what is the same for all that it says."""

    scope: Scope
    start: int
    end: int
    origin: int
    size: int
    shown: tuple[object, ...]
    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Group:
    """Pages that belong together: what values in regions of one of them stand for, any of them may say. ``scopes``: of
    all elements; ``pages``: None where they can't be read by the kernel."""

    scopes: Sequence[Scope]
    pages: Sequence[_Page] | None


class IndexPages:
    """Finds regions, wave by wave; see `bytewright.columnar.scan.finder.Finder`.

    Attributes:
        stopped: see there.
    """

    def __init__(
        self,
        plan: RowPlan,
        view: View,
        around: Around,
        layout: Layout,
        source: Source,
        given: Mapping[str, int],
        limits: Limits,
    ) -> None:
        """Prepare to find the regions of a view.

        Args:
            plan: the plan of what lies in regions.
            view: the view.
            around: the elements around the innermost list.
            layout: the columns that are wanted.
            source: the file.
            given: see `bytewright.kernels.program.assemble.assemble`.
            limits: the limits.
        """
        assert view.region is not None
        assert view.region.directory is not None
        assert plan.directory is not None
        self.stopped: list[Scope | ReadError] = []
        self._plan = plan
        self._view = view
        self._region = view.region
        self._table = view.region.directory
        self._around = around
        self._layout = layout
        self._source = source
        self._limits = limits
        wanted = {column.name for column in layout.columns}
        said = [column.name for column in plan.directory.columns]
        beside = {column.name for column in plan.columns if isinstance(column, Outer)}
        known = [c for c in layout.columns if isinstance(c, FixedColumn) and c.name in beside]
        self._of_regions = [column for column in known if column.name in said]
        self._of_pages = [column for column in known if column.name not in said]
        self._names = [name for name in view.region.names if name.partition(".")[0] in wanted]
        asked = [name for name in (PAGE, THERE, PLACE, SIZE) if name in said]
        self._numbers = [name for name in self._region.numbers if name not in self._table.numbers]
        asked += [*self._numbers, *(column.name for column in self._of_regions)]
        for name in self._names:
            asked += [f"{name}=", name]
        self._pending = Pending()
        self._scan = RegionScan(plan.directory, source, self._pending, columns=asked, given=given, limits=limits)
        self._failures = 0
        self._waves = self._all_waves()
        self._scope: Any = None

    def scope(self, number: int) -> Scope:
        """See `bytewright.columnar.scan.finder.Finder`."""
        found: Scope = self._scope(number)
        return found

    def together(self, number: int) -> tuple[int, int]:
        """See `bytewright.columnar.scan.finder.Finder`."""
        return 0, number + 1

    def wave(self) -> Wave | None:
        """See `bytewright.columnar.scan.finder.Finder`."""
        if self.stopped:
            return None
        relieve()
        return next(self._waves, None)

    def close(self) -> None:
        """See `bytewright.columnar.scan.finder.Finder`."""
        self._waves.close()

    def _all_waves(self) -> Generator[Wave | None, None, None]:
        """All waves; None where what has stopped them comes next."""
        for groups, error in self._parcels():
            for run in self._read(groups):
                yield from self._by_objects(run) if isinstance(run, _Group) else self._by_arrays(run)
            if error is not None:
                self.stopped = [error]
                yield None

    # --- pages -------------------------------------------------------------------------------------------------------

    def _parcels(self) -> Iterator[tuple[list[_Group], ReadError | None]]:
        """Groups of pages that are read together, and what is bad behind them."""
        groups: list[_Group] = []
        count = 0
        try:
            for scopes in self._grouped():
                groups.append(self._group(scopes))
                count += len(scopes)
                if count >= _PAGES:
                    yield groups, None
                    groups, count = [], 0
        except ReadError as error:
            yield groups, error
            return
        if groups:
            yield groups, None

    def _grouped(self) -> Iterator[list[Scope]]:
        """Elements that have lists of regions, those together that name the same things."""
        found: list[Scope] = []
        key: object = None
        try:
            for scope in self._around.outer:
                here = self._key(scope)
                if found and (here is None or here is not key):
                    yield found
                    found = []
                found.append(scope)
                key = here
        except ReadError:
            if found:
                yield found
            raise
        if found:
            yield found

    def _key(self, scope: Scope) -> object:
        """What pages have in common that belong together; None: nothing."""
        if not self._names:
            return None
        try:
            outer: object = self._region.names[self._names[0]].outer(inside(scope))
        except (ReadError, *NO_VALUE):
            return None
        return outer

    def _group(self, scopes: list[Scope]) -> _Group:
        if self._failures >= _MOST_FAILURES:
            return _Group(scopes, None)
        try:
            for name in self._names:
                outer = self._region.names[name].outer(inside(scopes[0]))
                if len(outer) != len(scopes):
                    return _Group(scopes, None)
            return _Group(scopes, [self._page(scope) for scope in scopes])
        except (ReadError, UnplacedError, *NO_VALUE):
            return _Group(scopes, None)

    def _page(self, scope: Scope) -> _Page:
        """Where a page lies, and what is the same for all that it says.

        Raises:
            UnplacedError: it can't be read by the kernel.
        """
        table, regions = self._table, self._table.regions(scope)
        start, end = page_at(table.stream(scope), table.position(scope), table.size(scope), self._limits)
        if not regions.in_file:
            raise UnplacedError
        below = inside(scope)
        shown = tuple(column.column.value(below) for column in self._of_pages)
        numbers = tuple(number_of(number(scope)) for number in table.numbers.values())
        return _Page(scope, start, end, regions.origin, regions.size, shown, numbers)

    def _read(self, groups: Sequence[_Group]) -> Iterator[_Run | _Group]:
        """What some groups say, those together that can be read."""
        good: list[_Group] = []
        for group in groups:
            if group.pages is not None:
                good.append(group)
                continue
            yield from self._tables(good)
            good = []
            yield group
        yield from self._tables(good)

    def _tables(self, groups: Sequence[_Group]) -> Iterator[_Run | _Group]:
        """What pages of groups say; a group that can't be read is given as it is."""
        if not groups:
            return
        pages = [page for group in groups for page in group.pages or ()]
        try:
            found = self._run(groups, pages)
        except BadRecord:
            self._scan.abandon()
            found = None
        if found is not None:
            yield found
        elif len(groups) == 1:
            self._failures += 1
            yield groups[0]
        else:
            for group in groups:
                yield from self._tables((group,))

    def _run(self, groups: Sequence[_Group], pages: Sequence[_Page]) -> _Run | None:
        bounds = np.array([(page.start, page.end) for page in pages], np.int64)
        self._pending.wave = Wave(bounds)
        self._scan.go_on()
        table = pa.Table.from_batches(list(self._scan), self._scan.schema).combine_chunks()
        numbers = table[PAGE].to_numpy()
        there = np.flatnonzero(table[THERE].to_numpy())
        page = numbers[there]
        places = table[PLACE].to_numpy()[there]
        origins = np.array([one.origin for one in pages], np.int64)[page]
        ends = np.array([one.size for one in pages], np.int64)[page]
        sizes = table[SIZE].to_numpy()[there] if SIZE in table.column_names else ends - places
        if bool(((places < 0) | (places > ends) | (sizes < 0) | (sizes > ends - places)).any()):
            return None
        starts = origins + places
        begins = starts
        if self._region.follows:
            begins, sizes = origins, ends
        if bool((sizes > self._limits.maxRecordBytes).any()):
            return None
        firsts = np.searchsorted(numbers, np.arange(len(pages)))
        regions = np.stack([begins, begins + sizes], axis=1)
        streams = np.stack([origins, ends], axis=1)
        return _Run(groups, pages, table, there, page, there - firsts[page], regions, starts, streams, firsts)

    # --- waves -------------------------------------------------------------------------------------------------------

    def _by_objects(self, group: _Group) -> Iterator[Wave | None]:
        """The regions that pages name which only objects can read."""
        scopes = (one for scope in group.scopes for one in self._around.holders(scope))
        found = RegionLocator(self._plan, self._view, scopes, self._layout, self._source, self._limits)
        self._scope = found.scope
        while True:
            wave = found.wave()
            if wave is not None:
                yield wave
            elif found.stopped:
                self.stopped, found.stopped = found.stopped, []
                yield None
            else:
                return

    def _by_arrays(self, run: _Run) -> Iterator[Wave | None]:
        """The regions that pages name."""
        around = self._around

        def scope(number: int) -> Scope:
            place = first + number
            holders = around.holders(run.pages[int(run.page[place])].scope)
            return next(islice(holders, int(run.index[place]), None))

        self._scope = scope
        first, count = 0, len(run.there)
        try:
            held: list[object] = []
            shown = self._shown(run, held)
            named = self._named(run, held)
        except UnfitError:
            # Objects say which value of which of them doesn't fit.
            for group in run.groups:
                yield from self._by_objects(group)
            return
        while first < count:
            last, source, bounds = count, None, run.regions
            if self._region.process is not None:
                last, source, bounds = self._decoded(run, first)
            if last > first:
                part = slice(first, last)
                beside: dict[str, Words | Keys] = {name: array[part] for name, array in shown.items()}
                for name, entries in named.items():
                    beside[name] = entries[part] if name.endswith("@") else entries  # type: ignore[index]
                for name in self._numbers:
                    beside[name] = np.ascontiguousarray(run.table[name].to_numpy()[run.there[part]], np.int64)
                for place, name in enumerate(self._table.numbers):
                    of_pages = np.array([page.numbers[place] for page in run.pages], np.int64)
                    beside[name] = of_pages[run.page[part]]
                starts = run.starts[part] if self._region.follows else None
                bounds = bounds[part] if source is None else bounds
                yield Wave(bounds, beside, held, source, firsts=starts, streams=run.streams[part])
            first = last
            if not len(bounds):
                self.stopped = [scope(0)]
                first += 1
                yield None

    def _decoded(self, run: _Run, first: int) -> tuple[int, Source, Words]:
        """What regions are decoded to, some at a time: how far that goes, and where they lie in it. Behind them comes
        one that can't be decoded, where there is none."""
        assert self._region.process is not None
        process = self._region.process(run.pages[0].scope)
        pieces: list[bytes] = []
        bounds: list[tuple[int, int]] = []
        size = 0
        for start, end in run.regions[first:].tolist():
            is_large = end - start > DECODED and process.gradual
            if is_large and bounds:
                break
            try:
                if is_large:
                    large = IncrementalDecoder(process, self._source, start, end, self._limits)
                    return first + 1, large, np.array([(0, large.size)], np.int64)
                piece = process.decode(self._source.read(start, end - start), self._limits)
            except (ReadError, *NO_VALUE):
                break
            pieces.append(piece)
            bounds.append((size, size + len(piece)))
            size += len(piece)
            if size >= DECODED:
                break
        found = np.array(bounds, np.int64).reshape(-1, 2)
        return first + len(bounds), BytesSource(b"".join(pieces)), found

    def _shown(self, run: _Run, held: list[object]) -> dict[str, Words]:
        """Columns of what is the same for a whole region."""
        found: dict[str, Words] = {}
        arrays: list[tuple[str, pa.Array[Any]]] = []
        for column in self._of_regions:
            chunks = run.table[column.name].combine_chunks()
            arrays.append((column.name, _whole(chunks).take(pa.array(run.there)).cast(column.type)))
        for place, column in enumerate(self._of_pages):
            values = [page.shown[place] for page in run.pages]
            whole = array_of(values, column.type, column.form, nullable=column.nullable)
            arrays.append((column.name, whole.take(pa.array(run.page))))
        for name, array in arrays:
            words, memory = laid_out(name, array)
            found |= words
            held += memory
        return found

    def _named(self, run: _Run, held: list[object]) -> dict[str, Words | Keys]:
        """What values in regions stand for: a part for each group."""
        found: dict[str, Words | Keys] = {}
        first_pages = np.cumsum([0, *(len(group.scopes) for group in run.groups)])
        parts = np.searchsorted(first_pages, run.page, side="right") - 1
        rows = np.append(run.firsts, len(run.table))[first_pages]
        for name in self._names:
            keys = run.table[f"{name}="].to_numpy()
            chosen: list[Words] = []
            for start, end in zip(rows[:-1].tolist(), rows[1:].tolist(), strict=True):
                _, order = np.unique(keys[start:end], return_index=True)  # the first of several counts
                chosen.append(start + order[keys[start + order] >= 0])
            order = np.concatenate(chosen)
            texts = _whole(run.table[name].combine_chunks()).take(pa.array(order))
            words, memory = laid_out(name, texts)
            found |= words
            held += memory
            bounds = np.cumsum([0, *map(len, chosen)])
            found[f"{name}="] = Keys(np.ascontiguousarray(keys[order]), np.array(bounds, np.int64))
            found[f"{name}@"] = np.ascontiguousarray(parts, np.int64)
        return found


@dataclass(frozen=True, slots=True)
class _Run:
    """What the pages of some groups say.

    Attributes:
        groups: the groups.
        pages: their pages.
        table: a row for each entry of a page.
        there: the rows of those that have a region; what follows is of these.
        page: numbers of their pages.
        index: their numbers in these.
        regions: where their regions begin and end.
        starts: where the first records begin in these.
        streams: where the streams begin that they lie in, and how long these are.
        firsts: the first row of each page.
    """

    groups: Sequence[_Group]
    pages: Sequence[_Page]
    table: pa.Table
    there: Words
    page: Words
    index: Words
    regions: Words
    starts: Words
    streams: Words
    firsts: Words


def _whole(column: Any) -> Any:
    """A column in one piece."""
    if isinstance(column, pa.ChunkedArray):
        return column.chunk(0) if column.num_chunks else pa.array([], column.type)
    return column
