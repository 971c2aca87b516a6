"""What a checkout holds of generated files: what should be there, what is, and how to make the two the same."""

from __future__ import annotations

import importlib
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from bytewright.codec.trust import NOTHING, Trust
from bytewright.errors import SpecError
from bytewright_codegen.backends.python.pyspark import pyspark
from bytewright_codegen.backends.testing.tests import tests
from bytewright_codegen.front.programs import check, is_declaration
from bytewright_codegen.ir.diagnostics import Diagnostic
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Spec
from bytewright_codegen.kaitai.parsers import parsers
from bytewright_codegen.pipeline.compilation import formatted, modules, plan, sources
from bytewright_codegen.pipeline.resolved import resolved
from bytewright_codegen.semantics.style import style

PACKAGE = PurePosixPath("generated/bytewright_formats")
TESTS = PurePosixPath("tests/generated")
_CODECS = '"""Codecs of the formats that come with Bytewright: one package each, generated from ``specs/``."""\n'
_MARK = "bytewright generate"
_INSIDE = ("reader.py", "writer.py", "schema.py")
_LOOSE = """\
# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""

Report = Callable[[str], None]


@dataclass(frozen=True)
class Changes:
    """What makes a folder hold what it should; paths are relative to it."""

    written: tuple[PurePosixPath, ...]
    removed: tuple[PurePosixPath, ...]

    def __bool__(self) -> bool:
        return bool(self.written or self.removed)


def generated_files(
    root: Path, specs: Iterable[Path], report: Report, trust: Trust = NOTHING
) -> dict[PurePosixPath, str]:
    """All files that specs make, by path.

    Args:
        root: the folder that the names of specs in generated files are relative to; also the import path's, by its
            ``specs``.
        specs: the specs; what they import is made as well.
        report: told what is going on.
        trust: code that may become a part of codecs; that beside the specs that come with Bytewright always may.

    Raises:
        SpecErrors: a spec is wrong.
        UntrustedError: a spec names code to which nobody has consented.
        SpecError: two specs have one id.
    """
    libraries: dict[str, Library] = {}
    warned: set[Diagnostic] = set()
    todo = list(specs)
    while todo:
        path = todo.pop(0)
        library = _checked(_shown(path), trust, (root / "specs",))
        main = library.main
        known = libraries.get(main.id)
        if known is not None:
            if not Path(known.main.file).samefile(main.file):
                raise SpecError(f"spec '{main.id}' is declared in {known.main.file} too", path=str(main.loc))
            continue
        libraries[main.id] = library
        for warning in (*library.warnings, *style(library)):
            if warning not in warned:
                warned.add(warning)
                report(warning.render())
        todo += [Path(spec.file) for spec in library.specs[1:]]
    # Each codec is made of its own library, so that it is the same whoever imports it.
    found = {PACKAGE / "__init__.py": _CODECS, PACKAGE / "py.typed": ""}
    declared = _declared(libraries)
    report(f"kaitai-struct-compiler: {len(libraries) - len(declared)} parsers")
    stock = parsers([library for id, library in libraries.items() if id not in declared], report)
    for number, (id, library) in enumerate(sorted(libraries.items()), 1):
        report(f"{id} ({number} of {len(libraries)})")
        plans = plan(_relative(library, root))[id]
        for note in (note for writing in plans.writing for note in writing.notes):
            report(note.render())
        codec = sources(plans, Path(library.main.file).parent, declared[id].root if id in declared else "")
        codec["parser.py"] = declared[id].text if id in declared else stock[id]
        codec |= declared[id].beside if id in declared else {}
        files = {str(PACKAGE / id / name): text for name, text in codec.items()}
        files[f"generated/pyspark_{id}/__init__.py"] = pyspark(plans)
        if is_file(plans.spec):
            files[str(TESTS / f"test_{id}.py")] = tests(plans, declared[id].root if id in declared else "")
        found |= {PurePosixPath(name): text for name, text in formatted(files).items()}
    return found


def package_files(paths: Iterable[Path], report: Report, trust: Trust = NOTHING) -> dict[PurePosixPath, str]:
    """The files of a package of codecs that lies anywhere, of what is compiled on the fly.

    Args:
        paths: the specs; what they import is made as well.
        report: told of warnings, and of what writers can't find out.
        trust: code that may become a part of the package.

    Raises:
        SpecErrors: a spec is wrong.
        UntrustedError: a spec names code to which nobody has consented.
        SpecError: two specs have one id.
    """
    found = {PurePosixPath("__init__.py"): '"""Codecs made by Bytewright."""\n', PurePosixPath("py.typed"): ""}
    made: dict[str, Path] = {}
    told: set[str] = set()
    for path in paths:
        library = _checked(_shown(path), trust)
        said = [warning.render() for warning in (*library.warnings, *style(library))]
        for id, plans in plan(_relative(library, Path.cwd())).items():
            spec = next(Path(spec.file) for spec in library.specs if spec.id == id)
            if not made.setdefault(id, spec).samefile(spec):
                raise SpecError(f"spec '{id}' is declared in {made[id]} too", path=str(spec))
            said += [note.render() for writing in plans.writing for note in writing.notes]
            for name, text in formatted(modules(plans, spec.parent)).items():
                found[PurePosixPath(id, name)] = (_LOOSE if name in _INSIDE else "") + text
        for text in said:
            if text not in told:
                told.add(text)
                report(text)
    return found


def _checked(path: Path, trust: Trust, import_path: tuple[Path, ...] = ()) -> Library:
    library = resolved(path, import_path, trust)
    check(library, trust)
    return library


def is_file(spec: Spec) -> bool:
    """Whether files are of a spec: one that takes parameters is no file of its own, unless options say them."""
    options = {option.id for option in spec.options}
    return all(parameter.id in options for parameter in spec.root.params)


def changes(root: Path, files: Mapping[PurePosixPath, str], *, complete: bool) -> Changes:
    """How the files below ``root`` differ from those that should be there.

    Args:
        root: the folder.
        files: what should be there.
        complete: whether these are all; otherwise only what belongs to the same codecs can be stale.
    """
    written = [path for path, text in files.items() if _read(root / path) != text.encode("utf-8")]
    folders = {path.parent for path in files if path.parent not in (PACKAGE, TESTS, PurePosixPath())}
    removed = [path for folder in folders for path in _strangers(root, folder, files)]
    if complete:
        removed += [path for path in _packages(root) if path not in folders]
        removed += [
            path
            for path in _below(root, TESTS)
            if path not in files and path.name.startswith("test_") and _MARK in (root / path).read_text("utf-8")
        ]
    return Changes(tuple(sorted(written)), tuple(sorted(removed)))


def apply(root: Path, files: Mapping[PurePosixPath, str], found: Changes) -> None:
    """Make what `changes` found."""
    for path in found.removed:
        if (root / path).is_dir():
            shutil.rmtree(root / path)
        else:
            (root / path).unlink()
    for path in found.written:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(files[path], encoding="utf-8", newline="\n")


def _shown(path: Path) -> Path:
    """A path as errors show it: relative to the working directory, if it lies there."""
    try:
        return path.resolve().relative_to(Path.cwd())
    except ValueError:
        return path


def _relative(library: Library, root: Path) -> Library:
    """The library with names of files that are the same on every machine."""

    def name(file: str) -> str:
        path = Path(file).resolve()
        return path.relative_to(root).as_posix() if path.is_relative_to(root) else path.name

    return replace(library, specs=tuple(replace(spec, file=name(spec.file)) for spec in library.specs))


def _declared(libraries: Mapping[str, Library]) -> dict[str, Any]:
    """What codecs get of declarations in Construct, which is imported for these only."""
    found = {id: library.main.file for id, library in libraries.items() if is_declaration(library.main.file)}
    if not found:
        return {}
    shipping = importlib.import_module("bytewright_codegen.front.construct.shipping")
    return {id: shipping.shipped(file, id) for id, file in found.items()}


def _read(path: Path) -> bytes | None:
    return path.read_bytes() if path.is_file() else None


def _below(root: Path, folder: PurePosixPath) -> list[PurePosixPath]:
    place = root / folder
    return sorted(folder / path.name for path in place.iterdir()) if place.is_dir() else []


def _strangers(root: Path, folder: PurePosixPath, files: Mapping[PurePosixPath, str]) -> list[PurePosixPath]:
    """What a codec's folder holds and shouldn't."""
    return [path for path in _below(root, folder) if path not in files and path.name != "__pycache__"]


def _packages(root: Path) -> list[PurePosixPath]:
    """The folders of codecs, and of their modules for Spark."""
    found = [path for path in _below(root, PACKAGE) if not path.name.startswith(("_", "."))]
    found += [path for path in _below(root, PACKAGE.parent) if path.name.startswith("pyspark_")]
    return [path for path in found if (root / path).is_dir()]
