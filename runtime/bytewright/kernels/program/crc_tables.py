"""Constants of cyclic redundancy checks, from their polynomials: tables for eight bytes, multipliers for folding."""

from __future__ import annotations

from functools import cache

import numpy as np

from bytewright.codecs.checksums import ALGORITHMS
from bytewright.kernels.plan import codes
from bytewright.kernels.program.program import Words

CHECKSUMS = {
    name: (codes.CHECKSUMS[row.kernel], row.polynomial) for name, row in ALGORITHMS.items() if row.kernel is not None
}
"""The number of each algorithm that the kernel has, and its polynomial where it has one."""
_LENGTHS = (512, 384, 256, 128)
"""Bits that a block of 128 is moved over, at once."""


@cache
def tables(polynomial: int) -> Words:
    """What the kernel computes a check with.

    Args:
        polynomial: of 32 bits, the lowest first.

    Returns:
        What each value of a byte adds to the check, for the last of eight bytes, then for those before it: eight tables
        of 256 numbers, one behind the other. Behind them twelve numbers to multiply and divide by, as
        `bytewright.kernels.native.machine.vectors.crc_folded` takes them.
    """
    first = np.arange(256, dtype=np.int64)
    for _ in range(8):
        first = np.where(first & 1, polynomial ^ (first >> 1), first >> 1)
    found = [first]
    for _ in range(7):
        found.append(first[found[-1] & 255] ^ (found[-1] >> 8))
    return np.concatenate([*found, _keys(polynomial)])


def _keys(polynomial: int) -> Words:
    # A product of two numbers whose lowest bit is their highest power has one power less than its place says.
    powers = [power - 1 for length in _LENGTHS for power in (length + 64, length)] + [96 - 1, 64 - 1]
    remainders, quotient = _divided(polynomial, max(powers))
    # All bits of the polynomial, and those of what 1 with 64 zeros is when divided by it: 33 of each.
    found = [*(remainders[power] << 32 for power in powers), quotient, polynomial << 1 | 1]
    return np.array(found, dtype=np.uint64).view(np.int64)


def _divided(polynomial: int, highest: int) -> tuple[list[int], int]:
    """Powers from 0 to the highest less multiples of the polynomial, and how often it goes into the 64th."""
    remainders = [1 << 31]
    quotient = 0
    for power in range(1, highest + 1):
        before = remainders[-1]
        remainders.append((before & 1) * polynomial ^ before >> 1)
        if 32 <= power <= 64:
            quotient |= (before & 1) << (power - 32)
    return remainders, quotient
