"""Tables back to files of their formats, through Spark."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from bytewright.errors import BytewrightError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

COUNTED = {"aresdb_redo_log": ("batch", "row"), "filodb_container": ("container", "record")}
"""Columns that count a file's structures, and their rows: in a file with rows of several they count anew."""


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What became of a table.

    Attributes:
        to: the directory with the files.
        files: how many there are.
        rows: how many rows are in them.
        size: their size in bytes.
        seconds: how long it took.
    """

    to: Path
    files: int
    rows: int
    size: int
    seconds: float


def rewrite(spark: SparkSession, table: DataFrame, spec: str, like: str, to: Path) -> Rewritten:
    """Write a table, which was ingested with its metadata, as files of a format, and read them again.

    Args:
        spark: the session that does it.
        table: the rows, with `_metadata`.
        spec: name of the codec.
        like: a file that has the columns which are written; names of directories have made others.
        to: the directory that gets the files.

    Raises:
        BytewrightError: other rows are read again.
    """
    from pyspark.sql import Window
    from pyspark.sql import functions as f

    started = time.perf_counter()
    columns = spark.read.format(spec).load(like).columns
    source = table
    counted = [name for name in COUNTED.get(spec, ()) if name in columns]
    if counted:
        structures = Window.orderBy("_metadata.file_path", counted[0])
        source = source.withColumn(counted[0], f.dense_rank().over(structures) - 1)
    source = source.sort("_metadata.file_path", "_metadata.row_index").coalesce(1).select(columns)
    source.write.format(spec).mode("overwrite").save(str(to))
    seconds = time.perf_counter() - started
    again = spark.read.format(spec).load(str(to))
    same = [name for name in columns if name not in counted]
    expected, found = (frame.select(same).toArrow().to_pylist() for frame in (source, again))
    # As text: NaN is not equal to itself.
    if list(map(repr, expected)) != list(map(repr, found)):
        raise BytewrightError("Spark reads other rows than it has written", path=str(to))
    files = [path for path in to.iterdir() if not path.name.startswith("_")]
    return Rewritten(to, len(files), len(found), sum(path.stat().st_size for path in files), seconds)
