"""Print the rows of files: a view, its columns in the order of its schema."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

import pyarrow as pa

from bytewright.arrow.backwards import Order
from bytewright.cli import console
from bytewright.cli.parser import pairs, paths, reading_arguments, row_arguments
from bytewright.cli.row_formats import SHOWN, format_argument, format_of, print_rows, print_table
from bytewright.cli.spec_arguments import codecs_named
from bytewright.errors import BytewrightError, OptionError
from bytewright.tables.file_rows import FileRows
from bytewright.tables.opening import open as open_table
from bytewright.tables.table import Table

READING = "Reading"
EXAMPLES = (
    "bytewright cat log.bin",
    "bytewright cat 'logs/*.bin' --columns time,name --format csv > rows.csv",
    "bytewright cat --spec log.ksy logs/ --format parquet > rows.parquet",
    "bytewright cat damaged.bin --mode PERMISSIVE --limit 20 --order desc",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    reading_arguments(parser)
    row_arguments(parser)
    format_argument(parser)
    parser.add_argument("--limit", type=int, metavar="N", help="print at most N rows")
    parser.add_argument(
        "--order", choices=("asc", "desc"), default="asc", help="desc: from the last row to the first (default: asc)"
    )
    parser.add_argument(
        "--metadata", action="store_true", help="add a column _metadata that says where a row comes from"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the rows; gives the exit status."""
    form = format_of(arguments)
    options = pairs(arguments.option)
    if arguments.metadata:
        options["includeMetadata"] = "true"
    if arguments.limit is not None and arguments.limit < 0:
        raise OptionError("--limit", expected="a number of at least 0", found=str(arguments.limit))
    table = open_table(
        paths(arguments.files),
        codecs_named(arguments) or None,
        arguments.view,
        arguments.columns,
        options,
        engine=arguments.engine,
        mode=arguments.mode,
        strict=arguments.strict,
    )
    failures: list[BytewrightError] = []
    try:
        if form == "table":
            some = SHOWN + 1 if arguments.limit is None else None
            rows = _rows(table, failures, some or arguments.limit, arguments.order)
            if print_table(table.schema, rows, some and SHOWN):
                console.tell(f"The first {SHOWN} rows; --limit N shows more, --format jsonl all.")
        else:
            print_rows(form, table.schema, _rows(table, failures, arguments.limit, arguments.order))
    finally:
        # A bad file's error says enough.
        bad = {error.path for error in failures}
        console.warn_of([notice for notice in table.warnings if notice.path not in bad])
    if isinstance(table, Table) and not table.schema.names and not failures:
        console.warn(f"the view {table.view.name} of {table.codec.name} has no columns. {table.codec.without_columns}")
    return console.BAD_INPUT if failures else console.DONE


def _rows(
    table: FileRows, failures: list[BytewrightError], limit: int | None, order: Order
) -> Iterator[pa.RecordBatch]:
    """Each batch, up to ``limit`` rows in all."""

    def failed(error: BytewrightError) -> None:
        failures.append(error)
        sys.stdout.flush()
        console.report(error)

    return table.to_batches(on_error=failed, limit=limit, order=order)
