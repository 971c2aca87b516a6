"""Takes the bytes of a file that is encoded: on disk, in a pipe or in memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import BinaryIO, Protocol

from bytewright.io.atomic_files import write_pieces
from bytewright.io.rope import Part, contents, pieces
from bytewright.io.spill import SpillFile


class Sink(Protocol):
    """Takes the bytes of one file."""

    @property
    def file(self) -> BinaryIO | None:
        """The file, where its bytes can be written in any order; None: it is a pipe, or in memory."""

    @property
    def spool(self) -> SpillFile | None:
        """The same file for large parts that are written before all are known; None: there is no such."""

    def write(self, pieces: Iterable[bytes | memoryview]) -> None:
        """Take all bytes, in pieces that are only good until the next one is asked for.

        Raises:
            OSError: they can't be written.
        """

    def write_parts(self, parts: Sequence[Part]) -> None:
        """Take all bytes, of which some may be in the spool.

        Raises:
            OSError: they can't be written.
        """

    def rewind(self) -> None:
        """Forget what has been written, when a piece could not be made."""


class FileSink:
    """An open file, empty yet.

    Attributes:
        file: see `Sink`.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.file = file if file.seekable() else None

    @cached_property
    def spool(self) -> SpillFile | None:
        """See `Sink`."""
        return SpillFile.of(self._file)

    def write(self, pieces: Iterable[bytes | memoryview]) -> None:
        """See `Sink`."""
        if self.file is None:  # what has been written stays, so nothing is before all is there
            self._file.write(b"".join([bytes(piece) for piece in pieces]))
        else:
            write_pieces(self.file, pieces)

    def write_parts(self, parts: Sequence[Part]) -> None:
        """See `Sink`."""
        if self.spool is not None:
            self.spool.write(parts)
        else:
            write_pieces(self._file, pieces(parts))

    def rewind(self) -> None:
        """See `Sink`."""
        if self.file is not None:
            self.file.seek(0)
            self.file.truncate()


class MemorySink:
    """Bytes in memory.

    Attributes:
        file: None.
        spool: None.
        data: what has been written.
    """

    file: None = None
    spool: None = None

    def __init__(self) -> None:
        self.data = b""

    def write(self, pieces: Iterable[bytes | memoryview]) -> None:
        """See `Sink`."""
        self.data = b"".join([bytes(piece) for piece in pieces])

    def write_parts(self, parts: Sequence[Part]) -> None:
        """See `Sink`."""
        self.data = contents(parts)

    def rewind(self) -> None:
        """See `Sink`."""
        self.data = b""
