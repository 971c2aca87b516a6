"""Constants of checksums: of cyclic redundancy checks, tables for eight bytes and multipliers for folding."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from bytewright.codecs.checksums import ALGORITHMS, Crc
from bytewright.kernels.plan import codes
from bytewright.kernels.program.program import Words

_FOLDED = 32
"""Bits of the checks that the kernel computes by products."""
_LENGTHS = (512, 384, 256, 128)
"""Bits that a block of 128 is moved over, at once."""


def known(algorithm: str) -> tuple[int, Words | None]:
    """What the kernel is told of a checksum that it has.

    Args:
        algorithm: its name in specs.

    Returns:
        The number of its operation, and the numbers that this takes besides.
    """
    row = ALGORITHMS[algorithm]
    assert row.kernel is not None
    code = codes.CHECKSUMS[row.kernel]
    if row.crc is not None:
        crc = row.crc()
        return codes.CRC_FOLDED if code == codes.CRC and crc == _folded(crc.poly) else code, tables(crc)
    size = {"sum": (1 << 8 * row.size) - 1, "fletcher": row.size // 2}.get(row.kernel)
    return code, None if size is None else np.array([size], np.int64)


@cache
def tables(crc: Crc) -> Words:
    """What the kernel computes a cyclic redundancy check with.

    The register of the kernel has its lowest bit first, whatever the check says. Where the highest bit of each byte
    comes first, the bits in each byte of the register, and so in the tables, are turned around; the data stays.

    Args:
        crc: its parameters.

    Returns:
        What each value of a byte adds to the check, for the last of eight bytes, then for those before it: eight tables
        of 256 numbers, one behind the other. Behind them four numbers: the register before any bytes; how it is turned
        around in the end (1: the bits in each byte, 2: its bytes, 3: both); how many bytes it has; and what is added to
        it at last. Behind these, of 32 bits, twelve numbers to multiply and divide by, as
        `bytewright.kernels.native.machine.vectors.crc_folded` takes them.
    """
    polynomial = _turned(crc.poly, crc.width)
    first = np.arange(256, dtype=np.uint64)
    for _ in range(8):
        first = np.where(first & 1, np.uint64(polynomial) ^ (first >> 1), first >> 1)
    init = _turned(crc.init, crc.width)
    if not crc.refin:
        first = _in_bytes(first[_in_bytes(np.arange(256, dtype=np.uint64))])
        init = int(_in_bytes(np.uint64(init)))
    found = [first]
    for _ in range(7):
        found.append(first[found[-1] & 255] ^ (found[-1] >> 8))
    turn = (crc.refin != crc.refout) | (not crc.refout) << 1
    found.append(np.array([init, turn, crc.width // 8, crc.xorout], np.uint64))
    if crc.width == _FOLDED:
        found.append(_keys(polynomial))
    return np.concatenate(found).view(np.int64)


def _folded(polynomial: int) -> Crc:
    """The check that the kernel computes by products, by its polynomial."""
    ones = (1 << _FOLDED) - 1
    return Crc(_FOLDED, polynomial, ones, refin=True, refout=True, xorout=ones)


def _turned(number: int, width: int) -> int:
    """A number with its lowest bit as the highest of so many."""
    return int(f"{number:0{width}b}"[::-1], 2)


def _in_bytes(words: Any) -> Any:
    """Numbers of 64 bits with the bits in each of their bytes turned around."""
    for shift, mask in ((1, 0x5555555555555555), (2, 0x3333333333333333), (4, 0x0F0F0F0F0F0F0F0F)):
        kept = np.uint64(mask)
        words = (words >> np.uint64(shift)) & kept | (words & kept) << np.uint64(shift)
    return words


def _keys(polynomial: int) -> npt.NDArray[np.uint64]:
    # A product of two numbers whose lowest bit is their highest power has one power less than its place says.
    powers = [power - 1 for length in _LENGTHS for power in (length + 64, length)] + [96 - 1, 64 - 1]
    remainders, quotient = _divided(polynomial, max(powers))
    # All bits of the polynomial, and those of what 1 with 64 zeros is when divided by it: 33 of each.
    found = [*(remainders[power] << 32 for power in powers), quotient, polynomial << 1 | 1]
    return np.array(found, dtype=np.uint64)


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
