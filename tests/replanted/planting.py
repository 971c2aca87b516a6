"""A copy of the checkout in which a fault is put back."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from tests.replanted.bugs import Change

ROOT = Path(__file__).parents[2]
_COPIED = ("runtime", "codegen", "generated", "pipelines", "tests", "examples", "specs", "benchmarks", "docs")


def changed(text: str, change: Change) -> str:
    """A text with a change.

    Raises:
        ValueError: what is changed isn't there once.
    """
    if text.count(change.old) != 1:
        raise ValueError(f"{change.file}: there {text.count(change.old)} times: {change.old}")
    return text.replace(change.old, change.new)


def plant(changes: Iterable[Change], folder: Path) -> None:
    """Copy what fuzzing takes into a folder, and change it."""
    for name in _COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "*.lock"))
    for change in changes:
        path = folder / change.file
        path.write_text(changed(path.read_text(encoding="utf-8"), change), encoding="utf-8")
