"""The directory of a table that is being written, on this machine or in another file system.

A job has a directory of its own in it, whose name begins with an underscore, so that readers pass over it. The driver
makes it, tasks write into it, the driver moves what counts into the table and deletes it. Tasks never make it: one that
Spark has given up, but that runs on, finds that it is gone, and leaves nothing.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from bytewright.errors import WriteError
from bytewright.io import commit_journal
from bytewright.io.filesystems import Storage, is_remote, locate, said
from bytewright.io.folders import Folder, open_folder, sync_file
from bytewright.io.jobs import job_holds
from bytewright.io.jobs.journal import JOB

if TYPE_CHECKING:
    import pyarrow as pa

    from bytewright.io.commit_journal import Recovered
    from bytewright.io.jobs.job_holds import Hold


def folder_of(job: str) -> str:
    """The name of the directory of a job."""
    return f"{JOB}{job}"


class Target:
    """A directory that gets files which appear in it only when they are complete.

    Attributes:
        uri: its path, or its URI.
    """

    def __init__(self, system: Any, folder: Folder) -> None:
        self.uri = folder.uri
        self._system = system
        self._folder = folder
        self._path = folder.path.rstrip("/")

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
        if self._folder.local and not is_remote(path):
            return Path(path).resolve().is_relative_to(Path(self._path).resolve())
        return path.startswith(self.uri.rstrip("/") + "/")

    def begin(self, folder: str) -> Hold:
        """Make the directory of a job, after what killed jobs have left is recovered; who holds it says that the job
        goes on.

        Raises:
            WriteError: it can't be made.
        """
        with self._told():
            return commit_journal.begin(self._folder, folder)

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
            if self._folder.local:
                sync_file(path)
                return
            try:
                self._check(folder)
            except WriteError:
                self._system.delete_file(path)
                raise

    def _check(self, folder: str) -> None:
        """An object store has no directories that must be there: files would come to be in one that was deleted."""
        if not job_holds.is_open(self._folder, folder):
            raise WriteError("the job is over", path=self.uri)

    def names(self, prefix: str) -> list[str]:
        """Names in it that begin so."""
        with self._told():
            return list(self._folder.entries(prefix=prefix))

    def reading(self, name: str) -> pa.NativeFile:
        """A file in it, to be read.

        Raises:
            FileNotFoundError: there is none.
            WriteError: it can't be read.
        """
        try:
            file: pa.NativeFile = self._system.open_input_file(f"{self._path}/{name}")
            return file
        except FileNotFoundError:
            raise
        except OSError as error:
            raise WriteError(f"can't be read: {said(error)}", path=f"{self.uri}/{name}") from None

    def delete(self, name: str) -> None:
        """Delete a file, if it is there."""
        with self._told():
            self._folder.delete(name)

    def commit(
        self,
        folder: str,
        names: Sequence[str],
        final: Callable[[str], str],
        *,
        replace: bool,
        old: Collection[str] | None = None,
        agreed: Callable[[Collection[str]], bool] = lambda there: True,
    ) -> int:
        """Move files from the directory of a job into the table; gives their size.

        Where that fails, the table is as it was; where the process is killed, `recover` makes it whole. ``replace``:
        what was there before goes when all are there, or those of ``old``; but directories of other jobs stay.
        ``agreed``: asked with the names in the table, while nobody else commits, whether it is still as expected.

        Raises:
            WriteError: they can't be moved.
            ConflictError: the table isn't as expected.
        """
        with self._told():
            return commit_journal.commit(self._folder, folder, names, final, replace=replace, old=old, agreed=agreed)

    def undo(self, folder: str) -> None:
        """Undo a commit whose process was killed, as far as it got; one that is behind all that may fail is finished.

        Raises:
            WriteError: that isn't possible; `recover` is left.
        """
        with self._told():
            commit_journal.abandon(self._folder, folder)

    def discard(self, folder: str, *, whole: bool) -> None:
        """Delete the directory of a job with all that is in it, if it is there, unless a commit is left to be
        recovered; ``whole``: and the table, if it is empty."""
        commit_journal.discard(self._folder, folder, whole=whole)

    def recover(self, *, whole: bool = True) -> list[Recovered]:
        """Finish or take back commits whose processes were killed, and delete what such processes have left; ``whole``:
        also the directory itself, and what can't be deleted is an error.

        Raises:
            WriteError: a commit goes on, or isn't to be recovered.
        """
        with self._told():
            return commit_journal.recover(self._folder, whole=whole)

    @contextlib.contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise WriteError(f"can't be written: {said(error)}", path=self.uri) from None


def open_target(uri: str, storage: Storage = ()) -> Target:
    """The table at a path or URI."""
    from pyarrow.fs import LocalFileSystem

    system = locate(uri, storage).system if is_remote(uri) else LocalFileSystem()
    return Target(system, open_folder(uri, storage))
