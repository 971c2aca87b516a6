"""Files and folders that appear under their names only when they are complete."""

from __future__ import annotations

import contextlib
import ctypes
import errno
import os
import shutil
import stat
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any, BinaryIO, cast
from uuid import uuid4

from bytewright.errors import BytewrightError, WriteError
from bytewright.host.locks import LEASE, HeldError, Lease, lock, locked
from bytewright.io.filesystems import OBJECT_STORES, Storage, is_remote, locate, said
from bytewright.io.folders import is_there, remote_folder, sync_folder

_AHEAD = 8 << 20
"""Bytes of a file that room is taken for at a time, behind the first as many."""
PART = ".bytewright.part"
"""What names of files and folders end with that are being written."""
_WRITE = 2
"""``SYNC_FILE_RANGE_WRITE`` of Linux: writing begins, and nobody waits."""


def write_pieces(file: BinaryIO, pieces: Iterable[bytes | bytearray | memoryview]) -> None:
    """Write pieces, behind which the file ends.

    Where a file system can do that, room for them is taken some megabytes ahead: for it to find room page by page takes
    as long as all else that it does. The disk begins with what there is meanwhile, so that nobody waits for all of it
    at the end. A pipe is just written into.

    Args:
        file: a file that is written from where it is on.
        pieces: what is written, one behind another; each is written before the next one is asked for.

    Raises:
        OSError: they can't be written.
    """
    growing = Growing(file)
    for piece in pieces:
        growing.write(piece)
    growing.end()


class Growing:
    """A file that is written from where it is on, with room taken ahead of what is written; see `write_pieces`."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._regular = _is_regular(file)
        self._at = file.tell() if self._regular else 0
        self._ahead = self._at + _AHEAD
        self._longer = False

    def write(self, piece: bytes | bytearray | memoryview) -> None:
        """Write a piece behind the one before it.

        Raises:
            OSError: it can't be written.
        """
        written = self._file.write(piece)
        if not self._regular:
            return
        self._at += written
        if self._at >= self._ahead:
            _begin(self._file.fileno(), self._ahead - _AHEAD, self._at)
            self._longer |= _take_room(self._file.fileno(), self._at, _AHEAD)
            self._ahead = self._at + _AHEAD

    def end(self) -> None:
        """Let the file end behind the last piece."""
        if self._longer:
            self._file.truncate(self._at)


def _is_regular(file: BinaryIO) -> bool:
    """Whether a file is one of a file system, with a place from which on it is written."""
    try:
        return stat.S_ISREG(os.fstat(file.fileno()).st_mode)
    except OSError:  # it is no file of the system's
        return False


def _take_room(descriptor: int, begin: int, size: int) -> bool:
    """Make a file larger, by bytes that are written later; whether that was possible."""
    allocate = _allocator()
    return allocate is not None and allocate(descriptor, 0, begin, size) == 0


@cache
def _allocator() -> Callable[[int, int, int, int], int] | None:
    """The system's function for that; None: it has none. That of `os` would write a byte into each page where a file
    system can't."""
    return _of_the_system("fallocate", ctypes.c_int, ctypes.c_int, ctypes.c_long, ctypes.c_long)


def _begin(descriptor: int, begin: int, end: int) -> None:
    """Let the system begin to put a part of a file on the disk, if it can do that without being waited for."""
    start = _starter()
    if start is not None:
        start(descriptor, begin, end - begin, _WRITE)


@cache
def _starter() -> Callable[[int, int, int, int], int] | None:
    """The system's function for that; None: it has none."""
    return _of_the_system("sync_file_range", ctypes.c_int, ctypes.c_longlong, ctypes.c_longlong, ctypes.c_uint)


def _of_the_system(name: str, *arguments: Any) -> Callable[[int, int, int, int], int] | None:
    """A function of the C library, by the types of what it takes; None: it has none of that name."""
    try:
        found = getattr(ctypes.CDLL(None), name)
    except (AttributeError, OSError, TypeError):
        return None
    found.argtypes = arguments
    return cast("Callable[[int, int, int, int], int]", found)


@contextlib.contextmanager
def replacing(path: str | os.PathLike[str], storage: Storage = ()) -> Iterator[BinaryIO]:
    """A file to write that takes its name when the block ends, and vanishes where it fails.

    A link stays, and what it leads to is replaced; a file that is there keeps its permissions. What is no regular file
    (a pipe, a device) is written into. A file of another file system is written on this machine first.

    Args:
        path: its path or URI.
        storage: arguments of the URI's file system.

    Raises:
        WriteError: the file can't be made or written.
        OptionError: a URI names no file system.
        InputMissingError: it can't be reached.
    """
    name = os.fspath(path)
    with writing(name):
        if is_remote(name):
            with _uploaded(name, storage) as file:
                yield file
            return
        target = os.path.realpath(name)
        there = _mode_of(target)
        if there is None or stat.S_ISREG(there):
            with _complete(target, there) as file:
                yield file
            return
        with open(target, "wb") as file:
            yield file


@contextlib.contextmanager
def writing(path: str | os.PathLike[str]) -> Iterator[None]:
    """Let errors of the system, while the block runs, say that a file or directory can't be written.

    Args:
        path: its path or URI.

    Raises:
        WriteError: there was one.
    """
    try:
        yield
    except OSError as error:
        name, why = os.fspath(path), error.strerror.lower() if error.strerror else said(error)
        raise WriteError(f"can't be written: {why}", path=name.partition("?")[0] if is_remote(name) else name) from None


@contextlib.contextmanager
def replacing_all(paths: Sequence[str]) -> Iterator[list[BinaryIO]]:
    """The same for several files: they take their names when all are on the disk, or none does.

    Where a name can't be changed then, local files go again that are new.

    Args:
        paths: their paths.

    Raises:
        WriteError: one can't be made or written.
    """
    new: list[str] = []
    for path in paths:
        with writing(path):
            new += [] if is_there(path) else [path]
    try:
        with contextlib.ExitStack() as stack:
            files = [stack.enter_context(replacing(path)) for path in paths]
            yield files
            for path, file in zip(paths, files, strict=True):
                with writing(path):
                    file.flush()
                    if _is_regular(file):
                        os.fsync(file.fileno())
    except BaseException:
        for path in new:
            with contextlib.suppress(OSError):
                os.unlink(path)
        raise


@contextlib.contextmanager
def making(path: str | os.PathLike[str]) -> Iterator[str]:
    """A folder to fill that takes its name when the block ends, and vanishes where it fails, with the folders around it
    that weren't there. An empty one of that name gives way.

    Args:
        path: its path.

    Raises:
        WriteError: the folder can't be made or filled, or there is something of that name.
    """
    name, target = os.fspath(path), os.path.realpath(path)
    above, base = os.path.split(target)
    temporary = _part_of(above, base)
    new: list[str] = []
    with writing(name):
        try:
            while not is_there(outer := os.path.dirname(new[-1] if new else target)):
                new.append(outer)
            for outer in reversed(new):
                with contextlib.suppress(FileExistsError):
                    os.mkdir(outer)
            _tidy(above)
            os.mkdir(temporary)
            with locked(temporary) as held, _leased(temporary, not held):
                yield temporary
                _sync_below(temporary)
                os.rename(temporary, target)
        except BaseException as error:
            shutil.rmtree(temporary, ignore_errors=True)
            with contextlib.suppress(OSError):
                for outer in new:
                    os.rmdir(outer)
            if isinstance(error, BytewrightError) and (error.path or "").startswith(temporary):
                error.path = f"{name}{(error.path or '')[len(temporary) :]}"
            raise
        for outer in (target, *new):
            sync_folder(os.path.dirname(outer))


def _sync_below(folder: str) -> None:
    """Wait until the names in a folder, and in those below it, are on the disk."""
    sync_folder(folder)
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                _sync_below(entry.path)


def _mode_of(target: str) -> int | None:
    """The mode of a file whose links were followed; None: there is none.

    Raises:
        OSError: that can't be told, or a link couldn't be followed: it isn't to be replaced.
    """
    try:
        mode = os.lstat(target).st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(mode):
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), target)
    return mode


@contextlib.contextmanager
def _complete(target: str, mode: int | None) -> Iterator[BinaryIO]:
    folder, base = os.path.split(target)
    _tidy(folder)
    descriptor, temporary, locked = _made(folder, base)
    try:
        # It is held until the file has its name: a lock goes with the last descriptor.
        with os.fdopen(descriptor, "wb") as file, _kept(os.dup(descriptor)), _leased(temporary, not locked):
            yield file
            file.flush()
            os.fsync(file.fileno())
            file.close()
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(temporary, stat.S_IMODE(mode) if mode is not None else 0o666 & ~mask)
            os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise
    sync_folder(folder)


@contextlib.contextmanager
def _uploaded(uri: str, storage: Storage) -> Iterator[BinaryIO]:
    """An unnamed file of this machine that goes to another file system when it is complete."""
    place = locate(uri, storage)
    above, _, name = place.path.rpartition("/")
    folder = remote_folder(place.system, above, place.uri(above))
    with tempfile.TemporaryFile() as file:
        yield file
        file.seek(0)
        if place.system.type_name in OBJECT_STORES:
            folder.put(name, file)
            return
        folder.make()
        part = f".{name[:100]}.{uuid4().hex}{PART}"
        try:
            folder.put(part, file)
            folder.move(part, name)
        finally:
            folder.delete(part)


_tidied: set[str] = set()


def _tidy(folder: str) -> None:
    """Delete what killed processes have left in a folder, once: it may hold many files, and get many."""
    if folder not in _tidied:
        _tidied.add(folder)
        with contextlib.suppress(OSError):
            remove_abandoned(folder)


def _part_of(folder: str, base: str) -> str:
    """A path in a folder under which something is written before it gets its name."""
    return os.path.join(folder, f".{base[:100]}.{uuid4().hex}{PART}")


def _made(folder: str, base: str) -> tuple[int, str, bool]:
    """A new file that is written before it gets its name, its path, and whether it is locked, if there are locks."""
    while True:
        path = _part_of(folder, base)
        descriptor = -1
        try:
            # A signal may end the process as soon as there is a file, whose name must be known by then.
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _NO_LINK, 0o600)
            locked = lock(descriptor, wait=None)
            if os.fstat(descriptor).st_nlink:
                return descriptor, path, locked
        except BaseException:
            if descriptor >= 0:
                os.close(descriptor)
            with contextlib.suppress(OSError):
                os.unlink(path)
            raise
        os.close(descriptor)  # it was taken for an abandoned one before it was locked


@contextlib.contextmanager
def _kept(descriptor: int) -> Iterator[None]:
    try:
        yield
    finally:
        os.close(descriptor)


@contextlib.contextmanager
def _leased(path: str, needed: bool) -> Iterator[None]:
    """Say of a file that it is still written, by the time of its last change, where it can't be locked."""

    def renew(until: float) -> bool:
        try:
            os.utime(path)
        except FileNotFoundError:
            return False
        return True

    if not needed:
        yield
        return
    lease = Lease(renew)
    try:
        yield
    finally:
        lease.release()


def remove_abandoned(folder: str | os.PathLike[str]) -> list[str]:
    """Delete files and folders that a killed process was about to write; gives their names.

    Those that somebody writes are locked, and stay; where a file system has no locks, those that have changed lately.

    Raises:
        OSError: the directory can't be listed.
    """
    removed = []
    for name in sorted(os.listdir(folder or ".")):
        if not (name.startswith(".") and name.endswith(PART)):
            continue
        path = os.path.join(folder, name)
        with contextlib.suppress(OSError, HeldError), _kept(descriptor := _opened(path)):
            status = os.fstat(descriptor)
            free = lock(descriptor) or time.time() - status.st_mtime > LEASE
            if free and os.path.samestat(os.lstat(path), status):
                if stat.S_ISDIR(status.st_mode):
                    shutil.rmtree(path)
                else:
                    os.unlink(path)
                removed.append(name)
    return removed


def _opened(path: str) -> int:
    try:
        return os.open(path, os.O_RDWR | _NO_LINK)
    except IsADirectoryError:
        return os.open(path, os.O_RDONLY | _NO_LINK)


_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
