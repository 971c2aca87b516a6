"""Files that appear under their names only when they are complete."""

from __future__ import annotations

import contextlib
import ctypes
import os
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import BinaryIO

from bytewright.errors import WriteError

_AHEAD = 8 << 20
"""Bytes of a file that room is taken for at a time, behind the first as many."""


def write_pieces(file: BinaryIO, pieces: Iterable[bytes | bytearray | memoryview]) -> None:
    """Write pieces, behind which the file ends.

    Where a file system can do that, room for them is taken some megabytes ahead: for it to find room page by page takes
    as long as all else that it does. A pipe is just written into.

    Args:
        file: a file that is written from where it is on.
        pieces: what is written, one behind another; each is written before the next one is asked for.

    Raises:
        OSError: they can't be written.
    """
    growing = Growing(file)
    for piece in pieces:
        growing.write(piece)
    growing.end()


class Growing:
    """A file that is written from where it is on, with room taken ahead of what is written; see `write_pieces`."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._regular = _is_regular(file)
        self._at = file.tell() if self._regular else 0
        self._ahead = self._at + _AHEAD
        self._longer = False

    def write(self, piece: bytes | bytearray | memoryview) -> None:
        """Write a piece behind the one before it.

        Raises:
            OSError: it can't be written.
        """
        written = self._file.write(piece)
        if not self._regular:
            return
        self._at += written
        if self._at >= self._ahead:
            self._longer |= _take_room(self._file.fileno(), self._at, _AHEAD)
            self._ahead = self._at + _AHEAD

    def end(self) -> None:
        """Let the file end behind the last piece."""
        if self._longer:
            self._file.truncate(self._at)


def _is_regular(file: BinaryIO) -> bool:
    """Whether a file is one of a file system, with a place from which on it is written."""
    try:
        return stat.S_ISREG(os.fstat(file.fileno()).st_mode)
    except OSError:  # it is no file of the system's
        return False


def _take_room(descriptor: int, begin: int, size: int) -> bool:
    """Make a file larger, by bytes that are written later; whether that was possible."""
    allocate = _allocator()
    return allocate is not None and allocate(descriptor, 0, begin, size) == 0


@cache
def _allocator() -> Callable[[int, int, int, int], int] | None:
    """The system's function for that; None: it has none. That of `os` would write a byte into each page where a file
    system can't."""
    try:
        found = ctypes.CDLL(None).fallocate
    except (AttributeError, OSError, TypeError):
        return None
    found.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_long, ctypes.c_long]
    return found


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write that takes its name when the block ends, and vanishes where it fails.

    A link stays, and what it leads to is replaced; a file that is there keeps its permissions. What is no regular file
    (a pipe, a device) is written into.

    Raises:
        WriteError: the file can't be made or written.
    """
    name = os.fspath(path)
    try:
        target = os.path.realpath(name)
        there = os.stat(target).st_mode if os.path.lexists(target) else None
        if there is None or stat.S_ISREG(there):
            with _complete(target, there) as file:
                yield file
            return
        with open(target, "wb") as file:
            yield file
    except OSError as error:
        raise WriteError(f"can't be written: {(error.strerror or str(error)).lower()}", path=name) from None


@contextlib.contextmanager
def _complete(target: str, mode: int | None) -> Iterator[BinaryIO]:
    folder, base = os.path.split(target)
    descriptor, temporary = tempfile.mkstemp(prefix=f".{base[:100]}.", suffix=".part", dir=folder)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, stat.S_IMODE(mode) if mode is not None else 0o666 & ~mask)
        os.replace(temporary, target)
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
