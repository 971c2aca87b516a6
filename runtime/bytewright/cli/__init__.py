"""The command ``bytewright``: one module per command, imported when it is used.

A module of a command has ``arguments(parser)``, which declares its arguments, ``run(arguments) -> int``, which
gives the exit status, and ``EXAMPLES``, the command lines that its help shows. If it may read long, ``READING`` says
what it does meanwhile, as a bar shows it (`bytewright.cli.progress`).
"""

from __future__ import annotations

import os
import signal
import sys
import traceback
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NoReturn

from bytewright.cli import standard_streams
from bytewright.cli.command_table import COMMANDS, known_commands
from bytewright.cli.console import BAD_INPUT, BAD_USAGE, DONE, TROUBLE, report, say, warn
from bytewright.cli.parser import UsageError
from bytewright.cli.progress import reading
from bytewright.cli.standard_streams import OutputError
from bytewright.errors import BytewrightError, BytewrightWarning, OptionError
from bytewright.host.suggest import hint

COMPLETES = "_ARGCOMPLETE"
"""Variable of the environment by which a shell asks for completions."""


def main(words: Sequence[str] | None = None) -> int:
    """Run a command; ``words`` are its arguments, without the program's name. Gives the exit status.

    Without ``words`` they are those of the process, which is the command's own then."""
    if words is None:
        signal.signal(signal.SIGTERM, _stop)
        standard_streams.hold()
        if COMPLETES in os.environ:
            from bytewright.cli.completion import complete

            complete()
    words = list(sys.argv[1:] if words is None else words)
    debug = "--debug" in words
    answers = bool(words) and words[0] in COMMANDS and COMMANDS[words[0]].answers
    bad, enough = (TROUBLE, TROUBLE) if answers else (BAD_INPUT, DONE)
    try:
        with warnings.catch_warnings():
            warnings.showwarning = partial(_shown, warnings.showwarning)
            status = _run([word for word in words if word != "--debug"])
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read our output has seen enough. The interpreter flushes once more when it ends: into nothing.
        standard_streams.discard_output()
        return enough
    except KeyboardInterrupt:
        return 130
    except UsageError as error:
        report(str(error))
        return BAD_USAGE
    except BytewrightError as error:
        _traceback(debug)
        report(error)
        return BAD_USAGE if isinstance(error, OptionError) else bad
    except OutputError as error:
        _traceback(debug)
        standard_streams.discard_output()
        report(f"standard output can't be written: {(error.strerror or str(error)).lower()}")
        return bad
    except OSError as error:
        _traceback(debug)
        report(_told(error))
        return bad
    except (MemoryError, RecursionError) as error:
        _traceback(debug)
        report(f"the input asks for more than this process has: {type(error).__name__}")
        return bad
    except Exception as error:
        _traceback(debug)
        report(f"internal error: {type(error).__name__}: {error}. Use --debug for where.")
        return bad
    return status


def _told(error: OSError) -> str:
    """What is said of an error of the system's."""
    said = (error.strerror or str(error)).lower()
    if error.filename is not None:
        return f"{os.fsdecode(error.filename)}: {said}"
    try:
        os.getcwd()
    except FileNotFoundError:  # it has no name any more
        return "the current directory has been deleted"
    return f"a file can't be read or written: {said}. Use --debug for where."


def _shown(others: Callable[..., None], message: Warning | str, kind: type[Warning], *place: Any) -> None:
    """Show a warning of ours as commands do."""
    if issubclass(kind, BytewrightWarning):
        warn(str(message))
    else:
        others(message, kind, *place)


def _stop(number: int, _frame: object) -> NoReturn:
    """End as after an interrupt: what is half written goes."""
    raise SystemExit(128 + number)


def _traceback(debug: bool) -> None:
    if debug:
        traceback.print_exc()


def _run(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        say(_help())
        return DONE if words else BAD_USAGE
    if words[0] in ("-V", "--version"):
        say(f"bytewright {_version()}")
        return DONE
    name, rest = words[0], words[1:]
    # What other packages add is looked for only where it is needed: that takes time.
    known = COMMANDS if name in COMMANDS else known_commands()
    if name not in known:
        kind = "option" if name.startswith("-") else "command"
        raise OptionError(f"unknown {kind} {name!r}", hint=hint(name, known, "commands"))
    parsed = known[name].parser(name).parse_args(rest)
    module = known[name].load()
    if not hasattr(module, "READING"):
        return int(module.run(parsed))
    with reading(module.READING, _files(parsed)):
        return int(module.run(parsed))


def _files(parsed: Any) -> list[str]:
    """The files that a command is told to read; those in directories and of globs aren't looked for."""
    return [*getattr(parsed, "files", ()), *(one for one in (getattr(parsed, "file", None),) if one)]


def _help() -> str:
    known = known_commands()
    width = max(len(name) for name in known)
    listed = "\n".join(f"  {name:<{width}}  {command.summary}" for name, command in known.items())
    return (
        "usage: bytewright COMMAND [ARGUMENTS]\n\n"
        "Binary formats as Python objects, Arrow columns and Spark tables.\n\n"
        f"commands:\n{listed}\n\n"
        "options:\n"
        "  -h, --help     show this; `bytewright COMMAND --help` shows a command's own\n"
        "  -V, --version  show the version\n"
        "  --debug        show where in the program an error arose\n\n"
        "exit status: 0 done, 1 bad or missing input, 2 bad usage"
    )


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("bytewright")
    except PackageNotFoundError:
        return "(not installed)"
