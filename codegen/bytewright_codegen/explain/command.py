"""Show what the compiler makes of a spec."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from bytewright.cli import console
from bytewright.cli.spec_arguments import consent_of, trust_argument
from bytewright.codec import registry
from bytewright.codec.trust import NOTHING, Trust
from bytewright.errors import OptionError, SpecError
from bytewright.host.suggest import hint
from bytewright_codegen.analysis.scopes import scopes
from bytewright_codegen.backends.kernel.plan_file import plan_file
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.explain.plans import plan_lines
from bytewright_codegen.explain.reading import record_lines
from bytewright_codegen.explain.scoping import scope_lines
from bytewright_codegen.explain.strategies import strategy_lines
from bytewright_codegen.explain.types import type_lines
from bytewright_codegen.explain.views import view_lines
from bytewright_codegen.explain.writing import derive_lines
from bytewright_codegen.front.programs import programs
from bytewright_codegen.front.shipped_specs import spec_files, spec_root
from bytewright_codegen.ir.diagnostics import remark
from bytewright_codegen.ir.serial import to_json
from bytewright_codegen.pipeline.compilation import plan
from bytewright_codegen.pipeline.project import project_around
from bytewright_codegen.pipeline.resolved import load, resolved
from bytewright_codegen.semantics.style import style

USUAL = ("types", "records", "derive", "writing", "scopes", "views")
"""What is shown where nobody asks for anything."""

SECTIONS = (*USUAL, "plans")
"""What can be shown, in the order in which it is."""


EXAMPLES = (
    "bytewright explain log.ksy",
    "bytewright explain log.ksy --section views     # what the kernel reads, and what it can't",
    "bytewright explain --write log.ksy             # how files are made of rows",
    "bytewright explain --plan log.ksy              # what the kernel does, step by step",
)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    what = "a .ksy file or a declaration in Construct, or the name of a spec that comes with Bytewright"
    parser.add_argument("spec", metavar="NAME|PATH", nargs="?", help=what)
    parser.add_argument("--spec", dest="named", metavar="NAME|PATH", help="the same, as other commands have it")
    parser.add_argument("--section", action="append", choices=SECTIONS, help="only this (may be repeated)")
    parser.add_argument("--write", action="store_true", help="only how files are made of rows, column by column")
    parser.add_argument("--plan", action="store_true", help="only the plans of the kernel, step by step")
    what = "print the spec's typed tree (IR) with its imports as JSON; with --plan, its plans as its codec has them"
    parser.add_argument("--json", action="store_true", help=what)
    parser.add_argument("--unresolved", action="store_true", help="with --json: names as they are written")
    trust_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print what the compiler makes of a spec; gives the exit status."""
    asked = [*(arguments.section or ()), *(["writing"] if arguments.write else [])]
    asked += ["plans"] if arguments.plan else []
    sections: tuple[str, ...] = tuple(asked or USUAL)
    if arguments.unresolved and (arguments.plan or not arguments.json):
        raise OptionError("--unresolved goes with --json" + (", and not with --plan" if arguments.plan else ""))
    if (arguments.spec is None) == (arguments.named is None):
        raise OptionError("name one spec")
    path = find(arguments.spec or arguments.named)
    trust = consent_of(arguments.trust, os.fspath(path))
    library = load(path, trust=trust) if arguments.unresolved else resolved(path, trust=trust)
    for warning in (*library.warnings, *(() if arguments.unresolved else style(library))):
        console.remark(remark(warning))
    if arguments.json and not arguments.plan:
        console.say(to_json(library, indent=1))
        return console.DONE
    plans = plan(library)[library.main.id]
    if arguments.json:
        console.say(plan_file(plans).rstrip())
        return console.DONE
    console.say(explained(plans, sections, trust))
    return console.DONE


def find(spec: str) -> Path:
    """The file of a spec.

    Args:
        spec: its path, or the name of one of the project around the working directory, or that comes with Bytewright.

    Raises:
        OptionError: there is none of that name.
    """
    if registry.is_path(spec):
        return Path(spec)
    known: dict[str, Path] = {}
    with suppress(SpecError):  # a checkout without formats
        known |= {path.stem: path for path in spec_files(spec_root())}
    if (project := project_around(Path.cwd())) is not None:
        known |= {path.stem: path for path in spec_files(project.root / project.specs)}
    if spec not in known:
        raise OptionError(f"unknown spec {spec!r}", hint=hint(spec, sorted(known), "specs"))
    return known[spec]


def explained(plans: CodecPlans, sections: Sequence[str], trust: Trust = NOTHING) -> str:
    """The sections as text.

    Args:
        plans: of the spec.
        sections: which.
        trust: code that may run. None of it runs here, but the text says what would, and may not.
    """
    spec = plans.spec
    imports = dict(plans.library.imports).get(spec.id, ())
    imported = f", imports {', '.join(imports)}" if imports else ""
    lines = [f"{spec.id}: {spec.title or spec.id}", f"  {_shown(spec.file)}{imported}"]
    lines += [
        f"  runs {found.shown}" + ("" if found.may_run(trust) else ", to which nobody has consented")
        for found in programs(plans.library)
    ]
    printers: dict[str, Callable[[], list[str]]] = {
        "types": lambda: type_lines(plans),
        "records": lambda: record_lines(plans),
        "derive": lambda: derive_lines(plans),
        "writing": lambda: strategy_lines(plans),
        "scopes": lambda: scope_lines(scopes(plans.library, spec)),
        "views": lambda: view_lines(plans),
        "plans": lambda: plan_lines(plans),
    }
    for section in SECTIONS:
        if section in sections:
            lines += ["", section.upper(), *printers[section]()]
    return "\n".join(lines)


def _shown(file: str) -> str:
    """A path, relative to the working directory where it lies below it."""
    path, here = Path(file).resolve(), Path.cwd()
    return path.relative_to(here).as_posix() if path.is_relative_to(here) else file
