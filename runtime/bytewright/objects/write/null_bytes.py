"""The bytes that null is written as where readers parse a value all the same.

These are what was read there, as long as it may stand there, or zeros: as many as a reader takes, with what it must
find (constants, terminators) among them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from bytewright.errors import NO_VALUE, ReadError, WriteError
from bytewright.model.structures import Struct, field_path
from bytewright.objects.read.cursor import Cursor
from bytewright.objects.read.deferral import read_deferred
from bytewright.objects.write.output import Output

Read = Callable[[Cursor], Any]

_AMOUNTS = (64, 4096, 1 << 16, 1 << 20)
"""How many zeros there are where a reader doesn't say how many it lacks."""
_TURNS = 64
"""How often a reader gets just what it lacks."""
_MOST_IN_TURN = 1 << 11
"""How many zeros a reader may have taken when it wants more than there are; it may never have enough of them."""

_BEHIND = b"\xff" * 8
"""What might follow in the same stream: whoever takes some of it goes by where the stream ends, which isn't known."""


class _Ahead:
    """A stream of which only the bytes from one position on are known."""

    def __init__(self, pos: int, data: bytes) -> None:
        self.name = "<null>"
        self.size = pos + len(data)
        self._pos = pos
        self._data = bytearray(data)

    def read_into(self, offset: int, buffer: memoryview) -> int:
        """See `Source.read_into`."""
        data = self.read(offset, len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def read(self, offset: int, size: int) -> bytes:
        """See `Source.read`.

        Raises:
            ReadError: what lies there isn't known.
        """
        if offset < self._pos:
            raise ReadError("what lies before null isn't known", offset=offset)
        return bytes(self._data[offset - self._pos :][:size])

    def write(self, offset: int, data: bytes) -> None:
        """Put bytes where there is room for them."""
        if self._pos <= offset <= self.size - len(data):
            place = offset - self._pos
            self._data[place : place + len(data)] = data

    def close(self) -> None:
        """Nothing to give back."""


class _Filled(Cursor):
    """A cursor that finds what it must find, as it is written before it is read; not in streams inside of its own.

    Attributes:
        wanted: how far its stream had to reach for what was asked of it.
    """

    wanted = 0

    def reaches(self, size: int) -> bool:
        """See `Cursor.reaches`."""
        self._want(size)
        return super().reaches(size)

    def _room(self, size: int, whole: int | None = None) -> int:
        self._want(size)
        return super()._room(size, whole)

    def _want(self, size: int) -> None:
        self.wanted = max(self.wanted, self.at + size)

    def take_constant(self, expected: bytes) -> bytes:
        """See `Cursor.take_constant`."""
        self._write(expected)
        return super().take_constant(expected)

    def take_until(self, terminator: bytes, *, include: bool, consume: bool, eos_error: bool) -> tuple[bytes, int]:
        """See `Cursor.take_until`."""
        self._write(terminator)
        return super().take_until(terminator, include=include, consume=consume, eos_error=eos_error)

    def _write(self, data: bytes) -> None:
        self.align()
        self._want(len(data))
        assert isinstance(self._source, _Ahead)
        self._source.write(self.at, data)
        self._data, self._base, self._place, self._end = b"", self.at, 0, 0  # what was read ahead


def put_blank(
    out: Output, read: Read, owner: Struct, field: int, element: int, size: int | None = None, *, splits: bool = False
) -> None:
    """Write what stands for a structure that is absent.

    Args:
        out: where it is written.
        read: reads such a structure.
        owner: the structure that holds the list.
        field: which of its fields the list is.
        element: which element is absent.
        size: the structure has a stream of its own, of so many bytes; None: it lies in the one around it.
        splits: whether it may begin in the middle of a byte.

    Raises:
        WriteError: there are no bytes in which readers find one.
    """
    if splits and out.bits_pos % 8:
        raise _refused(owner, field, element, "in the middle of a byte")
    out.align()
    if size is None:
        pos = out.pos
        out.put(_settling(out, lambda: _shared(out, read, owner, field, element, pos), owner, field))
    else:
        out.put(blank_structure(out, read, owner, field, element, size))


def blank_structure(
    out: Output, read: Read, owner: Struct, field: int, element: int, size: int | None = None, *, shared: bool = False
) -> bytes:
    """What stands for a structure that is absent, where it has a stream of its own.

    Args:
        out: where it is written.
        read: reads such a structure.
        owner: the structure that holds the list.
        field: which of its fields the list is.
        element: which element is absent.
        size: how many bytes; None: as many as it takes.
        shared: whether the size is that of all elements and follows from them, so that it may have to be larger.

    Raises:
        WriteError: there are no bytes in which readers find one.
    """
    sizes = (size, None) if shared and size is not None else (size,)
    return _settling(out, lambda: _alone(out, read, owner, field, element, sizes), owner, field)


def known_size(size: Callable[[], Any]) -> int | None:
    """A size that may not be known yet."""
    try:
        found = size()
    except NO_VALUE:
        return None
    return max(int(found), 0) if found is not None else None


def _settling(out: Output, found: Callable[[], bytes], owner: Struct, field: int) -> bytes:
    """Bytes that rest on what is known late, as far as that is known by now."""
    try:
        data = found()
    except (WriteError, *NO_VALUE):
        if not (out.first or out.override):
            raise
        data = b""
    out.expect(found, data, owner, field, "in place of null")
    return data


def _shared(out: Output, read: Read, owner: Struct, field: int, element: int, pos: int) -> bytes:
    """Bytes that readers take from a position on, whatever follows them."""
    kept = out.kept_element(owner, field, element)
    if kept and _taken(out, read, kept + _BEHIND, pos) == len(kept):
        return bytes(kept)
    for data in _filled(out, read, pos):
        if _taken(out, read, data + _BEHIND, pos) == len(data):
            return data
    raise _refused(owner, field, element)


def _alone(out: Output, read: Read, owner: Struct, field: int, element: int, sizes: Iterable[int | None]) -> bytes:
    """Bytes that readers find something in, if they are all there is; of the first size in which there is room."""
    for size in sizes:
        kept = out.kept_element(owner, field, element)
        if kept and size in (None, len(kept)) and _taken(out, read, kept, 0) is not None:
            return bytes(kept)
        for data in _filled(out, read, 0, size):
            if size is not None or _taken(out, read, data, 0) is not None:
                return data if size is None else data.ljust(size, b"\0")
    raise _refused(owner, field, element)


def _filled(out: Output, read: Read, pos: int, size: int | None = None) -> Iterator[bytes]:
    """What a reader takes of zeros, with what it must find among them, as far as it finds something in them.

    Args:
        out: where it is written.
        read: the reader.
        pos: where it begins.
        size: how many zeros there are; None: as few as it takes. Lists to the end of the stream are empty then.
    """
    amount, turns = size or 0, 0
    while True:
        stream = _Ahead(pos, bytes(amount))
        io = _Filled.of(stream, offset=pos)
        taken = _size_read(io, out, read)
        if taken is not None:
            yield stream.read(pos, taken)
        if size is not None:
            return
        turns += 1
        if turns <= _TURNS and amount < io.wanted - pos <= _AMOUNTS[-1]:
            amount = io.wanted - pos
        elif io.pos - pos <= _MOST_IN_TURN and amount < _AMOUNTS[-1]:
            amount = next(more for more in _AMOUNTS if more > amount)
        else:
            return


def _taken(out: Output, read: Read, data: bytes, pos: int) -> int | None:
    """How many bytes a reader takes; None: it finds nothing in them."""
    return _size_read(Cursor.of(_Ahead(pos, data), offset=pos), out, read)


def _size_read(io: Cursor, out: Output, read: Read) -> int | None:
    """How many bytes are read; None: that is an error, or ends in the middle of a byte."""
    io.options, start = out.options, io.pos
    try:
        read(io)
        read_deferred(io)
    except (ReadError, *NO_VALUE, RecursionError):
        return None
    return None if io.splits else io.pos - start


def _refused(owner: Struct, field: int, element: int, found: str = "") -> WriteError:
    expected = "a value, as zeros don't read as one" if not found else "a value"
    return WriteError(field=field_path(owner, field, element), expected=expected, found=f"null {found}".strip())
