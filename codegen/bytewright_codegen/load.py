"""Specs compiled on the fly: a ``.ksy`` becomes a codec in this process, kept in the cache for the next one."""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import bytewright
from bytewright.cache import cache_directory
from bytewright.codec import CODEC_API, Codec
from bytewright.errors import BytewrightError, Remark, SpecError
from bytewright_codegen.beside import digest
from bytewright_codegen.compilation import compiled
from bytewright_codegen.diagnostics import SpecErrors, remark
from bytewright_codegen.front import load as load_library
from bytewright_codegen.front import resolved
from bytewright_codegen.ir.serial import to_json
from bytewright_codegen.kaitai.parsers import add_parsers


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
    root = cache_directory("compiled") / name
    if not (root / "__init__.py").is_file():
        library = resolved(path, import_path)
        _write(root, compiled(library))
    codec: Codec = _package(name, root, library.main.id).CODEC
    sys.modules[name].__dict__["add_parsers"] = lambda: add_parsers(resolved(path, import_path), root)
    for found in library.warnings:
        if found.severity == "warning":
            report(remark(found))
    return codec


def _fingerprint(ir: str) -> str:
    """What a compiled spec depends on: its meaning, the compiler, and the runtime, whose plans are printed in it."""
    digest = hashlib.sha256(f"{CODEC_API}\n{sys.version_info[:2]}\n{ir}".encode())
    for package in (Path(__file__).parent, Path(bytewright.__file__).parent):
        for source in sorted(package.rglob("*")):
            if source.suffix in (".py", ".jinja", ".lark"):
                digest.update(source.read_bytes())
    return digest.hexdigest()[:24]


def _write(root: Path, codecs: dict[str, dict[str, str]]) -> None:
    """Put the packages in place all at once: two processes may do it at the same time."""
    temporary = Path(tempfile.mkdtemp(dir=root.parent))
    try:
        for spec, files in codecs.items():
            (temporary / spec).mkdir()
            for name, text in files.items():
                (temporary / spec / name).write_text(text, encoding="utf-8")
        (temporary / "__init__.py").write_text('"""Codecs that were compiled on the fly."""\n', encoding="utf-8")
        try:
            temporary.rename(root)
        except OSError:
            if not (root / "__init__.py").is_file():
                raise
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _package(name: str, root: Path, spec: str) -> Any:
    if name not in sys.modules:
        found = importlib.util.spec_from_file_location(
            name, root / "__init__.py", submodule_search_locations=[str(root)]
        )
        assert found is not None
        assert found.loader is not None
        module = importlib.util.module_from_spec(found)
        sys.modules[name] = module
        found.loader.exec_module(module)
    return importlib.import_module(f"{name}.{spec}")
