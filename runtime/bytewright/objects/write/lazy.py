"""Keeps the bytes of structures that don't change from one round of the fixpoint to the next.

A model is written several times, as sizes and places follow from each other. Of structures that rest on nothing outside
of themselves (the compiler knows which; see ``analysis/self_contained.py``) the bytes are kept from one time to the
next, as long as no value in them has changed. What would make that wrong is looked for all the same: something that is
put into one of their streams from outside, or the other way round, and a size that is given to them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, NamedTuple, Protocol

from bytewright.codecs.process import Process
from bytewright.errors import NO_VALUE, WriteError
from bytewright.io.rope import Buffer, rope_of
from bytewright.io.spill import FileSegment
from bytewright.model.structures import Spelt, Struct, occupy, vacate
from bytewright.objects.write.fixups import FixupTable
from bytewright.objects.write.streams import OutputStream

Decided = tuple[int, int, int | None]
Located = tuple[int, int, OutputStream | None]
"""A structure to which references may lead, by identity, its position, and the stream that it lies in (None: one that
is complete)."""


class LazyStructure:
    """A structure that rests on nothing outside of itself, to be made when its bytes are needed.

    Args:
        make: makes it; told what it made, when that has been written, it makes another, or None if it may stay.

    Attributes:
        data: its bytes, when these are known.
    """

    def __init__(self, make: Callable[[Struct | None], Struct | None]) -> None:
        self._make: Callable[[Struct | None], Struct | None] | None = make
        self.data: bytes | memoryview | FileSegment | None = None

    def made(self, last: Struct | None) -> Struct | None:
        """The structure, or another in place of the last one."""
        assert self._make is not None
        return self._make(last)

    def keep(self, data: bytes | memoryview | FileSegment) -> None:
        """Its bytes are known, and stay as they are; what it was made from is let go."""
        self._make, self.data = None, data


class Reference(NamedTuple):
    """A field of a structure that is to say where another begins.

    ``within``: of one in bytes that are decoded in pieces: the field says where the piece begins, and this one, of a
    structure, where in the piece it lies."""

    target: Struct
    owner: Struct
    field: int
    within: tuple[Struct, int] | None


class KeptStructure(NamedTuple):
    """How a structure was written.

    Attributes:
        structure: the structure.
        data: its bytes.
        pos: where they began in their stream.
        given: the size that was given to that.
        located: where structures in it lie to which references may lead; whether that is the same stream.
        references: the references in it that may lead elsewhere.
        decided: fields in it that say where something lies.
    """

    structure: Struct
    data: bytes
    pos: int
    given: int | None
    located: list[tuple[int, int, bool]]
    references: list[Reference]
    decided: list[Decided]


class Scale(NamedTuple):
    """What so many digits of a class of structures count for, where that follows from nothing else.

    Attributes:
        first: the number that zeros spell.
        weights: what a digit counts for, and its place, the highest first.
        most: the largest digit.
        zigzag: whether they add up to a number with its sign in the lowest bit.
    """

    first: int
    weights: list[tuple[int, int]]
    most: int
    zigzag: bool

    @property
    def last(self) -> int:
        """The largest number that they spell."""
        return self.first + self.most * sum(weight for weight, _ in self.weights)


class Memory:
    """What was written of a model the last time, as far as it may stay.

    Args:
        canonical: whether it is written without what was kept from a file.
        known: what was written before, be it of another model: how structures of a class spell numbers is as it was.

    Attributes:
        spelt: how structures of a class spelt a number, as far as is known.
        scales: what digits count for, by the class of the structure and how many there are.
        encoded: what bytes of a field, or an element of it, were encoded to.
    """

    def __init__(self, *, canonical: bool = False, known: Memory | None = None) -> None:
        self.canonical = canonical
        self.spelt: dict[tuple[type[Struct], int], Spelt] = {} if known is None else known.spelt
        self.scales: dict[tuple[type[Struct], int], Scale] = {} if known is None else known.scales
        self.encoded: dict[tuple[int, int, int | None], tuple[bytes, Process, bytes]] = {}
        self._written: dict[int, KeptStructure] = {}
        self._open: set[int] = set()
        self._vacant: list[tuple[Struct, str]] = []

    def of(self, structure: Struct) -> KeptStructure | None:
        """How a structure was written, if nothing in it has changed."""
        return self._written.get(id(structure))

    def keep(self, written: KeptStructure, inner: list[int]) -> None:
        """Keep how a structure was written, in place of those in it (``inner``, by identity)."""
        if id(written.structure) not in self._open:
            for one in inner:
                self._written.pop(one, None)
            self._written[id(written.structure)] = written

    def touch(self, owner: Struct) -> bool:
        """A field of a structure has changed; whether it lies in one that was kept."""
        if not self._written:
            return False
        node: Any = owner
        found = False
        while node is not None:
            found |= self._written.pop(id(node), None) is not None
            node = node._parent
        return found

    def vacate(self, owner: Struct, name: str, there: Callable[[], Any] | None) -> None:
        """Let nobody ask for a field that was left out until `occupy`; see `bytewright.model.structures.vacate`."""
        vacate(owner, name, there)
        self._vacant.append((owner, name))

    def occupy(self) -> None:
        """All that was left out is None again."""
        while self._vacant:
            occupy(*self._vacant.pop())

    def forbid(self, one: tuple[int, ...], other: tuple[int, ...]) -> None:
        """Something in one stream is put into another: what only one of them lies in is not on its own.

        ``one``, ``other``: the structures that they lie in, by identity."""
        for structure in set(one) ^ set(other):
            self._open.add(structure)
            self._written.pop(structure, None)


class TrialOutput(Protocol):
    """An output as far as a trial asks it; see `bytewright.objects.write.output.Output`."""

    buffer: Buffer
    override: bool
    unsettled: bool
    outstanding: FixupTable
    conflicts: list[WriteError]
    references: list[Reference]
    decided: dict[Decided, None]

    def tell(self, reference: Reference) -> None:
        """Let a field say where a structure begins, if that is known."""

    def broken(self, since: int) -> Iterator[WriteError]:
        """The rules from one on that don't hold."""


@dataclass(slots=True)
class Trial:
    """A structure that is being written and may be kept, and what there was of the output when it began.

    ``own``: it has a stream of its own."""

    structure: Struct
    own: bool
    mark: int
    stream: OutputStream
    pos: int
    within: tuple[int, ...]
    outstanding: FixupTable
    unsettled: bool
    references: int
    decided: int
    rules: int
    conflicts: int
    tasks: int
    located: list[Located] = field(default_factory=list)
    inner: list[int] = field(default_factory=list)

    def written(self, out: TrialOutput) -> KeptStructure | None:
        """How the structure was written, if that is right as far as can be told here; its numbers are filled in."""
        left = out.outstanding
        if out.override or out.unsettled or left.left or left.assumed or left.shared or left.stale or left.lays:
            return None
        if len(out.conflicts) > self.conflicts or self.stream.waiting > self.tasks:
            return None
        size, told = len(out.buffer) - self.mark, self.stream.told
        if self.own and (self.stream.lacking or self.stream.spare or (told is not None and told != size)):
            return None
        try:
            left.fill(out.buffer)
            if not self._holds(out, left, size):
                return None
        except (WriteError, *NO_VALUE):
            return None  # something is not known yet
        references = out.references[self.references :]
        if self.own:  # what refers to each other in it can be told now
            inside = {structure for structure, _, _ in self.located}
            for reference in references:
                if id(reference.target) in inside:
                    out.tell(reference)
            if not _settled(out):
                return None
            references = [reference for reference in references if id(reference.target) not in inside]
        return KeptStructure(
            self.structure,
            bytes(rope_of(out.buffer).part(self.mark, len(out.buffer))),
            self.pos,
            self.stream.given,
            [(structure, place, stream is self.stream) for structure, place, stream in self.located],
            references,
            list(islice(reversed(out.decided), len(out.decided) - self.decided)),
        )

    def _holds(self, out: TrialOutput, left: FixupTable, size: int) -> bool:
        """Whether all that is to be checked of it is right."""
        for end in left.ends:
            if end.stream is self.stream and self.own:
                if end.pos != size:
                    return False
            elif end.stream.out is not None or end.conflict() is not None:
                return False
        if not all(guess.right for guess in left.guesses):
            return False
        if any(check.again() != check.used for check in left.checks):
            return False
        for check in left.assured:
            check()
        return next(out.broken(self.rules), None) is None


def _settled(out: TrialOutput) -> bool:
    return not out.unsettled
