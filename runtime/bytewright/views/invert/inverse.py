"""Rows → models: the inverse of a view.

Every row goes to the structure that it was made of; what rows don't hold comes from a model that is there already (what
``bytewright root`` prints) or is derived when the model is written.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, count, groupby
from typing import Any, NamedTuple

from bytewright.codec.codec import Codec
from bytewright.errors import WriteError
from bytewright.host.suggest import hint
from bytewright.kernels.plan.encoding import CASE as CASE_STEP
from bytewright.model.switches import Chosen, choose
from bytewright.schema.discovery import key_of
from bytewright.schema.header_columns import Constant, HeaderColumn, constant_of, header_columns
from bytewright.schema.pivots import Pivot, PivotInverse, Stored
from bytewright.schema.properties import MODES
from bytewright.schema.scope import Scope
from bytewright.schema.value_forms import Cases
from bytewright.schema.view import Cells
from bytewright.views.evaluate.layout import CellColumn, FixedColumn, Layout, ModesColumn, PivotColumn
from bytewright.views.invert.always_there import AlwaysThere
from bytewright.views.invert.invertible import (
    case_of,
    cells_inverse_of,
    each_path,
    inverse_of,
    is_step,
    place_column,
    step_places,
    stored_rows_path,
)
from bytewright.views.invert.model_paths import (
    blank,
    chosen_way,
    elements_at,
    field_at,
    kind_at,
    list_at,
    may_lack,
    put_below,
    reach,
    say,
    struct_at,
    value_of_field,
    walk,
)
from bytewright.views.invert.model_values import model_value, plain_value
from bytewright.views.invert.remainder import joined, says_nothing
from bytewright.views.invert.row_groups import RowGroups, level_name
from bytewright.views.invert.shared_fields import Shared, shared

Row = Mapping[str, Any]


def fill(
    codec: Codec, layout: Layout, rows: Iterable[Row], root: Any = None, options: Mapping[str, Any] | None = None
) -> Any:
    """Put rows into a model.

    Args:
        codec: the format.
        layout: the columns that the rows have.
        rows: by column, values as Arrow gives them (``to_pylist``).
        root: what the rows don't hold; None: nothing.
        options: values of the options.

    Raises:
        WriteError: the view can't be turned round, or rows contradict each other; the field is the row and column.
    """
    model = blank(codec.root) if root is None else root
    _Filler(layout, options or {}).level(0, model, [_Numbered(i, row) for i, row in enumerate(rows)])
    return model


class _Numbered:
    """A row and its number, for errors."""

    __slots__ = ("number", "row")

    def __init__(self, number: int, row: Row) -> None:
        self.number = number
        self.row = row


class _Filler:
    def __init__(self, layout: Layout, options: Mapping[str, Any]) -> None:
        self._layout = layout
        self._options = options
        self._levels = layout.levels
        self._columns = [
            [c for c in layout.columns if isinstance(c, FixedColumn) and c.level == i]
            for i in range(len(layout.levels))
        ]
        self._shared = [shared(columns) for columns in self._columns]
        self._choosing = [[c for c in columns if c.column.ways] for columns in self._columns]
        self._always = [AlwaysThere(columns) for columns in self._columns]
        self._pivot_columns = [c for c in layout.columns if isinstance(c, PivotColumn)]
        self._has_modes = any(isinstance(c, ModesColumn) for c in layout.columns)
        self._cell_columns = {c.name.lower(): c for c in layout.columns if isinstance(c, CellColumn)}
        self._header: list[_HeaderColumn] | None = None
        self._of_root: dict[tuple[int, str], _Numbered] = {}

    def level(self, number: int, root: Any, rows: Sequence[_Numbered]) -> None:
        """Put rows into one structure of a level."""
        view = self._levels[number]
        if view.each is None:
            if not rows and number == len(self._levels) - 1 and view.rows is None and not self._pivot_columns:
                raise WriteError(expected=f"one row, as the view {view.name} shows a file as one", found="none")
            self._step(number, root, root, rows)
            return
        if view.deeper:
            columns = self._columns[number]
            groups = RowGroups(view, columns, elements_at, lambda scope: is_step(view, scope), self._options)
            self._elements(number, groups, 0, root, root, rows)
            return
        path = each_path(view)
        if not rows and may_lack(root, path[:-1]):
            return
        owner, elements = list_at(root, path)
        known = step_places(view, root, elements, self._options)
        if view.order is not None and any(not says_nothing(elements[place]) for place in known):
            self._check_places(number, path)
        steps = self._steps(number, rows, chain(known, count(len(elements))))
        is_row = number == len(self._levels) - 1 and view.rows is None
        if is_row:  # what the root has for rows that there are no more
            gone = sorted(set(known).difference(steps))
            steps = {place - bisect_left(gone, place): some for place, some in steps.items()}
            for place in reversed(gone):
                del elements[place]
        if self._has_modes:
            steps = _cut(steps, may_move=not elements)
        kind = kind_at(type(owner), path[-1])
        last = max(steps, default=-1)
        while len(elements) <= last:
            elements.append(blank(kind))
        for index, element in enumerate(elements):
            self._step(number, root, element, steps.get(index, ()))

    def _elements(
        self, number: int, groups: RowGroups, depth: int, root: Any, holder: Any, rows: Sequence[_Numbered]
    ) -> None:
        """Put rows into the elements of a list in lists."""
        view, path = self._levels[number], groups.paths[depth]
        if not rows and may_lack(holder, path[:-1]):
            return
        if depth + 1 < len(groups.paths):
            dealt = groups.of(depth, holder, rows, root)
            for element, those in zip(self._there(holder, path, len(dealt)), dealt, strict=True):
                if those:
                    self._always[number].make(element, level_name(depth))
                for said in self._shared[number] if those else ():
                    if said.path[0] == level_name(depth):
                        self._put(said, said.columns, element, those)
                self._elements(number, groups, depth + 1, root, element, those)
            return
        known = step_places(view, root, elements_at(holder, path), self._options)
        elements = self._there(holder, path, 0)
        for place in reversed(known[len(rows) :]):
            del elements[place]
        places = [*known, *range(len(elements), len(elements) + len(rows) - len(known))][: len(rows)]
        elements = self._there(holder, path, max(places, default=-1) + 1)
        for place, one in zip(places, rows, strict=True):
            self._step(number, root, elements[place], [one])

    def _there(self, holder: Any, path: tuple[str, ...], count: int) -> list[Any]:
        """The elements of a list, of which there are at least so many then."""
        owner, elements = list_at(holder, path)
        kind = kind_at(type(owner), path[-1])
        while len(elements) < count:
            elements.append(blank(kind))
        return elements

    def _steps(self, number: int, rows: Sequence[_Numbered], places: Iterator[int]) -> dict[int, list[_Numbered]]:
        """The rows by the place of their element: those of the steps, where no column says it."""
        index = place_column(self._levels[number], self._columns[number])
        found: dict[int, list[_Numbered]] = {}
        if index is None:
            return {place: [row] for place, row in zip(places, rows, strict=False)}
        for one in rows:
            place = one.row.get(index.name)
            if not isinstance(place, int) or not 0 <= place <= len(rows) + (1 << 20):
                found_there = "null" if place is None else str(place)
                raise WriteError(
                    field=f"rows[{one.number}].{index.name}",
                    expected="a place from 0",
                    found=found_there,
                    hint="It says to which of the root's structures a row belongs." if place is None else None,
                )
            found.setdefault(place, []).append(one)
        return found

    def _check_places(self, number: int, path: tuple[str, ...]) -> None:
        """Refuse sorted rows that don't say which element each is of: a root says more of these, in another order."""
        if place_column(self._levels[number], self._columns[number]) is None:
            what = (
                f"the view {self._levels[number].name} can't be written with a root that says more of {'.'.join(path)}"
            )
            cure = "Show their place, too (`value: _index`), or leave them out of the root."
            raise WriteError(f"{what}: its rows are sorted, and don't say which element each is of", hint=cure)

    def _step(self, number: int, root: Any, element: Any, rows: Sequence[_Numbered]) -> None:
        view = self._levels[number]
        if rows:
            self._always[number].make(element, "element")
        for path, value in view.says if rows else ():
            say(element, path, value)
        for one in self._shared[number] if rows else ():
            if one.path[0] == "element":
                self._put(one, one.columns, element, rows)
            elif one.path[0] == "root":
                self._put(one, [c for c in one.columns if not self._is_known(c, root, rows)], root, rows)
        for column in self._choosing[number] if rows else ():
            self._put_chosen(column, root, element, rows)
        if view.inner is not None and (rows or not may_lack(element, view.inner_path)):
            self.level(number + 1, walk(element, view.inner_path), rows)
        if view.rows is not None:
            path = stored_rows_path(view)
            if rows or not may_lack(element, path[:-1]):
                setattr(walk(element, path[:-1]), path[-1], len(rows))
        if view.pivot is not None:
            of_step = view.pivot.inverse is not None and view.pivot.inverse.of_step
            self._pivot(view.pivot, element if of_step else root, rows)
        if view.cells is not None and rows:
            self._cells(view.cells, root, element, rows[0])

    def _is_known(self, column: FixedColumn, root: Any, rows: Sequence[_Numbered]) -> bool:
        """Whether rows of another step have told a value that all rows of a structure have in common."""
        if column.name not in rows[0].row:
            return True
        known = self._of_root.setdefault((id(root), column.name), rows[0])
        _refuse_unlike(column, rows, known)
        return known.number != rows[0].number

    def _put(self, one: Shared, columns: Iterable[FixedColumn], owner: Any, rows: Sequence[_Numbered]) -> None:
        """A value that all rows of a step have in common, as columns say it."""
        first = rows[0]
        columns = [column for column in columns if column.name in first.row]
        if not columns:
            return
        for column in columns:
            _refuse_unlike(column, rows, first)
        path = one.path[1:]
        within = path if path[-1].startswith(CASE_STEP) else path[:-1]
        if all(first.row[column.name] is None for column in columns) and reach(owner, within) is None:
            return  # what lies in a structure that isn't there
        column = columns[0]
        try:
            if any(step.startswith(CASE_STEP) for step in path):
                values = ((column := each, model_value(first.row[each.name], each.form)) for each in columns)
                put_below(owner, path, one.told(None, values))
                return
            holder = walk(owner, path[:-1])
            left = getattr(holder, path[-1])
            if len(columns) == 1 and column.column.path == one.path:
                value = model_value(first.row[column.name], column.form)
            else:
                kind = struct_at(type(holder), path[-1])
                values = ((column := each, model_value(first.row[each.name], each.form)) for each in columns)
                value = one.told(kind, values)
                if left is None and kind is not None and isinstance(value, Mapping):
                    left = blank(kind)  # it need not say all
            choose(holder, path[-1], joined(left, value))
        except WriteError as error:
            error.field = error.field or f"rows[{first.number}].{column.name}"
            raise

    def _put_chosen(self, column: FixedColumn, root: Any, element: Any, rows: Sequence[_Numbered]) -> None:
        """A value that conditions say where to put."""
        first = rows[0]
        if first.row.get(column.name) is None:
            return
        _refuse_unlike(column, rows, first)
        try:
            value = model_value(first.row[column.name], column.form)
            path = chosen_way(column, Scope(root, element, options=self._options), value)
            owner = root if path[0] == "root" else element
            if isinstance(column.form, Cases) and isinstance(value, Chosen):
                value = value_of_field(field_at(type(owner), path[1:]), value)
            put_below(owner, path[1:], value)
        except WriteError as error:
            error.field = error.field or f"rows[{first.number}].{column.name}"
            raise

    # --- cells -----------------------------------------------------------------------------------------------------

    def _cells(self, cells: Cells, root: Any, element: Any, one: _Numbered) -> None:
        """The values of a row in the list that has an element per column."""
        inverse = cells_inverse_of(cells)
        if self._header is None:
            self._header = [
                _HeaderColumn(column, self._cell_columns.get(column.name.lower()), constant_of(cells, column))
                for column in header_columns(cells, root, self._options, self._layout.stated)
            ]
        owner, items = list_at(element, inverse.each)
        if inverse.cell:
            kind = kind_at(type(owner), inverse.each[-1])
            items += [blank(kind) for _ in self._header[len(items) :]]
        else:
            items += [None] * (len(self._header) - len(items))
        for column, shown, constant in self._header:
            if shown is None or shown.name not in one.row:
                continue
            value = one.row[shown.name]
            if constant is not None:
                if value not in (None, constant.value) and value == value:
                    field = f"rows[{one.number}].{shown.name}"
                    raise WriteError(field=field, expected=f"{constant.value}, as the root says", found=str(value))
            elif inverse.cell:
                holder = walk(items[column.number], inverse.cell[:-1])
                left = getattr(holder, inverse.cell[-1])
                choose(holder, inverse.cell[-1], joined(left, model_value(value, shown.form)))
            else:
                items[column.number] = model_value(value, shown.form)

    # --- pivots --------------------------------------------------------------------------------------------------

    def _pivot(self, pivot: Pivot, root: Any, rows: Sequence[_Numbered]) -> None:
        inverse = inverse_of(pivot)
        _, structures = list_at(root, inverse.each)
        root._adopt()
        modes = self._modes(rows)
        there = [column for column in self._pivot_columns if _is_there(column, rows, modes)]
        if inverse.name:
            there = [one for one in there if any(row.row[one.name] is not None for row in rows)]
        shown = {column.key: column for column in self._pivot_columns}
        if not structures:
            self._make(pivot, inverse, root, structures, rows, there)
            stated = {column.key: _stated(pivot, column, modes) for column in there}
        else:
            left = set(shown) - {column.key for column in there} if rows else set()
            self._leave_out(pivot, inverse, root, left)
            stated = {column.key: _stated(pivot, column, modes, only=column.said.told) for column in there}
        keys = self._keys(pivot, inverse, root, structures)
        last = {key: place for place, key in enumerate(keys)}
        self._state(pivot, root, structures, [stated.get(key, {}) for key in keys])
        for other in there:
            if other.key not in last:
                self._refuse_values(other, rows)
        for place, (key, structure) in enumerate(zip(keys, structures, strict=False)):
            column = shown.get(key)
            if last[key] != place or column is None:
                continue
            labels = {label: value for value, label in (column.labels or {}).items()}
            values = [plain_value(one.row.get(column.name), labels) for one in rows]
            setattr(walk(structure, inverse.vector[:-1]), inverse.vector[-1], values)

    def _refuse_values(self, column: PivotColumn, rows: Sequence[_Numbered]) -> None:
        """A column that a structure doesn't have has no values there."""
        for one in rows:
            if one.row.get(column.name) is not None:
                raise WriteError(
                    field=f"rows[{one.number}].{column.name}",
                    expected="null, as the root has no such column there",
                    found=str(one.row[column.name]),
                )

    def _keys(self, pivot: Pivot, inverse: PivotInverse, root: Any, structures: Sequence[Any]) -> list[int]:
        """The keys of structures, in their order."""
        if inverse.keys:
            return list(getattr(root, inverse.keys) or ())
        return [key_of(pivot, Scope(root, structure)) for structure in structures]

    def _make(
        self,
        pivot: Pivot,
        inverse: PivotInverse,
        root: Any,
        structures: list[Any],
        rows: Sequence[_Numbered],
        columns: Sequence[PivotColumn],
    ) -> None:
        """Structures where none is there yet: for the keys that are given, or else for the columns of the rows."""
        if inverse.name:
            kind = kind_at(type(walk(root, inverse.each[:-1])), inverse.each[-1])
            for column in columns:
                structures.append(blank(kind))
                put_below(structures[-1], inverse.name, column.key)
                if inverse.kind:
                    case = case_of(column, pivot, inverse)
                    put_below(structures[-1], inverse.kind, int(case) if case.lstrip("-").isdigit() else case)
            return
        if not inverse.keys:
            if rows:
                raise WriteError(
                    "the columns of this view can't be made from rows alone", hint="Give a root that has them."
                )
            return
        owner = walk(root, inverse.each[:-1])
        kind = kind_at(type(owner), inverse.each[-1])
        if getattr(root, inverse.keys) is None and rows:
            setattr(root, inverse.keys, [column.key for column in columns])
            if inverse.kinds:
                setattr(root, inverse.kinds, [case_of(column, pivot, inverse) for column in columns])
        for _ in getattr(root, inverse.keys) or ():
            structures.append(blank(kind))
            walk(structures[-1], inverse.vector[:-1])

    def _leave_out(self, pivot: Pivot, inverse: PivotInverse, root: Any, keys: Collection[int]) -> None:
        """Take the structures of some keys out of a root, with all that lies beside them."""
        if not keys:
            return
        _, structures = list_at(root, inverse.each)
        kept = [place for place, key in enumerate(self._keys(pivot, inverse, root, structures)) if key not in keys]
        count = len(structures)
        for name in inverse.beside:
            values = getattr(root, name)
            if isinstance(values, list) and len(values) == count:
                values[:] = [values[place] for place in kept]
        if inverse.each[-1] not in inverse.beside:
            structures[:] = [structures[place] for place in kept]

    def _state(self, pivot: Pivot, root: Any, structures: Sequence[Any], stated: Sequence[Mapping[str, str]]) -> None:
        """Store what is stated of columns beside their values, by the property's id."""
        for one in pivot.properties:
            if not any(one.id in values for values in stated):
                continue
            if one.stored is None:
                raise WriteError(f"the {one.id} of a column can't be written: it is calculated")
            for place, values in enumerate(stated):
                value = values.get(one.id, one.default)
                _store(one.stored, root, structures, place, value, only_new=one.id not in values)

    def _modes(self, rows: Sequence[_Numbered]) -> Mapping[str, str] | None:
        """The modes of columns by their names, as the rows of a step say them; None: they don't."""
        if not self._has_modes or not rows:
            return None
        first = rows[0]
        for one in rows:
            if one.row.get(MODES) != first.row.get(MODES):
                raise WriteError(
                    field=f"rows[{one.number}].{MODES}",
                    expected=f"{first.row.get(MODES)}, as in row {first.number} of the same structure",
                    found=str(one.row.get(MODES)),
                )
        said = first.row.get(MODES)
        if said is None:
            return None
        names = {column.name for column in self._pivot_columns}
        for name, value in said:
            if name not in names or not isinstance(value, str):
                field = f"rows[{first.number}].{MODES}"
                expected = "modes of columns of the rows" if name not in names else f"a mode of {name}"
                near = hint(name, names, "columns")
                raise WriteError(field=field, expected=expected, found=f"{name}: {value}", hint=near)
        return dict(said)


def _is_there(column: PivotColumn, rows: Sequence[_Numbered], modes: Mapping[str, str] | None) -> bool:
    """Whether a step has a column: rows have it and, where they say modes, its mode or a value."""
    if not rows:
        return True
    if column.name not in rows[0].row:
        return False
    return modes is None or column.name in modes or any(one.row[column.name] is not None for one in rows)


def _stated(
    pivot: Pivot, column: PivotColumn, modes: Mapping[str, str] | None, only: Collection[str] | None = None
) -> dict[str, str]:
    """What is stated of a column beside how it is stored, by the property's id: by options, the rows' modes, and
    metadata. ``only``: of options and metadata, these properties count."""
    found = {
        one.id: column.said.values[one.id]
        for one in pivot.properties
        if one.id in column.said.values and (only is not None or not one.is_case) and (only is None or one.id in only)
    }
    mode = pivot.mode
    if mode is not None and modes is not None and mode.id not in column.said.told:
        value = modes.get(column.name, mode.default)
        if mode.labels and value not in mode.labels.values():
            what = f"the mode of the column {column.name}"
            raise WriteError(what, expected="one of " + ", ".join(mode.labels.values()), found=str(value))
        if value is not None:
            found[mode.id] = value
    return found


def _store(
    stored: Stored, root: Any, structures: Sequence[Any], place: int, value: str | None, *, only_new: bool
) -> None:
    """Store a property of a column; ``only_new``: unless something is stored already."""
    if not stored.list:
        holder, way = structures[place], stored.path
    else:
        _, values = list_at(root, (stored.list,))
        if not stored.path:
            values += [None] * (len(structures) - len(values))
            if values[place] is None or not only_new:
                values[place] = value
            return
        kind = kind_at(type(root), stored.list)
        values += [blank(kind) for _ in structures[len(values) :]]
        holder, way = values[place], stored.path
    holder = walk(holder, way[:-1])
    if getattr(holder, way[-1]) is None or not only_new:
        setattr(holder, way[-1], value)


def _cut(steps: Mapping[int, list[_Numbered]], *, may_move: bool) -> dict[int, list[_Numbered]]:
    """The rows of each step, cut where their modes change; ``may_move``: whether steps may take other places.

    Raises:
        WriteError: they change within a step that has its place.
    """
    found: dict[int, list[_Numbered]] = {}
    more = 0
    for place in sorted(steps):
        pieces = [list(piece) for _, piece in groupby(steps[place], key=lambda one: one.row.get(MODES))]
        if len(pieces) > 1 and not may_move:
            field = f"rows[{pieces[1][0].number}].{MODES}"
            expected = "the same modes in all rows of one of the root's structures"
            raise WriteError(field=field, expected=expected, found=str(pieces[1][0].row.get(MODES)))
        for piece in pieces:
            found[place + more] = piece
            more += 1
        more -= 1
    return found


def _refuse_unlike(column: FixedColumn, rows: Iterable[_Numbered], first: _Numbered) -> None:
    """Refuse rows whose value of a column is another than that of a first one (NaN is none)."""
    value = first.row[column.name]
    for one in rows:
        if one.row[column.name] != value and value == value:
            raise WriteError(
                field=f"rows[{one.number}].{column.name}",
                expected=f"{value}, as in row {first.number} of the same structure",
                found=str(one.row[column.name]),
            )


class _HeaderColumn(NamedTuple):
    """A column of a header, the one that rows have for it, and the value that it has in all rows."""

    column: HeaderColumn
    shown: CellColumn | None
    constant: Constant | None
