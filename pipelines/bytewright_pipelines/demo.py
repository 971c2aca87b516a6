"""What there is to see in a minute: a binary log becomes a table in Spark, and is written, healed, replayed and shown.

Run by ``make demo``, or ``python -m bytewright_pipelines.demo``. Every figure it prints is measured in that run.
"""

from __future__ import annotations

import argparse
import importlib
import shlex
import shutil
import sys
import time
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from rich.console import Console
from rich.filesize import decimal

import bytewright
from bytewright import cli
from bytewright.cli.row_table import show
from bytewright.errors import BytewrightError, ReadInPythonWarning
from bytewright_pipelines.demo_stores import STORES

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

LOG = "deephaven_log"
"""The format of the log: an intraday log of Deephaven's, whose header names and types the columns."""
CHUNK = 1 << 16
SAMPLE_ROWS = 3_000
"""Rows of the file that a parser in Python reads, that is damaged, healed and shown."""
DAMAGED_AT = (20_000, 80_000, 140_000)
WIDTH_IN_A_PIPE = 110
_CHECKOUT = Path(__file__).resolve().parents[2]
_SYMBOLS = ["AAPL", "AMZN", "MSFT", "NVDA", "TSLA"]
_VENUES = ["XNAS", "XNYS", "BATS"]


@dataclass(frozen=True, slots=True)
class Demo:
    """What the parts of the demo share.

    Attributes:
        console: where they print.
        spark: the session.
        folder: where their files lie.
        size: bytes of the log.
    """

    console: Console
    spark: SparkSession
    folder: Path
    size: int

    @property
    def log(self) -> Path:
        """The log."""
        return self.folder / "trades.bin"

    @property
    def sample(self) -> Path:
        """Its first rows, in a file of their own."""
        return self.folder / "sample.bin"

    @property
    def table(self) -> Path:
        """The table that is made of it."""
        return self.folder / "trades"

    def say(self, part: str, text: str) -> None:
        """Print what a part did."""
        self.console.print(f"[bold]{part:<9}[/] {text}", soft_wrap=True)

    def command(self, *words: str) -> None:
        """Show a command with what it prints."""
        shown = shlex.join(_shortest(Path(word)) if Path(word).is_absolute() else word for word in words)
        self.console.print(f"  $ bytewright {shown}", soft_wrap=True)
        sys.stdout.flush()
        cli.main([_shortest(Path(word)) if Path(word).is_absolute() else word for word in words])


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the demo; returns the exit status."""
    parser = argparse.ArgumentParser(prog="bytewright_pipelines.demo", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--to", type=Path, default=_CHECKOUT / "build" / "demo", help="where the files go")
    parser.add_argument("--megabytes", type=int, default=250, help="size of the log (default: 250)")
    given = parser.parse_args(arguments)
    console = Console(width=None if sys.stdout.isatty() else WIDTH_IN_A_PIPE, highlight=False)
    try:
        run(console, given.to.resolve(), given.megabytes * 1_000_000)
    except BytewrightError as error:
        sys.stderr.write(f"bytewright: error: {error}\n")
        return 1
    return 0


def run(console: Console, folder: Path, size: int) -> None:
    """Run all parts.

    Args:
        console: where they print.
        folder: where their files go; what is there is replaced.
        size: bytes of the log.

    Raises:
        BytewrightError: something was read back that is not what was written.
    """
    from bytewright.spark.process.jvm_log import jvm_log
    from bytewright.spark.session import local_session

    warnings.simplefilter("ignore", ReadInPythonWarning)  # the sample is small
    started = time.perf_counter()
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    with console.status("Starting Spark"), (folder / "spark.log").open("wb") as log, jvm_log(log):
        spark = local_session(app_name="bytewright demo")
    try:
        demo = Demo(console, spark, folder, size)
        for part in PARTS:
            part(demo)
    finally:
        spark.stop()
    console.print(f"\nDone in {time.perf_counter() - started:.0f} s; all of it lies in {_shortest(folder)}/. Next:")
    for command in (
        f"bytewright cat {_shortest(demo.log)} --limit 20 --format table",
        f"bytewright view {_shortest(demo.sample)}",
        "bytewright new my_format     # a format of your own: docs/adding-a-format.md, docs/any-ksy.md",
    ):
        console.print(f"  {command}", soft_wrap=True)


def write_log(demo: Demo) -> None:
    """A log by our own writer, and a small one of its first rows."""
    started = time.perf_counter()
    rows = _write(demo.log, _trades(), demo.size)
    seconds, size = time.perf_counter() - started, demo.log.stat().st_size
    bytewright.write(_reader([next(_trades()).slice(0, SAMPLE_ROWS)]), demo.sample, LOG)
    demo.say("written", f"{_shortest(demo.log)}: {decimal(size)}, {rows:,} rows, {_speed(size, seconds)}")


def ingest_log(demo: Demo) -> None:
    """The log as a Parquet table, by Spark, next to the parser that kaitai-struct-compiler makes of the same spec."""
    from bytewright.spark.ingest import ingest
    from bytewright.spark.process.progress import bar

    with bar(demo.console, f"Ingesting {demo.log.name}") as report:
        done = ingest(demo.spark, LOG, [str(demo.log)], demo.table, {"maxPartitionBytes": "32m"}, report=report)
    demo.say(
        "ingested",
        f"by Spark on {demo.spark.sparkContext.defaultParallelism} cores into {_shortest(demo.table)}/ (Parquet):"
        f" {done.seconds:.1f} s, {_speed(done.bytes_in, done.seconds)}, {done.rows_per_second:,.0f} rows/s",
    )
    try:
        parser: Any = importlib.import_module("bytewright_formats.deephaven_log.parser")
    except ImportError:  # made without it
        return
    started = time.perf_counter()
    parser.DeephavenLog.from_file(str(demo.sample)).close()
    seconds, size = time.perf_counter() - started, demo.sample.stat().st_size
    slower = done.bytes_per_second / (size / seconds)
    demo.say("", f"the parser that ksc makes of the same spec: {_speed(size, seconds)}, {slower:.0f} × slower")


def query_table(demo: Demo) -> None:
    """One query of the table."""
    _table(demo).createOrReplaceTempView("trades")
    query = (
        "SELECT Symbol, count(*) AS trades, round(avg(Price), 2) AS price, sum(Size) AS size"
        " FROM trades GROUP BY Symbol ORDER BY Symbol"
    )
    demo.say("queried", query)
    _show(demo.spark.sql(query).toArrow())


def write_back(demo: Demo) -> None:
    """Some rows of the table as a log that Spark writes, which is read again."""
    folder = demo.folder / "nvda"
    some = _table(demo).where("Symbol = 'NVDA' AND Price > 149").coalesce(1)
    some.write.format(LOG).mode("append").save(str(folder))
    read = bytewright.open(folder, LOG).to_table()
    (row,) = some.selectExpr("count(*)", "sum(Id)").collect()
    if (read.num_rows, pc.sum(read["Id"]).as_py()) != tuple(row):
        raise BytewrightError("other rows are read than were written", expected=str(row), path=str(folder))
    size = sum(path.stat().st_size for path in folder.glob("part-*"))
    demo.say("back", f"df.write.format({LOG!r}) made {decimal(size)} of {read.num_rows:,} rows, which are read again")


def heal(demo: Demo) -> None:
    """A file with bytes that are wrong in three places, and what is left of it."""
    damaged, healed = demo.folder / "damaged.bin", demo.folder / "healed.bin"
    data = bytearray(demo.sample.read_bytes())
    for at in DAMAGED_AT:
        data[at : at + 8] = b"\xff" * 8
    damaged.write_bytes(data)
    demo.say("healed", f"8 bytes were overwritten in each of {len(DAMAGED_AT)} places of {_shortest(demo.sample)}:")
    demo.command("check", str(damaged))
    demo.command("repair", str(damaged), "-o", str(healed))


def replay_logs(demo: Demo) -> None:
    """Redo logs of another format, and the table that a replay makes of their upserts."""
    from bytewright_pipelines.aresdb import RedoLog, replay

    columns = {"time": "Uint32", "city": "Uint16", "trips": "Int64"}
    described = [{"name": name, "type": kind} for name, kind in columns.items()]
    trips = {"columns": described, "primaryKeyColumns": [1], "isFactTable": True}
    types = {f"type.c{number}": kind.lower() for number, kind in enumerate(columns.values())}
    began = int(time.time())
    with RedoLog(demo.folder / "redo", "trips", options={**types, "update.c2": "add"}, sync=False) as log:
        for number in (1, 2):
            log.append([{"c0": began - city, "c1": city, "c2": city + number} for city in range(4)])
    made = replay(trips, log.folder)
    demo.say("replayed", f"redo logs: {made.rows} upserts in {made.batches} batches, which add up trips, become")
    _show(made.table.select(["city", "trips"]))


def write_stores(demo: Demo) -> None:
    """Files of stores and builders, in a line each."""
    for name, made in STORES.items():
        folder = demo.folder / "stores" / name
        folder.mkdir(parents=True)
        with demo.console.status("Writing, merging, compacting"):
            said = made(demo.spark, folder)
        demo.say(name, said)


def make_page(demo: Demo) -> None:
    """A page that shows the healed file."""
    demo.say("shown", "bytes, tree and rows beside each other, in any browser:")
    demo.command("view", str(demo.folder / "healed.bin"), "-o", str(demo.folder / "healed.html"))


PARTS: tuple[Callable[[Demo], None], ...] = (
    write_log,
    ingest_log,
    query_table,
    write_back,
    heal,
    replay_logs,
    write_stores,
    make_page,
)
"""What the demo does, in this order; each prints a few lines."""


def _trades() -> Iterator[pa.RecordBatch]:
    """Rows without an end: trades, the price of a tenth of which is null."""
    random = np.random.default_rng(1)
    for number in count():
        ids = np.arange(number * CHUNK, (number + 1) * CHUNK)
        columns: dict[str, Any] = {
            "Id": ids,
            "Time": 1_780_000_000_000_000_000 + ids * 1_000_000,
            "Symbol": random.choice(_SYMBOLS, CHUNK),
            "Side": np.where(random.random(CHUNK) < 0.5, "BUY", "SELL"),
            "Price": pa.array(100 + 50 * random.random(CHUNK), mask=random.random(CHUNK) < 0.1),
            "Size": random.integers(1, 1000, CHUNK, dtype=np.int32),
            "Venue": random.choice(_VENUES, CHUNK),
        }
        yield pa.record_batch(columns)


def _write(path: Path, trades: Iterator[pa.RecordBatch], size: int) -> int:
    """Write a log of about so many bytes; gives the number of rows."""
    first = next(trades)
    bytewright.write(_reader([first]), path, LOG)
    batches = max(1, round(size / path.stat().st_size))
    rest = (next(trades) for _ in range(batches - 1))
    return bytewright.write(_reader([first], rest), path, LOG).rows


def _reader(begun: Sequence[pa.RecordBatch], rest: Iterable[pa.RecordBatch] = ()) -> pa.RecordBatchReader:
    return pa.RecordBatchReader.from_batches(begun[0].schema, (batch for some in (begun, rest) for batch in some))


def _table(demo: Demo) -> DataFrame:
    return demo.spark.read.parquet(str(demo.table))


def _show(rows: pa.Table) -> None:
    show(rows.schema, [[str(value) for value in row.values()] for row in rows.to_pylist()])


def _speed(size: int, seconds: float) -> str:
    return f"{decimal(round(size / seconds))}/s"


def _shortest(path: Path) -> str:
    """``path`` from the working directory, where it lies below it."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


if __name__ == "__main__":
    sys.exit(main())
