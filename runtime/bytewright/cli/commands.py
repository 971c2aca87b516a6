"""Which commands there are, and where: data, so that nothing is imported before a command is chosen."""

from __future__ import annotations

from typing import NamedTuple


class Command(NamedTuple):
    """A command: the module that holds it, and what it does in a few words."""

    module: str
    summary: str


COMMANDS: dict[str, Command] = {
    "cat": Command("bytewright.cli.cat", "print the rows of files as JSON Lines"),
    "tree": Command("bytewright.cli.tree", "show what every byte of a file is"),
    "root": Command("bytewright.cli.root", "print what the rows of a file don't hold"),
    "write": Command("bytewright.cli.write", "make a file from rows or a tree"),
    "check": Command("bytewright.cli.check", "read files wholly and say whether they are good"),
    "identify": Command("bytewright.cli.identify", "say which format files have"),
    "specs": Command("bytewright.cli.specs", "list the formats, or show one's views and options"),
    "explain": Command("bytewright.cli.explain", "show what the compiler makes of a spec"),
    "generate": Command("bytewright.cli.generate", "make the code of specs"),
    "ingest": Command("bytewright.cli.ingest", "turn files into Parquet with Spark"),
    "warm": Command("bytewright.cli.warm", "compile the kernel ahead of its first use"),
}
