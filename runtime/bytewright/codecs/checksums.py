"""Checksums that a field may be of other bytes: one row each, which the compiler and both engines read."""

from __future__ import annotations

import binascii
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import google_crc32c

Octets = bytes | bytearray | memoryview


@dataclass(frozen=True)
class Algorithm:
    """How a checksum is computed.

    Args:
        step: takes bytes and what was found for those before them, and gives the same for both.
        start: what is found for no bytes.
        finish: makes the checksum of that.
        size: bytes of the checksum, an unsigned integer.
        kernel: by which operation of the kernel; None: objects compute it, and read every record that has one.
        polynomial: of that operation, the lowest bit first.
    """

    step: Callable[[Octets, int], int]
    start: int = 0
    finish: Callable[[int], int] = int
    size: int = 4
    kernel: Literal["adler", "crc", "masked crc"] | None = None
    polynomial: int | None = None

    def __call__(self, data: Octets) -> int:
        """The checksum of bytes."""
        return self.over((data,))

    def over(self, pieces: Iterable[Octets]) -> int:
        """The checksum of bytes that are not in memory all at once, in pieces that follow each other."""
        found = self.start
        for piece in pieces:
            found = self.step(piece, found)
        return self.finish(found)


def crc32c(data: Octets, before: int = 0) -> int:
    """CRC-32C, by Castagnoli's polynomial; ``before``: that of the bytes before these."""
    found: int = google_crc32c.extend(before, bytes(data))
    return found


def _masked(plain: int) -> int:
    return ((plain >> 15 | plain << 17) + 0xA282EAD8) & 0xFFFFFFFF


_ETHERNET, _CASTAGNOLI = 0xEDB88320, 0x82F63B78

ALGORITHMS: Mapping[str, Algorithm] = {
    "adler32": Algorithm(zlib.adler32, start=1, kernel="adler"),
    "crc32": Algorithm(zlib.crc32, kernel="crc", polynomial=_ETHERNET),
    "crc32c": Algorithm(crc32c, kernel="crc", polynomial=_CASTAGNOLI),
    # Turned by 15 bits, and a constant, so that data may hold checksums of its parts: as in LevelDB.
    "crc32c-masked": Algorithm(crc32c, finish=_masked, kernel="masked crc", polynomial=_CASTAGNOLI),
    "crc16-xmodem": Algorithm(binascii.crc_hqx, size=2),
}
"""By the names that specs have. A row is all that a new one needs; `kernel` is for one that must be fast."""
