"""Specs compiled on the fly: a ``.ksy`` becomes a codec in this process, kept in the cache for the next one."""

from __future__ import annotations

import functools
import hashlib
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import bytewright
from bytewright.codec import CODEC_API, Codec
from bytewright.errors import BytewrightError, Remark, SpecError
from bytewright_codegen import stored
from bytewright_codegen.beside import digest
from bytewright_codegen.compilation import compiled
from bytewright_codegen.diagnostics import SpecErrors, remark
from bytewright_codegen.front import load as load_library
from bytewright_codegen.front import resolved
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.serial import to_json
from bytewright_codegen.kaitai.parsers import parsers_at_hand


def load(
    path: str | os.PathLike[str],
    report: Callable[[Remark], None] = lambda found: None,
    import_path: Sequence[str | os.PathLike[str]] = (),
) -> Codec:
    """The codec of a spec.

    Args:
        path: the ``.ksy``; its imports are looked for beside it.
        report: told about warnings (about those of expressions when they are compiled), but not about style.
        import_path: folders for absolute imports.

    Raises:
        SpecErrors: the spec is wrong.
        InputMissingError: there is no such file.
    """
    try:
        return _loaded(Path(path), report, tuple(Path(folder) for folder in import_path))
    except BytewrightError:
        raise
    except Exception as error:
        # A stranger's spec may be anything; whatever the compiler chokes on is wrong in it, or too much of it.
        what = "it nests too deeply" if isinstance(error, RecursionError) else f"{type(error).__name__}: {error}"
        raise SpecError(f"it can't be compiled: {what[:200]}", path=os.fspath(path)) from error


def _loaded(path: Path, report: Callable[[Remark], None], import_path: tuple[Path, ...]) -> Codec:
    try:
        library = load_library(path, import_path)
    except SpecErrors:
        resolved(path, import_path)  # which finds what else is wrong
        raise
    ir = to_json(library.specs)
    name = f"bytewright_compiled_{_fingerprint(ir + digest((spec.file for spec in library.specs), ir))}"
    modules = stored.read(name)
    if modules is None:
        library = resolved(path, import_path)
        modules = stored.save(name, compiled(library))
    codec: Codec = stored.imported(name, modules, library.main.id).CODEC
    sys.modules[name].__dict__["add_parsers"] = lambda: _add_parsers(name, resolved(path, import_path))
    for found in library.warnings:
        if found.severity == "warning":
            report(remark(found))
    return codec


def _add_parsers(name: str, library: Library) -> None:
    """Add the stock parsers to codecs that were compiled on the fly."""
    sources = {id: {"parser.py": text} for id, text in parsers_at_hand(library).items()}
    stored.imported(name, stored.save(name, sources, stored.read(name)), library.main.id)


def _fingerprint(ir: str) -> str:
    """What a compiled spec depends on: its meaning, the compiler, and the runtime, whose plans are printed in it."""
    return hashlib.sha256(f"{CODEC_API}\n{stored.KEPT_FOR}\n{_sources()}\n{ir}".encode()).hexdigest()[:24]


@functools.cache
def _sources() -> str:
    """A hash of all that compiles specs."""
    digest = hashlib.sha256()
    for package in (Path(__file__).parent, Path(bytewright.__file__).parent):
        for source in sorted(package.rglob("*")):
            if source.suffix in (".py", ".jinja", ".lark"):
                digest.update(source.read_bytes())
    return digest.hexdigest()
