"""Vectors of a batch in Arrow, into the bytes of a file: nothing but their own bytes is written, or read.

``validity`` is the address of bits that say which values are there, from bit ``bit`` on; 0: all are. Values that aren't
there become zeros.
"""

from __future__ import annotations

from collections.abc import Callable

from bytewright.kernels.native.machine import intrinsics as memory
from bytewright.kernels.native.machine import vectors
from bytewright.kernels.native.machine.intrinsics import (
    clear_bytes,
    copy_bytes,
    load_8,
    load_u1,
    shift_right_unsigned,
    store_1,
    store_8,
)
from bytewright.kernels.native.machine.jit import inner

Loop = Callable[[int, int, int, int, int, int], None]
Keep = Callable[[int, int, int], None]


@inner
def word_at(source: int, first: int, n: int) -> int:
    """Bits ``first`` to ``first + n`` of a bit vector, at most 64, with zeros above."""
    at = source + (first >> 3)
    skip = first & 7
    if n >= 64:
        found = load_8(at)
        return shift_right_unsigned(found, skip) | (load_u1(at + 8) << (64 - skip)) if skip else found
    found = 0
    size = (skip + n + 7) >> 3
    for i in range(min(size, 8)):
        found |= load_u1(at + i) << (8 * i)
    found = shift_right_unsigned(found, skip)
    if size > 8:
        found |= load_u1(at + 8) << (64 - skip)
    return found & ((1 << n) - 1)


@inner
def there(validity: int, bit: int, n: int) -> int:
    """Whether all of some values are there (0), some (1), or none (2)."""
    all_of = 1
    any_of = 0
    i = 0
    while i < n:
        here = min(64, n - i)
        found = word_at(validity, bit + i, here)
        if found:
            any_of = 1
        if found != (-1 if here == 64 else (1 << here) - 1):
            all_of = 0
        if any_of and not all_of:
            return 1
        i += 64
    return 0 if all_of else 2


@inner
def put_bits(source: int, first: int, validity: int, bit: int, n: int, target: int, reverse: int) -> None:
    """Bits, with zeros behind the last one in its byte; ``reverse``: the most significant bit of a byte first."""
    i = 0
    while i < n:
        here = min(64, n - i)
        found = word_at(source, first + i, here)
        if validity:
            found &= word_at(validity, bit + i, here)
        if reverse:
            found = vectors.reverse_bits_in_bytes(found)
        if here == 64:
            store_8(target, found)
        else:
            for k in range((here + 7) >> 3):
                store_1(target + k, shift_right_unsigned(found, 8 * k))
        target += 8
        i += 64


def _loop(width: int, load: memory.Load, store: memory.Store, keep: Keep) -> Loop:
    @inner
    def put_there(source: int, validity: int, bit: int, n: int, target: int, stride: int) -> None:
        i = 0
        while i < n:
            here = min(64, n - i)
            word = word_at(validity, bit + i, here)
            if here == 64 and stride == width:
                keep(target, source, word)
            else:
                for k in range(here):
                    store(target + stride * k, load(source + width * k) & -(word & 1))
                    word >>= 1
            source += width * here
            target += stride * here
            i += 64

    return put_there


_put_1 = _loop(1, memory.load_u1, memory.store_1, vectors.keep_64_of_1)
_put_2 = _loop(2, memory.load_u2, memory.store_2, vectors.keep_64_of_2)
_put_4 = _loop(4, memory.load_u4, memory.store_4, vectors.keep_64_of_4)
_put_8 = _loop(8, load_8, store_8, vectors.keep_64_of_8)


@inner
def put_values(source: int, width: int, validity: int, bit: int, n: int, target: int, stride: int) -> None:
    """Values of ``width`` bytes, one each ``stride`` bytes."""
    if validity == 0 and stride == width:
        copy_bytes(target, source, n * width)
    elif validity == 0:
        for i in range(n):
            copy_bytes(target + stride * i, source + width * i, width)
    elif width == 1:
        _put_1(source, validity, bit, n, target, stride)
    elif width == 2:
        _put_2(source, validity, bit, n, target, stride)
    elif width == 4:
        _put_4(source, validity, bit, n, target, stride)
    elif width == 8:
        _put_8(source, validity, bit, n, target, stride)
    else:
        for i in range(n):
            if word_at(validity, bit + i, 1):
                copy_bytes(target + stride * i, source + width * i, width)
            else:
                clear_bytes(target + stride * i, width)
