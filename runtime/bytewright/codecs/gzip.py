"""gzip: deflated streams with a header and a checksum (RFC 1952)."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator

from bytewright.codecs.deflate import Inflater
from bytewright.codecs.streams import decompressed

_WITH_HEADER = 16 + zlib.MAX_WBITS


class Gzip:
    """Streams as gzip has them; what is written is one, without a name or a time.

    Args:
        level: how hard it tries to be small, from 0 to 9.
    """

    def __init__(self, level: int = 9) -> None:
        self._level = level

    def pieces(self, read: Callable[[int, int], bytes], size: int) -> Iterator[bytes]:
        """What they hold; see `bytewright.codecs.streams.decompressed`."""
        return decompressed(lambda: Inflater(_WITH_HEADER), read, size)

    def decode(self, data: bytes) -> bytes:
        """All that they hold."""
        return b"".join(self.pieces(lambda at, size: data[at : at + size], len(data)))

    def encode(self, data: bytes) -> bytes:
        """The stream."""
        return gzip.compress(data, self._level, mtime=0)
