"""Which records of a file a page shows, where they lie, and what is wrong between them."""

from __future__ import annotations

from bisect import bisect_right
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.errors import OptionError, ReadError
from bytewright.model.structures import Struct
from bytewright.tables.damage.repair import places, streaming
from bytewright.tables.engines import Engines
from bytewright.tables.inputs import Input
from bytewright.tree.streaming import records_at
from bytewright.tree.window import Window
from bytewright.views.evaluate.framing import Part, Walk
from bytewright.views.evaluate.steps import Steps

ENDS = 1000
"""Records at each end of a file that are shown."""
AROUND = 8
"""Records that are shown before and behind each place that can't be read."""
PLACES = 200
"""Such places around which records are shown, at most."""
LISTED = 5000
"""Such places that are listed, at most."""
INDEXED = 60_000
"""Places of records that the index has, about, at most."""
READ = 16 << 20
"""Bytes of records that are read in a row, at most: of large records fewer are shown."""


class Place(NamedTuple):
    """A place that can't be read: the number of its record, where it begins and ends, the field, and why."""

    record: int
    start: int
    end: int
    field: str
    reason: str


class Record(NamedTuple):
    """A record: its number, where it begins and ends, and its structure; None: it can't be read."""

    number: int
    start: int
    end: int
    structure: Struct | None


class Stretch(NamedTuple):
    """Records that lie one after another: where they begin and end, and the number of the first."""

    start: int
    end: int
    number: int


@dataclass(frozen=True, slots=True)
class Index:
    """Where some of the records begin, in ascending order, and their numbers; the first one is among them."""

    starts: Sequence[int]
    numbers: Sequence[int]

    def before(self, place: int, steps: int = 0) -> tuple[int, int]:
        """The last one that begins at or before a place, or ``steps`` before that one: where, and its number."""
        at = max(0, bisect_right(self.starts, place) - 1 - steps)
        return self.starts[at], self.numbers[at]


def _walked(walk: Walk) -> Iterator[tuple[int, int]]:
    """The places of records that a walk notes, and their numbers."""
    while not walk.over:
        places, numbers = walk.go_on()
        yield from zip(places.tolist(), numbers.tolist(), strict=True)


class Records:
    """The records of a file that is a sequence of them.

    Args:
        codec: the format.
        file: the file.
        settings: the options.

    Attributes:
        root: the structure of the file, without its records.
        first: where the first record begins.
        damage: the places that can't be read.
        lost: how many there are, and how many bytes they have.
        index: where records lie.
        count: how many records there are; None: so many are bad that nothing is known of the end.
        stretches: those that are shown.

    Raises:
        ReadError: what precedes the records is bad.
    """

    def __init__(self, codec: Codec, file: Input, settings: Settings) -> None:
        self._codec = codec
        self._file = file
        self._settings = replace(settings, mode="DROPMALFORMED", given=frozenset())
        self._source = file.open()
        self._window = Window(self._source)
        self._steps = Steps(codec, self._source, self._settings)
        self._views = [view for view in streaming(codec, self._steps) if view.each_field == codec.records_field]
        self._view = min(self._views, key=lambda view: view.spared)
        self.root, _ = self._steps.structures(self._view)
        self.first = self._steps.first
        self.damage: list[Place] = []
        self.lost = self._note_damage()
        self._known = {place.start: place for place in self.damage}
        self.index = self._indexed()
        tail, self.count = self._tail()
        self.stretches = self._merged([self._head(), *map(self._around, self.damage[:PLACES]), *tail])

    @property
    def shown(self) -> int:
        """How many records are shown, at most."""
        most = 2 * ENDS + 3 * AROUND * len(self.stretches)
        return max(1, most if self.count is None else min(self.count, most))

    @property
    def end(self) -> int:
        """Where the last record ends, or the file."""
        return self._source.size

    def bytes(self, start: int, end: int) -> bytes:
        """Some bytes of the file."""
        return self._window[start:end]

    def show(self, numbers: Sequence[tuple[int, int]]) -> None:
        """Show more records: those around each of some ranges of numbers; of a long range those at its ends."""
        more = list[Stretch]()
        for first, last in numbers[:PLACES]:
            apart = last - first > 4 * AROUND
            for low, high in [(first, first + AROUND), (last - AROUND, last)] if apart else [(first, last)]:
                more.append(self._numbered(max(0, low - AROUND), high + AROUND))
        self.stretches = self._merged([*self.stretches, *more])

    def _numbered(self, first: int, last: int) -> Stretch:
        """The records of some numbers."""
        at = max(0, bisect_right(self.index.numbers, first) - 1)
        start = end = self.index.starts[at]
        for record in self._read(start, self.index.numbers[at]):
            if record.number <= first:
                start = record.start
            if record.number >= last or record.end - start > READ:
                break
            end = record.end
        return Stretch(start, max(start, end), first)

    @staticmethod
    def are_in(codec: Codec, file: Input, settings: Settings) -> bool:
        """Whether a file is a sequence of records that can be read one by one."""
        if records_at(codec) < 0:
            return False
        views = streaming(codec, Steps(codec, file.open(), settings))
        return any(view.each_field == codec.records_field for view in views)

    def of(self, stretch: Stretch) -> Iterator[Record]:
        """The records of a stretch."""
        for record in self._read(stretch.start, stretch.number):
            if record.start >= stretch.end:
                return
            yield record

    def reason(self, record: Record) -> Place | None:
        """What is wrong with a record; None: nothing is known."""
        return self._known.get(record.start)

    # --- the whole file ----------------------------------------------------------------------------------------------

    def _note_damage(self) -> tuple[int, int]:
        seen: set[int] = set()
        count = size = 0
        for view in self._views:
            with suppress(OptionError, ReadError):  # it asks for options that nobody has set
                for bad in places(self._codec, view, self._file, self._settings):
                    start, end = bad.extent(self._source)
                    if start in seen:
                        continue  # another view refuses it as well
                    count, size = count + 1, size + end - start
                    if count <= LISTED:
                        seen.add(start)
                        self.damage.append(Place(bad.record, start, end, bad.error.field or "", bad.reason))
        self.damage.sort(key=lambda place: place.start)
        return count, size

    def places(self, step: int) -> Iterator[tuple[int, int]]:
        """Where records begin, at least ``step`` bytes behind each other, and their numbers: by lengths, by the kernel,
        or else by reading them.

        From one place that can't be read to the next nothing is bad, so that lengths can be trusted."""
        engines = Engines(self._codec, self._view, replace(self._settings, mode="FAILFAST"), "auto", strict=False)
        file, size = self._file.again(), self._source.size
        last = self.first - step
        for start, number in self._known_places(engines, file, size, step):
            if start - last >= step:
                yield start, number
                last = start
        file.close()

    def _known_places(self, engines: Engines, file: Input, size: int, step: int) -> Iterator[tuple[int, int]]:
        begin, number = self.first, 0
        for place in [*self.damage, Place(0, size, size, "", "")]:
            if begin < place.start:
                yield begin, number
                walk = engines.walk(file, Part(begin, None, number), step, passes=False)
                for found in self._read_places(begin, number) if walk is None else _walked(walk):
                    if found[0] >= place.start:
                        break
                    yield found
            if place.start < size:
                yield place.start, place.record
            begin, number = place.end, place.record + 1

    def _indexed(self) -> Index:
        """Some tens of thousands of places of records."""
        starts, numbers = [self.first], [0]
        for start, number in self.places(max(1, self._source.size // INDEXED)):
            if start > self.first:
                starts.append(start)
                numbers.append(number)
        return Index(starts, numbers)

    def _read_places(self, start: int, number: int) -> Iterator[tuple[int, int]]:
        return ((record.start, record.number) for record in self._read(start, number))

    def _read(self, start: int, number: int) -> Iterator[Record]:
        """The records from one on."""
        steps, size = self._steps, self._source.size
        while True:
            try:
                for structure in steps.structures(self._view, start, number)[1]:
                    yield Record(number, steps.at, steps.reached, structure)
                    number += 1
                return
            except ReadError:
                known = self._known.get(steps.at)
                start = size if known is None else known.end
                yield Record(number, steps.at, start, None)
                number += 1
                if start >= size:
                    return

    # --- what is shown -----------------------------------------------------------------------------------------------

    def _head(self) -> Stretch:
        end = self.first
        for record in islice(self._read(self.first, 0), ENDS):
            end = record.end
            if end - self.first > READ:
                break
        return Stretch(self.first, end, 0)

    def _tail(self) -> tuple[list[Stretch], int | None]:
        """The last records, and how many there are in all; neither where the index doesn't lead there."""
        if self.lost[0] > LISTED:
            return [], None
        starts, numbers = self.index.starts, self.index.numbers
        at = len(numbers) - 1
        while at > 0 and numbers[at] > numbers[-1] - ENDS and starts[-1] - starts[at] < READ:
            at -= 1
        found = deque([(starts[at], numbers[at])], maxlen=ENDS)
        count = numbers[at]
        for record in self._read(starts[at], numbers[at]):
            found.append((record.start, record.number))
            count = record.number + 1
        return [Stretch(found[0][0], self._source.size, found[0][1])], count

    def _around(self, place: Place) -> Stretch:
        before = deque([self.index.before(place.start, AROUND)], maxlen=AROUND)
        behind = 0
        end = place.end
        for record in self._read(*before[0]):
            if record.start < place.start:
                before.append((record.start, record.number))
            elif record.start >= place.end:
                end = record.end
                behind += 1
            if behind == AROUND or record.end - place.end > READ:
                break
        return Stretch(before[0][0], end, before[0][1])

    def _merged(self, stretches: list[Stretch]) -> list[Stretch]:
        """The stretches in the order of the file, those that touch or overlap as one."""
        found: list[Stretch] = []
        for one in sorted(stretches):
            if found and one.start <= found[-1].end:
                found[-1] = found[-1]._replace(end=max(one.end, found[-1].end))
            else:
                found.append(one)
        return found
