"""Lines in columns."""

from __future__ import annotations

from collections.abc import Sequence


def aligned(rows: Sequence[Sequence[str]], indent: int = 2, widest: int = 48) -> list[str]:
    """Rows as lines, their cells below each other; a cell wider than ``widest`` pushes the rest of its line."""
    if not rows:
        return []
    widths = [max((len(row[i]) for row in rows if len(row[i]) <= widest), default=0) for i in range(len(rows[0]))]
    return [
        (" " * indent + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True))).rstrip()
        for row in rows
    ]
