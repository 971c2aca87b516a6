"""Write a file with other values: what follows from them is derived, all other bytes stay as they are.

Values are numbers (also 0x1f), text, names of enums, times in ISO 8601, UUIDs, and bytes in hexadecimal; null is
nothing, and JSON stands for lists, for structures and, in quotes, for text that looks like something else.
"""

from __future__ import annotations

import argparse

from bytewright.cli import console
from bytewright.cli.parser import format_arguments, pairs, paths
from bytewright.cli.spec_arguments import codecs_named
from bytewright.codec import registry
from bytewright.codec.settings import check_model, limits_on_disk, parse
from bytewright.tables.inputs import Input
from bytewright.tables.trees.editing import Assignment, edit

READING = "Reading"
EXAMPLES = (
    "bytewright edit day.log 'records[7].kind=stop' -o new.log",
    "bytewright edit day.log 'records[7].body.name=left' 'records[9].body.flags=0x1f' -o new.log",
    "bytewright edit day.log 'records[7].body.marks=[1,2,3]' -o day.log",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="the file; - is standard input")
    parser.add_argument("values", nargs="+", metavar="PATH=VALUE", help="a field, and its new value")
    parser.add_argument("-o", "--output", metavar="NEW", required=True, help="the file to make; may be FILE")
    format_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the file; gives the exit status."""
    given = pairs(arguments.option)
    values = [Assignment.parsed(word) for word in arguments.values]
    named = codecs_named(arguments)
    file = Input(paths([arguments.file])[0], limits=limits_on_disk(given))
    try:
        codec = registry.version_of(file.open(), named) if named else registry.codec_of(file.open())
        settings = parse(codec, given)
        check_model(codec, settings, written=True)
        done = edit(codec, file, settings, values, arguments.output)
    finally:
        file.close()
    what = f"{len(values)} value{'s' * (len(values) != 1)} set"
    console.say(f"{arguments.output}: {what}; {done.copied} bytes copied, {done.written} written")
    return console.DONE
