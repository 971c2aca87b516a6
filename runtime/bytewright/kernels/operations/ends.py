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
            end = _found(at, length, terminator, width)
            if end < length:
                length = end + include * width
        store_8(out + 8 * i, length)


@inner
def _found(at: int, length: int, terminator: int, width: int) -> int:
    """Where a terminator lies, at a multiple of its width; the length where there is none."""
    place = 0
    while place + width <= length:
        same = 0
        while same < width and load_u1(at + place + same) == terminator >> (8 * same) & 0xFF:
            same += 1
        if same == width:
            return place
        place += width
    return length
