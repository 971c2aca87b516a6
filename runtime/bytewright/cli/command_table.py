"""Which commands there are, and where: data, so that nothing is imported before a command is chosen."""

from __future__ import annotations

import ast
import importlib
import importlib.metadata
import importlib.util
from typing import Any, NamedTuple

from bytewright.cli.parser import Parser
from bytewright.codec.registry import has_metadata
from bytewright.host.optional import needed


class Command(NamedTuple):
    """A command.

    Attributes:
        module: the name of the module that holds it.
        summary: what it does, in a few words.
        extra: the extra of this distribution that has what it needs.
        answers: whether its exit status is an answer, 0 or 1; where there is none, it is `console.TROUBLE`.
    """

    module: str
    summary: str
    extra: str = ""
    answers: bool = False

    def load(self) -> Any:
        """The module.

        Raises:
            CodecError: a package is missing; the hint says which extra has it.
        """
        return needed(self.module, self.extra) if self.extra else importlib.import_module(self.module)

    def parser(self, name: str, **settings: Any) -> Parser:
        """What parses the command's arguments.

        Args:
            name: what the command is called.
            settings: of argparse, more of them.
        """
        module = self.load()
        examples = getattr(module, "EXAMPLES", ())
        parser = Parser(examples, prog=f"bytewright {name}", description=module.__doc__, **settings)
        module.arguments(parser)
        parser.add_argument("--debug", action="store_true", help="show where in the program an error arose")
        return parser


COMMANDS: dict[str, Command] = {
    "cat": Command("bytewright.cli.commands.cat", "print the rows of files, or turn them into CSV, Parquet or Arrow"),
    "tail": Command("bytewright.cli.commands.tail", "print the last rows of a file, and those that come"),
    "sql": Command("bytewright.cli.commands.sql", "query files by SQL"),
    "tree": Command("bytewright.cli.commands.tree", "show what every byte of a file is"),
    "view": Command("bytewright.cli.commands.view", "make a page that shows a file in a browser"),
    "diff": Command("bytewright.cli.commands.diff", "show how two files differ", answers=True),
    "edit": Command("bytewright.cli.commands.edit", "write a file with other values"),
    "root": Command("bytewright.cli.commands.root", "print what the rows of a file don't hold"),
    "write": Command("bytewright.cli.commands.write", "make a file from rows or a tree"),
    "check": Command("bytewright.cli.commands.check", "read files wholly and say whether they are good"),
    "repair": Command("bytewright.cli.commands.repair", "write the good records of a damaged file as a good one"),
    "identify": Command("bytewright.cli.commands.identify", "say which format files have"),
    "specs": Command("bytewright.cli.commands.specs", "list the formats, or show one's views and options"),
    "explain": Command("bytewright_codegen.explain.command", "show what the compiler makes of a spec", "codegen"),
    "new": Command("bytewright_codegen.pipeline.new_project", "make a repository for a format of your own", "codegen"),
    "lint": Command(
        "bytewright_codegen.explain.lint", "show what is wrong with specs, or could be said better", "codegen"
    ),
    "generate": Command("bytewright_codegen.pipeline.generate", "make the code of specs", "codegen"),
    "ingest": Command("bytewright.cli.commands.ingest", "turn files into Parquet with Spark"),
    "index": Command("bytewright.cli.commands.index", "say beside files where their records begin, to divide them"),
    "compact": Command("bytewright.cli.commands.compact", "make few files of the many that Spark has written"),
    "recover": Command("bytewright.cli.commands.recover", "finish or take back what killed processes were writing"),
    "warm": Command("bytewright.cli.commands.warm", "compile the kernel ahead of its first use"),
    "doctor": Command("bytewright.cli.commands.doctor", "show what is installed, and what is wrong with it"),
    "completion": Command("bytewright.cli.commands.completion", "print what makes a shell complete commands"),
}

GROUP = "bytewright.commands"
"""Entry points by which other packages add commands: what one is called, and the module that holds it."""
SHIPPED = "bytewright_pipelines"
"""The package of commands that comes along: its ``COMMANDS`` say the same where nothing tells the entry points."""


def known_commands() -> dict[str, Command]:
    """All commands: our own, and those that other packages add; ours win."""
    found = {entry.name: entry.value for entry in importlib.metadata.entry_points(group=GROUP)}
    if not has_metadata() and importlib.util.find_spec(SHIPPED) is not None:
        found = importlib.import_module(SHIPPED).COMMANDS | found
    return COMMANDS | {
        name: Command(found[name], _summary(found[name])) for name in sorted(found) if name not in COMMANDS
    }


def _summary(module: str) -> str:
    """The first line of what a module says of itself, which is not imported for that."""
    try:
        spec = importlib.util.find_spec(module)
        source: Any = getattr(spec.loader, "get_source", None) if spec is not None else None  # archives hold no files
        text = source(module) if source is not None else None
        line = (ast.get_docstring(ast.parse(text or "")) or "").partition("\n")[0]
    except (ImportError, OSError, ValueError, SyntaxError):
        return ""
    return line[:1].lower() + line[1:].rstrip(".")
