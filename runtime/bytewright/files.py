"""Files that appear under their names only when they are complete."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator
from typing import BinaryIO

from bytewright.errors import WriteError


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """A file to write that takes its name when the block ends, and vanishes where it fails.

    Raises:
        WriteError: the file can't be made.
    """
    name = os.fspath(path)
    folder, base = os.path.split(os.path.abspath(name))
    try:
        descriptor, temporary = tempfile.mkstemp(prefix=f".{base}.", suffix=".part", dir=folder)
    except OSError as error:
        raise WriteError(f"can't be written: {(error.strerror or str(error)).lower()}", path=name) from None
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, name)
    except OSError as error:
        raise WriteError(f"can't be written: {(error.strerror or str(error)).lower()}", path=name) from None
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
