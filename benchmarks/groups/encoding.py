"""Encoding: rows in Arrow to files, next to reading these files."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pyarrow as pa

import bytewright
from benchmarks import batches, containers, events, log, spaces
from benchmarks.bench import Bench
from benchmarks.measuring import fastest
from benchmarks.report import times

TARGET = 0.5
"""Share of the speed of reading that writing is to reach."""
FEW = 64 << 20
"""Bytes at most of files that objects make in part: they take their time."""


def run(bench: Bench) -> None:
    """Measure files of each format that is made of rows; Milvus' are measured with their payloads."""
    path = bench.folder / "read.bin"
    log.write(path, bench.size)
    _measure(bench, "Deephaven", "deephaven_log", path)
    for rows in (4096, 256):
        batches.write(path, bench.size, rows)
        _measure(bench, f"AresDB, {rows} rows a batch", "aresdb_redo_log", path)
    table = bytewright.open(path, "aresdb_redo_log").to_table()
    single = bench.folder / "single.bin"
    bytewright.write(table.drop(["batch"]), single, "aresdb_upsert_batch")
    _measure(bench, "AresDB, one batch", "aresdb_upsert_batch", single)
    containers.write(path, bench.size)
    _measure(bench, "FiloDB", "filodb_container", path)
    events.write(path, min(FEW, bench.size))
    found = bytewright.open(path, "esdb", columns=["block", "grouping", "data", "links"]).to_table()
    _measure(bench, "ESDB", "esdb", path, table=_added(found), view="added")
    spaces.write(path, min(FEW, bench.size))
    found = bytewright.open(path, "esdb_spaces", columns=["block", "timestamp", "data", "grouping"]).to_table()
    _measure(bench, "ESDB with spaces", "esdb_spaces", path, table=_indexed(found), view="added")


def _measure(
    bench: Bench, what: str, codec: str, path: Path, table: pa.Table | None = None, view: str | None = None
) -> None:
    """Write rows (by default those of a file), and read the file that is made of them: which may be another one, where
    types are wider in columns."""
    if table is None:
        table = bytewright.open(path, codec).to_table()
    how = bytewright.write(table, path, codec, view)
    written = bench.folder / "written.bin"
    read, wrote = fastest(
        bench.runs,
        partial(_rows, path, codec),
        partial(bytewright.write, table, written, codec, view),
        before=partial(written.unlink, missing_ok=True),  # to delete what it replaces takes time as well
    )
    size = path.stat().st_size
    for name, seconds in (("read", read), ("written", wrote)):
        bench.measured(f"{what}, {name}", size, seconds, rows=table.num_rows, columns=table.num_columns)
    bench.claim(f"{what}, writing, to reading", read / wrote, TARGET, times)
    if how.encoded != how.rows:
        bench.note(f"{what}: {how.reason}, so that objects write them.")


def _rows(path: Path, codec: str) -> int:
    return sum(batch.num_rows for batch in bytewright.open(path, codec).to_batches())


def _added(found: pa.Table) -> pa.Table:
    """Events as they were added."""
    names = [[link["index"] for link in links or ()] for links in found["links"].to_pylist()]
    columns = {
        "block": found["block"],
        "timestamp": pa.array(range(found.num_rows)),
        "data": found["data"],
        "grouping": found["grouping"],
        "indexes": pa.array(names, pa.list_(pa.string())),
    }
    return pa.table(columns)


def _indexed(found: pa.Table) -> pa.Table:
    """Events as they are added, each to two indexes of its space."""
    count = events.INDEXES
    names = [[f"one:{row % count}", f"other:{row * 7 % count}"] for row in range(found.num_rows)]
    return found.append_column("indexes", pa.array(names, pa.list_(pa.string())))
