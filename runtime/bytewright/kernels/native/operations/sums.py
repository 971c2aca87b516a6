"""Checksums over the bytes of records."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8, load_u1, remainder_unsigned
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.native.machine.vectors import adler_64, crc_folded
from bytewright.kernels.plan.codes import ADLER_32, CRC_32_MASKED

_MODULUS = 65521
_BLOCK = 5504
"""Bytes after which the sums of Adler-32 are reduced, a multiple of 64: far fewer than 64 bits would need."""
_KEYS = 8 * 8 * 256
"""Bytes of tables that stand before what `crc_folded` multiplies by."""
_MASK = 0xA282EAD8
"""What is added to a masked CRC-32C."""


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
def crc_32(address: int, size: int, tables: int) -> int:
    """A cyclic redundancy check of bytes: of many by products where the processor has these, else eight at a time by
    ``tables``, as `bytewright.kernels.program.crc_tables` makes them. Up to 15 bytes behind them are read."""
    if size > 16:
        found = crc_folded(address, size, tables + _KEYS)
        if found >= 0:
            return found ^ 0xFFFFFFFF
    found = 0xFFFFFFFF
    while size >= 8:
        word = load_8(address) ^ found
        found = 0
        for place in range(8):
            found ^= load_8(tables + 8 * (256 * (7 - place) + ((word >> (8 * place)) & 255)))
        address += 8
        size -= 8
    while size > 0:
        found = load_8(tables + 8 * ((load_u1(address) ^ found) & 255)) ^ (found >> 8)
        address += 1
        size -= 1
    return found ^ 0xFFFFFFFF


@inner
def checksum(algorithm: int, address: int, size: int, tables: int) -> int:
    """A checksum of bytes by its number (`ADLER_32`, `CRC_32`, `CRC_32_MASKED`); ``tables`` as for `crc_32`, where it
    needs them. Up to 64 bytes behind the bytes are read."""
    if algorithm == ADLER_32:
        return adler_32(address, size)
    found = crc_32(address, size, tables)
    if algorithm == CRC_32_MASKED:
        found = ((found >> 15 | found << 17) + _MASK) & 0xFFFFFFFF
    return found


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
    tables: int,
) -> int:
    """The first element whose bytes have another sum than is stored. Up to 64 bytes behind them are read."""
    for i in range(n):
        found = checksum(algorithm, load_8(address + address_step * i), load_8(size + size_step * i), tables)
        if found != load_8(stored + stored_step * i):
            return i
    return n
