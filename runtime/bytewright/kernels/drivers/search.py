"""Looks for places in a file that look like the beginning of a record; see `bytewright.kernels.plan.beginning`."""

from __future__ import annotations

from collections import Counter
from typing import Literal

import numpy as np

from bytewright.io.source import Source
from bytewright.kernels.drivers import buffers
from bytewright.kernels.native.states import search
from bytewright.kernels.plan import FixedFrame, LengthFrame, codes
from bytewright.kernels.plan.beginning import Beginning, Mark
from bytewright.kernels.plan.types import KINDS

_BUFFER = 1 << 20
_WORD = 8
_ASKED = 64
"""Places at once that are asked where their lengths lead."""
_NEAR = 1 << 18
"""Bytes in which these lie, and over which the place that is found must lead on; both are in the buffer."""
_SETTLED = 1 << 16
"""Bytes behind the last of them at which they are to agree."""
_TELLING = 4096
"""Bytes that are looked at to tell whether they are a run of one byte."""
_NOTES = 8192
"""Places that are noted at once."""


class BeginningSearch:
    """A search by what the declaration says of every record.

    Args:
        beginning: what it says.
        frame: how long records are; None: only reading them tells.
        source: the file.
    """

    def __init__(self, beginning: Beginning, frame: FixedFrame | LengthFrame | None, source: Source) -> None:
        from bytewright.kernels.native.machine.compile import entered

        self._find = entered("search.find_beginnings")
        self._follow = entered("search.follow_records")
        self._source = source
        self._smallest = beginning.smallest
        ends = [mark.offset + KINDS[mark.kind].size for mark in beginning.marks]
        state = np.zeros(search.STATE, np.int64)
        if isinstance(frame, FixedFrame):
            state[search.KIND], state[search.EXTRA] = codes.FRAME_FIXED, frame.size
        elif frame is not None:
            state[search.KIND], state[search.LENGTH_KIND] = codes.FRAME_LENGTH, KINDS[frame.kind].code
            state[search.AT], state[search.EXTRA], state[search.HEADER] = frame.at, frame.extra, frame.header
            state[search.ALIGN] = frame.align
            ends.append(frame.header)
        else:
            state[search.KIND] = -1
        self._head = max([1, *ends])
        self._marks = np.zeros((len(beginning.marks), search.MARK), np.int64)
        for row, mark in zip(self._marks, beginning.marks, strict=True):
            row[search.MARK_OFFSET], row[search.MARK_KIND] = mark.offset, KINDS[mark.kind].code
            row[search.MARK_RANGES] = len(mark.ranges)
            row[search.MARK_FIRST : search.MARK_FIRST + 2 * len(mark.ranges)] = np.array(mark.ranges).ravel()
        state[search.MARKS], state[search.MARK_COUNT] = self._marks.ctypes.data, len(self._marks)
        state[search.HEAD] = self._head
        state[search.TELLING_AT], state[search.TELLING_MASK], state[search.TELLING_VALUE] = _telling(beginning.marks)
        self._places, self._ends = np.zeros(_NOTES, np.int64), np.zeros(_NOTES, np.int64)
        state[search.PLACES], state[search.ENDS] = self._places.ctypes.data, self._ends.ctypes.data
        self._address = int(state.ctypes.data)
        self._state = state.data  # as numbers of Python, which take a fraction of the time of numpy's
        self._room = min(_BUFFER, source.size)
        self._buffer = buffers.allocate(self._room + codes.SLACK)
        self._memory = int(self._buffer.ctypes.data)
        self._base = self._filled = 0

    def next(self, start: int, stop: int) -> int | None:
        """The first place that looks like a beginning.

        Args:
            start: where the search begins, in bytes.
            stop: places from here on don't count.

        Returns:
            The place; None: there is none.
        """
        found = self._noted(start, stop, 1)
        return int(found[0][0]) if len(found[0]) else None

    def every(self, start: int, stop: int) -> tuple[list[int], list[int]]:
        """All places that look like a beginning, and where the record at each of them ends, which its length says.

        Args:
            start: where the search begins, in bytes.
            stop: places from here on don't count.
        """
        places: list[int] = []
        ends: list[int] = []
        while True:
            found, behind = self._noted(start, stop, _NOTES)
            places += found
            ends += behind
            if not found:
                return places, ends
            start = found[-1] + 1

    def leading(self, start: int, stop: int) -> int | None:
        """A place to which lengths lead from several places that look like a beginning; no record is read for that.

        Most places that are no beginning lead nowhere, others each elsewhere, or soon to the same as those that are.

        Args:
            start: where the search begins, in bytes.
            stop: places from here on don't count.

        Returns:
            The place; None: there is none, or it isn't found by looking at a few stretches.
        """
        near, settled = (min(bytes, (stop - start) // 4) for bytes in (_NEAR, _SETTLED))
        skipped = settled
        while noted := self._noted(start, stop, _ASKED)[0]:
            places = [place for place in noted if place <= noted[0] + near]
            place = self._agreed(places, places[-1] + settled, min(stop, self._source.size))
            if place is not None:
                return place
            start, skipped = places[-1] + skipped + 1, 8 * skipped
        return None

    def _agreed(self, places: list[int], far: int, stop: int) -> int | None:
        """The place from ``far`` on, and before ``stop``, to which most of some places lead."""
        self._base = self._filled = 0
        self._hold(places[0])
        ends = Counter(end for end in (self.follow(place, far) for place in places) if far <= end < stop)
        (place, votes), (_, others) = (*ends.most_common(2), (0, 0), (0, 0))[:2]
        if votes < len(places) and (votes < 3 or votes < 2 * others):
            return None
        onward = min(place + _NEAR, self._source.size)
        head = self._source.read(place, min(onward - place, _TELLING))
        # Empty records, or what lies in a large one, are runs of one byte.
        is_run = head.count(head[:1]) == len(head)
        return None if is_run or self.follow(place, onward) < onward else place

    def _noted(self, start: int, stop: int, room: int) -> tuple[list[int], list[int]]:
        """The first places, at most so many, and where the record at each ends."""
        state = self._state
        stop = min(stop, self._source.size - max(self._smallest, self._head) + 1)
        state[search.ROOM] = room
        while start < stop:
            delta = self._hold(start)
            if self._filled < self._head:
                break  # it has become shorter since it was opened
            state[search.POSITION] = delta + start
            state[search.STOP] = delta + min(stop, self._base + self._filled - self._head + 1)
            found = self._find(self._address)
            if found:
                return (self._places[:found] - delta).tolist(), (self._ends[:found] - delta).tolist()
            start = state[search.POSITION] - delta
        return [], []

    def follow(self, start: int, stop: int) -> int:
        """How far records lead by their lengths, at least to a place, or as far as they look like records.

        Args:
            start: where the first one begins, in bytes.
            stop: the place.
        """
        state = self._state
        while True:
            delta = self._hold(start)
            state[search.POSITION], state[search.STOP] = delta + start, delta + stop
            more = self._follow(self._address)
            before, start = start, state[search.POSITION] - delta
            if not more or before == start == self._base:
                return start

    def _hold(self, start: int) -> int:
        """Have the head of a record in the buffer; gives what an address is more than a place."""
        if not self._base <= start <= self._base + self._filled - self._head:
            self._base = start
            self._filled = self._source.read_into(start, self._buffer.data[: self._room])
        delta = self._memory - self._base
        state = self._state
        state[search.BUFFER_END], state[search.REGION_END] = (
            delta + self._base + self._filled,
            delta + self._source.size,
        )
        return delta


def _telling(marks: tuple[Mark, ...]) -> tuple[int, int, int]:
    """The mark that rules out most: where it stands, which bits of eight bytes are it, and what they are; nothing of
    them where no mark is a constant."""
    single = [mark for mark in marks if len(mark.ranges) == 1 and mark.ranges[0][0] == mark.ranges[0][1]]
    if not single:
        return 0, 0, 0
    mark = max(single, key=lambda mark: KINDS[mark.kind].size)
    kind = KINDS[mark.kind]
    order: Literal["big", "little"] = "big" if mark.kind.endswith("be") else "little"
    content = mark.ranges[0][0].to_bytes(kind.size, order, signed=mark.kind[0] == "s")
    mask = b"\xff" * kind.size
    return mark.offset, _word(mask), _word(content)


def _word(content: bytes) -> int:
    return int.from_bytes(content.ljust(_WORD, b"\0"), "little", signed=True)
