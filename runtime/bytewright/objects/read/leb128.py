"""LEB128 integers whose digits are read only when somebody asks for them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from bytewright.model.structures import Spelt, Struct, begin
from bytewright.objects.read.cursor import Cursor


def leb128(
    kind: type[Struct],
    io: Cursor,
    parent: Struct | None,
    field: str,
    index: int | None,
    most: int,
    read: Callable[..., Any],
) -> Any:
    """A structure that is an unsigned LEB128 integer: its digits are read when somebody asks for them.

    Args:
        kind: its class.
        io: the stream.
        parent: what it lies in.
        field: id of the field there.
        index: which element of that.
        most: of how many bytes it is at most.
        read: reads it with its digits, which is done at once where it isn't spelled in the fewest bytes.
    """
    found = None if parent is None else io.leb128(min(most, _FEW_DIGITS))
    if found is None:
        return read(io, parent, field, index)
    number, start = found
    made = begin(kind, io, parent, field, index, [(), start])
    made._told = Spelt(number, [], partial(_spell_again, io, read, io.at - start, start))
    return made


_FEW_DIGITS = 9
"""Bytes of LEB128 that no rule forbids: the tenth has room for one bit."""


def _spell_again(io: Cursor, read: Callable[..., Any], size: int, start: int, owner: Struct) -> None:
    """Read the digits of a number from the bytes that it was spelled in."""
    assert isinstance(owner._told, Spelt)
    number, owner._told = owner._told.number, None
    more = [number >> 7 * place & 0x7F | (0x80 if place < size - 1 else 0) for place in range(size)]
    made = read(io.before(bytes(more), start), owner._parent, owner._field, owner._index)
    owner._places, owner._kept, owner._cases = made._at, made._kept, made._cases
    for field in owner.FIELDS:
        if field.name:
            setattr(owner, field.name, getattr(made, field.name))
    owner._adopt()
