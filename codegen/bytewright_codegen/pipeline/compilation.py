"""Specs → codecs: everything that is generated from a spec, as text by file name."""

from __future__ import annotations

import ast
import importlib
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path
from typing import Any

from bytewright.codec.api_version import CODEC_API
from bytewright.codec.plan_file import PLAN_FILE
from bytewright.errors import CodecError
from bytewright.io.atomic_files import writing
from bytewright.io.source import reading
from bytewright_codegen.backends.docs.readme import readme
from bytewright_codegen.backends.kernel.columns import columns
from bytewright_codegen.backends.kernel.encoding import encoding_module
from bytewright_codegen.backends.kernel.plan_file import plan_file
from bytewright_codegen.backends.python.access import access
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.model import model
from bytewright_codegen.backends.python.package import package
from bytewright_codegen.backends.python.reader import reader
from bytewright_codegen.backends.python.writer import writer
from bytewright_codegen.backends.testing.strategies import strategies
from bytewright_codegen.backends.views.schema import schema
from bytewright_codegen.backends.views.views import views
from bytewright_codegen.front.companion_code import add_module, add_process
from bytewright_codegen.front.programs import is_declaration
from bytewright_codegen.ir.library import Library
from bytewright_codegen.pipeline.passes import PASSES


def plan(library: Library) -> dict[str, CodecPlans]:
    """Run the passes over a resolved library (`bytewright_codegen.pipeline.passes`).

    Returns:
        The plans of each spec by its id, the main spec first.

    Raises:
        SpecErrors: a spec uses something that can't be compiled, with its place.
    """
    facts: dict[str, Any] = {"resolved": library}
    for one in PASSES:
        if one.runs == "once":
            facts[one.writes] = one.run(*(facts[name] for name in one.reads))
    found: dict[str, CodecPlans] = {}
    for spec in facts["library"].specs:
        own = {**facts, "spec": spec}
        for one in PASSES:
            if one.runs == "each":
                own[one.writes] = one.run(*(own[name] for name in one.reads))
        held = {field.name: own[field.name] for field in fields(CodecPlans) if field.name != "others"}
        found[spec.id] = CodecPlans(**held, others=found)
    return found


def modules(plans: CodecPlans, beside: Path, declared: str = "") -> dict[str, str]:
    """The modules of a codec by file name, as templates print them.

    Args:
        plans: of the codec.
        beside: the folder where the spec lies.
        declared: what the construct of a whole file is called, where the spec is a declaration in Construct.
    """
    encoding, asks_header = encoding_module(plans)
    found = {
        "__init__.py": package(plans, CODEC_API, declared, asks_header=asks_header),
        "model.py": model(plans),
        "reader.py": reader(plans),
        "access.py": access(plans),
        "writer.py": writer(plans),
        "views.py": views(plans),
        PLAN_FILE: plan_file(plans),
        "columns.py": columns(plans),
        "encoding.py": encoding,
        "schema.py": schema(plans),
        "strategies.py": strategies(plans),
    }
    taken = frozenset(found)
    found = {name: text for name, text in found.items() if text}
    for function, loc in plans.beside:
        add_module(found, beside, function.partition(":")[0], loc)
    for process in plans.processes:
        add_process(found, process, taken)
    return found


def sources(plans: CodecPlans, beside: Path, package: str, declared: str = "") -> dict[str, str]:
    """All that a codec's package holds: its modules and its documentation.

    Args:
        plans: of the codec.
        beside: the folder where the spec lies.
        package: what the package of codecs is called.
        declared: what the construct of a whole file is called, where the spec is a declaration in Construct.
    """
    return {**modules(plans, beside, declared), "README.md": readme(plans, package, declared)}


def formatted(files: Mapping[str, str]) -> dict[str, str]:
    """Python sources as the pinned formatter prints them.

    Args:
        files: texts by their relative paths; those that aren't Python stay as they are.

    Raises:
        CodecError: a source is not Python.
        WriteError: the system has no room for what the formatter reads, or can't delete it.
        InputMissingError: what it has written can't be read.
    """
    python = [name for name in files if name.endswith(".py")]
    # In a folder of their own, so that the formatter starts once, not once for each file.
    with _folder() as folder:
        for name in python:
            path = Path(folder, name)
            with writing(path):
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(files[name], encoding="utf-8", newline="")
        for arguments in (_IMPORTS, _FORMAT):
            command = [
                sys.executable,
                "-m",
                "ruff",
                *arguments,
                "--isolated",
                "--no-cache",
                "--line-length",
                "120",
                "--",
            ]
            done = subprocess.run([*command, *python], cwd=folder, capture_output=True, encoding="utf-8", check=False)
            if done.returncode:
                raise CodecError(f"generated sources are not Python: {done.stderr.strip()}")
        made = dict(files)
        for name in python:
            with reading(Path(folder, name)):
                made[name] = Path(folder, name).read_text(encoding="utf-8")
        return made


# Said again here, because a codec may be made for another project.
_OURS = 'lint.isort.known-first-party = ["bytewright", "bytewright_formats"]'
_IMPORTS = ("check", "--fix-only", "--select", "F401,I", "--config", _OURS)
_FORMAT = ("format",)


@contextmanager
def _folder() -> Iterator[str]:
    """A folder for the formatter, which is deleted when the block ends.

    Raises:
        WriteError: it can't be made, or deleted.
    """
    with writing(tempfile.gettempdir()):
        made = tempfile.TemporaryDirectory(prefix="bytewright-")
    try:
        yield made.name
    finally:
        with writing(made.name):
            try:
                made.cleanup()
            except BaseException:  # also of an interrupt: what is left is of no use to anyone
                shutil.rmtree(made.name, ignore_errors=True)
                raise


def compiled(library: Library) -> dict[str, dict[str, str]]:
    """Compile a spec and everything that it imports, to what runs; a declaration in Construct stays with its codec.

    Sources stay as templates print them: to format them takes twice the time of everything else.

    Args:
        library: resolved.

    Returns:
        By id of the spec, the modules of its codec by file name.

    Raises:
        SpecErrors: a spec uses something that can't be compiled.
    """
    plans = plan(library)
    found = {}
    for id, codec in plans.items():
        file = codec.spec.file
        # Construct is imported for declarations only.
        shipping = (
            importlib.import_module("bytewright_codegen.front.construct.shipping") if is_declaration(file) else None
        )
        declared = shipping.shipped(file, id) if shipping else None
        made = modules(codec, Path(file).parent, declared.root if declared else "")
        found[id] = {name: _with_used_siblings(text) for name, text in made.items()}
        if declared:
            found[id] |= {"parser.py": declared.text, **declared.beside}
    return found


def _with_used_siblings(text: str) -> str:
    """A source that imports of other codecs only what it uses: specs that import each other may need no circle."""
    if not _SIBLING.search(text):
        return text
    used = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}

    def needed(line: re.Match[str]) -> str:
        names = [name for name in line["names"].split(", ") if name.rpartition(" as ")[2] in used]
        return f"from {line['module']} import {', '.join(names)}" if names else ""

    return _SIBLING.sub(needed, text)


_SIBLING = re.compile(
    r"^from (?P<module>\.\.\S+) import (?P<names>\w+(?: as \w+)?(?:, \w+(?: as \w+)?)*)(?:  #.*)?$", re.MULTILINE
)
