"""The repository that generated code belongs to, as its ``pyproject.toml`` describes it under ``[tool.bytewright]``."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from bytewright.errors import OptionError
from bytewright.host.suggest import hint
from bytewright.io.source import reading

FILE = "pyproject.toml"
_TABLE = "tool.bytewright"
_SPECS, _TESTS = PurePosixPath("specs"), PurePosixPath("tests/generated")
_PARSERS = ("required", "optional")


@dataclass(frozen=True)
class Project:
    """Where specs lie, and where their code goes; paths are relative to ``root``.

    Attributes:
        root: the folder of the repository.
        package: the folder of the package that gets the codecs; modules for Spark lie beside it.
        specs: the folder of the specs.
        tests: the folder that gets the tests of codecs.
        parsers_required: whether it is an error where kaitai-struct-compiler, which makes ``parser.py``, can't be had.
    """

    root: Path
    package: PurePosixPath
    specs: PurePosixPath = _SPECS
    tests: PurePosixPath = _TESTS
    parsers_required: bool = False


def loose_project(root: Path) -> Project:
    """A project of specs that belong to no repository."""
    return Project(root, PurePosixPath("generated/formats"))


def project_around(folder: Path) -> Project | None:
    """The project in a folder, or the nearest one around it; None: there is none.

    Raises:
        OptionError: its ``pyproject.toml`` is wrong.
        InputMissingError: it can't be read.
    """
    start = folder.resolve()
    for root in (start, *start.parents):
        path = root / FILE
        if not path.is_file():
            continue
        try:
            with reading(path):
                text = path.read_text(encoding="utf-8")
            tools = tomllib.loads(text).get("tool")
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise OptionError(f"it can't be read: {error}", path=str(path)) from None
        table = tools.get("bytewright") if isinstance(tools, Mapping) else None
        if table is not None:
            return _described(root, table, path)
    return None


def _described(root: Path, table: Any, path: Path) -> Project:
    known = ("package", "specs", "tests", "parsers")
    if not isinstance(table, Mapping):
        raise _wrong("", "a table", repr(table), path)
    for key, value in table.items():
        if key not in known:
            raise OptionError(f"unknown key {key} of [{_TABLE}]", path=str(path), hint=hint(key, known, "keys"))
        if not isinstance(value, str):
            raise _wrong(key, "text", repr(value), path)
    if "package" not in table:
        raise _wrong("package", "the folder of a package, as in generated/my_formats", "nothing", path)
    folders = {key: _folder(key, table[key], path) for key in ("package", "specs", "tests") if key in table}
    if not folders["package"].name.isidentifier():
        raise _wrong("package", "a folder whose name is one of Python's", table["package"], path)
    parsers = table.get("parsers", "optional")
    if parsers not in _PARSERS:
        raise _wrong("parsers", "one of " + ", ".join(_PARSERS), parsers, path)
    return Project(root, **folders, parsers_required=parsers == "required")


def _folder(key: str, text: str, path: Path) -> PurePosixPath:
    found = PurePosixPath(text)
    if found.is_absolute() or not found.parts or ".." in found.parts:
        raise _wrong(key, f"a folder below that of {FILE}", repr(text), path)
    return found


def _wrong(key: str, expected: str, found: str, path: Path) -> OptionError:
    name = f"{_TABLE}.{key}" if key else _TABLE
    return OptionError(name, expected=expected, found=found, path=str(path))
