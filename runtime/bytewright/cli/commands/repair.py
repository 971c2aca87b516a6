"""Write the good records of a damaged file as a good one, and what was passed over beside it."""

from __future__ import annotations

import argparse

from bytewright.cli import console
from bytewright.cli.parser import format_arguments, pairs
from bytewright.cli.progress import several
from bytewright.cli.spec_arguments import codecs_named
from bytewright.codec import registry
from bytewright.codec.codec import Codec
from bytewright.codec.settings import check_checked, limits_on_disk, parse
from bytewright.tables.damage.repair import repair
from bytewright.tables.inputs import Input
from bytewright.views.evaluate.malformed import amount

READING = "Repairing"
EXAMPLES = ("bytewright repair damaged.bin -o good.bin",)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="the damaged file")
    parser.add_argument("-o", "--output", metavar="NEW", required=True, help="the file to make; not FILE")
    format_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the file and say what was lost; gives the exit status."""
    given = pairs(arguments.option)
    named = codecs_named(arguments)
    file = Input(arguments.file, limits=limits_on_disk(given))
    try:
        codec = registry.version_of(file.open(), named) if named else registry.codec_of(file.open())
        settings = parse(codec, given)
        check_checked(codec, settings)
        several(1 + len(codec.views))  # what each view can't show, then what is good
        done = repair(codec, file, settings, arguments.output)
    finally:
        file.close()
    records = f"{done.records:,} record{'s' * (done.records != 1)} ({_named(codec)})"
    if not done.places:
        console.say(f"{arguments.output}: {records}; nothing was lost")
        return console.DONE
    lost = amount(done.places, done.lost)
    console.say(f"{arguments.output}: {records}; lost: {lost}, see {arguments.output}.damage.jsonl")
    return console.DONE


def _named(codec: Codec) -> str:
    """What the records of a format are called: those in a row, or blocks to which an index leads."""
    return codec.records_id if codec.block_index is None else codec.block_index.way[-1]
