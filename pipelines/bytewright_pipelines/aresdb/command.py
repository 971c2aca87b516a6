"""Replay redo logs of AresDB into a table in Parquet, as it does when it starts."""

from __future__ import annotations

import argparse
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bytewright.cli import console
from bytewright.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bytewright_pipelines.aresdb.logs import Position
    from bytewright_pipelines.aresdb.replaying import Backfill, Progress


EXAMPLES = (
    "bytewright replay --schema trips.json --logs redologs/ --to table/",
    "bytewright replay --schema trips.json --logs redologs/ --to table/ --resume",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("--schema", required=True, metavar="FILE", help="the table, as AresDB's controller has it")
    parser.add_argument("--logs", required=True, nargs="+", metavar="PATH", help="a folder of redo logs, or files")
    parser.add_argument("--to", required=True, metavar="DIR", help="where the table goes")
    there = parser.add_mutually_exclusive_group()
    there.add_argument("--overwrite", action="store_true", help="replace a table that is there")
    there.add_argument(
        "--resume", action="store_true", help="go on with a table that is there, behind what is in it already"
    )
    parser.add_argument("--snapshot", metavar="PATH", help="rows that the table has already, in Parquet")
    parser.add_argument("--from", dest="begin", metavar="FILE:BATCH", help="the last batch that is in the snapshot")
    parser.add_argument(
        "--cutoff", type=int, default=0, metavar="SECONDS", help="events before it wait to be merged with archived ones"
    )
    parser.add_argument("--checkpoint", metavar="FILE:BATCH", help="the last batch whose events have been merged")
    parser.add_argument("--backfill", metavar="DIR", help="where events go that wait, a file in Parquet a batch")
    parser.add_argument("--now", type=int, metavar="SECONDS", help="events behind it are dropped (default: the clock)")
    parser.add_argument("--retention", type=int, metavar="DAYS", help="in place of the schema's")
    parser.add_argument(
        "--tails", choices=("report", "fail"), default="report", help="what ends of files do that can't be read"
    )
    parser.add_argument("--spark", action="store_true", help="replay in Spark, for tables that memory doesn't hold")
    parser.add_argument("--cores", type=int, metavar="N", help="tasks of Spark at a time (default: one per core)")


def run(arguments: argparse.Namespace) -> int:
    """Write the table, and print what was done; gives the exit status."""
    from bytewright_pipelines.aresdb.logs import Position
    from bytewright_pipelines.aresdb.snapshots import current

    to = Path(arguments.to)
    version = current(to)
    if version is None and to.exists() and any(to.iterdir()):
        raise OptionError("a folder for a table", path=str(to), expected="nothing, or a table that a replay made")
    if version is not None and not arguments.overwrite and not arguments.resume:
        raise OptionError("there is a table already", path=str(to), hint="Use --overwrite or --resume.")
    if arguments.cores is not None and not arguments.spark:
        raise OptionError("--cores is for --spark")
    snapshot, begin = arguments.snapshot, _position("--from", arguments.begin)
    if arguments.resume:
        if snapshot is not None or begin is not None:
            raise OptionError("--resume says what --snapshot and --from say")
        if version is not None:
            snapshot, begin = str(to), version.position
    terms: dict[str, Any] = {
        "cutoff": arguments.cutoff,
        "checkpoint": _position("--checkpoint", arguments.checkpoint),
        "now": arguments.now,
        "retention": arguments.retention,
        "from_": begin,
        "tails": arguments.tails,
    }
    logs = arguments.logs[0] if len(arguments.logs) == 1 else arguments.logs
    began = time.perf_counter()
    made = (_in_spark if arguments.spark else _here)(arguments, logs, snapshot, terms)
    seconds = time.perf_counter() - began
    for tail in made["tails"]:
        console.warn(f"{tail.path}: left out from offset {tail.offset} on: {tail.reason}")
    position: Position | None = made["position"]
    lines = [
        f"rows     {made['count']:,}",
        f"applied  {made['rows']:,} rows of {made['batches']:,} batches",
        f"waiting  {made['waiting']:,} rows",
        f"position {'none' if position is None else f'{Position(*position).file}:{Position(*position).batch}'}",
        f"seconds  {seconds:.2f}",
        f"table    {made['folder']}",
    ]
    console.say("\n".join(lines))
    return console.DONE


def _here(arguments: argparse.Namespace, logs: Any, snapshot: str | None, terms: dict[str, Any]) -> dict[str, Any]:
    """Replay in this process."""
    from bytewright_pipelines.aresdb.replaying import replay
    from bytewright_pipelines.aresdb.snapshots import publish, write_table

    with _bar() as progress:
        result = replay(arguments.schema, logs, snapshot, progress=progress, **terms)
    _write_backfill(arguments.backfill, result.backfill)
    version = publish(arguments.to, result.position, write_table(result.table))
    return {
        "tails": result.tails,
        "position": result.position,
        "count": len(result.table),
        "rows": result.rows,
        "batches": result.batches,
        "waiting": result.backfill_rows,
        "folder": version.folder,
    }


def _in_spark(arguments: argparse.Namespace, logs: Any, snapshot: str | None, terms: dict[str, Any]) -> dict[str, Any]:
    """Replay in a session of Spark."""
    from rich.console import Console

    from bytewright.spark.command_session import command_session
    from bytewright.spark.process.progress import bar, watched
    from bytewright_pipelines.aresdb.in_spark import replay_in_spark
    from bytewright_pipelines.aresdb.snapshots import current, publish

    with command_session(arguments.cores, "bytewright replay") as spark:
        held = None if snapshot is None else current(snapshot)
        rows = None if snapshot is None else spark.read.parquet(str(snapshot if held is None else held.folder))
        with bar(Console(stderr=True), "Replaying") as report, watched(spark, report):
            result = replay_in_spark(spark, arguments.schema, logs, rows, **terms)
            _write_backfill(arguments.backfill, result.backfill() if arguments.backfill else ())
            version = publish(arguments.to, result.position, lambda path: result.table.write.parquet(str(path)))
            count = spark.read.parquet(str(version.folder)).count()
    return {
        "tails": result.tails,
        "position": result.position,
        "count": count,
        "rows": result.rows,
        "batches": result.batches,
        "waiting": result.backfill_rows,
        "folder": version.folder,
    }


def _write_backfill(folder: str | None, batches: Sequence[Backfill] | Iterator[Backfill]) -> None:
    if folder is None:
        return
    from pyarrow import parquet

    from bytewright.io.atomic_files import replacing, writing

    with writing(folder):
        Path(folder).mkdir(parents=True, exist_ok=True)
    for one in batches:
        if one.table.num_rows:
            with replacing(Path(folder) / f"{one.position.file}-{one.position.batch}.parquet") as file:
                parquet.write_table(one.table, file)


def _position(name: str, text: str | None) -> Position | None:
    from bytewright_pipelines.aresdb.logs import Position

    if text is None:
        return None
    file, _, batch = text.partition(":")
    if not (file.isdigit() and batch.isdigit()):
        raise OptionError(name, expected="the numbers of a file and of a batch in it, FILE:BATCH", found=text)
    return Position(int(file), int(batch))


@contextmanager
def _bar() -> Iterator[Progress]:
    """A progress bar over files that is there while the body runs; on anything but a terminal, nothing."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    shown = Console(stderr=True)
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("files, {task.fields[rows]:,} rows"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=shown, transient=True, disable=not shown.is_terminal) as bar:
        task = bar.add_task("Replaying", total=None, rows=0)

        def update(done: int, total: int, rows: int) -> None:
            bar.update(task, completed=done, total=total, rows=rows)

        yield update
