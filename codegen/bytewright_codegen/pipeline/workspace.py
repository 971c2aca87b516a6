"""What a project holds of generated files: what should be there, what is, and how to make the two the same."""

from __future__ import annotations

import importlib
import shutil
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from bytewright.codec.trust import NOTHING, Trust
from bytewright.errors import SpecError
from bytewright.io.atomic_files import replacing, writing
from bytewright.io.source import reading
from bytewright_codegen.backends.python.package import pyspark
from bytewright_codegen.backends.testing.tests import tests
from bytewright_codegen.front.programs import check, is_declaration
from bytewright_codegen.ir.diagnostics import Diagnostic
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Spec
from bytewright_codegen.kaitai import toolchain
from bytewright_codegen.kaitai.parsers import parsers
from bytewright_codegen.pipeline.compilation import formatted, modules, plan, sources
from bytewright_codegen.pipeline.project import Project
from bytewright_codegen.pipeline.resolved import resolved
from bytewright_codegen.semantics.style import style

_CODECS = '"""Codecs, one package each, generated from ``{specs}/``."""\n'
_MARK = "bytewright generate"
_INSIDE = ("access.py", "reader.py", "writer.py", "schema.py")
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


@dataclass(frozen=True)
class Generated:
    """What specs make.

    Attributes:
        files: by their paths, relative to the folder that gets them.
        folders: those of codecs, and of their modules for Spark: nothing else lies there.
        without_parser: those of codecs whose ``parser.py`` couldn't be made.
    """

    files: Mapping[PurePosixPath, str]
    folders: frozenset[PurePosixPath]
    without_parser: frozenset[PurePosixPath] = frozenset()


def generated_files(project: Project, specs: Iterable[Path], report: Report, trust: Trust = NOTHING) -> Generated:
    """All files that specs make.

    Args:
        project: where they go. Names of specs in generated files are relative to its folder; its specs are also the
            import path's.
        specs: the specs; what they import is made as well.
        report: told what is going on.
        trust: code that may become a part of codecs; that beside the specs that come with Bytewright always may.

    Raises:
        SpecErrors: a spec is wrong.
        UntrustedError: a spec names code to which nobody has consented.
        SpecError: two specs have one id.
        ToolchainError: the project requires parsers, and kaitai-struct-compiler can't be had.
    """
    libraries: dict[str, Library] = {}
    warned: set[Diagnostic] = set()
    todo = list(specs)
    while todo:
        path = todo.pop(0)
        library = _checked(_shown(path), trust, (project.root / project.specs,))
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
    package = project.package
    found = {package / "__init__.py": _CODECS.format(specs=project.specs), package / "py.typed": ""}
    declared = _declared(libraries)
    stock = _stock_parsers(project, [library for id, library in libraries.items() if id not in declared], report)
    folders, without_parser = set[PurePosixPath](), set[PurePosixPath]()
    for number, (id, library) in enumerate(sorted(libraries.items()), 1):
        report(f"{id} ({number} of {len(libraries)})")
        plans = plan(_relative(library, project.root))[id]
        for note in (note for one in plans.writing for note in one.notes):
            report(note.render())
        if is_file(plans.spec):
            for note in plans.in_python:
                report(note.render())
        root = declared[id].root if id in declared else ""
        codec = sources(plans, Path(library.main.file).parent, package.name, root)
        if id in declared:
            codec |= {"parser.py": declared[id].text, **declared[id].beside}
        elif id in stock:
            codec["parser.py"] = stock[id]
        else:
            without_parser.add(package / id)
        for_spark = package.parent / f"pyspark_{id}"
        folders |= {package / id, for_spark}
        files = {str(package / id / name): text for name, text in codec.items()}
        files[str(for_spark / "__init__.py")] = pyspark(plans)
        if is_file(plans.spec):
            files[str(project.tests / f"test_{id}.py")] = tests(plans, package.name, root)
        for name, text in formatted(files).items():
            place = PurePosixPath(name)
            found[place] = (_LOOSE if place.parent == package / id and place.name in _INSIDE else "") + text
    return Generated(found, frozenset(folders), frozenset(without_parser))


def _stock_parsers(project: Project, libraries: list[Library], report: Report) -> dict[str, str]:
    """Sources of ``parser.py``; where they needn't be had, none if the compiler can't, or refuses the spec.

    Raises:
        ToolchainError: the compiler must be had.
        SpecError: it refuses a spec whose parser must be had.
    """
    if not libraries:
        return {}
    report(f"kaitai-struct-compiler: {len(libraries)} parsers")
    try:
        toolchain.install(report, patient=project.parsers_required)
    except toolchain.ToolchainError as error:
        if project.parsers_required:
            raise
        report(f"no parser.py is made, and nothing else needs it: {error}")
        return {}
    if project.parsers_required:
        return parsers(libraries, report)
    found: dict[str, str] = {}
    for library in libraries:
        try:
            found |= parsers([library])
        except SpecError as error:  # it can't infer what each calculated value is that rests on itself, for one
            report(f"no parser.py of {library.main.id} is made, and nothing else needs it: {error}")
    return found


def package_files(paths: Iterable[Path], report: Report, trust: Trust = NOTHING) -> Generated:
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
            said += [note.render() for one in plans.writing for note in one.notes]
            said += [note.render() for note in plans.in_python if is_file(plans.spec)]
            for name, text in formatted(modules(plans, spec.parent)).items():
                found[PurePosixPath(id, name)] = (_LOOSE if name in _INSIDE else "") + text
        for text in said:
            if text not in told:
                told.add(text)
                report(text)
    return Generated(found, frozenset(PurePosixPath(id) for id in made))


def _checked(path: Path, trust: Trust, import_path: tuple[Path, ...] = ()) -> Library:
    library = resolved(path, import_path, trust)
    check(library, trust)
    return library


def is_file(spec: Spec) -> bool:
    """Whether files are of a spec: one that takes parameters is no file of its own, unless options say them."""
    options = {option.id for option in spec.options}
    return all(parameter.id in options for parameter in spec.root.params)


def changes(root: Path, made: Generated, project: Project | None = None) -> Changes:
    """How the files below ``root`` differ from those that should be there.

    Args:
        root: the folder.
        made: what should be there.
        project: whose all these are; None: only what belongs to the same codecs can be stale.

    Raises:
        InputMissingError: what is there can't be read.
    """
    files = made.files
    written = [path for path, text in files.items() if _read(root / path) != text.encode("utf-8")]
    removed = [path for folder in made.folders for path in _strangers(root, folder, files)]
    # A parser that can't be made anew stays, as long as its codec does.
    removed = [
        path
        for path in removed
        if path.name != "parser.py"
        or path.parent not in made.without_parser
        or any(one.parent == path.parent for one in written)
    ]
    if project is not None:
        removed += [path for path in _packages(root, project.package) if path not in made.folders]
        removed += [
            path
            for path in _below(root, project.tests)
            if path not in files and path.name.startswith("test_") and _MARK.encode() in (_read(root / path) or b"")
        ]
    return Changes(tuple(sorted(written)), tuple(sorted(removed)))


def apply(root: Path, made: Generated, found: Changes) -> None:
    """Make what `changes` found.

    Raises:
        WriteError: the system can't; each file is what it was, or what it should be.
    """
    for path in found.removed:
        with writing(root / path):
            if (root / path).is_dir():
                shutil.rmtree(root / path)
            else:
                (root / path).unlink()
    for path in found.written:
        write(root / path, made.files[path].encode("utf-8"))


def write(path: Path, data: bytes) -> None:
    """Make a file, and the folders that it lies in.

    Raises:
        WriteError: the system can't.
    """
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as file:
        file.write(data)


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
    with reading(path):
        return path.read_bytes() if path.is_file() else None


def _below(root: Path, folder: PurePosixPath) -> list[PurePosixPath]:
    place = root / folder
    return sorted(folder / path.name for path in place.iterdir()) if place.is_dir() else []


def _strangers(root: Path, folder: PurePosixPath, files: Mapping[PurePosixPath, str]) -> list[PurePosixPath]:
    """What a codec's folder holds and shouldn't."""
    return [path for path in _below(root, folder) if path not in files and path.name != "__pycache__"]


def _packages(root: Path, package: PurePosixPath) -> list[PurePosixPath]:
    """The folders of codecs, and of their modules for Spark, that were generated."""
    found = _below(root, package)
    found += [path for path in _below(root, package.parent) if path.name.startswith("pyspark_")]
    return [path for path in found if _MARK.encode() in (_read(root / path / "__init__.py") or b"")]
