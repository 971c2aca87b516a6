"""Finds codecs: entry points of the group ``bytewright.codecs`` name packages, each of whose subpackages is a codec.

Names are listed without importing a codec; a codec is imported when it is asked for.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import json
import os
import pkgutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from types import ModuleType
from typing import NamedTuple

from bytewright.codec.api_version import REGENERATE
from bytewright.codec.codec import Codec
from bytewright.codec.trust import Consent, Trust, consent
from bytewright.errors import BytewrightError, CodecError, OptionError, ReadError, Remark
from bytewright.host.optional import command_for, not_installed
from bytewright.host.suggest import hint
from bytewright.io.compressed import bare
from bytewright.io.source import Source
from bytewright.objects.read.cursor import Cursor

GROUP = "bytewright.codecs"
_HEAD = 1 << 12
"""Bytes of a file by which specs are asked what it may be, where it begins otherwise than theirs."""
SHIPPED = "bytewright_formats"
"""The package of codecs that comes along, found by its name where nothing tells the entry points."""
SPEC_SUFFIXES = (".ksy", ".py")

COMPILER_GROUP = "bytewright.compiler"
"""Entry point of what makes a codec of the spec at a path; this package knows no compiler."""

_COMPILER = "bytewright_codegen.load:load"
"""The same where nothing says what is installed (a zip on the path has no metadata)."""


def packages() -> tuple[list[ModuleType], dict[str, CodecError]]:
    """The packages of codecs that are installed, in the order of their names; why others can't be imported, by name."""
    named = {entry.value for entry in importlib.metadata.entry_points(group=GROUP)}
    if SHIPPED not in named and not has_metadata() and importlib.util.find_spec(SHIPPED) is not None:
        named.add(SHIPPED)
    found: list[ModuleType] = []
    broken: dict[str, CodecError] = {}
    for name in sorted(named):
        try:
            found.append(importlib.import_module(name))
        except Exception as error:  # a package may fail in any way; the others go on
            broken[name] = CodecError(
                f"the package of codecs {name} can't be imported: {type(error).__name__}: {error}",
                hint="Install it anew, or uninstall it.",
            )
    return found, broken


def has_metadata() -> bool:
    """Whether this installation tells its entry points; archives and folders on the path (``--py-files``) may not."""
    try:
        importlib.metadata.distribution("bytewright")
    except importlib.metadata.PackageNotFoundError:
        return False
    return True


def _places() -> dict[str, str]:
    """Module of each codec, by the codec's name; where two packages have one of a name, the first counts."""
    places: dict[str, str] = {}
    for package in packages()[0]:
        for module in pkgutil.iter_modules(package.__path__):
            if module.ispkg and not module.name.startswith("_"):
                places.setdefault(module.name, f"{package.__name__}.{module.name}")
    return places


def names() -> list[str]:
    """Names of the installed codecs, sorted; none of them is imported."""
    return sorted(_places())


def codec(
    spec: str,
    *,
    trust: Consent | Trust = (),
    processes: Mapping[str, type] | None = None,
    report: Callable[[Remark], None] = lambda found: None,
) -> Codec:
    """The codec of that name, or the one that the spec at that path compiles to.

    Args:
        spec: the name, or the path.
        trust: of a path, what of the code that the spec names may run; see `bytewright.codec.trust.consent`.
        processes: of a path, classes for ``process`` and ``decode: by``, by the names that the spec calls them.
        report: told of warnings in the spec.

    Raises:
        OptionError: there is none of that name.
        CodecError: it can't be imported, or was generated for another version of the runtime.
        SpecError: the spec is wrong.
        UntrustedError: it names code to which nobody has consented.
    """
    if is_path(spec):
        return compiler()(spec, report, trust=consent(trust), processes=processes)
    if processes:
        raise OptionError("processes", expected="a spec that is named by its path", found=repr(spec))
    return _load(spec, _place(spec, tuple(sys.path)))


def load(
    spec: str | os.PathLike[str] | Codec, trust: Consent | Trust = (), processes: Mapping[str, type] | None = None
) -> Codec:
    """The codec of a format: its ``parse``, ``write`` and ``to_bytes``, and ``root``, the class of a whole file.

    Args:
        spec: name of an installed format, the path of a spec, or the codec itself.
        trust: of a path, code that the spec may run: folders, files or modules; see `bytewright.codec.trust.consent`.
        processes: of a path, classes for ``process`` and ``decode: by``, by the names that the spec calls them.

    Raises:
        OptionError: there is no format of that name; or ``processes`` are for a codec that is there.
        CodecError: it can't be imported, or was generated for another version of Bytewright.
        InputMissingError: there is no such spec.
        SpecError: the spec is wrong.
        UntrustedError: it names code to which nobody has consented.
    """
    if isinstance(spec, (str, os.PathLike)):
        return codec(os.fspath(spec), trust=trust, processes=processes)
    if processes:
        raise OptionError("processes", expected="a spec that is named by its path", found=f"the codec {spec.name}")
    return spec


@lru_cache
def _place(name: str, searched: tuple[str, ...]) -> str:
    """Module of a codec, which is looked for once while Python looks for modules in the same folders: to read what is
    installed takes as long as to read a small file.

    Raises:
        OptionError: there is none of that name, yet.
    """
    places = _places()
    if name not in places:
        said = hint(name, sorted(places), "specs")
        for error in packages()[1].values():
            said = f"{said} It may be one of a package that can't be imported: {error}".strip()
        raise OptionError(f"unknown spec {name!r}", hint=said)
    return places[name]


def is_path(spec: str) -> bool:
    """Whether ``spec`` names a file and not a codec."""
    return spec.endswith(SPEC_SUFFIXES) or os.sep in spec or "/" in spec


def placed(text: str) -> str:
    """What names specs, with paths as they are called from every folder; see `listed`."""
    specs = [os.path.abspath(spec) if is_path(spec) else spec for spec in listed(text)]
    return specs[0] if len(specs) == 1 else json.dumps(specs)


def compiler() -> Callable[..., Codec]:
    """Compiles specs.

    Raises:
        CodecError: it isn't installed.
    """
    module, _, function = _named_compiler(tuple(sys.path)).partition(":")
    try:
        found_compiler: Callable[..., Codec] = getattr(importlib.import_module(module), function)
    except ModuleNotFoundError as error:
        raise CodecError(
            f"a spec that is named by its path needs the compiler: {not_installed(error.name)}",
            hint=command_for("codegen"),
        ) from error
    return found_compiler


@lru_cache
def _named_compiler(searched: tuple[str, ...]) -> str:
    """Where the compiler is, looked for once while Python looks in the same folders."""
    found = [entry.value for entry in importlib.metadata.entry_points(group=COMPILER_GROUP)]
    return found[0] if found else _COMPILER


def _load(name: str, place: str) -> Codec:
    try:
        module = importlib.import_module(place)
    except BytewrightError:
        raise
    except Exception as error:  # a codec of another version may fail in any way while it is imported
        raise CodecError(
            f"the codec {name} can't be imported: {type(error).__name__}: {error}", hint=REGENERATE
        ) from error
    found = getattr(module, "CODEC", None)
    if found is None:
        raise CodecError(f"{place} has no CODEC", hint=REGENERATE)
    loaded: Codec = found
    return loaded


class Candidates(NamedTuple):
    """What a source may be.

    Attributes:
        names: of the codecs that it may be of, the likeliest first.
        unloaded: why others can't tell, as they can't be loaded.
    """

    names: list[str]
    unloaded: list[CodecError]

    @property
    def reasons(self) -> list[str]:
        """Sentences that say what can't be loaded, and why."""
        return [f"It may be of one that can't be loaded: {error}" for error in self.unloaded]


def identify(source: Source) -> Candidates:
    """The codecs that a source may be of.

    Those whose signature the bytes have; of several, the ones that know the file name's extension come first and, where
    there are any, alone. Where no signature fits: those without one that know the extension.
    """
    extension = os.path.splitext(bare(source.name))[1].lstrip(".").lower()
    fitting: list[tuple[int, str, bool]] = []
    unsigned: list[str] = []
    unloaded = list(packages()[1].values())
    for name, place in sorted(_places().items()):
        try:
            candidate = _load(name, place)
        except CodecError as error:
            unloaded.append(error)  # which must not keep the others from being found
            continue
        known = extension != "" and extension in (e.lower() for e in candidate.extensions)
        if candidate.signature:
            if all(source.read(offset, len(data)) == data for offset, data in candidate.signature):
                fitting.append((-sum(len(data) for _, data in candidate.signature), name, known))
        elif known:
            unsigned.append(name)
    if not fitting:
        return Candidates(unsigned, unloaded)
    chosen = [entry for entry in fitting if entry[2]] or fitting
    return Candidates([name for _, name, _ in sorted(chosen)], unloaded)


def listed(text: str) -> list[str]:
    """The specs that a text names: one, or several joined by commas or in a JSON array.

    Raises:
        OptionError: it is no such array.
    """
    if os.path.exists(text):
        return [text]
    if not text.lstrip().startswith("["):
        return [name.strip() for name in text.split(",") if name.strip()]
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, list) or not all(isinstance(name, str) for name in found):
        raise OptionError("spec", expected="a name, several joined by commas, or a JSON array of names", found=text)
    return found


def version_of(source: Source, codecs: Sequence[Codec]) -> Codec:
    """Which of several codecs, versions of one format, a source is of, by its first bytes.

    Where none fits, it is the one that fits best: reading by it says what is wrong.

    Raises:
        OptionError: several fit.
    """
    if len(codecs) == 1:
        return codecs[0]
    fitting: list[tuple[bool, int, Codec]] = []
    for candidate in codecs:
        same = [len(data) for offset, data in candidate.signature if source.read(offset, len(data)) == data]
        fitting.append((len(same) == len(candidate.signature), sum(same), candidate))
    best = max(fits[:2] for fits in fitting)
    found = [fits[2] for fits in fitting if fits[:2] == best]
    if best[0] and len(found) > 1:
        raise OptionError(
            "several of the specs fit this file: " + ", ".join(one.name for one in found),
            path=source.name,
            hint="What tells versions apart is a field at a fixed place in front with `valid` or `contents`.",
        )
    return found[0]


def codec_of(source: Source) -> Codec:
    """The codec that the bytes of a source name.

    Raises:
        OptionError: none or several; the message says how to name one, and why some can't be loaded.
    """
    candidates = identify(source)
    found = candidates.names
    if len(found) == 1:
        return codec(found[0])
    if found:
        raise OptionError(
            "several specs fit this file: " + ", ".join(found), path=source.name, hint="Name one with --spec (spec=)."
        )
    raise OptionError(
        "no spec fits the first bytes of this file",
        path=source.name,
        hint=" ".join(
            [
                *candidates.reasons,
                "Name its spec with --spec (spec=): a .ksy file, or one of those that `bytewright specs` lists.",
                *_hints(source),
            ]
        ),
    )


def _hints(source: Source) -> Iterator[str]:
    """What specs say of files that begin otherwise than theirs."""
    head = source.read(0, _HEAD)
    for name, place in sorted(_places().items()):
        try:
            candidate = _load(name, place)
            if candidate.signature:
                candidate.read_from(Cursor(head))
        except ReadError as error:
            if error.hint and error.offset in dict(candidate.signature):
                yield f"If it is meant to be {name}: {error.hint}"
        except CodecError:
            continue
