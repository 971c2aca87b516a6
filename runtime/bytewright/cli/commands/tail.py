"""Print the last rows of a file as JSON Lines, and those that are appended to it, through rotation."""

from __future__ import annotations

import argparse
import contextlib
import select
import sys
import time

from bytewright.arrow import jsonl
from bytewright.cli import console
from bytewright.cli.parser import format_arguments, pairs, paths, row_arguments
from bytewright.cli.spec_arguments import codecs_named
from bytewright.errors import OptionError
from bytewright.tables.append.tail import Reading, Tail

_INTERVAL = 0.25


EXAMPLES = (
    "bytewright tail -n 20 log.bin",
    "bytewright tail -f log.bin                        # goes on with rows that come",
    "bytewright tail -n +1 -f log.bin --columns time,name",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("file", metavar="FILE", help="a file; - is standard input")
    parser.add_argument(
        "-n",
        "--lines",
        default="10",
        metavar="[+]N",
        help="print the last N rows (default: 10); +N: from the Nth row on",
    )
    parser.add_argument(
        "-f",
        "--follow",
        action="store_true",
        help="go on with rows that are appended, to the file of this name and to those that rotation makes of it",
    )
    parser.add_argument(
        "-s",
        "--sleep-interval",
        type=float,
        default=_INTERVAL,
        metavar="S",
        help=f"seconds between two looks at a file that is followed (default: {_INTERVAL})",
    )
    format_arguments(parser, versions=True)
    row_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the rows; gives the exit status, of what is followed when nobody reads them any more.

    Raises:
        BytewrightError: an argument is wrong, the file is missing, or a record is bad.
    """
    count, behind = _rows(arguments.lines)
    if not 0 < arguments.sleep_interval < 86400:
        raise OptionError("--sleep-interval", expected="seconds, above 0", found=str(arguments.sleep_interval))
    reading = Reading(
        tuple(codecs_named(arguments)),
        arguments.view,
        arguments.columns,
        pairs(arguments.option),
        arguments.engine,
        arguments.mode,
    )
    (path,) = paths([arguments.file])
    tail = Tail(path, reading, console.warn_of, follow=arguments.follow)
    for batch in tail.there(count, behind=behind):
        _print(jsonl.encode(batch))
    while arguments.follow and not _is_closed(arguments.sleep_interval):
        for batch in tail.come():
            _print(jsonl.encode(batch))
    return console.DONE


def _rows(text: str) -> tuple[int, bool]:
    """How many rows are wanted; or are not, where all behind them are.

    Raises:
        OptionError: the text says neither.
    """
    behind, digits = text.startswith("+"), text.removeprefix("+")
    if not (digits.isascii() and digits.isdecimal()):
        raise OptionError("--lines", expected="a number of rows, or + and the number of the first row", found=text)
    return (max(0, int(digits) - 1) if behind else int(digits)), behind


def _print(lines: memoryview) -> None:
    sys.stdout.buffer.write(lines)
    sys.stdout.buffer.flush()


def _is_closed(seconds: float) -> bool:
    """Wait, and say whether nobody reads the output any more."""
    with contextlib.suppress(OSError, ValueError, AttributeError):  # no file of the system's, or none that can be asked
        watch = select.poll()
        watch.register(sys.stdout.fileno(), 0)
        return any(event & (select.POLLERR | select.POLLHUP) for _, event in watch.poll(seconds * 1000))
    time.sleep(seconds)
    return False
