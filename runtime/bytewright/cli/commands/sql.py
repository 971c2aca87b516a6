"""Query files by SQL: a table's name is a path in quotes, as in "select count(*) from 'x.bin?view=events'"."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator

import pyarrow as pa

from bytewright.arrow import jsonl
from bytewright.cli import console
from bytewright.cli.parser import option_argument, pairs
from bytewright.cli.spec_arguments import codecs_named, consent_of, trust_argument
from bytewright.codec import registry
from bytewright.errors import OptionError
from bytewright.tables.query import Session


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("query", metavar="QUERY", help="SQL of DuckDB's; - is standard input")
    parser.add_argument("--spec", metavar="NAME|PATH", help="the format of files that say none (default: by magic)")
    option_argument(parser)
    trust_argument(parser)
    parser.add_argument("--strict", action="store_true", help="bytes left over are an error, not a warning")
    parser.add_argument("--table", action="store_true", help="print a table for people, not JSON Lines")


def run(arguments: argparse.Namespace) -> int:
    """Print the rows of each statement; gives the exit status."""
    text = sys.stdin.read() if arguments.query == "-" else arguments.query
    codecs = codecs_named(arguments)
    trust = consent_of(arguments.trust, *registry.listed(arguments.spec or ""))
    with Session(codecs, pairs(arguments.option), strict=arguments.strict, trust=trust) as session:
        try:
            for statement in session.statements(text):
                reader = session.run(statement)
                if reader is None:
                    continue
                lines = _lines(reader)
                if arguments.table:
                    console.say(_grid(reader.schema, lines))
                    continue
                for line in lines:
                    sys.stdout.buffer.write(line)
                    sys.stdout.buffer.flush()
        finally:
            console.warn_of(session.warnings)
    return console.DONE


def _lines(reader: Iterable[pa.RecordBatch]) -> Iterator[memoryview]:
    """JSON Lines of each batch."""
    for batch in reader:
        try:
            yield jsonl.encode(batch)
        except TypeError as error:
            raise OptionError(f"query: {error}", hint="Cast it to text in the query.") from error


WIDEST = 60
"""Characters of a cell that are shown."""


def _grid(schema: pa.Schema, lines: Iterable[memoryview]) -> str:
    """All rows below each other; numbers end where their column ends."""
    rows: list[list[str]] = []
    for batch in lines:
        for line in bytes(batch).splitlines():
            pairs: list[tuple[str, object]] = json.loads(line, object_pairs_hook=list, parse_float=str, parse_int=str)
            rows.append([_cell(value) for _, value in pairs])
    right = [
        pa.types.is_integer(field.type) or pa.types.is_floating(field.type) or pa.types.is_decimal(field.type)
        for field in schema
    ]
    widths = [max(len(name), *(len(row[place]) for row in rows), 0) for place, name in enumerate(schema.names)]

    def shown(cells: list[str]) -> str:
        padded = (c.rjust(w) if r else c.ljust(w) for c, w, r in zip(cells, widths, right, strict=True))
        return "  ".join(padded).rstrip()

    return "\n".join([shown(schema.names), "  ".join("-" * width for width in widths), *map(shown, rows)])


def _cell(value: object) -> str:
    """A value in a grid."""
    text = value if isinstance(value, str) else "" if value is None else _text(value)
    text = " ".join(text.split("\n"))
    return text if len(text) <= WIDEST else text[: WIDEST - 1] + "…"


def _text(value: object) -> str:
    """A value in another, or a boolean."""
    if isinstance(value, list):
        members = [f"{v[0]}: {_cell(v[1])}" if isinstance(v, tuple) else _cell(v) for v in value]
        brackets = "{}" if value and isinstance(value[0], tuple) else "[]"
        return brackets[0] + ", ".join(members) + brackets[1]
    return json.dumps(value)
