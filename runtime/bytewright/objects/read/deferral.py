"""Fields that are read later: when they are asked for, or before what comes after them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bytewright.errors import ReadError
from bytewright.model.lookup import Waiting
from bytewright.model.structures import Struct
from bytewright.objects.read.blame import FAILURES, Rests, locate_error
from bytewright.objects.read.coverage import finish_structure
from bytewright.objects.read.cursor import Cursor


def show_partial(owner: Struct) -> None:
    """Show a structure that is being read where it lies, as something inside of it asks for it there."""
    above = owner._parent
    if above is not None and owner._index is None:
        known = next((field for field in above.FIELDS if field.id == owner._field), None)
        if known is not None:
            setattr(above, known.name, owner)


def defer_field(io: Cursor, owner: Struct, name: str, read: Callable[[Cursor, Any], None]) -> None:
    """Leave a field to be read when it is first asked for, at the latest before anything that comes after."""

    def ask() -> None:
        getattr(owner, name)

    owner._defer(name, lambda: read(io, owner))
    io.pending.append(ask)


def read_later(
    io: Cursor,
    owner: Struct,
    field: int,
    type: str,
    read: Callable[[Cursor], Any],
    rests: Rests | None = None,
    *,
    surveyed: bool = False,
) -> None:
    """Leave a structure in a stream of its own to be read, and checked, when somebody asks for it.

    Args:
        io: its stream.
        owner: the structure that holds it.
        field: which of its fields it is.
        type: absolute name of its type.
        read: reads it.
        rests: on what fields of such structures rest.
        surveyed: see `finish_structure`.
    """
    name, start = owner.FIELDS[field].name, io.pos

    def ask() -> None:
        left = len(io.pending)
        io.seek(start)  # where it can't be read, it may be asked for again
        begin_deferring(io)
        try:
            found = read(io)
            finish_structure(io, found, surveyed=surveyed)
            setattr(owner, name, found)
            read_deferred(io, left)
        except FAILURES as error:
            raise locate_error(error, owner, field, rests) from None

    owner._defer(name, Waiting(ask, type))


def read_deferred(io: Cursor, since: int = 0) -> None:
    """Read and check what was left for later; ``since``: but for so much, which was left before."""
    while len(io.pending) > since:
        ask = io.pending[since]
        del io.pending[since]
        ask()
    io.settled[0] = since == 0


def read_settled(io: Cursor, read: Callable[[], None]) -> None:
    """Read something, and what that leaves for later, unless something is being read that comes first."""
    alone = io.settled[0]
    begin_deferring(io)
    try:
        read()
        if alone:
            read_deferred(io)
    finally:
        if alone:
            io.pending.clear()
            io.settled[0] = True


def begin_deferring(io: Cursor) -> None:
    """Go on with a file: what is left for later from here on waits for what is read now."""
    io.settled[0] = False


def place_field(io: Cursor, owner: Struct, name: str, read: Callable[[Cursor, Any], None]) -> None:
    """Leave a field that lies at a place of its own to be read when it is first asked for.

    What is left for later of it is read and checked at once, unless something is being read that comes first."""

    def now() -> None:
        try:
            read_settled(io, lambda: read(io, owner))
        except ReadError as error:
            error.path = error.path or io.path
            raise

    owner._defer(name, now)
