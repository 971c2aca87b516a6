"""Scans what elements of lists refer to elsewhere in their stream: each target is a region of its own.

A stream whose pieces can be decoded without each other is decoded once for all that is referred to in it; where
something is looked up, or it is large, only the pieces that are referred to are, as it is come to them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Generator, Iterator, Mapping
from itertools import pairwise

import numpy as np
import pyarrow as pa

from bytewright.codecs.process import Process
from bytewright.columnar.scan.finder import Finder
from bytewright.columnar.scan.sparse_reads import DecodedPieces, SparseReads
from bytewright.errors import NO_VALUE, ReadError
from bytewright.io.source import BytesSource, Source
from bytewright.kernels.drivers.region_scan import Keys, Pending, RegionScan, Wave
from bytewright.kernels.plan import RowPlan
from bytewright.kernels.plan.failures import BadRecord
from bytewright.kernels.program.program import Words
from bytewright.limits import Limits
from bytewright.schema.scope import Scope
from bytewright.schema.view import View

LIST, PLACE, BEHIND = "@list", "@place", "@behind"
"""Columns of the plan of such lists: the number of the list, where in the stream what is referred to begins, and where
it ends at the latest. Then what the plan of that asks for, by its names."""
_MOST = 256 << 20
"""Bytes that are decoded of a stream; what lies behind them is left to objects."""
_LARGE = 64 << 20
"""Bytes of a stream that isn't decoded as a whole."""


class ReferenceScan:
    """Finds what lists refer to, wave by wave; see `bytewright.columnar.scan.finder.Finder`.

    Attributes:
        stopped: see there.
    """

    def __init__(
        self,
        plan: RowPlan,
        view: View,
        lists: Finder,
        source: Source,
        given: Mapping[str, int],
        limits: Limits,
        *,
        few: bool = False,
    ) -> None:
        """Prepare to find what lists refer to.

        Args:
            plan: the plan of the lists.
            view: the view.
            lists: finds the lists.
            source: the file.
            given: see `bytewright.kernels.program.assemble.assemble`.
            limits: the limits.
            few: whether they refer to little of the streams.
        """
        assert view.region is not None
        assert view.region.referred is not None
        self._few = few
        self.stopped: list[Scope | ReadError] = []
        self._referred = view.region.referred
        self._lists = lists
        self._source = source
        self._limits = limits
        self._pending = Pending()
        self._asked = [column.name for column in plan.columns if column.name not in (LIST, PLACE, BEHIND)]
        self._scan = RegionScan(plan, source, self._pending, given=given, limits=limits)
        self._numbers = np.zeros(0, np.int64)
        self._process: Process | None = None
        self._decoded: _Decoded | None = None
        self._pieces: DecodedPieces | None = None
        self._waves = self._all()

    def begin(self) -> None:
        """Begin with what the lists begin with."""
        self.stopped = []
        self._scan.anew()
        self._waves = self._all()

    def scope(self, number: int) -> Scope:
        """See `bytewright.columnar.scan.finder.Finder`."""
        return self._lists.scope(int(self._numbers[number]))

    def together(self, number: int) -> tuple[int, int]:
        """See `bytewright.columnar.scan.finder.Finder`."""
        first, behind = np.searchsorted(self._numbers, [self._numbers[number], self._numbers[number] + 1]).tolist()
        return number - first, behind

    def wave(self) -> Wave | None:
        """See `bytewright.columnar.scan.finder.Finder`."""
        return None if self.stopped else next(self._waves, None)

    def close(self) -> None:
        """See `bytewright.columnar.scan.finder.Finder`."""
        self._waves.close()
        self._lists.close()

    def _all(self) -> Generator[Wave | None, None, None]:
        """All waves; None where what has stopped them comes next."""
        while True:
            wave = self._lists.wave()
            if wave is not None:
                yield from self._of(wave)
            elif self._lists.stopped:
                self.stopped, self._lists.stopped = self._lists.stopped, []
                yield None
            else:
                return

    # --- lists -------------------------------------------------------------------------------------------------------

    def _of(self, wave: Wave) -> Iterator[Wave | None]:
        """What some lists refer to."""
        self._pending.wave = wave
        self._scan.go_on()
        while True:
            batches: list[pa.RecordBatch] = []
            bad = None
            try:
                batches.extend(self._scan)
            except BadRecord:
                bad = self._scan.region
            table = pa.Table.from_batches(batches, self._scan.schema)
            found = {name: table[name].to_numpy() for name in table.column_names}
            if bad is not None:
                whole = found[LIST] < bad
                found = {name: column[whole] for name, column in found.items()}
            yield from self._by_stream(wave, found)
            if bad is None:
                return
            yield from self._left(bad)
            self._scan.pass_over()

    def _left(self, number: int) -> Iterator[None]:
        """A list is left to objects."""
        self.stopped = [self._lists.scope(number)]
        yield None

    def _by_stream(self, wave: Wave, found: Mapping[str, Words]) -> Iterator[Wave | None]:
        """What lists refer to, those together that lie in one stream."""
        assert wave.streams is not None
        streams = wave.streams[found[LIST]]
        changes = np.flatnonzero((streams[1:] != streams[:-1]).any(axis=1)) + 1
        bounds = [0, *changes.tolist(), len(streams)]
        for first, last in pairwise(bounds):
            if first < last:
                part = {name: column[first:last] for name, column in found.items()}
                yield from self._in_stream(wave, part, *streams[first].tolist())

    def _in_stream(self, wave: Wave, found: Mapping[str, Words], origin: int, size: int) -> Iterator[Wave | None]:
        lists, places = found[LIST], found[PLACE]
        ends = found[BEHIND]
        good = (places >= 0) & (places <= ends) & (ends <= size) & (ends == ends[0])
        decoded = self._opened(lists, origin, places[good], int(ends[0]))
        firsts = np.full(len(places), -1, np.int64)
        if decoded is not None:
            firsts[good] = decoded.places(places[good] + origin)
        good &= firsts >= 0
        for first, last, is_good in _runs(lists, good):
            if not is_good:
                yield from self._left(int(lists[first]))
                continue
            assert decoded is not None
            self._numbers = lists[first:last]
            beside: dict[str, Words | Keys] = {}
            for name, array in wave.beside.items():
                beside[name] = array if isinstance(array, Keys) else np.ascontiguousarray(array[self._numbers])
            for name in self._asked:
                beside[name] = np.ascontiguousarray(found[name][first:last])
            begin = np.ascontiguousarray(firsts[first:last])
            regions = np.stack([np.zeros(last - first, np.int64), decoded.ends(begin)], axis=1)
            if isinstance(decoded, SparseReads):
                yield Wave(regions, beside, wave.held, decoded, firsts=begin, ready=decoded.ready)
            else:
                yield Wave(regions, beside, wave.held, decoded.source, firsts=begin)

    def _opened(self, lists: Words, origin: int, places: Words, end: int) -> _Decoded | SparseReads | None:
        """What a stream is decoded to, from the first place on that something refers to, or from each of them on."""
        known = self._decoded
        start, stop = origin + int(places.min(initial=end)), origin + end
        if known is not None and known.start <= start and known.stop == stop:
            return known
        if not len(places) or stop - start > self._limits.maxRecordBytes:
            return None
        try:
            if self._process is None:
                self._process = self._referred(self._lists.scope(int(lists[0])))
            if not self._process.apart:
                return None
            if self._few or stop - start > _LARGE:
                if self._pieces is None or self._pieces.stop != stop:
                    self._pieces = DecodedPieces(self._process, self._source, stop, self._limits)
                return SparseReads(self._pieces, places + origin, self._limits)
            self._decoded = _Decoded(self._process, self._source, start, stop, self._limits)
        except (ReadError, *NO_VALUE):
            return None
        return self._decoded


class _Decoded:
    """What a part of a file is decoded to, from its beginning as far as that goes.

    Attributes:
        start: where it begins.
        stop: where it ends.
        source: what has been decoded.
    """

    def __init__(self, process: Process, source: Source, start: int, stop: int, limits: Limits) -> None:
        self.start = start
        self.stop = stop
        self._most = limits.maxDecodedBytes
        data = source.read(start, stop - start)
        stored: list[int] = []
        is_next = True

        def read(at: int, size: int) -> bytes:
            nonlocal is_next
            if is_next:
                stored.append(at)
            is_next = False
            return data[at : at + size]

        pieces: list[bytes] = []
        bounds = [0]
        try:
            for piece in process.pieces(read, len(data), limits):
                pieces.append(piece)
                bounds.append(bounds[-1] + len(piece))
                is_next = True
                if bounds[-1] >= _MOST:
                    break
        except (ReadError, *NO_VALUE):
            pass  # who asks for more reads objects, which know what is wrong
        self.source = BytesSource(b"".join(pieces))
        self._stored = np.array(stored[: len(pieces)], np.int64) + start
        self._bounds = np.array(bounds, np.int64)

    def places(self, stored: Words) -> Words:
        """Where pieces begin in what has been decoded, by where they are stored; -1: no piece is."""
        found = np.searchsorted(self._stored, stored)
        there = np.zeros(len(stored), bool)
        inside = found < len(self._stored)
        there[inside] = self._stored[found[inside]] == stored[inside]
        return np.where(there, self._bounds[np.minimum(found, len(self._bounds) - 1)], -1)

    def ends(self, begins: Words) -> Words:
        """Where the last piece ends that may be decoded from each of some places on."""
        last = np.searchsorted(self._bounds, begins + self._most, side="right") - 1
        return self._bounds[last]


def _runs(lists: Words, good: np.ndarray) -> Iterator[tuple[int, int, bool]]:
    """Parts of some elements of lists, as they lie: lists of which all are good, and single ones of which some
    aren't."""
    bounds = [0, *(np.flatnonzero(lists[1:] != lists[:-1]) + 1).tolist(), len(lists)]
    bad = sorted({bisect_right(bounds, int(place)) - 1 for place in np.flatnonzero(~good)})
    first = 0
    for number in bad:
        if first < bounds[number]:
            yield first, bounds[number], True
        yield bounds[number], bounds[number + 1], False
        first = bounds[number + 1]
    if first < bounds[-1]:
        yield first, bounds[-1], True
