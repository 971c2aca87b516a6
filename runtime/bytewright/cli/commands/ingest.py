"""Turn files of a format into a Parquet table with Spark."""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from bytewright.cli import console
from bytewright.cli.parser import pairs
from bytewright.cli.spec_arguments import trust_argument, trusted_names
from bytewright.codec import registry
from bytewright.errors import BytewrightError, OptionError
from bytewright.views.evaluate.malformed import amount

if TYPE_CHECKING:
    from bytewright.spark.ingest import Summary


EXAMPLES = (
    "bytewright ingest --spec log.ksy --to table/ 'logs/*.bin'",
    "bytewright ingest --spec aresdb_redo_log --to table/ --mode append --columns time,name logs/",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a file, a directory or a glob")
    parser.add_argument("--spec", required=True, metavar="NAME|PATH", help="the format")
    trust_argument(parser)
    parser.add_argument("--to", required=True, metavar="DIR", help="where the table goes")
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
        default="error",
        choices=("error", "overwrite", "append"),
        help="what happens to a table that is there (default: error)",
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

    from bytewright.spark.ingest import check, ingest
    from bytewright.spark.process.jvm_log import jvm_log
    from bytewright.spark.process.progress import bar
    from bytewright.spark.session import local_session

    options = pairs(arguments.option)
    if trusted := trusted_names(arguments.trust, *registry.listed(arguments.spec)):
        if "trust" in options:
            raise OptionError("option trust is given twice")
        options["trust"] = json.dumps(trusted)
    for name in ("view", "columns"):
        if getattr(arguments, name) is not None:
            options[name] = getattr(arguments, name)
    to = arguments.to
    check(
        arguments.spec, arguments.paths, to, options, arguments.mode, arguments.compression
    )  # before Spark takes seconds to start
    progress = Console(stderr=True)
    with tempfile.TemporaryDirectory(prefix="bytewright-") as folder:
        log = Path(folder) / "spark.log"
        with progress.status("Starting Spark"), jvm_log(log):
            spark = local_session(arguments.cores, "bytewright ingest")
        try:
            with bar(progress, f"Ingesting {arguments.spec}") as report:
                summary = ingest(
                    spark,
                    arguments.spec,
                    arguments.paths,
                    to,
                    options,
                    mode=arguments.mode,
                    compression=arguments.compression,
                    report=report,
                )
        except BytewrightError:
            raise
        except Exception:
            # Not an error of ours: what the JVM said may tell why.
            sys.stderr.write(log.read_text(errors="replace"))
            raise
        finally:
            spark.stop()
    console.warn_of(summary.warnings)
    console.say(_text(summary))
    return console.DONE


def _text(summary: Summary) -> str:
    from rich.filesize import decimal

    bad = [f"bad      {amount(summary.malformed, summary.malformed_bytes)} passed over"] if summary.malformed else []
    return "\n".join(
        [
            f"rows     {summary.rows:,} ({summary.rows_per_second:,.0f}/s)",
            *bad,
            f"read     {_files(summary.files)}, {decimal(summary.bytes_in)}"
            f" ({decimal(round(summary.bytes_per_second))}/s)",
            f"written  {_files(summary.files_out)}, {decimal(summary.bytes_out)}",
            f"seconds  {summary.seconds:.2f}",
            f"table    {summary.to}",
        ]
    )


def _files(count: int) -> str:
    return f"{count:,} file{'s' * (count != 1)}"
