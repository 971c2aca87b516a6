"""Where bytes end before their size does: padding and terminators. See `bytewright.padding`."""

from __future__ import annotations

from bytewright.kernels.intrinsics import load_8, load_u1, store_8
from bytewright.kernels.jit import inner


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
            while length > 0 and load_u1(at + length - 1) == pad:
                length -= 1
        if width > 0:
            end = find(at, at + length, terminator, width)
            if end >= 0:
                length = end + include * width
        store_8(out + 8 * i, length)


@inner
def find_all(
    place: int, place_step: int, high: int, high_step: int, terminator: int, width: int, n: int, out: int
) -> None:
    """How many bytes lie before a terminator; -1: there is none."""
    for i in range(n):
        store_8(out + 8 * i, find(load_8(place + place_step * i), load_8(high + high_step * i), terminator, width))


@inner
def find(place: int, high: int, terminator: int, width: int) -> int:
    """How many bytes lie before a terminator (of ``width`` bytes, the first in the lowest), which lies at a multiple of
    its width and before an address; -1: there is none."""
    at = place
    if width == 1:
        while at < high:
            if load_u1(at) == terminator:
                return at - place
            at += 1
        return -1
    while at + width <= high:
        same = 0
        while same < width and load_u1(at + same) == terminator >> (8 * same) & 0xFF:
            same += 1
        if same == width:
            return at - place
        at += width
    return -1
