"""Formats as Spark sinks: ``df.write.format(…).mode("append").save(PATH)``.

Spark makes a writer on the driver and sends copies of it to the tasks, and back to processes on the driver that commit
or abort. What tasks write lies in a directory of the job until then (`target`), so that a task that fails, is tried
again or is done twice leaves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pyspark.sql.datasource import DataSourceArrowWriter, WriterCommitMessage

from bytewright.errors import OptionError
from bytewright.spark.process.failure import short_errors
from bytewright.spark.write.job import Job, Saved
from bytewright.spark.write.once import Once

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql.types import StructType

    from bytewright.spark.options import WriteOptions


class FileWriter(DataSourceArrowWriter):
    """Writes the rows of each partition to a file, or to several.

    Args:
        schema: the columns of the rows.
        options: the options of the write.
        overwrite: whether the files replace what is there.

    Raises:
        OptionError: an option has no effect, or lacks another.
        BytewrightError: the rows can't be written, or the path is that of a file.
    """

    def __init__(self, schema: StructType, options: WriteOptions, *, overwrite: bool) -> None:
        if (options.app is None) != (options.version is None):
            raise OptionError(
                "options txnAppId and txnVersion",
                expected="both, or neither",
                found="txnAppId" if options.version is None else "txnVersion",
            )
        if options.checkpoint is not None:
            raise OptionError("option checkpointLocation is for streams", hint="Write with writeStream.")
        self._overwrite = overwrite
        self._job = Job(schema, options)
        self._job.begin()

    def write(self, iterator: Iterator[pa.RecordBatch]) -> Saved:  # type: ignore[override]  # Spark hands over batches
        """Write the rows of one partition; runs in a task."""
        return self._job.write(iterator)

    def commit(self, messages: Sequence[WriterCommitMessage | None]) -> None:
        """Let the files of the tasks that count appear in the table."""
        with short_errors():
            job, options = self._job, self._job.sink.options
            names = [name for message in messages if isinstance(message, Saved) for name in message.names]
            if not names and (self._overwrite or not job.target.shows_files()):
                names += job.sink.write_empty()
            once = None if options.app is None or options.version is None else Once(options.app, options.version)
            job.commit(names, once, replace=self._overwrite)

    def abort(self, messages: Sequence[WriterCommitMessage | None]) -> None:
        """Leave nothing."""
        with short_errors():
            self._job.abort()
