"""Query files by SQL: a table's name is a path in quotes, as in "select count(*) from 'x.bin?view=events'"."""

from __future__ import annotations

import argparse
from pathlib import Path

from bytewright.cli import console
from bytewright.cli.parser import option_argument, pairs, standard_input
from bytewright.cli.row_formats import format_argument, format_of, print_rows, print_table
from bytewright.cli.spec_arguments import codecs_named, consent_of, trust_argument
from bytewright.codec import registry
from bytewright.tables.sql.session import Session

READING = "Reading"
EXAMPLES = (
    """bytewright sql "SELECT count(*) FROM 'logs/*.bin'" """.strip(),
    """bytewright sql --table "SELECT * FROM 'log.bin?view=events' LIMIT 5" """.strip(),
    """bytewright sql --format parquet "FROM 'log.bin?spec=log.ksy'" > rows.parquet""",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("query", metavar="QUERY", help="SQL of DuckDB's; - is standard input")
    parser.add_argument("--spec", metavar="NAME|PATH", help="the format of files that say none (default: by magic)")
    option_argument(parser)
    trust_argument(parser)
    parser.add_argument("--strict", action="store_true", help="bytes left over are an error, not a warning")
    format_argument(parser)
    parser.add_argument(
        "--table", action="store_const", const="table", dest="format", help="the same as --format table"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the rows of each statement; gives the exit status."""
    text = Path(standard_input()).read_text(encoding="utf-8") if arguments.query == "-" else arguments.query
    form = format_of(arguments)
    codecs = codecs_named(arguments)
    trust = consent_of(arguments.trust, *registry.listed(arguments.spec or ""))
    with Session(codecs, pairs(arguments.option), strict=arguments.strict, trust=trust) as session:
        try:
            for statement in session.statements(text):
                reader = session.run(statement)
                if reader is None:
                    continue
                if form == "table":
                    print_table(reader.schema, reader)
                else:
                    print_rows(form, reader.schema, reader)
        finally:
            console.warn_of(session.warnings)
    return console.DONE
