"""Segments of Milvus put together: files of columns become rows, without those that were deleted.

    assemble(spark, "/data/files", schema=CollectionSchema.parse(text), as_of="2026-05-01T12:00:00Z")

Files of a batch are read side by side in one task, straight into Arrow; deletes are a join.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any

import pyarrow as pa

import bytewright
from bytewright.arrow.types import spark_schema
from bytewright.errors import OptionError, ValueInvalidError
from bytewright_formats.milvus_binlog import CODEC
from bytewright_pipelines.milvus.catalog import moment, replay, requests_of
from bytewright_pipelines.milvus.places import Options, settings_of
from bytewright_pipelines.milvus.schema import TIMESTAMP, CollectionSchema
from bytewright_pipelines.milvus.segments import Batch, Column, Log, Segments, segments, type_of
from bytewright_pipelines.milvus.writing import UNSET

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_THREADS = 2
"""Columns of a batch that are decoded at a time: pyarrow doesn't hold Python up meanwhile."""
_BATCH_ROWS = 32768
"""Rows of a batch at most: it has all columns of a segment, which may be many."""
PARTITION = "_partition"
"""Column of the partition."""


def assemble(
    spark: SparkSession,
    paths: str | Sequence[str],
    *,
    schema: CollectionSchema | None = None,
    primary: str | int | None = None,
    as_of: int | str | datetime | None = None,
    system: bool = True,
    collection: int | None = None,
    partitions: Mapping[str, int] | None = None,
    options: Options = None,
) -> DataFrame:
    """The rows of the segments below some paths.

    Args:
        spark: the session.
        paths: directories with ``insert_log``, ``delta_log`` and ``data_definition_log``, or files of segments; also
            URIs of object stores.
        schema: the collection's schema, which names and types columns; None: ``field_N``, with the types of the files.
        primary: name or number of the primary key, where no schema says it; it is needed if there are deletes.
        as_of: rows and deletes up to then: a timestamp of Milvus, or a moment; None: all.
        system: whether ``RowID`` and ``Timestamp`` are among the columns.
        collection: whose segments; None: that of the schema, or of all files, which must be one.
        partitions: ids of partitions by name, where requests that drop them say names only.
        options: arguments of file systems (``fs.…``).

    Returns:
        One row per row that isn't deleted: a delete takes the rows with its key that are older, in its partition, or,
        where it names none, in its collection; a request that drops a partition, or the collection, takes all that are
        not younger than it.

    Raises:
        OptionError: there are no rows, or those of several collections; files contradict each other or the schema; or
            nothing says which column deletes name.
        ReadError: a file is bad (also where Spark computes the rows), or isn't what its directories say.
    """
    found = segments([paths] if isinstance(paths, str) else list(paths), schema, primary, collection, options)
    rows = with_partitions(spark, found, as_of, partitions, options)
    hidden = [PARTITION, *([] if system else ["RowID", "Timestamp"])]
    return rows.drop(*hidden)


def with_partitions(
    spark: SparkSession,
    found: Segments,
    as_of: int | str | datetime | None,
    partitions: Mapping[str, int] | None,
    options: Options,
) -> DataFrame:
    """The same rows, each with the partition that it is in, as `PARTITION`; see `assemble`."""
    until = moment(as_of)
    dropped = _dropped(found, until, partitions or {}, options)
    found = replace(found, batches=tuple(batch for batch in found.batches if not dropped.gone(batch.ids.partition)))
    rows = _rows(spark, found, options)
    if until is not None or found.deletes or found.pairs or dropped.until:
        if "Timestamp" not in rows.columns:
            raise OptionError("rows without times", expected="files of the field Timestamp (1)", found="none")
        rows = _undropped(_as_of(rows, until), dropped)
    if found.deletes or found.pairs:
        rows = _without_deleted(spark, rows, found, until, options)
    return rows


# --- rows ------------------------------------------------------------------------------------------------------------


def _rows(spark: SparkSession, found: Segments, options: Options) -> DataFrame:
    """All rows, deleted ones too, with the partition that they are in."""
    schema = pa.schema([*((column.name, column.type) for column in found.columns), (PARTITION, pa.int64())])
    return _batches(spark, found.batches, found.columns, schema, options)


def _batches(
    spark: SparkSession, batches: Sequence[Batch], columns: Sequence[Column], schema: pa.Schema, options: Options
) -> DataFrame:
    plan = [(json.dumps([batch.ids.partition, dict(batch.files)]),) for batch in batches]
    given = settings_of(options)

    def read(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for text in batch.column(0).to_pylist():
                partition, files = json.loads(str(text))
                yield from side_by_side(files, columns, schema, partition, given)

    tasks = spark.createDataFrame(plan, "batch string").repartition(max(1, len(plan)))
    return tasks.mapInArrow(read, spark_schema(schema))


def side_by_side(
    files: Mapping[str, str],
    columns: Sequence[Column],
    schema: pa.Schema,
    partition: int,
    options: Options = None,
) -> Iterator[pa.RecordBatch]:
    """The rows of a batch of files, one per field.

    Args:
        files: paths by the numbers of fields, as text.
        columns: the columns; those without a file have what is absent in them.
        schema: names and types of these, and of the partition.
        partition: the partition.
        options: arguments of file systems.

    Raises:
        ReadError: a file is bad, has other events than its column, more rows than another, or null where there may be
            none.
    """
    with ThreadPoolExecutor(_THREADS) as pool:
        there = [column for column in columns if str(column.number) in files]
        streams = [_Stream(files[str(column.number)], column, options) for column in there]
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

    def __init__(self, path: str, column: Column, options: Options) -> None:
        self.path = path
        self.name = column.name
        self.rows = 0
        self._type = column.type
        self._nullable = column.nullable
        self._event = column.event
        self._batches = bytewright.open(
            path, CODEC, columns=["event_type", "value"], options=settings_of(options), batch_rows=_BATCH_ROWS
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
            if kinds not in ([], [self._event]):
                other = next(kind for kind in kinds if kind != self._event)
                expected = f"those of the type {self._event}"
                raise ValueInvalidError("events", path=self.path, expected=expected, found=other)
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


# --- what is dropped -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Dropped:
    """What requests have dropped.

    Attributes:
        whole: whether the collection is gone.
        partitions: partitions that are gone.
        until: of partitions that are there again, the timestamp of the last row that went, by partition; None in place
            of it: of the collection.
    """

    whole: bool = False
    partitions: frozenset[int] = frozenset()
    until: Mapping[int | None, int] = field(default_factory=dict)

    def gone(self, partition: int) -> bool:
        """Whether nothing of a partition is left."""
        return self.whole or partition in self.partitions


def _dropped(found: Segments, until: int | None, partitions: Mapping[str, int], options: Options) -> _Dropped:
    """What requests have dropped, up to a time.

    Raises:
        OptionError: one says a name only, and nothing says which partition that is.
        ReadError: a file is bad, or a request doesn't say what it is about.
    """
    logged = [one for log in found.requests for one in requests_of(log.path, options)]
    gone, times = set[int](), dict[int | None, int]()
    for collection in replay(logged, until):
        if not collection.exists:
            return _Dropped(whole=True)
        if collection.dropped is not None:
            times[None] = collection.dropped
        for partition in collection.partitions:
            if partition.dropped is None:
                continue
            number = partition.number if partition.number is not None else partitions.get(str(partition.name))
            if number is None:
                hint = "The argument partitions gives ids of names."
                what = f"partition {partition.name}, which was dropped"
                raise OptionError(what, expected="its id", found="none", hint=hint)
            if not partition.exists:
                gone.add(number)
            else:
                times[number] = partition.dropped
    return _Dropped(partitions=frozenset(gone), until=times)


def _undropped(rows: DataFrame, dropped: _Dropped) -> DataFrame:
    """Rows that are younger than what dropped those before them."""
    from pyspark.sql import functions

    for partition, last in dropped.until.items():
        younger = functions.col("Timestamp") > functions.lit(last)
        rows = rows.where(younger if partition is None else younger | (functions.col(PARTITION) != partition))
    return rows


# --- deletes ---------------------------------------------------------------------------------------------------------


def _as_of(rows: DataFrame, until: int | None) -> DataFrame:
    from pyspark.sql import functions

    return rows if until is None else rows.where(functions.col("Timestamp") <= functions.lit(until))


def _without_deleted(
    spark: SparkSession, rows: DataFrame, found: Segments, until: int | None, options: Options
) -> DataFrame:
    """Rows for which there is no younger delete of their key, in their partition or in all."""
    from pyspark.sql import functions

    if found.primary is None:
        raise OptionError(
            "there are deletes", expected="a primary key", found="none", hint="Give a schema, or name the column."
        )
    key = functions.col(found.primary)
    for by_partition in (True, False):
        logs = [log for log in found.deletes if (log.ids.partition != UNSET) is by_partition]
        pairs = [pair for pair in found.pairs if (pair.ids.partition != UNSET) is by_partition]
        if not logs and not pairs:
            continue
        deletes = _deletes(spark, logs, pairs, until, options)
        has, named = dict(rows.dtypes)[found.primary], dict(deletes.dtypes)["_pk"]
        if has != named:
            raise OptionError(f"primary key {found.primary}", expected=f"{named}, as keys of deletes are", found=has)
        names = ["_pk", "_in"] if by_partition else ["_pk"]
        last = functions.broadcast(deletes.groupBy(*names).agg(functions.max("_ts").alias("_last")))
        same = key == functions.col("_pk")
        if by_partition:
            same = same & (functions.col(PARTITION) == functions.col("_in"))
        rows = rows.join(last, same & (functions.col("Timestamp") < functions.col("_last")), "left_anti")
    return rows


def _deletes(
    spark: SparkSession, logs: Sequence[Log], pairs: Sequence[Batch], until: int | None, options: Options
) -> DataFrame:
    """Keys, times and partitions of deletes."""
    from pyspark.sql import functions

    parts = [_deletes_of(spark, [log for log in logs if log.times], options)]
    parts += [_deletes_without_times(spark, log, options) for log in logs if not log.times]
    parts += [_deletes_beside_times(spark, pair, options) for pair in pairs]
    together: DataFrame | None = None
    for part in parts:
        if part is not None:
            together = part if together is None else together.unionByName(part)
    assert together is not None
    return together if until is None else together.where(functions.col("_ts") <= functions.lit(until))


def _deletes_of(spark: SparkSession, logs: Sequence[Log], options: Options) -> DataFrame | None:
    from pyspark.sql import functions

    if not logs:
        return None
    read = spark.read.format("milvus_binlog").options(includeMetadata="true", **settings_of(options))
    found = read.load([log.path for log in logs])
    return found.select(
        functions.col("value.pk").alias("_pk"),
        functions.col("value.ts").alias("_ts"),
        functions.col("_metadata.partition_id").alias("_in"),
    )


def _deletes_beside_times(spark: SparkSession, pair: Batch, options: Options) -> DataFrame:
    """Deletes as the design document has them: keys in one file, times in another."""
    key = next(number for number in pair.files if number != TIMESTAMP)
    columns = (
        Column("_pk", key, type_of(pair.files[key], options), nullable=False, event="delete"),
        Column("_ts", TIMESTAMP, pa.int64(), nullable=False),
    )
    schema = pa.schema([*((column.name, column.type) for column in columns), ("_in", pa.int64())])
    return _batches(spark, [pair], columns, schema, options)


def _deletes_without_times(spark: SparkSession, log: Log, options: Options) -> DataFrame:
    """Deletes of the layouts that store keys only: they count from when the file ends."""
    from pyspark.sql import functions

    found = spark.read.format("milvus_binlog").options(**settings_of(options)).load(log.path)
    return found.select(
        functions.col("value").alias("_pk"),
        functions.lit(log.span[1]).alias("_ts"),
        functions.lit(log.ids.partition).alias("_in"),
    )
