"""FiloDB containers: gauges, counters and histograms, seven labels each, every field, label and bucket."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Literal

import bytewright
from benchmarks import containers
from benchmarks.bench import Bench
from benchmarks.measuring import fastest
from benchmarks.profiling import profile
from benchmarks.report import times
from bytewright_formats.filodb_container import CODEC

CUT = 1 << 20
"""Bytes that objects read: they take their time."""
WIDTH = 12
"""Columns of the view, where samples of three schemas are united."""


def run(bench: Bench) -> None:
    """Measure containers of all three schemas, and objects on the beginning of them."""
    path = bench.folder / "samples.bin"
    rows = containers.write(path, bench.size)
    ours = bench.against_memcpy("three schemas", path, partial(table, path), rows=rows, columns=WIDTH, target=0.04)
    chosen = partial(table, path, schema="gauge")
    bench.against_memcpy("columns of one schema", path, chosen, rows=rows, columns=8)
    few = bench.folder / "few.bin"
    counted = containers.write(few, CUT)
    (seconds,) = fastest(2, partial(table, few, engine="objects"))
    found = bench.measured("objects", few.stat().st_size, seconds, rows=counted, columns=WIDTH)
    bench.claim("ours to objects", ours.speed / found.speed, 100, times)
    if bench.profile:
        bench.note(profile(partial(table, path)))
    path.unlink()


def table(path: Path, engine: Literal["columns", "objects"] = "columns", **options: str) -> int:
    """Read all columns; gives the number of rows."""
    opened = bytewright.open(path, CODEC, options=options, engine=engine)
    return sum(batch.num_rows for batch in opened.to_batches())
