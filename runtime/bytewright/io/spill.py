"""Large parts of a file that are written to it as soon as they are known, where they most often stay."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import BinaryIO

from bytewright.io.atomic_files import Growing
from bytewright.io.rope import Part, Segment, content, contents, pieces

SPOOLED = 1 << 20
"""Size in bytes from which a part isn't kept in memory."""
HELD = 16 << 20
"""Bytes of smaller parts that are kept in memory, at most."""


@dataclass(frozen=True, slots=True)
class FileSegment(Segment):
    """Bytes that lie in the file which is being made.

    Attributes:
        file: the file.
        place: where they begin in it.
        size: how many there are.
    """

    file: BinaryIO
    place: int
    size: int

    def pieces(self) -> Iterator[bytes]:
        """See `Segment`."""
        self.file.flush()
        for at in range(0, self.size, SPOOLED):
            yield self.piece(at)

    def piece(self, at: int) -> bytes:
        """The bytes from one on, as many as a piece has.

        Raises:
            OSError: they can't be read again.
        """
        size = min(self.size - at, SPOOLED)
        found = b""
        while len(found) < size:
            more = os.pread(self.file.fileno(), size - len(found), self.place + at + len(found))
            if not more:
                raise OSError("what was written can't be read again")
            found += more
        return found


class SpillFile:
    """The file that is being made, empty yet, and open to be read as well.

    Its large parts, and others when there are many, are put into it one behind the other. They stay where files begin
    with them; others are moved.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._growing = Growing(file)
        self._end = self._held = 0

    @classmethod
    def of(cls, file: BinaryIO) -> SpillFile | None:
        """A file in which parts can be put before all are known; None: it is a pipe, or a device."""
        return cls(file) if stat.S_ISREG(os.fstat(file.fileno()).st_mode) else None

    def keep(self, parts: Sequence[Part]) -> bytes | FileSegment:
        """Put what parts are that follow each other into the file if it is large, or much has been kept in memory;
        gives what stands for it."""
        size = sum(map(len, parts))
        if size < SPOOLED and self._held + size <= HELD:
            self._held += size
            return contents(parts)
        found = FileSegment(self._file, self._end, size)
        for piece in pieces(parts):
            self._growing.write(piece)
        self._end += size
        return found

    def write(self, parts: Sequence[Part]) -> None:
        """Write the file of its parts, which follow each other.

        Raises:
            OSError: it can't be written.
        """
        at, found = 0, list[tuple[int, Part]]()
        for part in parts:
            found.append((at, part))
            at += len(part)
        here = [(at, part) for at, part in found if isinstance(part, FileSegment) and part.file is self._file]
        if all(one.place + one.size <= other.place for (_, one), (_, other) in pairwise(here)):
            # Those that move towards the beginning, the first one first, overwrite nothing that is still to be moved;
            # nor do the others, the last one first.
            self._file.flush()
            for place, part in here:
                if place < part.place:
                    self._move(part, place)
            for place, part in reversed(here):
                if place > part.place:
                    self._move(part, place)
            moved = {id(part) for _, part in here}
            found = [one for one in found if id(one[1]) not in moved]
        else:
            found = [(place, content(part) if isinstance(part, FileSegment) else part) for place, part in found]
        for place, part in found:
            self._file.seek(place)
            self._file.writelines(pieces((part,)))
        self._file.flush()
        self._file.truncate(at)

    def _move(self, part: FileSegment, place: int) -> None:
        """Copy a part to another place, which it may overlap, piece by piece."""
        steps = range(0, part.size, SPOOLED)
        for at in steps if place < part.place else reversed(steps):
            piece, goal = memoryview(part.piece(at)), place + at
            while piece:
                written = os.pwrite(self._file.fileno(), piece, goal)
                piece, goal = piece[written:], goal + written
