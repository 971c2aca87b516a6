"""Elements of lists that are columns, not objects: what models hold in their place, and what writers ask of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from bytewright.pieces import Buffer, part_of, room_in

if TYPE_CHECKING:
    from bytewright.placing import Stream

Places = npt.NDArray[np.int64]


class Lying:
    """Where runs of elements begin that have been written."""

    def __init__(self) -> None:
        self._versions: dict[int, int] = {}
        self._within: dict[int, set[int]] = {}
        self._begins: dict[int, tuple[int, Stream]] = {}

    def note(self, runs: Sequence[Run], place: int, stream: Stream) -> None:
        """Runs of the same elements, each of which begins where the one before it ends, have been written from a
        position of a stream on."""
        elements = runs[0].elements
        begins = (elements.places([run.start for run in runs]) + place).tolist()
        found = dict(zip(map(id, runs), zip(begins, repeat(stream)), strict=False))
        if any(self._begins.get(run) != begin for run, begin in found.items()):
            self._versions[id(elements)] = self._versions.get(id(elements), 0) + 1
            self._within.setdefault(id(stream), set()).add(id(elements))
            self._begins |= found

    def note_stored(self, stream: Stream) -> None:
        """What a stream is decoded from has been written."""
        for elements in self._within.get(id(stream), ()):
            self._versions[elements] += 1

    def version(self, elements: Encoding) -> int:
        """Another number whenever runs of these elements may lie elsewhere."""
        return self._versions.get(id(elements), 0)

    def of(self, run: Run) -> tuple[int | None, Stream | None]:
        """Where a run begins, and the stream that it lies in; None: it has not been written."""
        return self._begins.get(id(run), (None, None))


class Encoding(Protocol):
    """What writers ask of columns; `bytewright.elements.Elements` is that."""

    def ends(self, start: int, stop: int) -> Places:
        """Where each of some elements ends, counted from where the first begins."""

    def places(self, rows: Sequence[int]) -> Places:
        """Where some elements begin, counted from where the first of these begins."""

    def size(self, start: int, stop: int) -> int:
        """How many bytes some elements take."""

    def put(self, lying: Lying, start: int, stop: int, into: memoryview) -> None:
        """Put their bytes, which say where others lie as far as that is known, into memory that has room for these."""

    def maker(self, lying: Lying, start: int, stop: int) -> Callable[[], Iterator[memoryview]]:
        """What makes their bytes, which say what is known by now, in pieces that are only good until the next one is
        asked for."""

    def is_settled(self, lying: Lying) -> bool:
        """Whether what was written says where others lie."""

    def lists(self, start: int, stop: int) -> Sequence[Run]:
        """The lists of others of which some elements say where they lie."""

    def lies_in(self, other: Encoding) -> bool:
        """Whether they lie in others, each in one."""

    def place(self, lying: Lying, row: int) -> tuple[int | None, Stream | None]:
        """Where an element begins, and the stream that it lies in; None: it isn't written."""


class Run(NamedTuple):
    """Some elements one behind the other: all of a list."""

    elements: Encoding
    start: int
    stop: int

    @property
    def size(self) -> int:
        """How many bytes they take."""
        return self.elements.size(self.start, self.stop)

    @property
    def ends(self) -> Places:
        """Where each ends, counted from where the first begins."""
        return self.elements.ends(self.start, self.stop)

    @property
    def lists(self) -> Sequence[Run]:
        """The lists of others of which they say where they lie."""
        return self.elements.lists(self.start, self.stop)

    def stands_for(self, other: Run) -> bool:
        """Whether each of them lies in the element of another list that has its number there."""
        return self.elements.lies_in(other.elements) and (self.start, self.stop) == (other.start, other.stop)


class Element(NamedTuple):
    """One of the elements of columns: what fields that read again what others describe may be."""

    elements: Encoding
    row: int


class Laid(list[Any]):
    """A list without objects: its elements are columns, which are written as they are.

    Attributes:
        run: the elements.
    """

    def __init__(self, run: Run) -> None:
        super().__init__()
        self.run = run


class Reserved(NamedTuple):
    """Elements whose bytes are reserved: they are filled in when it is known where others lie."""

    place: int
    run: Run
    lying: Lying

    def by(self, distance: int) -> Reserved:
        """The same elsewhere."""
        return self._replace(place=self.place + distance)

    def fill(self, buffer: Buffer) -> None:
        """Write them."""
        elements, start, stop = self.run
        room = room_in(buffer, self.place, self.run.size)
        if room is not None:
            room.make = elements.maker(self.lying, start, stop)
            return
        elements.put(self.lying, start, stop, part_of(buffer, self.place, self.place + self.run.size))


def together(runs: list[Reserved]) -> Iterator[Reserved]:
    """The same bytes, those of elements that follow each other in their columns as well as where they lie at once."""
    before: Reserved | None = None
    for one in runs:
        if before is not None:
            run, same = before.run, before.run.elements is one.run.elements and before.lying is one.lying
            if same and run.stop == one.run.start and before.place + run.size == one.place:
                before = before._replace(run=run._replace(stop=one.run.stop))
                continue
            yield before
        before = one
    if before is not None:
        yield before


def adjoining(runs: Sequence[Run]) -> Iterator[tuple[Run, Sequence[Run]]]:
    """Runs whose elements follow each other in their columns, as one, and which they are."""
    first = 0
    for behind in range(1, len(runs) + 1):
        last = runs[behind - 1]
        if behind < len(runs) and runs[behind].elements is last.elements and runs[behind].start == last.stop:
            continue
        yield runs[first]._replace(stop=last.stop), runs[first:behind]
        first = behind
