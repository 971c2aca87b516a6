"""Segments of Milvus put together: files of columns become rows, without those that were deleted.

    assemble(spark, "/data/files", schema=CollectionSchema.parse(text), as_of="2026-05-01T12:00:00Z")

Files of a batch are read side by side in one task, straight into Arrow; deletes are a join.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pyarrow as pa

import bytewright
from bytewright.arrow.types import spark_schema
from bytewright.errors import OptionError, ValueInvalidError
from bytewright_formats.milvus_binlog import CODEC
from bytewright_pipelines.milvus.schema import CollectionSchema
from bytewright_pipelines.milvus.segments import Column, Log, Segments, segments
from bytewright_pipelines.milvus.writing import UNSET, hybrid

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_THREADS = 2
"""Columns of a batch that are decoded at a time: pyarrow doesn't hold Python up meanwhile."""
_BATCH_ROWS = 32768
"""Rows of a batch at most: it has all columns of a segment, which may be many."""
_PARTITION = "_partition"
_LAST_OF_MILLISECOND = (1 << 18) - 1


def assemble(
    spark: SparkSession,
    paths: str | Sequence[str],
    *,
    schema: CollectionSchema | None = None,
    primary: str | int | None = None,
    as_of: int | str | datetime | None = None,
    system: bool = True,
    collection: int | None = None,
) -> DataFrame:
    """The rows of the segments below some paths.

    Args:
        spark: the session.
        paths: directories with ``insert_log`` and ``delta_log``, or files of segments.
        schema: the collection's schema, which names and types columns; None: ``field_N``, with the types of the files.
        primary: name or number of the primary key, where no schema says it; it is needed if there are deletes.
        as_of: rows and deletes up to then: a timestamp of Milvus, or a moment; None: all.
        system: whether ``RowID`` and ``Timestamp`` are among the columns.
        collection: whose segments; None: that of the schema, or of all files, which must be one.

    Returns:
        One row per row that isn't deleted: a delete takes the rows with its key that are older, in its partition, or,
        where it names none, in its collection.

    Raises:
        OptionError: there are no rows, or those of several collections; files contradict each other or the schema; or
            nothing says which column deletes name.
        ReadError: a file is bad (also where Spark computes the rows), or isn't what its directories say.
    """
    found = segments([paths] if isinstance(paths, str) else list(paths), schema, primary, collection)
    until = moment(as_of)
    rows = _rows(spark, found)
    if until is not None or found.deletes:
        if "Timestamp" not in rows.columns:
            raise OptionError("rows without times", expected="files of the field Timestamp (1)", found="none")
        rows = _as_of(rows, until)
    if found.deletes:
        rows = _without_deleted(spark, rows, found, until)
    hidden = [_PARTITION, *([] if system else ["RowID", "Timestamp"])]
    return rows.drop(*hidden)


def moment(given: int | str | datetime | None) -> int | None:
    """A moment as Milvus counts time: the last timestamp of its millisecond.

    Raises:
        OptionError: it is none.
    """
    if given is None or isinstance(given, int):
        return given
    try:
        if isinstance(given, str):
            if given.isdigit():
                return int(given)
            given = datetime.fromisoformat(given)
    except ValueError:
        expected = "a timestamp of Milvus, or a moment in ISO 8601"
        raise OptionError("as_of", expected=expected, found=repr(given)) from None
    zoned = given if given.tzinfo is not None else given.replace(tzinfo=UTC)
    return hybrid(round(zoned.timestamp() * 1000), _LAST_OF_MILLISECOND)


# --- rows ------------------------------------------------------------------------------------------------------------


def _rows(spark: SparkSession, found: Segments) -> DataFrame:
    """All rows, deleted ones too, with the partition that they are in."""
    schema = pa.schema([*((column.name, column.type) for column in found.columns), (_PARTITION, pa.int64())])
    plan = [(json.dumps([batch.ids.partition, dict(batch.files)]),) for batch in found.batches]
    columns = found.columns

    def read(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for text in batch.column(0).to_pylist():
                partition, files = json.loads(str(text))
                yield from side_by_side(files, columns, schema, partition)

    tasks = spark.createDataFrame(plan, "batch string").repartition(len(plan))
    return tasks.mapInArrow(read, spark_schema(schema))


def side_by_side(
    files: Mapping[str, str], columns: Sequence[Column], schema: pa.Schema, partition: int
) -> Iterator[pa.RecordBatch]:
    """The rows of a batch of files, one per field.

    Args:
        files: paths by the numbers of fields, as text.
        columns: the columns; those without a file have what is absent in them.
        schema: names and types of these, and of the partition.
        partition: the partition.

    Raises:
        ReadError: a file is bad, has other events than rows, more rows than another, or null where there may be none.
    """
    with ThreadPoolExecutor(_THREADS) as pool:
        there = [column for column in columns if str(column.number) in files]
        streams = [_Stream(files[str(column.number)], column) for column in there]
        while True:
            list(pool.map(_Stream.fill, streams))
            count = min(stream.ready for stream in streams)
            if not count:
                break
            taken = {stream.name: stream.take(count) for stream in streams}
            arrays = [
                taken[column.name] if column.name in taken else _repeated(column.absent, column.type, count)
                for column in columns
            ]
            arrays.append(pa.repeat(pa.scalar(partition, pa.int64()), count))
            yield pa.RecordBatch.from_arrays(arrays, schema=schema)
        longer = next((stream for stream in streams if stream.ready), None)
        if longer is not None:
            shorter = next(stream for stream in streams if not stream.ready)
            raise ValueInvalidError(
                "rows of a batch",
                path=longer.path,
                expected=f"{shorter.rows}, as in {shorter.path}",
                found="more",
            )


def _repeated(value: Any, kind: Any, count: int) -> Any:
    return pa.repeat(pa.scalar(value, kind), count)


class _Stream:
    """The values of a file, batch by batch.

    Attributes:
        path: the file.
        name: the column.
        rows: how many have been read.
    """

    def __init__(self, path: str, column: Column) -> None:
        self.path = path
        self.name = column.name
        self.rows = 0
        self._type = column.type
        self._nullable = column.nullable
        self._batches = bytewright.open(
            path, CODEC, columns=["event_type", "value"], batch_rows=_BATCH_ROWS
        ).to_batches()
        self._left: Any = pa.array([], column.type)

    @property
    def ready(self) -> int:
        """How many values wait."""
        return len(self._left)

    def fill(self) -> None:
        """Read on if no value waits.

        Raises:
            ReadError: the file is bad.
        """
        while not len(self._left):
            batch = next(self._batches, None)
            if batch is None:
                return
            kinds = batch.column(0).unique().to_pylist()
            if kinds not in ([], ["insert"]):
                other = next(kind for kind in kinds if kind != "insert")
                raise ValueInvalidError("events", path=self.path, expected="those of the type insert", found=other)
            self._left = batch.column(1)
            if self._left.null_count and not self._nullable:
                raise ValueInvalidError(
                    f"column {self.name}",
                    path=self.path,
                    expected="values, as the schema says that it isn't nullable",
                    found="null",
                )
            self.rows += batch.num_rows
            if not self._left.type.equals(self._type):
                expected, found = f"values of {self._type}", str(self._left.type)
                raise ValueInvalidError(f"column {self.name}", path=self.path, expected=expected, found=found)

    def take(self, count: int) -> Any:
        """The next values."""
        taken, self._left = self._left.slice(0, count), self._left.slice(count)
        return taken


# --- deletes ---------------------------------------------------------------------------------------------------------


def _as_of(rows: DataFrame, until: int | None) -> DataFrame:
    from pyspark.sql import functions

    return rows if until is None else rows.where(functions.col("Timestamp") <= functions.lit(until))


def _without_deleted(spark: SparkSession, rows: DataFrame, found: Segments, until: int | None) -> DataFrame:
    """Rows for which there is no younger delete of their key, in their partition or in all."""
    from pyspark.sql import functions

    if found.primary is None:
        raise OptionError(
            "there are deletes", expected="a primary key", found="none", hint="Give a schema, or name the column."
        )
    everywhere = [log for log in found.deletes if log.ids.partition == UNSET]
    within = [log for log in found.deletes if log.ids.partition != UNSET]
    key = functions.col(found.primary)
    for logs, by_partition in ((within, True), (everywhere, False)):
        if not logs:
            continue
        deletes = _deletes(spark, logs, until)
        has, named = dict(rows.dtypes)[found.primary], dict(deletes.dtypes)["_pk"]
        if has != named:
            raise OptionError(f"primary key {found.primary}", expected=f"{named}, as keys of deletes are", found=has)
        names = ["_pk", "_in"] if by_partition else ["_pk"]
        last = functions.broadcast(deletes.groupBy(*names).agg(functions.max("_ts").alias("_last")))
        same = key == functions.col("_pk")
        if by_partition:
            same = same & (functions.col(_PARTITION) == functions.col("_in"))
        rows = rows.join(last, same & (functions.col("Timestamp") < functions.col("_last")), "left_anti")
    return rows


def _deletes(spark: SparkSession, logs: Sequence[Log], until: int | None) -> DataFrame:
    """Keys, times and partitions of deletes."""
    from pyspark.sql import functions

    parts = [_deletes_of(spark, [log for log in logs if log.times])]
    parts += [_deletes_without_times(spark, log) for log in logs if not log.times]
    together: DataFrame | None = None
    for part in parts:
        if part is not None:
            together = part if together is None else together.unionByName(part)
    assert together is not None
    return together if until is None else together.where(functions.col("_ts") <= functions.lit(until))


def _deletes_of(spark: SparkSession, logs: Sequence[Log]) -> DataFrame | None:
    from pyspark.sql import functions

    if not logs:
        return None
    read = spark.read.format("milvus_binlog").option("includeMetadata", "true")
    found = read.load([log.path for log in logs])
    return found.select(
        functions.col("value.pk").alias("_pk"),
        functions.col("value.ts").alias("_ts"),
        functions.col("_metadata.partition_id").alias("_in"),
    )


def _deletes_without_times(spark: SparkSession, log: Log) -> DataFrame:
    """Deletes of the layouts that store keys only: they count from when the file ends."""
    from pyspark.sql import functions

    found = spark.read.format("milvus_binlog").load(log.path)
    return found.select(
        functions.col("value").alias("_pk"),
        functions.lit(log.span[1]).alias("_ts"),
        functions.lit(log.ids.partition).alias("_in"),
    )
