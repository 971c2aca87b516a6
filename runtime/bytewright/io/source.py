"""Where bytes come from: positioned reads of files, bytes in memory, streams.

Files are never memory-mapped: one that is truncated while it is read must not kill the process.
"""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import BinaryIO, Protocol

from bytewright.errors import InputMissingError, LimitError, UnreadableError
from bytewright.io import compressed
from bytewright.io.filesystems import Storage, is_remote, local_path
from bytewright.io.watched_reads import tell_opened, tell_read
from bytewright.limits import ON_DISK, Limits


class Source(Protocol):
    """Bytes that can be read at any position.

    Attributes:
        name: what errors call it.
        size: number of bytes.
    """

    name: str
    size: int

    def read_into(self, offset: int, buffer: memoryview) -> int:
        """Fill ``buffer`` from ``offset``; returns how many bytes there were (fewer only at the end)."""
        ...

    def read(self, offset: int, size: int) -> bytes:
        """``size`` bytes from ``offset``, fewer at the end."""
        ...

    def close(self) -> None:
        """Give back what the source holds."""
        ...


class BytesSource:
    """Bytes in memory."""

    def __init__(self, data: bytes | bytearray | memoryview, name: str = "<bytes>") -> None:
        self._view = memoryview(data).cast("B")
        self.name = name
        self.size = len(self._view)

    def read_into(self, offset: int, buffer: memoryview) -> int:
        """See `Source.read_into`."""
        piece = self._view[offset : offset + len(buffer)]
        buffer[: len(piece)] = piece
        return len(piece)

    def read(self, offset: int, size: int) -> bytes:
        """See `Source.read`."""
        return bytes(self._view[offset : offset + size])

    def view(self, offset: int, size: int) -> memoryview:
        """Likewise, not copied."""
        return self._view[offset : offset + size]

    def close(self) -> None:
        """Nothing to give back."""


class FileSource:
    """A file of the local file system, by positioned reads."""

    _descriptor = -1

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.name = os.fspath(path)
        try:
            self._descriptor = os.open(self.name, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
        except OSError as error:
            raise InputMissingError(_reason(error), path=self.name) from None
        self.size = self._measured()
        tell_opened(self.name, self.size)

    def _measured(self) -> int:
        """The size of the file, which can be read.

        Raises:
            InputMissingError: it can't; it is closed then.
        """
        try:
            size = os.fstat(self._descriptor).st_size
            os.pread(self._descriptor, 0, 0)
        except BaseException as error:
            self.close()
            if not isinstance(error, OSError):
                raise
            raise InputMissingError(_reason(error), path=self.name) from None
        return size

    @property
    def descriptor(self) -> int:
        """The open file, for whoever reads it in another way."""
        return self._descriptor

    def status(self) -> os.stat_result:
        """What the system says of the open file.

        Raises:
            UnreadableError: it doesn't.
        """
        try:
            return os.fstat(self._descriptor)
        except OSError as error:
            raise UnreadableError(_reason(error), path=self.name) from None

    @property
    def modified(self) -> int | None:
        """When the open file was last modified, in microseconds since 1970, whatever has its name by now.

        Raises:
            UnreadableError: the system doesn't say so.
        """
        return self.status().st_mtime_ns // 1000

    def read_into(self, offset: int, buffer: memoryview) -> int:
        """See `Source.read_into`."""
        done = 0
        while done < len(buffer):
            try:
                got = os.preadv(self._descriptor, [buffer[done:]], offset + done)
            except OSError as error:
                raise UnreadableError(_reason(error), path=self.name, offset=offset + done) from None
            if got == 0:
                break
            done += got
        tell_read(done)
        return done

    def read(self, offset: int, size: int) -> bytes:
        """See `Source.read`."""
        left = max(0, min(size, self.size - offset))
        pieces: list[bytes] = []
        while left:
            try:
                piece = os.pread(self._descriptor, left, offset)
            except OSError as error:
                raise UnreadableError(_reason(error), path=self.name, offset=offset) from None
            if not piece:
                break
            pieces.append(piece)
            left -= len(piece)
            offset += len(piece)
            tell_read(len(piece))
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def close(self) -> None:
        """Close the file."""
        descriptor, self._descriptor = self._descriptor, -1
        if descriptor >= 0:
            with contextlib.suppress(OSError):  # it tells of what couldn't be written, which nobody reads again
                os.close(descriptor)

    def __del__(self) -> None:
        """The descriptor goes back at the latest when nobody reads the file."""
        self.close()


class Counted:
    """A source that counts what is read of it.

    Attributes:
        copied: how many bytes.
    """

    def __init__(self, source: Source, size: int | None = None) -> None:
        self._source = source
        self.name, self.size = source.name, source.size if size is None else min(size, source.size)
        self.copied = 0

    def read(self, offset: int, size: int) -> bytes:
        """See `Source.read`."""
        data = self._source.read(offset, max(0, min(size, self.size - offset)))
        self.copied += len(data)
        return data

    def read_into(self, offset: int, buffer: memoryview) -> int:
        """See `Source.read_into`."""
        size = self._source.read_into(offset, buffer[: max(0, self.size - offset)])
        self.copied += size
        return size

    def close(self) -> None:
        """The source is closed by who opened it."""


class DecompressedSource(FileSource):
    """What a compressed file holds: a temporary file that only this process sees."""

    def __init__(self, source: Source, algorithm: str, limits: Limits) -> None:
        self.name = source.name
        try:
            self._modified: int | None = getattr(source, "modified", None)
            self._descriptor = compressed.decompress(source, algorithm, limits)
        finally:
            source.close()
        self.size = self._measured()
        tell_opened(f"{self.name}, decompressed", self.size)

    @property
    def modified(self) -> int | None:
        """When the compressed file was last modified; None: it is no file."""
        return self._modified


class OpenSource(FileSource):
    """A file that somebody has open, and which stays so: its bytes so far."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        self.name = name
        try:
            self._descriptor = os.dup(file.fileno())
        except OSError as error:
            raise InputMissingError(_reason(error), path=name) from None
        self.size = self._measured()


@dataclass(frozen=True, slots=True)
class Prefix:
    """The first bytes of a file: what it was before it grew.

    Attributes:
        path: its path or URI.
        size: how many bytes.
        inode: its number, by which it is found in its directory when it has another name by now; 0: any file of the
            path is meant.
    """

    path: str
    size: int
    inode: int = 0


_RENAMES = 3
"""How often a file is looked for that is given other names meanwhile."""


class PrefixSource:
    """The first bytes of a source, of which the rest isn't looked at.

    Args:
        source: all bytes.
        size: how many count.

    Raises:
        InputMissingError: there are fewer.
    """

    def __init__(self, source: Source, size: int) -> None:
        if source.size < size:
            source.close()
            raise InputMissingError(
                "the file has been truncated", path=source.name, expected=f"{size} bytes", found=f"{source.size}"
            )
        self._source = source
        self.name = source.name
        self.size = size

    @property
    def modified(self) -> int | None:
        """When all of it was last modified; None: it is no file."""
        return getattr(self._source, "modified", None)

    def read_into(self, offset: int, buffer: memoryview) -> int:
        """See `Source.read_into`."""
        return self._source.read_into(offset, buffer[: max(0, self.size - offset)])

    def read(self, offset: int, size: int) -> bytes:
        """See `Source.read`."""
        return self._source.read(offset, max(0, min(size, self.size - offset)))

    def close(self) -> None:
        """Close the source."""
        self._source.close()


def open_source(
    what: str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO | Prefix,
    storage: Storage = (),
    limits: Limits = ON_DISK,
) -> Source:
    """A source for a path or URI, bytes, or a file object (which is read to its end).

    Args:
        what: what is read; a path with the suffix of a compression is decompressed, but none of a `Prefix`.
        storage: arguments of file systems; see `bytewright.io.filesystems`.
        limits: bounds on what decompression may give.
    """
    if isinstance(what, Prefix):
        source = _open(what.path, storage) if not what.inode or is_remote(what.path) else _open_inode(what)
        return PrefixSource(source, what.size)
    if not isinstance(what, (str, os.PathLike)):
        return _open(what, storage)
    source = _open(what, storage)
    algorithm = compressed.algorithm_of(source.name)
    return source if algorithm is None else DecompressedSource(source, algorithm, limits)


def _open_inode(what: Prefix) -> FileSource:
    """A local file by its number, under whatever name it has in its directory.

    Raises:
        InputMissingError: it isn't there.
    """
    for _ in range(_RENAMES):
        with contextlib.suppress(InputMissingError, UnreadableError):
            source = FileSource(what.path)
            if source.status().st_ino == what.inode:
                return source
            source.close()
        with contextlib.suppress(OSError), os.scandir(os.path.dirname(what.path) or ".") as entries:
            what = next((replace(what, path=one.path) for one in entries if one.inode() == what.inode), what)
    raise InputMissingError("the file is gone, or another one has taken its place", path=what.path)


def _open(what: str | os.PathLike[str] | bytes | bytearray | memoryview | BinaryIO, storage: Storage) -> Source:
    if isinstance(what, (bytes, bytearray, memoryview)):
        return BytesSource(what)
    if isinstance(what, (str, os.PathLike)):
        path = os.fspath(what)
        mode = _mode_of(path)
        if mode is None:
            if is_remote(path):
                from bytewright.io.remote_source import RemoteSource  # Arrow's file systems take a while to load

                return RemoteSource(path, storage)
            path = local_path(path)
            mode = _mode_of(path)
        if mode is not None and stat.S_ISDIR(mode):
            raise InputMissingError("it is a directory", path=path)
        if mode is not None and not stat.S_ISREG(mode):
            return _from_pipe(path)
        return FileSource(path)
    return BytesSource(what.read(), str(getattr(what, "name", "<stream>")))


def _mode_of(path: str) -> int | None:
    status = status_of(path)
    return None if status is None else status.st_mode


def status_of(path: str) -> os.stat_result | None:
    """What the system says of what a path names; None: it names nothing on this machine.

    Raises:
        InputMissingError: that can't be told: it is taken for nothing else then.
    """
    try:
        return os.stat(path)
    except ValueError:  # a zero in it
        return None
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG):
            return None
        raise InputMissingError(_reason(error), path=path) from None


@contextlib.contextmanager
def reading(path: str | os.PathLike[str]) -> Iterator[None]:
    """Let errors of the system, while the block runs, say that a file of this machine can't be read.

    Args:
        path: its path.

    Raises:
        InputMissingError: there was one.
    """
    try:
        yield
    except OSError as error:
        raise InputMissingError(f"can't be read: {_reason(error)}", path=os.fspath(path)) from None


MOST_PIPED = 1 << 28
"""Bytes that a pipe or device may give: they are held in memory, since they can't be read twice."""


def _from_pipe(path: str) -> BytesSource:
    try:
        with open(path, "rb") as pipe:
            data = pipe.read(MOST_PIPED + 1)
    except OSError as error:
        raise InputMissingError(_reason(error), path=path) from None
    if len(data) > MOST_PIPED:
        raise LimitError(
            path=path, offset=MOST_PIPED, expected=f"at most {MOST_PIPED} bytes from a pipe or device", found="more"
        )
    return BytesSource(data, path)


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
