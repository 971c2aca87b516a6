"""Bulk ingestion: files of a format to a Parquet table, with Spark to plan, schedule and retry.

The data never become rows: each task reads its files as Arrow batches and writes them as Parquet. It writes below a
directory that holds the job's id; the driver moves what the tasks that count have written into the table when all are
done, and deletes the directory whatever happens. A task that fails, or an executor that is killed, leaves nothing.
"""

from __future__ import annotations

import json
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from bytewright.errors import BytewrightError, OptionError
from bytewright.host.suggest import hint
from bytewright.io.file_listing import local_path
from bytewright.io.filesystems import Storage, is_remote
from bytewright.spark.options import ReadOptions
from bytewright.spark.process.failure import reason, short_errors
from bytewright.spark.process.gc_freeze import settled
from bytewright.spark.process.progress import watched
from bytewright.spark.read.planning import Planner
from bytewright.spark.read.task import Outcome, Piece, Request, read
from bytewright.spark.write.target import Target, folder_of, open_target
from bytewright.tables.parquet_files import noted
from bytewright.views.evaluate.bad_records import new_run

if TYPE_CHECKING:
    from os import PathLike

    import pyarrow as pa
    from pyspark.sql import SparkSession

    from bytewright.spark.process.progress import Report

MODES = ("error", "overwrite", "append")
"""What happens where there is something already: Spark's save modes."""

COMPRESSIONS = ("snappy", "zstd", "gzip", "lz4", "none")
"""How Parquet pages may be compressed."""

GROUP_BYTES = 32 << 20
"""Size in memory of a row group: it is held until it is written."""
GROUP_ROWS = 1 << 20

_SAMPLE = 4096
_FEW = 128
"""Distinct values among the first rows with which a dictionary is worth building."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What one ingestion did; all of it measured.

    Attributes:
        spec: name of the codec.
        to: directory of the table.
        files: number of files read.
        bytes_in: their size.
        rows: number of rows written.
        files_out: number of Parquet files written.
        bytes_out: their size.
        seconds: time from planning to commit.
        malformed: bad records that were passed over.
        malformed_bytes: bytes that they take.
        warnings: what was noticed, one line each.
    """

    spec: str
    to: str
    files: int
    bytes_in: int
    rows: int
    files_out: int
    bytes_out: int
    seconds: float
    malformed: int = 0
    malformed_bytes: int = 0
    warnings: tuple[str, ...] = field(default=())

    @property
    def rows_per_second(self) -> float:
        """Rows written per second."""
        return self.rows / self.seconds

    @property
    def bytes_per_second(self) -> float:
        """Bytes read per second."""
        return self.bytes_in / self.seconds


def ingest(
    spark: SparkSession,
    spec: str,
    paths: Sequence[str],
    to: str | PathLike[str],
    options: Mapping[str, str] | None = None,
    *,
    mode: str = "error",
    compression: str = "snappy",
    report: Report | None = None,
) -> Summary:
    """Read files of one format and write their rows to a Parquet table.

    Args:
        spark: the session that does it.
        spec: name of the codec.
        paths: files, directories and globs.
        to: directory of the table, or its URI.
        options: of the read, as for ``spark.read``: ``view``, ``columns``, ``mode``, those of the format …
        mode: what happens where ``to`` exists: one of `MODES`.
        compression: of the Parquet pages: one of `COMPRESSIONS`.
        report: told now and then how many tasks of how many are done.

    Raises:
        BytewrightError: an input is bad or missing, an option wrong, or ``to`` is in the way. The table is then as it
            was.
    """
    started = time.perf_counter()
    planner, chosen, target = check(spec, paths, to, {} if options is None else options, mode, compression)
    want = _as_spark(planner.schema())
    request = planner.request(want, chosen).in_run(new_run())
    groups = planner.partitions(want, chosen.filters)
    new = target.look() == "nothing"
    job = Job(uuid.uuid4().hex, target.uri, chosen.storage, compression)
    hold = target.begin(job.folder)
    try:
        with watched(spark, report):
            written = _run(spark, job, groups, request)
        if not any(one.rows for one in written):
            written.append(job.write(iter(()), want, "empty"))
        files = [one.name for one in written if one.name]
        bytes_out = target.commit(job.folder, files, job.final, replace=mode == "overwrite")
    except Exception as failure:
        ours = reason(failure)
        if ours is None:
            raise
        raise ours from None
    finally:
        target.discard(job.folder, whole=new)
        hold.release()
    warnings = [warning for one in written for warning in one.warnings]
    return Summary(
        spec=spec,
        to=target.uri,
        files=len(planner.files),
        bytes_in=sum(file.size for file in planner.files),
        rows=sum(one.rows for one in written),
        files_out=len(files),
        bytes_out=bytes_out,
        seconds=time.perf_counter() - started,
        malformed=sum(one.malformed for one in written),
        malformed_bytes=sum(one.malformed_bytes for one in written),
        warnings=tuple(dict.fromkeys(warnings)),
    )


def check(
    spec: str,
    paths: Sequence[str],
    to: str | PathLike[str],
    options: Mapping[str, str],
    mode: str,
    compression: str = "snappy",
) -> tuple[Planner, ReadOptions, Target]:
    """Check what an ingestion is asked to do, as far as that can be told without reading.

    Raises:
        BytewrightError: an input is missing, an option wrong, or ``to`` is in the way.
    """
    if mode not in MODES:
        raise OptionError(f"unknown mode {mode!r}", hint=hint(mode, MODES, "modes"))
    if compression not in COMPRESSIONS:
        raise OptionError(f"unknown compression {compression!r}", hint=hint(compression, COMPRESSIONS, "compressions"))
    chosen = ReadOptions.parse({**options, "paths": json.dumps(list(paths))}, spec)
    planner = Planner(chosen)
    text = str(to)
    target = open_target(text if is_remote(text) else str(local_path(text)), chosen.storage)
    _check_target(target, mode, planner)
    return planner, chosen, target


def _check_target(target: Target, mode: str, planner: Planner) -> None:
    there = target.look()
    if there == "nothing":
        return
    if there == "file":
        raise BytewrightError("there is a file of that name", path=target.uri, hint="Name a directory for the table.")
    if mode == "error" and not target.shows_files():
        target.recover()  # what a killed job has left is no table
        if target.look() == "nothing":
            return
    if mode == "error":
        raise BytewrightError(
            "the table exists already", path=target.uri, hint="Choose what happens to it: overwrite or append."
        )
    inside = [file.path for file in planner.files if target.holds(file.path)]
    if mode == "overwrite" and inside:
        raise OptionError("an input lies in the table that would be overwritten", path=inside[0])


def _as_spark(schema: pa.Schema) -> pa.Schema:
    """The schema that the data source has: everything may be null."""
    from bytewright.arrow.types import from_spark, spark_schema

    return from_spark(spark_schema(schema))


# --- tasks -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class IngestedFile:
    """What one task wrote.

    Attributes:
        name: name of its file; empty where there were no rows.
        rows: how many rows are in it.
        malformed: bad records that were passed over.
        malformed_bytes: bytes that they take.
        warnings: what was noticed.
    """

    name: str
    rows: int
    malformed: int = 0
    malformed_bytes: int = 0
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Job:
    """One ingestion, as its tasks know it.

    Attributes:
        id: what tells it from all others.
        to: the table.
        storage: arguments of the table's file system.
        compression: of Parquet pages.
    """

    id: str
    to: str
    storage: Storage
    compression: str

    @property
    def folder(self) -> str:
        """The directory in the table where tasks write; readers pass over it by its name."""
        return folder_of(self.id)

    def final(self, name: str) -> str:
        """The name in the table of a file that a task has written."""
        return f"{name.partition('.')[0]}-{self.id}.{self.compression}.parquet"

    def write(self, batches: Iterator[pa.RecordBatch], schema: pa.Schema, attempt: str) -> IngestedFile:
        """Write one file below `folder`; it is on the disk when this returns."""
        import pyarrow.parquet as pq

        name = f"part-{attempt}.parquet"
        first = next(batches, None)
        if first is None and attempt != "empty":
            return IngestedFile("", 0)
        rows = 0
        with open_target(self.to, self.storage).writing(self.folder, name) as file:
            few: Any = _repetitive(first) if first is not None else []
            codec: Any = self.compression
            with pq.ParquetWriter(file, schema, compression=codec, use_dictionary=few, write_statistics=True) as writer:
                writer.add_key_value_metadata(noted(schema))
                group: list[pa.RecordBatch] = [] if first is None else [first]
                for batch in batches:
                    if sum(one.nbytes for one in group) >= GROUP_BYTES or sum(map(len, group)) >= GROUP_ROWS:
                        rows += _flush(writer, group, schema)
                        group = []
                    group.append(batch)
                rows += _flush(writer, group, schema)
        return IngestedFile(name, rows)


def _flush(writer: Any, group: list[pa.RecordBatch], schema: pa.Schema) -> int:
    import pyarrow as pa

    table = pa.Table.from_batches(group, schema)
    writer.write_table(table, row_group_size=GROUP_ROWS)
    return table.num_rows


def _repetitive(batch: pa.RecordBatch) -> list[str]:
    """The columns that a dictionary makes smaller, by their first rows."""
    import pyarrow as pa
    import pyarrow.compute as pc

    found = []
    for column in batch.schema:
        kind = column.type
        plain = pa.types.is_integer(kind) or pa.types.is_string(kind) or pa.types.is_timestamp(kind)
        if plain and "." not in column.name:
            sample = batch.column(column.name).slice(0, _SAMPLE)
            if pc.count_distinct(sample).as_py() <= min(_FEW, len(sample) // 4):
                found.append(column.name)
    return found


_TOLD = "name string, rows bigint, malformed bigint, malformed_bytes bigint, warnings array<string>"


def _run(spark: SparkSession, job: Job, groups: Sequence[Sequence[Piece]], request: Request) -> list[IngestedFile]:
    """Let Spark run a task per group of pieces; what the ones that count have written."""
    count = len(groups)
    tasks = spark.range(0, count, 1, max(1, count))
    told = tasks.mapInArrow(partial(_task, job=job, groups=groups, request=request), _TOLD).collect()
    return [IngestedFile(row.name, row.rows, row.malformed, row.malformed_bytes, tuple(row.warnings)) for row in told]


def _task(
    numbers: Iterator[pa.RecordBatch], job: Job, groups: Sequence[Sequence[Piece]], request: Request
) -> Iterator[pa.RecordBatch]:
    """Write the rows of some groups, one file each."""
    import pyarrow as pa
    from pyspark import TaskContext

    context = TaskContext.get()
    attempt = context.taskAttemptId() if context is not None else 0
    schema = pa.schema(request.columns.field(place) for place in range(request.shown))
    types: dict[str, pa.DataType] = {
        "name": pa.string(),
        "rows": pa.int64(),
        "malformed": pa.int64(),
        "malformed_bytes": pa.int64(),
        "warnings": pa.list_(pa.string()),
    }
    told = pa.schema(types)
    for batch in numbers:
        for number in batch.column(0).to_pylist():
            outcomes: list[Outcome] = []
            with settled(), short_errors():
                batches = read(groups[int(number or 0)], request, outcomes.append)
                written = job.write(batches, schema, f"{number:05}.{attempt}")
            row = {
                "name": written.name,
                "rows": written.rows,
                "malformed": sum(done.malformed for done in outcomes),
                "malformed_bytes": sum(done.malformed_bytes for done in outcomes),
                "warnings": [warning for done in outcomes for warning in done.warnings][:_MOST_WARNINGS],
            }
            yield pa.RecordBatch.from_pylist([row], schema=told)


_MOST_WARNINGS = 100
