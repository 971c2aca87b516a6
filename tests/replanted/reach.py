"""Whether code with a fault has run, also in forks of this process: calls of `note` are put into it."""

from __future__ import annotations

import ast
import mmap

_RUN = mmap.mmap(-1, mmap.PAGESIZE)
_CALL = '__import__("tests.replanted.reach", fromlist=["note"]).note({})\n'


def note(number: int = 0) -> None:
    """Take note that the code of a number runs."""
    _RUN[number] = 1


def has_run() -> list[int]:
    """The numbers of what has run since this was last asked."""
    run = [number for number, byte in enumerate(_RUN[:]) if byte]
    for number in run:
        _RUN[number] = 0
    return run


def marked(source: str, text: str, number: int = 0) -> str:
    """A module whose function notes that it runs in which a text lies; the module as it is, where that is none.

    Args:
        source: the module.
        text: is there once.
        number: is noted.
    """
    line = source[: source.index(text)].count("\n") + 1 + (len(text) - len(text.lstrip("\n")))
    holders = [
        node
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef)
        and node.body[0].lineno <= line <= (node.end_lineno or 0)
        and node.body[0].lineno > node.lineno
    ]
    if not holders:
        return source
    first = max(holders, key=lambda node: node.lineno).body[0]
    lines = source.splitlines(keepends=True)
    # Before what may be its docstring, which nobody asks for.
    lines.insert(first.lineno - 1, " " * first.col_offset + _CALL.format(number))
    return "".join(lines)
