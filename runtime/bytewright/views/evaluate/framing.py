"""Where the records of a file lie, as far as their lengths alone say it: extents of bad records, and parts of files.

Records that have no length known from the outside (``frame_of`` gives None) are found by reading them; see
`bytewright.columnar.scan.record_boundaries`.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from bytewright.codec.codec import Codec
from bytewright.errors import ReadError, SplitError
from bytewright.io.source import Source
from bytewright.kernels.drivers import buffers
from bytewright.kernels.native.states import walk as slots
from bytewright.kernels.plan import FixedFrame, LengthFrame, RowPlan, codes
from bytewright.kernels.plan.types import KINDS
from bytewright.schema.scope import Scope

Framing = FixedFrame | LengthFrame
Places = npt.NDArray[np.int64]

_BUFFER = 1 << 20
_NOTES = 8192
_LARGEST = 1 << 48
"""No length is above it, as in the kernel."""


@dataclass(frozen=True, slots=True)
class Part:
    """Some of the records of a file, one after another.

    Attributes:
        start: where the first one begins, in bytes; None: the part begins with the file.
        stop: where the last one ends; None: the part ends with the file.
        record: number of the first one in the file, from 0.
        row: number of its first row in the file; None: it wasn't counted.
        searched: of a part that was planned by the size of the file alone, this size: the part begins with the first
            record that is found from ``start`` on, and ends where the first one begins that is found from ``stop`` on.
            Its records and rows count from 0. 0: these are places of records.
        found: of such a part, whether ``start`` and ``stop`` are what was found.
        indexed: whether an index beside the file says where its records begin; of one that is ``searched`` as well,
            whoever reads it asks the index.
        records: how many records it has, where an index says it; None: nobody does.
    """

    start: int | None = None
    stop: int | None = None
    record: int = 0
    row: int | None = 0
    searched: int = 0
    found: bool = False
    indexed: bool = False
    records: int | None = None

    @property
    def is_checked(self) -> bool:
        """Whether where it ends is only thought to be the end of a record."""
        return self.searched > 0 or self.indexed

    def land(self, place: int, source: Source, record: int | None = None) -> None:
        """Check where the records of a part have ended.

        Args:
            place: where, in bytes.
            source: the file.
            record: number of the one that follows, where that is known.

        Raises:
            SplitError: the next part, which was searched for or which an index names, begins elsewhere or with another
                number.
        """
        if not self.is_checked or self.stop is None:
            return
        records = None if self.records is None or record is None else record - self.record
        if place == self.stop and records in (None, self.records):
            return
        what, hint = "records were found by search that are none, or not reached through damage", _SEARCHED
        if self.indexed:
            what, hint = "the index beside the file is none of its records, or these are damaged", _INDEXED
        stated, found = f"the end of the records before offset {self.stop} (0x{self.stop:x})", "the next one here"
        if place == self.stop:
            stated, found = f"{self.records} records from offset {self.start or 0}", str(records)
        raise SplitError(what, path=source.name, offset=place, expected=stated, found=found, hint=hint)


_SEARCHED = "splitFiles=all reads a file once to divide it at its records; splitFiles=none doesn't divide it."
_INDEXED = "`bytewright index` makes it anew; useIndex=false reads without it."


WHOLE = Part()
"""All of a file."""


class Placed(NamedTuple):
    """One record as objects: its number, where it begins and ends, its steps in a view, and what is wrong with it."""

    number: int
    start: int
    end: int
    steps: list[tuple[Scope, ...]]
    bad: ReadError | None = None


def frame_of(codec: Codec) -> Framing | None:
    """How the records of a format are found one by one; None: only by reading them."""
    for view in codec.views:
        plan = codec.row_plans.get(view.name)
        streams = codec.records is not None and view.each_field == codec.records_field != ""
        if streams and isinstance(plan, RowPlan) and isinstance(plan.frame, (FixedFrame, LengthFrame)):
            return plan.frame
    return None


def end_of(frame: Framing, source: Source, start: int) -> int | None:
    """Where the record ends that begins at a place; None: its length leads nowhere."""
    if isinstance(frame, FixedFrame):
        end = start + frame.size
    else:
        kind = frame.kind
        header = source.read(start, frame.header)
        if len(header) < frame.header:
            return None
        number = header[frame.at : frame.at + KINDS[kind].size]
        length = int.from_bytes(number, "big" if kind.endswith("be") else "little", signed=kind[0] == "s")
        if kind[:2] == "u8" and length >> 63:
            return None
        size = length + frame.extra
        end = start + size + -size % frame.align
        if not 0 <= length <= _LARGEST or end < start + frame.header:
            return None
    return end if start < end <= source.size else None


def windows(size: int, target_bytes: int) -> list[Part]:
    """The parts of a file of ``size`` bytes that are searched for, one beginning in each ``target_bytes`` of it at the
    most."""
    edges = [None, *range(target_bytes, size, target_bytes), None]
    return [Part(start, stop, searched=size) for start, stop in itertools.pairwise(edges)]


class Walk(Protocol):
    """A walk over the records of a source.

    Attributes:
        start: where the first record begins, in bytes.
        first: its number.
        over: whether there is no further one, or nothing says where it ends.
        back: where the rows go on, if that is before places that were noted; None: it isn't.
    """

    start: int
    first: int
    over: bool
    back: int | None

    def go_on(self) -> tuple[Places, Places]:
        """Where the next noted records begin (or the last one ends), and their numbers: none where the walk is over."""
        ...

    def restart(self, start: int) -> None:
        """Walk anew, from a record on."""
        ...


class LengthWalk:
    """A walk by the lengths of records; see `Walk`.

    Attributes:
        start: where the first record begins, in bytes.
        first: its number.
        position: where the next record begins.
        record: its number.
        over: whether there is none, or its length leads nowhere.
        back: see `Walk`.
    """

    back: int | None = None

    def __init__(self, frame: Framing, source: Source, start: int, record: int = 0, step: int = 0) -> None:
        """Begin a walk.

        Args:
            frame: how records are found.
            source: what is read.
            start: where the first record begins.
            record: its number.
            step: bytes that lie at least between two places that are noted; 0: every one is.
        """
        from bytewright.kernels.native.machine.compile import entered

        self._kernel = entered("walk.walk_frames")
        self._source = source
        self.start = self.position = start
        self.first = self.record = record
        self.over = False
        self._state = np.zeros(slots.STATE, np.int64)
        self._places = np.zeros(_NOTES, np.int64)
        self._numbers = np.zeros(_NOTES, np.int64)
        self._room = min(_BUFFER, source.size)
        self._buffer = buffers.allocate(self._room + codes.SLACK)
        self._base = start
        self._filled = 0
        state = self._state
        state[slots.RECORD] = record
        state[slots.STEP] = step
        state[slots.PLACES] = self._places.ctypes.data
        state[slots.NUMBERS] = self._numbers.ctypes.data
        if isinstance(frame, FixedFrame):
            state[slots.KIND], state[slots.EXTRA] = codes.FRAME_FIXED, frame.size
        else:
            state[slots.KIND], state[slots.LENGTH_KIND] = codes.FRAME_LENGTH, KINDS[frame.kind].code
            state[slots.AT], state[slots.EXTRA], state[slots.HEADER] = frame.at, frame.extra, frame.header
            state[slots.ALIGN] = frame.align
        self._publish(last=start)

    def restart(self, start: int) -> None:
        """Walk anew, from a record on."""
        self.start = self.position = start
        self.over = False
        if not self._base <= start <= self._base + self._filled:
            self._base, self._filled = start, 0
        self._publish(last=start)

    def go_on(self, most: int = _NOTES) -> tuple[Places, Places]:
        """Where the next noted records begin (or the last one ends), and their numbers: at most so many, none where the
        walk is over."""
        state = self._state
        state[slots.ROOM] = min(most, _NOTES)
        while not self.over:
            code = self._kernel(int(state.ctypes.data))
            self.position = int(state[slots.POSITION] - state[slots.DELTA])
            self.record = int(state[slots.RECORD])
            found = int(state[slots.FOUND])
            if code == codes.MORE:
                self._read()
            elif code != codes.FULL:
                self.over = True
            if found:
                return self._places[:found].copy(), self._numbers[:found].copy()
        return self._places[:0], self._numbers[:0]

    def _read(self) -> None:
        last = int(self._state[slots.LAST] - self._state[slots.DELTA])
        self._base = self.position
        self._filled = self._source.read_into(self._base, self._buffer.data[: self._room])
        if self._filled < min(self._room, self._source.size - self._base):
            self.over = True  # it has become shorter since it was opened
        self._publish(last)

    def _publish(self, last: int) -> None:
        state = self._state
        delta = int(self._buffer.ctypes.data) - self._base
        state[slots.DELTA] = delta
        state[slots.POSITION] = delta + self.position
        state[slots.LAST] = delta + last
        state[slots.BUFFER_END] = delta + self._base + self._filled
        state[slots.REGION_END] = delta + self._source.size


class Extents:
    """Where the records of ascending numbers lie, by a walk that goes along with them."""

    def __init__(self, walk: Walk) -> None:
        self._walk = walk
        self._first = walk.first
        self._edges = np.array([walk.start], np.int64)

    def restart(self, start: int, record: int) -> None:
        """Go on behind a place that the walk doesn't know how to pass.

        Args:
            start: where the next record begins, in bytes.
            record: its number.
        """
        self._walk.restart(start)
        self._first, self._edges = record, np.array([start], np.int64)

    def of(self, records: Places) -> tuple[Places, Places]:
        """Offset and length of each of some records, whose numbers ascend and are not below those asked for before."""
        lowest, highest = int(records[0]), int(records[-1])
        while self._first + len(self._edges) - 2 < highest and not self._walk.over:
            # What lies before the first one asked for is not needed again.
            passed = min(lowest - self._first, len(self._edges) - 1)
            self._edges, self._first = self._edges[passed:], self._first + passed
            places, _ = self._walk.go_on()
            self._edges = np.concatenate([self._edges, places])
        index = records - self._first
        known = index + 1 < len(self._edges)
        index = np.where(known, index, 0)
        begins = self._edges[index]
        ends = self._edges[np.minimum(index + 1, len(self._edges) - 1)]
        return np.where(known, begins, -1), np.where(known, ends - begins, -1)


def parts(walk: Walk, size: int, records: int | None = None, whole: Part = WHOLE) -> list[Part]:
    """A file, or what follows some record of it, in parts, each of which ends with a record that a walk notes.

    From where the walk can't go on, all is one part: its reader says what is wrong.

    Args:
        walk: from the first record on.
        size: bytes of the file.
        records: how many there are, where that is known; what follows them belongs to the last part.
        whole: what is divided.
    """
    cuts: list[tuple[int, int]] = []
    while not walk.over:
        places, numbers = walk.go_on()
        cuts += zip(places.tolist(), numbers.tolist(), strict=True)
    cuts = [cut for cut in cuts if cut[0] < size and (records is None or cut[1] < records)]
    cuts = [cut for cut in cuts if walk.back is None or cut[0] <= walk.back]
    begins = [(whole.start, whole.record, whole.row), *((place, record, None) for place, record in cuts)]
    ends: list[int | None] = [*(place for place, _ in cuts), whole.stop]
    return [Part(begin, end, record, row) for (begin, record, row), end in zip(begins, ends, strict=True)]
