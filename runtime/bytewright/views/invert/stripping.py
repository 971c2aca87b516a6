"""Models without what the rows of a view hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bytewright.errors import WriteError
from bytewright.kernels.plan.encoding import CASE as CASE_STEP
from bytewright.model.structures import Struct
from bytewright.schema.discovery import key_of
from bytewright.schema.scope import Scope
from bytewright.schema.view import View
from bytewright.views.evaluate.layout import FixedColumn, Layout, PivotColumn
from bytewright.views.invert.always_there import AlwaysThere
from bytewright.views.invert.invertible import each_path, is_step
from bytewright.views.invert.model_paths import chosen_way, elements_at, is_there, reach, to_field, walk
from bytewright.views.invert.remainder import remains, says_nothing
from bytewright.views.invert.row_groups import RowGroups, level_name


def strip(layout: Layout, root: Any, options: Mapping[str, Any]) -> None:
    """Take out of a model all that the rows of a view hold."""
    _Stripper(layout, options).level(0, root)


class _Stripper:
    def __init__(self, layout: Layout, options: Mapping[str, Any]) -> None:
        self._layout = layout
        self._options = options
        fixed = [c for c in layout.columns if isinstance(c, FixedColumn)]
        columns = [[c for c in fixed if c.level == level] for level in range(len(layout.levels))]
        self._choosing = [[c for c in those if c.column.ways] for those in columns]
        self._always = [AlwaysThere(those) for those in columns]
        self._shown = {c.key for c in layout.columns if isinstance(c, PivotColumn)}

    def level(self, number: int, root: Any) -> None:
        """Strip one structure of a level."""
        view = self._layout.levels[number]
        if view.each is None:
            self._step(number, root, root)
            return
        if view.deeper:
            columns = [c for c in self._layout.columns if isinstance(c, FixedColumn) and c.level == number]
            groups = RowGroups(view, columns, elements_at, lambda scope: is_step(view, scope), self._options)
            self._elements(number, groups, columns, 0, root, root)
            return
        *way, name = each_path(view)
        owner = reach(root, way)
        if owner is None:
            return
        elements = getattr(owner, name) or ()
        for place, element in enumerate(elements):
            if is_step(view, Scope(root, element, place, options=self._options)):
                self._step(number, root, element)
        if view.inner is None and view.rows is None and all(says_nothing(e) for e in elements):
            setattr(owner, name, None)

    def _elements(
        self, number: int, groups: RowGroups, columns: Sequence[FixedColumn], depth: int, root: Any, holder: Any
    ) -> None:
        """Strip the elements of a list in lists; of those without rows, what they hold stays."""
        view = self._layout.levels[number]
        for place, element in enumerate(elements_at(holder, groups.paths[depth])):
            if depth + 1 < len(groups.paths):
                count = groups.count(depth, element, root)
                self._elements(number, groups, columns, depth + 1, root, element)
                for column in columns if count else ():
                    if column.column.path[:1] == (level_name(depth),):
                        _leave(element, column.column.path[1:])
                if count:
                    self._always[number].leave(element, level_name(depth))
            elif is_step(view, Scope(root, element, place, options=self._options)):
                self._step(number, root, element)

    def _step(self, number: int, root: Any, element: Any) -> None:
        view = self._layout.levels[number]
        count = self._count(view, number, root, element)
        # Conditions rest on what is taken out below.
        chosen = {c.name: self._chosen(c, root, element) for c in self._choosing[number]} if count else {}
        inner = reach(element, view.inner_path) if view.inner is not None else None
        if inner is not None:
            self.level(number + 1, inner)
        if view.pivot is not None and view.pivot.inverse is not None:
            scope = Scope(root, element, options=self._options)
            vector = view.pivot.inverse.vector
            structures = list(view.pivot.each(scope))
            last = {key_of(view.pivot, Scope(root, s)): s for s in structures}
            for key, structure in last.items():
                if key in self._shown:
                    setattr(walk(structure, vector[:-1]), vector[-1], None)
        if view.cells is not None and view.cells.inverse is not None:
            _leave(element, view.cells.inverse.each)
        counted = reach(element, view.rows_path[:-1]) if view.rows_path else None
        if counted is not None:
            setattr(counted, view.rows_path[-1], None)
        shown: set[tuple[str, ...]] = set()
        for column in self._layout.columns:
            if isinstance(column, FixedColumn) and column.level == number and count:
                path = column.column.path or chosen.get(column.name, ())
                if path and path[0] in ("root", "element"):
                    if path[0] == "element" and element is not root and reach(element, path[1:]) is not None:
                        shown |= {path[1:end] for end in range(2, len(path)) if not path[end - 1].startswith(CASE_STEP)}
                    _leave(root if path[0] == "root" else element, path[1:])
        for path in sorted(shown, key=len, reverse=True):
            _leave_empty(element, path)
        if element is not root and count:
            self._always[number].leave(element, "element")

    def _chosen(self, column: FixedColumn, root: Any, element: Any) -> tuple[str, ...]:
        """Where a value is stored that a column shows under a condition; empty: it shows none."""
        try:
            scope = Scope(root, element, options=self._options)
            return chosen_way(column, scope)
        except WriteError:
            return ()

    def _count(self, view: View, number: int, root: Any, element: Any) -> int:
        """How many rows a step gives."""
        if view.rows is not None:
            return int(view.rows(Scope(root, element, options=self._options)))
        if view.inner is not None:
            inner = reach(element, view.inner_path)
            return self._count(self._layout.levels[number + 1], number + 1, inner, inner) if inner is not None else 0
        return 1


def _leave(node: Any, path: tuple[str, ...]) -> None:
    """Take what a column shows out of a structure."""
    if is_there(node, path):
        *way, name = to_field(path)
        owner = reach(node, way)
        setattr(owner, name, remains(getattr(owner, name)))


def _leave_empty(node: Any, path: Sequence[str]) -> None:
    """Take a structure out that nothing is left of, at a place of its own: values make it again. Of one that isn't
    there otherwise, that it is says something."""
    owner = reach(node, path[:-1])
    if owner is not None:
        inner = getattr(owner, path[-1])
        field = next((one for one in owner.FIELDS if one.name == path[-1]), None)
        if isinstance(inner, Struct) and field is not None and field.placed and says_nothing(inner):
            setattr(owner, path[-1], None)
