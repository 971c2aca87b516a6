"""Bit vectors: validity and booleans, least significant bit first.

Everything appends at bit ``place`` of ``out``; whole words are written, so bits behind the last one are undefined, and
eight bytes behind the last word may be written.
"""

from __future__ import annotations

from bytewright.kernels.native.machine import vectors
from bytewright.kernels.native.machine.intrinsics import load_8, load_u1, shift_right_unsigned, store_8
from bytewright.kernels.native.machine.jit import inner


@inner
def append_register(register: int, step: int, n: int, out: int, place: int) -> None:
    """A bit per element: whether it isn't 0. ``step``: distance of the elements in bytes, 8 or 0."""
    word = out + ((place >> 6) << 3)
    shift = place & 63
    carried = load_8(word) & ((1 << shift) - 1)
    i = 0
    while i < n:
        at = register + step * i
        found = vectors.nonzero_16(at) | (vectors.nonzero_16(at + 128) << 16)
        found |= (vectors.nonzero_16(at + 256) << 32) | (vectors.nonzero_16(at + 384) << 48)
        store_8(word, carried | (found << shift))
        carried = shift_right_unsigned(found, 64 - shift) if shift else 0
        word += 8
        i += 64
    store_8(word, carried)


@inner
def append_bits(source: int, first: int, n: int, out: int, place: int, reverse: int) -> None:
    """Bits ``first`` to ``first + n`` of a bit vector; ``reverse``: it has the most significant bit of a byte first.

    Up to 8 bytes behind its end are read."""
    source += first >> 3
    skip = first & 7
    word = out + ((place >> 6) << 3)
    shift = place & 63
    carried = load_8(word) & ((1 << shift) - 1)
    i = 0
    while i < n:
        found = load_8(source)
        if reverse:
            found = vectors.reverse_bits_in_bytes(found)
        if skip:
            next_byte = load_u1(source + 8)
            if reverse:
                next_byte = vectors.reverse_bits_in_bytes(next_byte)
            found = shift_right_unsigned(found, skip) | (next_byte << (64 - skip))
        store_8(word, carried | (found << shift))
        carried = shift_right_unsigned(found, 64 - shift) if shift else 0
        source += 8
        word += 8
        i += 64
    store_8(word, carried)


@inner
def append_constant(bit: int, n: int, out: int, place: int) -> None:
    """One bit, ``n`` times."""
    value = -bit
    word = out + ((place >> 6) << 3)
    shift = place & 63
    store_8(word, (load_8(word) & ((1 << shift) - 1)) | (value << shift))
    word += 8
    last = out + (((place + n) >> 6) << 3)
    while word <= last:
        store_8(word, value)
        word += 8


@inner
def bit_at(source: int, place: int) -> int:
    """One bit."""
    return (load_u1(source + (place >> 3)) >> (place & 7)) & 1
