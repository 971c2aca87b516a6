"""Code that lies beside a spec and is a part of its codec: modules that the spec names, and those that they import."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Collection, Iterable
from pathlib import Path

from bytewright.codecs.process import class_of
from bytewright.errors import InputMissingError
from bytewright_codegen.ir.diagnostics import Diagnostic, SpecErrors
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import Process


def is_beside(spec: str, process: str) -> bool:
    """Whether the module with the class of a process lies beside a spec."""
    module, _ = class_of(process)
    return "." not in module and (Path(spec).parent / f"{module}.py").is_file()


def add_module(modules: dict[str, str], folder: Path, name: str, loc: Location) -> None:
    """Add a module that a spec names to the modules of its codec.

    Args:
        modules: these, by file name.
        folder: where the spec lies.
        name: of the module.
        loc: where the spec names it.

    Raises:
        SpecErrors: it can't be read, or is no Python.
    """
    try:
        modules[f"{name}.py"] = of_package((folder / f"{name}.py").read_text(encoding="utf-8"), folder, modules)
    except (OSError, ValueError, SyntaxError) as error:
        message = f"'{name}.py' can't be read beside the spec: {getattr(error, 'strerror', None) or error}"
        raise SpecErrors((Diagnostic(loc, message),)) from None


def add_process(modules: dict[str, str], process: Process, taken: Collection[str]) -> None:
    """Add the module with the class of a process likewise; see `add_module`.

    Args:
        modules: those of the codec.
        process: what names it.
        taken: file names of the modules that every codec has.

    Raises:
        SpecErrors: there is no such class in it, or every codec has a module of that name.
    """
    module, name = class_of(process.name)
    file = f"{module}.py"
    if file in taken:
        message = f"'{file}' is a module of every codec: the class of '{process.name}' must be in another"
        raise SpecErrors((Diagnostic(process.loc, message),))
    add_module(modules, Path(process.loc.file).parent, module, process.loc)
    if not any(isinstance(node, ast.ClassDef) and node.name == name for node in ast.walk(ast.parse(modules[file]))):
        message = f"'{file}' has no class '{name}', which '{process.name}' stands for"
        raise SpecErrors((Diagnostic(process.loc, message),))


def of_package(text: str, folder: Path, modules: dict[str, str]) -> str:
    """A module's text with relative imports of what lies beside it; that is added to ``modules``."""
    lines = text.split("\n")
    for node in ast.parse(text).body:
        if not isinstance(node, ast.ImportFrom) or node.level or node.module is None:
            continue
        file = folder / f"{node.module}.py"
        if "." in node.module or not file.is_file():
            continue
        line = lines[node.lineno - 1]
        lines[node.lineno - 1] = line.replace(f"from {node.module} import", f"from .{node.module} import", 1)
        if file.name not in modules:
            modules[file.name] = ""
            modules[file.name] = of_package(file.read_text(encoding="utf-8"), folder, modules)
    return "\n".join(lines)


def digest(specs: Iterable[str], ir: str) -> str:
    """What tells the code beside specs apart, as far as they may name it.

    Args:
        specs: their files.
        ir: what they say.

    Raises:
        InputMissingError: the system can't read it.
    """
    found = hashlib.sha256()
    for folder in sorted({Path(spec).parent for spec in specs}):
        try:
            modules = sorted(folder.glob("*.py"))
            if any(module.stem in ir for module in modules):
                for module in modules:
                    found.update(module.name.encode() + module.read_bytes())
        except OSError as error:
            raise InputMissingError(f"can't be read: {error.strerror}", path=str(error.filename or folder)) from None
    return found.hexdigest()
