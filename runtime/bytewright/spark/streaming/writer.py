"""A stream that is written: the rows of each batch make files that appear once, however often the batch runs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pyspark.sql.datasource import DataSourceStreamArrowWriter, WriterCommitMessage

from bytewright.errors import OptionError
from bytewright.io.file_listing import absolute
from bytewright.io.filesystems import said
from bytewright.io.folders import open_folder
from bytewright.spark.process.failure import short_errors
from bytewright.spark.write.job import PLANS, Job, Saved, abort, commit
from bytewright.spark.write.once import Once

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql.types import StructType

    from bytewright.spark.options import WriteOptions


class StreamWriter(DataSourceStreamArrowWriter):
    """Writes the rows of a batch. Spark makes one to plan each batch, whose copies its tasks get, and one to commit it.

    Args:
        schema: the columns of the rows.
        options: the options of the write.

    Raises:
        OptionError: an option has no effect, or nothing tells the stream from others.
        BytewrightError: the rows can't be written, or the path is that of a file.
    """

    def __init__(self, schema: StructType, options: WriteOptions) -> None:
        if options.version is not None:
            raise OptionError("option txnVersion is for batches", hint="A stream numbers its own.")
        self._app = _app_of(options)
        self._job = Job(schema, options)
        if PLANS in sys.modules:
            self._job.begin()

    def write(self, iterator: Iterator[pa.RecordBatch]) -> Saved:  # type: ignore[override]  # Spark hands over batches
        """Write the rows of one partition; runs in a task."""
        return self._job.write(iterator, tell=True)

    def commit(self, messages: Sequence[WriterCommitMessage | None], batchId: int) -> None:  # noqa: N803
        """Let the files of a batch appear in the table, unless they have before."""
        with short_errors():
            saved = [message for message in messages if isinstance(message, Saved)]
            names = [name for message in saved for name in message.names]
            sink = next((message.sink for message in saved), None)
            if sink is None:
                return
            if names:
                commit(sink, names, Once(self._app, batchId), replace=False)
            else:
                abort(sink, whole=False)

    def abort(self, messages: Sequence[WriterCommitMessage | None], batchId: int) -> None:  # noqa: N803
        """Leave nothing of a batch."""
        with short_errors():
            for sink in {message.sink for message in messages if isinstance(message, Saved)}:
                if sink is not None:
                    abort(sink, whole=False)


def _app_of(options: WriteOptions) -> str:
    """What tells a stream from others, and stays the same when it is started again.

    Raises:
        OptionError: nothing does.
    """
    if options.app is not None:
        return options.app
    if options.checkpoint is None:
        raise OptionError(
            "nothing tells this stream from others, so that a batch could be written twice",
            hint="Set .option(\"checkpointLocation\", …) on the writer, as the session's setting doesn't reach a data "
            'source in Python, or .option("txnAppId", …).',
        )
    (path,) = absolute(options.checkpoint)
    folder = open_folder(path, options.storage)
    try:
        found = json.loads(folder.read("metadata"))["id"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise OptionError(
            f"the checkpoint doesn't say which stream it is of: {said(error)}",
            path=f"{path}/metadata",
            hint='Set .option("txnAppId", …) on the writer.',
        ) from None
    return str(found)
