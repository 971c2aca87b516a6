"""Make few files of the many that Spark has written into a directory."""

from __future__ import annotations

import argparse

from bytewright.cli import console
from bytewright.cli.parser import format_arguments, pairs
from bytewright.cli.spec_arguments import codec_named
from bytewright.codec import registry
from bytewright.codec.settings import parse
from bytewright.errors import InputMissingError, OptionError
from bytewright.host.byte_sizes import bytes_of
from bytewright.io.file_listing import local_path
from bytewright.io.source import open_source
from bytewright.tables.append.compaction import MOST_BYTES, compact, written

READING = "Joining"
EXAMPLES = (
    "bytewright compact table/",
    "bytewright compact table/ --max-file-size 64m",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("folder", metavar="DIR", help="a local directory that writeStream or a batch has written")
    parser.add_argument(
        "--max-file-size",
        default=str(MOST_BYTES),
        metavar="BYTES",
        help="size of the files that are made, at most, as in 64m (default: 128m); larger ones stay as they are",
    )
    format_arguments(parser, "the magic of the first file")


def run(arguments: argparse.Namespace) -> int:
    """Join the files and say what was done; gives the exit status.

    Raises:
        BytewrightError: there is no such directory, files of the format can't be joined, or they can't be written.
    """
    path = str(local_path(arguments.folder))
    files = written(path)
    codec = codec_named(arguments)
    if codec is None:
        if not files:
            raise InputMissingError("there is no file that a job of Bytewright's has written", path=path)
        source = open_source(files[0].path)
        try:
            codec = registry.codec_of(source)
        finally:
            source.close()
    try:
        most = bytes_of(arguments.max_file_size)
    except ValueError as error:
        raise OptionError("--max-file-size", expected=str(error), found=arguments.max_file_size) from None
    done = compact(path, codec, parse(codec, pairs(arguments.option)), console.warn, most)
    stay = f"; {done.left} stay as they are" if done.left else ""
    if done.joined:
        console.say(f"{arguments.folder}: {done.joined} files became {done.made}, {done.size:,} bytes in all{stay}")
    else:
        console.say(f"{arguments.folder}: there is nothing to join{stay}")
    return console.DONE
