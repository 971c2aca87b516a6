"""What of a spec is code: the modules that run when files are read or written by it, and whether they may.

A spec is data. What it names to be run (`process`, `decode: by`, loaders, `-made-of`, `call`) is a program, and so is a
whole declaration in Construct. Only those of specs that come with Bytewright, and what is installed under a registered
name, run without a user's consent (`bytewright.codec.trust`).
"""

from __future__ import annotations

import os
import shlex
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from bytewright import codecs
from bytewright.codec.trust import Trust, file_of, is_standard
from bytewright.codecs.process import OURS, checked_class, class_of, is_free
from bytewright.errors import InputMissingError, OptionError, SpecError, UntrustedError
from bytewright.host.suggest import hint
from bytewright_codegen.front.shipped_specs import spec_root
from bytewright_codegen.ir.expressions import Invoke
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import Option, Process, Spec
from bytewright_codegen.ir.views import Decode, Maker


@dataclass(frozen=True)
class Program:
    """Code that a spec names.

    Attributes:
        role: what the spec calls it: ``process own.codec``.
        loc: where.
        module: the module that runs.
        file: its file, where it lies beside the spec; empty: it is found as Python finds any.
    """

    role: str
    loc: Location
    module: str
    file: str = ""

    @property
    def shown(self) -> str:
        """What would run, in words."""
        return f"{self.file or f'the module {self.module}'} ({self.role})"

    @property
    def allowance(self) -> str:
        """What consent must name; empty: none is possible."""
        if self.file:
            return os.path.dirname(self.file) or "."
        return "" if is_standard(self.module) or file_of(self.module) is None else self.module

    def may_run(self, trust: Trust) -> bool:
        """Whether a user has consented to it."""
        return trust.has_file(self.file) if self.file else trust.has_module(self.module)


def programs(library: Library) -> list[Program]:
    """The code that the specs of a library name and that is neither ours nor registered.

    What a declaration in Construct names isn't among it: that is a program itself.
    """
    specs = (spec for spec in library.specs if not is_declaration(spec.file) and not is_shipped(spec.file))
    return list(dict.fromkeys(found for spec in specs for node in _nodes(spec) for found in _programs(node)))


def check(library: Library, trust: Trust) -> None:
    """Refuse a library that names code to whose running nobody has consented.

    Args:
        library: read, resolved or not.
        trust: what the user has consented to.

    Raises:
        UntrustedError: there is such code; says all of it, and what consent must name.
    """
    refused = [found for found in programs(library) if not found.may_run(trust)]
    if refused:
        raise _untrusted(refused)


def check_declaration(path: str | os.PathLike[str], trust: Trust) -> None:
    """Refuse to run a declaration in Construct to which nobody has consented.

    Raises:
        UntrustedError: nobody has.
        InputMissingError: there is no such file.
    """
    if not trust.has_file(path) and not is_shipped(path):
        file = os.fspath(path)
        if not os.path.exists(file):
            raise InputMissingError("can't be opened: No such file or directory", path=file)
        raise UntrustedError(
            "a declaration in Construct is a program, which nobody has consented to run",
            path=file,
            hint=_advice([file]),
        )


def handed(library: Library, classes: Mapping[str, Any]) -> Library:
    """A library whose processes (or decoders of tables) of some names are classes that the caller hands over.

    Args:
        library: read, not resolved.
        classes: by the names that specs call them.

    Raises:
        OptionError: the specs name none so.
        CodecError: what is handed over is no such class.
    """
    if not classes:
        return library
    found: dict[str, Process | Decode] = {}
    for spec in library.specs:
        for node in _nodes(spec):
            if isinstance(node, Process | Decode):
                found[_name(node)] = node
    for name, given in classes.items():
        if name not in found:
            raise OptionError(f"processes: no spec names {name!r}", hint=hint(name, sorted(found), "processes"))
        methods = ("decode", "pieces") if isinstance(found[name], Process) else ("open",)
        checked_class(name, given, *methods)
    return replace(library, specs=tuple(_with_handed(spec, classes) for spec in library.specs))


def is_declaration(file: str | os.PathLike[str]) -> bool:
    """Whether a spec is a declaration in Construct, by its name; all others are Kaitai's."""
    return os.fspath(file).endswith(".py")


def is_shipped(file: str | os.PathLike[str]) -> bool:
    """Whether a spec is one of those that come with Bytewright, which are code already."""
    root = _shipped()
    return bool(root) and Path(os.path.realpath(file)).is_relative_to(root)


@cache
def _shipped() -> str:
    try:
        return os.path.realpath(spec_root())
    except SpecError:
        return ""


def _programs(node: object) -> Iterator[Program]:
    match node:
        case Process(handed=False) if node.beside:
            yield _beside(f"process {node.name}", class_of(node.name)[0], node.loc)
        case Process(handed=False) if not is_free(node.name):
            yield Program(f"process {node.name}", node.loc, class_of(node.name)[0])
        case Decode(handed=False) if not is_free(node.codec):
            yield Program(f"decode {node.codec}", node.loc, node.codec)
        case Option():
            named = {"loader": node.loader, "otherwise": node.otherwise}
            yield from (_function(f"{key} {text}", text, node.loc) for key, text in named.items() if text)
        case Maker():
            named = {"with": node.function, "by-columns": node.columnar}
            yield from (_function(f"{key} {text}", text, node.loc) for key, text in named.items() if text)
        case Invoke():
            yield _function(f"call {node.function}", node.function, node.loc)


def _function(role: str, text: str, loc: Location) -> Program:
    return _beside(role, text.partition(":")[0], loc)


def _beside(role: str, module: str, loc: Location) -> Program:
    return Program(role, loc, module, os.path.join(os.path.dirname(loc.file), f"{module}.py"))


def _untrusted(refused: list[Program]) -> UntrustedError:
    listed = ", ".join(dict.fromkeys(found.shown for found in refused))
    allowances = list(dict.fromkeys(found.allowance for found in refused if found.allowance))
    never = [found for found in refused if not found.allowance]
    advice = _advice(allowances)
    if never:
        why = "is of the standard library" if is_standard(never[0].module) else "isn't there"
        advice = f"No consent can allow {never[0].role}: {never[0].module} {why}."
    for found in refused:
        kind, _, name = found.role.partition(" ")
        if kind == "process" and class_of(name)[1] in codecs.__all__:
            advice += f" Bytewright's own is called {OURS}.{name.rpartition('.')[2]}."
            break
    return UntrustedError(
        f"files of this spec would run code that nobody has consented to: {listed}",
        path=str(refused[0].loc),
        hint=advice,
    )


def _advice(names: Collection[str]) -> str:
    words = " ".join(f"--trust {shlex.quote(name)}" for name in names)
    listed = ", ".join(repr(name) for name in names)
    return f"If you trust it: {words} (trust=[{listed}] in Python, the option trust in Spark)."


def _name(node: Process | Decode) -> str:
    return node.name if isinstance(node, Process) else node.codec


def _nodes(spec: Spec) -> Iterator[object]:
    """All nodes of a spec, without Python's stack: expressions may be deep."""
    todo: list[Any] = [spec]
    while todo:
        node = todo.pop()
        if isinstance(node, tuple):
            todo.extend(reversed(node))
        elif is_dataclass(node):
            yield node
            todo.extend(getattr(node, field.name) for field in reversed(fields(node)))


def _with_handed(spec: Spec, classes: Collection[str]) -> Spec:
    def marked(holder: Any, key: str) -> Any:
        node = getattr(holder, key, None)
        if node is None or _name(node) not in classes:
            return holder
        changed = replace(node, beside=False, handed=True) if isinstance(node, Process) else replace(node, handed=True)
        return replace(holder, **{key: changed})

    types = tuple(
        replace(
            typedef,
            attributes=tuple(marked(attribute, "process") for attribute in typedef.attributes),
            instances=tuple(marked(instance, "process") for instance in typedef.instances),
        )
        for typedef in spec.types
    )
    return replace(spec, types=types, views=tuple(marked(view, "decode") for view in spec.views))
