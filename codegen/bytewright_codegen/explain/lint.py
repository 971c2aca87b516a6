"""Show what is wrong with specs, what is probably not meant, and what could be said better."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from bytewright.cli import console
from bytewright.cli.spec_arguments import consent_of, trust_argument
from bytewright.errors import InputMissingError, OptionError
from bytewright.io.atomic_files import replacing
from bytewright_codegen.explain.advice import advice
from bytewright_codegen.explain.command import find
from bytewright_codegen.front.ksy.respelling import respelled
from bytewright_codegen.front.programs import is_declaration
from bytewright_codegen.front.shipped_specs import schema_file, spec_files
from bytewright_codegen.ir.diagnostics import SpecErrors, remark
from bytewright_codegen.pipeline.compilation import plan
from bytewright_codegen.pipeline.project import project_around
from bytewright_codegen.pipeline.resolved import resolved
from bytewright_codegen.semantics.style import style

EXAMPLES = ("bytewright lint log.ksy", "bytewright lint --fix specs/*.ksy")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    what = "a .ksy file or a declaration in Construct, or the name of a spec (default: all of the project)"
    parser.add_argument("specs", metavar="NAME|PATH", nargs="*", help=what)
    parser.add_argument(
        "--fix", action="store_true", help="spell keys of former versions anew, in the .ksy files themselves"
    )
    parser.add_argument("--schema", action="store_true", help="print the path of the JSON Schema for editors, and end")
    trust_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print what is wrong with specs; gives the exit status, 1 where one has errors.

    Raises:
        OptionError: no spec is named, and there is no project around the working directory.
    """
    if arguments.schema:
        console.say(os.fspath(schema_file()))
        return console.DONE
    project = None if arguments.specs else project_around(Path.cwd())
    if project is None and not arguments.specs:
        raise OptionError("name one spec, or several", hint="In a project, all of its specs are meant.")
    status = console.DONE
    for path in map(find, arguments.specs) if project is None else spec_files(project.root / project.specs):
        trust = consent_of(arguments.trust, os.fspath(path))
        try:
            if arguments.fix and not is_declaration(path) and fix(path):
                console.say(f"{path}: changed")
            library = resolved(path, trust=trust)
        except SpecErrors as errors:
            for found in (*errors.warnings, *errors.diagnostics):
                console.remark(remark(found))
            status = console.BAD_INPUT
        else:
            plans = plan(library)[library.main.id]
            for found in (*library.warnings, *style(library), *advice(plans)):
                console.remark(remark(found))
    return status


def fix(path: Path) -> bool:
    """Spells keys of former versions anew.

    Args:
        path: a ``.ksy``; what it imports stays as it is.

    Returns:
        Whether the file has changed.

    Raises:
        InputMissingError: the file can't be read.
        SpecErrors: it isn't YAML.
        WriteError: it can't be written.
    """
    try:
        before = path.read_bytes().decode("utf-8")
    except OSError as error:
        raise InputMissingError((error.strerror or str(error)).lower(), path=os.fspath(path)) from None
    except UnicodeDecodeError:
        return False  # reading the spec says where it isn't text
    after = respelled(before, os.fspath(path))
    if after == before:
        return False
    with replacing(path) as file:
        file.write(after.encode("utf-8"))
    return True
