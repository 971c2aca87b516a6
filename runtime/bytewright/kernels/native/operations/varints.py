"""Unsigned LEB128 integers: groups of seven bits, the lowest first; the highest bit of a byte says whether another
follows."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import (
    load_8,
    load_u1,
    shift_right_unsigned,
    store_1,
    store_8,
    trailing_zeros,
)
from bytewright.kernels.native.machine.jit import inner

_MOST = 10
"""Bytes of a number of 64 bits, of which the last holds one bit."""
_HIGHEST = -0x7F7F7F7F7F7F7F80
"""The highest bit of each of eight bytes."""


@inner
def size_of(place: int, high: int) -> int:
    """How many bytes the number at an address has; 0: it doesn't end before ``high``, or has more than 64 bits. Up to
    seven bytes behind ``high`` are read."""
    if place >= high:
        return 0
    last = ~load_8(place) & _HIGHEST
    if last:
        # Without a branch for each byte: how many there are can't be foreseen.
        size = (trailing_zeros(last) >> 3) + 1
        return size if size <= high - place else 0
    limit = min(_MOST, high - place)
    i = 0
    while i < limit:
        byte = load_u1(place + i)
        i += 1
        if byte < 0x80:
            return 0 if i == _MOST and byte > 1 else i
    return 0


@inner
def value_of(place: int, size: int) -> int:
    """The number that so many bytes make. Up to seven bytes behind it are read."""
    if 0 < size <= 8:
        # Groups of 7 bits are moved together: all pairs at once, then pairs of pairs.
        value = load_8(place) & shift_right_unsigned(0x7F7F7F7F7F7F7F7F, 64 - 8 * size)
        value = (value & 0x007F007F007F007F) | ((value & 0x7F007F007F007F00) >> 1)
        value = (value & 0x00003FFF00003FFF) | ((value & 0x3FFF00003FFF0000) >> 2)
        return (value & 0xFFFFFFF) | ((value >> 4) & 0xFFFFFFF0000000)
    value = 0
    for i in range(size):
        value |= (load_u1(place + i) & 0x7F) << (7 * i)
    return value


@inner
def sizes(place: int, place_step: int, high: int, high_step: int, n: int, out: int) -> None:
    """How many bytes the number of each element has; see `size_of`."""
    for i in range(n):
        store_8(out + 8 * i, size_of(load_8(place + place_step * i), load_8(high + high_step * i)))


@inner
def values(place: int, place_step: int, size: int, size_step: int, n: int, out: int) -> None:
    """The number of each element; 0 where it has no bytes."""
    longest = 0
    for i in range(n):
        longest |= load_8(size + size_step * i)
    if 0 <= longest <= 1:
        # As lengths mostly are. Which elements have none can't be foreseen: something else is read there.
        for i in range(n):
            length = load_8(size + size_step * i)
            read = load_u1(load_8(place + place_step * i) if length else out + 8 * i)
            store_8(out + 8 * i, read & 0x7F & -length)
        return
    for i in range(n):
        store_8(out + 8 * i, value_of(load_8(place + place_step * i), load_8(size + size_step * i)))


@inner
def digits(value: int, value_step: int, n: int, out: int) -> None:
    """How many bytes the number of each element takes, which has no sign."""
    for i in range(n):
        rest = shift_right_unsigned(load_8(value + value_step * i), 7)
        size = 1
        while rest:
            rest >>= 7
            size += 1
        store_8(out + 8 * i, size)


@inner
def put(
    start: int,
    start_step: int,
    place: int,
    place_step: int,
    constant: int,
    value: int,
    value_step: int,
    when: int,
    when_step: int,
    n: int,
) -> None:
    """Numbers in as few bytes as they take; see `bytewright.kernels.native.operations.puts`."""
    for i in range(n):
        if load_8(when + when_step * i):
            target = load_8(start + start_step * i) + load_8(place + place_step * i) + constant
            number = load_8(value + value_step * i)
            rest = shift_right_unsigned(number, 7)
            while rest:
                store_1(target, (number & 0x7F) | 0x80)
                target += 1
                number = rest
                rest >>= 7
            store_1(target, number & 0x7F)
