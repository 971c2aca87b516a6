"""Segments of Milvus written by Spark: rows of a table, and those that are left of others (compaction).

write_segments(frame, "/data/files", schema, collection=7, partition=8, segment=100, timestamp=now)
compact(spark, "/data/files", "/data/compacted", schema=schema, segment=200)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bytewright.errors import OptionError
from bytewright.io.filesystems import storage_of
from bytewright.io.folders import open_folder
from bytewright_pipelines.milvus.assemble import PARTITION, with_partitions
from bytewright_pipelines.milvus.payload import Layout
from bytewright_pipelines.milvus.places import INSERTS, Options, below, settings_of
from bytewright_pipelines.milvus.schema import CollectionSchema
from bytewright_pipelines.milvus.segments import segments
from bytewright_pipelines.milvus.spark_files import ROWS, Made, by_partition, in_files, write_files
from bytewright_pipelines.milvus.writing import Ids, insert_files

if TYPE_CHECKING:
    from datetime import datetime

    import pyarrow as pa
    from pyspark.sql import DataFrame, SparkSession

_PIECE = "_piece"


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
        What was written. All files appear together, by a journal, whatever tasks are tried again.

    Raises:
        OptionError: there is such a segment already, or nothing says the times of rows.
        WriteError: see `insert_files`; where Spark writes, within its error. Nothing appears then.
    """
    from pyspark.sql import functions

    if "Timestamp" not in frame.columns:
        if timestamp is None:
            raise OptionError("rows", expected="a column Timestamp, or one time for all", found="none")
        frame = frame.withColumn("Timestamp", functions.lit(timestamp).cast("long"))
    if "RowID" not in frame.columns:
        frame = frame.withColumn("RowID", functions.monotonically_increasing_id() + 1)
    frame, name, numbers = by_partition(frame, partition)
    places = {
        (number, piece): segment + at * each + piece for at, number in enumerate(numbers) for piece in range(each)
    }
    storage = storage_of(options or {})
    for (number, _), one_segment in places.items():
        folder = below(root, INSERTS, collection, number, one_segment)
        if open_folder(folder, storage).entries():
            raise OptionError("there is such a segment already", path=folder)
    if not places:
        return []
    pieces = functions.pmod(functions.hash("RowID"), functions.lit(each))
    dealt = frame.withColumn(_PIECE, pieces).repartition(len(places), name, _PIECE)

    def make(batches: Iterable[pa.RecordBatch]) -> Iterator[Made]:
        for key, log, table in in_files(batches, (name, _PIECE), rows):
            ids = Ids(collection, key[0], places[key[0], key[1]])
            for column, model in insert_files(table, schema, ids, layout, stream=stream).items():
                yield Made.of(
                    below("", INSERTS, ids.collection, ids.partition, ids.segment, column, log), model, len(table)
                )

    done = write_files(dealt.sortWithinPartitions(name, _PIECE, "Timestamp", "RowID"), root, make, options)
    by_segment: dict[Ids, list[int]] = {}
    for one in done:
        _, _, of, id, field, _ = one.path.split("/")
        if field == "0":
            by_segment.setdefault(Ids(collection, int(of), int(id)), []).append(one.rows)
    return [Written(ids, len(by_segment[ids]), sum(by_segment[ids])) for ids in sorted(by_segment, key=_place)]


def _place(ids: Ids) -> tuple[int, int]:
    return ids.partition, ids.segment


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
