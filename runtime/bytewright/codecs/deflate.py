"""Deflate without a header or a checksum (RFC 1951), as in ZIP files, and with those of zlib."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator

from bytewright.codecs.streams import decompressed

_BARE = -zlib.MAX_WBITS


class Inflater:
    """Decodes one stream of zlib's, as ``bz2`` has it.

    Args:
        form: what surrounds the stream, as zlib's ``wbits`` say it.
    """

    def __init__(self, form: int = _BARE) -> None:
        self._inner = zlib.decompressobj(form)

    @property
    def eof(self) -> bool:
        """See `bytewright.codecs.streams.Decompressor`."""
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        """See `bytewright.codecs.streams.Decompressor`."""
        return not self._inner.unconsumed_tail

    @property
    def unused_data(self) -> bytes:
        """See `bytewright.codecs.streams.Decompressor`."""
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        """See `bytewright.codecs.streams.Decompressor`."""
        return self._inner.decompress(self._inner.unconsumed_tail + data, max(0, max_length))


class Deflate:
    """Deflated streams; what is written is one.

    Args:
        level: how hard it tries to be small, from 0 to 9.
    """

    FORM = _BARE

    def __init__(self, level: int = 9) -> None:
        self._level = level

    def pieces(self, read: Callable[[int, int], bytes], size: int) -> Iterator[bytes]:
        """What they hold; see `bytewright.codecs.streams.decompressed`."""
        return decompressed(lambda: Inflater(self.FORM), read, size)

    def decode(self, data: bytes) -> bytes:
        """All that they hold."""
        return b"".join(self.pieces(lambda at, size: data[at : at + size], len(data)))

    def encode(self, data: bytes) -> bytes:
        """The stream."""
        return zlib.compress(data, self._level, self.FORM)


class Zlib(Deflate):
    """The same with zlib's header and checksum (RFC 1950)."""

    FORM = zlib.MAX_WBITS
