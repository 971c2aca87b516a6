"""A table that is kept of redo logs as they grow, in Parquet."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bytewright_formats.aresdb_redo_log import CODEC
from bytewright_pipelines.aresdb.in_spark import ReplayedInSpark, replay_in_spark
from bytewright_pipelines.aresdb.schema import TableSchema
from bytewright_pipelines.aresdb.snapshots import current, publish
from bytewright_pipelines.streams import Trigger, as_logs_grow

if TYPE_CHECKING:
    from pyspark.sql import SparkSession
    from pyspark.sql.streaming.query import StreamingQuery


def replay_stream(
    spark: SparkSession,
    schema: TableSchema | Mapping[str, Any] | str | os.PathLike[str],
    logs: str | Sequence[str],
    table: str | os.PathLike[str],
    *,
    checkpoint: str | os.PathLike[str],
    trigger: Trigger | None = None,
    retention: int | None = None,
    partitions: int | None = None,
    report: Callable[[ReplayedInSpark], object] | None = None,
) -> StreamingQuery:
    """Replay redo logs as they grow; see `bytewright_pipelines.aresdb.replay_in_spark`.

    The table is in Parquet, as `bytewright replay --to` writes it: each version in a folder of its own, and a file that
    names the one that counts, with the position in it. A stream that is started again goes on from there, whatever it
    was doing when it ended: no batch is applied twice or lost.

    Args:
        spark: the session.
        schema: the table.
        logs: a folder of logs, or paths.
        table: where the table is, or is made.
        checkpoint: where the stream notes what it has seen.
        trigger: when it looks for something new, such as ``{"availableNow": True}``; None: again and again.
        retention: days after which events are dropped.
        partitions: as of `replay_in_spark`.
        report: is told of each replay, its ends of files that were left out among others, before the version counts.

    Returns:
        The stream, which runs. It fails where a batch can't be applied; the table keeps its last version.

    Raises:
        OptionError: the schema is wrong.
    """
    described = TableSchema.parse(schema)

    def apply() -> None:
        held = current(table)
        rows = None if held is None else spark.read.parquet(str(held.folder))
        begin = None if held is None else held.position
        made = replay_in_spark(spark, described, logs, rows, from_=begin, retention=retention, partitions=partitions)
        if held is None or made.position != begin:
            if report is not None:
                report(made)
            publish(table, made.position, lambda path: made.table.write.parquet(str(path)))

    return as_logs_grow(
        spark, logs, apply, spec=CODEC.name, view="batches", column="batch int", checkpoint=checkpoint, trigger=trigger
    )
