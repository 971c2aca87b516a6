"""Structures that are always there and of which columns show something: rows make them, so no root must."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bytewright.model.structures import Struct
from bytewright.views.evaluate.layout import FixedColumn
from bytewright.views.invert.model_paths import reach, walk
from bytewright.views.invert.remainder import says_nothing

Way = tuple[str, ...]


class AlwaysThere:
    """Makes them where rows are put into a model, and takes them out of one where nothing is left of them.

    Args:
        columns: the columns of a view.
    """

    def __init__(self, columns: Iterable[FixedColumn]) -> None:
        self._paths = [path for one in columns for path in (one.column.path, *(path for _, path in one.column.ways))]
        self._ways: dict[tuple[type[Struct], str], tuple[Way, ...]] = {}

    def make(self, node: Any, base: str) -> None:
        """Make those that are missing in a structure; ``base``: what paths of columns begin with that are stored in it
        (`Column.path`)."""
        for way in self.ways(type(node), base):
            walk(node, way)

    def leave(self, node: Any, base: str) -> None:
        """Take those out of a structure of which nothing is left."""
        for way in reversed(self.ways(type(node), base)):
            owner = reach(node, way[:-1])
            if owner is not None and says_nothing(getattr(owner, way[-1])):
                setattr(owner, way[-1], None)

    def ways(self, kind: type[Struct], base: str) -> tuple[Way, ...]:
        """The ways to them from structures of a class, the outer ones first; ``base``: see `make`."""
        known = self._ways.get((kind, base))
        if known is None:
            found = {way for path in self._paths if path[:1] == (base,) for way in _ways(kind, path[1:-1])}
            known = self._ways[kind, base] = tuple(sorted(found, key=lambda way: (len(way), way)))
        return known


def _ways(kind: type[Struct], path: Way) -> Iterable[Way]:
    """The ways to structures that a path leads through, up to one that isn't always there."""
    for size, name in enumerate(path, 1):
        field = next((one for one in kind.FIELDS if one.name == name and one.always), None)
        if field is None or field.struct is None:
            return
        yield path[:size]
        kind = field.struct
