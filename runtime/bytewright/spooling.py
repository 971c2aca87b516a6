"""Large parts of a file that are written to it as soon as they are known, where they most often stay."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import BinaryIO

SPOOLED = 1 << 20
"""Size in bytes from which a part isn't kept in memory."""


@dataclass(frozen=True, slots=True)
class Spooled:
    """Bytes that lie in the file which is being made.

    Attributes:
        file: the file.
        place: where they begin in it.
        size: how many there are.
    """

    file: BinaryIO
    place: int
    size: int

    def __len__(self) -> int:
        return self.size

    def read(self) -> bytes:
        """The bytes."""
        self.file.flush()
        data = bytearray()
        while len(data) < self.size:
            found = os.pread(self.file.fileno(), self.size - len(data), self.place + len(data))
            if not found:
                raise OSError("what was written can't be read again")
            data += found
        return bytes(data)


Part = bytes | bytearray | memoryview | Spooled
"""A part of a file, in memory or in the file already."""


def content(part: Part) -> bytes | bytearray | memoryview:
    """The bytes of a part in memory."""
    return part.read() if isinstance(part, Spooled) else part


def contents(parts: Iterable[Part]) -> bytes:
    """The bytes of parts that follow each other."""
    return b"".join([content(part) for part in parts])


class Spool:
    """The file that is being made, empty yet, and open to be read as well.

    Its large parts are put into it one behind the other. They stay where files begin with them; others are read again.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._end = 0

    @classmethod
    def of(cls, file: BinaryIO) -> Spool | None:
        """A file in which parts can be put before all are known; None: it is a pipe, or a device."""
        return cls(file) if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else None

    def keep(self, data: bytes | memoryview) -> bytes | memoryview | Spooled:
        """Put a part into the file if it is large; gives what stands for it."""
        if len(data) < SPOOLED:
            return data
        found = Spooled(self._file, self._end, len(data))
        self._end += self._file.write(data)
        return found

    def write(self, parts: Sequence[Part]) -> None:
        """Write the file of its parts, which follow each other.

        Raises:
            OSError: it can't be written.
        """
        at, found = 0, []
        for part in parts:
            stays = isinstance(part, Spooled) and part.file is self._file and part.place == at
            found.append(part if stays else content(part))  # what moves is read before others lie there
            at += len(part)
        self._file.seek(0)
        for part in found:
            if isinstance(part, Spooled):
                self._file.seek(len(part), os.SEEK_CUR)
            else:
                self._file.write(part)
        self._file.truncate(at)
