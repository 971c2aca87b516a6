"""A copy of the checkout in which a fault is put back, and notes that it runs."""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from tests.replanted.bugs import Bug, Change
from tests.replanted.reach import marked

ROOT = Path(__file__).parents[2]
CODE = ("runtime", "codegen")
"""What is changed."""
_LEFT = shutil.ignore_patterns("__pycache__", "*.lock")
_COPIED = (*CODE, "generated", "pipelines", "tests", "examples", "specs", "benchmarks", "docs")


def changed(text: str, change: Change) -> str:
    """A text with a change.

    Raises:
        ValueError: what is changed isn't there once.
    """
    if text.count(change.old) != 1:
        raise ValueError(f"{change.file}: there {text.count(change.old)} times: {change.old}")
    return text.replace(change.old, change.new)


def plant(changes: Iterable[Change], folder: Path) -> None:
    """Copy what fuzzing takes into a folder, and change it; the code as it was is in ``folder/unchanged``."""
    _copy(folder)
    for name in CODE:
        shutil.copytree(folder / name, folder / "unchanged" / name)
    for change in changes:
        path = folder / change.file
        text = path.read_text(encoding="utf-8")
        path.write_text(changed(marked(text, change.old), change), encoding="utf-8")


def mark(bugs: Iterable[Bug], folder: Path) -> None:
    """Copy what fuzzing takes into a folder, and have it note which faults lie in what runs, by their numbers."""
    _copy(folder)
    for number, bug in enumerate(bugs):
        for change in bug.changes:
            path = folder / change.file
            path.write_text(marked(path.read_text(encoding="utf-8"), change.old, number), encoding="utf-8")


def _copy(folder: Path) -> None:
    for name in _COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=_LEFT)
