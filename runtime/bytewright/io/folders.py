"""A directory that files are put into, on this machine or in another file system: what commits and recovery ask of it.

Names are paths below the directory, with ``/`` between their parts.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import shutil
import tempfile
from collections.abc import Callable, Collection, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISDIR
from typing import IO, Any, Protocol, TypeVar
from uuid import uuid4

from bytewright.io.filesystems import Storage, is_remote, locate

_TOGETHER = 16
"""Files of a store that are moved or deleted at the same time, if there are more."""

Named = TypeVar("Named")

_USERS = hasattr(os, "geteuid")


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or directory.

    Attributes:
        size: bytes of a file.
        folder: whether it is a directory; a link is none.
        modified: when it was last changed, in seconds since 1970; None where the file system doesn't say.
        owner: the number of the user whose it is; None where there are none.
    """

    size: int
    folder: bool
    modified: float | None
    owner: int | None = None


class Folder(Protocol):
    """A directory. Methods raise `OSError`.

    Attributes:
        uri: its path, or its URI.
        path: its path in its file system.
        local: whether it is on this machine, where a move is one step.
    """

    uri: str
    path: str
    local: bool

    def entries(self, name: str = "", prefix: str = "") -> dict[str, Entry]:
        """What is in it, or in a directory in it, by names that begin so; nothing, where there is no such directory.

        A link in it is no directory."""
        ...

    def is_own(self, entry: Entry) -> bool:
        """Whether what is in it is this user's, or has no owner."""
        ...

    def has(self, name: str) -> bool:
        """Whether there is a file or directory of that name."""
        ...

    def make(self, name: str = "") -> None:
        """Make a directory, and those above it, unless it is there."""
        ...

    def read(self, name: str) -> bytes:
        """What a small file holds."""
        ...

    def write(self, name: str, data: bytes) -> None:
        """Write a small file, which is on the disk then."""
        ...

    def put(self, name: str, data: IO[bytes]) -> None:
        """Write a file of what another one holds from where it is on; it is on the disk then."""
        ...

    def move(self, origin: str, goal: str) -> None:
        """Give a file or directory another name; a file that has it is replaced."""
        ...

    def delete(self, name: str) -> None:
        """Delete a file, or a directory with all that is in it, if it is there."""
        ...

    def sync(self, name: str = "") -> None:
        """Wait until the names in a directory are on the disk."""
        ...


class _LocalFolder:
    local = True

    def __init__(self, path: str) -> None:
        self.uri = self.path = path

    def entries(self, name: str = "", prefix: str = "") -> dict[str, Entry]:
        found = {}
        with contextlib.suppress(FileNotFoundError), os.scandir(self._at(name)) as entries:
            parts = name.split("/") if name else []
            for count in range(1, len(parts) + 1):
                above = self._at("/".join(parts[:count]))
                if os.path.islink(above):
                    raise NotADirectoryError(errno.ENOTDIR, "a link in place of a directory", above)
            for entry in entries:
                if not entry.name.startswith(prefix):
                    continue
                with contextlib.suppress(FileNotFoundError):  # it has gone meanwhile
                    status = entry.stat(follow_symlinks=False)
                    found[entry.name] = Entry(
                        status.st_size, S_ISDIR(status.st_mode), status.st_mtime, status.st_uid if _USERS else None
                    )
        return found

    def is_own(self, entry: Entry) -> bool:
        return entry.owner is None or entry.owner in (os.geteuid(), self._owner())

    def _owner(self) -> int | None:
        """Whose new files are here: file systems of other machines may know this user by another number."""
        try:
            with tempfile.TemporaryFile(dir=self.path) as file:
                return os.fstat(file.fileno()).st_uid
        except OSError:
            return None

    def has(self, name: str) -> bool:
        return is_there(self._at(name))

    def make(self, name: str = "") -> None:
        made = Path(self._at(name))
        above = [folder for folder in (made, *made.parents) if not folder.exists()]
        made.mkdir(parents=True, exist_ok=True)
        for folder in reversed(above):
            sync_folder(folder.parent)

    def read(self, name: str) -> bytes:
        with open(self._at(name), "rb", opener=_exactly) as file:
            return file.read()

    def write(self, name: str, data: bytes) -> None:
        self.put(name, io.BytesIO(data))

    def put(self, name: str, data: IO[bytes]) -> None:
        with open(self._at(name), "wb", opener=_exactly) as file:
            shutil.copyfileobj(data, file)
            file.flush()
            os.fsync(file.fileno())

    def move(self, origin: str, goal: str) -> None:
        os.replace(self._at(origin), self._at(goal))

    def delete(self, name: str) -> None:
        path = Path(self._at(name))
        while is_there(path):
            with contextlib.suppress(FileNotFoundError):  # others may delete what is in it at the same time
                if path.is_dir() and not path.is_symlink():
                    shutil.rmtree(path)
                else:
                    path.unlink()

    def sync(self, name: str = "") -> None:
        sync_folder(self._at(name))

    def _at(self, name: str) -> str:
        return os.path.join(self.path, name) if name else self.path


class _RemoteFolder:
    local = False

    def __init__(self, system: Any, path: str, uri: str) -> None:
        self.system = system
        self.path = path.rstrip("/")
        self.uri = uri

    def entries(self, name: str = "", prefix: str = "") -> dict[str, Entry]:
        from pyarrow.fs import FileSelector, FileType

        found = self.system.get_file_info(FileSelector(self._at(name), recursive=False, allow_not_found=True))
        return {
            info.base_name: Entry(
                info.size or 0, info.type == FileType.Directory, info.mtime_ns / 1e9 if info.mtime_ns else None
            )
            for info in found
            if info.base_name.startswith(prefix)
        }

    def is_own(self, entry: Entry) -> bool:
        return True

    def has(self, name: str) -> bool:
        from pyarrow.fs import FileType

        return bool(self.system.get_file_info(self._at(name)).type != FileType.NotFound)

    def make(self, name: str = "") -> None:
        self.system.create_dir(self._at(name), recursive=True)

    def read(self, name: str) -> bytes:
        with self.system.open_input_stream(self._at(name)) as file:
            return bytes(file.read())

    def write(self, name: str, data: bytes) -> None:
        self.put(name, io.BytesIO(data))

    def put(self, name: str, data: IO[bytes]) -> None:
        with self.system.open_output_stream(self._at(name)) as file:
            shutil.copyfileobj(data, file)

    def move(self, origin: str, goal: str) -> None:
        self.system.move(self._at(origin), self._at(goal))

    def delete(self, name: str) -> None:
        from pyarrow.fs import FileType

        kind = self.system.get_file_info(self._at(name)).type
        with contextlib.suppress(FileNotFoundError):
            if kind == FileType.Directory:
                self.system.delete_dir(self._at(name))
            elif kind != FileType.NotFound:
                self.system.delete_file(self._at(name))

    def sync(self, name: str = "") -> None:
        """Stores keep what they have taken."""

    def _at(self, name: str) -> str:
        return f"{self.path}/{name}" if name else self.path


def _exactly(path: str, flags: int) -> int:
    """Open a file, but none that a link leads to; a pipe nobody waits for."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0), 0o666)


def open_folder(uri: str, storage: Storage = ()) -> Folder:
    """The directory of a path or URI.

    Raises:
        OptionError: there is no such file system.
        InputMissingError: it can't be reached.
    """
    if not is_remote(uri):
        return _LocalFolder(uri)
    place = locate(uri, storage)
    return _RemoteFolder(place.system, place.path, place.uri(place.path))


def local_folder(path: str) -> Folder:
    """A directory on this machine."""
    return _LocalFolder(path)


def remote_folder(system: Any, path: str, uri: str) -> Folder:
    """A directory in another file system.

    Args:
        system: Arrow's file system.
        path: its path there.
        uri: its URI.
    """
    return _RemoteFolder(system, path, uri)


def is_there(path: str | os.PathLike[str]) -> bool:
    """Whether there is something of a name, also a link that leads nowhere.

    Raises:
        OSError: the system doesn't say.
    """
    try:
        os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    return True


def sync_folder(path: str | os.PathLike[str]) -> None:
    """Wait until the names in a directory are on the disk, where a system can do that."""
    if os.name != "posix":
        return
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except PermissionError:  # one may write into it, but not list it
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP):  # not every file system can
            raise
    finally:
        os.close(descriptor)


def put_whole(folder: Folder, name: str, data: IO[bytes]) -> None:
    """Write a file of what another one holds: it appears under its name when it is complete, and is on the disk then.

    Args:
        folder: the directory.
        name: its name there.
        data: the other one, from where it is on.

    Raises:
        OSError: it can't be written; nothing of it is left.
    """
    above, _, base = name.rpartition("/")
    hidden = f"{above}/.{base}.{uuid4().hex[:8]}".lstrip("/")
    try:
        folder.put(hidden, data)
        folder.move(hidden, name)
    except BaseException:
        with contextlib.suppress(OSError):
            folder.delete(hidden)
        raise
    folder.sync(above)


def sync_file(path: str | os.PathLike[str]) -> None:
    """Wait until the bytes of a file are on the disk.

    Raises:
        OSError: they can't be.
    """
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def sync_all(path: str | os.PathLike[str]) -> None:
    """Wait until a local directory is on the disk with all that is in it, but for its own name.

    Raises:
        OSError: it can't be.
    """
    with os.scandir(path) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                sync_all(entry.path)
            else:
                sync_file(entry.path)
    sync_folder(path)


def for_each(folder: Folder, do: Callable[[Named], None], what: Sequence[Named]) -> None:
    """Do something with each of several files; in a store that takes its time for each, with some at once. What the
    others do is awaited where one fails."""
    if folder.local or len(what) <= _TOGETHER:
        for one in what:
            do(one)
        return
    with ThreadPoolExecutor(_TOGETHER) as pool:
        for done in [pool.submit(do, one) for one in what]:
            done.result()


def parents_of(names: Iterable[str]) -> list[str]:
    """The directories below that names lie in, with those around them, which come first."""
    found: set[str] = set()
    for name in names:
        parts = name.split("/")[:-1]
        found.update("/".join(parts[:count]) for count in range(1, len(parts) + 1))
    return sorted(found)


def entries_of(folder: Folder, names: Collection[str], below: str = "") -> dict[str, Entry]:
    """What is in a directory, and in those below it that names lie in, by whole names."""
    found: dict[str, Entry] = {}
    for parent in ("", *parents_of(names)):
        around = "/".join(filter(None, (below, parent)))
        prefix = f"{parent}/" if parent else ""
        found |= {prefix + name: entry for name, entry in folder.entries(around).items()}
    return found
