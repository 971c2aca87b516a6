"""Tables of cyclic redundancy checks, by which the kernel takes eight bytes at a time."""

from __future__ import annotations

from functools import cache

import numpy as np

from bytewright.kernels import codes
from bytewright.kernels.program import Words

ETHERNET = 0xEDB88320
"""The polynomial of CRC-32, the lowest bit first."""
CASTAGNOLI = 0x82F63B78
"""That of CRC-32C."""
CHECKSUMS = {
    "adler32": (codes.ADLER_32, None),
    "crc32": (codes.CRC_32, ETHERNET),
    "crc32c": (codes.CRC_32, CASTAGNOLI),
    "crc32c-masked": (codes.CRC_32_MASKED, CASTAGNOLI),
}
"""The number of each algorithm, and its polynomial where it has one."""


@cache
def tables(polynomial: int) -> Words:
    """What each value of a byte adds to the check, for the last of eight bytes, then for those before it.

    Args:
        polynomial: of 32 bits, the lowest first.

    Returns:
        Eight tables of 256 numbers, one behind the other.
    """
    first = np.arange(256, dtype=np.int64)
    for _ in range(8):
        first = np.where(first & 1, polynomial ^ (first >> 1), first >> 1)
    found = [first]
    for _ in range(7):
        found.append(first[found[-1] & 255] ^ (found[-1] >> 8))
    return np.concatenate(found)
