"""What came of mutants: kept, counted by room, and shown."""

from __future__ import annotations

import json
import math
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.hooks import KEPT
from tests.mutants.running import Outcome
from tests.mutants.sampling import Mutant

EQUIVALENT = Path(__file__).with_name("equivalent.toml")
"""Mutants that do what the original does, with a sentence each."""


@dataclass(frozen=True)
class Row:
    """A line of the table.

    Attributes:
        room: its name.
        killed: how many mutants were noticed.
        total: of how many, without those that are equivalent.
        unrun: how many of these no test runs.
        equivalent: how many do what the original does.
    """

    room: str
    killed: int
    total: int
    unrun: int
    equivalent: int

    @property
    def score(self) -> float:
        """The share that was noticed."""
        return self.killed / self.total if self.total else 1.0

    @property
    def lowest(self) -> float:
        """The lower end of the interval in which the share of all mutants lies, with a chance of 95 %."""
        return wilson(self.killed, self.total)


def wilson(hits: int, total: int, deviations: float = 1.96) -> float:
    """The lower end of Wilson's interval for a share.

    Args:
        hits: how many there were.
        total: of how many.
        deviations: 1.96 for an interval of 95 %.
    """
    if not total:
        return 0.0
    share, square = hits / total, deviations**2 / total
    spread = deviations * math.sqrt(share * (1 - share) / total + square / (4 * total))
    return max(0.0, (share + square / 2 - spread) / (1 + square))


def entries() -> list[dict[str, str]]:
    """Mutants that do what the original does: ``key``, ``where`` and ``why``."""
    found: list[dict[str, str]] = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8")).get("mutant", [])
    return found


def equivalent() -> dict[str, str]:
    """Why they do so, by their keys."""
    return {entry["key"]: entry["why"] for entry in entries()}


def rows(outcomes: Mapping[str, Outcome], mutants: Iterable[Mutant], same: Mapping[str, str]) -> list[Row]:
    """The table: a line for each room, and one for all of them.

    Args:
        outcomes: by the keys of mutants; those without one weren't tried.
        mutants: which are counted.
        same: see `equivalent`.
    """
    rooms: dict[str, list[Mutant]] = {}
    for mutant in mutants:
        if mutant.key in outcomes or mutant.key in same:
            rooms.setdefault(mutant.room, []).append(mutant)
            rooms.setdefault("all", []).append(mutant)
    found = []
    for room, those in sorted(rooms.items(), key=lambda each: (each[0] == "all", each[0])):
        judged = [outcomes[mutant.key].verdict for mutant in those if mutant.key not in same]
        killed, unrun = judged.count("killed"), judged.count("unrun")
        found.append(Row(room, killed, len(judged), unrun, len(those) - len(judged)))
    return found


def shown(table: Sequence[Row]) -> str:
    """The table as text."""
    lines = [f"{'room':<24}{'mutants':>8}{'killed':>8}{'no test':>9}{'equivalent':>12}{'score':>8}{'at least':>10}"]
    for row in table:
        counts = f"{row.total:>8}{row.killed:>8}{row.unrun:>9}{row.equivalent:>12}"
        lines.append(f"{row.room:<24}{counts}{row.score:>8.0%}{row.lowest:>10.0%}")
    return "\n".join(lines)


def kept() -> dict[str, Outcome]:
    """What came of mutants before, by their keys."""
    path = KEPT / "results.json"
    there = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {key: Outcome(*values) for key, values in there.items()}


def keep(outcomes: Mapping[str, Outcome]) -> None:
    """Keep that."""
    KEPT.mkdir(parents=True, exist_ok=True)
    text = json.dumps({key: list(vars(outcome).values()) for key, outcome in outcomes.items()})
    written = KEPT / "results.part"
    written.write_text(text, encoding="utf-8")
    written.replace(KEPT / "results.json")
