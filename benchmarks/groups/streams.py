"""Logs that grow, followed by streams on two cores, next to a batch and to Spark's own files.

Records with a length in front. Of rates, seconds are core-seconds of all processes; from an append to its rows, those
of a watch, as a stream waits more than it works.
"""

from __future__ import annotations

import os
import struct
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from benchmarks.bench import Bench
from benchmarks.measuring import core_seconds, fewest
from benchmarks.report import times
from bytewright.spark.process.jvm_log import jvm_log
from bytewright.spark.session import local_session

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

ROUNDS = 5
"""How often each stream is started; they take turns, so that what else the machine does hits both."""
APPENDED = 10
"""How often something is appended in a round; of all rounds, the median counts."""
TOGETHER = 10
"""Rows that are appended at once."""
PATIENCE = 60
"""Seconds after which rows that don't come are a failure."""
SPEC = """meta: {id: ticks, endian: le, file-extension: ticks}
seq:
  - {id: records, type: tick, repeat: eos}
types:
  tick:
    seq: [{id: len_body, type: u4}, {id: body, type: body, size: len_body}]
  body:
    seq: [{id: number, type: u8}, {id: price, type: f8}, {id: name, type: str, encoding: UTF-8, size-eos: true}]
-views:
  ticks:
    each: records[*]
    columns:
      - {id: number, value: _.body.number, type: s8}
      - {id: price, value: _.body.price}
      - {id: name, value: _.body.name}
"""
COLUMNS = 3


def run(bench: Bench) -> None:
    """Measure in a session of its own."""
    spec = bench.folder / "ticks.ksy"
    spec.write_text(SPEC)
    with (bench.folder / "spark.log").open("wb") as log, jvm_log(log):
        spark = local_session(2, "bytewright bench")
    try:
        _rate(bench, spark, spec)
        _delay(bench, spark, spec)
    finally:
        spark.stop()


def _rate(bench: Bench, spark: SparkSession, spec: Path) -> None:
    log = bench.folder / "long.ticks"
    record = len(_record(0))
    rows = bench.size // record
    with log.open("wb") as file:
        for start in range(0, rows, 65536):
            file.write(b"".join(map(_record, range(start, min(rows, start + 65536)))))
    checkpoints = iter(range(1000))

    def batch() -> None:
        frame = spark.read.format("bytewright").option("spec", str(spec)).load(str(log))
        frame.write.format("noop").mode("overwrite").save()

    def follow() -> None:
        checkpoint = str(bench.folder / f"rate-{next(checkpoints)}")
        writer = _followed(spark, spec, log).writeStream.format("noop").trigger(availableNow=True)
        writer.option("checkpointLocation", checkpoint).start().awaitTermination()

    whole, followed = fewest(bench.runs, batch, follow)
    for what, seconds in (("a log as a batch", whole), ("a log, followed", followed)):
        bench.measured(what, rows * record, seconds, rows=rows, columns=COLUMNS)
    bench.claim("following a log, to the batch rate", whole / followed, 0.5, times)


def _delay(bench: Bench, spark: SparkSession, spec: Path) -> None:
    log, folder = bench.folder / "growing.ticks", bench.folder / "parquet"
    log.touch()
    folder.mkdir()

    def append(number: int) -> None:
        with log.open("ab") as file:
            file.write(b"".join(map(_record, _numbers(number))))

    def add_file(number: int) -> None:
        columns: dict[str, list[Any]] = {
            "number": list(_numbers(number)),
            "price": [one / 7 for one in _numbers(number)],
            "name": [f"tick {one}" for one in _numbers(number)],
        }
        fields: list[pa.Field[Any]] = [
            pa.field("number", pa.int64()),
            pa.field("price", pa.float64()),
            pa.field("name", pa.string()),
        ]
        unfinished = folder / f"_{number}"
        pq.write_table(pa.table(columns, pa.schema(fields)), unfinished)
        os.rename(unfinished, folder / f"{number:06}.parquet")

    def follow() -> DataFrame:
        return _followed(spark, spec, log)

    def parquet() -> DataFrame:
        return spark.readStream.schema("number long, price double, name string").parquet(str(folder))

    seconds: dict[str, list[float]] = {"ours": [], "theirs": []}
    work = dict.fromkeys(seconds, 0.0)
    for turn in range(ROUNDS):
        for name, stream, add in (("ours", follow, append), ("theirs", parquet, add_file)):
            taken, spent = _until_seen(stream(), bench.folder / name, add, turn * (APPENDED + 1))
            seconds[name] += taken
            work[name] += spent
    ours, theirs = (median(taken) for taken in seconds.values())
    each = {name: spent / ROUNDS / APPENDED for name, spent in work.items()}
    bench.note(
        f"From an append of {TOGETHER} rows to their batch: {ours:.3f} s at the median; a Parquet file: {theirs:.3f}. "
        f"Core-seconds each: {each['ours']:.3f} and {each['theirs']:.3f}."
    )
    bench.claim("from an append to its rows, to Parquet files", ours / theirs, 1.5, times, at_most=True)


def _followed(spark: SparkSession, spec: Path, log: Path) -> DataFrame:
    source = spark.readStream.format("bytewright").option("spec", str(spec)).option("follow", "true")
    return source.schema("number long, price double, name string").load(str(log))


def _until_seen(
    stream: DataFrame, checkpoint: Path, append: Callable[[int], None], first: int
) -> tuple[list[float], float]:
    """Seconds from each append to a batch with its rows, and core-seconds of all; the first append doesn't count."""
    seen = TOGETHER * first
    changed = threading.Condition()

    def took(batch: DataFrame, _number: int) -> None:
        nonlocal seen
        count = batch.count()
        with changed:
            seen += count
            changed.notify_all()

    query = stream.writeStream.foreachBatch(took).option("checkpointLocation", str(checkpoint)).start()
    found: list[float] = []

    def take(number: int) -> None:
        began = time.perf_counter()
        append(number)
        with changed:
            if not changed.wait_for(lambda: seen >= TOGETHER * (number + 1), PATIENCE):
                raise TimeoutError(f"no rows within {PATIENCE} s: {query.exception()}")
        found.append(time.perf_counter() - began)

    try:
        take(first)
        spent = core_seconds(lambda: deque(map(take, range(first + 1, first + APPENDED + 1))))
        query.processAllAvailable()  # a batch that isn't committed comes again in the next round
    finally:
        query.stop()
    return found[1:], spent


def _numbers(append: int) -> range:
    return range(TOGETHER * append, TOGETHER * (append + 1))


def _record(number: int) -> bytes:
    body = struct.pack("<Qd", number, number / 7) + b"tick %d" % number
    return struct.pack("<I", len(body)) + body
