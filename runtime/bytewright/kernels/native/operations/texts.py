"""Text in other encodings than UTF-8, into columns of it."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import (
    load_8,
    load_s4,
    load_u1,
    load_u2,
    load_u2be,
    load_u4,
    load_u4be,
    move_32,
    store_1,
    store_4,
    store_8,
)
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.native.machine.vectors import high_bits_32, write_uuid
from bytewright.kernels.plan.codes import (
    ASCII,
    LATIN_1,
    NODE,
    NOT_SPELLED,
    PLAIN,
    SECOND,
    UTF_8,
    UTF_16BE,
    UTF_32BE,
    UTF_32LE,
    UUID_TEXT,
)

_SPARE = 32
"""Bytes behind a value that a move may write."""
_MOST_SPELLED = 1 << 56
"""An integer that has another digit behind it, in a base up to 36, must be smaller, to stay one of 62 bits."""
_UUID_SIZE = 36
"""Characters of a uuid's text."""
_NUMBER, _POINT = (1 << NODE) - 1, (1 << SECOND) - 1
"""What an entry of a table has of a number, and what of that the first code point is."""


@inner
def append_transcoded(
    encoding: int,
    place: int,
    place_step: int,
    size: int,
    size_step: int,
    n: int,
    values: int,
    capacity: int,
    offsets: int,
) -> tuple[int, int]:
    """Text from anywhere, which is valid in its encoding. See `bytewright.kernels.native.operations.pieces`."""
    used = load_s4(offsets)
    for i in range(n):
        length = load_8(size + size_step * i)
        # A byte becomes up to three, or a unit of two bytes does; two such units become four, as a unit of four may.
        needed = used + 3 * length + _SPARE
        if needed > capacity:
            return i, needed
        if encoding == UUID_TEXT:
            write_uuid(values + used, load_8(place + place_step * i))
            used += _UUID_SIZE * (length > 0)
        else:
            used += transcode(encoding, load_8(place + place_step * i), length, values + used)
        store_4(offsets + 4 * i + 4, used)
    return n, 0


@inner
def transcode(encoding: int, at: int, size: int, out: int) -> int:
    """Write text that isn't UTF-8 as such; gives how many bytes it takes."""
    if encoding == LATIN_1:
        return _latin_1(at, size, out)
    if encoding > UUID_TEXT:
        return _mapped(at, size, out, encoding)
    if encoding >= UTF_32LE:
        return _utf_32(at, size, out, encoding == UTF_32BE)
    return _utf_16(at, size, out, encoding == UTF_16BE)


@inner
def _latin_1(at: int, size: int, out: int) -> int:
    """Bytes that are code points; gives how many bytes they take."""
    end = at + size
    begin = out
    while at < end:
        high = high_bits_32(at)
        if high == 0:
            move_32(out, at)
            here = min(32, end - at)
            at += here
            out += here
            continue
        here = min(end, at + 32)
        while at < here:
            out = _store(load_u1(at), out)
            at += 1
    return out - begin


@inner
def _mapped(at: int, size: int, out: int, points: int) -> int:
    """Bytes that are characters of a table; gives how many bytes they take."""
    end = at + size
    begin = out
    plain = load_8(points + 8 * PLAIN)
    while at < end:
        if plain and high_bits_32(at) == 0:
            move_32(out, at)
            here = min(32, end - at)
            at += here
            out += here
            continue
        here = min(end, at + 32)
        while at < here:
            point, at = _character(at, end, points)
            out = _store(point & _POINT, out)
            if point >> SECOND:
                out = _store(point >> SECOND, out)
    return out - begin


@inner
def _character(at: int, end: int, points: int) -> tuple[int, int]:
    """The number that a table has for the next character (below 0: it has none), and the address behind that."""
    entry = load_8(points + 8 * load_u1(at))
    at += 1
    found = entry & _NUMBER
    while entry > _NUMBER:
        if at >= end:
            return -1, at
        node = points + 8 * (entry >> NODE)
        place = load_u1(at) - load_8(node)
        at += 1
        if place < 0 or place >= load_8(node + 8):
            return -1, at
        entry = load_8(node + 16 + 8 * place)
        found += entry & _NUMBER
    return (-1 if entry < 0 else found), at


@inner
def _utf_32(at: int, size: int, out: int, big: bool) -> int:
    begin = out
    for i in range(0, size, 4):
        out = _store(load_u4be(at + i) if big else load_u4(at + i), out)
    return out - begin


@inner
def _utf_16(at: int, size: int, out: int, big: bool) -> int:
    end = at + size
    begin = out
    while at < end:
        unit = load_u2be(at) if big else load_u2(at)
        at += 2
        if 0xD800 <= unit < 0xDC00:
            low = load_u2be(at) if big else load_u2(at)
            at += 2
            unit = 0x10000 + ((unit & 0x3FF) << 10) + (low & 0x3FF)
        out = _store(unit, out)
    return out - begin


@inner
def _store(point: int, out: int) -> int:
    """Write a code point; gives the address behind it."""
    if point < 0x80:
        store_1(out, point)
        return out + 1
    if point < 0x800:
        store_1(out, 0xC0 | point >> 6)
        store_1(out + 1, 0x80 | point & 0x3F)
        return out + 2
    if point < 0x10000:
        store_1(out, 0xE0 | point >> 12)
        store_1(out + 1, 0x80 | point >> 6 & 0x3F)
        store_1(out + 2, 0x80 | point & 0x3F)
        return out + 3
    store_1(out, 0xF0 | point >> 18)
    store_1(out + 1, 0x80 | point >> 12 & 0x3F)
    store_1(out + 2, 0x80 | point >> 6 & 0x3F)
    store_1(out + 3, 0x80 | point & 0x3F)
    return out + 4


@inner
def compare(
    left: int,
    left_step: int,
    size: int,
    size_step: int,
    right: int,
    right_step: int,
    other: int,
    other_step: int,
    n: int,
    out: int,
) -> None:
    """Which of two runs of bytes comes first, into a register."""
    for i in range(n):
        first, second = load_8(size + size_step * i), load_8(other + other_step * i)
        at, place = load_8(left + left_step * i), load_8(right + right_step * i)
        store_8(out + 8 * i, compared(at, first, place, second))


@inner
def compared(left: int, size: int, right: int, other: int) -> int:
    """Which of two runs of bytes comes first: below 0, above 0, or 0 where they are the same."""
    both = min(size, other)
    i = 0
    while i + 8 <= both and load_8(left + i) == load_8(right + i):
        i += 8
    while i < both and load_u1(left + i) == load_u1(right + i):
        i += 1
    return load_u1(left + i) - load_u1(right + i) if i < both else size - other


@inner
def count_characters(encoding: int, place: int, place_step: int, size: int, size_step: int, n: int, out: int) -> None:
    """How many characters texts have, into a register."""
    for i in range(n):
        at = load_8(place + place_step * i)
        store_8(out + 8 * i, characters(encoding, at, at + load_8(size + size_step * i)))


@inner
def characters(encoding: int, at: int, end: int) -> int:
    """How many characters a text has; of bytes that aren't valid, anything."""
    found = 0
    if encoding == LATIN_1 or encoding == ASCII:
        return end - at
    if encoding == UTF_32LE or encoding == UTF_32BE:
        return (end - at) >> 2
    if encoding == UTF_8:
        while at < end:
            # All but the bytes behind the first one of a character.
            found += load_u1(at) & 0xC0 != 0x80
            at += 1
        return found
    if encoding > UUID_TEXT:
        while at < end:
            point, at = _character(at, end, encoding)
            found += 1 + (point >> SECOND > 0)
        return found
    while at + 1 < end:
        unit = load_u2be(at) if encoding == UTF_16BE else load_u2(at)
        found += not 0xDC00 <= unit < 0xE000
        at += 2
    return found


@inner
def spell(place: int, place_step: int, size: int, size_step: int, base: int, n: int, out: int) -> None:
    """The integers that texts of digits are, into a register."""
    for i in range(n):
        store_8(out + 8 * i, spelled(load_8(place + place_step * i), load_8(size + size_step * i), base))


@inner
def spelled(at: int, size: int, base: int) -> int:
    """The integer that digits are, perhaps behind a sign; `NOT_SPELLED` where they are anything else, or very many."""
    end = at + size
    sign = 1
    if size > 0 and (load_u1(at) == 0x2D or load_u1(at) == 0x2B):
        sign = 0x2C - load_u1(at)
        at += 1
    if at >= end:
        return NOT_SPELLED
    found = 0
    while at < end:
        byte = load_u1(at)
        letter = (byte | 0x20) - 0x61
        digit = byte - 0x30 if byte < 0x3A else letter + 10 if letter >= 0 else -1
        if digit < 0 or digit >= base or found >= _MOST_SPELLED:
            return NOT_SPELLED
        found = found * base + digit
        at += 1
    return -found if sign < 0 else found


@inner
def is_mapped(at: int, end: int, points: int) -> bool:
    """Whether all bytes are characters of a table."""
    while at < end:
        point, at = _character(at, end, points)
        if point < 0:
            return False
    return True


@inner
def is_utf_32(at: int, end: int, big: bool) -> bool:
    """Whether bytes are whole units, and each a code point that isn't a surrogate."""
    if (end - at) & 3:
        return False
    while at < end:
        unit = load_u4be(at) if big else load_u4(at)
        if unit > 0x10FFFF or 0xD800 <= unit < 0xE000:
            return False
        at += 4
    return True


@inner
def is_utf_16(at: int, end: int, big: bool) -> bool:
    """Whether bytes are whole units, and surrogates come in pairs."""
    if (end - at) & 1:
        return False
    while at < end:
        unit = load_u2be(at) if big else load_u2(at)
        at += 2
        if 0xD800 <= unit < 0xE000:
            if unit >= 0xDC00 or at == end:
                return False
            low = load_u2be(at) if big else load_u2(at)
            if low < 0xDC00 or low >= 0xE000:
                return False
            at += 2
    return True
