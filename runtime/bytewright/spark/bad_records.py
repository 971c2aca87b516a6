"""What queries have passed over, as a DataFrame: the other end of the option ``badRecordsPath``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from os import PathLike, fspath
from typing import TYPE_CHECKING

import pyarrow as pa

from bytewright.io.file_listing import absolute
from bytewright.io.filesystems import Storage, storage_of
from bytewright.views.evaluate.bad_records import SCHEMA, files_of, places_in

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession


def damage(
    path: str | PathLike[str], spark: SparkSession | None = None, options: Mapping[str, str] | None = None
) -> DataFrame:
    """What queries have passed over: a row per place, with its bytes as far as they were kept.

    Args:
        path: the directory that the option ``badRecordsPath`` named, or that of one query in it.
        spark: the session; None: the active one.
        options: those that begin with ``fs.`` are arguments of file systems.

    Returns:
        A DataFrame with the columns ``file``, ``from``, ``to``, ``reason``, ``field``, ``offset``, ``record`` and
        ``bytes``. The files are listed now, and read when it is asked for.

    Raises:
        InputMissingError: there is no such directory.
    """
    from pyspark.sql import SparkSession as Session

    from bytewright.arrow.types import spark_schema

    session = spark or Session.active()
    storage = storage_of(options or {})
    (whole,) = absolute(fspath(path))
    names = [(name,) for name in files_of(whole, storage)]
    listed = session.createDataFrame(names, "name string")
    return listed.mapInArrow(partial(_read, path=whole, storage=storage), spark_schema(SCHEMA))


def _read(batches: Iterator[pa.RecordBatch], path: str, storage: Storage) -> Iterator[pa.RecordBatch]:
    """The places of files, by the names of these."""
    for batch in batches:
        for name in batch.column(0).to_pylist():
            yield places_in(path, str(name), storage)
