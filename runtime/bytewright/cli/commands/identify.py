"""Say which format files have, by their first bytes and then by their extensions."""

from __future__ import annotations

import argparse

from bytewright.cli import console
from bytewright.cli.parser import paths
from bytewright.codec import registry
from bytewright.errors import BytewrightError, ReadError
from bytewright.io.source import open_source

EXAMPLES = ("bytewright identify unknown.bin",)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file; - is standard input")


def run(arguments: argparse.Namespace) -> int:
    """Print a line per file: its name, and the formats that it may have, the likeliest first."""
    status = console.DONE
    for path in paths(arguments.files):
        try:
            source = open_source(path)
            try:
                found = registry.identify(source)
            finally:
                source.close()
            if not found.names:
                said = " ".join([*found.reasons, "`bytewright specs` lists them."])
                raise ReadError(expected="a format that is known", found="none", path=path, hint=said)
            console.say(f"{path}: {', '.join(found.names)}")
        except BytewrightError as error:
            console.report(error)
            status = console.BAD_INPUT
    return status
