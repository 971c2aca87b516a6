"""Files that appear under their names only when they are complete."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Iterator
from typing import BinaryIO

from bytewright.errors import WriteError


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
