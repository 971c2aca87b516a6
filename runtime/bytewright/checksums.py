"""Checksums that a field may be of the bytes before it, by name."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping

import google_crc32c

_MASK = 0xA282EAD8


def crc32c(data: bytes | bytearray | memoryview) -> int:
    """CRC-32C, by Castagnoli's polynomial."""
    found: int = google_crc32c.value(bytes(data))
    return found


def crc32c_masked(data: bytes | bytearray | memoryview) -> int:
    """CRC-32C, turned by 15 bits, and a constant: so that data may hold checksums of its parts, as in LevelDB."""
    plain = crc32c(data)
    return ((plain >> 15 | plain << 17) + _MASK) & 0xFFFFFFFF


ALGORITHMS: Mapping[str, Callable[[bytes | bytearray | memoryview], int]] = {
    "adler32": zlib.adler32,
    "crc32": zlib.crc32,
    "crc32c": crc32c,
    "crc32c-masked": crc32c_masked,
}
"""From bytes to their checksum, an unsigned integer of 32 bits."""
