"""Logs that others write and rotate: which file each of them is by now, and how far it can be read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.io.file_listing import DataFile
from bytewright.io.filesystems import Storage
from bytewright.io.source import Prefix, open_source
from bytewright.limits import ON_DISK, Limits
from bytewright.schema.view import View
from bytewright.tables.append.growth import Growth, growth
from bytewright.tables.engines import Engine
from bytewright.tables.inputs import Input
from bytewright.views.evaluate.framing import Part

QUIET = 60
"""Seconds in which a log that is over must not have changed, before all but its digest is forgotten."""

_EDGE = 64
"""First bytes of a file, and last ones of what has been read of it, that tell it from others."""

_TOLD = 16
"""First bytes of a file, fewer of which tell nothing."""

_CERTAIN = 1 << 16
"""Bytes of records behind an unfinished one that show that its length is wrong. Fewer may be what it holds, unless it
still isn't whole when there are more."""

_DIGITS = re.compile(r"(\d+)")


@dataclass(frozen=True, slots=True)
class Log:
    """A file that may grow, and how far it has been read.

    Attributes:
        path: where it was before another one took its place, and, once that is so, where it is.
        inode: its number, which it keeps under another name; 0 where the file system has none.
        mark: digest of its first bytes, and of the last ones that have been read.
        length: how many the first ones are.
        stop: where the records end that have been read, in bytes.
        record: how many these are.
        ended: whether nobody writes it any more, as another one has taken its place.
    """

    path: str
    inode: int
    mark: int
    length: int
    stop: int
    record: int
    ended: bool = False

    @property
    def rest(self) -> Part:
        """What of it hasn't been read."""
        return Part(self.stop, None, self.record, None) if self.stop else Part()

    def to_json(self) -> list[str | int]:
        """As it is stored."""
        return [self.path, self.inode, f"{self.mark:x}", self.length, self.stop, self.record, int(self.ended)]

    @classmethod
    def from_json(cls, found: list[Any]) -> Log:
        """One that was stored."""
        path, inode, mark, length, stop, record, ended = found
        return cls(path, inode, int(mark, 16), length, stop, record, bool(ended))


@dataclass(frozen=True, slots=True)
class Known:
    """A log, and the file that it is now."""

    log: Log
    file: DataFile


class LogFiles:
    """Finds logs among files.

    Args:
        storage: arguments of file systems.
        lose: told of each log that is neither there nor copied, and of the file that has its path now, if one has.
    """

    def __init__(self, storage: Storage, lose: Callable[[Log, DataFile | None], None]) -> None:
        self._storage = storage
        self._lose = lose
        self._heads: dict[tuple[str, int], tuple[int, int, bytes]] = {}
        self._suspects: dict[tuple[int, int], tuple[int, int]] = {}

    # --- which file is which -----------------------------------------------------------------------------------------

    def known(
        self, logs: Iterable[Log], files: Sequence[DataFile], is_new: Callable[[DataFile], bool]
    ) -> Iterator[Known]:
        """The logs that there are, known ones and new ones, the oldest first.

        Args:
            logs: the known ones.
            files: the files that there are.
            is_new: whether a file that isn't empty, and is none of the known logs, is one that counts.
        """
        found = list(self.matched(logs, files))
        taken = {id(one.file) for one in found}
        new = [file for file in files if id(file) not in taken and file.size and is_new(file)]
        found += [Known(self.begun(file), file) for file in new]
        succeeded = _succeeded(files)
        present = {file.path for file in files if file.size}
        for one in sorted(found, key=lambda one: (one.file.modified, one.file.path)):
            moved = one.file.path != one.log.path and one.log.path in present
            ended = one.log.ended or moved or one.file.path in succeeded
            # Until another one has its name, the log is known by it.
            path = one.file.path if ended else one.log.path
            yield Known(replace(one.log, path=path, inode=one.file.inode, ended=ended), one.file)

    def matched(self, logs: Iterable[Log], files: Sequence[DataFile]) -> Iterator[Known]:
        """The files that known logs are now: of the same number, or copies."""
        by_inode = {file.inode: file for file in files if file.inode}
        by_path = {file.path: file for file in files}
        free = list(files)
        missing: list[Log] = []
        for log in logs:
            same = by_inode.get(log.inode) if log.inode else by_path.get(log.path)
            if same is not None and self.continues(log, same):
                free = [file for file in free if file is not same]
                yield Known(log, same)
            else:
                missing.append(log)
        for log in missing:
            copy = next((file for file in free if log.length >= _TOLD and self.continues(log, file)), None)
            if copy is not None:
                free = [file for file in free if file is not copy]
                yield Known(log, copy)
            else:
                self._lose(log, by_path.get(log.path))

    def source_of(self, file: DataFile, logs: Iterable[Log]) -> Log | None:
        """The log of which a file is a copy."""
        return next((old for old in logs if old.length >= _TOLD and self.continues(old, file)), None)

    def continues(self, log: Log, file: DataFile) -> bool:
        """Whether a file is a log, with what has been read of it."""
        return file.size >= log.stop and self._mark(file, log.length, log.stop) == log.mark

    def agree(self, file: DataFile, other: DataFile) -> bool:
        """Whether one of two files, as far as it goes, may be a copy of the other; fewer than 16 bytes tell nothing."""
        size = min(file.size, other.size)
        length = min(_EDGE, size)
        return size >= _TOLD and self._mark(file, length, size) == self._mark(other, length, size)

    def begun(self, file: DataFile) -> Log:
        """The log that a file is of which nothing has been read."""
        length = min(_EDGE, file.size)
        return Log(file.path, file.inode, self._mark(file, length, 0), length, 0, 0)

    def identity(self, file: DataFile) -> int:
        """What stands for a log that is over: its number and its first bytes, which other names leave as they are."""
        return _digest(f"{file.inode or file.path}:{self._head(file).hex()}".encode(errors="surrogatepass"))

    def _mark(self, file: DataFile, length: int, stop: int) -> int:
        last = self._read(file, max(length, stop - _EDGE), stop) if stop > length else b""
        return _digest(self._head(file)[:length] + last)

    def _head(self, file: DataFile) -> bytes:
        key = (file.path, file.inode)
        modified, size, head = self._heads.get(key, (0, 0, b""))
        if (modified, size) != (file.modified, file.size) or not size:
            head = self._read(file, 0, min(_EDGE, file.size))
            self._heads[key] = (file.modified, file.size, head)
        return head

    def _read(self, file: DataFile, start: int, stop: int) -> bytes:
        source = open_source(Prefix(file.path, file.size, file.inode), self._storage)
        try:
            return source.read(start, stop - start)
        finally:
            source.close()

    # --- how far it can be read --------------------------------------------------------------------------------------

    def growth(
        self,
        one: Known,
        codec: Codec,
        view: View,
        settings: Settings,
        most: int | None = None,
        *,
        engine: Engine = "auto",
        limits: Limits = ON_DISK,
    ) -> tuple[Growth, Log]:
        """How far the records of a log go that can be read now, and the log behind them.

        Args:
            one: the log.
            codec: the format.
            view: a view of its records, by which a file grows.
            settings: the options.
            most: how many bytes are wanted, but for one record; None: all.
            engine: what reads.
            limits: bounds on what is decompressed.
        """
        log, file = one.log, one.file
        opened = Input(Prefix(file.path, file.size, file.inode), self._storage, limits)

        def reach(bad: int | None = None) -> Growth:
            return growth(codec, view, settings, opened, log.rest, most, engine=engine, ended=log.ended, bad=bad)

        found = reach()
        place, key = found.following.start or 0, (log.inode, log.mark)
        if found.later is None:
            self._suspects.pop(key, None)
        else:
            before, size = self._suspects.get(key, (place, file.size))
            self._suspects[key] = (place, min(size, file.size) if before == place else file.size)
            grew = before == place and file.size > size
            if grew or file.size - found.later >= _CERTAIN:
                found = reach(place)
        return found, self._behind(log, file, found)

    def _behind(self, log: Log, file: DataFile, found: Growth) -> Log:
        if found.part is None and found.following.start is None:
            return log
        stop = found.following.start or 0
        length = min(_EDGE, stop)
        return replace(
            log, stop=stop, record=found.following.record, mark=self._mark(file, length, stop), length=length
        )


def _digest(data: bytes) -> int:
    return int.from_bytes(blake2b(data, digest_size=8).digest(), "big")


def series(path: str) -> tuple[str, tuple[int, ...]]:
    """A path without the numbers in its file's name, and these."""
    folder, slash, name = path.rpartition("/")
    return folder + slash + _DIGITS.sub("#", name), tuple(map(int, _DIGITS.findall(name)))


def _succeeded(files: Sequence[DataFile]) -> set[str]:
    """Paths of logs that others have taken the place of: of the same name but for its numbers, higher and newer."""
    found: set[str] = set()
    groups: dict[str, list[tuple[tuple[int, ...], DataFile]]] = {}
    for file in files:
        name, numbers = series(file.path)
        if numbers and file.size:
            groups.setdefault(name, []).append((numbers, file))
    for members in groups.values():
        members.sort(key=lambda one: one[0])
        newest = None
        for _, file in reversed(members):
            if newest is not None and newest >= file.modified:
                found.add(file.path)
            newest = file.modified if newest is None else max(newest, file.modified)
    return found
