"""Bulk ingestion: files of a format to a Parquet table, with Spark to plan, schedule and retry."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow.parquet as pq

from bytewright.errors import BytewrightError, OptionError
from bytewright.spark.failure import reason
from bytewright.spark.files import list_files, local_path
from bytewright.spark.options import ReadOptions
from bytewright.spark.progress import watched
from bytewright.spelling import hint

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from pyspark.sql import SparkSession

    from bytewright.spark.files import DataFile
    from bytewright.spark.progress import Report

MODES = ("error", "overwrite", "append")
"""What happens where there is something already: Spark's save modes."""


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
    """

    spec: str
    to: Path
    files: int
    bytes_in: int
    rows: int
    files_out: int
    bytes_out: int
    seconds: float

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
    to: str | Path,
    options: Mapping[str, str] | None = None,
    *,
    mode: str = "error",
    report: Report | None = None,
) -> Summary:
    """Read files of one format and write their rows to a Parquet table.

    Args:
        spark: the session that does it.
        spec: name of the codec.
        paths: files, directories and globs.
        to: directory of the table.
        options: of the read, as for ``spark.read``: ``view``, ``columns``, those of the format …
        mode: what happens where ``to`` exists: one of `MODES`.
        report: told now and then how many tasks of how many are done.

    Raises:
        BytewrightError: an input is bad or missing, an option wrong, or ``to`` is in the way. The table is then as it
            was, but for ``overwrite``, where Spark has deleted the old one.
    """
    options = {} if options is None else dict(options)
    target = local_path(str(to))
    files = check(spec, paths, target, options, mode)
    before = set(_parquet_files(target))
    started = time.perf_counter()
    try:
        with watched(spark, report):
            _write(spark, spec, paths, target, options, mode)
    except Exception as failure:
        ours = reason(failure)
        if ours is None:
            raise
        raise ours from None
    seconds = time.perf_counter() - started
    written = [path for path in _parquet_files(target) if path not in before]
    return Summary(
        spec=spec,
        to=target,
        files=len(files),
        bytes_in=sum(file.size for file in files),
        rows=sum(pq.read_metadata(path).num_rows for path in written),
        files_out=len(written),
        bytes_out=sum(path.stat().st_size for path in written),
        seconds=seconds,
    )


def _write(
    spark: SparkSession, spec: str, paths: Sequence[str], to: Path, options: Mapping[str, str], mode: str
) -> None:
    """The inside: through Spark's rows and its own Parquet writer."""
    rows = spark.read.format("bytewright").options(**{**options, "spec": spec}).load(list(paths))
    rows.write.mode(mode).parquet(to.as_uri())


def check(spec: str, paths: Sequence[str], to: Path, options: Mapping[str, str], mode: str) -> list[DataFile]:
    """Check what an ingestion is asked to do, as far as that can be told without reading; gives the files.

    Raises:
        BytewrightError: an input is missing, an option wrong, or ``to`` is in the way.
    """
    if mode not in MODES:
        raise OptionError(f"unknown mode {mode!r}", hint=hint(mode, MODES, "modes"))
    read = ReadOptions.parse({**options, "paths": json.dumps(list(paths))}, spec)
    files = list_files(read.paths, name_filter=read.name_filter, recursive=read.recursive)
    _check_target(to, mode, files)
    return files


def _check_target(to: Path, mode: str, files: Sequence[DataFile]) -> None:
    if not to.exists():
        return
    if not to.is_dir():
        raise BytewrightError("there is a file of that name", path=str(to), hint="Name a directory for the table.")
    if mode == "error":
        raise BytewrightError(
            "the table exists already", path=str(to), hint="Choose what happens to it: overwrite or append."
        )
    inside = [file.path for file in files if Path(file.path).resolve().is_relative_to(to.resolve())]
    if mode == "overwrite" and inside:
        raise OptionError("an input lies in the table that would be overwritten", path=inside[0])


def _parquet_files(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.parquet"))
