"""Indexes of records beside files, made by tasks: `bytewright.index` of many files, and of large ones part by part."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from bytewright.io.index_names import LEAST
from bytewright.spark.options import ReadOptions
from bytewright.spark.process.failure import reason, short_errors
from bytewright.spark.process.gc_freeze import settled
from bytewright.tables.indexes.building import EVERY, Indexed, Indexing, Survey, check_every

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PART = 128 << 20
"""Bytes of a file, about, that a task passes over, where records can be searched for in it; else it takes all."""

_MOST_TASKS = 10_000
_SURVEYED = "path string, start long, stop long, records long, offsets array<long>, numbers array<long>, wrong string"
_INDEXED = "path string, index string, places long, records long, whole boolean, reason string"


def index(
    spark: SparkSession,
    spec: str,
    paths: Sequence[str],
    options: Mapping[str, str] | None = None,
    *,
    every: int = EVERY,
    part: int = PART,
) -> list[Indexed]:
    """Write an index beside each file, as `bytewright.index` does, by tasks.

    A file in which records can be searched for is divided: each task finds the first record of its part, and passes
    over those up to the first one of the next part. Of any other file, one task passes over all. Files that are too
    small for an index are left out.

    Args:
        spark: the session that does it.
        spec: name of the codec, or the path of its spec.
        paths: files, directories and globs.
        options: of a read, as for ``spark.read``, that say which files there are and how they are read.
        every: bytes between two places, about; at least 64 KiB.
        part: bytes of a file, about, that one task passes over.

    Returns:
        what came of each file, by their paths.

    Raises:
        InputMissingError: a path names nothing, or a file has gone.
        OptionError: an option is unknown or wrong.
        WriteError: an index can't be written.
    """
    check_every(every)
    given = ReadOptions.parse({**(options or {}), "paths": json.dumps(list(paths))}, spec)
    wanted = [file for file in given.files() if file.size > LEAST]
    tasks = [(file.path, number) for file in wanted for number in range(-(-file.size // part))]
    if not tasks:
        return []
    listed = pa.table({"path": [path for path, _ in tasks], "number": [number for _, number in tasks]})
    frame = spark.createDataFrame(listed).repartition(min(len(tasks), _MOST_TASKS), "path", "number")
    given = given.anywhere()
    surveyed = frame.mapInArrow(partial(_survey, options=given, every=every, part=part), _SURVEYED)

    def write(rows: pa.Table) -> pa.Table:  # Spark goes by its types
        return _write(rows, given, every)

    written = surveyed.groupBy("path").applyInArrow(write, _INDEXED)
    try:
        return sorted((Indexed(**row.asDict()) for row in written.collect()), key=lambda one: one.path)
    except Exception as failure:
        ours = reason(failure)
        if ours is None:
            raise
        raise ours from None


def _survey(batches: Iterator[pa.RecordBatch], options: ReadOptions, every: int, part: int) -> Iterator[pa.RecordBatch]:
    """What is found in parts of files, by the paths of these and the numbers of the parts."""
    for batch in batches:
        for task in batch.to_pylist():
            with settled(), short_errors():
                yield _row(task["path"], _found(task["path"], task["number"], options, every, part))


def _found(path: str, number: int, options: ReadOptions, every: int, part: int) -> Survey | None:
    file = Indexing(path, options.codecs, options.settings)
    try:
        if file.refusal:
            return None
        windows = file.windows(part)
        return file.survey(windows[number], every) if number < len(windows) else None
    finally:
        file.close()


def _row(path: str, found: Survey | None) -> pa.RecordBatch:
    """What was found as a row; none, where nothing was."""
    columns: dict[str, pa.Array[Any]] = {
        "path": pa.array([path] if found else [], pa.string()),
        "start": pa.array([found.start] if found else [], pa.int64()),
        "stop": pa.array([found.stop] if found else [], pa.int64()),
        "records": pa.array([found.records] if found else [], pa.int64()),
        "offsets": pa.array([found.offsets] if found else [], pa.list_(pa.int64())),
        "numbers": pa.array([found.numbers] if found else [], pa.list_(pa.int64())),
        "wrong": pa.array([found.wrong] if found else [], pa.string()),
    }
    return pa.RecordBatch.from_pydict(columns)


def _write(rows: pa.Table, options: ReadOptions, every: int) -> pa.Table:
    """Write the index of a file; gives what came of it."""
    found = rows.to_pylist()
    surveys = [
        Survey(
            **{name: row[name] for name in ("start", "stop", "records", "wrong")},
            offsets=np.array(row["offsets"], np.int64),
            numbers=np.array(row["numbers"], np.int64),
        )
        for row in found
    ]
    with settled(), short_errors():
        file = Indexing(found[0]["path"], options.codecs, options.settings)
        try:
            done = file.written(surveys, every)
        finally:
            file.close()
    return pa.table(
        {
            "path": [done.path], "index": [done.index], "places": [done.places], "records": [done.records],
            "whole": [done.whole], "reason": [done.reason],
        }
    )  # fmt: skip
