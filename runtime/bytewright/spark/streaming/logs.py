"""Logs that grow, in a stream: how far each can be read, and what a batch has of it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from bytewright.codec.settings import limits_on_disk, parse
from bytewright.errors import InputMissingError, OptionError
from bytewright.io.compressed import algorithm_of
from bytewright.spark.read.task import Piece, open_files
from bytewright.spark.streaming.offsets import Offset
from bytewright.spark.streaming.warn import warn
from bytewright.tables.append.growth import grows
from bytewright.tables.append.log_files import QUIET, Known, Log, LogFiles
from bytewright.views.evaluate.framing import Part
from bytewright.views.evaluate.layout import row_per_record, view_of

if TYPE_CHECKING:
    from bytewright.io.file_listing import DataFile
    from bytewright.spark.options import ReadOptions
    from bytewright.spark.stream_options import StreamOptions


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
        in_order = options.codecs[0].file_order == "numeric"
        self._files = LogFiles(options.storage, self._lose, in_order=in_order)
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
                log = self._grown(one, None if most_bytes is None else most_bytes - spent)
                read += log.stop > one.log.stop
                spent += log.stop - one.log.stop
            # One that this batch has more of stays, as the batch is what one offset has and the last one hasn't.
            if log.stop == one.log.stop and self._is_over(log, file, offset):
                over.append((self._files.identity(file), file.modified // 1_000_000))
            elif log.record:
                logs.append(log)
        found_offset = offset.with_files(over, self._stream.max_file_age)
        return replace(found_offset, logs=tuple(sorted(logs, key=lambda log: (log.path, log.inode))))

    def _grown(self, one: Known, most: int | None) -> Log:
        options = self._options.of_version(replace(one.file, grows=True))
        codec = options.codecs[0]
        settings = parse(codec, options.settings, texts=options.texts)
        view, limits = view_of(codec, options.view), limits_on_disk(options.settings)
        return self._files.growth(one, codec, view, settings, most, engine=options.engine, limits=limits)[1]

    def _is_over(self, log: Log, file: DataFile, offset: Offset) -> bool:
        """Whether a log has been read to its end, and nothing will come any more."""
        now = time.time()
        quiet = now - file.modified / 1e6
        old = file.modified // 1_000_000 < offset.newest - self._stream.max_file_age
        return log.stop >= file.size and ((log.ended and quiet >= QUIET) or old)

    def _known(self, offset: Offset, files: Sequence[DataFile]) -> Iterator[Known]:
        """The logs that there are, known ones and new ones, the oldest first."""
        for file in files:
            if algorithm_of(file.path) is not None:
                raise OptionError(
                    "a compressed file can't be followed",
                    path=file.path,
                    hint="Leave it out by pathGlobFilter, or read new files without follow=true.",
                )
        oldest = (offset.newest - self._stream.max_file_age) * 1_000_000

        def is_new(file: DataFile) -> bool:
            over = offset.seen.get(self._files.identity(file))
            if over is not None and file.modified // 1_000_000 > over:
                self._refuse(file.path, "the log has been written to though it was over", "")
                return True
            return over is None and file.modified >= oldest

        return self._files.known(offset.logs, files, is_new)

    def _lose(self, log: Log, file: DataFile | None) -> None:
        what = "the log is gone" if file is None else "the log has been truncated or replaced"
        self._refuse(log.path, what, f"; {log.stop} bytes of it had been read")

    def _refuse(self, path: str, what: str, more: str) -> None:
        if self._stream.fail_on_data_loss:
            raise InputMissingError(
                what + more, path=path, hint="failOnDataLoss=false goes on, and reads what is there from its beginning."
            )
        if path not in self._told:
            self._told.add(path)
            warn(f"{path}: {what}{more}")

    # --- a batch -----------------------------------------------------------------------------------------------------

    def pieces(self, before: Offset, after: Offset, files: Sequence[DataFile], target: int) -> list[Piece]:
        """What lies between two offsets, in parts of so many bytes.

        Raises:
            InputMissingError: a log is gone, and the options don't allow that.
        """
        begun = {(log.inode, log.path): log for log in before.logs}
        named = {log.inode: log for log in before.logs if log.inode}

        def before_of(log: Log) -> Log | None:
            return named.get(log.inode) or begun.get((log.inode, log.path))

        matched, missing = self._files.matched(after.logs, files)
        for log in missing:
            old = before_of(log)
            if old is None or old.stop < log.stop:
                self._lose(log, next((file for file in files if file.path == log.path), None))
        starts = [before_of(one.log) for one in matched]
        for place, (one, old) in enumerate(zip(matched, starts, strict=True)):
            if old is not None and not (self._files.continues(old, one.file) and old.stop <= one.log.stop):
                starts[place] = None
        # Others may be copies of logs that have gone on in no file of their own.
        going_on = {(log.inode, log.path) for log in starts if log is not None}
        rest = [log for log in before.logs if (log.inode, log.path) not in going_on]
        found: list[Piece] = []
        for one, old in zip(matched, starts, strict=True):
            start = old or self._files.source_of(one.file, rest)
            if start is not None and start.stop > one.log.stop:
                start = None
            if one.log.stop == (0 if start is None else start.stop):
                continue
            part = Part() if start is None else start.rest
            found += self._parts(replace(one.file, size=one.log.stop, grows=True), part, target)
        return found

    def _parts(self, file: DataFile, part: Part, target: int) -> Iterator[Piece]:
        size = file.size - (part.start or 0)
        parts = [part] if size <= target else open_files([file], self._options, part=part).splits(target, part)
        for one in parts:
            end = file.size if one.stop is None else one.stop
            yield Piece(file, end - (one.start or 0), one)
