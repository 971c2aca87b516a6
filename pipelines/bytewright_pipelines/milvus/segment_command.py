"""Write rows as a segment of Milvus: a file per column."""

from __future__ import annotations

import argparse

from bytewright.cli import console
from bytewright.cli.parser import option_argument, pairs
from bytewright.errors import InputMissingError
from bytewright_pipelines.milvus.command import schema_of
from bytewright_pipelines.milvus.writing import Ids, write_segment

EXAMPLES = (
    "bytewright segment rows.parquet --schema schema.json --collection 7 --partition 1 --segment 10 --to files/",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("rows", metavar="FILE", help="the rows in Parquet, by the names of the schema")
    parser.add_argument("--to", required=True, metavar="DIR", help="the folder above insert_log, or its URI")
    parser.add_argument("--schema", required=True, metavar="FILE", help="schema of the collection in JSON")
    for name in ("collection", "partition", "segment"):
        parser.add_argument(f"--{name}", required=True, type=int, metavar="ID", help=f"id of the {name}")
    parser.add_argument("--log", type=int, default=1, metavar="N", help="number of the files (default: 1)")
    parser.add_argument("--timestamp", type=int, metavar="N", help="of all rows, where no column Timestamp says it")
    parser.add_argument("--layout", choices=("2020", "2021", "2x"), default="2x", help="which layout files have")
    option_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the files, and print their names; gives the exit status."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = schema_of(arguments.schema)
    try:
        rows = pq.read_table(arguments.rows)
    except (OSError, pa.ArrowInvalid) as error:
        raise InputMissingError(str(error).splitlines()[0], path=arguments.rows) from None
    files = write_segment(
        str(arguments.to),
        rows,
        schema,
        Ids(arguments.collection, arguments.partition, arguments.segment),
        arguments.layout,
        log=arguments.log,
        timestamps=arguments.timestamp,
        options=pairs(arguments.option),
    )
    for path in files.values():
        console.say(path)
    return console.DONE
