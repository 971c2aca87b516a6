"""Write an index beside files, by which readers divide them at their records without looking for them."""

from __future__ import annotations

import argparse

from bytewright.cli import console
from bytewright.cli.parser import format_arguments, pairs
from bytewright.cli.spec_arguments import codecs_named
from bytewright.errors import BytewrightError, OptionError
from bytewright.host.byte_sizes import bytes_of
from bytewright.io.file_listing import files_named
from bytewright.io.filesystems import storage_of
from bytewright.tables.indexes.building import EVERY, Indexed, check_every, index

EXAMPLES = (
    "bytewright index log.bin",
    "bytewright index --spec log.ksy --every 16MB 'logs/*.bin'",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file, a directory or a glob")
    format_arguments(parser, versions=True)
    parser.add_argument(
        "--every", metavar="SIZE", help="bytes between two places, about, as in 16MB (default: 4MB; at least 64kB)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print a line per file; gives the exit status."""
    options = pairs(arguments.option)
    try:
        every = EVERY if arguments.every is None else bytes_of(arguments.every)
    except ValueError as error:
        raise OptionError("--every", expected=str(error), found=repr(arguments.every)) from None
    check_every(every)
    named = codecs_named(arguments)
    status = console.DONE
    for path in [path for text in arguments.files for path in files_named(text, storage_of(options))]:
        try:
            (done,) = index(path, named or None, options, every=every)
        except OptionError:
            raise
        except BytewrightError as error:
            console.report(error)
            status = console.BAD_INPUT
            continue
        console.say(f"{path}: {_text(done)}")
        if done.index and done.reason:
            console.warn_of([done.reason])
            status = console.BAD_INPUT
    return status


def _text(done: Indexed) -> str:
    if not done.index:
        return f"no index: {done.reason}"
    return f"{done.places:,} place{'s' * (done.places != 1)} in {done.records:,} records: {done.index}"
