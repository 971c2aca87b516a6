"""Write what is left of segments of Milvus as new ones: without deleted rows and dropped partitions."""

from __future__ import annotations

import argparse

from bytewright.cli import console
from bytewright.cli.parser import option_argument, pairs
from bytewright_pipelines.milvus.command import ids_of, partition_argument, schema_of

EXAMPLES = ("bytewright compact-segments files/ --schema schema.json --segment 20 --to compacted/",)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a directory with insert_log and delta_log, or files")
    parser.add_argument("--to", required=True, metavar="DIR", help="the folder, or its URI, for the new segments")
    parser.add_argument("--schema", required=True, metavar="FILE", help="schema of the collection in JSON")
    parser.add_argument("--segment", required=True, type=int, metavar="ID", help="id of the first new segment")
    parser.add_argument("--primary", metavar="FIELD", help="the primary key, by name or number, if no schema says it")
    parser.add_argument("--collection", type=int, metavar="ID", help="whose segments, if the files are of several")
    parser.add_argument("--as-of", metavar="TIME", help="rows and deletes up to then: a timestamp, or ISO 8601")
    partition_argument(parser)
    option_argument(parser)
    parser.add_argument("--cores", type=int, metavar="N", help="tasks at a time (default: one per core)")


def run(arguments: argparse.Namespace) -> int:
    """Write the segments, and print a line for each; gives the exit status."""
    from bytewright.spark.command_session import command_session
    from bytewright_pipelines.milvus.spark_segments import compact

    schema = schema_of(arguments.schema)
    with command_session(arguments.cores, "bytewright compact-segments") as spark:
        done = compact(
            spark,
            arguments.paths,
            arguments.to,
            schema=schema,
            segment=arguments.segment,
            as_of=arguments.as_of,
            primary=arguments.primary,
            collection=arguments.collection,
            partitions=ids_of(arguments.partition),
            options=pairs(arguments.option),
        )
    for one in done:
        console.say(f"partition {one.ids.partition}  segment {one.ids.segment}  rows {one.rows:,}")
    return console.DONE
