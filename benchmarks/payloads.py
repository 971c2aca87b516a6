"""Files with whole tables in them: ours next to pyarrow on the bare payload, read and written, on one thread."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import bytewright
from bytewright_formats.milvus_binlog import CODEC, DataType, EventType
from bytewright_pipelines.milvus.payload import PayloadWriter
from bytewright_pipelines.milvus.writing import Ids, Part, binlog

TARGET = 0.9
"""Share of pyarrow's speed that is to be reached."""

Best = Callable[[Callable[[], object], int], float]


def columns(rows: int) -> dict[str, tuple[DataType, pa.Array[pa.Scalar[pa.DataType]]]]:
    """A column of each kind: numbers at random, text of keys, vectors of 128 floats (an eighth as many)."""
    random = np.random.default_rng(1)
    vectors = random.random((rows // 8, 128), dtype=np.float32)
    whole = pa.FixedSizeBinaryArray.from_buffers(pa.binary(512), len(vectors), [None, pa.py_buffer(vectors.tobytes())])
    return {
        "int64": (DataType.INT64, pa.array(random.integers(-(1 << 62), 1 << 62, rows))),
        "varchar": (DataType.VARCHAR, pa.array([f"key-{number:09d}" for number in random.permutation(rows)])),
        "float vector": (DataType.FLOAT_VECTOR, whole),
    }


def main(runs: int, best: Best, rows: int = 1 << 22) -> None:
    """Print a line per kind of column; written is into memory."""
    print("Milvus binlogs, one column each, next to pyarrow on the bare Parquet payload; fastest of", runs, "runs.")
    print("column           rows      MB  read MB/s  pyarrow   share  write MB/s  pyarrow   share  target")
    with tempfile.TemporaryDirectory(prefix="bytewright-bench-") as folder:
        for name, (kind, values) in columns(rows).items():
            path, bare = Path(folder) / "column.bin", Path(folder) / "column.parquet"
            path.write_bytes(_write(kind, values))
            bare.write_bytes(CODEC.parse(path).events[0].body.payload)
            size = values.nbytes
            seconds = {
                "read": best(lambda path=path: _read(path), runs),  # type: ignore[misc]
                "bare": best(lambda bare=bare: pq.read_table(bare, use_threads=False), runs),  # type: ignore[misc]
                "write": best(lambda kind=kind, values=values: _write(kind, values), runs),  # type: ignore[misc]
                "made": best(lambda values=values: _make(values), runs),  # type: ignore[misc]
            }
            shares = seconds["bare"] / seconds["read"], seconds["made"] / seconds["write"]
            print(
                f"{name:<13} {len(values):>7,} {size / 1e6:>7.0f}"
                f" {size / seconds['read'] / 1e6:>10.0f} {size / seconds['bare'] / 1e6:>8.0f} {shares[0]:>7.1%}"
                f" {size / seconds['write'] / 1e6:>11.0f} {size / seconds['made'] / 1e6:>8.0f} {shares[1]:>7.1%}"
                f" {TARGET:>7.0%} {'met' if min(shares) >= TARGET else 'missed'}"
            )


def _read(path: Path) -> int:
    return sum(batch.num_rows for batch in bytewright.open(path, CODEC, columns=["value"]).to_batches())


def _write(kind: DataType, values: object) -> bytes:
    with PayloadWriter(kind) as writer:
        writer.add(values)
        writer.finish()
        part = Part(EventType.INSERT, writer.buffer, 1, 2)
    extras = {"nullable": False, "original_size": "0"}
    return CODEC.to_bytes(binlog("insert", "2x", Ids(1, 2, 3), kind, [part], field=100, extras=extras))


def _make(values: pa.Array[pa.Scalar[pa.DataType]]) -> bytes:
    table = pa.Table.from_arrays([values], schema=pa.schema([pa.field("val", values.type, nullable=False)]))
    sink = pa.BufferOutputStream()
    pq.write_table(table, sink, version="2.6", compression="zstd", compression_level=3, row_group_size=len(values))
    return sink.getvalue().to_pybytes()
