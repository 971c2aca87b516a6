"""Parsers of kaitai-struct-compiler for the specs of libraries, also of specs that are compiled on the fly."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

from bytewright.errors import CodecError
from bytewright.processing import class_of
from bytewright_codegen.front import is_construct
from bytewright_codegen.ir.library import Library
from bytewright_codegen.kaitai import toolchain
from bytewright_codegen.kaitai.compiler import compile_parsers
from bytewright_codegen.kaitai.documents import plain
from bytewright_codegen.ksy.document import parse


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
    beside: set[str] = set()
    for library in libraries:
        for spec in library.specs:
            if spec.id in documents or is_construct(spec.file):
                continue
            documents[spec.id] = plain(parse(Path(spec.file).read_text(encoding="utf-8"), spec.file))
            # Opaque types stand behind the imports; the stock compiler finds these by their names.
            names = dict(library.imports)[spec.id]
            imported |= {(spec.id, name): other for name, other in zip(spec.imports, names, strict=False)}
        fields = (field for typedef in library.types.values() for field in typedef.fields)
        beside |= {class_of(f.process.name)[0] for f in fields if f.process is not None and f.process.beside}
    sources = compile_parsers(documents, resolve=lambda spec, name: imported[spec, name], report=report)
    return {id: _of_package(text, beside) for id, text in sources.items()}


def parsers_at_hand(library: Library) -> dict[str, str]:
    """The same for codecs that were compiled on the fly; nothing is downloaded.

    Args:
        library: of their specs.

    Raises:
        SpecError: the stock compiler refuses a spec.
        CodecError: it isn't there.
    """
    if not toolchain.compiler_path().is_dir():
        raise CodecError(
            f"kaitai-struct-compiler, which makes the parser of {library.main.id} for the engine kaitai, isn't there",
            hint="`bytewright generate` fetches it; the engine objects reads the same without.",
        )
    return parsers([library])


def _of_package(text: str, modules: Iterable[str]) -> str:
    """A parser's text with relative imports of the modules that lie beside its spec."""
    for module in modules:
        text = re.sub(rf"^import {module}$", f"from . import {module}", text, flags=re.MULTILINE)
        text = re.sub(rf"^from {module} import ", f"from .{module} import ", text, flags=re.MULTILINE)
    return text
