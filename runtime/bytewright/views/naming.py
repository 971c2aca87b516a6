"""Names of columns, each given once."""

from __future__ import annotations

from collections.abc import Iterable


class Names:
    """Gives names of columns: one that an earlier column has (case doesn't count, as in Spark) gets a suffix."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = {name.lower() for name in taken}
        self._next: dict[str, int] = {}

    def take(self, name: str) -> str:
        """The name, or the first of ``name_2``, ``name_3`` … that no column has."""
        free, lower = name, name.lower()
        number = self._next.get(lower, 2)
        while free.lower() in self._taken:
            free = f"{name}_{number}"
            number += 1
        self._next[lower] = number
        self._taken.add(free.lower())
        return free
