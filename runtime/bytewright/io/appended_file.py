"""A local file that one process at a time appends to."""

from __future__ import annotations

import contextlib
import os
import re
import stat
from typing import BinaryIO, NoReturn

from bytewright.errors import OptionError, WriteError
from bytewright.host.locks import HeldError, lock, locked, unlock
from bytewright.io.atomic_files import replacing
from bytewright.io.folders import is_there

_COPIED = 1 << 20
"""Bytes that are copied at once of what is cut off."""
_PATIENCE = 10.0
"""Seconds to wait for others who make a file in the same directory."""
_CUT = re.compile(r"\.torn-\d+(\.\d+)?$")


def is_cut(name: str) -> bool:
    """Whether a file of this name holds what was cut off another: it is none of the files of its directory."""
    return _CUT.search(name) is not None


class AppendedFile:
    """A file that is held from when it is opened until it is closed: others that append to it are refused.

    Attributes:
        path: its path.
        size: its size in bytes; what is written goes there.
    """

    _unsynced: OSError | None = None
    """Why the disk may lack something for ever: a system that couldn't write it tells that once, and forgets it."""
    _torn = False
    """Whether a part of what couldn't be written is still there."""

    def __init__(self, path: str | os.PathLike[str], header: bytes | None = None) -> None:
        """Open it.

        Args:
            path: its path.
            header: what it begins with, if it has to be made: it appears under its name with all of that, which is on
                the disk by then. None: it must be there.

        Raises:
            WriteError: it can't be opened, made or locked; or somebody else holds it.
            OptionError: it is no regular file.
        """
        self.path = os.fspath(path)
        try:
            if header is not None and not self._is_there():
                self._make(header)
            self._descriptor, self.size = self._opened()
        except HeldError:
            raise _held(self.path) from None
        except OSError as error:
            _fail(error, self.path)

    def _is_there(self) -> bool:
        return is_there(os.path.realpath(self.path))

    def _make(self, header: bytes) -> None:
        with locked(os.path.dirname(os.path.realpath(self.path)), wait=_PATIENCE):
            if not self._is_there():
                with replacing(self.path) as file:
                    file.write(header)

    def _opened(self) -> tuple[int, int]:
        """The file, locked, and its size."""
        while True:
            descriptor = os.open(self.path, os.O_RDWR | os.O_APPEND | getattr(os, "O_CLOEXEC", 0))
            try:
                if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                    raise OptionError("a file to append to", expected="a regular file", found=self.path)
                lock(descriptor)
                status = os.fstat(descriptor)
                if os.path.samestat(os.stat(self.path), status):
                    return descriptor, status.st_size
            except BaseException:
                os.close(descriptor)
                raise
            os.close(descriptor)  # it was replaced before it was locked

    def write(self, data: bytes | memoryview) -> None:
        """Append bytes: when this returns, the system has all of them, and they outlive the process.

        Raises:
            WriteError: they can't be written, or somebody else has changed the file. None of them is in it then.
        """
        try:
            self._take_back()
            self._check_unchanged()
            self._torn = True
            left = memoryview(data)
            while left:
                left = left[os.write(self._descriptor, left) :]
            self._torn = False
        except BaseException as error:
            with contextlib.suppress(OSError):
                self._take_back()
            if isinstance(error, OSError):
                _fail(error, self.path)
            raise
        self.size += len(data)

    def _check_unchanged(self) -> None:
        try:
            status = os.fstat(self._descriptor)
        except OSError as error:
            _fail(error, self.path)
        if status.st_size != self.size or not status.st_nlink:
            raise WriteError(
                "somebody else has changed the file that is appended to",
                path=self.path,
                expected=f"{self.size} bytes",
                found=f"{status.st_size}" if status.st_nlink else "a file that was deleted",
            )

    def begin(self, header: bytes) -> None:
        """Let the file hold what it is to begin with, and nothing else.

        Raises:
            WriteError: it can't be written, or somebody else has changed the file, which is empty then, or as it was.
        """
        if self.size:
            self._check_unchanged()
            self.size, self._torn = 0, True
        self.write(header)

    def _take_back(self) -> None:
        """Cut off what is there of a write that has failed."""
        if self._torn:
            os.ftruncate(self._descriptor, self.size)
            self._torn = False

    def sync(self) -> None:
        """Have all that was written on the disk.

        Raises:
            WriteError: it can't be, or couldn't be once: what is missing then is never written.
        """
        if self._unsynced is not None:
            _fail(self._unsynced, self.path)
        try:
            os.fsync(self._descriptor)
        except OSError as error:
            self._unsynced = error
            _fail(error, self.path)

    def cut(self, offset: int) -> str:
        """Let the file end earlier; what lay behind is kept in a file beside it, which is on the disk before.

        Args:
            offset: where it ends from now on, in bytes.

        Returns:
            The path of what was cut off: ``PATH.torn-OFFSET``, or ``PATH.torn-OFFSET.N`` where that is taken.

        Raises:
            WriteError: it can't be kept or cut.
        """
        kept, number = f"{self.path}.torn-{offset}", 1
        try:
            while is_there(kept):
                number += 1
                kept = f"{self.path}.torn-{offset}.{number}"
            with replacing(kept) as file:
                self._copy(offset, file)
            os.ftruncate(self._descriptor, offset)
            os.fsync(self._descriptor)
        except OSError as error:
            _fail(error, self.path)
        self.size = offset
        return kept

    def _copy(self, offset: int, file: BinaryIO) -> None:
        while data := os.pread(self._descriptor, _COPIED, offset):
            file.write(data)
            offset += len(data)

    def close(self) -> None:
        """Let it go.

        Raises:
            WriteError: the system has told only now that something can't be written.
        """
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            unlock(descriptor)
            try:
                os.close(descriptor)
            except OSError as error:
                _fail(error, self.path)


def _held(path: str) -> WriteError:
    return WriteError(
        "somebody else appends to the file", path=path, hint="Close it there, or wait until that process has ended."
    )


def _fail(error: OSError, path: str) -> NoReturn:
    raise WriteError(f"can't be appended to: {(error.strerror or str(error)).lower()}", path=path) from None
