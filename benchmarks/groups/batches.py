"""AresDB redo logs: ten columns of mixed types, batches of 4096 and of 256 rows."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import bytewright
from benchmarks import batches
from benchmarks.bench import Bench
from benchmarks.profiling import profile
from bytewright.io.source import FileSource, Source
from bytewright.kernels.drivers.discover import discover
from bytewright.kernels.drivers.scan import Scan
from bytewright.kernels.plan import RowPlan
from bytewright_formats.aresdb_redo_log import CODEC

TARGETS = {4096: 0.10, 256: 0.06}
"""Share of memcpy's speed that a log must reach, by rows per batch."""
WIDTH = len(batches.COLUMNS) + 3
"""Columns of the view: batch, row, arrival_time besides."""


def run(bench: Bench) -> None:
    """Measure logs of both sizes of batches."""
    for rows, target in TARGETS.items():
        path = bench.folder / f"batches-{rows}.redolog"
        written = batches.write(path, bench.size, rows)
        # What users get is what counts: the columns are looked for in the whole file first.
        bench.against_memcpy(
            f"{rows} rows a batch", path, partial(table, path), rows=written, columns=WIDTH, target=target
        )
        bench.against_memcpy(
            f"{rows} rows a batch, columns known", path, partial(scan, path), rows=written, columns=WIDTH - 3
        )
        if bench.profile:
            bench.note(profile(partial(table, path)))
        path.unlink()


def table(path: Path) -> int:
    """Read all columns; gives the number of rows."""
    return sum(batch.num_rows for batch in bytewright.open(path, CODEC, engine="columns", threads=1).to_batches())


def scan(path: Path) -> int:
    """Likewise, the kernel alone."""
    source = FileSource(path)
    try:
        return sum(batch.num_rows for batch in prepared(source))
    finally:
        source.close()


def prepared(source: Source) -> Scan:
    """A scan of all columns that the first megabyte has."""
    plan = CODEC.row_plans["rows"]
    assert isinstance(plan, RowPlan)
    begin = len(batches.MAGIC)
    columns = discover(plan, source, lambda key: f"c{key}", start=begin, stop=1 << 20).columns
    return Scan(plan, source, pivot=columns, start=begin)
