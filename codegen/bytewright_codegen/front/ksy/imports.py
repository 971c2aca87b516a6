"""Specs from files, with all that they import."""

from __future__ import annotations

import errno
import functools
import os
import stat
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from bytewright.errors import InputMissingError, SpecError
from bytewright_codegen.front.ksy.document import LONGEST, Node, Scalar, parse
from bytewright_codegen.front.ksy.fields import attempt
from bytewright_codegen.front.ksy.reader import has_opaque_types, import_scalars, read_spec
from bytewright_codegen.front.shipped_specs import spec_root
from bytewright_codegen.ir.diagnostics import Diagnostic, Problems, nearest
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Spec
from bytewright_codegen.ir.walk import structures_in


def load(path: str | os.PathLike[str], import_path: Sequence[str | os.PathLike[str]] = ()) -> Library:
    """Reads a spec and all that it imports.

    An import is a name relative to the file that has it, without ``.ksy``; one that begins with ``/`` is looked for in
    the folders of the import path, in those that the environment variable ``KSPATH`` names, in the folders around the
    file that has it, from the inside out, up to that of ``path``, and among the specs that come with Bytewright
    (``/common/uvarint``). It doesn't lead out of these. Imports may go in circles. What is read is a regular file whose
    name ends in ``.ksy``, behind links too.

    Args:
        path: the spec; its name is shown in errors as it is given here.
        import_path: folders for absolute imports.

    Returns:
        The specs with names as they are written; `bytewright_codegen.semantics.resolve` is what comes next.

    Raises:
        InputMissingError: the spec itself can't be opened.
        SpecErrors: something in the spec or an import is wrong; all errors that could be found.
    """
    problems = Problems()
    library = read(path, problems, import_path)
    problems.raise_any()
    assert library is not None
    return library


def read(
    path: str | os.PathLike[str], problems: Problems, import_path: Sequence[str | os.PathLike[str]] = ()
) -> Library | None:
    """Reads a spec as ``load`` does, and goes on behind errors.

    Args:
        path: the spec.
        problems: where errors go.
        import_path: folders for absolute imports.

    Returns:
        The specs, of which ``problems`` may know that members are broken; None if what is wrong would hide or cause
        errors elsewhere.

    Raises:
        InputMissingError: the spec itself can't be opened.
    """
    named = [folder for folder in os.environ.get("KSPATH", "").split(os.pathsep) if folder]
    file = os.fspath(path)
    loader = _Loader([*(os.fspath(folder) for folder in import_path), *named], os.path.dirname(file), problems)
    try:
        text = _text(file)
    except OSError as error:
        raise InputMissingError(f"can't be opened: {error.strerror}", path=file) from None
    except UnicodeDecodeError as error:
        raise InputMissingError(f"is not UTF-8 at byte {error.start}", path=file) from None
    main = loader.load(file, text)
    if main is None or not problems.are_confined:
        return None
    specs = [spec for spec in loader.by_file.values() if spec is not None]
    imports = tuple((spec.id, tuple(loader.imports[spec.file])) for spec in specs)
    return Library(tuple(specs), imports, problems.warnings())


_MOST = 500
"""Files that one spec may consist of: what is planned for each of them looks at all of them."""

_KEPT = 64
"""Files that are kept as they were read."""
_KEPT_TEXT = 1 << 18
"""Characters of the longest that are."""

_Unread = Iterator[tuple[str, str]]
"""Files that haven't been read, each with its text, which are to be read before it is asked for the next."""


class _File(NamedTuple):
    """What a file says, as far as that doesn't depend on others; ``read`` is None where it isn't YAML."""

    read: tuple[Node, Spec] | None
    problems: Problems


@functools.lru_cache(_KEPT)
def _read_file(file: str, text: str) -> _File:
    """Reads one file: again and again where a program opens file after file by the path of a spec."""
    problems = Problems()
    doubled: list[Diagnostic] = []
    node = attempt(problems, lambda: parse(text, file, doubled))
    read = None if node is None else (node, read_spec(node, file, problems))
    problems.add_all(doubled)  # also those in what says nothing of the bytes
    return _File(read, problems)


class _Loader:
    def __init__(self, folders: list[str], top: str, problems: Problems) -> None:
        self.folders = folders
        self.top = top
        self.problems = problems
        self.by_file: dict[str, Spec | None] = {}
        self.imports: dict[str, list[str]] = {}

    def load(self, file: str, text: str) -> Spec | None:
        """Reads a file and then its imports; a file that isn't YAML gives None and a note."""
        begun = [self.read(file, text)]
        while begun:  # no recursion: how many files import one another is up to them
            unread = next(begun[-1], None)
            if unread is None:
                begun.pop()
            else:
                begun.append(self.read(*unread))
        return self.by_file[os.path.realpath(file)]

    def read(self, file: str, text: str) -> _Unread:
        """Reads one file and finds its imports."""
        key = os.path.realpath(file)
        self.by_file[key] = None
        one = (_read_file if len(text) <= _KEPT_TEXT else _read_file.__wrapped__)(file, text)
        self.problems.join(one.problems)
        if one.read is None:
            return
        node, spec = one.read
        for other in self.by_file.values():
            if other is not None and other.id == spec.id:
                self.problems.add(spec.loc, f"spec '{spec.id}' is declared in {other.file} too")
        self.by_file[key] = spec
        self.imports[file] = []
        for scalar in import_scalars(node):
            yield from self.imported(scalar, file)
        if has_opaque_types(node):
            for name in _undeclared(spec):
                yield from self.opaque(name, file)

    def imported(self, scalar: Scalar, importer: str) -> _Unread:
        """What an import names."""
        name = scalar.text
        if "\0" in name:
            self.problems.add(scalar.loc, "no file's name has a character U+0000")
            return
        absolute = name.startswith("/")
        around = [*self.folders, *_around(importer, self.top), *_shipped()]
        folders = around if absolute else [os.path.dirname(importer)]
        if absolute and ".." in name.split("/"):
            self.problems.add(scalar.loc, f"'{name}' leads out of the folders that absolute imports are looked for in")
            return
        hint = None
        for folder in folders:
            file = os.path.normpath(os.path.join(folder, name.lstrip("/"))) + ".ksy"
            key = os.path.realpath(file)
            if key not in self.by_file:
                if len(self.by_file) == _MOST:
                    self.problems.add(scalar.loc, f"with what it imports this spec is more than {_MOST} files")
                    return
                try:
                    text = _text_of_import(file)
                except FileNotFoundError:
                    continue
                except OSError as error:
                    hint = hint or f"{file}: {error.strerror}."
                    continue
                except UnicodeDecodeError as error:
                    self.problems.add(scalar.loc, f"'{file}' is not UTF-8 at byte {error.start}")
                    return
                yield file, text
            self.note(key, importer)
            return
        where = ", ".join(dict.fromkeys(folder or "." for folder in folders))
        hint = hint or self.near(name, folders)
        if absolute and hint is None:
            hint = "The environment variable KSPATH names more folders."
        self.problems.add(scalar.loc, f"no spec '{name}.ksy' to import (searched: {where})", hint)

    def opaque(self, name: str, importer: str) -> _Unread:
        """The spec of an opaque type, if one lies beside the spec that uses it."""
        file = os.path.normpath(os.path.join(os.path.dirname(importer), name)) + ".ksy"
        key = os.path.realpath(file)
        if key not in self.by_file:
            if len(self.by_file) == _MOST:
                return  # an unknown type, then
            try:
                text = _text_of_import(file)
            except (OSError, UnicodeDecodeError):
                return
            yield file, text
        self.note(key, importer)

    def note(self, key: str, importer: str) -> None:
        """A file that has been read is an import of another one."""
        spec = self.by_file[key]
        if spec is not None:
            self.imports[importer].append(spec.id)

    def near(self, name: str, folders: list[str]) -> str | None:
        """A hint with the name of a file that is there."""
        known = []
        for folder in folders:
            place = Path(folder, os.path.dirname(name.lstrip("/")))
            known += [entry.stem for entry in place.glob("*.ksy")] if place.is_dir() else []
        return nearest(os.path.basename(name), known)


def _text(file: str) -> str:
    """The text of a file, or so much of it that it is too long for a spec."""
    with open(file, encoding="utf-8") as stream:
        return stream.read(LONGEST + 1)


def _text_of_import(file: str) -> str:
    """Likewise of one that nobody named but a spec: a pipe would be waited for, a device read for ever."""
    real = os.path.realpath(file)
    if not real.endswith(".ksy"):
        raise OSError(errno.EINVAL, f"leads to {real}, whose name doesn't end in .ksy")
    if not stat.S_ISREG(os.stat(real).st_mode):
        raise OSError(errno.EINVAL, "is no regular file")
    return _text(real)


def _undeclared(spec: Spec) -> list[str]:
    """The types that a spec uses and doesn't declare, by the first of their names."""
    declared = {name for definition in spec.types for name in definition.name.split("::")}
    used = (type for definition in spec.types for field in definition.fields for type in structures_in(field.wire))
    return sorted({type.split("::")[0] for type in used} - declared)


def _shipped() -> list[str]:
    """The folder of the specs that come with Bytewright; empty where they have been left out."""
    try:
        return [os.fspath(spec_root())]
    except SpecError:
        return []


def _around(file: str, top: str) -> list[str]:
    """The folders that a file lies in, from the inside out up to one; if it doesn't lie below that, this one alone."""
    here, end = os.path.realpath(os.path.dirname(file)), os.path.realpath(top)
    inside = os.path.relpath(here, end)
    if inside == os.curdir or inside.split(os.sep)[0] == os.pardir:
        return [top]
    steps = inside.split(os.sep)
    return [os.path.join(top, *steps[:count]) for count in range(len(steps), -1, -1)]
