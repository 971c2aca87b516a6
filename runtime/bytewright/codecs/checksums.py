"""Checksums that a field may be of other bytes, by name."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterable, Mapping

import google_crc32c

Octets = bytes | bytearray | memoryview

_MASK = 0xA282EAD8


def crc32c(data: Octets, begun: int = 0) -> int:
    """CRC-32C, by Castagnoli's polynomial; ``begun``: that of the bytes before these."""
    found: int = google_crc32c.extend(begun, bytes(data))
    return found


def crc32c_masked(data: Octets) -> int:
    """CRC-32C, turned by 15 bits, and a constant: so that data may hold checksums of its parts, as in LevelDB."""
    return _masked(crc32c(data))


def _masked(plain: int) -> int:
    return ((plain >> 15 | plain << 17) + _MASK) & 0xFFFFFFFF


ALGORITHMS: Mapping[str, Callable[[Octets], int]] = {
    "adler32": zlib.adler32,
    "crc32": zlib.crc32,
    "crc32c": crc32c,
    "crc32c-masked": crc32c_masked,
}
"""From bytes to their checksum, an unsigned integer of 32 bits."""
_STEPS: Mapping[str, Callable[..., int]] = {
    "adler32": zlib.adler32,
    "crc32": zlib.crc32,
    "crc32c": crc32c,
    "crc32c-masked": crc32c,
}


def checksum_of(algorithm: str, pieces: Iterable[Octets]) -> int:
    """The checksum of bytes that are not in memory all at once.

    Args:
        algorithm: one of `ALGORITHMS`.
        pieces: the bytes, in pieces that follow each other.
    """
    step = _STEPS[algorithm]
    found = step(b"")
    for piece in pieces:
        found = step(piece, found)
    return _masked(found) if algorithm == "crc32c-masked" else found
