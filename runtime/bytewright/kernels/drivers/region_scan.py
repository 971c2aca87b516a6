"""Runs programs over regions, which others locate, some hundred at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pyarrow as pa

from bytewright.io.source import Source
from bytewright.kernels.drivers import buffers
from bytewright.kernels.drivers.scan import USUAL, Scan, Settings
from bytewright.kernels.plan import RowPlan, codes
from bytewright.kernels.program.pivot import PivotColumn
from bytewright.kernels.program.program import Words
from bytewright.limits import DEFAULT, Limits

_SPARE = 64
"""Bytes behind a text that may be read."""
_MOST_HELD = 256 << 20
"""Bytes of a region, in which records may lie in any order, that are held in memory."""
_FIRST_AHEAD = 512
"""How much is read where the scan goes on elsewhere; then twice as much each time."""
_NEAR = 16 << 10
"""Bytes between two regions that take no longer to read than to go on elsewhere."""


@dataclass(frozen=True, slots=True)
class Keys:
    """What values stand for, part by part.

    Attributes:
        keys: of all parts, ascending in each.
        bounds: where each part begins, and where the last one ends.
    """

    keys: Words
    bounds: Words


@dataclass(frozen=True, slots=True)
class Wave:
    """Some regions, and what lies beside the input for their records.

    Attributes:
        bounds: where each begins and ends in the source.
        beside: arrays and keys, by the names that the plan has for them.
        held: what they point into.
        source: what they lie in; None: in the scan's own source.
        files: whether each region is a file.
        streams: of lists that refer to records elsewhere in the streams that they lie in: where these begin, and how
            long they are.
        firsts: where the first record of each begins, where records say where the next one does; None: they lie one
            behind the other.
        ready: how many bytes of the source there are from a place on that cost nothing more, at least so many as are
            needed, if there are; None: all do.
    """

    bounds: Words
    beside: Mapping[str, Words | Keys] = field(default_factory=dict)
    held: Sequence[Any] = ()
    source: Source | None = None
    files: bool = False
    firsts: Words | None = None
    streams: Words | None = None
    ready: Callable[[int, int], int] | None = None


@dataclass(slots=True)
class Pending:
    """The wave that a scan goes on with, which it takes once.

    Whoever finds waves has a scan that asks for them: did the scan have it in turn, the memory of both would stay until
    Python looks for garbage.
    """

    wave: Wave | None = None

    def __call__(self) -> Wave | None:
        """Give it, and keep none."""
        wave, self.wave = self.wave, None
        return wave


def laid_out(name: str, values: pa.Array[Any]) -> tuple[dict[str, Words], list[Any]]:
    """Values that lie beside the input, as a plan asks for them; and what they point into.

    Args:
        name: the name; of bytes and text what it names are addresses, with their lengths under the name and ``#``.
            Whether there is one is told under the name and ``?``.
        values: one for each number.
    """
    kind = values.type
    found = {f"{name}?": np.asarray(values.is_valid().to_numpy(zero_copy_only=False), np.int64)}
    if pa.types.is_string(kind) or pa.types.is_binary(kind):
        _, bounds, data = values.fill_null(b"" if pa.types.is_binary(kind) else "").buffers()
        assert bounds is not None
        offsets = np.frombuffer(memoryview(bounds), np.int32, len(values) + 1, 4 * values.offset).astype(np.int64)
        first, last = int(offsets[0]), int(offsets[-1])
        text = np.zeros(last - first + _SPARE, np.uint8)
        if data is not None:
            text[: last - first] = np.frombuffer(memoryview(data), np.uint8, last - first, first)
        found[name] = int(text.ctypes.data) + offsets[:-1] - first
        found[f"{name}#"] = np.diff(offsets)
        return found, [text]
    if pa.types.is_timestamp(kind):
        values = values.cast(pa.int64())
    numbers = values.fill_null(0).to_numpy(zero_copy_only=False)
    if pa.types.is_floating(kind):
        numbers = numbers.view(np.int32 if numbers.itemsize == 4 else np.int64)
    found[name] = np.ascontiguousarray(numbers, np.int64)
    return found, []


class RegionScan(Scan):
    """Record batches of the records in regions.

    Attributes:
        region: number of the region of its wave that the scan has come to.
        open: how many rows, of those given so far, belong to that region, which isn't complete.
    """

    def __init__(
        self,
        plan: RowPlan,
        source: Source,
        waves: Callable[[], Wave | None],
        *,
        columns: Sequence[str] | None = None,
        pivot: Sequence[PivotColumn] = (),
        given: Mapping[str, int] | None = None,
        limits: Limits = DEFAULT,
        settings: Settings = USUAL,
        holds: bool = True,
    ) -> None:
        """Prepare a scan; see `Scan`. ``waves`` gives the regions; None: there are no more. ``holds``: whether regions
        in which records may lie in any order are read as a whole, not just where the records are."""
        self._holds = holds
        self._waves = waves
        self._wave: Wave | None = None
        self._ahead = _FIRST_AHEAD
        self._near: Words = np.zeros(0, np.int64)
        super().__init__(plan, source, columns=columns, pivot=pivot, given=given, limits=limits, settings=settings)

    @property
    def region(self) -> int:
        """See the class."""
        return self._state[codes.REGION]

    @property
    def open(self) -> int:
        """See the class."""
        return self._state[codes.REGION_INDEX]

    def pass_over(self, behind: int | None = None) -> None:
        """Go on behind the region that the scan stopped in, or with another one of its wave (``behind``)."""
        self._over = False
        self._failure = None
        self._state[codes.ROWS] = 0
        self._begun = False
        self._enter(self._state[codes.REGION] + 1 if behind is None else behind)

    def _reach(self, kept: int, needed: int, *, ahead: bool) -> int:
        """See `Scan`: as far as regions are near each other, little at a time where they are far, as they are when
        something is looked up."""
        assert self._wave is not None
        if self._wave.ready is not None:
            return self._wave.ready(self.position, needed)
        near = self._wave.source is not None  # it is in memory
        self._ahead = _FIRST_AHEAD if ahead else min(2 * self._ahead, len(self._buffer))
        if near:
            return len(self._buffer)
        region = self.region
        together = int(self._near[region]) - self.position if region < len(self._near) else 0
        return max(kept + self._ahead, min(together, len(self._buffer)))

    def _file_size(self) -> int:
        """See `Scan`."""
        if self._wave is None or not self._wave.files:
            return super()._file_size()
        return int((self._wave.bounds[:, 1] - self._wave.bounds[:, 0]).max(initial=0))

    def go_on(self) -> None:
        """Go on with more waves, after there were none for a time."""
        self._over = False
        self._state[codes.ROWS] = 0
        self._begun = False

    def anew(self) -> None:
        """Begin with other waves, wherever the scan has come to with those before."""
        self.abandon()
        self._state[codes.WAITING] = 0
        self._stop = self._source.size
        self.go_on()

    def abandon(self) -> None:
        """Forget the rest of a wave, in which a record is bad; `go_on` then goes on with the next one."""
        self._failure = None
        self._state[codes.REGION] = self._state[codes.REGION_COUNT] = self._state[codes.REGION_INDEX] = 0
        self._state[codes.SKIP] = 0

    def _elsewhere(self) -> bool:
        """Go on with the next wave; whether there is one."""
        wave = self._wave = self._waves()
        if wave is None:
            self._state[codes.REGION] = self._state[codes.REGION_COUNT] = self._state[codes.REGION_INDEX] = 0
            return False
        for name, place in self._program.beside.items():
            table = wave.beside[name]
            if isinstance(table, Keys):
                parts = max(0, len(table.bounds) - 1)
                place[:] = table.keys.ctypes.data, table.bounds.ctypes.data, parts, 0
            else:
                place[:] = table.ctypes.data, len(table), 0, 0
        if wave.source is not None and wave.source is not self._source:
            self._source, self._stop = wave.source, wave.source.size
            self._base = self._filled = 0
        self._near = _together(wave.bounds)
        self._state[codes.REGIONS] = wave.bounds.ctypes.data
        self._state[codes.REGION_COUNT] = len(wave.bounds)
        self._state[codes.FIRSTS] = 0 if wave.firsts is None else wave.firsts.ctypes.data
        self._enter(0)
        return True

    def _read(self, needed: int) -> bool:
        """See `Scan`: the whole region, and those behind it that there is room for, where records lie in any order, and
        it isn't too large for that."""
        if self._wave is not None and self._wave.ready is not None:
            # Before there is room for them: a length that lies may say that there are very many.
            return self._wave.ready(self.position, needed) >= needed and super()._read(needed)
        if self._wave is None or self._wave.firsts is None or not self._holds:
            return super()._read(needed)
        bounds = self._wave.bounds[self.region :]
        start, end = bounds[0].tolist()
        if end - start > _MOST_HELD:
            return super()._read(needed)
        room = max(end - start, len(self._buffer) - codes.SLACK)
        near = (bounds[:, 0] >= start) & (bounds[:, 1] <= start + room)
        end = int(bounds[: len(near) if near.all() else int(near.argmin()), 1].max())
        if room > len(self._buffer) - codes.SLACK:
            self._hold(buffers.allocate(room + codes.SLACK))
        self._base = start
        self._filled = self._source.read_into(start, self._buffer.data[: end - start])
        self._walks.go_on(self._filled, self._source.size - end)
        if self._filled < end - start:
            # It has become shorter since it was opened.
            self._stop = self._base + self._filled
        self._publish(self.position)
        return self.position + needed <= self._base + self._filled

    def _enter(self, region: int) -> None:
        assert self._wave is not None
        self._state[codes.REGION], self._state[codes.REGION_INDEX] = region, 0
        if region < len(self._wave.bounds):
            firsts = self._wave.firsts
            self._publish(int(self._wave.bounds[region, 0] if firsts is None else firsts[region]))


def _together(bounds: Words) -> Words:
    """Where the last of the regions begins that follow each region in the file, each near the one before it."""
    gaps = bounds[1:, 0] - bounds[:-1, 1]
    last = np.append(np.flatnonzero((gaps < 0) | (gaps > _NEAR)), len(bounds) - 1)
    found: Words = bounds[last[np.searchsorted(last, np.arange(len(bounds)))], 0]
    return found
