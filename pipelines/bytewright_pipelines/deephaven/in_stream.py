"""A table that is kept of intraday logs as they grow."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, Unpack

from bytewright.errors import OptionError
from bytewright_formats.deephaven_log import CODEC
from bytewright_pipelines.deephaven.judging import Rules
from bytewright_pipelines.deephaven.sets import Applied, settled
from bytewright_pipelines.deephaven.tables import Settings, apply_to_delta, apply_to_parquet
from bytewright_pipelines.streams import Trigger, as_logs_grow

if TYPE_CHECKING:
    from pyspark.sql import SparkSession
    from pyspark.sql.streaming.query import StreamingQuery

_KEEPERS: dict[str, Callable[..., Applied]] = {"delta": apply_to_delta, "parquet": apply_to_parquet}


def sets_stream(
    spark: SparkSession,
    logs: str | Sequence[str],
    table: str | os.PathLike[str],
    options: Mapping[str, Any] | None = None,
    *,
    checkpoint: str | os.PathLike[str],
    kind: Literal["delta", "parquet"] = "delta",
    trigger: Trigger | None = None,
    **settings: Unpack[Settings],
) -> StreamingQuery:
    """Apply logs to a table as they grow; see `bytewright_pipelines.deephaven.apply_to_delta` and `apply_to_parquet`.

    How far each log was applied is committed with its rows, never inside of a set: a set that isn't over when a batch
    ends is applied by the batch that has its end. A stream that is started again goes on from there, whatever it was
    doing when it ended. Rows go through the driver, batch by batch.

    Args:
        spark: the session.
        logs: logs, directories or globs; their names say their partitions.
        table: the table, which is made if it isn't there.
        options: options of the reader.
        checkpoint: where the stream notes what it has seen.
        kind: what the table is.
        trigger: when it looks for something new, such as ``{"availableNow": True}``; None: again and again.
        settings: arguments of `bytewright_pipelines.deephaven.apply_sets`.

    Returns:
        The stream, which runs. It fails where a log is bad or breaks a rule.

    Raises:
        OptionError: an option is wrong.
    """
    if kind not in _KEEPERS:
        raise OptionError("kind of the table", expected="delta or parquet", found=repr(kind))
    settled(options, Rules(settings.get("strict_sets", False), None, settings.get("unknown", "report")))
    keep = _KEEPERS[kind]

    def apply() -> None:
        keep(logs, table, options, **settings)

    column = "offset bigint"
    return as_logs_grow(
        spark, logs, apply, spec=CODEC.name, view="records", column=column, checkpoint=checkpoint, trigger=trigger
    )
