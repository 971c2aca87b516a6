"""ESDB, both layouts: events with their links and the names of their indexes, and in the order of indexes."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import bytewright
from benchmarks import events, spaces
from benchmarks.bench import Bench
from benchmarks.measuring import fastest
from benchmarks.profiling import profile
from benchmarks.report import times
from bytewright.codec.codec import Codec
from bytewright_formats import esdb, esdb_spaces

CUT = 1 << 20
"""Size of the file that readers in Python read: they take their time."""


def run(bench: Bench) -> None:
    """Measure a file of events, and other readers on a smaller one."""
    path, small = bench.folder / "events.esdb", bench.folder / "small.esdb"
    rows = events.write(path, bench.size)
    ours = bench.against_memcpy("events", path, partial(table, path), rows=rows, columns=6, target=0.07)
    bench.against_memcpy("data alone", path, partial(table, path, "data"), rows=rows, columns=1)
    bench.against_memcpy("by index", path, partial(table, path, view="index_events"), rows=2 * rows, columns=5)
    of_spaces(bench)
    counted = events.write(small, CUT)
    stock, objects = fastest(1, partial(table, small, engine="kaitai"), partial(table, small, engine="objects"))
    for name, seconds in (("ksc's parser", stock), ("objects", objects)):
        found = bench.measured(name, small.stat().st_size, seconds, rows=counted, columns=6)
        bench.note(f"The kernel to {name}: {times(ours.speed / found.speed)}.")
    if bench.profile:
        bench.note(profile(partial(table, path)))


def of_spaces(bench: Bench) -> None:
    """Measure a file of events in chunks that are compressed."""
    path = bench.folder / "spaces.esdb"
    rows = spaces.write(path, bench.size // 4)
    for name, view in (("spaces", "events"), ("spaces by index", "index_events")):
        read = partial(table, path, view=view, codec=esdb_spaces.CODEC)
        bench.against_memcpy(name, path, read, rows=rows if view == "events" else read(), columns=5)


def table(
    path: Path,
    *columns: str,
    engine: Any = "columns",
    view: str = "events",
    codec: Codec = esdb.CODEC,
) -> int:
    """Read columns, by default all; gives the number of rows."""
    opened = bytewright.open(path, codec, view, columns=columns or None, engine=engine, threads=1)
    return sum(batch.num_rows for batch in opened.to_batches())
