"""Text that is put together of parts. What comes of it lies in the arena: its size in eight bytes, then its bytes."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import (
    copy_bytes,
    load_8,
    load_u1,
    quotient_unsigned,
    store_1,
    store_8,
)
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.native.operations import texts
from bytewright.kernels.native.operations.checks import is_valid
from bytewright.kernels.plan.codes import (
    ASCII,
    CUT,
    JOINED_DIGITS,
    JOINED_REVERSED,
    JOINED_TEXT,
    JOINED_WORD,
    LATIN_1,
    LEFT,
    MOST_JOINED,
    NONE,
)

_SIZE = 8
"""Bytes that say how large a text is, before it."""
_SPARE = 32
"""Bytes behind a part that may be written."""
_MOST_GROWN = 8
"""Bytes that one becomes in UTF-8 at most, also where it is no character."""


@inner
def join(
    before: int,
    before_step: int,
    kind: int,
    what: int,
    what_step: int,
    size: int,
    size_step: int,
    encoding: int,
    n: int,
    arena: int,
    room: int,
    used: int,
    out: int,
) -> tuple[int, int, int]:
    """Append a part to each text. Gives how many could be, why the next one couldn't, and how many bytes are used
    (where it is `CUT`: would be)."""
    for i in range(n):
        text = load_8(before + before_step * i)
        length = 0
        if text != 0:
            length = load_8(text)
        value = load_8(what + what_step * i)
        more = max(load_8(size + size_step * i), 0)
        if length + more > MOST_JOINED:
            return i, LEFT, used
        if (
            kind == JOINED_TEXT
            and encoding >= 0
            and encoding != LATIN_1
            and not is_valid(value, value + more, encoding)
        ):
            return i, LEFT, used
        if kind == JOINED_DIGITS and more != 0:
            more = _digits(value)
        wanted = used + _SIZE + length + more + _SPARE
        if kind == JOINED_TEXT and encoding > ASCII:
            wanted += _MOST_GROWN * more
        if wanted > room:
            return i, CUT, wanted
        place = arena + used + _SIZE
        if length > 0:
            copy_bytes(place, text + _SIZE, length)
        place += length
        if more > 0:
            if kind == JOINED_DIGITS:
                _write_digits(value, place, more)
            elif kind == JOINED_WORD:
                store_8(place, value)
            elif kind == JOINED_REVERSED:
                _reverse(value, value + more, place + more)
            elif encoding > ASCII:
                more = texts.transcode(encoding, value, more, place)
            else:
                copy_bytes(place, value, more)
        store_8(arena + used, length + more)
        store_8(out + 8 * i, arena + used)
        used += _SIZE + length + more
    return n, NONE, used


@inner
def _reverse(at: int, end: int, behind: int) -> None:
    """Write the characters of UTF-8 between two addresses from the last one to the first, up to a place."""
    while at < end:
        first = load_u1(at)
        size = 1 + (first >= 0xC0) + (first >= 0xE0) + (first >= 0xF0)
        size = min(size, end - at)
        behind -= size
        copy_bytes(behind, at, size)
        at += size


@inner
def _digits(value: int) -> int:
    """How many characters a number takes, with its sign."""
    found = 1
    if value < 0:
        found = 2
        value = -value
    rest = quotient_unsigned(value, 10)
    while rest != 0:
        found += 1
        rest = quotient_unsigned(rest, 10)
    return found


@inner
def _write_digits(value: int, at: int, size: int) -> None:
    """The digits of a number, from the last one to the first."""
    rest = value
    if value < 0:
        store_1(at, 0x2D)
        rest = -value  # which has the same bits where there is no such number: they count as one without a sign
    place = at + size - 1
    while rest != 0 or place == at + size - 1:
        upper = quotient_unsigned(rest, 10)
        store_1(place, 0x30 + rest - 10 * upper)
        rest = upper
        place -= 1
