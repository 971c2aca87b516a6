"""Codecs of random specs: made on the fly, with the stock parser beside them."""

from __future__ import annotations

import importlib
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.random_specs.text import to_yaml

from bytewright.codec.codec import Codec
from bytewright_codegen.front.ksy import load
from bytewright_codegen.ir.library import Library
from bytewright_codegen.kaitai.compiler import compile_parsers
from bytewright_codegen.pipeline import compilation
from bytewright_codegen.semantics.resolve import resolve

Spec = dict[str, dict[str, Any]]
"""A spec and what it imports, as plain data by id, the spec first."""


@contextmanager
def compiled(spec: Spec, parsers: dict[str, str] | None = None) -> Iterator[Codec]:
    """The codec of a spec, importable meanwhile; ``parsers``: the sources of its stock parsers."""
    with tempfile.TemporaryDirectory(prefix="random_spec_") as folder:
        id = next(iter(spec))
        package = Path(folder) / f"codecs_of_{id}"
        for name, modules in compilation.compiled(_resolved(spec, Path(folder))).items():
            (package / name).mkdir(parents=True)
            for file, text in modules.items():
                (package / name / file).write_text(text, encoding="utf-8")
            if parsers:
                (package / name / "parser.py").write_text(parsers[name], encoding="utf-8")
        (package / "__init__.py").touch()
        sys.path.insert(0, folder)
        importlib.invalidate_caches()
        try:
            codec: Codec = importlib.import_module(f"{package.name}.{id}").CODEC
            yield codec
        finally:
            sys.path.remove(folder)
            for name in [name for name in sys.modules if name.partition(".")[0] == package.name]:
                del sys.modules[name]


def library_of(spec: Spec) -> Library:
    """A spec as the compiler takes it."""
    with tempfile.TemporaryDirectory(prefix="random_spec_") as folder:
        return _resolved(spec, Path(folder))


def _resolved(spec: Spec, folder: Path) -> Library:
    for id, tree in spec.items():
        (folder / f"{id}.ksy").write_text(to_yaml(tree), encoding="utf-8")
    return resolve(load(folder / f"{next(iter(spec))}.ksy"))


def stock_parsers(specs: Iterable[Spec]) -> dict[str, str]:
    """The sources of the stock parsers of specs, by id."""
    return compile_parsers({id: tree for spec in specs for id, tree in spec.items()})
