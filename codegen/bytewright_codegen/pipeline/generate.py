"""Make the code of specs: everything that is committed of them."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path, PurePath

from bytewright.cli.console import BAD_INPUT, BAD_USAGE, DONE, tell
from bytewright.cli.spec_arguments import consent_of, trust_argument
from bytewright.codec import walk_libraries
from bytewright.errors import OptionError
from bytewright.kernels.native.machine import cpu_levels
from bytewright_codegen.front.shipped_specs import spec_files
from bytewright_codegen.ir.diagnostics import SpecErrors
from bytewright_codegen.pipeline.project import FILE, loose_project, project_around
from bytewright_codegen.pipeline.workspace import Changes, Generated, apply, changes, generated_files, package_files

EXAMPLES = (
    "bytewright generate",
    "bytewright generate --check                            # writes nothing, exit status 1 if something would change",
    "bytewright generate log.ksy --package ours/formats     # a package of Python, and nothing else",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("specs", nargs="*", metavar="SPEC", help="the specs (default: all of the project)")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if something would change")
    parser.add_argument(
        "--out", metavar="DIR", help="the folder that gets generated/ and tests/ (default: the project's)"
    )
    parser.add_argument(
        "--package", metavar="DIR", help="make a Python package of the codecs of these specs, and nothing else"
    )
    trust_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write the code; gives the exit status.

    Raises:
        OptionError: nothing says where the code goes, or the project's ``pyproject.toml`` is wrong.
    """
    if arguments.package:
        return _package(arguments)
    around = project_around(Path.cwd())
    if around is None and not (arguments.out and arguments.specs):
        raise OptionError(
            f"there is no project here: no {FILE} in this folder, or one around it, has a table [tool.bytewright]",
            hint="Say where the code goes: SPEC --package DIR (a package of Python), SPEC --out DIR (with tests and "
            "modules for Spark); or make a project: `bytewright new NAME`.",
        )
    project = around or loose_project(Path.cwd())
    out = Path(arguments.out).resolve() if arguments.out else project.root
    paths = [Path(name) for name in arguments.specs] or spec_files(project.root / project.specs)
    try:
        trust = consent_of(arguments.trust, *arguments.specs)
        made = generated_files(project, paths, lambda text: tell(f"bytewright generate: {text}"), trust)
    except SpecErrors as error:
        tell(error.render())
        return BAD_INPUT
    status = _written(out, made, changes(out, made, None if arguments.specs else project), check=arguments.check)
    if not arguments.check:
        _make_walks(out / project.package)
    return status


def _package(arguments: argparse.Namespace) -> int:
    """Make a package of the codecs of some specs."""
    if not arguments.specs or arguments.out:
        tell("bytewright generate: error: --package needs the specs whose codecs the package holds, and no --out")
        return BAD_USAGE
    out = Path(arguments.package)
    try:
        trust = consent_of(arguments.trust, *arguments.specs)
        made = package_files([Path(name) for name in arguments.specs], tell, trust)
    except SpecErrors as error:
        tell(error.render())
        return BAD_INPUT
    status = _written(out, made, changes(out, made), check=arguments.check)
    if not arguments.check:
        _make_walks(out)
    return status


def _make_walks(package: Path) -> None:
    """Make the machine code that ships in a package, where that can be; nobody needs it."""
    if not walk_libraries.can_be_made():
        return
    words = [sys.executable, "-B", "-m", walk_libraries.__name__, package.name]
    words += [level.name for level in cpu_levels.of_architecture()]
    # In a process of its own: this one may have imported what the package was before.
    variables = {**os.environ, "PYTHONPATH": os.pathsep.join([str(package.resolve().parent), *filter(None, sys.path)])}
    done = subprocess.run(words, env=variables, capture_output=True, text=True, check=False)
    for path in done.stdout.splitlines():
        tell(f"machine code: {PurePath(path).relative_to(package.resolve())}")
    if done.returncode:
        tell(f"made no machine code: {done.stderr.strip().rpartition(chr(10))[2]}")


def _written(out: Path, made: Generated, found: Changes, *, check: bool) -> int:
    """Write files, or say which would be written; the exit status."""
    if not check:
        apply(out, made, found)
    for path in found.written:
        tell(f"{'would write' if check else 'wrote'} {path}")
    for path in found.removed:
        tell(f"{'would remove' if check else 'removed'} {path}")
    count = len(made.files)
    if check:
        tell(f"{count} files are as they should be" if not found else "run `bytewright generate`")
        return BAD_INPUT if found else DONE
    tell(f"{count} files, {len(found.written)} written, {len(found.removed)} removed")
    return DONE
