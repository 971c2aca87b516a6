"""What commands print: rows and answers to standard output, all else to standard error; and exit statuses."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from bytewright.cli.progress import make_room
from bytewright.errors import BytewrightError, Remark, SpecError, printable

DONE, BAD_INPUT, BAD_USAGE = 0, 1, 2
"""Exit statuses."""
TROUBLE = 2
"""Exit status where a command whose status is an answer, 0 or 1, has none; as of ``diff``."""

_CONTROLS = {code: f"\\u{code:04x}" for code in (*range(32), *range(127, 160)) if chr(code) not in "\t\n"}
"""Escapes, also in JSON, of what terminals take for commands."""


def harmless(text: str) -> str:
    """A text with escapes for what terminals take for commands."""
    return text.translate(_CONTROLS)


def say(text: str) -> None:
    """Print an answer at once; what specs and files say in it is no command to the terminal."""
    show(harmless(text))


def show(text: str) -> None:
    """Print at once what has been made fit for a terminal; see `harmless`."""
    begin_output()
    sys.stdout.flush()
    # Names of files may have bytes that are no text; they are printed as they are.
    sys.stdout.buffer.write((text + "\n").encode("utf-8", "surrogateescape"))
    sys.stdout.buffer.flush()


def begin_output() -> None:
    """Make room for an answer, which somebody prints who isn't here, where it goes to a terminal."""
    if sys.stdout.isatty():
        make_room()


def tell(text: str) -> None:
    """Print what a command is doing, beside its answer, at once."""
    make_room()
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def report(error: BytewrightError | str) -> None:
    """Print an error, in one line; one of a spec with all that is wrong there, and where."""
    if isinstance(error, SpecError):
        for one in error.remarks():
            remark(one)
    else:
        _note("error", str(error))


def remark(found: Remark) -> None:
    """Print an error or a warning of a spec: one line, and the line of the spec with a caret below it."""
    _note(found.kind, found.text)
    for line in found.excerpt:
        sys.stderr.write(line + "\n")


def warn(text: str) -> None:
    """Print a warning, in one line."""
    _note("warning", text)


def warn_of(found: Sequence[object]) -> None:
    """Print the first few of some warnings, and how many more there are."""
    for one in found[:_SHOWN]:
        warn(str(one))
    if len(found) > _SHOWN:
        warn(f"and {len(found) - _SHOWN} more of this kind")


_SHOWN = 5


def _note(kind: str, text: str) -> None:
    make_room()
    sys.stderr.write(f"bytewright: {kind}: {printable(text)}\n")
