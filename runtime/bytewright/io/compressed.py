"""Compressed files: known by their suffix, decompressed as a stream into an unnamed temporary file.

Lengths and counts are checked against the bytes that are left before anything is allocated, so a reader has to know how
many there are; and it reads what it stops at a second time. Memory stays bounded; the disk holds no more than
``maxExpansion`` allows, and ``maxDecodedBytes`` where it is set.
"""

from __future__ import annotations

import os
import tempfile
from typing import Any

import pyarrow as pa

from bytewright.errors import InputMissingError, LimitError, ReadError
from bytewright.io.decode_budget import Meter
from bytewright.limits import Limits

SUFFIXES = {".gz": "gzip", ".zst": "zstd", ".bz2": "bz2"}
"""Arrow's name of an algorithm by the suffix of files."""

_PIECE = 1 << 20


def algorithm_of(name: str) -> str | None:
    """The algorithm that a file of this name is compressed by."""
    return SUFFIXES.get(os.path.splitext(name)[1].lower())


def bare(name: str) -> str:
    """The name without the suffix of the compression."""
    return os.path.splitext(name)[0] if algorithm_of(name) else name


def decompress(source: Any, algorithm: str, limits: Limits) -> int:
    """A descriptor of a temporary file that holds what a source holds compressed; it has no name and goes with it.

    Args:
        source: what is compressed.
        algorithm: Arrow's name of how.
        limits: the limits, of which ``maxDecodedBytes`` counts here on disk.

    Raises:
        LimitError: it is more than so many bytes.
        ReadError: the compressed data are damaged.
        InputMissingError: there is no room for it.
    """
    meter = Meter(source.size, limits)
    kept = -1
    try:
        with tempfile.TemporaryFile(prefix="bytewright-") as file:
            inside: Any = _Stream(source)  # pyarrow asks for what a file has, not for a class of its own
            name: Any = algorithm
            with pa.CompressedInputStream(pa.PythonFile(inside, "r"), name) as stream:
                while piece := _next(stream, source, algorithm):
                    meter.add(len(piece))
                    file.write(piece)
            file.flush()
            kept = os.dup(file.fileno())
    except LimitError as error:
        error.path = source.name
        raise
    except OSError as error:
        if kept >= 0:
            os.close(kept)
        raise InputMissingError(
            f"no temporary file for what it holds compressed: {(error.strerror or str(error)).lower()}",
            path=source.name,
        ) from None
    return kept


def _next(stream: Any, source: Any, algorithm: str) -> bytes:
    try:
        piece: bytes = stream.read(_PIECE)
    except (OSError, pa.ArrowException) as error:
        text = " ".join(str(error).split())
        raise ReadError(f"its compression ({algorithm}) is damaged: {text}", path=source.name) from None
    return piece


class _Stream:
    """A source as a file that is read from its beginning to its end."""

    closed = False

    def __init__(self, source: Any) -> None:
        self._source = source
        self._at = 0

    def read(self, size: int = -1) -> bytes:
        piece: bytes = self._source.read(self._at, size if size >= 0 else _PIECE)
        self._at += len(piece)
        return piece

    def readable(self) -> bool:
        return True

    def writable(self) -> bool:
        return False

    def seekable(self) -> bool:
        return False

    def tell(self) -> int:
        return self._at

    def flush(self) -> None:
        """Nothing waits."""

    def close(self) -> None:
        """Whoever opened the source closes it."""
