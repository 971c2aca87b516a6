"""Text in other encodings than UTF-8, into columns of it."""

from __future__ import annotations

from bytewright.kernels.codes import LATIN_1, UTF_16BE
from bytewright.kernels.intrinsics import load_8, load_s4, load_u1, load_u2, load_u2be, move_32, store_1, store_4
from bytewright.kernels.jit import inner
from bytewright.kernels.vectors import high_bits_32

_SPARE = 32
"""Bytes behind a value that a move may write."""


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
    """Text from anywhere, which is valid in its encoding. See `bytewright.kernels.operations.pieces`."""
    used = load_s4(offsets)
    for i in range(n):
        length = load_8(size + size_step * i)
        # A byte becomes up to three, or a unit of two bytes does; two such units become four.
        needed = used + 3 * length + _SPARE
        if needed > capacity:
            return i, needed
        if encoding == LATIN_1:
            used += _latin_1(load_8(place + place_step * i), length, values + used)
        elif encoding > LATIN_1:
            used += _mapped(load_8(place + place_step * i), length, values + used, encoding)
        else:
            used += _utf_16(load_8(place + place_step * i), length, values + used, encoding == UTF_16BE)
        store_4(offsets + 4 * i + 4, used)
    return n, 0


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
    begin = out
    for i in range(size):
        out = _store(load_8(points + 8 * load_u1(at + i)), out)
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
def is_mapped(at: int, end: int, points: int) -> bool:
    """Whether all bytes are characters of a table."""
    while at < end:
        if load_8(points + 8 * load_u1(at)) < 0:
            return False
        at += 1
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
