"""The directory of a table that is being written, on this machine or in another file system."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from bytewright.errors import WriteError
from bytewright.filesystems import Storage, is_remote, locate, said

if TYPE_CHECKING:
    import pyarrow as pa


class Target:
    """A directory that gets files which appear in it only when they are complete.

    Attributes:
        uri: its path, or its URI.
    """

    def __init__(self, system: Any, path: str, uri: str, *, local: bool) -> None:
        self.uri = uri
        self._system = system
        self._path = path.rstrip("/")
        self._local = local

    def look(self) -> Literal["nothing", "file", "folder"]:
        """What is there."""
        from pyarrow.fs import FileType

        with self._told():
            kind = self._system.get_file_info(self._path).type
        if kind == FileType.NotFound:
            return "nothing"
        return "folder" if kind == FileType.Directory else "file"

    def holds(self, path: str) -> bool:
        """Whether a file lies in it."""
        if self._local and not is_remote(path):
            return Path(path).resolve().is_relative_to(Path(self._path).resolve())
        return path.startswith(self.uri.rstrip("/") + "/")

    @contextlib.contextmanager
    def writing(self, folder: str, name: str) -> Iterator[pa.NativeFile]:
        """A file in a directory of it, which is on the disk when the block ends."""
        path = f"{self._path}/{folder}/{name}"
        with self._told():
            self._system.create_dir(f"{self._path}/{folder}", recursive=True)
            with self._system.open_output_stream(path) as file:
                yield file
            if self._local:
                _sync(path)

    def commit(self, folder: str, names: Sequence[str], final: Callable[[str], str], *, replace: bool) -> int:
        """Move files from a directory of it into it; gives their size.

        Where one can't be moved, none is there. ``replace``: what was there before goes when all are there.
        """
        from pyarrow.fs import FileSelector, FileType

        with self._told():
            before = [
                info
                for info in self._system.get_file_info(FileSelector(self._path, recursive=False))
                if info.base_name != folder
            ]
            moved: list[str] = []
            size = 0
            try:
                for name in names:
                    goal = f"{self._path}/{final(name)}"
                    self._system.move(f"{self._path}/{folder}/{name}", goal)
                    moved.append(goal)
                    size += int(self._system.get_file_info(goal).size)
            except BaseException:
                for goal in moved:
                    self._system.delete_file(goal)
                raise
            for info in before if replace else ():
                if info.type == FileType.Directory:
                    self._system.delete_dir(info.path)
                else:
                    self._system.delete_file(info.path)
            with self._system.open_output_stream(f"{self._path}/_SUCCESS"):
                pass
            if self._local:
                _sync(self._path)
        return size

    def discard(self, folder: str, *, whole: bool) -> None:
        """Delete a directory of it with all that is in it, if it is there; ``whole``: and the table, if it is empty."""
        from pyarrow.fs import FileSelector

        with contextlib.suppress(OSError):
            self._system.delete_dir(f"{self._path}/{folder}")
            if whole and not self._system.get_file_info(FileSelector(self._path, recursive=False)):
                self._system.delete_dir(self._path)

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise WriteError(f"can't be written: {said(error)}", path=self.uri) from None


def open_target(uri: str, storage: Storage = ()) -> Target:
    """The table at a path or URI."""
    from pyarrow.fs import LocalFileSystem

    if is_remote(uri):
        place = locate(uri, storage)
        return Target(place.system, place.path, place.uri(place.path), local=False)
    return Target(LocalFileSystem(), uri, uri, local=True)


def _sync(path: str) -> None:
    """Wait until a file or directory is on the disk."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
