"""Segments of Milvus put together in Spark on two cores, next to Spark reading the bare Parquet payloads.

The bare payloads of each column are read on their own, one after another; seconds are those of a watch.
"""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from benchmarks.bench import Bench
from benchmarks.groups.spark import CORES
from benchmarks.measuring import fastest
from benchmarks.report import times
from bytewright.spark.process.jvm_log import jvm_log
from bytewright.spark.session import local_session
from bytewright_formats.milvus_binlog import CODEC
from bytewright_pipelines.milvus.assemble import assemble
from bytewright_pipelines.milvus.schema import CollectionSchema
from bytewright_pipelines.milvus.writing import Ids, write_segment

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

TARGET = 0.7
"""Share of Spark's speed with the bare payloads that is to be reached."""
SEGMENTS = 8
ROWS = 60_000
"""Of a segment."""
DIM = 128
SCHEMA = CollectionSchema.parse(
    json.dumps(
        {
            "fields": [
                {"name": "pk", "fieldID": 100, "data_type": "Int64", "is_primary_key": True},
                {"name": "name", "fieldID": 101, "data_type": "VarChar"},
                {"name": "score", "fieldID": 102, "data_type": "Float"},
                {"name": "vector", "fieldID": 103, "data_type": "FloatVector", "dim": DIM},
            ]
        }
    )
)


def run(bench: Bench) -> None:
    """Measure in a session of its own."""
    segments, bare = bench.folder / "segments", bench.folder / "bare"
    size = _write(segments, bare)
    with (bench.folder / "spark.log").open("wb") as log, jvm_log(log):
        settings: dict[str, Any] = {"spark.driver.memory": "3g"}
        spark = local_session(CORES, "bytewright bench", **settings)
    columns = sorted(bare.iterdir())
    bench.note(f"Spark {spark.version}, local[{CORES}], {SEGMENTS} segments.")
    ours, theirs = fastest(
        bench.runs,
        lambda: _noop(assemble(spark, str(segments), schema=SCHEMA)),
        lambda: _noop(*(spark.read.parquet(str(column)) for column in columns)),
        clock=time.perf_counter,
    )
    rows = SEGMENTS * ROWS
    for what, seconds in (("put together", ours), ("the bare payloads", theirs)):
        bench.measured(what, size, seconds, rows=rows, columns=len(columns))
    bench.claim("put together, to the bare payloads", theirs / ours, TARGET, times)
    spark.stop()


def _noop(*frames: DataFrame) -> None:
    for frame in frames:
        frame.write.format("noop").mode("overwrite").save()


def _write(segments: Path, bare: Path) -> int:
    """Make segments, and a folder per column with the payloads of its files; gives the size of the values in bytes."""
    random = np.random.default_rng(1)
    size = 0
    for number in range(SEGMENTS):
        vectors = pa.FixedSizeListArray.from_arrays(pa.array(random.random(ROWS * DIM, dtype=np.float32)), DIM)
        names = random.permutation(ROWS)
        rows = pa.table(
            {
                "pk": random.integers(0, 1 << 60, ROWS),
                "name": [f"name-{name:09d}" for name in names],
                "score": random.random(ROWS, dtype=np.float32),
                "vector": vectors,
                "Timestamp": np.arange(1, ROWS + 1),
            }
        )
        size += rows.nbytes
        for field, path in write_segment(segments, rows, SCHEMA, Ids(1, 2, 10 + number)).items():
            folder = bare / str(field)
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{number}.parquet").write_bytes(CODEC.parse(path).events[0].body.payload)
    return size
