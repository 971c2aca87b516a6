"""Make a repository for a format of your own, which can be read, written and installed."""

from __future__ import annotations

import argparse
import keyword
import re
from pathlib import Path
from typing import Any

from bytewright.cli.console import DONE, say, tell
from bytewright.codec import registry
from bytewright.errors import BytewrightError, InputMissingError, OptionError
from bytewright.io.atomic_files import making
from bytewright_codegen.backends.templates import render
from bytewright_codegen.pipeline.project import FILE, project_around
from bytewright_codegen.pipeline.workspace import apply, changes, generated_files, write

_FILES = {
    Path(FILE): "pyproject.toml",
    Path("README.md"): "README.md",
    Path(".gitignore"): "gitignore",
    Path("tests", "test_samples.py"): "test_samples.py",
}
"""Templates of the files that every project has, by their paths."""

_MAGIC = 4
"""Bytes of a sample that are taken for the beginning of every file."""


EXAMPLES = ("bytewright new metrics_log", "bytewright new metrics_log --sample a.metrics")


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    parser.add_argument("name", metavar="NAME", help="what the format, and the new folder, are called")
    parser.add_argument("--sample", metavar="FILE", help="a file of the format (default: one that is made up)")


def run(arguments: argparse.Namespace) -> int:
    """Make the repository; gives the exit status.

    Raises:
        OptionError: no format can be called so.
        BytewrightError: there is something of that name.
        InputMissingError: the sample is missing.
        WriteError: the system can't write; nothing is left then.
    """
    folder = Path(arguments.name)
    format_id = _format_id(folder.name)
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise BytewrightError("there is something of that name", path=str(folder), hint="Name a new folder.")
    sample = Path(arguments.sample) if arguments.sample else None
    data = None if sample is None else _read(sample)
    extension = re.sub(r"\W", "", sample.suffix.lower()) if sample else format_id
    context = {
        "id": format_id,
        "package": f"{format_id}_formats",
        "title": format_id.replace("_", " ").capitalize(),
        "extension": extension,
        "magic": f"{format_id.replace('_', '').upper():X<{_MAGIC}.{_MAGIC}}",
        "found": None if data is None else list(data[:_MAGIC]),
        "sample": sample.name if sample else f"first.{extension}",
    }
    spec = Path("specs", f"{format_id}.ksy")
    shown = Path("samples", format_id, str(context["sample"]))
    with making(folder) as place:
        root = Path(place)
        for path, template in {**_FILES, spec: "spec.ksy"}.items():
            write(root / path, render(f"project/{template}.jinja", **context).encode("utf-8"))
        write(root / shown, _made_up(root / spec) if data is None else data)
        project = project_around(root)
        assert project is not None
        made = generated_files(project, [root / spec], lambda text: tell(f"bytewright new: {text}"))
        apply(project.root, made, changes(project.root, made, project))
    say(f"made {folder}: {spec}, {shown}, tests, and the package {project.package.name}")
    say(f"next: cd {folder}; pip install -e .; bytewright cat {shown}")
    say(f"then: change {spec}, and run `bytewright generate` and `pytest`")
    return DONE


def _made_up(spec: Path) -> bytes:
    """A file of the spec of a new format."""
    codec = registry.load(spec)
    file: Any = codec.root
    records = [
        {"time": "2026-01-31T12:00:00Z", "value": 20.5, "note": "begun"},
        {"time": "2026-01-31T12:00:01.5Z", "value": 21.25, "note": ""},
    ]
    return codec.to_bytes(file(records=records))


def _format_id(name: str) -> str:
    """What the format is called in its spec, in Python and in Spark.

    Raises:
        OptionError: nothing can be called so, or something is.
    """
    found = re.sub(r"[\s.-]+", "_", name.lower())
    if not re.fullmatch(r"[a-z][a-z0-9_]*", found) or keyword.iskeyword(found):
        raise OptionError("NAME", expected="a name of letters, digits and _, as in metrics_log", found=repr(name))
    if found in registry.names():
        raise OptionError(f"there is a format {found} already", hint="`bytewright specs` lists all that are installed.")
    return found


def _read(sample: Path) -> bytes:
    try:
        return sample.read_bytes()
    except OSError as error:
        raise InputMissingError((error.strerror or str(error)).lower(), path=str(sample)) from None
