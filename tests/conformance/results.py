"""What the runner finds out: one result per thing that was asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

TITLES = {
    "compile": "specs of the suite: compiled",
    "read": "read tests",
    "rewrite": "rewrite through the tree, whole file byte for byte",
    "mutate": "mutate, write, re-read equal by both parsers",
    "gallery-compile": "gallery: compiled",
    "gallery-values": "gallery: generated values written and re-read",
    "gallery-arrow": "gallery: rows in Arrow, the same by both engines",
    "gallery-spark": "gallery: the same rows by the Spark source",
    "samples": "samples: rewritten through the tree, byte for byte",
    "errors": "error cases found, with line and column",
}
"""The parts of the table, in its order, with their titles."""


class Outcome(Enum):
    """How it went."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_APPLICABLE = "not applicable"


@dataclass(frozen=True)
class Result:
    """One result.

    ``size``, ``raw`` and ``slack`` count bytes: of the file, of those that a tree keeps besides values, and of those
    that no field describes. ``extra``: what later parts go on with. ``counts``: what was counted on the way, by what
    the report calls it."""

    part: str
    name: str
    outcome: Outcome
    reason: str = ""
    size: int = 0
    raw: int = 0
    slack: int = 0
    extra: tuple[Any, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)


def passed(part: str, name: str, reason: str = "") -> Result:
    """It holds; ``reason`` is a remark."""
    return Result(part, name, Outcome.PASSED, reason)


def failed(part: str, name: str, reason: str) -> Result:
    """It doesn't hold."""
    return Result(part, name, Outcome.FAILED, " ".join(reason.split()))


def not_applicable(part: str, name: str, reason: str) -> Result:
    """There is nothing to ask."""
    return Result(part, name, Outcome.NOT_APPLICABLE, " ".join(reason.split()))


def described(error: BaseException) -> str:
    """An error as a reason: one line, with its kind where its text doesn't tell."""
    text = " ".join(str(error).split())
    return f"{type(error).__name__}: {text}"[:400]
