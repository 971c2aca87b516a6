"""bzip2."""

from __future__ import annotations

import bz2
from collections.abc import Callable, Iterator

from bytewright.codecs.streams import decompressed


class Bzip2:
    """Streams as bzip2 has them; what is written is one.

    Args:
        level: size of its blocks, in 100,000 bytes, from 1 to 9.
    """

    def __init__(self, level: int = 9) -> None:
        self._level = level

    def pieces(self, read: Callable[[int, int], bytes], size: int) -> Iterator[bytes]:
        """What they hold; see `bytewright.codecs.streams.decompressed`."""
        return decompressed(bz2.BZ2Decompressor, read, size)

    def decode(self, data: bytes) -> bytes:
        """All that they hold."""
        return b"".join(self.pieces(lambda at, size: data[at : at + size], len(data)))

    def encode(self, data: bytes) -> bytes:
        """The stream."""
        return bz2.compress(data, self._level)
