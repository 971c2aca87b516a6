"""Scans the pages of an index that says where the regions of a view lie: a page is a record, a region a row of arrays.

What is around the pages is read as objects, and so is what a page says that isn't as the plan has it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np
import pyarrow as pa

from bytewright.codecs.incremental import IncrementalDecoder
from bytewright.columnar.scan.index_blocks import IndexBlocks
from bytewright.columnar.scan.page_tables import PAGE, PLACE, SIZE, THERE, Pages, Said, pages_of, said_by, whole
from bytewright.columnar.scan.region_locator import DECODED, RegionLocator, UnplacedError, inside
from bytewright.errors import NO_VALUE, ReadError
from bytewright.host.gc_pause import relieve
from bytewright.io.source import BytesSource, Source
from bytewright.kernels.drivers.region_scan import Keys, Pending, RegionScan, Wave, laid_out
from bytewright.kernels.plan import Outer, RowPlan
from bytewright.kernels.plan.failures import BadRecord
from bytewright.kernels.program.program import Words
from bytewright.limits import Limits
from bytewright.schema.arrays import UnfitError
from bytewright.schema.scope import Scope
from bytewright.schema.view import View
from bytewright.views.evaluate.layout import FixedColumn, Layout
from bytewright.views.evaluate.nested_lists import Around

_PAGES = 64
"""Pages that are read at a time, as far as those that belong together are no more."""
_MOST_FAILURES = 16
"""Pages that the kernel can't read, after which it is asked no more."""


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
        if self._table.own:
            around.has_pages()
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
        self._blocks: IndexBlocks | None = None
        if plan.directory.directory is not None:
            common = self._table, around, self._of_pages, source, given, limits
            self._blocks = IndexBlocks(plan.directory.directory, *common, grouped=bool(self._names))
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
        for found in self._found():
            if isinstance(found, ReadError):
                self.stopped = [found]
                yield None
            elif isinstance(found, Pages) and self._failures < _MOST_FAILURES:
                yield from self._by_halves(found)
            else:
                yield from self._by_objects(found.scopes if isinstance(found, Pages) else found)

    # --- pages -------------------------------------------------------------------------------------------------------

    def _by_halves(self, pages: Pages) -> Iterator[Wave | None]:
        """The regions that pages name; a group of pages that can't be read is left to objects."""
        try:
            region = self._region
            said = said_by(pages, self._scan, self._pending, self._limits, follows=region.follows, count=region.count)
        except BadRecord:
            self._scan.abandon()
            said = None
        if said is not None:
            yield from self._by_arrays(said)
        elif pages.halves is not None:
            for half in pages.halves:
                yield from self._by_halves(half)
        else:
            self._failures += 1
            yield from self._by_objects(pages.scopes)

    def _found(self) -> Iterator[Pages | Sequence[Scope] | ReadError]:
        """Pages that are read together; those that only objects can read, as the elements that stand for what they
        say; and what is bad."""
        groups: list[Sequence[Scope]] = []
        try:
            for found in self._grouped() if self._blocks is None else self._blocks.found():
                if not isinstance(found, Pages):
                    groups.append(found)
                if isinstance(found, Pages) or sum(map(len, groups)) >= _PAGES:
                    yield from self._located(groups)
                    groups = []
                if isinstance(found, Pages):
                    yield found
        except ReadError as error:
            yield from self._located(groups)
            yield error
            return
        yield from self._located(groups)

    def _located(self, groups: Sequence[Sequence[Scope]]) -> Iterator[Pages | Sequence[Scope]]:
        """Where the pages of some groups lie, as objects say; a group of which that can't be told is given as it is."""
        if not groups:
            return
        try:
            for group in groups:
                for name in self._names:
                    if len(self._region.names[name].outer(inside(group[0]))) != len(group):
                        raise UnplacedError
            yield pages_of(self._table, groups, self._of_pages, self._limits)
        except (ReadError, UnplacedError, UnfitError, *NO_VALUE):
            if len(groups) == 1:
                yield groups[0]
            else:
                for group in groups:
                    yield from self._located((group,))

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

    # --- waves -------------------------------------------------------------------------------------------------------

    def _by_objects(self, scopes: Sequence[Scope]) -> Iterator[Wave | None]:
        """The regions that pages name which only objects can read."""
        holders = (one for scope in scopes for one in self._around.holders(scope))
        found = RegionLocator(self._plan, self._view, holders, self._layout, self._source, self._limits)
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

    def _by_arrays(self, run: Said) -> Iterator[Wave | None]:
        """The regions that pages name."""
        around = self._around
        page, behind = -1, 0  # what was asked for last: of others behind it, none is read again
        holders: Iterator[Scope] = iter(())

        def scope(number: int) -> Scope:
            nonlocal page, behind, holders
            wanted, index = int(run.page[first + number]), int(run.index[first + number])
            if wanted != page or index < behind:
                page, behind, holders = wanted, 0, around.holders(run.pages.scope(wanted))
            found = next(islice(holders, index - behind, None))
            behind = index + 1
            return found

        self._scope = scope
        first, count = 0, len(run.there)
        try:
            held: list[object] = []
            shown = self._shown(run, held)
            named = self._named(run, held)
        except UnfitError:
            # Objects say which value of which of them doesn't fit.
            yield from self._by_objects(run.pages.scopes)
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
                for name in self._table.numbers:
                    beside[name] = run.pages.numbers[name][run.page[part]]
                starts = run.starts[part] if self._region.follows else None
                bounds = bounds[part] if source is None else bounds
                yield Wave(bounds, beside, held, source, firsts=starts, streams=run.streams[part])
            first = last
            if not len(bounds):
                self.stopped = [scope(0)]
                first += 1
                yield None

    def _decoded(self, run: Said, first: int) -> tuple[int, Source, Words]:
        """What regions are decoded to, some at a time: how far that goes, and where they lie in it. Behind them comes
        one that can't be decoded, where there is none."""
        assert self._region.process is not None
        process = self._region.process(run.pages.scope(0))
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

    def _shown(self, run: Said, held: list[object]) -> dict[str, Words]:
        """Columns of what is the same for a whole region."""
        found: dict[str, Words] = {}
        arrays: list[tuple[str, pa.Array[Any]]] = []
        for column in self._of_regions:
            entries = whole(run.table[column.name])
            arrays.append((column.name, entries.take(pa.array(run.there)).cast(column.type)))
        page: pa.Array[Any] = pa.array(run.page)
        arrays += [(name, values.take(page)) for name, values in run.pages.shown.items()]
        for name, array in arrays:
            words, memory = laid_out(name, array)
            found |= words
            held += memory
        return found

    def _named(self, run: Said, held: list[object]) -> dict[str, Words | Keys]:
        """What values in regions stand for: a part for each group."""
        found: dict[str, Words | Keys] = {}
        first = int(run.pages.groups[0])
        groups = run.pages.groups[run.table[PAGE].to_numpy()] - first
        parts = np.arange(int(run.pages.groups[-1]) - first + 2)
        for name in self._names:
            keys = run.table[f"{name}="].to_numpy()
            order = np.lexsort((keys, groups))
            ordered, of_groups = keys[order], groups[order]
            is_first = np.ones(len(order), bool)  # the first of several counts
            is_first[1:] = (ordered[1:] != ordered[:-1]) | (of_groups[1:] != of_groups[:-1])
            is_first &= ordered >= 0
            order = order[is_first]
            words, memory = laid_out(name, whole(run.table[name]).take(pa.array(order)))
            found |= words
            held += memory
            bounds = np.searchsorted(of_groups[is_first], parts)
            found[f"{name}="] = Keys(np.ascontiguousarray(keys[order]), np.ascontiguousarray(bounds, np.int64))
            found[f"{name}@"] = np.ascontiguousarray(run.pages.groups[run.page] - first, np.int64)
        return found
