"""Checksums that a field may be of the bytes before it, by name."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping

ALGORITHMS: Mapping[str, Callable[[bytes | bytearray | memoryview], int]] = {
    "adler32": zlib.adler32,
    "crc32": zlib.crc32,
}
"""From bytes to their checksum, an unsigned integer of 32 bits."""
