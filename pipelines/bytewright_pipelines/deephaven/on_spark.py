"""`apply_sets` on Spark: logs are judged side by side, and what is visible of them is read side by side, in parts."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pyarrow as pa

from bytewright import errors
from bytewright.arrow.types import spark_schema
from bytewright.errors import BytewrightError
from bytewright_pipelines.deephaven.judging import DROPPED, Judgement, Position, Report, Rules, judge
from bytewright_pipelines.deephaven.sets import (
    PARTITION_COLUMNS,
    Applied,
    in_partition,
    logs_of,
    schema_of,
    settled,
    visible_rows,
)

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_PLACES = pa.list_(pa.int64())
_JUDGED_TYPES: dict[str, pa.DataType] = {
    "task": pa.int64(),
    "begins": _PLACES,
    "ends": _PLACES,
    "cuts": _PLACES,
    "emptied": pa.bool_(),
    "position": pa.int64(),
    "report": _PLACES,
    "dropped": pa.list_(pa.struct(list(DROPPED))),
    "error": pa.string(),
}
_JUDGED = pa.schema(_JUDGED_TYPES)
_PART_TYPES: dict[str, pa.DataType] = {
    "task": pa.int64(),
    "file": pa.string(),
    "start": pa.int64(),
    "stop": pa.int64(),
    "begins": _PLACES,
    "ends": _PLACES,
    "partition": pa.list_(pa.string()),
}
_PART = pa.schema(_PART_TYPES)


@dataclass(frozen=True, slots=True, eq=False)
class AppliedOnSpark(Applied):
    """What logs say of a table, as a table of Spark's.

    Attributes:
        frame: the visible rows. `Applied.table` reads them in this process.
    """

    frame: DataFrame


def apply_sets(
    spark: SparkSession,
    paths: str | Sequence[str],
    options: Mapping[str, Any] | None = None,
    *,
    start: Iterable[Position] = (),
    strict_sets: bool = False,
    application_version: int | None = None,
    unknown: Literal["report", "fail"] = "report",
    partition_columns: tuple[str, str] = PARTITION_COLUMNS,
    part_bytes: int = 1 << 27,
) -> AppliedOnSpark:
    """Apply the records of logs as an import server does; see `bytewright_pipelines.deephaven.sets.apply_sets`.

    A task judges a log from its beginning to its end, so that no set is ever cut; others read what is visible of it, in
    parts. A log has the same result wherever it is cut.

    Args:
        spark: the session.
        paths: as there.
        options: as there.
        start: as there.
        strict_sets: as there.
        application_version: as there.
        unknown: as there.
        partition_columns: as there.
        part_bytes: about how much of a log a task reads.

    Raises:
        OptionError: as there.
        ReadError: as there. What is wrong with what rows hold, Spark says when it computes them.
        InputMissingError: there is no log.
    """
    reading, rules = settled(options, Rules(strict_sets, application_version, unknown))
    logs = logs_of(paths)
    schema = schema_of(logs, reading, partition_columns)
    reached = {position.file: position.offset for position in start}
    files = [(file, size, reached.get(file)) for each in logs for file, size in each.files]
    judged = iter(_judged(spark, files, reading, rules, part_bytes))
    found = tuple(in_partition(each.partition, [next(judged) for _ in each.files]) for each in logs)
    applied = Applied(schema, found, reading)
    return AppliedOnSpark(schema, found, reading, _frame(spark, applied))


def _judged(
    spark: SparkSession,
    files: Sequence[tuple[str, int, int | None]],
    options: Mapping[str, Any],
    rules: Rules,
    part_bytes: int,
) -> list[Judgement]:
    """What counts of each log.

    Raises:
        BytewrightError: the first one that is bad, or breaks a rule.
    """

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for asked in batch.to_pylist():
                said: dict[str, Any] = {"task": asked["task"]}
                try:
                    made = judge(asked["file"], asked["size"], options, rules, asked["start"], part_bytes)
                    said |= _plain(made)
                except BytewrightError as error:
                    said["error"] = _told(error)
                yield pa.RecordBatch.from_pylist([said], _JUDGED)

    tasks = [(number, *file) for number, file in enumerate(files)]
    frame = spark.createDataFrame(tasks, "task long, file string, size long, start long")
    done = frame.repartitionByRange(len(tasks), "task").mapInArrow(run, spark_schema(_JUDGED)).toArrow().to_pylist()
    done.sort(key=lambda said: said["task"])
    for said in done:
        if said["error"] is not None:
            raise _heard(said["error"])
    return [_judgement(files[said["task"]][0], said) for said in done]


def _plain(made: Judgement) -> dict[str, Any]:
    return {
        "begins": made.begins,
        "ends": made.ends,
        "cuts": made.cuts,
        "emptied": made.emptied,
        "position": made.position,
        "report": astuple(made.report),
        "dropped": made.dropped.to_pylist(),
    }


def _judgement(file: str, said: Mapping[str, Any]) -> Judgement:
    begins, ends, cuts = (np.array(said[name], np.int64) for name in ("begins", "ends", "cuts"))
    dropped = pa.Table.from_pylist(said["dropped"], DROPPED)
    return Judgement(file, begins, ends, cuts, said["emptied"], said["position"], Report(*said["report"]), dropped)


def _told(error: BytewrightError) -> str:
    fields = ("message", "path", "offset", "field", "expected", "found", "hint", "within")
    return json.dumps([type(error).__name__, {name: getattr(error, name) for name in fields}])


def _heard(text: str) -> BytewrightError:
    kind, fields = json.loads(text)
    made: BytewrightError = getattr(errors, kind)(**fields)
    return made


def _frame(spark: SparkSession, applied: Applied) -> DataFrame:
    """The visible rows, in order."""
    parts: list[dict[str, Any]] = []
    for partition in applied.partitions:
        for judgement in partition.judgements:
            for start, stop in judgement.parts:
                there = (judgement.ends > start) & (judgement.begins < stop)
                parts.append(
                    {
                        "task": len(parts),
                        "file": judgement.file,
                        "start": start,
                        "stop": stop,
                        "begins": judgement.begins[there],
                        "ends": judgement.ends[there],
                        "partition": partition.values,
                    }
                )
    schema, options = applied.schema, applied.options

    def run(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for asked in batch.to_pylist():
                begins, ends = (np.array(asked[name], np.int64) for name in ("begins", "ends"))
                part = (asked["start"], asked["stop"])
                yield from visible_rows(
                    Judgement(asked["file"], begins, ends), part, schema, asked["partition"], options
                )

    frame = spark.createDataFrame(pa.Table.from_pylist(parts, _PART))
    return frame.repartitionByRange(max(1, len(parts)), "task").mapInArrow(run, spark_schema(schema))
