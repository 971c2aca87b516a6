"""Bytes of which a number says what they went through, as logs have it that compress some of their blocks."""

from __future__ import annotations

from typing import Any

from bytewright.codecs.arrow_streams import Brotli, Lz4, Zstd
from bytewright.codecs.blocks import Lz4Block, Snappy, SnappyFrames
from bytewright.codecs.bzip2 import Bzip2
from bytewright.codecs.deflate import Deflate, Zlib
from bytewright.codecs.gzip import Gzip
from bytewright.codecs.lzma import Lzma

CODEC = "bytewright.codecs.one_of"
"""What specs call it."""

NONE = "none"
"""What specs call bytes that are stored as they are."""


class NoCodecError(ValueError):
    """A number that names no codec.

    Attributes:
        number: it.
        allowed: which ones do, as in "from 0 to 1 (none, zlib)".
    """

    def __init__(self, number: int, names: tuple[str, ...]) -> None:
        super().__init__(number, names)
        self.number = number
        self.allowed = f"from 0 to {len(names) - 1} ({', '.join(names)})"

    def __str__(self) -> str:
        return f"codec {self.number}, which is not {self.allowed}"


class OneOf:
    """``one_of(number, "none", "zlib", …)``: what the name at that place stands for; of ``none``, the bytes themselves.

    Args:
        number: a place in the names, from 0.
        names: names of `CODECS`, or `NONE`.

    Raises:
        NoCodecError: there is no name at that place.
        ValueError: it isn't known.
    """

    def __new__(cls, number: int, *names: str) -> Any:
        """The codec of that name, made without arguments."""
        if not 0 <= number < len(names):
            raise NoCodecError(number, names)
        if names[number] == NONE:
            return super().__new__(cls)
        if names[number] not in CODECS:
            raise ValueError(f"an unknown codec {names[number]!r}")
        return CODECS[names[number]]()

    def decode(self, data: bytes) -> bytes:
        """The bytes themselves."""
        return data

    def encode(self, data: bytes) -> bytes:
        """The bytes themselves."""
        return data


CODECS: dict[str, Any] = {
    "brotli": Brotli,
    "bzip2": Bzip2,
    "deflate": Deflate,
    "gzip": Gzip,
    "lz4": Lz4,
    "lz4_block": Lz4Block,
    "lzma": Lzma,
    "snappy": Snappy,
    "snappy_frames": SnappyFrames,
    "zlib": Zlib,
    "zstd": Zstd,
}
"""What may be named: what needs no arguments."""
