"""Calls of the system that concern files below a folder, seen as they are made.

Programs in Python reach files by functions of `os`, and by what `open` gives, of which the bytes go through a
`io.FileIO`. Both are replaced here while a block runs. So is Arrow's file system of this machine, by one that Arrow
calls Python for.
"""

from __future__ import annotations

import builtins
import contextlib
import io
import os
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow.fs
import pytest

MOVING = frozenset({"read", "pread", "preadv", "readinto", "write", "pwrite", "copy_file_range"})
"""Calls that move bytes, and may move fewer than they were asked to."""
MAKING = frozenset({
    "open", "write", "pwrite", "copy_file_range", "truncate", "ftruncate", "fsync", "mkdir", "link", "symlink",
    "rename", "replace",
})  # fmt: skip
"""Calls for which a disk may have no room; `open` where it makes a file."""
OTHERS = frozenset({
    "stat", "lstat", "fstat", "access", "listdir", "scandir", "readlink", "chmod", "utime", "close", "dup", "readinto",
    "read", "pread", "preadv", "unlink", "remove", "rmdir",
})  # fmt: skip
CALLS = MAKING | OTHERS
"""All calls that are replaced: functions of `os`, and ``readinto`` of files."""
REAL = {name: getattr(os, name) for name in CALLS if hasattr(os, name)}
_OPEN = builtins.open


class _Io(io.FileIO):
    """A file that `open` gives."""

    calls: Calls

    def readinto(self, buffer: Any) -> int:
        view = memoryview(buffer).cast("B")
        moved = self.calls.called(
            "readinto", (self.fileno(),), lambda size: io.FileIO.readinto(self, view[:size]), len(view)
        )
        return int(moved)

    def readall(self) -> bytes:
        found = bytearray()
        while data := self.read(1 << 16):
            found += data
        return bytes(found)

    def read(self, size: int | None = -1) -> bytes:
        if size is None or size < 0:
            return self.readall()
        data = bytearray(size)
        return bytes(data[: self.readinto(data)])

    def write(self, data: Any) -> int:
        view = memoryview(data).cast("B")
        moved = self.calls.called(
            "write", (self.fileno(), view), lambda size: io.FileIO.write(self, view[:size]), len(view)
        )
        return int(moved)

    def truncate(self, size: int | None = None) -> int:
        return int(self.calls.called("ftruncate", (self.fileno(),), lambda _: io.FileIO.truncate(self, size)))

    def close(self) -> None:
        if self.closed:
            return
        if not self.closefd:
            super().close()
            return
        self.calls.called("close", (self.fileno(),), lambda _: io.FileIO.close(self))


def _through_python(**settings: Any) -> pyarrow.fs.FileSystem:
    """Arrow's file system of this machine, by functions of Python's, whatever its settings."""
    import fsspec

    handler: Any = pyarrow.fs.FSSpecHandler  # its stubs have it abstract
    return pyarrow.fs.PyFileSystem(handler(fsspec.filesystem("file")))


class Calls:
    """What the calls below a folder go through.

    Args:
        folder: where.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.RLock()

    def is_below(self, place: str) -> bool:
        """Whether a path is the folder's, or of something in it."""
        return f"{place}/".startswith(f"{self.folder}/")

    def called(self, name: str, given: tuple[Any, ...], go: Callable[[int], Any], size: int = 0) -> Any:
        """Do a call.

        Args:
            name: what is called.
            given: what it is called with; the first is the file that changes.
            go: does it, with so many bytes.
            size: how many it is to move.
        """
        return go(size)

    @staticmethod
    def place(what: Any) -> str:
        """The path of a file that is named or open; empty: it has none."""
        if isinstance(what, int):
            try:
                return str(REAL["readlink"](f"/proc/self/fd/{what}"))
            except OSError:
                return ""
        return os.path.abspath(os.fsdecode(what)) if isinstance(what, (str, bytes, os.PathLike)) else ""

    @contextlib.contextmanager
    def on(self) -> Iterator[None]:
        """See the calls while the block runs."""
        with pytest.MonkeyPatch.context() as patch:
            for name in REAL:
                patch.setattr(os, name, self._replaced(name))
            patch.setattr(tempfile, "tempdir", str(self.folder))
            patch.setattr(io, "open", self._open)
            patch.setattr(builtins, "open", self._open)
            patch.setattr(pyarrow.fs, "LocalFileSystem", _through_python)
            yield

    def _replaced(self, name: str) -> Callable[..., Any]:
        real = REAL[name]

        def call(*given: Any, **named: Any) -> Any:
            first = (given or (".",))[0]
            if isinstance(named.get("dir_fd"), int):
                first = os.path.join(self.place(named["dir_fd"]), first)
            known = (first, *given[1:])
            if name in ("read", "pread"):
                return self.called(name, known, lambda size: real(given[0], size, *given[2:]), given[1])
            if name in ("write", "pwrite"):
                view = memoryview(given[1]).cast("B")
                return self.called(name, known, lambda size: real(given[0], view[:size], *given[2:]), len(view))
            if name == "preadv":
                (view,) = given[1]
                return self.called(name, known, lambda size: real(given[0], [view[:size]], given[2]), len(view))
            if name == "copy_file_range":
                known = (given[1], *known)
                return self.called(name, known, lambda size: real(*given[:2], size, *given[3:], **named), given[2])
            return self.called(name, known, lambda _: real(*given, **named))

        return call

    def _open(
        self,
        file: Any,
        mode: str = "r",
        buffering: int = -1,
        encoding: str | None = None,
        errors: str | None = None,
        newline: str | None = None,
        closefd: bool = True,
        opener: Any = None,
    ) -> Any:
        if not self.is_below(self.place(file)):
            return _OPEN(file, mode, buffering, encoding, errors, newline, closefd, opener)
        if opener is None and not isinstance(file, int):

            def opener(path: str, flags: int) -> int:
                descriptor: int = os.open(path, flags, 0o666)
                return descriptor

        kind = type("_Of", (_Io,), {"calls": self})
        raw = kind(file, mode.replace("b", "").replace("t", ""), closefd, opener)
        try:
            if buffering == 0:
                return raw
            buffered: Any
            if "+" in mode:
                buffered = io.BufferedRandom(raw)
            else:
                buffered = io.BufferedReader(raw) if "r" in mode else io.BufferedWriter(raw)
            return buffered if "b" in mode else io.TextIOWrapper(buffered, encoding, errors, newline)
        except BaseException:
            io.FileIO.close(raw)
            raise
