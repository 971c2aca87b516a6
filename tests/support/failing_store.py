"""A store in memory whose calls can fail: ``failing://``, of fsspec."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

import fsspec
from fsspec.implementations.memory import MemoryFileSystem

ROOT = "failing://"
_CALLS = ("_open", "info", "ls", "find", "mkdir", "makedirs", "rm", "cp_file")


class _Written:
    """A file of the store that is written."""

    def __init__(self, file: Any, store: type[FailingStore]) -> None:
        self._file = file
        self._store = store

    def write(self, data: Any) -> int:
        self._store.called("write")
        return int(self._file.write(data))

    def close(self) -> None:
        self._store.called("close")
        self._file.close()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


class _Read:
    """A file of the store that is read: each read asks for a range of what the store has under its name by then."""

    closed = False

    def __init__(self, path: str, store: type[FailingStore]) -> None:
        self._path = path
        self._store = store
        self._size = len(store.store[path].getvalue())
        self._at = 0

    def read(self, size: int = -1) -> bytes:
        self._store.called("read")
        if self._path not in self._store.store:
            raise FileNotFoundError(self._path)
        data: bytes = self._store.store[self._path].getvalue()[self._at : self._size]
        data = data if size < 0 else data[:size]
        if self._store.short:
            data = data[: -(-len(data) // 2)]
        self._at += len(data)
        return data

    def seek(self, place: int, whence: int = 0) -> int:
        self._at = place + (self._size if whence == 2 else self._at if whence == 1 else 0)
        return self._at

    def tell(self) -> int:
        return self._at

    def close(self) -> None:
        self.closed = True
        self._store.called("close")


class FailingStore(MemoryFileSystem):  # type: ignore[misc]
    """Attributes:
    count: how many calls there were.
    at: the number of the one that fails; 0: none does.
    error: what it raises.
    failed: its name; empty: it hasn't come yet.
    instead: called before that one, which doesn't fail then, as something changes meanwhile.
    short: whether reads give half of what they are asked for.
    """

    protocol = "failing"
    store: ClassVar[dict[str, Any]] = {}
    pseudo_dirs: ClassVar[list[str]] = [""]
    count: ClassVar[int] = 0
    at: ClassVar[int] = 0
    error: ClassVar[Exception] = OSError(errno.EIO, "the store is away")
    failed: ClassVar[str] = ""
    instead: ClassVar[Callable[[], None] | None] = None
    short: ClassVar[bool] = False

    @classmethod
    def called(cls, name: str) -> None:
        """Count a call, and let it fail if it is the one."""
        cls.count += 1
        if cls.count == cls.at:
            cls.failed = name
            if cls.instead is None:
                raise cls.error
            cls.instead()

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
    def failing(cls, at: int, instead: Callable[[], None] | None = None) -> Iterator[None]:
        """Let a call fail while the block runs, or something change before it."""
        cls.count, cls.at, cls.failed, cls.instead = 0, at, "", instead
        try:
            yield
        finally:
            cls.at, cls.instead = 0, None


def _replaced(name: str) -> Any:
    real = getattr(MemoryFileSystem, name)

    def call(self: FailingStore, *given: Any, **named: Any) -> Any:
        self.called(name)
        result = real(self, *given, **named)
        if name == "_open":
            store, mode = type(self), named.get("mode") or (*given, "rb")[1]
            return _Read(result.path, store) if mode == "rb" else _Written(result, store)
        if name == "info" and result["type"] == "file":
            result["mtime"] = self.store[result["name"]].modified
        return result

    return call


for _name in _CALLS:
    setattr(FailingStore, _name, _replaced(_name))
fsspec.register_implementation("failing", FailingStore, clobber=True)
