"""Where bytes end before their size does: padding and terminators. See `bytewright.model.padding`.

Both are looked for 32 bytes at a time, which may be those behind what is meant: buffers have so many to spare.
"""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import bit_length, load_8, load_u1, store_8, trailing_zeros
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.native.machine.vectors import equal_bytes_32


@inner
def cut(
    place: int,
    place_step: int,
    size: int,
    size_step: int,
    pad: int,
    terminator: int,
    width: int,
    include: int,
    n: int,
    out: int,
) -> None:
    """How many bytes count: without padding on the right (from 0 on), then up to a terminator (of ``width`` bytes, the
    first in the lowest; 0: there is none), which counts where it is to be included."""
    for i in range(n):
        at = load_8(place + place_step * i)
        length = load_8(size + size_step * i)
        if pad >= 0:
            length = _without(at, length, pad)
        if width > 0:
            end = find(at, at + length, terminator, width)
            if end >= 0:
                length = end + include * width
        store_8(out + 8 * i, length)


@inner
def cut_one(at: int, length: int, pad: int, terminator: int, width: int) -> int:
    """The same for one piece; ``width`` is below 0 where the terminator counts."""
    if pad >= 0:
        length = _without(at, length, pad)
    if width != 0:
        end = find(at, at + length, terminator, abs(width))
        if end >= 0:
            length = end + (-width if width < 0 else 0)
    return length


@inner
def _without(place: int, size: int, pad: int) -> int:
    """How many bytes there are without those on the right that are padding."""
    while size > 0:
        here = min(32, size)
        others = ~equal_bytes_32(place + size - here, pad) & ((1 << here) - 1)
        if others != 0:
            return size - here + bit_length(others)
        size -= here
    return 0


@inner
def find_all(
    place: int, place_step: int, high: int, high_step: int, terminator: int, width: int, n: int, out: int
) -> None:
    """How many bytes lie before a terminator; -1: there is none. It lies anywhere where its width is told below 0."""
    for i in range(n):
        at = load_8(place + place_step * i)
        end = load_8(high + high_step * i)
        store_8(out + 8 * i, find(at, end, terminator, width) if width > 0 else _search(at, end, terminator, -width))


@inner
def _search(place: int, high: int, sought: int, width: int) -> int:
    """How many bytes lie before others (``width`` of them, the first in the lowest) that lie anywhere before an
    address; -1: they aren't there."""
    at = place
    others = (1 << (8 * width)) - 1
    while at + width <= high:
        same = equal_bytes_32(at, sought & 0xFF)
        while same != 0:
            there = at + trailing_zeros(same)
            if there + width > high:
                return -1
            if (load_8(there) ^ sought) & others == 0:
                return there - place
            same &= same - 1
        at += 32
    return -1


@inner
def find(place: int, high: int, terminator: int, width: int) -> int:
    """How many bytes lie before a terminator (of ``width`` bytes, the first in the lowest), which lies at a multiple of
    its width and before an address; -1: there is none."""
    at = place
    if width == 1:
        while at < high:
            same = equal_bytes_32(at, terminator)
            if same != 0:
                at += trailing_zeros(same)
                return at - place if at < high else -1
            at += 32
        return -1
    while at + width <= high:
        same = 0
        while same < width and load_u1(at + same) == terminator >> (8 * same) & 0xFF:
            same += 1
        if same == width:
            return at - place
        at += width
    return -1
