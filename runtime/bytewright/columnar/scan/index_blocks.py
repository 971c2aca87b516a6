"""Finds the pages of indexes in small structures that have one each, many of these at a time: a block is a record, a
page a row. What says where blocks lie is read by the kernel as well, if it is an index, else as objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Any

import numpy as np
import pyarrow as pa

from bytewright.columnar.scan.page_tables import (
    ORDER,
    PAGE,
    PLACE,
    SIZE,
    SMALL,
    Pages,
    is_small,
    pages_of,
    said_by,
    whole,
)
from bytewright.columnar.scan.region_locator import UnplacedError, inside
from bytewright.errors import NO_VALUE, ReadError
from bytewright.io.source import Source
from bytewright.kernels.drivers.region_scan import Pending, RegionScan, Wave
from bytewright.kernels.plan import RowPlan
from bytewright.kernels.plan.failures import BadRecord
from bytewright.kernels.program.program import Words
from bytewright.limits import Limits
from bytewright.schema.arrays import UnfitError, array_of
from bytewright.schema.scope import Scope
from bytewright.schema.view import Directory, Region
from bytewright.views.evaluate.layout import FixedColumn
from bytewright.views.evaluate.nested_lists import Around

STREAM, LENGTH, REGIONS, REACH = "@stream", "@length", "@regions", "@reach"
"""Columns of the plan of blocks, besides those of `bytewright.columnar.scan.page_tables`: where the stream begins that
a page lies in, and how long it is; the same of the stream that the regions lie in that it names."""
_BLOCKS = 4096
"""Blocks that are gone through at a time."""
_MOST_FAILURES = 16
"""Blocks that the kernel can't read, after which it is asked no more."""

Found = Pages | Sequence[Scope]
"""Pages, or elements that have pages which belong together: objects must find these."""


@dataclass(frozen=True, slots=True)
class _Blocks:
    """Some blocks.

    Attributes:
        scopes: the elements that have them as a field, by their numbers.
        bounds: where each begins and ends in the file; -1 where that isn't known.
        shown: columns of what is the same for a whole block.
    """

    scopes: Sequence[Scope]
    bounds: Words
    shown: Mapping[str, pa.Array[Any]]


class IndexBlocks:
    """Finds pages."""

    def __init__(
        self,
        plan: RowPlan,
        table: Directory,
        around: Around,
        columns: Sequence[FixedColumn],
        source: Source,
        given: Mapping[str, int],
        limits: Limits,
        *,
        grouped: bool,
    ) -> None:
        """Prepare to find pages.

        Args:
            plan: the plan by which they are found in blocks.
            table: what they are of.
            around: the elements around the innermost list of the view.
            columns: what is shown of pages and what is around them.
            source: the file.
            given: see `bytewright.kernels.program.assemble.assemble`.
            limits: the limits.
            grouped: whether the pages of a block belong together.
        """
        assert table.blocks is not None
        self._region: Region = table.blocks
        self._around = around
        self._limits = limits
        told = {column.name for column in plan.columns}
        self._of_pages = [column for column in columns if column.name in told]
        self._of_blocks = [column for column in columns if column.name not in told]
        self._numbers = list(table.numbers)
        self._grouped = grouped
        asked = [PAGE, PLACE, SIZE, STREAM, LENGTH, REGIONS, REACH]
        asked += [*self._numbers, *(column.name for column in self._of_pages)]
        self._pending = Pending()
        self._scan = RegionScan(plan, source, self._pending, columns=asked, given=given, limits=limits)
        self._failures = 0
        self._index_pending = Pending()
        self._index: RegionScan | None = None
        if plan.directory is not None:
            named = [column.name for column in plan.directory.columns]
            wanted = {column.name for column in self._of_blocks}
            asked = [name for name in named if name.startswith("@") or name in wanted]
            self._index = RegionScan(
                plan.directory, source, self._index_pending, columns=asked, given=given, limits=limits
            )

    def found(self) -> Iterator[Found]:
        """The pages of all blocks.

        Raises:
            ReadError: something is bad; the pages before it have been given.
        """
        blocks = self._of_scopes(self._around.blocks) if self._index is None else self._by_index(self._index)
        for found in blocks:
            yield from self._in(found)

    # --- where blocks lie --------------------------------------------------------------------------------------------

    def _by_index(self, scan: RegionScan) -> Iterator[_Blocks]:
        """The blocks that an index names.

        Raises:
            ReadError: something is bad.
        """
        tables: list[Scope] = []
        bad: ReadError | None = None
        try:
            tables.extend(self._around.tables)
        except ReadError as error:
            bad = error
        if bad is not None and self._around.sorts_blocks:
            raise bad
        blocks = self._indexed(tables, scan) if tables else None
        if blocks is not None:
            yield blocks
        else:
            yield from self._of_scopes(self._around.blocks_of(tables))
        if bad is not None:
            raise bad

    def _indexed(self, tables: Sequence[Scope], scan: RegionScan) -> _Blocks | None:
        """The blocks that an index names, in their order; None: only objects can read it."""
        assert self._region.directory is not None
        try:
            pages = pages_of(self._region.directory, [tables], (), self._limits)
            said = said_by(pages, scan, self._index_pending, self._limits)
            if said is None:
                return None
            order = np.arange(len(said.there))
            if ORDER in said.table.column_names:
                order = np.argsort(said.table[ORDER].to_numpy()[said.there], kind="stable")
            shown: dict[str, pa.Array[Any]] = {}
            for column in self._of_blocks:
                if column.name in said.table.column_names:
                    chosen = whole(said.table[column.name]).take(pa.array(said.there[order]))
                    shown[column.name] = chosen.cast(column.type)
                else:  # it is the same for all of the file
                    value = column.column.value(inside(tables[0]))
                    one = array_of([value], column.type, column.form, nullable=column.nullable)
                    shown[column.name] = one.take(pa.array(np.zeros(len(order), np.int64)))
        except BadRecord:
            scan.abandon()
            return None
        except (ReadError, UnplacedError, UnfitError, *NO_VALUE):
            return None
        scopes = _Indexed(self._around, tables, said.page[order], said.index[order])
        return _Blocks(scopes, said.regions[order], shown)

    def _of_scopes(self, scopes: Iterator[Scope]) -> Iterator[_Blocks]:
        """The blocks, as objects say where they lie.

        Raises:
            ReadError: something is bad.
        """
        bad: ReadError | None = None
        while bad is None:
            found: list[Scope] = []
            bounds: list[tuple[int, int]] = []
            values: list[list[object]] = []
            try:
                for scope in islice(scopes, _BLOCKS):
                    found.append(scope)
                    place, of_block = self._placed(scope)
                    bounds.append(place)
                    values.append(of_block)
            except ReadError as error:
                bad = error
            if found:
                yield self._laid_out(found, bounds, values)
            elif bad is None:
                return
        raise bad

    def _placed(self, scope: Scope) -> tuple[tuple[int, int], list[object]]:
        """Where a block lies, and what is shown of it."""
        region = self._region
        assert region.size is not None
        try:
            io, position, size = region.stream(scope), region.position(scope), region.size(scope)
            below = inside(scope)
            values = [column.column.value(below) for column in self._of_blocks]
        except (ReadError, *NO_VALUE):
            return (-1, -1), [None] * len(self._of_blocks)
        if not io.in_file or not 0 <= position <= io.size or not 0 <= size <= io.size - position:
            return (-1, -1), values
        if region.parts is not None and not is_small(size, region.parts(scope)):
            return (-1, -1), values
        return (io.origin + position, io.origin + position + size), values

    def _laid_out(self, scopes: list[Scope], bounds: list[tuple[int, int]], values: list[list[object]]) -> _Blocks:
        places = np.array(bounds, np.int64).reshape(-1, 2)
        shown: dict[str, pa.Array[Any]] = {}
        try:
            for place, column in enumerate(self._of_blocks):
                of_column = [of_block[place] for of_block in values]
                # Where a block isn't read by the kernel, objects know the value.
                shown[column.name] = array_of(of_column, column.type, column.form, nullable=True)
        except UnfitError:
            return _Blocks(scopes, np.full_like(places, -1), {})
        return _Blocks(scopes, places, shown)

    # --- pages in blocks ---------------------------------------------------------------------------------------------

    def _in(self, blocks: _Blocks) -> Iterator[Found]:
        """The pages of blocks, as they lie."""
        sizes = blocks.bounds[:, 1] - blocks.bounds[:, 0]
        most = (
            self._limits.maxRecordBytes if self._region.parts is not None else min(SMALL, self._limits.maxRecordBytes)
        )
        small = (sizes > 0) & (sizes <= most)
        changes = np.flatnonzero(small[1:] != small[:-1]) + 1
        edges = [0, *changes.tolist(), len(small)]
        for start, behind in pairwise(edges):
            for first in range(start, behind, _BLOCKS):
                last = min(behind, first + _BLOCKS)
                if small[first]:
                    yield from self._scanned(blocks, first, last)
                else:
                    yield from self._by_objects(blocks, first, last)

    def _by_objects(self, blocks: _Blocks, first: int, last: int) -> Iterator[Found]:
        for number in range(first, last):
            pages = self._around.pages_of(blocks.scopes[number])
            if not self._grouped:
                yield from ([page] for page in pages)
            elif together := list(pages):
                yield together

    def _scanned(self, blocks: _Blocks, first: int, last: int) -> Iterator[Found]:
        """The pages of some small blocks; those of blocks that can't be read are left to objects."""
        while first < last:
            if self._failures >= _MOST_FAILURES:
                yield from self._by_objects(blocks, first, last)
                return
            self._pending.wave = Wave(np.ascontiguousarray(blocks.bounds[first:last]))
            self._scan.go_on()
            batches: list[pa.RecordBatch] = []
            behind = last
            try:
                batches.extend(self._scan)
            except BadRecord:
                behind = first + self._scan.region
                self._scan.abandon()
            table = pa.Table.from_batches(batches, self._scan.schema).combine_chunks()
            behind = self._first_unplaced(table, first, behind)
            pages = self._pages(blocks, table, first, behind)
            if len(pages.bounds):
                yield pages
            if behind < last:
                self._failures += 1
                yield from self._by_objects(blocks, behind, behind + 1)
                behind += 1
            first = behind

    def _first_unplaced(self, table: pa.Table, first: int, behind: int) -> int:
        """The first block in which a page doesn't lie where it can be read, if it is before another one."""
        place, size, length = (table[name].to_numpy() for name in (PLACE, SIZE, LENGTH))
        rest = np.minimum(length - place, self._limits.maxRecordBytes)
        bad = (place < 0) | (place > length) | (size <= 0) | (size > rest)
        number = table[PAGE].to_numpy()[bad]
        return min(behind, first + int(number[0])) if len(number) else behind

    def _pages(self, blocks: _Blocks, table: pa.Table, first: int, behind: int) -> Pages:
        blocks_of = table[PAGE].to_numpy()
        rows = slice(0, int(np.searchsorted(blocks_of, behind - first)))
        numbers = blocks_of[rows]
        firsts = np.searchsorted(numbers, numbers)
        found = {name: table[name].to_numpy()[rows] for name in (PLACE, SIZE, STREAM, REGIONS, REACH, *self._numbers)}
        starts = found[STREAM] + found[PLACE]
        shown = {one.name: whole(table[one.name])[rows].cast(one.type) for one in self._of_pages}
        chosen = pa.array(numbers + first)
        shown |= {name: values.take(chosen) for name, values in blocks.shown.items()}
        around, scopes = self._around, blocks.scopes

        def scope(number: int) -> Scope:
            pages = around.pages_of(scopes[first + int(numbers[number])])
            return next(islice(pages, number - int(firsts[number]), None))

        return Pages(
            scope=scope,
            bounds=np.stack([starts, starts + found[SIZE]], axis=1),
            origins=found[REGIONS],
            reaches=found[REACH],
            groups=numbers if self._grouped else np.arange(len(numbers)),
            shown=shown,
            numbers={name: found[name] for name in self._numbers},
        )


class _Indexed(Sequence[Scope]):
    """The elements that have blocks as a field, each of which is read when it is asked for."""

    def __init__(self, around: Around, tables: Sequence[Scope], page: Words, index: Words) -> None:
        self._around = around
        self._tables = tables
        self._page = page
        self._index = index

    def __len__(self) -> int:
        return len(self._page)

    def __getitem__(self, number: Any) -> Any:
        blocks = self._around.blocks_in(self._tables[int(self._page[number])])
        return next(islice(blocks, int(self._index[number]), None))
