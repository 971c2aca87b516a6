"""Logs that others write and rotate: which file each of them is by now, and how far it can be read."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import accumulate
from typing import Any

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.io.file_listing import DataFile
from bytewright.io.filesystems import Storage
from bytewright.io.source import Prefix, open_source
from bytewright.limits import ON_DISK, Limits
from bytewright.schema.view import View
from bytewright.tables.append.growth import Growth, growth
from bytewright.tables.append.log_names import bases, is_rotated, series
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

APART = -1
"""Of a log that was written to though a higher number was there: numbers tell logs apart, not parts of one."""


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
        succeeded: when a file with a higher number was last modified as it came, in microseconds since 1970; 0: none
            has come while the log was known; `APART`.
    """

    path: str
    inode: int
    mark: int
    length: int
    stop: int
    record: int
    ended: bool = False
    succeeded: int = 0

    @property
    def rest(self) -> Part:
        """What of it hasn't been read."""
        return Part(self.stop, None, self.record, None) if self.stop else Part()

    def to_json(self) -> list[str | int]:
        """As it is stored."""
        more = [self.succeeded] if self.succeeded else []
        return [self.path, self.inode, f"{self.mark:x}", self.length, self.stop, self.record, int(self.ended), *more]

    @classmethod
    def from_json(cls, found: list[Any]) -> Log:
        """One that was stored."""
        path, inode, mark, length, stop, record, ended, *more = found
        return cls(path, inode, int(mark, 16), length, stop, record, bool(ended), *more)


@dataclass(frozen=True, slots=True)
class Known:
    """A log, and the file that it is now.

    Attributes:
        log: the log.
        file: the file.
        is_over: whether an unfinished record at its end is a bad one, as nobody seems to finish it.
    """

    log: Log
    file: DataFile
    is_over: bool = False


class LogFiles:
    """Finds logs among files.

    Args:
        storage: arguments of file systems.
        lose: told of each log that is neither there nor copied, and of the file that has its path now, if one has,
            unless it has ended and all that was seen of it was read.
        in_order: whether the format says that numbers in names tell the order of files.
    """

    def __init__(
        self, storage: Storage, lose: Callable[[Log, DataFile | None], None], *, in_order: bool = False
    ) -> None:
        self._storage = storage
        self._lose = lose
        self._in_order = in_order
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
        listed = set(self._heads)
        files = self._once(files)
        found, missing = self.matched(logs, files)
        taken = {id(one.file) for one in found}
        present = {file.path: file for file in files if file.size}
        new = [
            Known(self.begun(file), file)
            for file in present.values()
            if id(file) not in taken and is_new(file) and not self._is_being_copied(file, present)
        ]
        numbers = _Numbers(present.values())
        for one in found:
            numbers.add(one.log, one.file)
        for log in missing:
            numbers.add(log, None)
        for one in new:
            if (one.file.path, one.file.inode) not in listed:
                numbers.come(one.file)
        for log in missing:
            if not (log.ended or numbers.succeeded(log, log.path) > 0) or self._has_unread(log):
                self._lose(log, next((file for file in files if file.path == log.path), None))
        for one in sorted([*found, *new], key=lambda one: (one.file.modified, one.file.path)):
            yield self._as_it_is(one, present, numbers)

    def _as_it_is(self, one: Known, present: Mapping[str, DataFile], numbers: _Numbers) -> Known:
        log, file = one.log, one.file
        moved = file.path != log.path and log.path in present
        rotated = any(base in present and is_rotated(file.path, base) for base in bases(file.path))
        ended = log.ended or moved or rotated or (self._in_order and numbers.has_newer(file))
        succeeded = numbers.succeeded(log, file.path)
        quiet = time.time() - file.modified / 1e6 >= QUIET
        # Until another one has its name, the log is known by it.
        path = file.path if ended else log.path
        log = replace(log, path=path, inode=file.inode, ended=ended, succeeded=succeeded)
        return Known(log, file, ended or (succeeded > 0 and quiet))

    def _once(self, files: Sequence[DataFile]) -> list[DataFile]:
        """Each file once: one that is renamed while a large directory is listed may be there by both names."""
        once: dict[object, DataFile] = {}
        for file in files:
            before = once.get(file.inode) if file.inode else None
            same = before is None or self.identity(before) == self.identity(file)
            once[file.inode if file.inode and same else file.path] = file
        return list(once.values())

    def _is_being_copied(self, file: DataFile, present: Mapping[str, DataFile]) -> bool:
        """Whether a file is what a log is copied to, before that is truncated, and so none that is new."""
        if time.time() - file.modified / 1e6 >= QUIET:
            return False
        logs = (present[base] for base in bases(file.path) if base in present)
        return any(file.size <= log.size and self.agree(file, log) for log in logs)

    def _has_unread(self, log: Log) -> bool:
        """Whether more of a log was seen than was read."""
        return self._heads.get((log.path, log.inode), (0, 0, b""))[1] > log.stop

    def matched(self, logs: Iterable[Log], files: Sequence[DataFile]) -> tuple[list[Known], list[Log]]:
        """The files that known logs are now, of the same number, or copies; and the logs of which there is none.

        Args:
            logs: the known ones.
            files: the files that there are.
        """
        by_inode = {file.inode: file for file in files if file.inode}
        by_path = {file.path: file for file in files}
        found: list[Known] = []
        missing: list[Log] = []
        for log in logs:
            same = by_inode.get(log.inode) if log.inode else by_path.get(log.path)
            if same is not None and self.continues(log, same):
                found.append(Known(log, same))
            else:
                missing.append(log)
        taken = {id(one.file) for one in found}
        free = [file for file in files if missing and id(file) not in taken]
        free.sort(key=lambda file: file.modified, reverse=True)
        gone: list[Log] = []
        for log in missing:
            copy = next((file for file in free if self._is_copy(file, log)), None)
            if copy is not None:
                free.remove(copy)
                found.append(Known(log, copy))
            else:
                gone.append(log)
        return found, gone

    def source_of(self, file: DataFile, logs: Iterable[Log]) -> Log | None:
        """The log of which a file is a copy."""
        return next((old for old in logs if self._is_copy(file, old)), None)

    def _is_copy(self, file: DataFile, log: Log) -> bool:
        """Whether what has been read of a log is in another file, and tells that it is a copy: by its name, or as it is
        enough."""
        tells = log.length >= _TOLD or log.path in bases(file.path)
        return tells and log.stop > 0 and self.continues(log, file)

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
            return growth(codec, view, settings, opened, log.rest, most, engine=engine, ended=one.is_over, bad=bad)

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


class _Numbers:
    """What numbers in the names of files tell of logs.

    A file with a higher number may have taken the place of another one, or be a log of its own. That it came while the
    others were known, and that these haven't been written to since, speaks for the first; once one is written to though
    there is a higher number, it is the second.
    """

    def __init__(self, files: Iterable[DataFile]) -> None:
        self._known: dict[str, tuple[int, ...]] = {}
        self._came: dict[str, int] = {}
        self._apart: set[str] = set()
        self._later: dict[str, tuple[int, int]] = {}
        groups: dict[str, list[tuple[tuple[int, ...], DataFile]]] = {}
        for file in files:
            name, numbers = series(file.path)
            if numbers:
                groups.setdefault(name, []).append((numbers, file))
        for members in groups.values():
            members.sort(key=lambda one: one[0], reverse=True)
            times = [file.modified for _, file in members]
            bounds = zip(accumulate(times, min), accumulate(times, max), strict=True)
            self._later.update((file.path, bound) for (_, file), bound in zip(members[1:], bounds, strict=False))

    def has_newer(self, file: DataFile) -> bool:
        """Whether one with a higher number was modified later."""
        return file.path in self._later and self._later[file.path][1] >= file.modified

    def add(self, log: Log, file: DataFile | None) -> None:
        """Take a known log into account, and the file that it is."""
        name, numbers = series(log.path if file is None else file.path)
        self._known[name] = max(numbers, self._known.get(name, ()))
        older = file is not None and file.path in self._later and self._later[file.path][0] < file.modified
        if log.succeeded == APART or older or (file is not None and 0 < log.succeeded < file.modified):
            self._apart.add(name)

    def come(self, file: DataFile) -> None:
        """Likewise a file that wasn't there before; known logs first."""
        name, numbers = series(file.path)
        if numbers and name in self._known and numbers > self._known[name]:
            self._came[name] = min(file.modified, self._came.get(name, file.modified))

    def succeeded(self, log: Log, path: str) -> int:
        """What `Log.succeeded` is now, of a log of this path."""
        name, numbers = series(path)
        if name in self._apart:
            return APART
        if log.succeeded or not numbers or numbers > self._known.get(name, ()):
            return log.succeeded
        return self._came.get(name, 0)
