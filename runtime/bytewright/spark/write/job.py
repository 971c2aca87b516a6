"""A job that writes rows: begun on the driver, done in tasks, committed on the driver by another process."""

from __future__ import annotations

import os
import sys
import uuid
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import pyarrow as pa
from pyspark.sql.datasource import WriterCommitMessage

from bytewright.arrow.types import from_spark
from bytewright.errors import BytewrightError, WriteError, printable
from bytewright.io.file_listing import local_path
from bytewright.io.filesystems import is_remote, said
from bytewright.spark.process.failure import short_errors
from bytewright.spark.process.gc_freeze import settled
from bytewright.spark.write.job_keeper import keep
from bytewright.spark.write.once import Once
from bytewright.spark.write.target import open_target
from bytewright.spark.write.task import Sink
from bytewright.tables.row_metadata import METADATA

if TYPE_CHECKING:
    from pyspark.sql.types import StructType

    from bytewright.io.jobs.job_holds import Hold
    from bytewright.spark.options import WriteOptions
    from bytewright.spark.write.target import Target

PLANS = "pyspark.sql.worker.write_into_data_source"
"""The module of the process in which Spark plans a write. It ends before the job does."""


@dataclass(frozen=True)
class Saved(WriterCommitMessage):
    """What one task has written.

    Attributes:
        names: names of its files in the directory of the job.
        sink: the job, where the process that commits doesn't know it.
    """

    names: tuple[str, ...]
    sink: Sink | None = None


class Job:
    """A job that writes rows into a directory.

    Args:
        schema: the columns of the rows.
        options: the options of the write.

    Attributes:
        sink: the job as its tasks know it.

    Raises:
        BytewrightError: the rows can't be written, or the path is that of a file.
    """

    def __init__(self, schema: StructType, options: WriteOptions) -> None:
        columns = pa.schema([field for field in from_spark(schema) if field.name != METADATA.name])
        target = open_target(
            options.path if is_remote(options.path) else str(local_path(options.path)), options.storage
        )
        self.sink = Sink(uuid.uuid4().hex, target.uri, options, columns)
        self._new = False
        self._hold: Hold | None = None

    @property
    def target(self) -> Target:
        """The directory."""
        return self.sink.target

    def begin(self) -> None:
        """Refuse what can't be written, and make the job's own directory.

        Raises:
            BytewrightError: the rows can't be written, or the path is that of a file.
        """
        target = self.target
        for warning in self.sink.check():
            sys.stderr.write(f"bytewright: warning: {printable(warning)}\n")
        there = target.look()
        if there == "file":
            raise BytewrightError("there is a file of that name", path=target.uri, hint="Name a directory.")
        self._new = there == "nothing"
        self._hold = target.begin(self.sink.folder)
        if PLANS in sys.modules:
            # The job ends with Spark's daemon, which leads the group of what it forks. It may be the parent no more:
            # once it is killed, the system puts another process in its place, which may never end.
            daemon = os.getpgrp()
            try:
                keep(self._hold, target.uri, self.sink.options.storage, self.sink.folder, driver=daemon)
            except OSError as error:
                self._end(partial(target.discard, self.sink.folder, whole=self._new))
                raise WriteError(f"no process can be started: {said(error)}", path=target.uri) from None

    def __getstate__(self) -> dict[str, Any]:
        """What tasks, and processes that commit, are sent."""
        return {**self.__dict__, "_hold": None}

    def write(self, batches: Iterator[pa.RecordBatch], *, tell: bool = False) -> Saved:
        """Write the rows of one partition; runs in a task.

        Args:
            batches: the rows.
            tell: whether the process that commits must be told which job it is.
        """
        from pyspark import TaskContext

        context = TaskContext.get()
        part, attempt = (context.partitionId(), context.taskAttemptId()) if context is not None else (0, 0)
        with settled(), short_errors():
            names = self.sink.write(batches, f"part-{part:05d}", str(attempt))
            return Saved(names, self.sink if tell else None)

    def commit(self, names: Sequence[str], once: Once | None, *, replace: bool) -> None:
        """See `commit`; then the job is held no more."""
        self._end(partial(commit, self.sink, names, once, replace=replace))

    def abort(self) -> None:
        """Leave nothing, and hold the job no more."""
        self._end(partial(abort, self.sink, whole=self._new))

    def _end(self, how: Callable[[], None]) -> None:
        """End the job; however that goes, it is held no more where it was begun in this process."""
        try:
            how()
        finally:
            if self._hold is not None:
                self._hold.release()


def commit(sink: Sink, names: Sequence[str], once: Once | None, *, replace: bool) -> None:
    """Let the files of a job appear in the table, unless they have before.

    Args:
        sink: the job.
        names: the files, by their names in its directory.
        once: what is written only once; None: no such thing is said.
        replace: whether they replace what is there.
    """
    target = sink.target
    if once is None:
        target.commit(sink.folder, names, sink.final, replace=replace)
    else:
        if not once.is_done(target):
            marker = once.write(target, sink.folder)
            try:
                target.commit(sink.folder, [*names, marker], lambda name: once.final(name, sink.final), replace=replace)
            except WriteError:
                if not once.is_done(target):  # by another process, which runs the same
                    raise
        once.forget(target)  # whoever wrote it may have been killed before
    target.discard(sink.folder, whole=False)


def abort(sink: Sink, *, whole: bool) -> None:
    """Take a job back; ``whole``: with its table, if that is empty."""
    target = sink.target
    target.undo(sink.folder)
    target.discard(sink.folder, whole=whole)
