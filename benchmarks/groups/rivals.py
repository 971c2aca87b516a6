"""Rows that say nothing of their length, next to others that read them: one table of eight nullable columns.

The same rows in ClickHouse's RowBinary and in Avro (an object container, uncompressed), written by ClickHouse and by
polars-avro. Each reader is asked for all of it, in one thread; ours gives the table that was written, cell for cell.
Plain C is a loop for these bytes alone, from memory to column buffers, where a compiler is there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import bytewright
from benchmarks import plain_c
from benchmarks.bench import Bench
from benchmarks.measuring import fastest
from benchmarks.report import times

HERE = Path(__file__).parents[1] / "rivals"
ROW = 50
"""Bytes of a row in RowBinary, about."""
SHARED = 0.2
"""Share of the values that are null."""
TEXTS = 1000
TYPES = {
    "id": pa.int64(),
    "quantity": pa.int32(),
    "venue": pa.int16(),
    "price": pa.float64(),
    "ratio": pa.float32(),
    "side": pa.int8(),
    "name": pa.string(),
    "tag": pa.string(),
}
CLICKHOUSE = {
    "int64": "Int64",
    "int32": "Int32",
    "int16": "Int16",
    "double": "Float64",
    "float": "Float32",
    "int8": "Int8",
    "string": "String",
}
SLOW_ROWS = 50_000
"""Rows for the reader that makes objects."""
IN_README = ("Bytewright, to Arrow", "ClickHouse, to Arrow", "polars-avro (arrow-avro), to Polars")
TO_C, TO_AVRO = 1.25, 1.0


def run(bench: Bench) -> None:
    """Measure both encodings."""
    rows = made(bench.size // ROW)
    row_binary(bench, rows)
    avro(bench, rows)


def made(count: int) -> pa.Table:
    """So many rows."""
    random = np.random.default_rng(count)
    texts = np.array(["".join(map(chr, random.integers(97, 123, size))) for size in random.integers(0, 25, TEXTS)])
    whole = {
        "id": random.integers(0, 1 << 40, count),
        "quantity": random.integers(0, 1 << 30, count),
        "venue": random.integers(0, 1000, count),
        "price": random.random(count),
        "ratio": random.random(count).astype(np.float32),
        "side": random.integers(-2, 2, count),
        **{name: texts[random.integers(0, TEXTS, count)] for name in ("name", "tag")},
    }
    return pa.table(
        {name: pa.array(values, TYPES[name], mask=random.random(count) < SHARED) for name, values in whole.items()}
    )


def row_binary(bench: Bench, rows: pa.Table) -> None:
    """RowBinary: ClickHouse to its own columns and to Arrow, plain C, ours."""
    import chdb

    path, parquet = bench.folder / "rows.bin", bench.folder / "rows.parquet"
    pq.write_table(rows, parquet)
    # In one thread, as others would put the parts of a file in any order.
    written = f"INSERT INTO FUNCTION file('{path}', 'RowBinary') SELECT * FROM file('{parquet}', 'Parquet')"  # noqa: S608 paths of ours
    chdb.query(f"{written} SETTINGS max_threads = 1")
    declared = ", ".join(f"{name} Nullable({CLICKHOUSE[str(kind)]})" for name, kind in TYPES.items())
    asked = f"SELECT * FROM file('{path}', 'RowBinary', '{declared}') SETTINGS max_threads = 1"  # noqa: S608
    readers: dict[str, Callable[[], Any]] = {
        "Bytewright, to Arrow": partial(_ours, path, "row_binary"),
        "ClickHouse, to its own columns": partial(chdb.query, asked, "Null"),
        "ClickHouse, to Arrow": partial(chdb.query, asked, "ArrowTable"),
    }
    by_hand = plain_c.loop(bench.folder, HERE / "row_binary.c", path, TYPES.values(), rows.num_rows)
    if by_hand:
        readers["plain C, to column buffers"] = by_hand
    _equal(path, "row_binary", rows)
    taken = _measured(bench, "RowBinary", path, rows.num_rows, readers)
    if by_hand:
        found = taken["Bytewright, to Arrow"] / taken["plain C, to column buffers"]
        bench.claim("RowBinary, to plain C", found, TO_C, times, at_most=True)
    else:
        bench.note(plain_c.MISSING)


def avro(bench: Bench, rows: pa.Table) -> None:
    """Avro: arrow-avro in DataFusion and in polars-avro, fastavro's objects, ours."""
    import fastavro
    import polars
    import polars_avro
    from datafusion import SessionConfig, SessionContext

    path, slow = bench.folder / "rows.avro", bench.folder / "some.avro"
    wide = polars.from_arrow(rows).with_columns(polars.col("venue", "side").cast(polars.Int32))
    polars_avro.write_avro(wide, path)
    polars_avro.write_avro(wide[:SLOW_ROWS], slow)
    context = SessionContext(SessionConfig().with_target_partitions(1))
    context.register_avro("rows", str(path))

    def objects() -> None:
        with slow.open("rb") as file:
            pa.Table.from_pylist(list(fastavro.reader(file)))

    _equal(path, "avro_rows", rows)
    taken = _measured(
        bench,
        "Avro",
        path,
        rows.num_rows,
        {
            "Bytewright, to Arrow": partial(_ours, path, "avro_rows"),
            "DataFusion (arrow-avro), to Arrow": lambda: context.sql("SELECT * FROM rows").collect(),
            "polars-avro (arrow-avro), to Polars": lambda: polars_avro.scan_avro(path).collect(),
        },
    )
    [took] = fastest(1, objects)
    bench.measured(
        "Avro: fastavro, to objects, to Arrow", slow.stat().st_size, took, rows=len(wide[:SLOW_ROWS]), columns=8
    )
    found = taken["Bytewright, to Arrow"] / taken["DataFusion (arrow-avro), to Arrow"]
    bench.claim("Avro, to arrow-avro", found, TO_AVRO, times, at_most=True)


def _measured(
    bench: Bench, title: str, path: Path, rows: int, readers: dict[str, Callable[[], Any]]
) -> dict[str, float]:
    """Seconds of each of these readers, in turns."""
    taken = dict(zip(readers, fastest(bench.runs, *readers.values()), strict=True))
    for name, seconds in sorted(taken.items(), key=lambda one: one[1]):
        headline = f"{title}: {name}" if name in IN_README else ""
        bench.measured(
            f"{title}: {name}", path.stat().st_size, seconds, rows=rows, columns=len(TYPES), headline=headline
        )
    return taken


def _ours(path: Path, spec: str) -> pa.Table:
    return bytewright.open(path, HERE / f"{spec}.ksy", engine="columns", threads=1).to_table()


def _equal(path: Path, spec: str, rows: pa.Table) -> None:
    """Hold what we read against what was written.

    Raises:
        ValueError: they differ.
    """
    ours = _ours(path, spec).select(list(TYPES)).cast(rows.schema)
    if not ours.equals(rows):
        raise ValueError(f"{path.name}: what was read isn't what was written")
