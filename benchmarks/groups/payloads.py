"""Milvus binlogs, one column each, next to pyarrow on the bare Parquet payload."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import bytewright
from benchmarks.bench import Bench
from benchmarks.measuring import fastest
from benchmarks.report import times
from bytewright_formats.milvus_binlog import CODEC, DataType, EventType
from bytewright_pipelines.milvus.payload import PayloadWriter
from bytewright_pipelines.milvus.places import write_file
from bytewright_pipelines.milvus.writing import Ids, Part, binlog

TARGET = 0.9
"""Share of pyarrow's speed that is to be reached."""
ROWS = 1 << 22


def columns(rows: int) -> dict[str, tuple[DataType, pa.Array[pa.Scalar[pa.DataType]]]]:
    """A column of each kind: numbers at random, text of keys, vectors of 128 floats (a fiftieth as many)."""
    random = np.random.default_rng(1)
    vectors = random.random((rows // 50, 128), dtype=np.float32)
    whole = pa.FixedSizeBinaryArray.from_buffers(pa.binary(512), len(vectors), [None, pa.py_buffer(vectors.tobytes())])
    return {
        "int64": (DataType.INT64, pa.array(random.integers(-(1 << 62), 1 << 62, rows))),
        "varchar": (DataType.VARCHAR, pa.array([f"key-{number:09d}" for number in random.permutation(rows)])),
        "float vector": (DataType.FLOAT_VECTOR, whole),
    }


def run(bench: Bench) -> None:
    """Measure a column of each kind, from and to files."""
    for name, (kind, values) in columns(ROWS).items():
        path, bare = bench.folder / "column.bin", bench.folder / "column.parquet"
        _write(kind, values, path)
        bare.write_bytes(CODEC.parse(path).events[0].body.payload)
        found = fastest(
            bench.runs,
            partial(_read, path),
            partial(pq.read_table, bare, use_threads=False),
            partial(_write, kind, values, bench.folder / "written.bin"),
            partial(_make, values, bench.folder / "written.parquet"),
        )
        for what, seconds in zip(("read", "read by pyarrow", "written", "written by pyarrow"), found, strict=True):
            bench.measured(f"{name}, {what}", values.nbytes, seconds, rows=len(values), columns=1)
        bench.claim(f"{name}, reading, to pyarrow", found[1] / found[0], TARGET, times)
        bench.claim(f"{name}, writing, to pyarrow", found[3] / found[2], TARGET, times)


def _read(path: Path) -> int:
    return sum(batch.num_rows for batch in bytewright.open(path, CODEC, columns=["value"], threads=1).to_batches())


def _write(kind: DataType, values: object, path: Path) -> None:
    with PayloadWriter(kind) as writer:
        writer.add(values)
        writer.finish()
        part = Part(EventType.INSERT, writer.buffer, 1, 2)
    extras = {"nullable": False, "original_size": "0"}
    write_file(binlog("insert", "2x", Ids(1, 2, 3), kind, [part], field=100, extras=extras), path)


def _make(values: pa.Array[pa.Scalar[pa.DataType]], path: Path) -> None:
    table = pa.Table.from_arrays([values], schema=pa.schema([pa.field("val", values.type, nullable=False)]))
    pq.write_table(table, path, version="2.6", compression="zstd", compression_level=3, row_group_size=len(values))
