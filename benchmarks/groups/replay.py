"""Redo logs of AresDB replayed, next to Polars that keeps the last row of each key, of a table in memory.

Once all keys are new, once nineteen of twenty rows are updates. Both on one thread; ours reads
the log as well.
"""

from __future__ import annotations

import os

os.environ.setdefault("POLARS_MAX_THREADS", "1")  # read when Polars is imported

from typing import Any

import numpy as np
import pyarrow as pa

import bytewright
from benchmarks.bench import Bench
from benchmarks.measuring import fastest
from benchmarks.report import times
from bytewright_pipelines.aresdb import replay

TARGET = 0.5
"""Share of Polars' speed that is to be reached."""
ROWS = 1_000_000
BATCH_ROWS = 4000
KINDS = ("UUID", "Uint8", "Int16", "Uint32", "Int32", "Int64", "Float32", "Bool", "SmallEnum", "BigEnum")
SCHEMA = {"columns": [{"type": kind} for kind in KINDS], "primaryKeyColumns": [0]}


def run(bench: Bench) -> None:
    """Measure both."""
    import polars

    for name, keys in (("all keys new", ROWS), ("updates", ROWS // 20)):
        log = bench.folder / f"{keys}.redolog"
        if not log.exists():
            _write(log, keys)
        table = bytewright.open(log, "aresdb_redo_log").to_table()
        frame: Any = polars.from_arrow(table.drop_columns(["batch", "row", "arrival_time"]))
        ours, theirs = fastest(
            bench.runs,
            lambda log=log: replay(SCHEMA, [log]),  # type: ignore[misc]
            lambda frame=frame: frame.group_by("c0").agg(polars.all().last()),  # type: ignore[misc]
        )
        for what, seconds in ((f"replayed, {name}", ours), (f"Polars, {name}", theirs)):
            bench.measured(what, log.stat().st_size, seconds, rows=ROWS, columns=len(KINDS))
        bench.claim(f"replayed, to Polars: {name}", theirs / ours, TARGET, times)


def _write(log: Any, keys: int) -> None:
    """Make a log."""
    random = np.random.default_rng(1)
    numbers = np.arange(ROWS) if keys == ROWS else random.integers(0, keys, ROWS)
    digits = random.integers(0, 256, (keys, 16), np.uint8).tobytes().hex()
    pool = [digits[32 * n : 32 * n + 32] for n in range(keys)]
    texts = np.array(["-".join((t[:8], t[8:12], t[12:16], t[16:20], t[20:])) for t in pool])[numbers]
    nulls = random.random(ROWS) < 0.1
    columns = [
        (pa.array(texts), "uuid"),
        (pa.array(random.integers(0, 200, ROWS), pa.int16()), "uint8"),
        (pa.array(random.integers(-9999, 9999, ROWS), pa.int16(), mask=nulls), "int16"),
        (pa.array(random.integers(0, 1 << 32, ROWS)), "uint32"),
        (pa.array(random.integers(-1 << 31, 1 << 31, ROWS), pa.int32()), "int32"),
        (pa.array(random.integers(-1 << 62, 1 << 62, ROWS), mask=nulls), "int64"),
        (pa.array(random.random(ROWS, np.float32)), "float32"),
        (pa.array(random.random(ROWS) < 0.5), "bool"),
        (pa.array(random.integers(0, 200, ROWS), pa.int16()), "small_enum"),
        (pa.array(random.integers(0, 60_000, ROWS), pa.int32(), mask=nulls), "big_enum"),
    ]
    batches = np.arange(ROWS) // BATCH_ROWS
    moments = pa.array(np.full(ROWS, 1_600_000_000), pa.timestamp("s", "UTC"))
    fields = [pa.field("batch", pa.int32()), pa.field("arrival_time", moments.type)]
    said = [(f"c{number}", array.type, kind) for number, (array, kind) in enumerate(columns)]
    fields += [pa.field(name, kind, metadata={"bytewright.type": stored}) for name, kind, stored in said]
    arrays = [pa.array(batches, pa.int32()), moments, *(array for array, _ in columns)]
    bytewright.write(pa.Table.from_arrays(arrays, schema=pa.schema(fields)), log, "aresdb_redo_log")
