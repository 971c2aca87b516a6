"""Specs compiled on the fly: a ``.ksy`` becomes a codec in this process, kept in the cache for the next one."""

from __future__ import annotations

import functools
import hashlib
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import bytewright
from bytewright.codec.api_version import CODEC_API
from bytewright.codec.codec import Codec
from bytewright.codec.compiled import KEPT_FOR, imported, with_classes
from bytewright.codec.trust import Consent, Trust, consent
from bytewright.errors import BytewrightError, Remark
from bytewright.host.package_files import package_files
from bytewright_codegen.front.companion_code import digest
from bytewright_codegen.front.programs import check, handed
from bytewright_codegen.ir.diagnostics import Diagnostic, SpecErrors, remark
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.serial import to_json
from bytewright_codegen.kaitai.parsers import parsers_at_hand
from bytewright_codegen.pipeline import codec_cache
from bytewright_codegen.pipeline.compilation import compiled
from bytewright_codegen.pipeline.resolved import load as load_library
from bytewright_codegen.pipeline.resolved import resolved
from bytewright_codegen.semantics.resolve import resolve


def load(
    path: str | os.PathLike[str],
    report: Callable[[Remark], None] = lambda found: None,
    import_path: Sequence[str | os.PathLike[str]] = (),
    *,
    trust: Consent | Trust = (),
    processes: Mapping[str, type] | None = None,
) -> Codec:
    """The codec of a spec.

    Args:
        path: the ``.ksy``; its imports are looked for beside it.
        report: told about warnings (about those of expressions when they are compiled), but not about style.
        import_path: folders for absolute imports.
        trust: what of the code that the spec names may run; see `bytewright.codec.trust.consent`. A declaration in
            Construct is a program, which must be named.
        processes: classes for ``process`` and ``decode: by``, by the names that the spec calls them.

    Raises:
        SpecErrors: the spec is wrong.
        UntrustedError: it names code to which nobody has consented.
        OptionError: what ``trust`` or ``processes`` name isn't there.
        InputMissingError: there is no such file.
    """
    try:
        folders = tuple(Path(folder) for folder in import_path)
        return _loaded(Path(path), report, folders, consent(trust), processes or {})
    except BytewrightError:
        raise
    except Exception as error:
        # A stranger's spec may be anything; whatever the compiler chokes on is wrong in it, or too much of it.
        what = "it nests too deeply" if isinstance(error, RecursionError) else f"{type(error).__name__}: {error}"
        place = Location(os.fspath(path), 1, 1)
        raise SpecErrors((Diagnostic(place, f"this spec can't be compiled: {what[:200]}"),)) from error


def _loaded(
    path: Path,
    report: Callable[[Remark], None],
    import_path: tuple[Path, ...],
    trust: Trust,
    processes: Mapping[str, type],
) -> Codec:
    try:
        library = handed(load_library(path, import_path, trust), processes)
    except SpecErrors:
        resolved(path, import_path, trust)  # which finds what else is wrong
        raise
    # Each time, whatever the cache has: who compiled it before may have had another user's consent.
    check(library, trust)
    ir = to_json(library.specs)
    key = f"bytewright_compiled_{_fingerprint(ir + digest((spec.file for spec in library.specs), ir))}"
    modules, warnings = codec_cache.read(key), library.warnings
    if modules is None:
        found = resolve(library)
        modules, warnings = codec_cache.save(key, compiled(found)), found.warnings
    package = with_classes(key, [spec.id for spec in library.specs], processes)
    codec: Codec = imported(package, modules, library.main.id).CODEC
    sys.modules[package].__dict__["add_parsers"] = lambda: _add_parsers(key, package, resolve(library))
    for warning in warnings:
        if warning.severity == "warning":
            report(remark(warning))
    return codec


def _add_parsers(key: str, package: str, library: Library) -> None:
    """Add the stock parsers to codecs that were compiled on the fly."""
    sources = {id: {"parser.py": text} for id, text in parsers_at_hand(library).items()}
    imported(package, codec_cache.save(key, sources, codec_cache.read(key)), library.main.id)


def _fingerprint(ir: str) -> str:
    """What a compiled spec depends on: its meaning, the compiler, and the runtime, whose plans are printed in it."""
    return hashlib.sha256(f"{CODEC_API}\n{KEPT_FOR}\n{_sources()}\n{ir}".encode()).hexdigest()[:24]


@functools.cache
def _sources() -> str:
    """A hash of all that compiles specs."""
    digest = hashlib.sha256()
    for package in (__package__, bytewright.__name__):
        for _, source in package_files(package, (".py", ".jinja", ".lark")):
            digest.update(source.read_bytes())
    return digest.hexdigest()
