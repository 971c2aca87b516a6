"""What was measured, and what is claimed of it: printed as it comes, and as a page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Measurement:
    """Something that was read or written: its bytes, rows and columns, and how long it took.

    ``copied``: bytes per second of memcpy of the same bytes in the same turns, where that is what it is held against.
    ``headline``: what the README calls it; empty: it isn't there.
    """

    what: str
    size: int
    seconds: float
    rows: int
    columns: int
    copied: float | None = None
    headline: str = ""

    @property
    def speed(self) -> float:
        """Bytes per second."""
        return self.size / self.seconds

    def cells(self) -> list[str]:
        """The columns of the table: see `MEASURED`."""
        per_row = self.seconds / max(1, self.rows) * 1e9
        share = "" if self.copied is None else f"{self.speed / self.copied:.1%}"
        return [
            self.what,
            f"{self.size / 1e6:.0f}",
            f"{self.speed / 1e6:,.0f}",
            f"{per_row:.1f}",
            f"{per_row / max(1, self.columns):.2f}",
            "" if self.copied is None else f"{self.copied / 1e6:,.0f}",
            share,
        ]


MEASURED = ("", "MB", "MB/s", "ns/row", "ns/cell", "memcpy MB/s", "of memcpy")


@dataclass(frozen=True, slots=True)
class Claim:
    """A figure that is promised, and what was found."""

    what: str
    found: float
    target: float
    shown: Callable[[float], str]
    at_most: bool = False

    @property
    def met(self) -> bool:
        """Whether it holds."""
        return self.found <= self.target if self.at_most else self.found >= self.target

    def cells(self) -> list[str]:
        """The columns of the table: see `CLAIMED`."""
        bound = "at most" if self.at_most else "at least"
        return [
            self.what,
            self.shown(self.found),
            f"{bound} {self.shown(self.target)}",
            f"{self.ratio:.2f}",
            "met" if self.met else "**missed**",
        ]

    @property
    def ratio(self) -> float:
        """How far the promise is met: 1 is just so, more is better."""
        best, worst = (self.target, self.found) if self.at_most else (self.found, self.target)
        return best / worst if worst else float("inf")


CLAIMED = ("", "found", "promised", "of it", "")
SUMMED = ("", *CLAIMED)


@dataclass
class Section:
    """What one group found."""

    title: str
    measured: list[Measurement] = field(default_factory=list)
    claims: list[Claim] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    failed: str = ""
    """Why it came to no end."""

    def page(self) -> str:
        """The section in Markdown."""
        parts = [f"## {self.title}"]
        if self.measured:
            parts.append(table(MEASURED, [one.cells() for one in self.measured]))
        if self.claims:
            parts.append(table(CLAIMED, [one.cells() for one in self.claims]))
        parts += self.notes
        if self.failed:
            parts.append(f"**Failed**: {self.failed}")
        return "\n\n".join(parts)


def summary(sections: list[Section]) -> str:
    """All claims of all sections in one table, and how many were missed."""
    rows = [[section.title.partition(":")[0], *claim.cells()] for section in sections for claim in section.claims]
    missed = sum(not claim.met for section in sections for claim in section.claims)
    failed = [section.title.partition(":")[0] for section in sections if section.failed]
    told = f"{len(rows) - missed} of {len(rows)} figures are met" + (f"; failed: {', '.join(failed)}" if failed else "")
    return f"{told}.\n\n{table(SUMMED, rows)}" if rows else f"{told}."


HEADLINES = ("read in one thread", "MB/s", "rows/s")
BEGIN, END = "<!-- measured by make bench -->", "<!-- end of what was measured -->"
"""What stands around the table in the README."""


def headlines(readme: str, sections: list[Section]) -> str:
    """The README with what was measured of its table; a text without anything measured stays as it is.

    Args:
        readme: its text.
        sections: what was found.

    Raises:
        ValueError: the text has no place for the table.
    """
    before, begin, rest = readme.partition(BEGIN)
    _, end, behind = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"no lines {BEGIN} and {END}")
    rows = [
        [one.headline, f"{one.speed / 1e6:,.0f}", f"{one.rows / one.seconds:,.0f}"]
        for section in sections
        for one in section.measured
        if one.headline
    ]
    return f"{before}{BEGIN}\n{table(HEADLINES, rows)}\n{END}{behind}" if rows else readme


def table(heads: tuple[str, ...], rows: list[list[str]]) -> str:
    """A table that can be read as it stands, too."""
    widths = [max(3, len(head), *(len(row[place]) for row in rows)) for place, head in enumerate(heads)]

    def line(cells: list[str] | tuple[str, ...]) -> str:
        shown = [cells[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(cells[1:], widths[1:], strict=True))]
        return "| " + " | ".join(shown) + " |"

    rule = "|" + "|".join(("-" * (w + 1) + ":") if n else "-" * (w + 2) for n, w in enumerate(widths)) + "|"
    return "\n".join([line(heads), rule, *map(line, rows)])


def percent(value: float) -> str:
    """A share."""
    return f"{value:.1%}" if value < 0.2 else f"{value:.0%}"


def times(value: float) -> str:
    """A ratio."""
    return f"{value:.0f} ×" if value >= 20 else f"{value:.2f} ×"


def seconds(value: float) -> str:
    """A duration."""
    return f"{value:.2f} s"
