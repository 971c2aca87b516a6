"""Deephaven logs in Spark on two cores, next to what Spark reads itself.

The same rows, the same session; seconds are those of a watch.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from benchmarks import log
from benchmarks.bench import Bench
from benchmarks.measuring import core_seconds
from benchmarks.report import times
from bytewright.spark.ingest import ingest
from bytewright.spark.process.jvm_log import jvm_log
from bytewright.spark.session import local_session

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

FORMAT = "deephaven_log"
CORES = 2
AVRO = "org.apache.spark:spark-avro_2.13:4.1.1"
"""The newest that Maven Central has; it works on Spark 4.3."""
AGGREGATES = (
    *("sum(id)", "sum(quantity)", "sum(venue)", "sum(price)", "max(ratio)", "min(side)"),
    *("sum(length(name))", "max(length(tag))"),
)
"""None of a string itself: Spark sorts for those."""
SAMPLE = 2 << 20
"""Bytes of each file that the stock parser reads: it takes its time."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The fastest of some runs, and what all processes together worked in it, in core-seconds."""

    seconds: float
    core_seconds: float


def run(bench: Bench) -> None:
    """Measure in a session of its own."""
    path = bench.folder / "log.bin"
    rows = log.write(path, bench.size)
    with _session(bench.folder / "spark.log") as (spark, avro):
        _measure(bench, spark, path, rows, avro=avro)


def _measure(bench: Bench, spark: SparkSession, path: Path, rows: int, *, avro: bool) -> None:
    size = path.stat().st_size
    folder = path.parent
    bench.note(f"Spark {spark.version}, local[{CORES}].")

    def ours() -> DataFrame:
        return spark.read.format(FORMAT).load(str(path))

    def parquet() -> DataFrame:
        return spark.read.parquet(str(folder / "parquet"))

    ours().write.parquet(str(folder / "parquet"))
    number = count()
    measured: dict[str, Callable[[], object]] = {
        "all columns to noop": lambda: _noop(ours()),
        "Parquet to noop": lambda: _noop(parquet()),
        "one column by a schema": lambda: _noop(spark.read.format(FORMAT).schema("quantity int").load(str(path))),
        "eight aggregates": lambda: _sums(ours()),
        "eight aggregates of Parquet": lambda: _sums(parquet()),
        "df.write.parquet": lambda: ours().write.parquet(str(folder / f"written-{next(number)}")),
        "ingest": lambda: ingest(spark, FORMAT, [str(path)], folder / f"ingested-{next(number)}"),
    }
    if avro:
        ours().write.format("avro").save(str(folder / "avro"))
        measured["eight aggregates of Avro"] = lambda: _sums(spark.read.format("avro").load(str(folder / "avro")))
    found = _fastest(measured, bench.runs)
    samples = _samples(path, folder / "samples")
    share = sum(file.stat().st_size for file in samples.iterdir()) / size
    stock = "the stock parser in a UDF over binaryFile"
    found |= _fastest({stock: lambda: _noop(_stock(spark, samples))}, 1)
    for name, one in found.items():
        part = share if name == stock else 1.0
        bench.measured(name, int(size * part), one.seconds, rows=int(rows * part), columns=len(log.COLUMNS))
    work = (f"{name} {one.core_seconds / size * 1e9:.1f}" for name, one in found.items() if name != stock)
    bench.note(f"Core-seconds per GB, of all processes: {', '.join(work)}.")
    seconds = {name: one.seconds for name, one in found.items()}
    everything, sums = seconds["all columns to noop"], seconds["eight aggregates"]
    bench.claim("all columns, to Parquet", seconds["Parquet to noop"] / everything, 0.55, times)
    bench.claim("eight aggregates, to Parquet", seconds["eight aggregates of Parquet"] / sums, 0.65, times)
    if avro:
        bench.claim("eight aggregates, to Avro", seconds["eight aggregates of Avro"] / sums, 1.0, times)
    else:
        bench.note("spark-avro can't be had here (Maven Central is not reached), so it is left out.")
    bench.claim("all columns, to the stock parser", seconds[stock] / share / everything, 50, times)
    bench.claim("one column, to all", everything / seconds["one column by a schema"], 1.8, times)
    bench.claim("ingest, to df.write.parquet", seconds["df.write.parquet"] / seconds["ingest"], 2.5, times)


def _noop(frame: DataFrame) -> None:
    frame.write.format("noop").mode("overwrite").save()


def _sums(frame: DataFrame) -> list[Any]:
    return frame.selectExpr(*AGGREGATES).collect()


def _samples(path: Path, folder: Path) -> Path:
    """Logs with the first rows only, one per core."""
    import bytewright

    folder.mkdir()
    (first, *_) = bytewright.open(path, FORMAT).splits(SAMPLE)
    assert first.stop is not None
    with path.open("rb") as file:
        data = file.read(first.stop)
    for number in range(CORES):
        (folder / f"{number}.bin").write_bytes(data)
    return folder


def _stock(spark: SparkSession, folder: Path) -> DataFrame:
    """What one would write without us: the parser of kaitai-struct-compiler in a function over whole files."""
    from pyspark.sql.functions import explode, udf

    kinds = {
        "i8": "bigint",
        "i4": "int",
        "i2": "smallint",
        "f8": "double",
        "f4": "float",
        "i1": "tinyint",
        "": "string",
    }
    schema = ", ".join(f"{name} {kinds[dtype.lstrip('>')]}" for name, _, dtype in log.COLUMNS)
    parse = udf(_parsed, f"array<struct<{schema}>>", useArrow=False)
    files = spark.read.format("binaryFile").load(str(folder)).repartition(CORES)
    return files.select(explode(parse("content")).alias("row")).select("row.*")


def _parsed(content: bytes) -> list[tuple[Any, ...]]:
    import io

    from kaitaistruct import KaitaiStream

    from bytewright_formats.deephaven_log.parser import DeephavenLog

    parsed = DeephavenLog(KaitaiStream(io.BytesIO(content)))
    rows = []
    for record in parsed.records:
        cells = (getattr(cell, "cell", None) for cell in record.body.cells)
        rows.append(tuple(getattr(cell, "value", cell) for cell in cells))
    return rows


@contextlib.contextmanager
def _session(said: Path) -> Iterator[tuple[SparkSession, bool]]:
    """A session, and whether it knows Avro."""
    settings: dict[str, Any] = {"spark.driver.memory": "3g"}
    with said.open("wb") as log, jvm_log(log):
        try:
            spark = local_session(CORES, "bytewright bench", **settings, **{"spark.jars.packages": AVRO})
            avro = True
        except Exception:  # the JVM ends where Ivy finds nothing
            _forget_gateway()
            spark, avro = local_session(CORES, "bytewright bench", **settings), False
    try:
        yield spark, avro
    finally:
        spark.stop()


def _forget_gateway() -> None:
    from pyspark import SparkContext

    SparkContext._gateway = SparkContext._jvm = None


def _fastest(runs: dict[str, Callable[[], object]], times: int) -> dict[str, Measured]:
    """The fastest of so many runs of each; they take turns, so that what else the machine does hits all of them."""
    found: dict[str, Measured] = {}
    for turn in range(times + (times > 1)):
        for name, run in runs.items():
            begin = time.perf_counter()
            work = core_seconds(run)
            seconds = time.perf_counter() - begin
            warm = turn > 0 or times == 1
            if warm and (name not in found or seconds < found[name].seconds):
                found[name] = Measured(seconds, work)
    return found
