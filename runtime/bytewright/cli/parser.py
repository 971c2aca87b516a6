"""Arguments of commands: argparse, with errors by our contract (one line, the nearest name)."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, NoReturn

from bytewright.cli.spec_arguments import trust_argument
from bytewright.errors import OptionError
from bytewright.host.suggest import hint


class UsageError(Exception):
    """Arguments that a command can't have."""


class Parser(argparse.ArgumentParser):
    """The arguments of one command."""

    def __init__(self, **settings: Any) -> None:
        # Abbreviations would become ambiguous, and so errors, with every argument that is added.
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments."""
        raise UsageError(f"{message}. See `{self.prog} --help`.")

    def parse_args(self, args: Sequence[str] | None = None, namespace: Any = None) -> Any:  # type: ignore[override]
        """The arguments; an unknown one is refused with the nearest name."""
        parsed, unknown = self.parse_known_args(args, namespace)
        if unknown:
            word = unknown[0].split("=")[0]
            known = [name for name in self._option_string_actions if name.startswith("--")]
            self.error(f"unknown argument {unknown[0]}. {hint(word, known, 'arguments')}".rstrip("."))
        return parsed


def pairs(words: Sequence[str]) -> dict[str, str]:
    """Options given as ``key=value``.

    Raises:
        OptionError: one is no such pair, or a key occurs twice.
    """
    found: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise OptionError("--option", expected="key=value", found=repr(word))
        if key in found:
            raise OptionError(f"option {key} is given twice")
        found[key] = value
    return found


def reading_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what every command that reads files takes."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file; - is standard input")
    format_arguments(parser, versions=True)
    parser.add_argument("--strict", action="store_true", help="bytes left over are an error, not a warning")


def format_arguments(parser: argparse.ArgumentParser, by: str = "the file's magic", *, versions: bool = False) -> None:
    """Declare what says of which format files are, with its options; ``by``: what says it otherwise."""
    several = "; several, joined by commas, are versions of one" if versions else ""
    parser.add_argument(
        "--spec",
        metavar="NAME|PATH",
        help=f"the format, by name or as a .ksy or .py file (default: by {by}){several}",
    )
    option_argument(parser)
    trust_argument(parser)


def row_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare which rows a command that prints some of files prints, and how they are read."""
    from bytewright.tables.engines import ENGINES  # only where something is read: that takes time

    parser.add_argument("--view", metavar="NAME", help="the view (default: the format's first; `rows` names it too)")
    parser.add_argument("--columns", metavar="A,B.C", help="the columns to print, in that order")
    parser.add_argument("--engine", default="auto", metavar="|".join(ENGINES), help="what reads (default: auto)")
    parser.add_argument("--mode", metavar="MODE", help="what a bad record does (default: FAILFAST, it is an error)")


def option_argument(parser: argparse.ArgumentParser) -> None:
    """Declare the options of a format; `pairs` reads them."""
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="KEY=VALUE",
        help="an option (may be repeated); see `bytewright specs NAME`",
    )


def paths(files: Sequence[str]) -> list[str]:
    """Paths of the files; standard input by its own."""
    return ["/dev/stdin" if file == "-" else file for file in files]
