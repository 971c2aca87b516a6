"""Print the collections of Milvus that there are at a time, and their partitions, as requests in files say."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict

from bytewright.cli import console
from bytewright.cli.parser import option_argument, pairs
from bytewright_pipelines.milvus.catalog import collections

_SHOWN = ("number", "name", "created")


READING = "Reading"
EXAMPLES = ("bytewright collections files/",)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="a directory with data_definition_log, or files")
    parser.add_argument("--as-of", metavar="TIME", help="requests up to then: a timestamp of Milvus, or ISO 8601")
    option_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print a line in JSON for each collection; gives the exit status."""
    for one in collections(arguments.paths, arguments.as_of, pairs(arguments.option)):
        parts = [{name: asdict(part)[name] for name in _SHOWN} for part in one.partitions]
        told = {name: asdict(one)[name] for name in _SHOWN}
        console.say(json.dumps({**told, "partitions": parts}, ensure_ascii=False))
    return console.DONE
