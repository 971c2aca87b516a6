"""Events of many files in Spark: read block by block by tasks, and merged into one file."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from bytewright.arrow.types import spark_schema
from bytewright_pipelines.esdb.formats import ADDED, FORMATS, Spec
from bytewright_pipelines.esdb.merging import AddedEvents, plan_of
from bytewright_pipelines.esdb.writer import Finished, Writer

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

PART_BYTES = 16 << 20
"""Bytes of blocks that a task reads, about."""
_FILE, _PLACE = "_file", "_place"
_PLACED = pa.schema([*ADDED, pa.field(_FILE, pa.int32()), pa.field(_PLACE, pa.int64())])


def added_in_spark(
    spark: SparkSession,
    paths: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    spec: str | None = None,
    *,
    part_bytes: int = PART_BYTES,
) -> DataFrame:
    """The events of files with their indexes, as `Writer.add_table` and the rows ``added`` of the formats take them.

    Tasks read some blocks each, by the same paths as the driver, which reads which blocks there are.

    Args:
        spark: the session.
        paths: the files, of one format.
        spec: their format; None: that of the first file which has blocks.
        part_bytes: bytes of blocks that a task reads, about.

    Returns:
        The columns ``block``, ``timestamp``, ``data``, ``grouping`` and ``indexes``. Of ``esdb``, which stores no
        times, ``timestamp`` counts moments of a block from 0: it keeps the order of a block's events, and says nothing
        of events of different blocks or files.

    Raises:
        OptionError: the files are of different formats, or there is no such format.
        ReadError: a file is bad, also where Spark computes the rows.
    """
    files = [os.fspath(one) for one in ([paths] if isinstance(paths, str | os.PathLike) else paths)]
    known, _ = plan_of(files, spec, in_order=True)
    return _placed(spark, files, known, part_bytes).drop(_FILE, _PLACE)


def merge_in_spark(
    spark: SparkSession,
    paths: Sequence[str | os.PathLike[str]],
    path: str | os.PathLike[str],
    spec: str | None = None,
    *,
    in_order: bool = False,
    part_bytes: int = PART_BYTES,
) -> Finished:
    """Write the events of files as one file: see `bytewright_pipelines.esdb.merge`. Tasks read blocks, Spark sorts
    their events by block, and one task writes the file, which the driver sees by the same path.

    Args:
        spark: the session.
        paths: the files.
        path: the file that is written.
        spec: see `merge`.
        in_order: see `merge`.
        part_bytes: bytes of blocks that a task reads, about.

    Raises:
        OptionError: see `merge`.
        ReadError: a file is bad; Spark says it.
    """
    files = [os.fspath(one) for one in paths]
    known, _ = plan_of(files, spec, in_order=in_order)
    target = os.fspath(path)

    def write(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        with Writer(target, known) as writer:
            for batch in _renumbered(batches, known):
                writer.add_table(batch)
            done = writer.finish()
        yield pa.RecordBatch.from_pylist([{"blocks": done.blocks, "events": done.events}])

    rows = _placed(spark, files, known, part_bytes).repartition(1).sortWithinPartitions("block", _FILE, _PLACE)
    (found,) = rows.mapInArrow(write, "blocks bigint, events bigint").collect()
    return Finished(target, found["blocks"], found["events"])


def _placed(spark: SparkSession, files: Sequence[str], spec: Spec, part_bytes: int) -> DataFrame:
    """The events, with the number of the file that they are of, and their places in a block."""
    tasks: list[tuple[str]] = []
    for number, path in enumerate(files):
        names, size = list[str](), 0
        for name, length in AddedEvents(path, spec).blocks().items():
            if names and size + length > part_bytes:
                tasks.append((json.dumps([number, path, names]),))
                names, size = [], 0
            names.append(name)
            size += length
        if names:
            tasks.append((json.dumps([number, path, names]),))

    def read(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for text in batch.column(0).to_pylist():
                number, path, names = json.loads(str(text))
                yield from _read(number, AddedEvents(path, spec), names)

    planned = spark.createDataFrame(tasks, "task string").repartition(max(1, len(tasks)))
    return planned.mapInArrow(read, spark_schema(_PLACED))


def _read(number: int, events: AddedEvents, names: Sequence[str]) -> Iterator[pa.RecordBatch]:
    for name in names:
        found = events.of(name)
        count = found.num_rows
        more: list[Any] = [pa.repeat(pa.scalar(number, pa.int32()), count), pa.array(range(count), pa.int64())]
        yield pa.RecordBatch.from_arrays([*found.columns, *more], schema=_PLACED)


def _renumbered(batches: Iterator[pa.RecordBatch], spec: Spec) -> Iterator[pa.RecordBatch]:
    """Events that are sorted; where there are no times, moments of a block count on from file to file."""
    last: tuple[Any, Any] | None = None
    base = behind = 0
    for batch in batches:
        if FORMATS[spec].stores_times:
            yield batch.select(ADDED.names)
            continue
        keys = list(zip(batch["block"].to_pylist(), batch[_FILE].to_pylist(), strict=True))
        times: list[int] = []
        for key, time in zip(keys, batch["timestamp"].to_pylist(), strict=True):
            if key != last:
                base = behind if last is not None and key[0] == last[0] else 0
                last = key
            times.append(base + int(time or 0))
            behind = times[-1] + 1
        yield batch.select(ADDED.names).set_column(1, "timestamp", pa.array(times, pa.int64()))
