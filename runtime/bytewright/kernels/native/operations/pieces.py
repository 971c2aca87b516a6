"""Columns of text and bytes: values one after another, and int32 offsets.

Each function gives how many elements found room, and how many bytes the first one that didn't would need in all.
"""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import copy_bytes, load_8, load_s4, move_32, store_1, store_4
from bytewright.kernels.native.machine.jit import inner

_SPARE = 32
"""Bytes behind a value that a move may write."""
_LONG = 512
"""Bytes from which on the system's way to copy is faster than steps of 32."""


@inner
def _move(target: int, source: int, size: int) -> None:
    if size > _LONG:
        copy_bytes(target, source, size)
        return
    move_32(target, source)
    at = 32
    while at < size:
        move_32(target + at, source + at)
        at += 32


@inner
def append_pieces(
    place: int, place_step: int, size: int, size_step: int, n: int, values: int, capacity: int, offsets: int
) -> tuple[int, int]:
    """Bytes from anywhere. ``offsets`` is the address of the first element's offset, which is there already."""
    used = load_s4(offsets)
    for i in range(n):
        length = load_8(size + size_step * i)
        if used + length + _SPARE > capacity:
            return i, used + length + _SPARE
        _move(values + used, load_8(place + place_step * i), length)
        used += length
        store_4(offsets + 4 * i + 4, used)
    return n, 0


@inner
def write_name(code: int, value: int, names: int, out: int) -> int:
    """The name with that code from a table of (address, length), or the decimal digits of the value; gives its length.

    Up to 32 bytes behind it are written."""
    if code >= 0:
        length = load_8(names + 16 * code + 8)
        _move(out, load_8(names + 16 * code), length)
        return length
    sign = 0
    if value < 0:
        store_1(out, 45)
        sign = 1
    digits = 1
    rest = value
    # Division of what is below 0 would floor; the remainder of the smallest number can't be made positive first.
    while rest > 9 or rest < -9:
        rest = _tenth(rest)
        digits += 1
    at = out + sign + digits
    rest = value
    for _ in range(digits):
        tenth = _tenth(rest)
        at -= 1
        store_1(at, 48 + abs(rest - 10 * tenth))
        rest = tenth
    return sign + digits


@inner
def _tenth(value: int) -> int:
    quotient = value // 10
    if value < 0 and quotient * 10 != value:
        quotient += 1
    return quotient


@inner
def append_names(
    code: int,
    code_step: int,
    value: int,
    value_step: int,
    n: int,
    names: int,
    longest: int,
    values: int,
    capacity: int,
    offsets: int,
) -> tuple[int, int]:
    """Names of numbers. ``longest``: bytes of the longest one, at least 20 for digits."""
    used = load_s4(offsets)
    for i in range(n):
        if used + longest + _SPARE > capacity:
            return i, used + longest + _SPARE
        used += write_name(load_8(code + code_step * i), load_8(value + value_step * i), names, values + used)
        store_4(offsets + 4 * i + 4, used)
    return n, 0
