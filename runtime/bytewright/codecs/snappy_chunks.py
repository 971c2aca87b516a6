"""A stream in chunks of a few kilobytes, each compressed by Snappy where that makes it no longer.

A chunk is a ``u2le`` with the size of what is stored of it, a ``u1`` that says how (0: as it is, 1: a raw Snappy block)
and these bytes. All chunks but the last hold equally many bytes of the stream.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import cramjam
import numpy as np
import numpy.typing as npt

_HEAD = 3
_RAW, _SNAPPY = 0, 1


class SnappyChunks:
    """The chunks of a stream.

    Args:
        limit: bytes of the stream that a chunk holds, at most 65,535.
    """

    apart = True
    """What begins with any of the pieces can be decoded without those before it."""

    def __init__(self, limit: int) -> None:
        if not 0 < limit <= 0xFFFF:
            raise ValueError(f"chunks of {limit} bytes")
        self._limit = limit

    def pieces(self, read: Callable[[int, int], bytes], size: int) -> Iterator[bytes]:
        """The stream, chunk by chunk; what lies behind a chunk is not read before it is asked for.

        Args:
            read: gives bytes that are stored: from an offset on, so many.
            size: how many are stored.

        Raises:
            ValueError: they are no such chunks.
        """
        at = 0
        while at < size:
            head = read(at, min(_HEAD, size - at))
            if len(head) < _HEAD:
                raise ValueError(f"half a chunk at {at}")
            length, encoding = int.from_bytes(head[:2], "little"), head[2]
            at += _HEAD
            if not 0 < length <= size - at:
                raise ValueError(f"a chunk of {length} bytes at {at - _HEAD}, where {size - at} are left")
            yield self._opened(read(at, length), encoding, at - _HEAD)
            at += length

    def decode(self, data: bytes) -> bytes:
        """The whole stream."""
        return b"".join(self.pieces(lambda at, size: data[at : at + size], len(data)))

    def piece(self, data: bytes, place: int) -> tuple[int, int]:
        """Where the chunk begins that something in the stream is in, and where in the chunk's part of it.

        What begins behind a whole number of chunks is at the end of the last of them: a chunk is stored when there is
        more than it holds.

        Args:
            data: the chunks.
            place: where it begins in the stream.
        """
        chunk = max(0, place - 1) // self._limit
        at = 0
        for _ in range(chunk):
            at += _HEAD + int.from_bytes(data[at : at + 2], "little")
        return at, place - chunk * self._limit

    def places(self, data: bytes, places: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """The same of many at once: where their chunks begin, and where in these they are."""
        chunks = np.maximum(places - 1, 0) // self._limit
        begins, at = [], 0
        for _ in range(int(chunks.max(initial=0)) + 1):
            begins.append(at)
            at += _HEAD + int.from_bytes(data[at : at + 2], "little")
        return np.array(begins, np.int64)[chunks], places - chunks * self._limit

    def encode(self, data: bytes) -> bytes:
        """The chunks."""
        whole, made = memoryview(data), list[Any]()
        for start in range(0, len(data), self._limit):
            plain = whole[start : start + self._limit]
            packed = cramjam.snappy.compress_raw(plain)
            encoding, stored = (_SNAPPY, packed) if len(packed) <= len(plain) else (_RAW, plain)
            made += ((len(stored) | encoding << 16).to_bytes(_HEAD, "little"), stored)
        return b"".join(made)

    def _opened(self, stored: bytes, encoding: int, at: int) -> bytes:
        if encoding == _RAW:
            plain = stored
        elif encoding == _SNAPPY:
            # A few bytes may claim to be gigabytes: how many they are stands at their beginning.
            if cramjam.snappy.decompress_raw_len(stored) > self._limit:
                raise ValueError(f"a chunk of more than {self._limit} bytes at {at}")
            plain = bytes(cramjam.snappy.decompress_raw(stored))
        else:
            raise ValueError(f"a chunk at {at} that is stored in the way {encoding}")
        if not 0 < len(plain) <= self._limit:
            raise ValueError(f"a chunk of {len(plain)} bytes at {at}")
        return plain
