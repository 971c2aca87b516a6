"""Arguments of commands: argparse, with errors by our contract (one line, the nearest name)."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from bytewright.cli.spec_arguments import trust_argument
from bytewright.errors import InputMissingError, OptionError
from bytewright.host.suggest import hint, nearest


class UsageError(Exception):
    """Arguments that a command can't have."""


_EXAMPLES = "examples:\n"


class _Help(argparse.HelpFormatter):
    """Help in which examples stay as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        return text if text.startswith(_EXAMPLES) else super()._fill_text(text, width, indent)


class Parser(argparse.ArgumentParser):
    """The arguments of one command.

    Args:
        examples: command lines that its help shows.
        settings: of argparse.
    """

    def __init__(self, examples: Sequence[str] = (), **settings: Any) -> None:
        if examples:
            settings["epilog"] = _EXAMPLES + "\n".join(f"  {one}" for one in examples)
        # Abbreviations would become ambiguous, and so errors, with every argument that is added.
        super().__init__(allow_abbrev=False, formatter_class=_Help, **settings)

    @property
    def declared(self) -> list[argparse.Action]:
        """All arguments."""
        return self._actions

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """End the command, as help does; what it has printed is written by then."""
        sys.stdout.flush()
        super().exit(status, message)

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments."""
        end = "" if message.endswith(("?", ".")) else "."
        raise UsageError(f"{message}{end} See `{self.prog} --help`.")

    def parse_args(self, args: Sequence[str] | None = None, namespace: Any = None) -> Any:  # type: ignore[override]
        """The arguments; an unknown one is refused with the nearest name, before anything else is."""
        for word in args or ():
            if word == "--":
                break
            if word.startswith("--") and " " not in word:
                self._refuse_unknown(word)
        parsed, unknown = self.parse_known_args(args, namespace)
        if unknown:
            self._refuse_unknown(unknown[0])
        return parsed

    def _refuse_unknown(self, word: str) -> None:
        name = word.split("=")[0]
        if name not in self._option_string_actions:
            known = [name for name in self._option_string_actions if name.startswith("--")]
            self.error(f"unknown argument {word}. {hint(name, known, 'arguments')}")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            known = [str(choice) for choice in action.choices]
            near = nearest(str(value), known)
            said = f"expected one of {', '.join(known)}; found {value!r}"
            raise argparse.ArgumentError(action, said if near is None else f"{said}. Did you mean {near!r}?")


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


def number(word: str) -> int:
    """A whole number, not below 0, as text: decimal, or as 0x1f.

    Raises:
        ValueError: it is none.
    """
    found = int(word, 0)
    if found < 0:
        raise ValueError(word)
    return found


def reading_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what every command that reads files takes."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file, a directory or a glob; - is standard input")
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
    from bytewright.codec.settings import MODES
    from bytewright.tables.engines import ENGINES  # only where something is read: that takes time

    parser.add_argument("--view", metavar="NAME", help="the view (default: the format's first; `rows` names it too)")
    parser.add_argument("--columns", metavar="A,B.C", help="the columns to print, in that order")
    parser.add_argument("--engine", default="auto", choices=ENGINES, help="what reads (default: auto)")
    parser.add_argument(
        "--mode",
        type=str.upper,
        choices=MODES,
        help="what a bad record does: it is an error (default), a row of nulls, or left out",
    )


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
    """Paths of the files; standard input by its own.

    Raises:
        InputMissingError: standard input is asked for, and closed.
    """
    return [standard_input() if file == "-" else file for file in files]


def standard_input() -> str:
    """The path of standard input.

    Raises:
        InputMissingError: it was closed before the process began.
    """
    if sys.stdin is None:
        raise InputMissingError("standard input is closed")
    return "/dev/stdin"
