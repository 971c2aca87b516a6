"""LZMA, in files of xz or of its older tool."""

from __future__ import annotations

import lzma
from collections.abc import Callable, Iterator

from bytewright.codecs.streams import decompressed

_MEMORY = 256 << 20


class Lzma:
    """Streams in either kind of file; what is written is one of xz."""

    def pieces(self, read: Callable[[int, int], bytes], size: int) -> Iterator[bytes]:
        """What they hold; see `bytewright.codecs.streams.decompressed`. A stream may ask for 256 MiB of memory."""
        return decompressed(lambda: lzma.LZMADecompressor(memlimit=_MEMORY), read, size)

    def decode(self, data: bytes) -> bytes:
        """All that they hold."""
        return b"".join(self.pieces(lambda at, size: data[at : at + size], len(data)))

    def encode(self, data: bytes) -> bytes:
        """The stream."""
        return lzma.compress(data)
