"""Checksums over the bytes of records."""

from __future__ import annotations

from bytewright.kernels.native.machine.intrinsics import load_8, load_u1, remainder_unsigned
from bytewright.kernels.native.machine.jit import inner
from bytewright.kernels.native.machine.vectors import adler_64, crc_folded
from bytewright.kernels.plan.codes import ADLER_32, CRC, CRC_MASKED, FLETCHER, SUM_OF_BYTES, XOR_OF_BYTES

_MODULUS = 65521
_BLOCK = 5504
"""Bytes after which the sums of Adler-32 are reduced, a multiple of 64: far fewer than 64 bits would need."""
_TABLES = 8 * 8 * 256
"""Bytes of tables that stand before the other numbers of a cyclic redundancy check."""
_KEYS = _TABLES + 8 * 4
"""Bytes that stand before what `crc_folded` multiplies by."""
_WITHOUT_A_BYTE = 0xFFFFFFFFFFFFFF
"""What is left of a register that loses its lowest byte."""
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
def crc(address: int, size: int, tables: int) -> int:
    """A cyclic redundancy check of bytes, eight at a time by ``tables``, as `bytewright.kernels.program.crc_tables`
    makes them."""
    told = tables + _TABLES
    found = load_8(told)
    while size >= 8:
        word = load_8(address) ^ found
        found = 0
        for place in range(8):
            found ^= load_8(tables + 8 * (256 * (7 - place) + ((word >> (8 * place)) & 255)))
        address += 8
        size -= 8
    while size > 0:
        found = load_8(tables + 8 * ((load_u1(address) ^ found) & 255)) ^ ((found >> 8) & _WITHOUT_A_BYTE)
        address += 1
        size -= 1
    turn = load_8(told + 8)
    if turn & 1:
        found = (found >> 1) & 0x5555555555555555 | (found & 0x5555555555555555) << 1
        found = (found >> 2) & 0x3333333333333333 | (found & 0x3333333333333333) << 2
        found = (found >> 4) & 0x0F0F0F0F0F0F0F0F | (found & 0x0F0F0F0F0F0F0F0F) << 4
    if turn & 2:
        lowest = found
        found = 0
        for _ in range(load_8(told + 16)):
            found = found << 8 | lowest & 255
            lowest >>= 8
    return found ^ load_8(told + 24)


@inner
def crc_32(address: int, size: int, tables: int) -> int:
    """A check of 32 bits whose register begins, and ends, with all bits set and the lowest first: of many bytes by
    products where the processor has these, else as `crc`. Up to 15 bytes behind them are read."""
    if size > 16:
        found = crc_folded(address, size, tables + _KEYS)
        if found >= 0:
            return found ^ 0xFFFFFFFF
    return crc(address, size, tables)


@inner
def sum_of_bytes(address: int, size: int) -> int:
    """The sum of bytes."""
    total = 0
    for at in range(size):
        total += load_u1(address + at)
    return total


@inner
def xor_of_bytes(address: int, size: int) -> int:
    """All bytes, bit by bit added without carries."""
    found = 0
    for at in range(size):
        found ^= load_u1(address + at)
    return found


@inner
def fletcher(address: int, size: int, half: int) -> int:
    """Fletcher's checksum, of numbers of ``half`` bytes: 1, or 2, the lowest first and the last one filled up."""
    modulus = (1 << 8 * half) - 1
    low = 0
    high = 0
    while size > 0:
        block = min(size, _BLOCK)
        for at in range(0, block, half):
            number = load_u1(address + at)
            if half == 2 and at + 1 < block:
                number |= load_u1(address + at + 1) << 8
            low += number
            high += low
        low = remainder_unsigned(low, modulus)
        high = remainder_unsigned(high, modulus)
        address += block
        size -= block
    return high << 8 * half | low


@inner
def checksum(algorithm: int, address: int, size: int, known: int) -> int:
    """A checksum of bytes by its number (`bytewright.kernels.plan.codes.CHECKSUMS`); ``known``: the numbers that it
    takes besides, as `bytewright.kernels.program.crc_tables` makes them. Up to 64 bytes behind the bytes are read."""
    if algorithm == ADLER_32:
        return adler_32(address, size)
    if algorithm == CRC:
        return crc(address, size, known)
    if algorithm == SUM_OF_BYTES:
        return sum_of_bytes(address, size) & load_8(known)
    if algorithm == XOR_OF_BYTES:
        return xor_of_bytes(address, size)
    if algorithm == FLETCHER:
        return fletcher(address, size, load_8(known))
    found = crc_32(address, size, known)
    if algorithm == CRC_MASKED:
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
    known: int,
) -> int:
    """The first element whose bytes have another sum than is stored. Up to 64 bytes behind them are read."""
    for i in range(n):
        found = checksum(algorithm, load_8(address + address_step * i), load_8(size + size_step * i), known)
        if found != load_8(stored + stored_step * i):
            return i
    return n
