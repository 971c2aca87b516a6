"""ESDB, both layouts: events with their links and the names of their indexes, and in the order of indexes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import bytewright
from benchmarks import events, spaces
from benchmarks.bench import Bench
from benchmarks.measuring import fastest
from benchmarks.profiling import profile
from benchmarks.report import times
from bytewright.codec.codec import Codec
from bytewright.io.source import FileSource
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
    found = {"block": "block-000000", "grouping": "user-0000007"}
    look_up(bench, "by grouping", path, found)
    found = {"block": "block-000000", "index": "campaign-007"}
    look_up(bench, "by index", path, found, view="index_events")
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
    found = {"block": "space-000000", "grouping": "user-0000007"}
    look_up(bench, "spaces by grouping", path, found, codec=esdb_spaces.CODEC)
    found = {"block": "space-000000", "index": "campaign:007"}
    look_up(bench, "spaces by index", path, found, view="index_events", codec=esdb_spaces.CODEC)


def look_up(
    bench: Bench, what: str, path: Path, options: dict[str, str], view: str = "events", codec: Codec = esdb.CODEC
) -> None:
    """Measure how long it takes to find some events, and how much of the file is read for that."""
    read = partial(table, path, view=view, codec=codec, options=options)
    (seconds,) = fastest(bench.runs, read)
    with bytes_read() as sizes:
        rows = read()
    size = path.stat().st_size
    bench.note(f"Look-up {what}: {rows} events in {seconds * 1000:.1f} ms; {sum(sizes):,} bytes of {size:,} are read.")


@contextmanager
def bytes_read() -> Iterator[list[int]]:
    """The sizes of what is read of files meanwhile."""
    found: list[int] = []
    whole, fill = FileSource.read, FileSource.read_into

    def read(self: FileSource, offset: int, size: int) -> bytes:
        data = whole(self, offset, size)
        found.append(len(data))
        return data

    def read_into(self: FileSource, offset: int, buffer: memoryview) -> int:
        found.append(fill(self, offset, buffer))
        return found[-1]

    with patch.multiple(FileSource, read=read, read_into=read_into):
        yield found


def table(
    path: Path,
    *columns: str,
    engine: Any = "columns",
    view: str = "events",
    codec: Codec = esdb.CODEC,
    options: dict[str, str] | None = None,
) -> int:
    """Read columns, by default all; gives the number of rows."""
    opened = bytewright.open(path, codec, view, columns=columns or None, options=options, engine=engine, threads=1)
    return sum(batch.num_rows for batch in opened.to_batches())
