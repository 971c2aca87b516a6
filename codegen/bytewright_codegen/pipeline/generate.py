"""The command ``bytewright generate``: specs → everything that is committed of them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath

from bytewright.cli.console import BAD_INPUT, BAD_USAGE, DONE
from bytewright.cli.parser import Parser
from bytewright.cli.spec_arguments import consent_of, trust_argument
from bytewright_codegen.front.shipped_specs import spec_files, spec_root
from bytewright_codegen.ir.diagnostics import SpecErrors
from bytewright_codegen.pipeline.workspace import Changes, apply, changes, generated_files, package_files


def main(words: Sequence[str]) -> int:
    """The command ``bytewright generate``; gives the exit status."""
    arguments = _arguments(words)
    if arguments.package:
        return _package(arguments)
    root = spec_root().parent
    out = Path(arguments.out).resolve() if arguments.out else root
    paths = [Path(name) for name in arguments.specs] or spec_files(root / "specs")
    complete = not arguments.specs
    try:
        trust = consent_of(arguments.trust, *arguments.specs)
        files = generated_files(root, paths, lambda text: _tell(f"bytewright generate: {text}"), trust)
    except SpecErrors as error:
        _tell(error.render())
        return BAD_INPUT
    return _made(out, files, changes(out, files, complete=complete), check=arguments.check)


def _package(arguments: argparse.Namespace) -> int:
    """Make a package of the codecs of some specs."""
    if not arguments.specs or arguments.out:
        _tell("bytewright generate: error: --package needs the specs whose codecs the package holds, and no --out")
        return BAD_USAGE
    out = Path(arguments.package)
    try:
        trust = consent_of(arguments.trust, *arguments.specs)
        files = package_files([Path(name) for name in arguments.specs], _tell, trust)
    except SpecErrors as error:
        _tell(error.render())
        return BAD_INPUT
    return _made(out, files, changes(out, files, complete=False), check=arguments.check)


def _made(out: Path, files: Mapping[PurePosixPath, str], found: Changes, *, check: bool) -> int:
    """Write files, or say which would be written; the exit status."""
    if not check:
        apply(out, files, found)
    for path in found.written:
        _tell(f"{'would write' if check else 'wrote'} {path}")
    for path in found.removed:
        _tell(f"{'would remove' if check else 'removed'} {path}")
    if check:
        _tell(f"{len(files)} files are as they should be" if not found else "run `bytewright generate`")
        return BAD_INPUT if found else DONE
    _tell(f"{len(files)} files, {len(found.written)} written, {len(found.removed)} removed")
    return DONE


def _arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = Parser(prog="bytewright generate", description="Make the code of specs.")
    parser.add_argument("specs", nargs="*", metavar="SPEC", help="the specs (default: all under specs/)")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if something would change")
    parser.add_argument(
        "--out", metavar="DIR", help="the folder that gets generated/ and tests/ (default: the checkout)"
    )
    parser.add_argument(
        "--package", metavar="DIR", help="make a Python package of the codecs of these specs, and nothing else"
    )
    trust_argument(parser)
    found: argparse.Namespace = parser.parse_args(list(words))
    return found


def _tell(text: str) -> None:
    sys.stderr.write(text + "\n")
    sys.stderr.flush()
