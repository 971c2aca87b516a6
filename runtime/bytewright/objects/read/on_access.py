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
from bytewright.model.structures import Place, Span, Struct
from bytewright.objects.read.cursor import Cursor
from bytewright.objects.read.helpers import read_settled


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


class Walk(dict[int, Place]):
    """Where the fields of a structure lie, as far as that is known; it is found out when somebody asks for more.

    Args:
        io: where the structure begins.
        owner: the structure.
        parts: its fields, in order.
        order: finds out the byte order of its numbers; None: that is no question.
    """

    __slots__ = ("_begins", "_inner", "_order", "_owner", "_parts")

    def __init__(self, io: Cursor, owner: Struct, parts: tuple[Part, ...], order: Callable[[Any], None] | None) -> None:
        super().__init__()
        self._owner = owner
        self._parts = parts
        self._order = order
        self._begins: list[Cursor | None] = [io, *([None] * len(parts))]
        self._inner: dict[int, Struct] = {}

    def get(self, field: int, default: Any = None) -> Any:
        """Where a field lies; ``default``, if it is absent."""
        if field not in self:
            place = next((place for place, part in enumerate(self._parts) if part.field == field), None)
            if place is not None:
                with suppress(ReadError):  # it is found when the field is asked for
                    self._begin_of(place + 1)
        return super().get(field, default)

    def end(self) -> Cursor:
        """The stream where the structure ends."""
        return self._begin_of(len(self._parts))

    def read(self, place: int) -> None:
        """Read a field."""
        owner, part = self._owner, self._parts[place]
        try:
            io = self._begin_of(place).twin()
            owner._io = io  # an error that knows no place of its own lies where this stands
            read_settled(io, lambda: part.read(io, owner))
        except BaseException as error:
            if isinstance(error, ReadError):
                error.path = error.path or owner._io.path
            owner._io = self._begins[0]
            with suppress(AttributeError):
                delattr(owner, part.name)
            raise
        owner._io = self._begins[0]
        if owner._pending is not None:
            owner._pending.pop(part.name, None)
        value = getattr(owner, part.name) if part.inline else None
        if isinstance(value, Struct) and isinstance(value._places, Walk):
            self._inner[place] = value
        else:
            self._begins[place + 1] = io

    def _begin_of(self, place: int) -> Cursor:
        """The stream where a field begins."""
        begins = self._begins
        order, self._order = self._order, None
        if order is not None:
            try:
                order(self._owner)
            except ReadError:
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
        io = found.twin()
        for number in range(first, place):
            io = self._passed(number, io)
        begins[place] = io
        return io

    def _passed(self, place: int, io: Cursor) -> Cursor:
        """The stream behind a field that begins where ``io`` stands, which may be moved."""
        part, start = self._parts[place], io.at
        known = self._begins[place + 1]
        if known is None and place not in self._inner:
            if part.size is not None and io.reaches(part.size):
                io.seek(io.pos + part.size)
                self.setdefault(part.field, Span(start, io.at))
                return io
            if part.pass_over is not None:
                if part.pass_over(io, self._owner):
                    self.setdefault(part.field, Span(start, io.at))
                return io
            self._begins[place] = io
            self.read(place)
            known = self._begins[place + 1]
        if known is None:
            held = self._inner[place]._places
            assert isinstance(held, Walk)
            known = self._begins[place + 1] = held.end()
            self[part.field] = Span(start, known.at)
        return known.twin()


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
        begin = io.twin()
        made = view(begin, *told)
        walk = made._places
        io.follow(walk.end() if isinstance(walk, Walk) else begin)
        return made

    return element


def pass_over(io: Cursor, size: int) -> None:
    """Pass over bytes, of which there may be none."""
    if size:
        io.seek(io.pos + size)
