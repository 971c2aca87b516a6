"""Parsers of kaitai-struct-compiler for the specs of libraries, also of specs that are compiled on the fly."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path

from bytewright.codecs.process import HANDED, class_of
from bytewright.errors import CodecError, SpecError
from bytewright.io.source import reading
from bytewright_codegen.front.ksy.document import parse
from bytewright_codegen.front.programs import is_declaration
from bytewright_codegen.ir.library import Library
from bytewright_codegen.kaitai import toolchain
from bytewright_codegen.kaitai.compiler import compile_parsers
from bytewright_codegen.kaitai.documents import plain


def parsers(libraries: Iterable[Library], report: Callable[[str], None] | None = None) -> dict[str, str]:
    """The source of ``parser.py`` of every spec of some libraries, by its id.

    Args:
        libraries: of the specs.
        report: told about a download before it begins.

    Raises:
        SpecError: the compiler refuses a spec.
        ToolchainError: Node or the compiler can't be had.
    """
    documents: dict[str, object] = {}
    imported: dict[tuple[str, str], str] = {}
    packages: dict[str, str] = {}
    modules: set[str] = set()
    for library in libraries:
        for spec in library.specs:
            if spec.id in documents or is_declaration(spec.file):
                continue
            with reading(spec.file):
                text = Path(spec.file).read_text(encoding="utf-8")
            documents[spec.id] = plain(parse(text, spec.file))
            # Opaque types stand behind the imports; the stock compiler finds these by their names.
            names = dict(library.imports)[spec.id]
            imported |= {(spec.id, name): other for name, other in zip(spec.imports, names, strict=False)}
        fields = (field for typedef in library.types.values() for field in typedef.fields)
        for process in (field.process for field in fields if field.process is not None):
            modules.add(class_of(process.name)[0])
            if process.beside or process.handed:
                packages[class_of(process.name)[0]] = "." + HANDED if process.handed else "."
    sources = compile_parsers(documents, resolve=lambda spec, name: imported[spec, name], report=report)
    for id, text in sources.items():
        _check_imports(id, text, modules)
    return {id: _of_package(text, packages) for id, text in sources.items()}


def parsers_at_hand(library: Library) -> dict[str, str]:
    """The same for codecs that were compiled on the fly; nothing is downloaded.

    Args:
        library: of their specs.

    Raises:
        SpecError: the stock compiler refuses a spec.
        CodecError: it isn't there.
    """
    if not toolchain.is_installed():
        raise CodecError(
            f"kaitai-struct-compiler, which makes the parser of {library.main.id} for the engine kaitai, isn't there",
            hint="`bytewright generate` fetches it; the engine objects reads the same without.",
        )
    return parsers([library])


def _check_imports(id: str, text: str, processes: Collection[str]) -> None:
    """Refuse a parser that imports what its spec didn't name when consent was asked for.

    Raises:
        SpecError: it does: the file has changed meanwhile.
    """
    imported: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            imported |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            imported.add(node.module or "")
    if strange := imported - _IMPORTED - set(processes):
        raise SpecError(f"its parser imports {min(strange)}, which the spec didn't name when it was read", path=id)


_IMPORTED = {"enum", "kaitaistruct", "zlib"}
"""What every parser may import."""


def _of_package(text: str, packages: Mapping[str, str]) -> str:
    """A parser's text with relative imports of modules that belong to its codec, each by the package that has it."""
    for module, package in packages.items():
        inner = f"{package.rstrip('.')}.{module}"
        text = re.sub(rf"^import {module}$", f"from {package} import {module}", text, flags=re.MULTILINE)
        text = re.sub(rf"^from {module} import ", f"from {inner} import ", text, flags=re.MULTILINE)
    return text
