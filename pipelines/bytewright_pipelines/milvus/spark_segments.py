"""Segments of Milvus written by Spark: rows of a table, and those that are left of others (compaction).

write_segments(frame, "/data/files", schema, collection=7, partition=8, segment=100, timestamp=now)
compact(spark, "/data/files", "/data/compacted", schema=schema, segment=200)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from bytewright.errors import OptionError
from bytewright.io.filesystems import storage_of
from bytewright.io.folders import open_folder
from bytewright_pipelines.milvus.assemble import PARTITION, with_partitions
from bytewright_pipelines.milvus.payload import Layout
from bytewright_pipelines.milvus.places import INSERTS, Options, below, settings_of
from bytewright_pipelines.milvus.schema import CollectionSchema
from bytewright_pipelines.milvus.segments import segments
from bytewright_pipelines.milvus.writing import Ids, write_segment

if TYPE_CHECKING:
    from datetime import datetime

    from pyspark.sql import DataFrame, SparkSession

ROWS = 100_000
"""Rows of a file."""
_PIECE = "_piece"
_DONE = pa.schema([(name, pa.int64()) for name in ("partition", "segment", "log", "rows")])


@dataclass(frozen=True, slots=True)
class Written:
    """A segment that was written.

    Attributes:
        ids: the segment.
        logs: how many files each field has.
        rows: how many rows there are.
    """

    ids: Ids
    logs: int
    rows: int


def write_segments(
    frame: DataFrame,
    root: str,
    schema: CollectionSchema,
    *,
    collection: int,
    partition: int | str,
    segment: int,
    each: int = 1,
    timestamp: int | None = None,
    rows: int = ROWS,
    layout: Layout = "2x",
    stream: bool = False,
    options: Options = None,
) -> list[Written]:
    """Write the rows of a table as segments; a task holds as many rows as a file has.

    Args:
        frame: the columns by their names in the schema; ``RowID`` and ``Timestamp`` may be among them.
        root: the folder above ``insert_log``, or its URI.
        schema: the collection's schema.
        collection: id of the collection.
        partition: id of the partition, or the column that says it.
        segment: id of the first segment; others count on.
        each: segments of a partition, which tasks write side by side.
        timestamp: of all rows, where no column says it.
        rows: rows of a file at most.
        layout: which layout files have.
        stream: see `insert_files`.
        options: arguments of the URI's file system (``fs.…``).

    Returns:
        What was written; where that fails, nothing is left of it.

    Raises:
        OptionError: there is such a segment already, or nothing says the times of rows.
        WriteError: see `insert_files`; where Spark writes, within its error.
    """
    from pyspark.sql import functions

    name = partition if isinstance(partition, str) else PARTITION
    if not isinstance(partition, str):
        frame = frame.withColumn(name, functions.lit(partition).cast("long"))
    if "Timestamp" not in frame.columns:
        if timestamp is None:
            raise OptionError("rows", expected="a column Timestamp, or one time for all", found="none")
        frame = frame.withColumn("Timestamp", functions.lit(timestamp).cast("long"))
    if "RowID" not in frame.columns:
        frame = frame.withColumn("RowID", functions.monotonically_increasing_id() + 1)
    numbers = sorted(int(row[0]) for row in frame.select(name).distinct().collect())
    places = {
        (number, piece): segment + at * each + piece for at, number in enumerate(numbers) for piece in range(each)
    }
    folders = [below(root, INSERTS, collection, number, id) for (number, _), id in places.items()]
    storage = storage_of(options or {})
    for folder in folders:
        if open_folder(folder, storage).entries():
            raise OptionError("there is such a segment already", path=folder)
    if not places:
        return []
    pieces = functions.pmod(functions.hash("RowID"), functions.lit(each))
    dealt = frame.withColumn(_PIECE, pieces).repartition(len(places), name, _PIECE)
    task = _task(name, rows, root, schema, collection, places, layout, {"stream": stream, "options": options})
    try:
        done = dealt.sortWithinPartitions(name, _PIECE, "Timestamp", "RowID").mapInArrow(
            task, "partition long, segment long, log long, rows long"
        )
        found = done.collect()
    except BaseException:
        for folder in folders:
            open_folder(folder, storage).delete("")
        raise
    by_segment: dict[Ids, list[int]] = {}
    for row in sorted(tuple(row) for row in found):
        by_segment.setdefault(Ids(collection, row[0], row[1]), []).append(row[3])
    return [Written(ids, len(counts), sum(counts)) for ids, counts in by_segment.items()]


def _task(
    name: str,
    rows: int,
    root: str,
    schema: CollectionSchema,
    collection: int,
    places: Mapping[tuple[int, int], int],
    layout: Layout,
    more: Mapping[str, Any],
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    """What a task does with its rows, which are sorted by partition and piece."""

    def write(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        logs: dict[tuple[int, int], int] = {}
        for key, table in _files(batches, name, rows):
            log = logs[key] = logs.get(key, 0) + 1
            ids = Ids(collection, key[0], places[key])
            write_segment(root, table.drop_columns([name, _PIECE]), schema, ids, layout, log=log, **more)
            told = [[ids.partition], [ids.segment], [log], [table.num_rows]]
            yield pa.RecordBatch.from_arrays([pa.array(one, pa.int64()) for one in told], schema=_DONE)

    return write


def _files(batches: Iterable[pa.RecordBatch], name: str, rows: int) -> Iterator[tuple[tuple[int, int], pa.Table]]:
    """The rows of each file, with partition and piece."""
    held: list[pa.RecordBatch] = []
    of: tuple[int, int] | None = None
    for batch in batches:
        for key, part in _runs(batch, name):
            if of is not None and key != of and held:
                yield of, pa.Table.from_batches(held)
                held = []
            of, at = key, 0
            while at < len(part):
                taken = part.slice(at, rows - sum(map(len, held)))
                held.append(taken)
                at += len(taken)
                if sum(map(len, held)) == rows:
                    yield of, pa.Table.from_batches(held)
                    held = []
    if of is not None and held:
        yield of, pa.Table.from_batches(held)


def _runs(batch: pa.RecordBatch, name: str) -> Iterator[tuple[tuple[int, int], pa.RecordBatch]]:
    """Rows of one partition and piece behind each other."""
    if not len(batch):
        return
    keys = np.stack([np.asarray(batch.column(one)).astype(np.int64) for one in (name, _PIECE)])
    edges = [0, *(np.flatnonzero((keys[:, 1:] != keys[:, :-1]).any(axis=0)) + 1).tolist(), len(batch)]
    for first, last in pairwise(edges):
        yield (int(keys[0, first]), int(keys[1, first])), batch.slice(first, last - first)


def compact(
    spark: SparkSession,
    paths: str | Sequence[str],
    to: str,
    *,
    schema: CollectionSchema,
    segment: int,
    as_of: int | str | datetime | None = None,
    primary: str | int | None = None,
    collection: int | None = None,
    partitions: Mapping[str, int] | None = None,
    rows: int = ROWS,
    layout: Layout = "2x",
    options: Options = None,
) -> list[Written]:
    """Write what is left of segments as new ones, one a partition: without deleted rows and dropped partitions.

    Args:
        spark: the session.
        paths: see `assemble`, as for all that isn't said here.
        to: another folder for ``insert_log``, or its URI.
        schema: the collection's schema.
        segment: id of the first new segment; others count on.
        as_of: see there.
        primary: see there.
        collection: see there.
        partitions: see there.
        rows: rows of a file at most.
        layout: which layout new files have. Those of 2.x are as its compaction writes them.
        options: arguments of file systems (``fs.…``).

    Returns:
        What was written.

    Raises:
        OptionError: the folder has rows of the collection already; see also `assemble`.
        ReadError: a file is bad.
    """
    found = segments([paths] if isinstance(paths, str) else list(paths), schema, primary, collection, options)
    number = found.batches[0].ids.collection
    folder = below(to, INSERTS, number)
    if open_folder(folder, storage_of(options or {})).entries():
        raise OptionError("there are rows of the collection already", path=folder)
    left = with_partitions(spark, found, as_of, partitions, settings_of(options))
    return write_segments(
        left,
        to,
        schema,
        collection=number,
        partition=PARTITION,
        segment=segment,
        rows=rows,
        layout=layout,
        stream=layout == "2x",
        options=options,
    )
