"""gzip: deflated streams with a header and a checksum (RFC 1952)."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator

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
        return decompressed(_Member, read, size)

    def decode(self, data: bytes) -> bytes:
        """All that they hold."""
        return b"".join(self.pieces(lambda at, size: data[at : at + size], len(data)))

    def encode(self, data: bytes) -> bytes:
        """The stream."""
        return gzip.compress(data, self._level, mtime=0)


class _Member:
    """One stream, decoded as ``bz2`` has it."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(_WITH_HEADER)

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        return not self._inner.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        return self._inner.decompress(self._inner.unconsumed_tail + data, max(0, max_length))
