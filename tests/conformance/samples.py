"""Genuine files of the gallery's formats, written back from their trees."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.conformance import rewriting
from tests.conformance.handing import load_without_processes
from tests.conformance.results import Result, described, failed
from tests.conformance.workers import Item

_NOT_SAMPLES = {".md", ".license", ".txt", ".json", ".py", ".java", ".c", ".dts", ".toml", ".lock"}


@dataclass(frozen=True)
class Sample:
    """A file, and the format that its folder names."""

    name: str
    path: Path
    spec: Path
    checkout: Path


def samples(checkout: Path, gallery: Path) -> list[Sample]:
    """All files in folders that have the name of a format."""
    specs = {path.stem: path for path in sorted(gallery.rglob("*.ksy"))}
    found = []
    for path in sorted(checkout.rglob("*")):
        place = path.relative_to(checkout)
        if not path.is_file() or place.parts[0].startswith(".") or path.suffix in _NOT_SAMPLES:
            continue
        spec = next((specs[part] for part in reversed(place.parts[:-1]) if part in specs), None)
        if spec is not None:
            found.append(Sample(place.as_posix(), path, spec, gallery))
    return found


def items(checkout: Path, gallery: Path) -> list[Item]:
    """What is to be done for the samples."""
    return [Item(check, one, (("samples", one.name),)) for one in samples(checkout, gallery)]


def check(sample: Sample) -> Iterator[Result]:
    """Whether a file is written back."""
    try:
        codec = load_without_processes(sample.spec, (sample.checkout,))
    except Exception as error:
        yield failed("samples", sample.name, f"not compiled: {described(error)}")
        return
    yield rewriting.result("samples", sample.name, codec, sample.path.read_bytes())
