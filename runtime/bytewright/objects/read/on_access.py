"""Structures of which each field is read when it is first asked for.

A structure of a generated model whose fields are all left for later (`Struct._defer`). What is asked for is read where
it lies; what lies before it is passed over by its size, where the declaration says that without a look at it, and read
otherwise, as nothing else tells where the next field begins.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

from bytewright.errors import ReadError
from bytewright.model.places import Place, Span
from bytewright.model.structures import Struct
from bytewright.objects.read.blame import locate_error
from bytewright.objects.read.cursor import Cursor
from bytewright.objects.read.deferral import read_settled


class Part(NamedTuple):
    """What is known of a field of a sequence.

    Attributes:
        field: its number.
        name: what it is called in Python; empty: bytes without a name.
        read: reads it.
        size: how many bytes it always has; None: that differs.
        pass_over: passes over it by a size that others say, and says whether it is there; None: only reading it tells
            where it ends.
        inline: whether it may be a structure that ends where its last field does.
    """

    field: int
    name: str
    read: Callable[[Cursor, Any], None]
    size: int | None = None
    pass_over: Callable[[Cursor, Any], bool] | None = None
    inline: bool = False


Begin = int | Cursor
"""Where a field begins: its position in the stream, or a cursor, where it begins within a byte."""


class Walk(dict[int, Place]):
    """Where the fields of a structure lie, as far as that is known; it is found out when somebody asks for more.

    Args:
        io: where the structure begins.
        owner: the structure.
        parts: its fields, in order.
        order: finds out the byte order of its numbers; None: that is no question.
    """

    __slots__ = ("_begins", "_inner", "_io", "_order", "_owner", "_parts")

    def __init__(self, io: Cursor, owner: Struct, parts: tuple[Part, ...], order: Callable[[Any], None] | None) -> None:
        super().__init__()
        self._owner = owner
        self._parts = parts
        self._order = order
        self._io = io
        self._begins: list[Begin | None] = [_here(io), *([None] * len(parts))]
        self._inner: dict[int, Struct] = {}

    def get(self, field: int, default: Any = None) -> Any:
        """Where a field lies; ``default``, if it is absent."""
        with suppress(ReadError):  # it is found when the field is asked for
            self.find(field)
        return super().get(field, default)

    def find(self, field: int) -> None:
        """Find out where a field lies.

        Raises:
            ReadError: where it ends can't be told.
        """
        if field not in self:
            place = next((place for place, part in enumerate(self._parts) if part.field == field), None)
            if place is not None:
                try:
                    self._begin_of(place + 1)
                except RecursionError as error:
                    raise locate_error(error, self._owner, field) from None

    def end(self) -> Begin:
        """Where the structure ends."""
        return self._begin_of(len(self._parts))

    def read(self, place: int) -> None:
        """Read a field."""
        owner, part = self._owner, self._parts[place]
        try:
            io = self._at(self._begin_of(place))
            owner._io = io  # an error that knows no place of its own lies where this stands
            read_settled(io, lambda: part.read(io, owner))
        except BaseException as error:
            if isinstance(error, RecursionError):  # structures before it are nested deeply, and have no size
                error = locate_error(error, owner, part.field)
            if isinstance(error, ReadError):
                error.path = error.path or owner._io.path
            owner._io = self._io
            with suppress(AttributeError):
                delattr(owner, part.name)
            raise error from None
        owner._io = self._io
        if owner._pending is not None:
            owner._pending.pop(part.name, None)
        value = getattr(owner, part.name) if part.inline else None
        if isinstance(value, Struct) and isinstance(value._places, Walk):
            self._inner[place] = value
            self.pop(part.field, None)  # where it ends is not known yet
        else:
            self._begins[place + 1] = _here(io)

    def _at(self, begin: Begin) -> Cursor:
        """The stream at a place."""
        return self._io.twin(begin) if isinstance(begin, int) else begin.twin()

    def _begin_of(self, place: int) -> Begin:
        """Where a field begins."""
        begins = self._begins
        order, self._order = self._order, None
        if order is not None:
            try:
                order(self._owner)
            except BaseException:
                self._order = order
                raise
        found = begins[place]
        if found is not None:
            return found
        first = place
        while begins[first] is None:
            first -= 1
        found = begins[first]
        assert found is not None
        for number in range(first, place):
            found = self._passed(number, found)
        begins[place] = found
        return found

    def _passed(self, place: int, begin: Begin) -> Begin:
        """Where the field behind one begins."""
        part, known = self._parts[place], self._begins[place + 1]
        if known is None and place not in self._inner:
            size = part.size
            if size is not None and isinstance(begin, int) and begin + size <= self._io.size:
                start = self._io.origin + begin
                self.setdefault(part.field, Span(start, start + size))
                return begin + size
            if part.pass_over is not None:
                io = self._at(begin)
                start = io.at
                if part.pass_over(io, self._owner):
                    self.setdefault(part.field, Span(start, io.at))
                return _here(io)
            self._begins[place] = begin
            self.read(place)
            known = self._begins[place + 1]
        if known is None:
            held = self._inner[place]._places
            assert isinstance(held, Walk)
            known = self._begins[place + 1] = held.end()
            start = self._io.origin + begin if isinstance(begin, int) else begin.at
            self[part.field] = Span(start, self._io.origin + known if isinstance(known, int) else known.at)
        return known


def _here(io: Cursor) -> Begin:
    """Where a cursor stands, which may move."""
    return io.twin() if io.splits else io.pos


def lay_out(io: Cursor, owner: Struct, parts: tuple[Part, ...], order: Callable[[Any], None] | None = None) -> None:
    """Leave the fields of a structure to be read when they are first asked for; see `Walk`."""
    walk = Walk(io, owner, parts, order)
    owner._places = walk
    for place, part in enumerate(parts):
        if part.name:
            owner._defer(part.name, partial(walk.read, place))


def behind(view: Callable[..., Any]) -> Callable[..., Any]:
    """What reads a structure, or leaves it to be read, and goes on behind it.

    Args:
        view: does the same, and may stay where the structure begins.
    """

    def element(io: Cursor, *told: Any) -> Any:
        made = view(io, *told)
        walk = made._places
        if isinstance(walk, Walk):
            end = walk.end()
            if isinstance(end, int):
                io.seek(end)
            else:
                io.follow(end)
        return made

    return element


def pass_over(io: Cursor, size: int) -> None:
    """Pass over bytes, of which there may be none."""
    if size:
        io.seek(io.pos + size)
