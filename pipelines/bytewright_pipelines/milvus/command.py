"""Put segments of Milvus together: files of columns become rows in Parquet, without what was deleted."""

from __future__ import annotations

import argparse
import os
import time

from bytewright.cli import console
from bytewright.cli.parser import option_argument, pairs
from bytewright.errors import OptionError
from bytewright.io.filesystems import is_remote, storage_of
from bytewright_pipelines.files import text_of
from bytewright_pipelines.milvus.schema import CollectionSchema

EXAMPLES = ("bytewright assemble files/ --schema schema.json --to table/",)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a directory with insert_log and delta_log, or files")
    parser.add_argument("--to", required=True, metavar="DIR", help="the folder, or its URI, where the table goes")
    parser.add_argument("--schema", metavar="FILE", help="schema of the collection in JSON, which names the columns")
    parser.add_argument(
        "--primary", metavar="FIELD", help="the primary key, by name or number, where no schema says it"
    )
    parser.add_argument(
        "--collection", type=int, metavar="ID", help="whose segments, where the files are of several collections"
    )
    parser.add_argument(
        "--as-of", metavar="TIME", help="rows and deletes up to then: a timestamp of Milvus, or ISO 8601"
    )
    parser.add_argument("--no-system", action="store_true", help="leave RowID and Timestamp out")
    parser.add_argument("--overwrite", action="store_true", help="replace a table that is there")
    partition_argument(parser)
    option_argument(parser)
    parser.add_argument("--cores", type=int, metavar="N", help="tasks at a time (default: one per core)")


def run(arguments: argparse.Namespace) -> int:
    """Write the table, and print what was done; gives the exit status."""
    from bytewright.spark.command_session import command_session
    from bytewright.spark.write.target import open_target
    from bytewright_pipelines.milvus.assemble import assemble
    from bytewright_pipelines.milvus.catalog import moment
    from bytewright_pipelines.milvus.spark_files import write_table

    schema = schema_of(arguments.schema) if arguments.schema is not None else None
    until = moment(arguments.as_of)
    options = pairs(arguments.option)
    to = arguments.to if is_remote(arguments.to) else os.path.abspath(arguments.to)
    target = open_target(to, storage_of(options))
    there = target.look()
    if there == "folder" and target.shows_files() and not arguments.overwrite:
        raise OptionError("there is a table already", path=arguments.to, hint="Use --overwrite to replace it.")
    if there == "file":
        raise OptionError("there is a file already", path=arguments.to)
    with command_session(arguments.cores, "bytewright assemble") as spark:
        began = time.perf_counter()
        rows = assemble(
            spark,
            arguments.paths,
            schema=schema,
            primary=arguments.primary,
            as_of=until,
            system=not arguments.no_system,
            collection=arguments.collection,
            partitions=ids_of(arguments.partition),
            options=options,
        )
        count = write_table(rows, to, options, replace=arguments.overwrite)
        seconds = time.perf_counter() - began
    console.say(f"rows     {count:,}\ncolumns  {len(rows.columns)}\nseconds  {seconds:.2f}\ntable    {arguments.to}")
    return console.DONE


def partition_argument(parser: argparse.ArgumentParser) -> None:
    """Declare what gives ids of partitions; `ids_of` reads it."""
    parser.add_argument(
        "--partition",
        action="append",
        default=[],
        metavar="NAME=ID",
        help="the id of a partition that requests drop by its name (may be repeated)",
    )


def ids_of(words: list[str]) -> dict[str, int]:
    """Ids of partitions by their names.

    Raises:
        OptionError: a word is none.
    """
    found = {}
    for word in words:
        name, mark, number = word.rpartition("=")
        if not mark or not number.isdecimal():
            raise OptionError("--partition", expected="NAME=ID", found=repr(word))
        found[name] = int(number)
    return found


def schema_of(path: str) -> CollectionSchema:
    """The schema in a file.

    Raises:
        OptionError: it is none.
        InputMissingError: there is no such file.
    """
    return CollectionSchema.parse(text_of(path, "a schema in JSON"))
