"""Print the rows of files as JSON Lines: a view, its keys in the order of its schema."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from bytewright.arrow import jsonl
from bytewright.arrow.backwards import Order
from bytewright.cli import console
from bytewright.cli.parser import pairs, paths, reading_arguments, row_arguments
from bytewright.cli.spec_arguments import codecs_named
from bytewright.errors import BytewrightError, OptionError
from bytewright.tables.file_rows import FileRows
from bytewright.tables.opening import open as open_table
from bytewright.tables.table import Table


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    reading_arguments(parser)
    row_arguments(parser)
    parser.add_argument("--limit", type=int, metavar="N", help="print at most N rows")
    parser.add_argument(
        "--order", choices=("asc", "desc"), default="asc", help="desc: from the last row to the first (default: asc)"
    )
    parser.add_argument(
        "--metadata", action="store_true", help="add a column _metadata that says where a row comes from"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the rows; gives the exit status."""
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
        for line in _lines(table, failures, arguments.limit, arguments.order):
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()
    finally:
        # A bad file's error says enough.
        bad = {error.path for error in failures}
        console.warn_of([notice for notice in table.warnings if notice.path not in bad])
    if isinstance(table, Table) and not table.schema.names and not failures:
        console.warn(f"the view {table.view.name} of {table.codec.name} has no columns. {table.codec.without_columns}")
    return console.BAD_INPUT if failures else console.DONE


def _lines(table: FileRows, failures: list[BytewrightError], limit: int | None, order: Order) -> Iterator[memoryview]:
    """Text of each batch, up to ``limit`` rows in all."""

    def failed(error: BytewrightError) -> None:
        failures.append(error)
        sys.stdout.flush()
        console.report(error)

    return map(jsonl.encode, table.to_batches(on_error=failed, limit=limit, order=order))
