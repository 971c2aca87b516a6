"""Deletes, and requests that change the schema, written by Spark: their files in each layout, by tasks.

write_delete_logs(frame, "/data/files", schema, collection=7, partition=8, segment=100)
write_request_logs(frame, "/data/files", collection=7)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Literal

import pyarrow as pa
from pyarrow import compute as pc

from bytewright.errors import OptionError, WriteError
from bytewright_formats.milvus_binlog import EventType
from bytewright_pipelines.milvus.payload import Layout
from bytewright_pipelines.milvus.places import DELETES, REQUESTS, Options, below
from bytewright_pipelines.milvus.schema import CollectionSchema
from bytewright_pipelines.milvus.spark_files import ROWS, Made, by_partition, in_files, write_files
from bytewright_pipelines.milvus.writing import DDL, Ids, Request, ddl_files, delete_file, delete_pair

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_COLLECTION = "_collection"
_TYPES = {one.name.lower(): one for one in DDL}


def write_delete_logs(
    frame: DataFrame,
    root: str,
    schema: CollectionSchema,
    *,
    collection: int,
    partition: int | str,
    segment: int,
    log: int = 1,
    documented: bool = False,
    form: Literal["json", "text", "columns"] = "json",
    rows: int = ROWS,
    layout: Layout = "2x",
    options: Options = None,
) -> list[str]:
    """Write deletes: ``delta_log/COLLECTION/PARTITION/SEGMENT/LOG``, a partition's by one task.

    Args:
        frame: the primary key, by its name in the schema, and ``Timestamp``.
        root: the folder above ``delta_log``, or its URI.
        schema: the collection's schema.
        collection: id of the collection.
        partition: id of the partition, or the column that says it.
        segment: id of the segment of the first partition; others count on.
        log: number of the first file; others count on.
        documented: as the design document has them, keys and times in a file each; see `delete_pair`.
        form: see `delete_file`.
        rows: deletes of a file at most.
        layout: which layout files have.
        options: arguments of the URI's file system (``fs.…``).

    Returns:
        The files, below the root. All appear together, by a journal, whatever tasks are tried again.

    Raises:
        OptionError: the schema names no primary key, or a column is missing.
        WriteError: a file is there already; see also `delete_file`, within Spark's error.
    """
    primary = schema.primary
    if primary is None:
        raise OptionError("a collection's schema", expected="one with a primary key", found="none")
    _require(frame, primary.name, "Timestamp")
    frame, name, numbers = by_partition(frame, partition)
    places = {number: segment + at for at, number in enumerate(numbers)}
    if not places:
        return []
    dealt = frame.select(name, primary.name, "Timestamp").repartition(len(places), name)

    def make(batches: Iterable[pa.RecordBatch]) -> Iterator[Made]:
        for (number,), counted, table in in_files(batches, (name,), rows):
            ids = Ids(collection, number, places[number])
            place = below("", DELETES, ids.collection, ids.partition, ids.segment)
            keys, times = table.column(primary.name), table.column("Timestamp")
            if documented:
                pair = delete_pair(keys, times, ids, primary, layout)
                models = {below(place, field): model for field, model in pair.items()}
            else:
                models = {place: delete_file(keys, times, ids, layout, form=form)}
            for above, model in models.items():
                yield Made.of(below(above, log + counted - 1), model, len(table))

    sorted_ = dealt.sortWithinPartitions(name, "Timestamp", primary.name)
    return [one.path for one in write_files(sorted_, root, make, options)]


def write_request_logs(
    frame: DataFrame,
    root: str,
    *,
    collection: int | str,
    log: int = 1,
    documented: bool = False,
    rows: int = ROWS,
    layout: Layout = "2x",
    options: Options = None,
) -> list[str]:
    """Write requests that change the schema, and their times: ``data_definition_log/COLLECTION/ddl/LOG`` and ``ts``, a
    collection's by one task.

    Args:
        frame: the columns ``type`` (as ``drop_partition``), ``timestamp`` and ``text``.
        root: the folder above ``data_definition_log``, or its URI.
        collection: id of the collection, or the column that says it.
        log: number of the first pair of files; others count on.
        documented: whether the event of the times is an insert; see `ddl_files`.
        rows: requests of a pair at most.
        layout: which layout files have.
        options: arguments of the URI's file system (``fs.…``).

    Returns:
        The files, below the root. All appear together, by a journal, whatever tasks are tried again.

    Raises:
        OptionError: a column is missing.
        WriteError: a file is there already; within Spark's error, a type is none of a request.
    """
    from pyspark.sql import functions

    _require(frame, "type", "timestamp", "text")
    if not isinstance(collection, str):
        frame = frame.withColumn(_COLLECTION, functions.lit(collection).cast("long"))
    name = collection if isinstance(collection, str) else _COLLECTION
    dealt = frame.select(name, "type", "timestamp", "text").repartition(name)

    def make(batches: Iterable[pa.RecordBatch]) -> Iterator[Made]:
        for (number,), counted, table in in_files(batches, (name,), rows):
            files = ddl_files(_requests(table), number, layout, documented=documented)
            for kind, model in zip(("ddl", "ts"), files, strict=True):
                yield Made.of(below("", REQUESTS, number, kind, log + counted - 1), model, len(table))

    return [one.path for one in write_files(dealt.sortWithinPartitions(name, "timestamp"), root, make, options)]


def _requests(table: pa.Table) -> list[Request]:
    unknown = next((kind for kind in pc.unique(table.column("type")).to_pylist() if kind not in _TYPES), None)
    if unknown is not None:
        raise WriteError("type", expected="one of " + ", ".join(_TYPES), found=str(unknown))
    rows = zip(*(table.column(name).to_pylist() for name in ("type", "timestamp", "text")), strict=True)
    return [Request(EventType(_TYPES[kind]), timestamp, text) for kind, timestamp, text in rows]


def _require(frame: DataFrame, *names: str) -> None:
    missing = next((name for name in names if name not in frame.columns), None)
    if missing is not None:
        raise OptionError("rows", expected=f"a column {missing}", found=", ".join(frame.columns))
