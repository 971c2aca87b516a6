"""Files of Milvus that Spark's tasks write: all of a job appear together, however often a task is tried, or none."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from bytewright.io.filesystems import Storage, storage_of
from bytewright.spark.write.target import folder_of, open_target
from bytewright_formats.milvus_binlog import CODEC, MilvusBinlog
from bytewright_pipelines.milvus.assemble import PARTITION
from bytewright_pipelines.milvus.places import Options

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

ROWS = 100_000
"""Rows of a file."""
_TOLD: dict[str, pa.DataType] = {"name": pa.string(), "path": pa.string(), "rows": pa.int64()}


@dataclass(frozen=True, slots=True)
class Made:
    """A file that a task makes.

    Attributes:
        path: where it belongs, below the root.
        write: writes it, and gives the number of rows in it.
    """

    path: str
    write: Callable[[pa.NativeFile], int]

    @classmethod
    def of(cls, path: str, model: MilvusBinlog, rows: int) -> Made:
        """A file of Milvus, which is let go when it has been written: structures lie in cycles."""

        def write(file: pa.NativeFile) -> int:
            file.write(CODEC.to_bytes(model))
            for event in model.events:
                event.body.payload = b""
            return rows

        return cls(path, write)


@dataclass(frozen=True, slots=True)
class Done:
    """A file that was written.

    Attributes:
        path: where it lies, below the root.
        rows: how many rows are in it.
    """

    path: str
    rows: int


Make = Callable[[Iterable[pa.RecordBatch]], Iterable[Made]]
"""Makes the files of a partition of a table; runs in a task."""


def write_files(
    frame: DataFrame,
    root: str,
    make: Make,
    options: Options = None,
    *,
    replace: bool = False,
    otherwise: Made | None = None,
) -> list[Done]:
    """Let tasks write files, and let them appear when all are there.

    Args:
        frame: the rows; each partition is a task.
        root: the folder that they lie below, or its URI.
        make: makes the files of a partition.
        options: arguments of the URI's file system (``fs.…``).
        replace: whether they replace what is there.
        otherwise: the file that there is where tasks have made none.

    Returns:
        What was written, by path.

    Raises:
        WriteError: a file is there already, or can't be written; nothing of the job is left then.
    """
    storage = storage_of(options or {})
    target, job = open_target(root, storage), folder_of(uuid.uuid4().hex)
    is_new = target.look() == "nothing"
    hold = target.begin(job)
    try:
        # A task that is tried again tells of what its last attempt has written: nothing else counts.
        told = frame.mapInArrow(_task(make, root, storage, job), "name string, path string, rows long").collect()
        found = sorted((row["path"], row["name"], row["rows"]) for row in told)
        if not found and otherwise is not None:
            with target.writing(job, "none") as file:
                found = [(otherwise.path, "none", otherwise.write(file))]
        finals = {name: path for path, name, _ in found}
        target.commit(job, [name for _, name, _ in found], finals.__getitem__, replace=replace)
    finally:
        hold.release()
        target.discard(job, whole=is_new)
    return [Done(path, rows) for path, _, rows in found]


def _task(
    make: Make, root: str, storage: Storage, job: str
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    def write(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        from pyspark import TaskContext

        context = TaskContext.get()
        assert context is not None
        attempt = f"{context.partitionId()}.{context.taskAttemptId()}"
        target = open_target(root, storage)
        for number, made in enumerate(make(batches)):
            name = f"{attempt}.{number}"
            with target.writing(job, name) as file:
                rows = made.write(file)
            told: list[pa.Array[Any]] = [pa.array([name]), pa.array([made.path]), pa.array([rows], pa.int64())]
            yield pa.RecordBatch.from_arrays(told, schema=pa.schema(_TOLD))

    return write


def write_table(frame: DataFrame, to: str, options: Options = None, *, replace: bool = False) -> int:
    """Write a table in Parquet, a file a task; gives its number of rows. See `write_files`."""
    schema, name = frame.limit(0).toArrow().schema, uuid.uuid4().hex

    def make(batches: Iterable[pa.RecordBatch]) -> Iterator[Made]:
        from pyspark import TaskContext

        context = TaskContext.get()
        assert context is not None
        number, rest = context.partitionId(), iter(batches)
        first = next(rest, None)
        if first is not None:
            write = partial(_parquet, chain((first,), rest), schema)
            yield Made(f"part-{number:05d}-{name}.parquet", write)

    columns = Made(f"part-{name}.parquet", partial(_parquet, (), schema))
    return sum(one.rows for one in write_files(frame, to, make, options, replace=replace, otherwise=columns))


def _parquet(batches: Iterable[pa.RecordBatch], schema: pa.Schema, file: pa.NativeFile) -> int:
    """Write rows in Parquet; gives their number."""
    import pyarrow.parquet as pq

    rows = 0
    with pq.ParquetWriter(file, schema, compression="zstd") as writer:
        for batch in batches:
            writer.write_batch(batch.cast(schema))
            rows += len(batch)
    return rows


def by_partition(frame: DataFrame, partition: int | str) -> tuple[DataFrame, str, list[int]]:
    """Rows with the partitions that they belong to.

    Args:
        frame: the rows.
        partition: id of the partition, or the column that says it.

    Returns:
        The rows, the name of the column that says it, and the partitions in order.
    """
    from pyspark.sql import functions

    name = partition if isinstance(partition, str) else PARTITION
    if not isinstance(partition, str):
        frame = frame.withColumn(name, functions.lit(partition).cast("long"))
    return frame, name, sorted(int(row[0]) for row in frame.select(name).distinct().collect())


def in_files(
    batches: Iterable[pa.RecordBatch], keys: Sequence[str], rows: int
) -> Iterator[tuple[tuple[int, ...], int, pa.Table]]:
    """The rows of each file: those with the same keys, with these and the number of the file among theirs, from 1.

    Args:
        batches: rows, of which those with the same keys come together.
        keys: the columns of numbers, which the files don't get.
        rows: rows of a file at most.
    """
    held: list[pa.RecordBatch] = []
    of: tuple[int, ...] = ()
    log = 0
    for batch in batches:
        for key, run in _runs(batch, keys):
            if key != of:
                if held:
                    yield of, log, pa.Table.from_batches(held)
                of, log, held = key, 1, []
            part = run
            while len(part):
                taken = part.slice(0, rows - sum(map(len, held)))
                part = part.slice(len(taken))
                held.append(taken)
                if sum(map(len, held)) == rows:
                    yield of, log, pa.Table.from_batches(held)
                    log, held = log + 1, []
    if held:
        yield of, log, pa.Table.from_batches(held)


def _runs(batch: pa.RecordBatch, keys: Sequence[str]) -> Iterator[tuple[tuple[int, ...], pa.RecordBatch]]:
    """Rows with the same keys behind each other, without these."""
    if not len(batch):
        return
    values = np.stack([np.asarray(batch.column(key)).astype(np.int64) for key in keys])
    edges = [0, *(np.flatnonzero((values[:, 1:] != values[:, :-1]).any(axis=0)) + 1).tolist(), len(batch)]
    rest = batch.select([name for name in batch.schema.names if name not in keys])
    for first, last in pairwise(edges):
        yield tuple(values[:, first].tolist()), rest.slice(first, last - first)
