"""Rows of a view through lists in lists → which elements of the outer lists they belong to.

Without a root, rows that follow each other belong to one element where what they say of it is the same, and the place
in the innermost list, where a column has it, goes on. With a root, each element has as many rows as it has elements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from bytewright.errors import WriteError
from bytewright.kernels.plan.encoding import CASE
from bytewright.schema.scope import Scope
from bytewright.schema.view import View
from bytewright.views.evaluate.layout import FixedColumn

OUTER_WAYS = (
    "Show the outer elements, with the inner list as a column (each: outer[*], value: _.inner), "
    "or have code make files of such rows (-made-of)."
)
"""What helps where rows of lists in lists can't be written."""


def level_name(depth: int) -> str:
    """What the path of a column begins with that is stored in the elements of an outer list (`Column.path`)."""
    return f"level{depth}"


def list_paths(view: View) -> tuple[tuple[str, ...], ...]:
    """The ways to the lists that a view goes through: from the root, and from an element of the list before.

    Raises:
        WriteError: rows don't tell the elements of these lists.
    """
    what = f"the view {view.name} can't be written"
    if not view.list_paths:
        raise WriteError(
            f"{what}: it goes through lists in lists that are calculated, or that others describe", hint=OUTER_WAYS
        )
    if any(step.startswith(CASE) for path in view.list_paths for step in path):
        raise WriteError(f"{what}: it goes through lists in one case of a switch", hint=OUTER_WAYS)
    if view.order is not None or view.rows is not None or view.inner is not None or view.pivot is not None:
        reason = "are sorted" if view.order is not None else "have several rows each"
        raise WriteError(f"{what}: elements of its lists in lists {reason}", hint=OUTER_WAYS)
    return view.list_paths


class RowGroups:
    """Deals the rows of a view out over the elements of its lists.

    Args:
        view: the view.
        columns: its columns.
        listed: gives the elements of a list by the structure that it lies below, and the way to it; empty: none.
        is_step: whether an element of the innermost list is a row, by its scope.
    """

    def __init__(
        self,
        view: View,
        columns: Sequence[FixedColumn],
        listed: Callable[[Any, tuple[str, ...]], Sequence[Any]],
        is_step: Callable[[Scope], bool],
        options: Mapping[str, Any],
    ) -> None:
        self.paths = list_paths(view)
        self._listed = listed
        self._is_step = is_step
        self._options = options
        self._index = next((c.name for c in columns if c.column.path == ("index",)), None)
        self._keys = [[c for c in columns if c.column.path[:1] == (level_name(d),)] for d in range(len(self.paths))]

    def of(self, depth: int, owner: Any, rows: Sequence[Any], root: Any) -> list[list[Any]]:
        """The rows of each element of an outer list, those that are there already first.

        Raises:
            WriteError: a root tells of other elements than the rows.
        """
        elements = self._listed(owner, self.paths[depth])
        groups = list(self._groups(depth, rows))
        if not elements:
            return groups
        counts = [self.count(depth, one, root) for one in elements]
        if sum(counts) == len(rows):
            edges = [sum(counts[:place]) for place in range(len(counts) + 1)]
            return [list(rows[first:last]) for first, last in pairwise(edges)]
        filled = [place for place, count in enumerate(counts) if count]
        if len(groups) != len(filled):
            name = ".".join(self.paths[depth])
            expected = f"{sum(counts)} rows, as the root tells, or rows of {len(filled)} elements of {name}"
            found = f"{len(rows)} rows, of {len(groups)}"
            raise WriteError(expected=expected, found=found, hint="Leave the root out, or give one that has these.")
        return [groups[filled.index(place)] if place in filled else [] for place in range(len(elements))]

    def count(self, depth: int, element: Any, root: Any, levels: tuple[Any, ...] = ()) -> int:
        """How many rows an element of an outer list gives."""
        levels = (*levels, element)
        inside = self._listed(element, self.paths[depth + 1])
        if depth + 2 < len(self.paths):
            return sum(self.count(depth + 1, one, root, levels) for one in inside)
        scopes = (Scope(root, one, i, options=self._options, levels=levels) for i, one in enumerate(inside))
        return sum(map(self._is_step, scopes))

    def _groups(self, depth: int, rows: Sequence[Any]) -> Iterator[list[Any]]:
        """Rows that follow each other and belong to one element of an outer list, as far as they say."""
        names = [column.name for column in self._keys[depth] if rows and column.name in rows[0].row]
        restarts = self._index if depth + 2 == len(self.paths) else None
        group: list[Any] = []
        for one in rows:
            if group and not self._goes_on(group[-1].row, one.row, names, restarts):
                yield group
                group = []
            group.append(one)
        if group:
            yield group

    def _goes_on(
        self, before: Mapping[str, Any], row: Mapping[str, Any], names: Sequence[str], index: str | None
    ) -> bool:
        if index is not None and isinstance(row.get(index), int) and row[index] <= before[index]:
            return False
        return all(_same(before[name], row[name]) for name in names)


def _same(one: Any, other: Any) -> bool:
    return bool(one == other or (one != one and other != other))  # NaN is what NaN is
