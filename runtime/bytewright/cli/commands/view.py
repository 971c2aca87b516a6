"""Make a page that shows a file's bytes, tree and rows beside each other, in any browser."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import ExitStack, closing

from bytewright.cli import console
from bytewright.cli.parser import format_arguments, pairs, paths
from bytewright.cli.spec_arguments import codec_named
from bytewright.codec import registry
from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings, check_model, limits_on_disk, parse
from bytewright.io.atomic_files import replacing
from bytewright.page import data_of, data_of_both, page_of
from bytewright.tables.inputs import Input

READING = "Reading"
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
    files: list[tuple[Codec, Input, Settings]] = []
    with ExitStack() as stack:
        for path in paths([arguments.file, *([arguments.other] if arguments.other else [])]):
            file = stack.enter_context(closing(Input(path, limits=limits_on_disk(given))))
            codec = named or registry.codec_of(file.open())
            settings = parse(codec, given)
            check_model(codec, settings, written=False)
            files.append((codec, file, settings))
        data = data_of(*files[0]) if len(files) == 1 else data_of_both(*files)
    page = page_of(data).encode()
    if arguments.output == "-":
        sys.stdout.buffer.write(page)
        return console.DONE
    output = arguments.output or f"{os.path.basename(paths([arguments.file])[0])}.html"
    with replacing(output) as made:
        made.write(page)
    console.say(f"{output}: open it in a browser")
    return console.DONE
