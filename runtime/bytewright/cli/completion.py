"""What a shell completes on a command line, by argcomplete: the shell asks the command itself."""

from __future__ import annotations

import contextlib
import os
from typing import Any

import argcomplete
from argcomplete.completers import FilesCompleter

from bytewright.cli.command_table import known_commands
from bytewright.cli.parser import Parser
from bytewright.codec import registry
from bytewright.errors import BytewrightError


def complete() -> None:
    """Answer the shell, which ends the process; return where it asks nothing."""
    parser = Parser(prog="bytewright")
    parser.add_argument("--version", action="store_true")
    commands = parser.add_subparsers(metavar="COMMAND")
    begun = os.environ.get("COMP_LINE", "").split()
    for name, command in known_commands().items():
        declared = []
        if name in begun:  # the modules of others take a while to load
            with contextlib.suppress(BytewrightError):  # its extra is missing
                declared = [command.parser(name, add_help=False)]
        one = commands.add_parser(name, help=command.summary, parents=declared)
        for action in one.declared:
            if action.metavar == "NAME|PATH":
                action.completer = specs  # type: ignore[attr-defined]  # argcomplete's own way
    argcomplete.autocomplete(parser)


def specs(prefix: str, **_: Any) -> list[str]:
    """Specs that are installed, and files.

    Args:
        prefix: what their names begin with.
    """
    files = FilesCompleter(("ksy", "py"))(prefix)
    return [*(name for name in registry.names() if name.startswith(prefix)), *files]
