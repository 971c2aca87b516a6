"""The forms in which commands print rows: for people, for spreadsheets, for other programs."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from typing import Any

import pyarrow as pa

from bytewright.arrow import jsonl
from bytewright.cli import console
from bytewright.cli.row_table import show
from bytewright.errors import OptionError
from bytewright.tables import parquet_files

Batches = Iterable[pa.RecordBatch]

SHOWN = 100
"""Rows that a table shows where nobody says how many."""


def format_argument(parser: argparse.ArgumentParser, option: str = "--format") -> None:
    """Declare the form of rows; `format_of` reads it."""
    parser.add_argument(
        option,
        choices=("table", *_WRITERS),
        help="how rows are printed (default: table on a terminal, jsonl elsewhere); csv has lists, times and bytes as"
        " jsonl has them",
    )


def format_of(arguments: argparse.Namespace) -> str:
    """The form that is asked for, or that suits the output.

    Raises:
        OptionError: a terminal can't show it.
    """
    terminal = sys.stdout.isatty()
    form: str = arguments.format or ("table" if terminal else "jsonl")
    if form in ("parquet", "arrow") and terminal:
        raise OptionError(
            f"--format {form}",
            expected="a file or a pipe as standard output",
            found="a terminal",
            hint=f"Add: > rows.{form}",
        )
    return form


def print_rows(form: str, schema: pa.Schema, batches: Batches) -> None:
    """Print rows to standard output, in any form but a table.

    Args:
        form: which.
        schema: the columns.
        batches: the rows.

    Raises:
        OptionError: the form has no such values.
    """
    try:
        _WRITERS[form](sys.stdout.buffer, schema, _with_room(batches))
    except (TypeError, pa.ArrowNotImplementedError, pa.ArrowInvalid) as error:
        raise _refused(error) from error
    sys.stdout.buffer.flush()


def _with_room(batches: Batches) -> Batches:
    for batch in batches:
        console.begin_output()
        yield batch


def print_table(schema: pa.Schema, batches: Batches, most: int | None = None) -> bool:
    """Print rows as a table.

    Args:
        schema: the columns.
        batches: the rows.
        most: how many are shown, at most; None: all.

    Returns:
        Whether there are more.

    Raises:
        OptionError: a value has no text.
    """
    rows: list[list[Any]] = []
    try:
        for batch in batches:
            for line in bytes(jsonl.encode(batch)).splitlines():
                pairs = json.loads(line, object_pairs_hook=list, parse_float=str, parse_int=str)
                rows.append([value for _, value in pairs])
            if most is not None and len(rows) > most:
                break
    except TypeError as error:
        raise _refused(error) from error
    show(schema, rows[:most])
    return most is not None and len(rows) > most


def _refused(error: Exception) -> OptionError:
    return OptionError(
        f"rows can't be printed: {' '.join(str(error).split())}",
        hint="Leave the column out, cast it, or choose another --format.",
    )


def _jsonl(out: Any, _schema: pa.Schema, batches: Batches) -> None:
    for batch in batches:
        out.write(jsonl.encode(batch))
        out.flush()


def _csv(out: Any, schema: pa.Schema, batches: Batches) -> None:
    from pyarrow import csv

    csv.write_csv(pa.RecordBatch.from_pylist([], pa.schema([(name, pa.string()) for name in schema.names])), out)
    for batch in batches:
        columns = [_plain(column) for column in batch.columns]
        plain = pa.RecordBatch.from_arrays(columns, batch.schema.names)
        csv.write_csv(plain, out, csv.WriteOptions(include_header=False))
        out.flush()


_IN_CSV = (
    pa.types.is_string,
    pa.types.is_large_string,
    pa.types.is_integer,
    pa.types.is_floating,
    pa.types.is_boolean,
)
"""Types of which CSV has values of its own."""


def _plain(column: pa.Array[Any]) -> pa.Array[Any]:
    """Values of which CSV shows what JSON Lines show."""
    kind = column.type
    if any(holds(kind) for holds in _IN_CSV):
        return column
    texts = jsonl.texts(column).to_pylist()
    return pa.array(
        [None if t in (None, "null") else json.loads(t) if t.startswith('"') else t for t in texts], pa.string()
    )


def _parquet(out: Any, schema: pa.Schema, batches: Batches) -> None:
    parquet_files.write(batches, schema, pa.PythonFile(out, "w"))


def _arrow(out: Any, schema: pa.Schema, batches: Batches) -> None:
    with pa.ipc.new_stream(out, schema) as writer:
        for batch in batches:
            writer.write_batch(batch)


_WRITERS: dict[str, Callable[[Any, pa.Schema, Batches], None]] = {
    "jsonl": _jsonl,
    "csv": _csv,
    "parquet": _parquet,
    "arrow": _arrow,
}
