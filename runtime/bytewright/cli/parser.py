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
    parser.add_argument(
        "--spec",
        metavar="NAME|PATH",
        help="the format, by name or as a .ksy or .py file (default: by the file's magic); several, joined by commas,"
        " are versions of one",
    )
    option_argument(parser)
    trust_argument(parser)
    parser.add_argument("--strict", action="store_true", help="bytes left over are an error, not a warning")


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
