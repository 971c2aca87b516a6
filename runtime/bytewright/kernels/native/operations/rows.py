"""What rows in Arrow hold, into registers.

``first`` is the number of the first element in its array, behind which the others follow; unless ``index``, an address,
isn't 0: there stands the number of each, which is below 0 where there is none. Registers have room for whole vectors.
"""

from __future__ import annotations

from collections.abc import Callable

from bytewright.kernels.native.machine import intrinsics as memory
from bytewright.kernels.native.machine import vectors
from bytewright.kernels.native.machine.intrinsics import load_8, load_s4, load_u1, store_8
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.native.machine.vectors import keep_64_of_8, take_16_steps, take_64_bits
from bytewright.kernels.native.operations.copies import word_at
from bytewright.kernels.plan.codes import (
    FIRST_LARGE,
    LARGE,
    LATIN_1,
    S1,
    S2,
    S4,
    U1,
    U2,
    U4,
    UTF_16BE,
    UTF_16LE,
    UTF_32BE,
)

Loop = Callable[[int, int, int, int, int], None]


@inner
def number_of(index: int, first: int, i: int) -> int:
    """The number of an element of a block in its array."""
    return load_8(index + 8 * i) if index else first + i


@inner
def is_there(validity: int, bit: int, number: int) -> int:
    """1 where the element with a number is there, otherwise 0; see `presence`."""
    if number < 0:
        return 0
    return _bit(validity, bit + number) if validity else 1


@inner
def _bit(bits: int, place: int) -> int:
    return (load_u1(bits + (place >> 3)) >> (place & 7)) & 1


def _loop(load: memory.Load, width: int, take: memory.Move) -> Loop:
    @inner
    def into_register(values: int, index: int, first: int, n: int, out: int) -> None:
        if index:
            for i in range(n):
                store_8(out + 8 * i, load(values + width * max(load_8(index + 8 * i), 0)))
            return
        values += width * first
        whole = n & -16
        for i in range(0, whole, 16):
            take(out + 8 * i, values + width * i)
        for i in range(whole, n):
            store_8(out + 8 * i, load(values + width * i))

    return into_register


_u1, _s1 = _loop(load_u1, 1, vectors.take_16_u1), _loop(memory.load_s1, 1, vectors.take_16_s1)
_u2, _s2 = _loop(memory.load_u2, 2, vectors.take_16_u2), _loop(memory.load_s2, 2, vectors.take_16_s2)
_u4, _s4 = _loop(memory.load_u4, 4, vectors.take_16_u4), _loop(load_s4, 4, vectors.take_16_s4)
_8 = _loop(load_8, 8, vectors.take_16)


@inner
def numbers(kind: int, values: int, index: int, first: int, n: int, out: int) -> None:
    """Numbers of a column; floats as their bits."""
    if kind == U1:
        _u1(values, index, first, n, out)
    elif kind == S1:
        _s1(values, index, first, n, out)
    elif kind == U2:
        _u2(values, index, first, n, out)
    elif kind == S2:
        _s2(values, index, first, n, out)
    elif kind == U4:
        _u4(values, index, first, n, out)
    elif kind == S4:
        _s4(values, index, first, n, out)
    else:
        _8(values, index, first, n, out)


@inner
def presence(validity: int, bit: int, index: int, first: int, n: int, out: int) -> None:
    """1 where a bit of a bitmap is set (address 0: everywhere), otherwise 0; ``bit``: the first one of the array."""
    if index:
        for i in range(n):
            store_8(out + 8 * i, is_there(validity, bit, load_8(index + 8 * i)))
    else:
        for i in range(0, n, 64):
            there = word_at(validity, bit + first + i, min(64, n - i)) if validity else -1
            take_64_bits(out + 8 * i, there)


@inner
def places(values: int, validity: int, bit: int, index: int, first: int, n: int, out: int) -> None:
    """Numbers (s4) of a column that say which value each element has, -1 where it has none."""
    for i in range(n):
        number = number_of(index, first, i)
        there = is_there(validity, bit, number)
        store_8(out + 8 * i, load_s4(values + 4 * max(number, 0)) if there else -1)


@inner
def lengths(offsets: int, validity: int, bit: int, index: int, first: int, n: int, out: int) -> None:
    """The lengths of pieces or lists; 0 where there is none."""
    if index:
        for i in range(n):
            number = load_8(index + 8 * i)
            store_8(out + 8 * i, _length(offsets, max(number, 0)) & -is_there(validity, bit, number))
        return
    whole = n & -16
    for i in range(0, whole, 16):
        take_16_steps(out + 8 * i, offsets + 4 * (first + i))
    for i in range(whole, n):
        store_8(out + 8 * i, _length(offsets, first + i))
    if validity:
        for i in range(0, n, 64):
            keep_64_of_8(out + 8 * i, out + 8 * i, word_at(validity, bit + first + i, min(64, n - i)))


@inner
def _length(offsets: int, number: int) -> int:
    at = offsets + 4 * number
    return load_s4(at + 4) - load_s4(at)


@inner
def encoded_sizes(encoding: int, values: int, offsets: int, index: int, first: int, n: int, out: int) -> None:
    """How many bytes texts take in an encoding that are there, by the register ``out`` of their lengths in UTF-8; -1
    where they have other characters, or aren't valid."""
    for i in range(n):
        size = load_8(out + 8 * i)
        at = values + load_s4(offsets + 4 * max(number_of(index, first, i), 0))
        store_8(out + 8 * i, _encoded_size(encoding, at, at + size))


@inner
def _encoded_size(encoding: int, at: int, end: int) -> int:
    found = 0
    while at < end:
        point, width = code_point(at, end)
        if point < 0:
            return -1
        size = _point_size(encoding, point)
        if size < 0:
            return -1
        found += size
        at += width
    return found


@inner
def _point_size(encoding: int, point: int) -> int:
    """How many bytes a code point takes; -1: the encoding doesn't have it."""
    if encoding == LATIN_1:
        return 1 if point <= 0xFF else -1
    if encoding == UTF_16LE or encoding == UTF_16BE:
        return 2 if point <= 0xFFFF else 4
    if encoding <= UTF_32BE:
        return 4
    code = code_of(point, encoding)
    return -1 if code < 0 else code >> 32


@inner
def code_of(point: int, table: int) -> int:
    """A code point in an encoding that has a table (`bytewright.kernels.program.charmaps.encoded`): its bytes, the
    first of which is the lowest, and how many there are from bit 32 on; below 0: there are none."""
    if point <= 0xFFFF:
        page = load_8(table + 8 * (point >> 8))
        return load_8(table + 8 * (page + (point & 0xFF)))
    if load_8(table + 8 * LARGE) == 0:
        return -1
    # Four bytes, of which the second and the fourth are digits, count on: 126 * 10 of the last two.
    number = point - 0x10000 + FIRST_LARGE
    upper = number // 1260
    lower = number - 1260 * upper
    first = 0x81 + upper // 10 | 0x30 + upper % 10 << 8
    return 4 << 32 | first | 0x81 + lower // 10 << 16 | 0x30 + lower % 10 << 24


@inner
def code_point(at: int, end: int) -> tuple[int, int]:
    """The first code point of text in UTF-8, and how many bytes it has; below 0: it isn't valid."""
    first = load_u1(at)
    if first < 0x80:
        return first, 1
    if first < 0xC2 or first > 0xF4:
        return -1, 1
    width = 2 if first < 0xE0 else 3 if first < 0xF0 else 4
    if at + width > end:
        return -1, 1
    point = first & (0x7F >> width)
    for i in range(1, width):
        byte = load_u1(at + i)
        if byte & 0xC0 != 0x80:
            return -1, 1
        point = point << 6 | byte & 0x3F
    least = 0x80 if width == 2 else 0x800 if width == 3 else 0x10000
    if point < least or point > 0x10FFFF or 0xD800 <= point < 0xE000:
        return -1, 1
    return point, width


@inner
def number_elements(offsets: int, index: int, first: int, n: int, out: int) -> int:
    """Number the elements of the lists of a block: where those of each begin, from 0; gives how many there are."""
    found = 0
    store_8(out, 0)
    for i in range(n):
        number = number_of(index, first, i)
        if number >= 0:
            found += _length(offsets, number)
        store_8(out + 8 * i + 8, found)
    return found


@inner
def find_elements(offsets: int, index: int, n: int, out: int) -> None:
    """The numbers in their array of the elements of the lists of a block."""
    for i in range(n):
        if load_8(index + 8 * i) >= 0:
            at = offsets + 4 * load_8(index + 8 * i)
            for number in range(load_s4(at), load_s4(at + 4)):
                store_8(out, number)
                out += 8
