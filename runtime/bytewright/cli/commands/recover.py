"""Finish or take back commits whose processes were killed, and delete what these have left."""

from __future__ import annotations

import argparse

from bytewright.cli import console
from bytewright.cli.parser import pairs
from bytewright.errors import InputMissingError, OptionError
from bytewright.io.filesystems import PREFIX, is_remote, local_path, storage_of
from bytewright.io.jobs.journal import Done
from bytewright.spark.write.target import open_target

_SAID: dict[Done, str] = {
    "finished": "its commit was cut short, and is finished now",
    "taken back": "its commit was cut short, and is taken back",
    "tidied up": "nobody writes it any more; it is deleted",
    "running": "somebody is writing it; it is left alone",
    "another's": "it is another user's; it is left alone",
}


EXAMPLES = (
    "bytewright recover table/",
    "bytewright recover s3://bucket/table --option fs.region=eu-west-1",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument(
        "folders",
        nargs="+",
        metavar="DIR",
        help="a directory that a Spark job, ingest or write was writing into when it was killed, or its URI",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="fs.KEY=VALUE",
        help="an argument of the directory's file system (may be repeated)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print a line for all that was found; gives the exit status.

    Raises:
        BytewrightError: there is no such directory, files are being committed into it, or a journal is damaged.
    """
    options = pairs(arguments.option)
    for key in options:
        if not key.startswith(PREFIX):
            raise OptionError(f"unknown option {key}", hint=f"Options are those of file systems: {PREFIX}…")
    storage = storage_of(options)
    for name in arguments.folders:
        target = open_target(name if is_remote(name) else local_path(name), storage)
        if target.look() != "folder":
            raise InputMissingError("no such directory", path=name)
        found = target.recover()
        for one in found:
            console.say(f"{name.rstrip('/')}/{one.name}: {_SAID[one.done]}")
        if not found:
            console.say(f"{name}: nothing to recover")
    return console.DONE
