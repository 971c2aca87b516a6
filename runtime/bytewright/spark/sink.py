"""Formats as Spark sinks: ``df.write.format(…).mode("append").save(PATH)``.

Spark makes a writer on the driver and sends copies of it to the tasks, and back to processes on the driver that commit
or abort. What tasks write lies in a directory of the job until then (`target`), so that a task that fails, is tried
again or is done twice leaves nothing.
"""

from __future__ import annotations

import os
import sys
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyspark.sql.datasource import DataSourceArrowWriter, WriterCommitMessage

from bytewright.errors import BytewrightError, WriteError, printable
from bytewright.io.filesystems import is_remote, said
from bytewright.spark.process.failure import short_errors
from bytewright.spark.process.gc_freeze import settled

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql.types import StructType

    from bytewright.io.commit_journal import Hold
    from bytewright.spark.options import WriteOptions


@dataclass(frozen=True)
class Saved(WriterCommitMessage):
    """What one task has written.

    Attributes:
        names: names of its files in the directory of the job.
    """

    names: tuple[str, ...]


class FileWriter(DataSourceArrowWriter):
    """Writes the rows of each partition to a file, or to several.

    Args:
        schema: the columns of the rows.
        options: the options of the write.
        overwrite: whether the files replace what is there.

    Raises:
        BytewrightError: the rows can't be written, or the path is that of a file.
    """

    def __init__(self, schema: StructType, options: WriteOptions, *, overwrite: bool) -> None:
        from bytewright.arrow.types import from_spark
        from bytewright.io.file_listing import local_path
        from bytewright.spark.write.job_keeper import keep
        from bytewright.spark.write.target import open_target
        from bytewright.spark.write.task import Sink
        from bytewright.tables.row_metadata import METADATA

        columns = [field for field in from_spark(schema) if field.name != METADATA.name]
        target = open_target(
            options.path if is_remote(options.path) else str(local_path(options.path)), options.storage
        )
        self._overwrite = overwrite
        self._sink = Sink(uuid.uuid4().hex, target.uri, options, _schema(columns))
        for warning in self._sink.check():
            sys.stderr.write(f"bytewright: warning: {printable(warning)}\n")
        there = target.look()
        if there == "file":
            raise BytewrightError("there is a file of that name", path=target.uri, hint="Name a directory.")
        self._new = there == "nothing"
        self._hold: Hold | None = target.begin(self._sink.folder)
        if "pyspark.sql.worker.write_into_data_source" in sys.modules:  # this process ends before the job
            try:
                keep(self._hold, target.uri, options.storage, self._sink.folder, driver=os.getppid())
            except OSError as error:
                target.discard(self._sink.folder, whole=self._new)
                raise WriteError(f"no process can be started: {said(error)}", path=target.uri) from None

    def __getstate__(self) -> dict[str, Any]:
        """What tasks, and processes that commit, are sent."""
        return {**self.__dict__, "_hold": None}

    def write(self, iterator: Iterator[pa.RecordBatch]) -> Saved:  # type: ignore[override]  # Spark hands over batches
        """Write the rows of one partition; runs in a task."""
        from pyspark import TaskContext

        context = TaskContext.get()
        part, attempt = (context.partitionId(), context.taskAttemptId()) if context is not None else (0, 0)
        with settled(), short_errors():
            return Saved(self._sink.write(iterator, f"part-{part:05d}", str(attempt)))

    def commit(self, messages: Sequence[WriterCommitMessage | None]) -> None:
        """Let the files of the tasks that count appear in the table."""
        with short_errors():
            sink, target = self._sink, self._sink.target
            names = [name for message in messages if isinstance(message, Saved) for name in message.names]
            if not names and (self._overwrite or not target.shows_files()):
                names += sink.write_empty()
            target.commit(sink.folder, names, sink.final, replace=self._overwrite)
            target.discard(sink.folder, whole=False)

    def abort(self, messages: Sequence[WriterCommitMessage | None]) -> None:
        """Leave nothing."""
        with short_errors():
            sink, target = self._sink, self._sink.target
            target.undo(sink.folder)
            target.discard(sink.folder, whole=self._new)


def _schema(columns: Sequence[pa.Field[pa.DataType]]) -> pa.Schema:
    import pyarrow as pa

    return pa.schema(columns)
