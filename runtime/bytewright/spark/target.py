"""The directory of a table that is being written, on this machine or in another file system.

A job has a directory of its own in it, whose name begins with an underscore, so that readers pass over it. The driver
makes it, tasks write into it, the driver moves what counts into the table and deletes it. Tasks never make it: one that
Spark has given up, but that runs on, finds that it is gone, and leaves nothing.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from bytewright.errors import WriteError
from bytewright.filesystems import Storage, is_remote, locate, said

if TYPE_CHECKING:
    import pyarrow as pa

JOB = "_bytewright-"
"""What names of directories of jobs begin with."""

_SUCCESS = "_SUCCESS"
_TEMPORARY = "_temporary"
"""Where jobs of Spark's own sinks write."""
_REPLACED = "replaced"
_BEGUN, _DONE = "begun", "done"


def folder_of(job: str) -> str:
    """The name of the directory of a job."""
    return f"{JOB}{job}"


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

    def shows_files(self) -> bool:
        """Whether there is something in it that readers don't pass over."""
        from pyarrow.fs import FileSelector

        with self._told():
            inside = self._system.get_file_info(FileSelector(self._path, recursive=False))
        return any(not info.base_name.startswith(("_", ".")) for info in inside)

    def holds(self, path: str) -> bool:
        """Whether a file lies in it."""
        if self._local and not is_remote(path):
            return Path(path).resolve().is_relative_to(Path(self._path).resolve())
        return path.startswith(self.uri.rstrip("/") + "/")

    def begin(self, folder: str) -> None:
        """Make the directory of a job."""
        with self._told():
            self._system.create_dir(f"{self._path}/{folder}", recursive=True)
            if not self._local:  # in an object store, a directory is there when something is in it
                self._mark(folder, _BEGUN)

    def _mark(self, folder: str, name: str) -> None:
        with self._system.open_output_stream(f"{self._path}/{folder}/{name}"):
            pass

    @contextlib.contextmanager
    def writing(self, folder: str, name: str) -> Iterator[pa.NativeFile]:
        """A file in the directory of a job, which is on the disk when the block ends.

        Raises:
            WriteError: it can't be written, or the job is over.
        """
        path = f"{self._path}/{folder}/{name}"
        with self._told():
            self._check(folder)
            with self._system.open_output_stream(path) as file:
                yield file
            if self._local:
                _sync(path)
                return
            try:
                self._check(folder)
            except WriteError:
                self._system.delete_file(path)
                raise

    def _check(self, folder: str) -> None:
        """An object store has no directories that must be there: files would come to be in one that was deleted."""
        if not self._is_open(folder):
            raise WriteError("the job is over", path=self.uri)

    def _is_open(self, folder: str) -> bool:
        """Whether the directory of a job is still there."""
        from pyarrow.fs import FileType

        path = f"{self._path}/{folder}" if self._local else f"{self._path}/{folder}/{_BEGUN}"
        return bool(self._system.get_file_info(path).type != FileType.NotFound)

    def commit(self, folder: str, names: Sequence[str], final: Callable[[str], str], *, replace: bool) -> int:
        """Move files from the directory of a job into the table; gives their size.

        Where that fails, the table is as it was. ``replace``: what was there before goes when all are there; but
        directories of other jobs stay.
        """
        with self._told(), self._alone():
            before = self._before() if replace else []
            undo: list[tuple[str, str]] = []
            size = 0
            try:
                for name in names:
                    goal = f"{self._path}/{final(name)}"
                    self._move(f"{self._path}/{folder}/{name}", goal, undo)
                    size += int(self._system.get_file_info(goal).size)
                if before and self._local:
                    # What is moved can be moved back, and goes with the directory.
                    self._system.create_dir(f"{self._path}/{folder}/{_REPLACED}")
                    for info in before:
                        self._move(info.path, f"{self._path}/{folder}/{_REPLACED}/{info.base_name}", undo)
                with self._system.open_output_stream(f"{self._path}/{_SUCCESS}"):
                    pass
                if self._local:
                    _sync(self._path)
            except BaseException:
                for goal, origin in reversed(undo):
                    self._system.move(goal, origin)
                raise
            if before and not self._local:
                self._mark(folder, _DONE)
            for info in before if not self._local else ():
                if info.is_file:
                    self._system.delete_file(info.path)
                else:
                    self._system.delete_dir(info.path)
        return size

    def undo(self, folder: str, names: Sequence[str]) -> None:
        """Undo a commit whose process was killed, as far as it got; one that is behind all that may fail stays.

        Args:
            folder: the directory of the job.
            names: the names in the table of the files that it was to move.
        """
        from pyarrow.fs import FileSelector, FileType

        job = f"{self._path}/{folder}"
        with self._told():
            if not self._is_open(folder) or self._system.get_file_info(f"{job}/{_DONE}").type != FileType.NotFound:
                return
            for info in self._system.get_file_info([f"{self._path}/{name}" for name in names]):
                if info.type != FileType.NotFound:
                    self._system.delete_file(info.path)
            replaced = FileSelector(f"{job}/{_REPLACED}", allow_not_found=True)
            for info in self._system.get_file_info(replaced):
                self._system.move(info.path, f"{self._path}/{info.base_name}")

    def _before(self) -> list[Any]:
        """What a table has that another one replaces."""
        from pyarrow.fs import FileSelector

        return [
            info
            for info in self._system.get_file_info(FileSelector(self._path, recursive=False))
            if not info.base_name.startswith(JOB) and info.base_name not in (_SUCCESS, _TEMPORARY)
        ]

    def _move(self, origin: str, goal: str, undo: list[tuple[str, str]]) -> None:
        self._system.move(origin, goal)
        undo.append((goal, origin))

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Jobs that end at once end one after another, on one machine."""
        if not self._local:
            yield
            return
        descriptor = os.open(self._path, os.O_RDONLY)
        try:
            with contextlib.suppress(ImportError, OSError):  # not every file system, nor every system, has such locks
                import fcntl

                fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield
        finally:
            os.close(descriptor)

    def discard(self, folder: str, *, whole: bool) -> None:
        """Delete the directory of a job with all that is in it, if it is there; ``whole``: and the table, if it is
        empty."""
        from pyarrow.fs import FileSelector

        path = f"{self._path}/{folder}"
        with contextlib.suppress(OSError):
            if self._local:
                # Under another name no task finds it, and nothing new comes to be in it.
                os.rename(path, f"{path}.over")
                shutil.rmtree(f"{path}.over", ignore_errors=True)
            else:
                self._system.delete_dir(path)
        with contextlib.suppress(OSError):
            if whole and self._local:
                os.rmdir(self._path)
            elif whole and not self._system.get_file_info(FileSelector(self._path, recursive=False)):
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
