"""LZ4 frames, Zstandard and Brotli, by Arrow's streams, which decode as much as is asked for."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Literal

_PIECE = 1 << 16


class _Streams:
    """Compressed streams, of which several may follow each other; what is written is one.

    Args:
        level: how hard it tries to be small; None: as the library does.
    """

    NAME: Literal["lz4", "zstd", "brotli"]

    def __init__(self, level: int | None = None) -> None:
        self._level = level

    def pieces(self, read: Callable[[int, int], bytes], size: int) -> Iterator[bytes]:
        """What they hold, in pieces.

        Args:
            read: gives bytes that are stored: from an offset on, so many.
            size: how many are stored.

        Raises:
            ValueError: there is none.
            OSError: one is damaged, or doesn't end where the bytes do.
        """
        if not size:
            raise ValueError("no stream")
        import pyarrow as pa

        with pa.CompressedInputStream(pa.PythonFile(_Stored(read, size), mode="r"), self.NAME) as stream:
            while piece := stream.read(_PIECE):
                yield piece

    def decode(self, data: bytes) -> bytes:
        """All that they hold."""
        return b"".join(self.pieces(lambda at, size: data[at : at + size], len(data)))

    def encode(self, data: bytes) -> bytes:
        """The stream."""
        import pyarrow as pa

        packed: bytes = pa.Codec(self.NAME, compression_level=self._level).compress(data, asbytes=True)
        return packed


class Lz4(_Streams):
    """LZ4 frames, as the command `lz4` writes them."""

    NAME = "lz4"


class Zstd(_Streams):
    """Zstandard."""

    NAME = "zstd"


class Brotli(_Streams):
    """Brotli (RFC 7932)."""

    NAME = "brotli"


class _Stored(io.RawIOBase):
    """Stored bytes as a file."""

    def __init__(self, read: Callable[[int, int], bytes], size: int) -> None:
        self._read, self._size, self._at = read, size, 0

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        left = self._size - self._at
        found = self._read(self._at, left if size < 0 else min(size, left))
        self._at += len(found)
        return found
