"""Logs that grow, in a stream: which file each of them is by now, and how far it can be read."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import TYPE_CHECKING

from bytewright.codec.settings import limits_on_disk, parse
from bytewright.errors import InputMissingError, OptionError
from bytewright.io.compressed import algorithm_of
from bytewright.io.source import Prefix, open_source
from bytewright.spark.read.task import Piece, open_files
from bytewright.spark.streaming.offsets import Log, Offset, digest
from bytewright.spark.streaming.warn import warn
from bytewright.tables.append.growth import Growth, grows, growth
from bytewright.tables.inputs import Input
from bytewright.views.evaluate.framing import Part
from bytewright.views.evaluate.layout import row_per_record, view_of

if TYPE_CHECKING:
    from bytewright.io.file_listing import DataFile
    from bytewright.spark.options import ReadOptions
    from bytewright.spark.stream_options import StreamOptions

_HEAD = 64
"""First bytes of a file that tell it from others."""

_TOLD = 16
"""First bytes of a file, fewer of which tell nothing."""

_QUIET = 60
"""Seconds in which a log that is over must not have changed, before all but its digest is forgotten."""

_CERTAIN = 1 << 16
"""Bytes of records behind an unfinished one that show that its length is wrong. Fewer may be what it holds, unless it
still isn't whole when there are more."""

_DIGITS = re.compile(r"(\d+)")


@dataclass(frozen=True, slots=True)
class Known:
    """A log, and the file that it is now."""

    log: Log
    file: DataFile


class Logs:
    """The logs of a stream.

    Args:
        options: the options of the read.
        stream: those of the stream.
        numbered: whether rows are numbered over the file.

    Raises:
        OptionError: files of the view can't be followed.
    """

    def __init__(self, options: ReadOptions, stream: StreamOptions, *, numbered: bool) -> None:
        self._options = options
        self._stream = stream
        self._heads: dict[tuple[str, int, int, int], bytes] = {}
        self._suspects: dict[tuple[int, int], tuple[int, int]] = {}
        self._told: set[str] = set()

        for codec in options.codecs:
            view = view_of(codec, options.view)
            if not grows(codec, view):
                raise OptionError(
                    f"follow=true: the view {view.name} of {codec.name}",
                    expected="a view of records that go on to the end of the file",
                )
            if numbered and not row_per_record(codec, view):
                raise OptionError(
                    f"follow=true: nothing counts the rows of the view {view.name} of {codec.name}, as _metadata does",
                    hint="Leave the column _metadata out.",
                )

    # --- what can be read --------------------------------------------------------------------------------------------

    def grown(self, offset: Offset, files: Sequence[DataFile], most_logs: int | None, most_bytes: int | None) -> Offset:
        """How far the logs can be read.

        Args:
            offset: how far they have been read.
            files: the files that there are.
            most_logs: how many logs may be read; None: all.
            most_bytes: how many bytes of them, but for one record; None: all.

        Raises:
            InputMissingError: a log has lost bytes that may not have been read, and the options don't allow that.
            OptionError: a file can't be followed.
        """
        logs: list[Log] = []
        over: list[tuple[int, int]] = []
        read = spent = 0
        for one in self._known(offset, files):
            log, file = one.log, one.file
            enough = (most_logs is not None and read >= most_logs) or (most_bytes is not None and spent >= most_bytes)
            if file.size > log.stop and not enough:
                found = self._growth(log, file, None if most_bytes is None else most_bytes - spent)
                if found.part is not None or found.following.start is not None:
                    stop = found.following.start or 0
                    read += stop > log.stop
                    spent += stop - log.stop
                    length = min(_HEAD, stop)
                    head = _digest(self._head(file)[:length])
                    log = replace(log, stop=stop, record=found.following.record, head=head, length=length)
            # One that this batch has more of stays, as the batch is what one offset has and the last one hasn't.
            if log.stop == one.log.stop and self._is_over(log, file, offset):
                over.append((self._identity(file), file.modified // 1_000_000))
            elif log.record:
                logs.append(log)
        found_offset = offset.with_files(over, self._stream.max_file_age)
        return replace(found_offset, logs=tuple(sorted(logs, key=lambda log: (log.path, log.inode))))

    def _growth(self, log: Log, file: DataFile, most: int | None) -> Growth:
        options = self._options.of_version(file)
        codec = options.codecs[0]
        view, settings = view_of(codec, options.view), parse(codec, options.settings, texts=options.texts)
        one = Input(Prefix(file.path, file.size), options.storage, limits_on_disk(options.settings))
        after = _part(log)

        def reach(bad: int | None = None) -> Growth:
            return growth(codec, view, settings, one, after, most, engine=options.engine, ended=log.ended, bad=bad)

        found = reach()
        place, key = found.following.start or 0, (log.inode, log.head)
        if found.later is None:
            self._suspects.pop(key, None)
            return found
        before, size = self._suspects.get(key, (place, file.size))
        self._suspects[key] = (place, min(size, file.size) if before == place else file.size)
        grew = before == place and file.size > size
        return reach(place) if grew or file.size - found.later >= _CERTAIN else found

    def _is_over(self, log: Log, file: DataFile, offset: Offset) -> bool:
        """Whether a log has been read to its end, and nothing will come any more."""
        now = time.time()
        quiet = now - file.modified / 1e6
        old = file.modified // 1_000_000 < offset.newest - self._stream.max_file_age
        return log.stop >= file.size and ((log.ended and quiet >= _QUIET) or old)

    # --- which file is which -----------------------------------------------------------------------------------------

    def _known(self, offset: Offset, files: Sequence[DataFile]) -> Iterator[Known]:
        """The logs that there are, known ones and new ones, the oldest first."""
        for file in files:
            if algorithm_of(file.path) is not None:
                raise OptionError(
                    "a compressed file can't be followed",
                    path=file.path,
                    hint="Leave it out by pathGlobFilter, or read new files without follow=true.",
                )
        found = list(self._matched(offset.logs, files))
        known = {id(one.file) for one in found}
        oldest = (offset.newest - self._stream.max_file_age) * 1_000_000
        for file in files:
            if id(file) in known or not file.size or file.modified < oldest or self._identity(file) in offset.seen:
                continue
            length = min(_HEAD, file.size)
            found.append(Known(Log(file.path, file.inode, _digest(self._head(file)[:length]), 0, 0, 0), file))
        succeeded = _succeeded(files)
        present = {file.path for file in files if file.size}
        for one in sorted(found, key=lambda one: (one.file.modified, one.file.path)):
            moved = one.file.path != one.log.path and one.log.path in present
            ended = one.log.ended or moved or one.file.path in succeeded
            yield Known(replace(one.log, path=one.file.path, inode=one.file.inode, ended=ended), one.file)

    def _matched(self, logs: Iterable[Log], files: Sequence[DataFile]) -> Iterator[Known]:
        """The files that known logs are now: of the same number, or copies.

        Raises:
            InputMissingError: there is none, and the options don't allow that.
        """
        by_inode = {file.inode: file for file in files if file.inode}
        by_path = {file.path: file for file in files}
        free = list(files)
        missing: list[Log] = []
        for log in logs:
            same = by_inode.get(log.inode) if log.inode else by_path.get(log.path)
            if same is not None and self._continues(log, same):
                free = [file for file in free if file is not same]
                yield Known(log, same)
            else:
                missing.append(log)
        for log in missing:
            copy = next((file for file in free if log.length >= _TOLD and self._continues(log, file)), None)
            if copy is not None:
                free = [file for file in free if file is not copy]
                yield Known(log, copy)
            else:
                self._lose(log, by_path.get(log.path))

    def _continues(self, log: Log, file: DataFile) -> bool:
        """Whether a file is a log, with what has been read of it."""
        return file.size >= log.stop and _digest(self._head(file)[: log.length]) == log.head

    def _lose(self, log: Log, file: DataFile | None) -> None:
        if log.ended:
            return
        what = "the log is gone" if file is None else "the log has been truncated or replaced"
        message = f"{what}; {log.stop} bytes of it had been read"
        if self._stream.fail_on_data_loss:
            raise InputMissingError(
                message, path=log.path, hint="failOnDataLoss=false goes on, and reads what is there from its beginning."
            )
        if log.path not in self._told:
            self._told.add(log.path)
            warn(f"{log.path}: {message}")

    def _identity(self, file: DataFile) -> int:
        """What stands for a log that is over: its number and its first bytes, which other names leave as they are."""
        return digest(f"{file.inode or file.path}:{self._head(file).hex()}")

    def _head(self, file: DataFile) -> bytes:
        key = (file.path, file.inode, file.modified, file.size)
        if key not in self._heads:
            source = open_source(Prefix(file.path, file.size), self._options.storage)
            try:
                self._heads[key] = source.read(0, _HEAD)
            finally:
                source.close()
        return self._heads[key]

    # --- a batch -----------------------------------------------------------------------------------------------------

    def pieces(self, before: Offset, after: Offset, files: Sequence[DataFile], target: int) -> list[Piece]:
        """What lies between two offsets, in parts of so many bytes.

        Raises:
            InputMissingError: a log is gone, and the options don't allow that.
        """
        begun = {(log.inode, log.path): log for log in before.logs}
        named = {log.inode: log for log in before.logs if log.inode}
        found: list[Piece] = []
        for one in self._matched(after.logs, files):
            log = one.log
            old = named.get(log.inode) or begun.get((log.inode, log.path)) or self._copied(log, before, one.file)
            start = old if old is not None and self._continues(old, one.file) and old.stop <= log.stop else None
            if log.stop == (0 if start is None else start.stop):
                continue
            file = replace(one.file, size=log.stop, grows=True)
            part = Part() if start is None else _part(start)
            found += self._parts(file, part, target)
        return found

    def _copied(self, log: Log, before: Offset, file: DataFile) -> Log | None:
        """What was known of a log that has been copied since."""
        return next((old for old in before.logs if old.length >= _TOLD and self._continues(old, file)), None)

    def _parts(self, file: DataFile, part: Part, target: int) -> Iterator[Piece]:
        size = file.size - (part.start or 0)
        parts = [part] if size <= target else open_files([file], self._options).splits(target, part)
        for one in parts:
            end = file.size if one.stop is None else one.stop
            yield Piece(file, end - (one.start or 0), one)


def _part(log: Log) -> Part:
    """What of a log hasn't been read."""
    return Part(log.stop, None, log.record, None) if log.stop else Part()


def _digest(head: bytes) -> int:
    return int.from_bytes(blake2b(head, digest_size=8).digest(), "big")


def _succeeded(files: Sequence[DataFile]) -> set[str]:
    """Paths of logs that others have taken the place of: of the same name but for its numbers, higher and newer."""
    series: dict[str, list[tuple[tuple[int, ...], DataFile]]] = {}
    for file in files:
        folder, slash, name = file.path.rpartition("/")
        numbers = tuple(map(int, _DIGITS.findall(name)))
        if numbers and file.size:
            series.setdefault(folder + slash + _DIGITS.sub("#", name), []).append((numbers, file))
    found: set[str] = set()
    for members in series.values():
        members.sort(key=lambda one: one[0])
        newest = None
        for _, file in reversed(members):
            if newest is not None and newest >= file.modified:
                found.add(file.path)
            newest = file.modified if newest is None else max(newest, file.modified)
    return found
