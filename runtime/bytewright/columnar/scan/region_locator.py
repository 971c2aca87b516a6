"""Locates the regions of a view through objects, some hundred at a time."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import numpy as np
import pyarrow as pa

from bytewright.codecs.incremental import IncrementalDecoder
from bytewright.errors import NO_VALUE, ReadError
from bytewright.host.gc_pause import relieve
from bytewright.io.source import BytesSource, Source
from bytewright.kernels.drivers.region_scan import Keys, Wave, laid_out
from bytewright.kernels.plan import Outer, RowPlan
from bytewright.kernels.program.program import Words
from bytewright.limits import Limits
from bytewright.objects.read.cursor import Cursor
from bytewright.schema.arrays import UnfitError, array_of
from bytewright.schema.lookups import Memory, memory_of
from bytewright.schema.scope import Scope
from bytewright.schema.view import Names, View
from bytewright.views.evaluate.layout import RECORD_NUMBER, FixedColumn, Layout, number_of_record

_WAVE = 256
"""Regions that are looked for at a time."""
DECODED = 4 << 20
"""Bytes of regions that are decoded at a time, as far as one region has no more. One that is stored in more is decoded
as it is read, where its process decodes in pieces."""
HIGHEST = (1 << 63) - 1


class RegionLocator:
    """Finds regions, wave by wave.

    Attributes:
        stopped: what ended the waves for the time being: elements whose regions aren't known, the last of which may be
            an error.
    """

    def __init__(
        self, plan: RowPlan, view: View, scopes: Iterator[Scope], layout: Layout, source: Source, limits: Limits
    ) -> None:
        """Prepare to find the regions of the elements of ``scopes`` in a file."""
        assert view.region is not None
        self._source = source
        self._region = view.region
        self._limits = limits
        self._decoded: list[bytes] = []
        self._decoded_size = 0
        self._large: IncrementalDecoder | None = None
        self._scopes = scopes
        self._wave: list[Scope] = []
        self._streams: list[tuple[int, int]] = []
        known = {column.name for column in plan.columns if isinstance(column, Outer)}
        self._columns = [c for c in layout.columns if isinstance(c, FixedColumn) and c.name in known]
        wanted = {column.name for column in layout.columns}
        self._names = [
            _Named(name, names) for name, names in view.region.names.items() if name.partition(".")[0] in wanted
        ]
        self._numbered = RECORD_NUMBER in layout.schema.names
        self.stopped: list[Scope | ReadError] = []

    def begin(self, scopes: Iterator[Scope]) -> None:
        """Begin with other elements of the same file."""
        self._scopes = scopes
        self.stopped = []

    def scope(self, number: int) -> Scope:
        """The element that a region of the last wave belongs to."""
        return self._wave[number]

    def together(self, number: int) -> tuple[int, int]:
        """See `bytewright.columnar.scan.finder.Finder`."""
        return 0, number + 1

    def close(self) -> None:
        """See `bytewright.columnar.scan.finder.Finder`."""
        self._scopes = iter(())

    def wave(self) -> Wave | None:
        """The next regions; None where there are none for the time being."""
        if self.stopped:
            return None
        relieve()
        self._wave, self._streams = [], []
        self._decoded, self._decoded_size, self._large = [], 0, None
        bounds: list[tuple[int, int, int]] = []
        values: list[list[object]] = []
        for names in self._names:
            names.begin()
        try:
            for scope in self._scopes:
                try:
                    place = self._place(scope)
                    if place is None:
                        continue
                    told = {name: number_of(number(scope)) for name, number in self._region.numbers.items()}
                    if told.get(self._region.count) == 0:
                        continue
                    below = inside(scope)
                    found = [*(column.column.value(below) for column in self._columns), *told.values()]
                    for names in self._names:
                        names.add(below)
                except _LaterError:
                    self._scopes = chain((scope,), self._scopes)
                    break
                except (ReadError, UnplacedError, *NO_VALUE):
                    self.stopped = [scope]
                    break
                self._wave.append(scope)
                io = self._region.stream(scope)
                self._streams.append((io.origin, io.size))
                bounds.append(place)
                values.append(found)
                if len(bounds) == _WAVE or self._decoded_size >= DECODED or self._large is not None:
                    break
        except ReadError as error:
            self.stopped = [error]
        return self._laid_out(bounds, values) if bounds else None

    def _laid_out(self, bounds: list[tuple[int, int, int]], values: list[list[object]]) -> Wave | None:
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
        for place, name in enumerate(self._region.numbers, len(self._columns)):
            beside[name] = np.array([found[place] for found in values], np.int64)
        if self._numbered:
            beside[RECORD_NUMBER] = np.array([number_of_record(scope) for scope in self._wave], np.int64)
        for names in self._names:
            names.lay_out(beside, held)
        places = np.array(bounds, np.int64)
        firsts = np.ascontiguousarray(places[:, 2]) if self._region.follows else None
        streams = np.array(self._streams, np.int64).reshape(-1, 2)
        source: Source | None = self._large
        if source is None and self._region.process is not None:
            source = BytesSource(b"".join(self._decoded))
        return Wave(np.ascontiguousarray(places[:, :2]), beside, held, source, firsts=firsts, streams=streams)

    def _place(self, scope: Scope) -> tuple[int, int, int] | None:
        """Where the region of an element begins and ends, and its first record begins; None: it has none."""
        region = self._region
        if region.condition is not None and not region.condition(scope):
            return None
        io, position = region.stream(scope), region.position(scope)
        if not io.in_file or not 0 <= position <= io.size:
            raise UnplacedError
        if region.follows:
            if io.size > self._limits.maxRecordBytes:
                raise UnplacedError
            return io.origin, io.origin + io.size, io.origin + position
        size = io.size - position if region.size is None else region.size(scope)
        if not 0 <= size <= min(io.size - position, self._limits.maxRecordBytes):
            raise UnplacedError
        if region.process is None:
            return io.origin + position, io.origin + position + size, io.origin + position
        process = region.process(scope)
        if size > DECODED and process.gradual:
            if self._wave:
                raise _LaterError
            start = io.origin + position
            self._large = IncrementalDecoder(process, self._source, start, start + size, self._limits)
            return 0, self._large.size, 0
        stored = self._source.read(io.origin + position, size)  # not by the structures' own, who count what they keep
        if len(stored) < size:
            raise UnplacedError
        decoded = process.decode(stored, self._limits)
        start = self._decoded_size
        self._decoded.append(decoded)
        self._decoded_size += len(decoded)
        return start, self._decoded_size, start


def inside(scope: Scope) -> Scope:
    """The scope of what is in the list that an element holds, whichever of its elements that is."""
    return Scope(scope.root, None, 0, 0, scope.options, 0, (*scope.levels, scope.element), scope.known)


class _LaterError(Exception):
    """A region must be the only one of a wave."""


class UnplacedError(Exception):
    """A region doesn't lie where it can be read without what is around it, or what is asked of that doesn't fit."""


def page_at(io: Cursor, position: int, size: int, limits: Limits) -> tuple[int, int]:
    """Where a page of a table begins and ends in the file, which says where regions lie, or what is counted.

    Args:
        io: the stream that it lies in.
        position: where it begins there.
        size: how many bytes it has.
        limits: the limits.

    Raises:
        UnplacedError: it is none that the kernel can read. What an empty page means, objects know: a region without
            bytes has no record.
    """
    if not io.in_file or not 0 <= position <= io.size:
        raise UnplacedError
    if not 0 < size <= min(io.size - position, limits.maxRecordBytes):
        raise UnplacedError
    return io.origin + position, io.origin + position + size


def number_of(value: object) -> int:
    """What a plan asks of the element that a region belongs to.

    Raises:
        UnplacedError: it is no number of 64 bits.
    """
    if not isinstance(value, int) or not -HIGHEST <= value <= HIGHEST:
        raise UnplacedError
    return int(value)


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
            self._tables.append((outer, self._known_table(outer, memory_of(scope.options))))
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

    def _known_table(self, outer: object, memory: Memory | None) -> dict[int, str]:
        """The same as `_table`, which stays for the next look-up."""
        if memory is None:
            return self._table(outer)
        found: dict[int, str] = memory.of(self._name, (outer,), lambda: self._table(outer))
        return found

    def _table(self, outer: object) -> dict[int, str]:
        """What values stand for in one list, by ascending values. Others are left to objects."""
        table: dict[int, str] = {}
        try:
            for key, text in self._names.pairs(outer):
                if isinstance(key, int) and 0 <= key <= HIGHEST and isinstance(text, str):
                    table.setdefault(key, text)
        except (ReadError, *NO_VALUE):
            return {}
        return dict(sorted(table.items()))
