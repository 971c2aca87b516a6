"""Lists that are columns: what models hold in place of their elements, and where writers have put these."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from bytewright.codecs.process import Process
from bytewright.io.rope import Rope
from bytewright.objects.write.streams import OutputStream

Places = npt.NDArray[np.int64]


class PlacedRange(NamedTuple):
    """Elements that have been written one behind the other, those of one list or of several.

    Attributes:
        start, stop: which they are.
        place: where the first begins.
        stream: the stream that they lie in.
    """

    start: int
    stop: int
    place: int
    stream: OutputStream


class PlacementIndex:
    """Where elements lie that have been written."""

    def __init__(self) -> None:
        self._versions: dict[int, int] = {}
        self._within: dict[int, set[int]] = {}
        self._stretches: dict[int, dict[tuple[int, int], PlacedRange]] = {}
        self._sorted: dict[int, tuple[int, list[PlacedRange]]] = {}

    def note(self, run: ElementRange, place: int, stream: OutputStream) -> None:
        """Elements, all of some lists, have been written from a position of a stream on."""
        elements, start, stop = run
        known = self._stretches.setdefault(id(elements), {})
        found = PlacedRange(start, stop, place, stream)
        if known.get((start, stop)) != found:
            known[start, stop] = found
            self._versions[id(elements)] = self._versions.get(id(elements), 0) + 1
            self._within.setdefault(id(stream), set()).add(id(elements))

    def note_stored(self, stream: OutputStream) -> None:
        """What a stream is decoded from has been written."""
        for elements in self._within.get(id(stream), ()):
            self._versions[elements] += 1

    def version(self, elements: ListEncoder) -> int:
        """Another number whenever runs of these elements may lie elsewhere."""
        return self._versions.get(id(elements), 0)

    def of(self, elements: ListEncoder) -> Sequence[PlacedRange]:
        """Those of some elements that have been written, in their order."""
        version = self.version(elements)
        seen, found = self._sorted.get(id(elements), (0, []))
        if seen != version:
            known = self._stretches[id(elements)]
            found = [known[key] for key in sorted(known)]
            self._sorted[id(elements)] = version, found
        return found


class ListEncoder(Protocol):
    """What writers ask of columns; `bytewright.columnar.encode.list_columns.ListColumns` is that."""

    def ends(self, start: int, stop: int) -> Places:
        """Where each of some elements ends, counted from where the first begins."""

    def size(self, start: int, stop: int) -> int:
        """How many bytes some elements take."""

    def put(self, lying: PlacementIndex, start: int, stop: int, into: memoryview) -> None:
        """Put their bytes, which say where others lie as far as that is known, into memory that has room for these."""

    def maker(self, lying: PlacementIndex, start: int, stop: int) -> Callable[[], Iterator[memoryview]]:
        """What makes their bytes, which say what is known by now, in pieces that are only good until the next one is
        asked for."""

    def is_settled(self, lying: PlacementIndex) -> bool:
        """Whether what was written says where others lie."""

    def prepare(self, lying: PlacementIndex) -> None:
        """Be about to be written: take as many bytes as what is known by now takes, until all is written anew."""

    def stored(self, lying: PlacementIndex, one: EncodedList, path: Callable[[], str]) -> bytes:
        """What is stored of a list of them, as far as it is known where others lie; ``path``: to the element that has
        it, for errors."""

    def lists(self, start: int, stop: int) -> Sequence[ElementRange]:
        """The lists of others of which some elements say where they lie."""

    def stowed(self, start: int, stop: int) -> Sequence[EncodedList]:
        """Likewise those of whose bytes something else is stored."""

    def lies_in(self, other: ListEncoder) -> bool:
        """Whether they lie in others, each in one."""

    def let_go(self) -> None:
        """Let go of all: it is written, and nobody asks for it any more."""

    def place(self, lying: PlacementIndex, row: int) -> tuple[int | None, OutputStream | None]:
        """Where an element begins, and the stream that it lies in; None: it isn't written."""


class ElementRange(NamedTuple):
    """Some elements one behind the other: all of a list."""

    elements: ListEncoder
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
    def lists(self) -> Sequence[ElementRange]:
        """The lists of others of which they say where they lie."""
        return self.elements.lists(self.start, self.stop)

    @property
    def stowed(self) -> Sequence[EncodedList]:
        """Likewise those of whose bytes something else is stored."""
        return self.elements.stowed(self.start, self.stop)

    def stands_for(self, other: ElementRange) -> bool:
        """Whether each of them lies in the element of another list that has its number there."""
        return self.elements.lies_in(other.elements) and (self.start, self.stop) == (other.start, other.stop)


class EncodedList(NamedTuple):
    """A list of whose bytes something else is stored.

    Attributes:
        run: its elements.
        row: which of the elements that stand for entries has it.
        way: from there to what holds it.
        behind: bytes behind those of its elements.
        process: what is stored decodes to them by this.
        tell: is told where that begins, how many bytes it takes, and what gives the path to the element, for errors.
    """

    run: ElementRange
    row: int
    way: Sequence[str]
    behind: bytes
    process: Process
    tell: Callable[[int, int, Callable[[], str]], None]


class Element(NamedTuple):
    """One of the elements of columns: what fields that read again what others describe may be."""

    elements: ListEncoder
    row: int


class ColumnList(list[Any]):
    """A list without objects: its elements are columns, which are written as they are.

    Attributes:
        run: the elements.
    """

    def __init__(self, run: ElementRange) -> None:
        super().__init__()
        self.run = run


class Reserved(NamedTuple):
    """Elements whose bytes are reserved: they are filled in when it is known where others lie."""

    place: int
    run: ElementRange
    lying: PlacementIndex

    def by(self, distance: int) -> Reserved:
        """The same elsewhere."""
        return self._replace(place=self.place + distance)

    def fill(self, rope: Rope) -> None:
        """Write them."""
        elements, start, stop = self.run
        room = rope.room(self.place, self.run.size)
        if room is not None:
            room.make = elements.maker(self.lying, start, stop)
            return
        elements.put(self.lying, start, stop, rope.part(self.place, self.place + self.run.size))


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


def adjoining(runs: Sequence[ElementRange]) -> Iterator[ElementRange]:
    """Runs, those whose elements follow each other in their columns as one."""
    elements: ListEncoder | None = None
    first = behind = 0
    for other, start, stop in runs:
        if other is not elements or start != behind:
            if elements is not None:
                yield ElementRange(elements, first, behind)
            elements, first = other, start
        behind = stop
    if elements is not None:
        yield ElementRange(elements, first, behind)
