"""A function in a process of its own, which may fail, crash or hang."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

T = TypeVar("T")


def run_apart(function: Callable[..., T], arguments: tuple[object, ...], patience: float) -> T | str:
    """Call a function in a fresh process.

    Args:
        function: of a module, as the process imports it; what it returns must be plain data.
        arguments: likewise.
        patience: seconds after which the process is ended.

    Returns:
        What it returns, or in words why there is nothing.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(theirs, function, arguments))
    process.start()
    theirs.close()
    try:
        if not ours.poll(patience):
            return f"no answer within {patience:.0f} s"
        found: T = ours.recv()
        return found
    except EOFError:
        process.join()
        return f"its process ended with {process.exitcode}"
    finally:
        process.kill()  # it has answered, or never will
        process.join()
        ours.close()


def _answer(answer: Connection, function: Callable[..., T], arguments: tuple[object, ...]) -> None:
    answer.send(function(*arguments))
    answer.close()
