"""Where the rows go on behind a bad record: where the next one begins, by what the declaration says of any record.

A place is a beginning if what stands there is a good record, and so are those behind it, until together they prove
more than chance could, or the file ends. The end that a bad record states for itself is used only if it passes too.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import cached_property
from math import log2
from typing import NamedTuple, Protocol, Self

from bytewright.codec.settings import Settings
from bytewright.errors import ReadError
from bytewright.io.source import Counted, Source
from bytewright.kernels.drivers.search import BeginningSearch
from bytewright.kernels.plan import FixedFrame, LengthFrame
from bytewright.kernels.plan.beginning import LEAST_BITS, PROVEN_BITS, Beginning
from bytewright.kernels.plan.types import KINDS
from bytewright.views.evaluate.framing import Framing, LengthWalk, end_of
from bytewright.views.evaluate.passes.altered_sources import PatchedSource

STRONG = 24.0
"""Bits that a record proves by itself, if it counts without those before it."""
_LIKELY = 12.0
"""Bits that a record of a fixed size proves at least, if it counts where it should lie."""
_PROVEN_BEFORE_DAMAGE = 20.0
"""Likewise as `PROVEN_BITS`, where the next bad record follows: of two records at least."""
_MOST_RECORDS = 64
"""Records that are read to prove a beginning."""
_HOPS = 1024
"""Bad records, one behind the other, whose lengths are trusted if they lead to a beginning."""
_EMBEDDED = 1 << 16
"""Bytes that records inside of a bad one must go on for, if nothing says where that ends."""
_MOST_INSIDE = 3
"""Records that may lie in what a bad one states to be its own, up to its last byte, and are taken for its own."""
_HEAD = 4096
"""Bytes of a record that are looked at to tell whether it is a run of one byte."""
FREE = 64 << 20
EFFORT = 16
"""Bytes that may be read to judge places: so many, and so many times those that were searched."""
_LOOKING = 128
_READING = 1024
"""Bytes that could be read in the time in which a place is looked at, or a record is read from it as objects."""
_COPIED = 16
"""Bytes that can be copied in the time in which one is read."""
_KEPT = 4096
"""Places of which it is kept what was found there."""
_BESIDE = 1 << 20
"""Bytes behind a beginning from which records lead nowhere, in which one is looked for from which they lead on."""
_WITHIN = 1 << 20
"""Bytes before the end of a record in which others are looked for that end with it."""


class _Chain(NamedTuple):
    """Good records, one behind the other.

    Attributes:
        edges: where they begin, and where the last one ends.
        bits: what each of them proves.
        is_whole: whether they end because enough is proved, or the file ends; otherwise a bad record follows.
    """

    edges: list[int]
    bits: list[float]
    is_whole: bool


class Records(Protocol):
    """Records that lie one behind the other, to the end of a file or of a structure.

    Attributes:
        reached: how far they have been read.
    """

    @property
    def reached(self) -> int:
        """See above."""
        ...

    def ends(self, start: int) -> Iterator[tuple[int, int]]:
        """Where those end that follow a place, as they are read, and the bits of checksums found right till then.

        Raises:
            ReadError: one is bad.
        """
        ...

    def past(self, start: int) -> int | None:
        """Where the one at a place ends by what it says of its length; None: that leads nowhere."""
        ...

    def begin(self) -> int:
        """Where the first one begins.

        Raises:
            ReadError: what precedes it is bad.
        """
        ...

    def of_bytes(self, source: Source) -> Self:
        """The same of other bytes."""
        ...


class Resync:
    """The beginnings of records in a file, or of elements in a list.

    Args:
        records: the records; what is noticed in them is noticed by nobody else.
        beginning: what they have in common.
        source: their bytes; it ends with them.
        settings: the options.
        frame: how they are found by their lengths; None: only by reading them.
        start: where the first record begins that is read, in bytes; None: with the file. None before it is found.
        free: bytes that may be read to judge places before that is bounded by what was searched.

    Attributes:
        spent: how many have been read.
    """

    def __init__(
        self,
        records: Records,
        beginning: Beginning,
        source: Source,
        settings: Settings,
        frame: Framing | None,
        start: int | None = None,
        free: int | None = None,
    ) -> None:
        self._records = records
        self._source = source
        self._frame = frame
        self._beginning = beginning
        self._search = BeginningSearch(beginning, frame, source)
        self._known: dict[int, _Chain] = {}
        self._leading: set[int] = set()
        self._last = start
        self._highest = 0
        self._sums = beginning.sums if settings.verifyChecksum == "fail" else 0
        self._origin: int | None = None
        self._ahead: tuple[int, int | None] = (0, 0)
        self._free = FREE if free is None else free
        self.spent = 0
        self._resumed: deque[tuple[int, int]] = deque(maxlen=_KEPT)

    def __call__(self, start: int) -> int | None:
        """Where the next record begins behind a bad one.

        Args:
            start: where that begins, in bytes.

        Returns:
            The place, or where the file ends, if the bad record ends there; None: nothing is found. It lies before the
            bad record where the one before that, which passed for good, has taken in others.
        """
        if self._origin is None:
            self._origin = start
        found = self._taken_in(start)
        return self.behind(start) if found is None else self._noted(start, found)

    def behind(self, start: int) -> int | None:
        """The same, but never before the bad record."""
        if self._origin is None:
            self._origin = start
        end = self.stated_end(start)
        trusted = end is not None and self._leads_on(end) and self._inside(start, end, _MOST_INSIDE) is None
        if end is not None and not trusted and isinstance(self._frame, FixedFrame):
            found: int | None = self._in_step(start, end)
        else:
            found = end if trusted else self._found(start, end)
        return None if found is None else self._noted(start, found)

    def _in_step(self, start: int, end: int) -> int:
        """Where records of one size go on behind a bad one: at the next one that is good and lies as if no bytes were
        lost, if that is sooner than where the search leads; where that leads nowhere, no length is wrong."""
        low, place = self._ahead
        if not low <= start < (self._source.size if place is None else place):
            place = self._found(start, end)
            self._ahead = start, place
        if place is None:
            return end
        steps = range(end, place, end - start) if self._beginning.most >= _LIKELY else ()
        return next((one for one in steps if self._lowest <= one and self._good_end(one) is not None), place)

    def _good_end(self, start: int) -> int | None:
        """Where a good record ends that begins at a place; None: none does."""
        self.spent += _READING
        try:
            found = next(self._records.ends(start), None)
        except ReadError:
            return None
        self.spent += 0 if found is None else found[0] - start
        return None if found is None else found[0]

    @cached_property
    def _walk(self) -> LengthWalk:
        assert self._frame is not None
        return LengthWalk(self._frame, self._source, 0)

    def _noted(self, start: int, found: int) -> int:
        self._last, self._highest = found, max(found, self._highest)
        if found < self._source.size and found != self.stated_end(start):
            self._resumed.append((found, self._chain(found).edges[-1]))
        return found

    def note(self, found: int, settled: int) -> None:
        """Take note of where elements of a list go on behind a bad one, and from where on they are proved."""
        self._resumed.append((found, settled))

    def settled(self, place: int) -> int:
        """From where on records are proved by those before them, where rows go on at a place behind the bad record that
        was asked for last."""
        last = self._resumed[-1] if self._resumed else (0, 0)
        return last[1] if last[0] == place else place

    def resumed(self, low: int, high: int) -> list[tuple[int, int]]:
        """From where to where records lie that have proved places to which no length has led, of those that may begin
        between two places; rows before these have come."""
        while self._resumed and self._resumed[0][1] <= low:
            self._resumed.popleft()
        return [one for one in self._resumed if one[0] <= high and one[1] > low]

    def first(self, start: int, stop: int) -> int | None:
        """A place between two at which a file may be divided: the first beginning from which records lead on, of small
        records if there are such. Those that end before others begin which do may lie in the payload of a record. It
        depends on the file alone.

        Args:
            start: places from here on count, in bytes.
            stop: no places from here on do.

        Returns:
            The place; None: there is none.
        """
        self._origin = start
        loose, limit = None, stop
        while (found := self._proven_between(start, limit)) is not None:
            least = min(found + _EMBEDDED, self._source.size)
            start = self._walked(found, least)
            if start >= least:
                return found if found < stop else None
            if loose is None:
                loose, limit = found, found + _BESIDE
            start = max(start, found + 1)
        return loose

    def all(self, start: int) -> Iterator[tuple[int, int]]:
        """From where to where each of the records lies between which other things may lie.

        Args:
            start: places from here on count, in bytes.
        """
        self._origin, behind = start, -1
        while (place := next(self._candidates(start, self._source.size), None)) is not None:
            chain = self._chain(place)
            if place != behind and self._is_proven(chain):
                place = self._first(chain)
                chain = self._chain(place)
            elif place != behind or not chain.bits or chain.bits[0] <= 0:
                start = place + 1
                continue
            yield place, chain.edges[1]
            start = behind = chain.edges[1]

    def _proven_between(self, start: int, stop: int) -> int | None:
        # What looks like a record by chance mostly states that it is large: it isn't read as long as small ones prove.
        for small in (True, False) if isinstance(self._frame, LengthFrame) else (False,):
            places = (place for place in self._candidates(start, stop) if not small or self._is_small(place))
            chains = (self._chain(place) for place in places)
            found = next((self._first(one) for one in chains if one.is_whole and self._is_proven(one)), None)
            if found is not None and found < stop:
                return found
        return None

    def _is_small(self, place: int) -> bool:
        end = self.stated_end(place)
        return end is not None and end - place <= _EMBEDDED

    def _taken_in(self, start: int) -> int | None:
        """Where a record begins in what the one before a bad one has taken for its own: its length is wrong, and it has
        no checksum that would have noticed that."""
        if not isinstance(self._frame, LengthFrame):
            return None
        if self._last is None:
            self._last = self._records.begin()
        if self._last >= start:
            return None
        walk = self._walk
        walk.restart(self._last)
        before = at = self._last
        while at < start and not walk.over:
            edges = [at, *walk.go_on()[0].tolist()]
            before = next((edge for edge in reversed(edges) if edge < start), before)
            at = edges[-1]
        if self._is_summed(before) or not any(
            self._crosses(place, start) for place in self._candidates(before + 1, start)
        ):
            return None
        chains = (self._chain(place) for place in self._candidates(before + 1, start))
        found = next((self._first(chain) for chain in chains if chain.is_whole and self._is_proven(chain)), start)
        if not self._highest < found < start:  # going back again and again must end
            return None
        self.spent += start - found
        return found

    def _is_summed(self, start: int) -> bool:
        """Whether a good record has a checksum."""
        if not self._sums:
            return False
        try:
            end, proved = next(self._records.ends(start), (start, 0))
        except ReadError:
            return True
        self.spent += _READING + end - start
        return proved > 0

    def _crosses(self, place: int, start: int) -> bool:
        """Whether a record that is proved begins before a bad one and ends behind its beginning."""
        end = self.stated_end(place)
        if end is None or end <= start:
            return False
        chain = self._chain(place)
        return chain.is_whole and self._is_proven(chain)

    def _inside(self, start: int, end: int, most: int = 0) -> int | None:
        """Where records begin that lie between two places and end with the second one, one behind the other: the
        beginning of the longest row of them but its first record, which may have led to it by chance; None: there are
        no more than ``most``."""
        if end - start <= most * self._beginning.smallest:
            return None
        start = max(start, end - _WITHIN)
        ends = self._ends(start + 1, end)
        counts = {end: 0}
        for place, behind in reversed(ends.items()):
            if behind in counts:
                counts[place] = counts[behind] + 1
        best = max(counts, key=lambda place: (counts[place], -place))
        return ends[best] if counts[best] > most else None

    def _ends(self, start: int, stop: int) -> dict[int, int | None]:
        """Places that look like beginnings, and where the records at them end."""
        if self._frame is None:
            return {place: self.stated_end(place) for place in self._candidates(start, stop)}
        start = max(start, self._lowest)
        places, ends = self._search.every(start, stop)
        self.spent += max(0, stop - start) + _LOOKING * len(places)
        return dict(zip(places, ends, strict=True))

    def is_beginning(self, place: int) -> bool:
        """Whether a record begins at a place."""
        return self._is_proven(self._chain(place))

    def is_likely(self, place: int) -> bool:
        """Whether a record begins at a place at which one may well begin: less has to be proved then."""
        if self._is_proven(self._chain(place)):
            return True
        try:
            end, proved = next(self._records.ends(place), (place, 0))
        except ReadError:
            return False
        self.spent += _READING + end - place
        return end > place and self._worth(place, end, proved) >= STRONG

    def is_last(self, start: int) -> bool:
        """Whether nothing behind the beginning of a record looks like another one."""
        return not self.may_follow(start)

    def looks_like_one(self, place: int) -> bool:
        """Whether what all records have stands at a place."""
        return self._search.next(place, place + 1) == place

    def is_followed(self, start: int) -> bool:
        """Whether records begin somewhere behind the beginning of one that reach the end of the file, or prove all that
        is to be proved: more than `behind` asks of those before another bad one."""
        self._origin = start if self._origin is None else self._origin
        chains = (self._chain(place) for place in self._candidates(start + 1, self._source.size))
        return any(chain.is_whole and self._is_proven(chain) for chain in chains)

    def may_follow(self, start: int) -> bool:
        """Whether something behind a place looks like a record by marks and lengths alone: it can't be read where what
        precedes the records is bad."""
        for place in self._candidates(start + 1, self._source.size):
            end = None if self._frame is None else self.stated_end(place)
            if self._frame is None or end == self._source.size:
                return True
            if end is not None and self._search.next(end, end + 1) == end:
                return True
        return False

    def stated_end(self, start: int) -> int | None:
        """Where a record ends by what it says of its length; None: that leads nowhere."""
        if self._frame is not None:
            return end_of(self._frame, self._source, start)
        self.spent += _READING
        return self._records.past(start)

    def _leads_on(self, end: int) -> bool:
        """Whether a record begins at a place, or other bad ones lead from there to one, or to the end of the file, by
        their lengths."""
        passed: list[int] = []
        while len(passed) < _HOPS:
            if self._lowest > end:
                return True
            self.spent += _LOOKING
            size, chain = self._source.size, self._chain(end) if end < self._source.size else None
            if end in self._leading or chain is None or chain.edges[-1] == size or self._is_proven(chain):
                if len(self._leading) > _KEPT:
                    self._leading.clear()
                self._leading.update(passed)
                return True
            behind = self.stated_end(end) if self._search.next(end, end + 1) == end else None
            if behind is None:
                return False
            passed.append(end)
            end = behind
        return False

    def _found(self, start: int, stated: int | None) -> int | None:
        """The next beginning behind a place, by search."""
        at = start + 1
        while (place := next(self._candidates(at, self._source.size), None)) is not None:
            chain, at = self._chain(place), place + 1
            if not self._is_proven(chain):
                continue
            behind = self._behind_payload(start, stated, place)
            if behind is None:
                return self._first(chain)
            at = behind
        return None

    @property
    def _lowest(self) -> int:
        """Places before it aren't looked at: so much has been read that the search must first have come so far."""
        return 0 if self._origin is None else self._origin + (self.spent - self._free) // EFFORT

    def _candidates(self, start: int, stop: int) -> Iterator[int]:
        while (start := max(start, self._lowest)) < stop:
            place = self._search.next(start, stop)
            self.spent += (stop if place is None else place) - start + _LOOKING
            if place is None:
                return
            yield place
            start = place + 1

    def _first(self, chain: _Chain) -> int:
        """The beginning that a chain proves: its first record, if that can't have led to the others by chance; nor may
        it have passed over records that are proved, or over a longer row with the same end."""
        if chain.bits[0] >= STRONG:
            return chain.edges[0]
        inner: _Chain | None = chain
        while inner is not None:
            chain = inner
            chains = (self._chain(place) for place in self._candidates(chain.edges[0] + 1, chain.edges[1]))
            inner = next((one for one in chains if self._is_proven(one)), None)
        return self._inside(chain.edges[0] - 1, chain.edges[-1], 1) or chain.edges[1]

    def _behind_payload(self, start: int, stated: int | None, place: int) -> int | None:
        """Where a record begins behind those that belong to what the bad record holds, as they end inside of it; None:
        they don't."""
        least = place + _EMBEDDED
        if stated is not None and stated > place:
            least = min(least, stated)
        least = min(least, self._source.size)
        end = self._walked(place, least)
        if end >= least:
            return None
        end = self._good_end(end) or end  # the last one, which leads to no other
        following = next((p for p in self._candidates(end, self._source.size) if self.is_beginning(p)), None)
        if following is None:
            return None
        # What the bad record has behind its payload is too short for a record.
        ends = following - end < self._beginning.smallest and (
            following == stated or self._is_flipped(start, following)
        )
        return following if ends or self._holds(start, following) else None

    def _walked(self, start: int, stop: int) -> int:
        """How far records lead by their lengths, at least to a place, or as far as they look like records."""
        if self._frame is None:
            chain = self._chain(start)
            while len(chain.edges) > 1 and chain.edges[-1] < stop:
                chain = self._chain(chain.edges[-1])
            return chain.edges[-1]
        return self._search.follow(start, stop)

    def _holds(self, start: int, end: int) -> bool:
        """Whether the bad record is good with a length that leads to a place: nothing but the length is damaged, and
        what lies between is its own."""
        frame, length = self._frame, self._length_to(start, end)
        if not isinstance(frame, LengthFrame) or length is None or not self._sums:
            return False
        mended = PatchedSource(self._source, start + frame.at, length)
        self.spent += end - start
        try:
            return next(self._records.of_bytes(mended).ends(start), (start, 0))[0] == end
        except ReadError:
            return False

    def _is_flipped(self, start: int, end: int) -> bool:
        """Whether the length that leads from a record to a place is its own but for one bit."""
        frame, length = self._frame, self._length_to(start, end)
        if not isinstance(frame, LengthFrame) or length is None:
            return False
        stored = self._source.read(start + frame.at, len(length))
        return (int.from_bytes(stored, "little") ^ int.from_bytes(length, "little")).bit_count() == 1

    def _length_to(self, start: int, end: int) -> bytes | None:
        """The length that leads from a record to a place, as it is stored; None: none does."""
        frame = self._frame
        if not isinstance(frame, LengthFrame) or start + frame.header > self._source.size:
            return None
        width, length = KINDS[frame.kind].size, end - start - frame.extra
        if not 0 <= length < 1 << (8 * width - (frame.kind[0] == "s")):
            return None
        return length.to_bytes(width, "big" if frame.kind.endswith("be") else "little")

    def _is_proven(self, chain: _Chain) -> bool:
        if not chain.bits or chain.bits[0] <= 0:
            return False
        if chain.is_whole:
            return sum(chain.bits) >= min(PROVEN_BITS, STRONG if chain.edges[-1] == self._source.size else PROVEN_BITS)
        return len(chain.bits) >= 2 and sum(chain.bits) >= _PROVEN_BEFORE_DAMAGE

    def _chain(self, start: int) -> _Chain:
        """The good records from a place on, as far as they are needed to prove that it is a beginning."""
        chain = self._known.get(start)
        if chain is None:
            if len(self._known) >= _KEPT:
                self._known.clear()
            copied = self._copied
            chain = self._known[start] = self._read(start)
            self.spent += _READING * max(1, len(chain.bits)) + (self._copied - copied) // _COPIED
        return chain

    @property
    def _copied(self) -> int:
        return self._source.copied if isinstance(self._source, Counted) else 0

    def _read(self, start: int) -> _Chain:
        edges, bits, before = [start], list[float](), 0
        if self._is_alone(start):
            return _Chain(edges, bits, False)
        try:
            records = self._records.ends(start)
            while sum(bits) < PROVEN_BITS and len(bits) < _MOST_RECORDS:
                begin = edges[-1]
                if begin >= self._source.size:
                    return _Chain(edges, bits, True)
                if self._search.next(begin, begin + 1) != begin:
                    return _Chain(edges, bits, False)
                end, proved = next(records, (begin, before))
                if end <= begin:
                    return _Chain(edges, bits, False)
                edges.append(end)
                bits.append(self._worth(begin, end, proved - before))
                if bits[0] <= 0:
                    return _Chain(edges, bits, False)  # whatever follows proves nothing of the first one
                before = proved
        except ReadError:
            return _Chain(edges, bits, False)
        finally:
            self.spent += max(edges[-1], self._records.reached) - start
        return _Chain(edges, bits, sum(bits) >= PROVEN_BITS)

    def _is_alone(self, start: int) -> bool:
        """Whether no record that is good follows one at a place by its length, which then proves nothing: most of what
        looks like one by chance states that it is large, and isn't read for that."""
        if self._search.next(start, start + 1) != start:
            return True
        end = end_of(self._frame, self._source, start) if isinstance(self._frame, LengthFrame) else None
        if end is None or end >= self._source.size or self._search.next(end, end + 1) == end:
            return False
        return self._beginning.most + self._told(start) < PROVEN_BITS

    def _told(self, start: int) -> float:
        """What it proves that a length leads to no place behind the file, in bits."""
        if not isinstance(self._frame, LengthFrame):
            return 0.0
        return max(0.0, 8 * KINDS[self._frame.kind].size - log2(max(2, self._source.size - start)))

    def _worth(self, start: int, end: int, proved: int) -> float:
        """What a good record proves, in bits, with so many of checksums: nothing, where it is a run of one byte."""
        head = self._source.read(start, min(end - start, _HEAD))
        if head.count(head[:1]) == len(head):
            return 0.0
        return self._beginning.bits + (proved if self._beginning.sums else 0) + self._told(start)


def is_enough(beginning: Beginning, frame: Framing | None) -> bool:
    """Whether what records have in common is enough to find one."""
    told = 8.0 * KINDS[frame.kind].size - 24 if isinstance(frame, LengthFrame) else 0.0
    return beginning.most + max(0.0, told) >= LEAST_BITS
