"""The first element of a block that fails, or the number of elements."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8, load_u1, trailing_zeros
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.native.machine.vectors import high_bits_32, outside_8, zeros_8
from bytewright.kernels.native.operations.texts import is_mapped, is_utf_16, is_utf_32
from bytewright.kernels.plan.codes import ASCII, UTF_16BE, UTF_16LE, UTF_32BE, UTF_32LE, UUID_TEXT


@inner
def first_zero(register: int, step: int, n: int) -> int:
    """The first element that is 0."""
    i = 0
    while i < n:
        found = zeros_8(register + step * i)
        if found:
            return min(n, i + trailing_zeros(found))
        i += 8
    return n


@inner
def first_other(register: int, step: int, n: int) -> int:
    """The first element that isn't 0."""
    i = 0
    while i < n:
        found = zeros_8(register + step * i) ^ 255
        if found:
            return min(n, i + trailing_zeros(found))
        i += 8
    return n


@inner
def first_outside(
    low: int, low_step: int, place: int, place_step: int, size: int, size_step: int, high: int, high_step: int, n: int
) -> int:
    """The first element whose bytes don't lie where they must."""
    i = 0
    while i < n:
        found = outside_8(low + low_step * i, place + place_step * i, size + size_step * i, high + high_step * i)
        if found:
            return min(n, i + trailing_zeros(found))
        i += 8
    return n


@inner
def first_malformed(place: int, place_step: int, size: int, size_step: int, n: int, encoding: int) -> int:
    """The first element that isn't valid text. Up to 32 bytes behind the text are read."""
    i = 0
    while i < n:
        if encoding <= ASCII:
            i = _behind_short_ascii(place, place_step, size, size_step, i, n)
            if i == n:
                break
        at = load_8(place + place_step * i)
        if not is_valid(at, at + load_8(size + size_step * i), encoding):
            return i
        i += 1
    return n


@inner
def _behind_short_ascii(place: int, place_step: int, size: int, size_step: int, i: int, n: int) -> int:
    """The first element from one on that isn't ASCII of at most 32 bytes, as most texts are."""
    place += place_step * i
    size += size_step * i
    while i < n:
        length = load_8(size)
        if length > 32 or high_bits_32(load_8(place)) & ((1 << length) - 1):
            break
        place += place_step
        size += size_step
        i += 1
    return i


@inner
def is_valid(at: int, end: int, encoding: int) -> bool:
    """Whether bytes are text."""
    if encoding == UTF_16LE or encoding == UTF_16BE:
        return is_utf_16(at, end, encoding == UTF_16BE)
    if encoding > UUID_TEXT:
        return is_mapped(at, end, encoding)
    if encoding >= UTF_32LE:
        return is_utf_32(at, end, encoding == UTF_32BE)
    while at < end:
        high = high_bits_32(at)
        if end - at < 32:
            high &= (1 << (end - at)) - 1
        if high:
            break
        at += 32
    return at >= end or (encoding != ASCII and _is_utf8(at, end))


@inner
def _is_utf8(at: int, end: int) -> bool:
    while at < end:
        first = load_u1(at)
        if first < 0x80:
            at += 1
            continue
        if first < 0xC2 or first > 0xF4:
            return False
        more = 1 if first < 0xE0 else 2 if first < 0xF0 else 3
        if at + more >= end:
            return False
        second = load_u1(at + 1)
        # Overlong forms, surrogates, and what lies above U+10FFFF.
        lowest = 0xA0 if first == 0xE0 else 0x90 if first == 0xF0 else 0x80
        highest = 0x9F if first == 0xED else 0x8F if first == 0xF4 else 0xBF
        if second < lowest or second > highest:
            return False
        if more > 1 and load_u1(at + 2) & 0xC0 != 0x80:
            return False
        if more > 2 and load_u1(at + 3) & 0xC0 != 0x80:
            return False
        at += more + 1
    return True
