"""Which commands there are, and where: data, so that nothing is imported before a command is chosen."""

from __future__ import annotations

import ast
import importlib.metadata
import importlib.util
from pathlib import Path
from typing import NamedTuple


class Command(NamedTuple):
    """A command: the module that holds it, and what it does in a few words."""

    module: str
    summary: str


COMMANDS: dict[str, Command] = {
    "cat": Command("bytewright.cli.cat", "print the rows of files as JSON Lines"),
    "sql": Command("bytewright.cli.sql", "query files by SQL"),
    "tree": Command("bytewright.cli.tree", "show what every byte of a file is"),
    "root": Command("bytewright.cli.root", "print what the rows of a file don't hold"),
    "write": Command("bytewright.cli.write", "make a file from rows or a tree"),
    "check": Command("bytewright.cli.check", "read files wholly and say whether they are good"),
    "identify": Command("bytewright.cli.identify", "say which format files have"),
    "specs": Command("bytewright.cli.specs", "list the formats, or show one's views and options"),
    "explain": Command("bytewright.cli.explain", "show what the compiler makes of a spec"),
    "generate": Command("bytewright.cli.generate", "make the code of specs"),
    "ingest": Command("bytewright.cli.ingest", "turn files into Parquet with Spark"),
    "recover": Command("bytewright.cli.recover", "finish or take back what killed processes were writing"),
    "warm": Command("bytewright.cli.warm", "compile the kernel ahead of its first use"),
}

GROUP = "bytewright.commands"
"""Entry points by which other packages add commands: what one is called, and the module that holds it."""


def known_commands() -> dict[str, Command]:
    """All commands: our own, and those that other packages add; ours win."""
    found = sorted(importlib.metadata.entry_points(group=GROUP), key=lambda entry: entry.name)
    return COMMANDS | {
        entry.name: Command(entry.value, _summary(entry.value)) for entry in found if entry.name not in COMMANDS
    }


def _summary(module: str) -> str:
    """The first line of what a module says of itself, which is not imported for that."""
    try:
        spec = importlib.util.find_spec(module)
        text = Path(spec.origin).read_text(encoding="utf-8") if spec is not None and spec.origin else ""
        line = (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]
    except (ImportError, OSError, ValueError, SyntaxError):
        return ""
    return line[:1].lower() + line[1:].rstrip(".")
