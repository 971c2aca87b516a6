"""The standard streams of the command's process: closed ones stay closed, and output that can't be written says so."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Iterator
from typing import Any


class OutputError(OSError):
    """Standard output can't be written: the system's error about it, which names no file."""


class _Output(io.BufferedWriter):
    """Standard output: no raw file, of which a signal may come between what is written and word of that."""

    def write(self, data: Any, /) -> int:
        with _telling():
            return super().write(data)

    def flush(self) -> None:
        with _telling():
            super().flush()


@contextlib.contextmanager
def _telling() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise OutputError(error.errno, error.strerror) from None


def hold() -> None:
    """Take the descriptors of the standard streams that are closed, so that no file we open is taken for one of them.

    What is read from such a stream, or written to it, fails as it would with the closed one. What can't be written to
    standard output is an `OutputError` from then on: errors of other files that have no name aren't taken for it.
    """
    for number, refusing in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_RDONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, refusing)  # the lowest that is free, which is this one
    if sys.stderr is None:  # nobody can be told
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for as long as the process lives
    before: Any = sys.stdout
    if before is None:
        sys.stdout = _output(encoding="utf-8")
    elif _is_own(before):
        before.flush()
        at_once = before.line_buffering or before.write_through
        sys.stdout = _output(encoding=before.encoding, errors=before.errors, line_buffering=at_once)


def _output(**form: Any) -> io.TextIOWrapper:
    return io.TextIOWrapper(_Output(io.FileIO(1, "w", closefd=False)), **form)


def _is_own(stream: Any) -> bool:
    """Whether a stream is the process's own output: none that somebody has put in its place."""
    try:
        return isinstance(stream, io.TextIOWrapper) and stream.fileno() == 1
    except OSError:
        return False


def discard_output() -> None:
    """Let what is still to be written to standard output go nowhere: the interpreter flushes it when it ends."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nothing, sys.stdout.fileno())
    except (OSError, ValueError):
        pass  # standard output is no file (in tests), so nothing is flushed into a closed pipe
    finally:
        os.close(nothing)
