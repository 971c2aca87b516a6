"""The parsers that kaitai-struct-compiler makes of the suite's specs: the oracle of what we write."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from bytewright.errors import BytewrightError, SpecError
from bytewright_codegen.front.ksy import load
from bytewright_codegen.front.ksy.document import parse
from bytewright_codegen.kaitai.compiler import compile_parsers
from bytewright_codegen.kaitai.documents import plain

_PACKAGE = "stock_parsers"


def make(specs: Sequence[Path], import_path: Sequence[Path], folder: Path) -> dict[str, str]:
    """Compile specs in one process, to a package below ``folder``.

    Returns:
        The specs that have none, by id, with the reasons.
    """
    documents: dict[str, object] = {}
    imported: dict[tuple[str, str], str] = {}
    refused: dict[str, str] = {}
    for path in specs:
        try:
            library = load(path, tuple(import_path))
        except BytewrightError as error:
            refused[path.stem] = str(error)
            continue
        for spec in library.specs:
            if spec.id not in documents:
                documents[spec.id] = plain(parse(Path(spec.file).read_text(encoding="utf-8"), spec.file))
                names = dict(library.imports)[spec.id]
                imported |= {(spec.id, name): other for name, other in zip(spec.imports, names, strict=False)}
    sources = _compiled(documents, imported, refused)
    package = folder / _PACKAGE
    package.mkdir(parents=True, exist_ok=True)
    (package / "__init__.py").write_text("")
    for name, source in sources.items():
        (package / name).mkdir(exist_ok=True)
        (package / name / "__init__.py").write_text("")
        (package / name / "parser.py").write_text(source, encoding="utf-8")
    return refused


def _compiled(
    documents: dict[str, object], imported: dict[tuple[str, str], str], refused: dict[str, str]
) -> dict[str, str]:
    """What is compiled of specs; one that is refused is left out with all that import it, and the rest tried again."""
    while True:
        try:
            return compile_parsers(documents, resolve=lambda spec, name: imported[spec, name])
        except SpecError as error:
            todo = {str(error.path): str(error)}
            if not todo.keys() & documents.keys():
                raise
            while todo:
                spec, reason = todo.popitem()
                if documents.pop(spec, None) is not None:
                    refused[spec] = reason
                    todo |= {one: f"it imports {spec}" for (one, _), other in imported.items() if other == spec}


def has_parser(folder: Path, spec: str) -> bool:
    """Whether the stock compiler made a parser of a spec."""
    return (folder / _PACKAGE / spec / "parser.py").exists()


def parser(folder: Path, spec: str, arguments: tuple[Any, ...] = ()) -> Callable[[Any], Any]:
    """Reads a whole file of a spec from a ``KaitaiStream``; ``arguments``: what the root's parameters are.

    Raises:
        ImportError: there is no such parser.
    """
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))
    module = importlib.import_module(f"{_PACKAGE}.{spec}.parser")
    kind = getattr(module, "".join(part.capitalize() for part in spec.split("_")))
    tells = "self._debug" in Path(str(module.__file__)).read_text(encoding="utf-8")

    def read(stream: Any) -> Any:
        found = kind(*arguments, stream)
        if tells:
            found._read()  # parsers for debugging read when they are told to
        return found

    return read
