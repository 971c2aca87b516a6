"""Make a page that shows a file's bytes, tree and rows beside each other, in any browser."""

from __future__ import annotations

import argparse
import os
import sys

from bytewright.cli import console
from bytewright.cli.parser import format_arguments, pairs, paths
from bytewright.cli.spec_arguments import codec_named
from bytewright.codec import registry
from bytewright.codec.settings import check_model, limits_on_disk, parse
from bytewright.io.atomic_files import replacing
from bytewright.page import data_of, page_of
from bytewright.tables.inputs import Input

EXAMPLES = (
    "bytewright view file.bin                      # makes file.bin.html",
    "bytewright view before.bin after.bin -o page.html",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="a file; - is standard input")
    parser.add_argument("other", metavar="OTHER", nargs="?", help="another one, which is shown beside it")
    parser.add_argument(
        "-o", "--output", metavar="PAGE", help="the page; - is standard output (default: the file's name with .html)"
    )
    format_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the page; gives the exit status."""
    named = codec_named(arguments)
    given = pairs(arguments.option)
    data = []
    for path in paths([arguments.file, *([arguments.other] if arguments.other else [])]):
        file = Input(path, limits=limits_on_disk(given))
        try:
            codec = named or registry.codec_of(file.open())
            settings = parse(codec, given)
            check_model(codec, settings, written=False)
            data.append(data_of(codec, file, settings))
        finally:
            file.close()
    page = page_of(data).encode()
    if arguments.output == "-":
        sys.stdout.buffer.write(page)
        return console.DONE
    output = arguments.output or f"{os.path.basename(paths([arguments.file])[0])}.html"
    with replacing(output) as made:
        made.write(page)
    console.say(f"{output}: open it in a browser")
    return console.DONE
