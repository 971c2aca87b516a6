"""Compressed streams of Python's libraries, decoded in pieces of bounded size; several may follow each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

_PIECE = 1 << 16


class Decompressor(Protocol):
    """What decodes one stream, as ``bz2`` and ``lzma`` have it."""

    @property
    def eof(self) -> bool:
        """Whether its end has been reached."""

    @property
    def needs_input(self) -> bool:
        """Whether it gives no more without more of what is stored."""

    @property
    def unused_data(self) -> bytes:
        """What was handed to it of what lies behind its end."""

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        """At most so many of the bytes that follow."""


def decompressed(begin: Callable[[], Decompressor], read: Callable[[int, int], bytes], size: int) -> Iterator[bytes]:
    """What streams hold, one after another, in pieces.

    Args:
        begin: gives what decodes a stream.
        read: gives bytes that are stored: from an offset on, so many.
        size: how many are stored.

    Raises:
        ValueError: the last stream doesn't end where the bytes do.
    """
    at, waiting = 0, b""
    while at < size or waiting:
        decoder = begin()
        while not decoder.eof:
            if decoder.needs_input and not waiting:
                if at >= size:
                    raise ValueError("a stream that ends too early")
                waiting = read(at, min(_PIECE, size - at))
                at += len(waiting)
            piece = decoder.decompress(waiting, _PIECE)
            waiting = b""
            if piece:
                yield piece
        waiting = decoder.unused_data
    if not size:
        raise ValueError("no stream")
