"""Turn files of a format into a table with Spark."""

from __future__ import annotations

import argparse
import json
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from bytewright.cli import console
from bytewright.cli.parser import pairs
from bytewright.cli.spec_arguments import trust_argument, trusted_names
from bytewright.codec import registry
from bytewright.errors import OptionError
from bytewright.views.evaluate.malformed import amount

if TYPE_CHECKING:
    from bytewright.spark.ingest import Summary


EXAMPLES = (
    "bytewright ingest --spec log.ksy --to table/ 'logs/*.bin'",
    "bytewright ingest --spec log.ksy --to table/ --mode append --columns time,name logs/",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a file, a directory or a glob")
    parser.add_argument("--spec", required=True, metavar="NAME|PATH", help="the format")
    trust_argument(parser)
    parser.add_argument(
        "--to", required=True, metavar="DIR", help="where the table goes; of Iceberg, [CATALOG:]NAMESPACE.TABLE"
    )
    parser.add_argument("--view", metavar="NAME", help="the view (default: the format's own)")
    parser.add_argument("--columns", metavar="A,B.C", help="the columns to keep")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="an option of the read (may be repeated): of Spark's files, or of the format",
    )
    parser.add_argument(
        "--mode",
        choices=("error", "overwrite", "append"),
        help="what happens to a table that is there (default: error, with --follow append); append takes only files "
        "whose rows the table hasn't",
    )
    parser.add_argument(
        "--changed",
        default="error",
        choices=("error", "skip", "replace"),
        help="what happens with files that have changed since their rows were written (default: error)",
    )
    parser.add_argument(
        "--format",
        default="parquet",
        choices=("parquet", "delta", "iceberg"),
        help="what keeps the table (default: parquet)",
    )
    parser.add_argument("--partition-by", metavar="A,B", help="columns whose values make directories")
    parser.add_argument("--sort-by", metavar="A,B", help="columns by which the rows of each file are sorted")
    parser.add_argument("--max-bytes-per-file", metavar="SIZE", help="how large a Parquet file may become, as in 128MB")
    parser.add_argument(
        "--max-bytes-per-commit",
        metavar="SIZE",
        help="commit whenever so many bytes of files have been read, so that a run which is interrupted goes on with "
        "--mode append (default: once)",
    )
    parser.add_argument("--follow", action="store_true", help="go on with files that come, until it is interrupted")
    parser.add_argument(
        "--every", type=float, default=10.0, metavar="SECONDS", help="between two looks at what has come (default: 10)"
    )
    parser.add_argument(
        "--compression",
        default="snappy",
        metavar="NAME",
        help="of the Parquet pages (default: snappy; zstd is smaller)",
    )
    parser.add_argument("--cores", type=int, metavar="N", help="tasks at a time (default: one per core)")


def run(arguments: argparse.Namespace) -> int:
    """Write the table, and print what was done; gives the exit status."""
    from rich.console import Console

    from bytewright.spark.command_session import command_session
    from bytewright.spark.ingest import Layout, check, follow, ingest
    from bytewright.spark.process.progress import bar

    options = pairs(arguments.option)
    if trusted := trusted_names(arguments.trust, *registry.listed(arguments.spec)):
        if "trust" in options:
            raise OptionError("option trust is given twice")
        options["trust"] = json.dumps(trusted)
    for name in ("view", "columns"):
        if getattr(arguments, name) is not None:
            options[name] = getattr(arguments, name)
    most = _most(arguments.max_bytes_per_file, "max-bytes-per-file")
    layout = Layout(arguments.compression, _names(arguments.partition_by), _names(arguments.sort_by), most)
    per_commit = _most(arguments.max_bytes_per_commit, "max-bytes-per-commit")
    mode = arguments.mode or ("append" if arguments.follow else "error")
    if arguments.follow and mode != "append":
        raise OptionError(f"--mode {mode}", hint="--follow appends.")
    how: dict[str, Any] = {"format": arguments.format, "changed": arguments.changed}
    named = arguments.spec, arguments.paths, arguments.to, options
    check(*named, mode, layout, may_be_empty=arguments.follow, **how)  # before Spark takes seconds to start
    how["max_bytes_per_commit"] = per_commit
    progress = Console(stderr=True)
    with (
        command_session(arguments.cores, "bytewright ingest") as spark,
        bar(progress, f"Ingesting {arguments.spec}") as report,
    ):
        if arguments.follow:
            with _interrupted() as stop:
                follow(spark, *named, layout, stop=stop, every=arguments.every, told=_tell, report=report, **how)
        else:
            _tell(ingest(spark, *named, layout, mode=mode, report=report, **how))
    return console.DONE


@contextmanager
def _interrupted() -> Iterator[threading.Event]:
    """An event that is set when this process is told to end; what it is doing is done first."""
    stop = threading.Event()
    before = {number: signal.signal(number, lambda *_: stop.set()) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _names(text: str | None) -> tuple[str, ...]:
    return tuple(name.strip() for name in (text or "").split(",") if name.strip())


def _most(given: str | None, name: str) -> int | None:
    from bytewright.spark.option_values import size

    return None if given is None else size({name: given}, name, 0, least=1)


def _tell(summary: Summary) -> None:
    console.warn_of(summary.warnings)
    console.say(_text(summary))


def _text(summary: Summary) -> str:
    from rich.filesize import decimal

    bad = [f"bad      {amount(summary.malformed, summary.malformed_bytes)} passed over"] if summary.malformed else []
    return "\n".join(
        [
            f"rows     {summary.rows:,} ({summary.rows_per_second:,.0f}/s)",
            *bad,
            *([f"known    {_files(summary.known)}, passed over"] if summary.known else []),
            *([f"replaced {_files(summary.replaced)}"] if summary.replaced else []),
            f"read     {_files(summary.files)}, {decimal(summary.bytes_in)}"
            f" ({decimal(round(summary.bytes_per_second))}/s)",
            f"written  {_files(summary.files_out)}, {decimal(summary.bytes_out)}",
            f"seconds  {summary.seconds:.2f}",
            f"table    {summary.to}",
        ]
    )


def _files(count: int) -> str:
    return f"{count:,} file{'s' * (count != 1)}"
