"""Blocks of LZ4 and Snappy, which are decoded at once, into as many bytes as they are said to be; Snappy's frames."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cramjam

_SIZE = 4
_HEAD = 4
_OPENING = b"\xff\x06\0\0sNaPpY"
_DATA = (0x00, 0x01)
_SKIPPED = range(0x80, 0x100)
_LARGEST = 80_000
"""Bytes that a chunk with data has at most: Snappy makes 76,490 of 65,536 where it can't make them fewer."""


class Lz4Block:
    """A block of LZ4.

    Args:
        size: of what it holds; None: that stands before the block, as a ``u4le``.
    """

    def __init__(self, size: int | None = None) -> None:
        self._size = size

    def decoded_size(self, data: bytes) -> int:
        """How many bytes it holds, as is said of it.

        Raises:
            ValueError: nothing is.
        """
        if self._size is not None:
            return self._size
        if len(data) < _SIZE:
            raise ValueError(f"{len(data)} bytes, where the size of a block takes {_SIZE}")
        return int.from_bytes(data[:_SIZE], "little")

    def decode(self, data: bytes) -> bytes:
        """What it holds.

        Raises:
            ValueError: that is another number of bytes.
            Exception: it is damaged.
        """
        plain = bytearray(self.decoded_size(data))
        block = memoryview(data)[0 if self._size is not None else _SIZE :]
        found = cramjam.lz4.decompress_block_into(block, plain, output_len=len(plain))
        if found != len(plain):
            raise ValueError(f"a block of {found} bytes, where {len(plain)} are stated")
        return bytes(plain)

    def encode(self, data: bytes) -> bytes:
        """The block.

        Raises:
            ValueError: it would hold another number of bytes than is said.
        """
        if self._size not in (None, len(data)):
            raise ValueError(f"{len(data)} bytes, where {self._size} are stated")
        return bytes(cramjam.lz4.compress_block(data, store_size=self._size is None))


class Snappy:
    """A block of Snappy, which begins with the size of what it holds."""

    def decoded_size(self, data: bytes) -> int:
        """How many bytes it holds, as it says.

        Raises:
            Exception: it doesn't.
        """
        return cramjam.snappy.decompress_raw_len(data)

    def decode(self, data: bytes) -> bytes:
        """What it holds.

        Raises:
            Exception: it is damaged.
        """
        return bytes(cramjam.snappy.decompress_raw(data))

    def encode(self, data: bytes) -> bytes:
        """The block."""
        return bytes(cramjam.snappy.compress_raw(data))


class SnappyFrames:
    """Snappy in chunks of at most 65,536 bytes with checksums: its framing format, as in files ``*.sz``."""

    def pieces(self, read: Callable[[int, int], bytes], size: int) -> Iterator[bytes]:
        """What the chunks hold, one after another.

        Args:
            read: gives bytes that are stored: from an offset on, so many.
            size: how many are stored.

        Raises:
            ValueError: they are no such chunks.
            Exception: one is damaged.
        """
        if read(0, min(len(_OPENING), size)) != _OPENING:
            raise ValueError("no stream")
        at = 0
        while at < size:
            head = read(at, min(_HEAD, size - at))
            behind = at + _HEAD + int.from_bytes(head[1:], "little")
            if len(head) < _HEAD or behind > size:
                raise ValueError(f"a stream that ends too early, in the chunk at {at}")
            if head[0] in _DATA:
                if behind - at > _LARGEST:
                    raise ValueError(f"a chunk of {behind - at} bytes at {at}")
                yield bytes(cramjam.snappy.decompress(_OPENING + read(at, behind - at)))
            elif head[0] not in _SKIPPED or (head[0] == _OPENING[0] and read(at, behind - at) != _OPENING):
                raise ValueError(f"a chunk of the kind {head[0]} at {at}")
            at = behind

    def decode(self, data: bytes) -> bytes:
        """All that they hold."""
        return b"".join(self.pieces(lambda at, size: data[at : at + size], len(data)))

    def encode(self, data: bytes) -> bytes:
        """The chunks."""
        return bytes(cramjam.snappy.compress(data)) or _OPENING
