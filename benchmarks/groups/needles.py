"""Needles: conditions that no row of a log fulfils, and counts, next to one column alone; mostly, all checks run."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import bytewright
from benchmarks import log
from benchmarks.bench import Bench
from benchmarks.measuring import fastest
from benchmarks.report import times
from bytewright_formats.deephaven_log import CODEC

FRAMES = {"checks": "frames"}
NEVER = -1
"""An id that no row has, as in the query below."""


def run(bench: Bench) -> None:
    """Measure queries in one thread."""
    import duckdb  # other groups don't need it

    path = bench.folder / "log.bin"
    rows = log.write(path, bench.size)
    size = path.stat().st_size
    with duckdb.connect(config={"threads": 1}) as connection:
        connection.register("log", _table(path).dataset())

        def query(text: str) -> Any:
            return connection.sql(text).fetchall()

        connection.register("frames", _table(path, options=FRAMES).dataset())
        data = np.fromfile(path, np.uint8)
        copied = np.empty_like(data)
        one, every, ours, theirs, count, framed, frames, copy = fastest(
            bench.runs,
            partial(_read, path, ["id"]),
            partial(_read, path, None),
            partial(_read, path, None, filters=[("id", "=", NEVER)]),
            partial(query, "SELECT * FROM log WHERE id = -1"),
            partial(query, "SELECT count(*) FROM log"),
            partial(query, "SELECT count(*) FROM frames"),
            partial(_count, path),
            partial(np.copyto, copied, data),
        )
    bench.measured("the column `id` alone", size, one, rows=rows, columns=1)
    bench.measured("all columns", size, every, rows=rows, columns=8)
    bench.measured("all columns where `id` is none, `filters`", size, ours, rows=rows, columns=8)
    bench.measured("the same, DuckDB", size, theirs, rows=rows, columns=8)
    bench.measured("`count(*)`, DuckDB", size, count, rows=rows, columns=1)
    bench.measured("the same, `checks=frames`", size, framed, rows=rows, columns=1)
    bench.measured("rows counted by `bytewright.open`, `checks=frames`", size, frames, rows=rows, columns=1)
    bench.measured("the bytes copied in memory", size, copy, rows=rows, columns=1)
    bench.claim("a needle, to its one column", ours / one, 1.1, times, at_most=True)
    bench.claim("a needle in DuckDB, likewise", theirs / one, 1.1, times, at_most=True)
    bench.claim("`count(*)`, to the column alone", count / one, 1.2, times, at_most=True)
    bench.claim("`count(*)` with `checks=frames`, to memcpy", framed / copy, 3.0, times, at_most=True)


def _table(path: Path, columns: list[str] | None = None, options: Any = None) -> Any:
    return bytewright.open(path, CODEC, columns=columns, engine="columns", threads=1, options=options)


def _count(path: Path) -> Any:
    return _table(path, options=FRAMES).dataset().count_rows()


def _read(path: Path, columns: list[str] | None, filters: Any = None) -> int:
    return sum(batch.num_rows for batch in _table(path, columns).to_batches(filters=filters))
