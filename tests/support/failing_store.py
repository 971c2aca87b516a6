"""A store in memory whose calls can fail: ``failing://``, of fsspec."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Iterator
from typing import Any, ClassVar

import fsspec
from fsspec.implementations.memory import MemoryFileSystem

ROOT = "failing://"
_CALLS = ("_open", "info", "ls", "find", "mkdir", "makedirs", "rm", "cp_file")


class _File:
    """A file of the store."""

    def __init__(self, file: Any, store: type[FailingStore]) -> None:
        self._file = file
        self._store = store

    def read(self, *given: Any) -> bytes:
        self._store.called("read")
        return bytes(self._file.read(*given))

    def write(self, data: Any) -> int:
        self._store.called("write")
        return int(self._file.write(data))

    def close(self) -> None:
        self._store.called("close")
        self._file.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


class FailingStore(MemoryFileSystem):  # type: ignore[misc]
    """Attributes:
    count: how many calls there were.
    at: the number of the one that fails; 0: none does.
    error: what it raises.
    failed: its name; empty: it hasn't come yet.
    """

    protocol = "failing"
    store: ClassVar[dict[str, Any]] = {}
    pseudo_dirs: ClassVar[list[str]] = [""]
    count: ClassVar[int] = 0
    at: ClassVar[int] = 0
    error: ClassVar[Exception] = OSError(errno.EIO, "the store is away")
    failed: ClassVar[str] = ""

    @classmethod
    def called(cls, name: str) -> None:
        """Count a call, and let it fail if it is the one."""
        cls.count += 1
        if cls.count == cls.at:
            cls.failed = name
            raise cls.error

    @classmethod
    def held(cls) -> dict[str, bytes]:
        """What is in it, by path."""
        return {path: file.getvalue() for path, file in sorted(cls.store.items())}

    @classmethod
    def restored(cls, files: dict[str, bytes]) -> None:
        """Let it hold these files, and nothing else."""
        cls.store.clear()
        cls.pseudo_dirs[:] = [""]
        memory = cls()
        for path, data in files.items():
            memory.makedirs(path.rpartition("/")[0], exist_ok=True)
            memory.pipe_file(path, data)

    @classmethod
    @contextlib.contextmanager
    def failing(cls, at: int) -> Iterator[None]:
        """Let a call fail while the block runs."""
        cls.count, cls.at, cls.failed = 0, at, ""
        try:
            yield
        finally:
            cls.at = 0


def _replaced(name: str) -> Any:
    real = getattr(MemoryFileSystem, name)

    def call(self: FailingStore, *given: Any, **named: Any) -> Any:
        self.called(name)
        result = real(self, *given, **named)
        return _File(result, type(self)) if name == "_open" else result

    return call


for _name in _CALLS:
    setattr(FailingStore, _name, _replaced(_name))
fsspec.register_implementation("failing", FailingStore, clobber=True)
