"""Checksums over the bytes of records."""

from __future__ import annotations

from bytewright.kernels.intrinsics import load_8, remainder_unsigned
from bytewright.kernels.jit import inner
from bytewright.kernels.vectors import adler_64

_MODULUS = 65521
_BLOCK = 5504
"""Bytes after which the sums of Adler-32 are reduced, a multiple of 64: far fewer than 64 bits would need."""


@inner
def adler_32(address: int, size: int) -> int:
    """Adler-32 of bytes. Up to 64 bytes behind them are read."""
    low = 1
    high = 0
    while size > 0:
        block = min(size, _BLOCK)
        size -= block
        while block > 0:
            here = min(block, 64)
            # The sum of the bytes, and that of each as often as it counts: 64 times the first, 63 times the next.
            both = adler_64(address, here)
            total = both & 0xFFFFFFFF
            high += here * low + (both >> 32) - (64 - here) * total
            low += total
            address += here
            block -= here
        if low >= _MODULUS:
            low = remainder_unsigned(low, _MODULUS)
        high = remainder_unsigned(high, _MODULUS)
    return high << 16 | low


@inner
def first_unequal(
    algorithm: int,
    address: int,
    address_step: int,
    size: int,
    size_step: int,
    stored: int,
    stored_step: int,
    n: int,
) -> int:
    """The first element whose bytes have another sum than is stored. Up to 64 bytes behind them are read."""
    for i in range(n):
        found = adler_32(load_8(address + address_step * i), load_8(size + size_step * i))
        if found != load_8(stored + stored_step * i):
            return i
    return n
