"""Fix-ups: bytes that are reserved and filled in later, and what was assumed or used early, checked in the end."""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from bytewright.codecs.checksums import ALGORITHMS
from bytewright.errors import ReadError, WriteError, shown
from bytewright.io.rope import Buffer, Rope, rope_of
from bytewright.model.kept_keys import SEEN, STREAMS
from bytewright.model.number_formats import KINDS, unfit
from bytewright.model.origins import span_of
from bytewright.model.structures import Struct, field_path, structures_in, value_of
from bytewright.objects.read.cursor import Cursor
from bytewright.objects.read.traverse import explore
from bytewright.objects.write.placed_lists import Reserved, together
from bytewright.objects.write.streams import OutputStream


class NumberFixup(NamedTuple):
    """A number whose bytes are reserved: a field, or an element of it."""

    place: int
    kind: str
    owner: Struct
    field: int
    element: int | None

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return int(self.kind[1])

    def by(self, distance: int) -> NumberFixup:
        """The same elsewhere."""
        return NumberFixup(self.place + distance, self.kind, self.owner, self.field, self.element)

    def fill(self, rope: Rope) -> None:
        """Write it.

        Raises:
            WriteError: it doesn't fit.
        """
        value = value_of(self.owner, self.field, self.element)
        layout = KINDS[self.kind]
        try:
            layout.pack_into(*rope.at(self.place), value)
        except (struct.error, TypeError, OverflowError):
            raise unfit(layout, value, self.owner, self.field, self.element) from None

    def conflict(self, rope: Rope) -> WriteError | None:
        """The error, if others that are reserved at the same place say something else."""
        there = KINDS[self.kind].unpack_from(*rope.at(self.place))[0]
        value = value_of(self.owner, self.field, self.element)
        if there == value:
            return None
        path, expected = field_path(self.owner, self.field, self.element), f"{there}, as others say of the same bytes"
        return WriteError(field=path, expected=expected, found=shown(value))


class ChecksumFixup(NamedTuple):
    """A checksum whose bytes are reserved, and the range of bytes that it is of."""

    end: int
    start: int
    place: int
    kind: str
    algorithm: str
    owner: Struct
    field: int

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return ALGORITHMS[self.algorithm].size

    def by(self, distance: int) -> ChecksumFixup:
        """The same elsewhere."""
        return self._replace(end=self.end + distance, start=self.start + distance, place=self.place + distance)

    def turn(self) -> tuple[int, bool, int]:
        """Orders checksums so that one which lies in the range of another is ready before it: ranges that end first
        come first; of those that end together, what stands before its bytes, the last one first."""
        return self.end, self.place >= self.end, -self.place

    def fill(self, rope: Rope) -> None:
        """Compute it and write it."""
        value = ALGORITHMS[self.algorithm].over(rope.between(self.start, self.end))
        setattr(self.owner, self.owner.FIELDS[self.field].name, value)
        layout = struct.Struct(f"{self.size}s") if ALGORITHMS[self.algorithm].digest else KINDS[self.kind]
        layout.pack_into(*rope.at(self.place), value)


def contradicted(owner: Struct, field: int) -> WriteError:
    """The error for a field that says something else of its bytes than others do."""
    expected, handed = "what other fields say of the same bytes", owner.FIELDS[field].handed
    hint = (
        f"Its place is a parameter ({handed}), whose offset is derived only where a single field hands it on. Say the "
        "offset (in a column of rows, or a root), store it in the type itself, or place the field where the offset is."
    )
    return WriteError(
        field=field_path(owner, field), expected=expected, found="something else", hint=hint if handed else None
    )


Stands = Literal["always", "unless nothing is", "never"]
"""Whether a terminator stands in what follows some bytes: never means that nothing follows."""


class LeftOver(NamedTuple):
    """What must follow some bytes in their stream, so that they are read as they are: their terminator, or its end.

    ``room``: bytes from there to the end of the stream, where that is known when they are written; ``stream`` and
    ``pos`` say it in the end."""

    place: int
    terminator: bytes
    room: int | None
    stream: OutputStream
    pos: int
    owner: Struct
    field: int
    element: int | None
    stands: Stands

    def by(self, distance: int) -> LeftOver:
        """The same elsewhere."""
        return self._replace(place=self.place + distance)

    def conflict(self, rope: Rope) -> WriteError | None:
        """The error, if something else stands there."""
        room = self.stream.size - self.pos if self.room is None else self.room
        there = bytes(rope[self.place : self.place + min(len(self.terminator), room)])
        if self.stands == "never":
            right = not there
        else:
            right = there == self.terminator or (self.stands != "always" and not there)
        if right:
            return None
        if self.stands == "never":
            expected = f"a terminator {self.terminator.hex()}, or the end of the stream behind these bytes"
        else:
            expected = f"the terminator {self.terminator.hex()} in what follows"
        path = field_path(self.owner, self.field, self.element)
        return WriteError(field=path, expected=expected, found=shown(there))


class Assumption(NamedTuple):
    """What a byte of the buffer must be in the end, so that a field at a position says what others say of it."""

    owner: Struct
    field: int
    at: int
    place: int
    byte: int

    def by(self, distance: int) -> Assumption:
        """The same elsewhere."""
        return self._replace(place=self.place + distance)


class Stale(NamedTuple):
    """What was read where others have written something else: it is what lies there now.

    Attributes:
        owner: the structure that holds it.
        field: which of its fields it is.
        read: reads it.
        at: its position in its stream.
        place: that in the buffer.
        stream: the stream that it lies in.
        seen: the bytes that it was read from.
        data: the bytes that it would be written as.
        reserved: what is to be filled in there; its places count from the beginning of these.
    """

    owner: Struct
    field: int
    read: Callable[[Any, Any], None]
    at: int
    place: int
    stream: OutputStream
    seen: bytes
    data: bytearray
    reserved: FixupTable

    def by(self, distance: int) -> Stale:
        """The same elsewhere."""
        return self._replace(place=self.place + distance)

    def streamed(self, buffer: Buffer) -> Cursor:
        """Its stream, as it lies in the buffer now."""
        before = self.stream.cursor
        assert before is not None
        origin = self.place - self.at
        return before.renewed(bytes(memoryview(rope_of(buffer).whole)[origin : origin + self.stream.size]))

    def differs(self, buffer: Buffer) -> bool:
        """Whether something else lies there than it says.

        Raises:
            WriteError: that is what was there before, so that it is it that has changed.
        """
        self.reserved.fill(self.data)
        there = bytes(buffer[self.place : self.place + len(self.seen)])
        if there == self.data:
            return False
        if there == self.seen:
            raise contradicted(self.owner, self.field)
        return True

    def renew(self, io: Cursor) -> None:
        """Read it again, in place of what it was.

        Args:
            io: its stream, as it is now.

        Raises:
            WriteError: it can't be read; it stays what it was.
        """
        owner, field = self.owner, self.field
        name = owner.FIELDS[field].name
        value, stream, at, case = getattr(owner, name), owner._io, owner._at.get(field), owner._cases.get(field)
        kept = {key: owner._kept[key] for key in (field, ~field, STREAMS + field) if key in owner._kept}
        for key in (field, ~field):
            owner._kept.pop(key, None)
        if stream is self.stream:
            owner._io = io
        self.stream.renewed = io  # for expressions that say which stream it lies in
        try:
            self.read(io, owner)
            for item in structures_in(owner, name):
                for unread in explore(item):
                    raise unread.error
        except ReadError as error:
            setattr(owner, name, value)
            owner._kept |= kept
            for known, old in ((owner._at, at), (owner._cases, case)):
                if old is not None:
                    known[field] = old
            path = field_path(owner, field)
            raise WriteError(error.message, field=path, expected=error.expected, found=error.found) from error
        finally:
            owner._io, self.stream.renewed = stream, None
        owner._kept |= {key: io for key, io in kept.items() if key == STREAMS + field}
        span = span_of(owner, field)
        owner._kept[SEEN + field] = b"" if span is None else io.again(span.start, span.end)


class ZeroEnd(NamedTuple):
    """The end of a list that readers take on until nothing but zeros is left of its stream.

    ``place``: in the buffer; ``size``: of the last element, from the byte it begins in; ``pos``: in the stream."""

    place: int
    size: int
    stream: OutputStream
    pos: int
    owner: Struct
    field: int

    def by(self, distance: int) -> ZeroEnd:
        """The same elsewhere."""
        return self._replace(place=self.place + distance)

    def conflict(self, rope: Rope) -> WriteError | None:
        """The error, if readers find more elements, or fewer."""
        behind = self.place + self.stream.size - self.pos
        if any(rope[self.place : behind]):
            path = field_path(self.owner, self.field)
            return WriteError(field=path, expected="zeros from its end to that of its stream", found="other bytes")
        if self.size and not any(rope[self.place - self.size : self.place]):
            last = len(getattr(self.owner, self.owner.FIELDS[self.field].name)) - 1
            path = field_path(self.owner, self.field, last)
            return WriteError(field=path, expected="a last element that has more than zeros", found="zeros")
        return None


class End(NamedTuple):
    """Where in a stream a field ends that readers take to the stream's end."""

    stream: OutputStream
    pos: int
    owner: Struct
    field: int

    def conflict(self) -> WriteError | None:
        """The error, if something lies behind it."""
        behind = self.stream.size - self.pos
        if not behind:
            return None
        path, expected = field_path(self.owner, self.field), "to reach to the end of its stream"
        return WriteError(field=path, expected=expected, found=f"{behind} bytes behind it")


_MEASURES = {"bytes": "a size", "elements": "a number of elements", "place": "a place"}


class Check(NamedTuple):
    """Something that was used before it was known; see `Output.expect`."""

    again: Callable[[], Any]
    used: Any
    owner: Struct
    field: int
    what: str
    rule: str = ""

    def conflict(self) -> WriteError | None:
        """The error, if it isn't what was used."""
        found = self.again()
        if found == self.used:
            return None
        expected, instead = f"{found} {self.what}", str(self.used)
        if found is None and self.what in _MEASURES:
            expected = f"{_MEASURES[self.what]}, but what says it is absent"
        elif self.what == "there":
            expected, instead = ("a value", "nothing") if found else ("nothing", "a value")
            if self.rule:
                expected += f" where {self.rule}" if found else f" unless {self.rule}"
        elif self.what == "place":
            expected = f"to lie at {found}"
        return WriteError(field=field_path(self.owner, self.field), expected=expected, found=instead)


class Assumed(NamedTuple):
    """The value that a late field had when it was written."""

    owner: Struct
    field: int
    element: int | None
    value: Any

    @property
    def right(self) -> bool:
        """Whether it has it still."""
        value = value_of(self.owner, self.field, self.element)
        return value is self.value or bool(value == self.value)


@dataclass(slots=True)
class FixupTable:
    """What is outstanding of the bytes of a buffer: to be filled in, or to be checked when that has been done.

    Attributes:
        later: reserved numbers.
        checksums: reserved checksums.
        left: terminators and zeros that must stand in what follows.
        assumed: bytes that others must become.
        stale: values that others have overwritten.
        ends: where fields end that reach to the end of their stream.
        checks: what was used before it was known.
        guesses: late fields that were written as they were, as nothing could be reserved.
        assured: checks that may ask derived fields.
        reserved_runs: elements of lists that are columns.
        lays: whether there are such, be it in what is encoded already.
        shared: whether some numbers are reserved where others are.
    """

    later: list[NumberFixup] = field(default_factory=list)
    checksums: list[ChecksumFixup] = field(default_factory=list)
    left: list[LeftOver | ZeroEnd] = field(default_factory=list)
    assumed: list[Assumption] = field(default_factory=list)
    stale: list[Stale] = field(default_factory=list)
    ends: list[End] = field(default_factory=list)
    checks: list[Check] = field(default_factory=list)
    guesses: list[Assumed] = field(default_factory=list)
    assured: list[Callable[[], None]] = field(default_factory=list)
    reserved_runs: list[Reserved] = field(default_factory=list)
    lays: bool = False
    shared: bool = False

    @property
    def reserves(self) -> bool:
        """Whether something is outstanding that has a place."""
        return any((self.later, self.checksums, self.left, self.assumed, self.stale, self.reserved_runs))

    def add(self, other: FixupTable, distance: int = 0) -> None:
        """Take over what is outstanding of bytes that lie ``distance`` further on in this buffer."""
        self.shared |= other.shared
        self.add_checks(other)
        if not distance:
            self.later += other.later
            self.reserved_runs += other.reserved_runs
            self.checksums += other.checksums
            self.left += other.left
            self.assumed += other.assumed
            self.stale += other.stale
            return
        self.later += [reserved.by(distance) for reserved in other.later]
        self.reserved_runs += [run.by(distance) for run in other.reserved_runs]
        self.checksums += [reserved.by(distance) for reserved in other.checksums]
        self.left += [terminator.by(distance) for terminator in other.left]
        self.assumed += [assumption.by(distance) for assumption in other.assumed]
        self.stale += [value.by(distance) for value in other.stale]

    def add_checks(self, other: FixupTable) -> None:
        """Take over what is to be checked of bytes that have been filled in."""
        self.lays |= other.lays
        self.ends += other.ends
        self.checks += other.checks
        self.guesses += other.guesses
        self.assured += other.assured

    def fill(self, buffer: Buffer) -> None:
        """Fill in what columns hold and the numbers, then the checksums.

        Raises:
            WriteError: a number doesn't fit.
        """
        rope = rope_of(buffer)
        for run in together(self.reserved_runs):
            run.fill(rope)
        for number in self.later:
            number.fill(rope)
        for checksum in sorted(self.checksums, key=ChecksumFixup.turn):
            checksum.fill(rope)

    def conflicts(self, buffer: Buffer) -> Iterator[WriteError]:
        """What doesn't fit what was filled in."""
        found: list[LeftOver | ZeroEnd | NumberFixup] = [*self.left, *(self.later if self.shared else ())]
        rope = rope_of(buffer)
        yield from filter(None, (one.conflict(rope) for one in found))

    def reserved(self, start: int, end: int) -> set[int]:
        """The places between two that are filled in later."""
        found: set[int] = set()
        taken: list[NumberFixup | ChecksumFixup] = [*self.later, *self.checksums]
        for one in taken:
            if one.place < end and one.place + one.size > start:
                found.update(range(one.place, one.place + one.size))
        return found
