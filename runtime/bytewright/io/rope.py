"""A growing run of bytes in segments, in memory, in a file or yet to be made: large values are not copied twice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Protocol, Self

LARGE = 1 << 20
"""Size in bytes from which a value is a segment of its own."""


class Segment:
    """Bytes that aren't in memory.

    Attributes:
        size: how many there are.
    """

    __slots__ = ()
    size: int

    def __len__(self) -> int:
        return self.size

    def pieces(self) -> Iterator[bytes | memoryview]:
        """The bytes in pieces that are only good until the next one is asked for."""
        raise NotImplementedError

    def read(self) -> bytearray:
        """The bytes."""
        data, at = bytearray(self.size), 0
        for piece in self.pieces():
            data[at : at + len(piece)] = piece
            at += len(piece)
        return data


class LazySegment(Segment):
    """Bytes that are made when they are asked for, so that they need not be in memory all at once.

    Args:
        size: how many there are.
        make: see below.

    Attributes:
        make: makes them, in pieces that are only good until the next one is asked for; None: they are zeros yet.
    """

    __slots__ = ("make", "size")

    def __init__(self, size: int, make: Callable[[], Iterator[bytes | memoryview]] | None = None) -> None:
        self.size = size
        self.make = make

    def pieces(self) -> Iterator[bytes | memoryview]:
        """See `Segment`."""
        return iter((bytes(self.size),)) if self.make is None else self.make()


Part = bytes | bytearray | memoryview | Segment
"""A part of a file, in memory, in the file already, or yet to be made."""


def content(part: Part) -> bytes | bytearray | memoryview:
    """The bytes of a part in memory."""
    return part.read() if isinstance(part, Segment) else part


def contents(parts: Iterable[Part]) -> bytes:
    """The bytes of parts that follow each other."""
    return b"".join([content(part) for part in parts])


def together(parts: Sequence[Part]) -> bytes | memoryview:
    """The same, not copied if there is one, which nobody writes into any more."""
    return memoryview(content(parts[0])).toreadonly() if len(parts) == 1 else contents(parts)


def pieces(parts: Iterable[Part]) -> Iterator[bytes | bytearray | memoryview]:
    """The bytes of parts that follow each other, in pieces that are only good until the next one is asked for."""
    for part in parts:
        if isinstance(part, Segment):
            yield from part.pieces()
        else:
            yield part


class Buffer(Protocol):
    """Bytes that are being written: a ``bytearray``, as long as none of them are large, or a `Rope`."""

    def __len__(self) -> int: ...
    def __iadd__(self, data: bytes | bytearray | memoryview, /) -> Self: ...
    def __getitem__(self, key: Any, /) -> Any: ...
    def __setitem__(self, key: Any, value: Any, /) -> None: ...
    def __delitem__(self, key: Any, /) -> None: ...
    def append(self, byte: int, /) -> None:
        """Add a byte."""


class Rope:
    """Takes the place of a ``bytearray``; whatever looks at bytes of several pieces, or changes them, joins these and
    all behind them.

    Attributes:
        parts: the pieces, one after another; the last one grows.
    """

    def __init__(self, begun: bytearray) -> None:
        self.parts: list[Part] = []
        self._last = begun
        self._before = 0
        self.parts.append(begun)

    def share(self, data: bytes | memoryview | Segment) -> None:
        """Add bytes that must stay as they are until all is written."""
        self._before += len(self._last) + len(data)
        self._last = bytearray()
        self.parts += [data, self._last]

    def __len__(self) -> int:
        return self._before + len(self._last)

    def __iadd__(self, data: bytes | bytearray | memoryview) -> Self:
        self._last += data
        return self

    def append(self, byte: int) -> None:
        """Add a byte."""
        self._last.append(byte)

    @property
    def whole(self) -> bytearray:
        """All of it as one piece, which it is from now on."""
        self._join(0, 0)
        return self._last

    def _join(self, number: int, before: int) -> None:
        """Let the pieces from one on be one; ``before``: how many bytes lie before it."""
        first, *rest = self.parts[number:]
        if not isinstance(first, bytearray):
            first, rest = bytearray(content(first)), rest
        for part in rest:
            first += content(part)
        self.parts[number:] = [first]
        self._last, self._before = first, before

    def __getitem__(self, key: Any) -> Any:
        part, key = self.holding(key)
        return part[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        part, key = self.holding(key)
        part[key] = value
        self._before = sum(map(len, self.parts[:-1]))

    def __delitem__(self, key: slice) -> None:
        part, key = self.holding(key)
        del part[key]
        self._before = sum(map(len, self.parts[:-1]))

    def holding(self, key: Any) -> tuple[bytearray, Any]:
        """What holds some bytes, and which they are there; the pieces from there on are joined where one of them alone
        doesn't."""
        if not isinstance(key, slice) or key.start is None or key.start < 0:
            return self.whole, key
        stop = len(self) if key.stop is None else key.stop
        if stop < key.start:
            return self.whole, key
        before = self._before
        if key.start < before:
            number, before = 0, 0
            while key.start >= before + len(self.parts[number]):
                before += len(self.parts[number])
                number += 1
            part = self.parts[number]
            if isinstance(part, bytearray) and stop <= before + len(part):
                return part, slice(key.start - before, stop - before)
            self._join(number, before)
        return self._last, slice(key.start - before, None if key.stop is None else stop - before)

    def room(self, place: int, size: int) -> LazySegment | None:
        """The room that was added at a place as so many zeros, at once or bit by bit, if nobody has looked into it."""
        if size < LARGE:
            return None
        first = before = 0
        while first < len(self.parts) and before < place:
            before += len(self.parts[first])
            first += 1
        while first < len(self.parts) and not len(self.parts[first]):
            first += 1
        behind, found = first, 0
        while behind < len(self.parts) and found < size:
            part = self.parts[behind]
            if len(part) and not isinstance(part, LazySegment):
                return None
            found += len(part)
            behind += 1
        if before != place or found != size:
            return None
        if behind > first + 1:
            self.parts[first:behind] = [LazySegment(size)]
        room = self.parts[first]
        assert isinstance(room, LazySegment)
        return room

    def at(self, place: int) -> tuple[bytearray, int]:
        """The piece that a number is to be put into, and where it lies there."""
        before = 0
        for part in self.parts:
            if place < before + len(part):
                if isinstance(part, bytearray):
                    return part, place - before
                break
            before += len(part)
        return self.whole, place

    def part(self, start: int, end: int) -> memoryview:
        """Some of the bytes where they are, not copied if one piece holds them."""
        whole, found = self.holding(slice(start, end))
        view: memoryview = memoryview(whole)[found]
        return view

    def between(self, start: int, end: int) -> Iterator[memoryview]:
        """Some of the bytes, in pieces that are only good until the next one is asked for: none are joined."""
        at = 0
        for part in self.parts:
            if at < end and start < at + len(part):
                for piece in pieces((part,)):
                    shown = memoryview(piece)[max(start - at, 0) : max(end - at, 0)]
                    if len(shown):
                        yield shown
                    at += len(piece)
            else:
                at += len(part)


def rope_of(buffer: Buffer) -> Rope:
    """The bytes as a rope: what is put into it is put there."""
    if isinstance(buffer, Rope):
        return buffer
    assert isinstance(buffer, bytearray)
    return Rope(buffer)


def sharing(buffer: Buffer, value: Part) -> Buffer:
    """The buffer with a value behind the rest, which isn't copied if it is large and nobody else changes it."""
    alone = isinstance(value, bytes) or (isinstance(value, memoryview) and value.nbytes == len(value))
    if isinstance(value, Segment) or (alone and len(value) >= LARGE):
        assert not isinstance(value, bytearray)
        rope = rope_of(buffer)
        rope.share(value)
        return rope
    buffer += value
    return buffer


def held_together(made: Sequence[bytes]) -> bytes | LazySegment:
    """Bytes one behind the other, as one piece, which are only joined if they are few."""
    size = sum(map(len, made))
    return b"".join(made) if size < LARGE else LazySegment(size, lambda: map(memoryview, made))


def widened(buffer: Buffer, size: int) -> Buffer:
    """The buffer with so many zeros behind the rest; many are a `LazySegment`."""
    return sharing(buffer, bytes(size) if size < LARGE else LazySegment(size))
