"""The main job: genuine files of binary formats become Parquet tables through Spark, are read back, and written back.

Run by ``make demo``, or ``python -m bytewright_pipelines.demo``. Every figure it prints is measured in that run.
"""

from __future__ import annotations

import argparse
import contextlib
import shutil
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Console
from rich.filesize import decimal
from rich.rule import Rule
from rich.table import Table

from bytewright.errors import BytewrightError, InputMissingError
from bytewright_pipelines.rewriting import rewrite

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from pyspark.sql import Column, DataFrame, SparkSession
    from pyspark.sql.types import StructField

    from bytewright.spark.ingest import Summary

FORMATS = {"aresdb": "aresdb_redo_log", "deephaven": "deephaven_log", "filodb": "filodb_container"}
"""Which spec reads the files of a folder of ``examples/data``."""

REDO_LOGS = "aresdb_redo_log"
"""The spec of files that make a table by a replay. Its schema lies beside their folder, as ``FOLDER.json``."""

SEGMENTS = "milvus"
"""Folder with segments of Milvus, and the schema of their collection."""

WIDTH_IN_A_PIPE = 120
_EXAMPLE = """[{"name": "string", "data_type": "String", "is_primary_key": true}, {"name": "int", "data_type": "Int32"},
{"name": "float", "data_type": "Float", "nullable": true}, {"name": "vector", "data_type": "FloatVector", "dim": 4}]"""
"""The schema of the example in Milvus' design document."""
_CHECKOUT = Path(__file__).resolve().parents[2]
_LONGEST_CELL = 20


@dataclass(frozen=True, slots=True)
class Dataset:
    """A folder with the files of one table."""

    name: str
    spec: str
    folder: Path


@dataclass(frozen=True, slots=True)
class Ingested:
    """What became of a dataset: the figures of writing it, and the table as Spark reads it back."""

    dataset: Dataset
    summary: Summary
    table: DataFrame


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the demo; returns the exit status."""
    parser = argparse.ArgumentParser(prog="bytewright_pipelines.demo", description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--data", type=Path, default=_CHECKOUT / "examples" / "data", help="folder of folders of tables"
    )
    parser.add_argument("--to", type=Path, default=_CHECKOUT / "build" / "demo", help="where the Parquet tables go")
    parser.add_argument("--rows", type=int, default=8, help="rows to print of each table that is shown")
    given = parser.parse_args(arguments)
    console = Console(width=None if sys.stdout.isatty() else WIDTH_IN_A_PIPE, highlight=False)
    try:
        run(console, given.data, given.to, given.rows)
    except BytewrightError as error:
        sys.stderr.write(f"bytewright: error: {error}\n")
        return 1
    return 0


def run(console: Console, data: Path, to: Path, rows: int) -> list[Ingested]:
    """Ingest every dataset below ``data`` to a Parquet table below ``to``, and show them.

    Raises:
        BytewrightError: there are no data, a file is bad, or Spark read back other rows than were written.
    """
    started = time.perf_counter()
    found = datasets(data)
    spark = _start(console, to / "spark.log")
    try:
        done = _ingest_all(console, spark, found, to)
        _show_figures(console, done)
        _show_files(console, done)
        largest = _largest(done)
        for each in largest:
            _show_table(console, each, rows)
        _show_samples(console, spark, done, rows)
        _show_replays(console, spark, done, to, rows)
        _show_sets(console, spark, done, to, rows)
        _merge(console, spark, to)
        _rewrite(console, spark, largest, to)
        if (data / SEGMENTS / "schema.json").is_file():
            _assemble(console, spark, data / SEGMENTS, to / SEGMENTS, rows)
            _collect(console, spark, to / "segments", rows)
        _show_outputs(console, done, to, time.perf_counter() - started)
    finally:
        spark.stop()
    return done


def datasets(data: Path) -> list[Dataset]:
    """The tables below ``data``: one per folder in the folder of a format.

    Raises:
        InputMissingError: there are none.
    """
    found = [
        Dataset(folder.name, spec, folder)
        for name, spec in sorted(FORMATS.items())
        for folder in sorted((data / name).glob("*"))
        if folder.is_dir()
    ]
    if not found:
        raise InputMissingError("there are no folders of tables", path=str(data), hint="Name one that has: --data DIR.")
    return found


def _start(console: Console, log: Path) -> SparkSession:
    import pyspark

    from bytewright.spark.process.jvm_log import jvm_log
    from bytewright.spark.session import local_session

    started = time.perf_counter()
    with console.status("Starting Spark"), jvm_log(log):
        spark = local_session(app_name="bytewright demo")
    (java,) = spark.sql("select java_method('java.lang.System', 'getProperty', 'java.version')").collect()[0]
    console.print(
        f"[bold]Spark {pyspark.__version__}[/] on Java {java}, {spark.sparkContext.master}, "
        f"started in {time.perf_counter() - started:.1f} s"
    )
    return spark


def _ingest_all(console: Console, spark: SparkSession, found: Sequence[Dataset], to: Path) -> list[Ingested]:
    from bytewright.spark.ingest import ingest
    from bytewright.spark.process.progress import bar

    done = []
    for dataset in found:
        with bar(console, f"Ingesting {dataset.name}") as report:
            summary = ingest(
                spark,
                dataset.spec,
                [str(dataset.folder)],
                to / dataset.spec / dataset.name,
                {"includeMetadata": "true"},
                mode="overwrite",
                report=report,
            )
        table = spark.read.parquet(summary.to)
        if table.count() != summary.rows:
            raise BytewrightError(
                "Spark reads back another number of rows", expected=str(summary.rows), path=str(summary.to)
            )
        done.append(Ingested(dataset, summary, table))
    return done


def _show_figures(console: Console, done: Sequence[Ingested]) -> None:
    for spec in dict.fromkeys(each.dataset.spec for each in done):
        summaries = {each.dataset.name: each.summary for each in done if each.dataset.spec == spec}
        figures = _table("table", ">files", ">rows", ">read", ">Parquet", ">seconds", ">rows/s", ">read/s")
        for name, it in summaries.items():
            figures.add_row(name, *_figures(it.files, it.rows, it.bytes_in, it.bytes_out, it.seconds))
        several = summaries.values()
        figures.add_row(
            f"{len(summaries)} tables",
            *_figures(
                sum(it.files for it in several),
                sum(it.rows for it in several),
                sum(it.bytes_in for it in several),
                sum(it.bytes_out for it in several),
                sum(it.seconds for it in several),
            ),
            style="bold",
        )
        _heading(console, f"{spec}: files to Parquet, by Spark")
        console.print(figures)
    console.print("Files this small take as long as Spark takes to plan and commit; the first table also warms it up.")


def _figures(files: int, rows: int, read: int, written: int, seconds: float) -> list[str]:
    return [
        f"{files:,}",
        f"{rows:,}",
        decimal(read),
        decimal(written),
        f"{seconds:.2f}",
        f"{rows / seconds:,.0f}",
        decimal(round(read / seconds)),
    ]


def _show_files(console: Console, done: Sequence[Ingested]) -> None:
    """Rows by file, counted by Spark in what it reads back."""
    counts = _table("table", "file", ">bytes", ">rows", ">bytes/row")
    for each in done:
        for row in each.table.groupBy("_metadata.file_name", "_metadata.file_size").count().sort("file_name").collect():
            name, size, rows = row
            counts.add_row(each.dataset.name, name, f"{size:,}", f"{rows:,}", f"{size / rows:.1f}")
    _heading(console, "Rows by file, as Spark reads them back from Parquet")
    console.print(counts)


def _show_table(console: Console, each: Ingested, rows: int) -> None:
    table = each.table.sort("_metadata.file_name", "_metadata.row_index").limit(rows).drop("_metadata")
    _heading(console, f"Table {each.dataset.name}: schema")
    schema = _table("column", "type")
    schema.columns[1].no_wrap = False  # structures are long
    for field in each.table.schema:
        schema.add_row(field.name, field.dataType.simpleString().replace(",", ", "))
    console.print(schema)
    _heading(console, f"Table {each.dataset.name}: {table.count()} of {each.summary.rows:,} rows")
    _show_rows(console, table)


def _show_rows(console: Console, table: DataFrame) -> None:
    # As Spark writes them, bytes in hexadecimal: the driver's time zone plays no part.
    shown = table.select([_as_text(table, field) for field in table.schema]).collect()
    cells = [[_cell(value) for value in row] for row in shown]
    fitting = _columns_that_fit(console.width, table.columns, cells)
    body = _table(*(_aligned(field) for field in table.schema.fields[:fitting]))
    for row in cells:
        body.add_row(*row[:fitting])
    console.print(body)
    if fitting < len(table.columns):
        console.print(f"and the columns {', '.join(table.columns[fitting:])}, for which there is no room here")


def _show_samples(console: Console, spark: SparkSession, done: Sequence[Ingested], rows: int) -> None:
    """Samples of time series, of which the buckets of histograms are rows."""
    from pyspark.sql import functions as f

    from bytewright_pipelines.filodb import samples

    for dataset in (each.dataset for each in done if each.dataset.spec == "filodb_container"):
        table = samples(spark, [str(dataset.folder)], verify_hash=True, explode_histograms=True)
        if "bucket" not in table.columns:
            continue
        series = table.select(f.struct("metric", f.sort_array(f.map_entries("labels")))).distinct().count()
        known = table.where(f.col("hash_variant").isNotNull()).count()
        count = table.count()
        _heading(console, f"Table {dataset.name}: samples of {series} time series, one row per bucket")
        shown = ["metric", "timestamp", "schema", "hash_variant", "bucket", "le", "cumulative"]
        body = _table(*(_aligned(table.schema[name]) for name in shown))
        for row in table.select([_as_text(table, table.schema[name]) for name in shown]).limit(rows).collect():
            body.add_row(*(_cell(value) for value in row))
        console.print(body)
        console.print(f"{count:,} rows, {known:,} of them with the partition hash that their key has")


def _show_replays(console: Console, spark: SparkSession, done: Sequence[Ingested], to: Path, rows: int) -> None:
    """What redo logs make of a table: of those with a schema beside their folder, and of one that is written here."""
    logs = {
        one.folder: one.folder.with_suffix(".json") for one in (each.dataset for each in done) if one.spec == REDO_LOGS
    }
    if not logs:
        return
    from bytewright_pipelines.aresdb import RedoLog, replay_in_spark

    for folder, schema in logs.items():
        if schema.is_file():
            made = replay_in_spark(spark, schema, folder)
            _heading(console, f"Table {folder.name}: its redo logs replayed, as AresDB does it when it starts")
            console.print(f"{made.rows:,} upserts in {made.batches} batches become {made.table.count():,} rows.")
    columns = {"time": "Uint32", "city": "Uint16", "trips": "Int64"}
    described = [{"name": name, "type": kind} for name, kind in columns.items()]
    trips = {"columns": described, "primaryKeyColumns": [1], "isFactTable": True}
    types = {f"type.c{number}": kind.lower() for number, kind in enumerate(columns.values())}
    began = int(time.time())
    with RedoLog(to / "logs", "trips", options={**types, "update.c2": "add"}) as log:
        log.purge(archived_before=1 << 32)  # those of the demo before
        for number in (1, 2):
            log.append([{"c0": began - city, "c1": city, "c2": city + number} for city in range(rows // 2)])
    made = replay_in_spark(spark, trips, log.folder)
    table = to / "replayed"
    made.table.write.mode("overwrite").parquet(str(table))
    _heading(console, "Redo logs written here, and the Parquet table that a replay makes of them")
    console.print(f"{made.rows:,} upserts in {made.batches} batches, which add up trips.")
    _show_rows(console, spark.read.parquet(str(table)).sort("city").select("city", "trips"))
    console.print(_shortest(table), soft_wrap=True)


def _show_sets(console: Console, spark: SparkSession, done: Sequence[Ingested], to: Path, rows: int) -> None:
    """Sets of records, of logs that are there, and of one that is logged here."""
    logs = [each.dataset for each in done if each.dataset.spec == "deephaven_log"]
    if not logs:
        return
    from bytewright_pipelines.deephaven import IntradayLogger, apply_to_parquet, on_spark

    for dataset in logs:
        applied = on_spark.apply_sets(spark, str(dataset.folder))
        report = applied.report
        _heading(console, f"Table {dataset.name}: sets of records, each visible as a whole or not at all")
        console.print(
            f"{applied.frame.count():,} rows are visible, {report.sets:,} sets among them; "
            f"{report.unstarted_rows:,} rows belong to no set that has begun, "
            f"{report.pending_rows:,} wait for the end of theirs."
        )
    columns = {"Id": "Long", "Side": ["BUY", "SELL"], "Price": "Double"}
    with IntradayLogger(to / "logs", columns, namespace="Demo", table="Trades", column_partition="today") as logger:
        logger.delete_partition()  # that of the demo before
        with logger.set():
            for number in range(rows // 2):
                logger.log(Id=number, Side="BUY" if number % 2 else "SELL", Price=100 + number / 4)
        with contextlib.suppress(InterruptedError), logger.set():
            logger.log(Id=-1)
            raise InterruptedError
        logger.log(Id=rows // 2)
    table = to / "logged"
    kept = apply_to_parquet(logger.path, table)
    _heading(console, "A log written by the logger, and the Parquet table that is kept of it")
    console.print(
        f"{kept.report.rows:,} rows were applied, {kept.report.aborted_rows:,} dropped with a set that has no end."
    )
    _show_rows(console, spark.read.parquet(str(table)).sort("Id").limit(rows))
    console.print(_shortest(table), soft_wrap=True)


def _largest(done: Sequence[Ingested]) -> list[Ingested]:
    """The table with most rows of each format."""
    by_spec = {spec: [each for each in done if each.dataset.spec == spec] for spec in (e.dataset.spec for e in done)}
    return [max(several, key=lambda each: each.summary.rows) for several in by_spec.values()]


def _rewrite(console: Console, spark: SparkSession, tables: Sequence[Ingested], to: Path) -> None:
    """Write tables back as files of their formats."""
    figures = _table("table", "format", ">rows", ">files", ">bytes", ">seconds")
    made = []
    for each in tables:
        name, spec = each.dataset.name, each.dataset.spec
        like = min(path for path in each.dataset.folder.rglob("*") if path.is_file())
        with console.status(f"Writing {name} as {spec}"):
            done = rewrite(spark, each.table, spec, str(like), to / "rewritten" / spec / name)
        figures.add_row(name, spec, f"{done.rows:,}", f"{done.files}", f"{done.size:,}", f"{done.seconds:.2f}")
        made.append(done.to)
    _heading(console, "And back: Parquet to files of the formats, in which Spark reads the same rows again")
    console.print(figures)
    for folder in made:
        console.print(_shortest(folder), soft_wrap=True)


def _merge(console: Console, spark: SparkSession, to: Path) -> None:
    """Files of events that are written here, merged into one, and asked either way in time."""
    from bytewright_pipelines.esdb import Db, Writer
    from bytewright_pipelines.esdb.in_spark import merge_in_spark

    folder = to / "events"
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"{name}.esdb" for name in ("monday", "tuesday")]
    for day, path in enumerate(files):
        with Writer(path, "esdb_spaces") as writer:
            for number in reversed(range(12)):  # in any order
                time, page = 1_777_800_000 + 86_400 * day + 60 * number, ("home", "pricing", "docs")[number % 3]
                writer.add("2026-05", time, f"day {day}, {number}".encode(), f"user {number % 2}", {"page": page})
    made = merge_in_spark(spark, files, folder / "week.esdb")
    newest = Db(made.path).scan_index("page:docs", block="2026-05", order="desc", limit=3)
    _heading(console, "Files of ESDB written here, and merged by block")
    console.print(f"{len(files)} files become one of {made.events:,} events; the last ones of an index, backwards:")
    console.print(", ".join(event.data.decode() for event in newest))
    console.print(_shortest(Path(made.path)), soft_wrap=True)


def _assemble(console: Console, spark: SparkSession, segments: Path, to: Path, rows: int) -> None:
    """Put files of columns together, with and without what was deleted."""
    from bytewright_pipelines.milvus.assemble import assemble
    from bytewright_pipelines.milvus.schema import CollectionSchema

    schema = CollectionSchema.parse((segments / "schema.json").read_text(encoding="utf-8"))
    with console.status("Putting segments together"):
        everything = assemble(spark, str(segments / "insert_log"), schema=schema).count()
        assemble(spark, str(segments), schema=schema).write.mode("overwrite").parquet(str(to))
        table = spark.read.parquet(str(to))
        left = table.count()
    _heading(
        console, f"Segments of Milvus: {len(table.columns)} files of columns become rows, without what was deleted"
    )
    console.print(f"{everything:,} rows were inserted, {everything - left:,} deleted; {left:,} are left.")
    _show_rows(console, table.sort("RowID").limit(rows))
    console.print(_shortest(to), soft_wrap=True)


def _collect(console: Console, spark: SparkSession, to: Path, rows: int) -> None:
    """The example of Milvus' design document: rows, deletes and a dropped partition, then what is left of them."""
    from bytewright_formats.milvus_binlog import EventType
    from bytewright_pipelines.milvus.assemble import assemble
    from bytewright_pipelines.milvus.catalog import collections, request
    from bytewright_pipelines.milvus.schema import CollectionSchema
    from bytewright_pipelines.milvus.spark_segments import compact, write_segments
    from bytewright_pipelines.milvus.writing import Ids, write_delete_pair, write_requests

    shutil.rmtree(to, ignore_errors=True)  # those of the demo before
    schema = CollectionSchema.parse(_EXAMPLE)
    assert schema.primary is not None
    table = spark.range(2 * rows).selectExpr(
        "concat('key ', id) AS string",
        "cast(id AS int) AS int",
        "if(id % 3 = 0, null, cast(id AS float)) AS float",
        "array_repeat(cast(id AS float), 4) AS vector",
        f"id DIV {rows} + 1 AS part",
    )
    files, new = str(to / "files"), str(to / "compacted")
    with console.status("Writing, deleting, dropping, compacting"):
        written = write_segments(table, files, schema, collection=7, partition="part", segment=10, timestamp=100)
        write_delete_pair(files, ["key 1"], [200], Ids(7, 1, 10), schema.primary, "2x")
        asked = [
            request(kind, at, collection=7, name="films", partition=2, tag="abc")
            for kind, at in ((EventType.CREATE_PARTITION, 50), (EventType.DROP_PARTITION, 300))
        ]
        write_requests(files, asked, 7, documented=True)
        before, after = (len(collections([files], at)[0].partitions) for at in (299, 300))
        done = compact(spark, files, new, schema=schema, segment=20)
        left = assemble(spark, new, schema=schema)
    _heading(console, "Segments of Milvus written by Spark, deleted from, a partition dropped, and compacted")
    inserted, kept = (sum(one.rows for one in some) for some in (written, done))
    console.print(
        f"{inserted} rows were inserted in {len(written)} segments; of {before} partitions that were made {after} are "
        f"left. Compaction wrote {kept} rows in {len(done)} segment."
    )
    _show_rows(console, left.sort("int").limit(rows))
    console.print(_shortest(to), soft_wrap=True)


def _show_outputs(console: Console, done: Sequence[Ingested], to: Path, seconds: float) -> None:
    _heading(console, "Where it lies")
    for each in done:
        count = each.summary.files_out
        console.print(f"{_shortest(Path(each.summary.to))}  ({count} Parquet file{'s' * (count != 1)})", soft_wrap=True)
    console.print(f"{_shortest(to / 'spark.log')}  (what the JVM had to say)", soft_wrap=True)
    console.print(f"\nDone in [bold]{seconds:.1f} s[/].")


def _table(*columns: str) -> Table:
    """A table without frames; ``>`` before a name aligns its column to the right."""
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="bold")
    for name in columns:
        table.add_column(name.removeprefix(">"), justify="right" if name.startswith(">") else "left", no_wrap=True)
    return table


def _heading(console: Console, text: str) -> None:
    console.print()
    console.print(Rule(f"[bold]{text}[/]", align="left", style="dim"))


def _as_text(table: DataFrame, field: StructField) -> Column:
    from pyspark.sql import functions
    from pyspark.sql.types import BinaryType

    column = table[field.name]
    return functions.lower(functions.hex(column)) if isinstance(field.dataType, BinaryType) else column.cast("string")


def _aligned(field: StructField) -> str:
    from pyspark.sql.types import NumericType

    return f">{field.name}" if isinstance(field.dataType, NumericType) else field.name


def _cell(text: str | None) -> str:
    if text is None:
        return "null"
    return text if len(text) <= _LONGEST_CELL else text[: _LONGEST_CELL - 1] + "…"


def _columns_that_fit(width: int, names: Sequence[str], rows: Iterable[Sequence[str]]) -> int:
    widths = [max(cell_len(text) for text in column) + 2 for column in zip(names, *rows, strict=True)]
    fitting = 0
    while fitting < len(widths) and sum(widths[: fitting + 1]) <= width:
        fitting += 1
    return max(1, fitting)


def _shortest(path: Path) -> str:
    """``path`` from the working directory, where it lies below it."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


if __name__ == "__main__":
    sys.exit(main())
