"""Tables that are kept of logs as these grow: a stream says that something is new, the table how far it is."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import SparkSession
    from pyspark.sql.streaming.query import StreamingQuery

Trigger = Mapping[str, Any]
"""When a stream looks for something new: an argument of ``DataStreamWriter.trigger``."""


def as_logs_grow(
    spark: SparkSession,
    logs: str | Sequence[str],
    apply: Callable[[], object],
    *,
    spec: str,
    view: str,
    column: str,
    checkpoint: str | os.PathLike[str],
    trigger: Trigger | None,
) -> StreamingQuery:
    """Begin a stream that calls a function whenever logs have whole records that they hadn't before.

    The function is called again where a batch is run again. It must know itself what it has applied, and may find more
    than the batch has.

    Args:
        spark: the session.
        logs: files, directories or globs.
        apply: the function.
        spec: name of the format.
        view: of which view the records are.
        column: one of its columns, in DDL.
        checkpoint: where the stream notes what it has seen.
        trigger: when it looks; None: again and again.

    Returns:
        The stream, which runs.
    """
    paths = [logs] if isinstance(logs, str) else list(logs)
    read = spark.readStream.format(spec).options(view=view, follow="true").schema(column)
    new = read.load(paths[0]) if len(paths) == 1 else read.load(",".join(paths))
    writer = new.writeStream.option("checkpointLocation", os.fspath(checkpoint))

    def run(_batch: Any, _number: int) -> None:
        apply()

    return writer.trigger(**(trigger or {"processingTime": "0 seconds"})).foreachBatch(run).start()
