"""Rows → models: the inverse of a view.

Every row goes to the structure that it was made of; what rows don't hold comes from a model that is there already (what
``bytewright root`` prints) or is derived when the model is written.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from itertools import chain, count, groupby
from typing import Any, NamedTuple
from uuid import UUID

import pyarrow as pa

from bytewright.arrow.logical import MIN_LONG, FarMoment, moment_of, units, unwrapped, utf16_unit
from bytewright.codec.codec import Codec
from bytewright.codec.plain_values import from_text
from bytewright.errors import NO_VALUE, WriteError
from bytewright.errors import shown as as_shown
from bytewright.host.suggest import hint
from bytewright.kernels.plan.encoding import CASE as CASE_STEP
from bytewright.model.structures import Chosen, Field, Struct, Undecided, cases_of, choose, id_of
from bytewright.schema.discovery import key_of
from bytewright.schema.header_columns import Constant, HeaderColumn, constant_of, header_columns
from bytewright.schema.properties import MODES
from bytewright.schema.value_forms import (
    CASE,
    PLAIN,
    Cases,
    Form,
    Items,
    JsonText,
    Long,
    Moment,
    Null,
    Pairs,
    Record,
    Truth,
    Utf16Unit,
    Uuid,
    Via,
    tagged_member,
)
from bytewright.schema.view import Cells, CellsInverse, Pivot, PivotInverse, Scope, Stored, View
from bytewright.views.evaluate.layout import CellColumn, FixedColumn, Layout, ModesColumn, PivotColumn
from bytewright.views.invert.remainder import joined, remains, says_nothing
from bytewright.views.invert.row_groups import RowGroups, level_name, list_paths
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


def check(layout: Layout) -> None:
    """Refuse a view that can't be turned round whatever its rows are, and columns that nothing says how to store.

    Raises:
        WriteError: what is missing.
    """
    if layout.decode is not None:
        each_path(layout.levels[0])
        return
    for number, view in enumerate(layout.levels):
        if view.deeper:
            list_paths(view)
        elif view.each is not None:
            each_path(view)
            place_column(view, [c for c in layout.columns if isinstance(c, FixedColumn) and c.level == number])
        if view.rows is not None:
            _rows_path(view)
    pivot, cells = layout.pivot, layout.cells
    if pivot is not None:
        inverse = _inverse_of(pivot)
        for column in layout.columns:
            if isinstance(column, PivotColumn) and (inverse.keys or inverse.name):
                case_of(column, pivot, inverse)
    if cells is not None:
        _cells_inverse_of(cells)


def strip(layout: Layout, root: Any, options: Mapping[str, Any]) -> None:
    """Take out of a model all that the rows of a view hold."""
    _Stripper(layout, options).level(0, root)


def blank(kind: type[Struct]) -> Any:
    """A structure of which nothing is said yet."""
    return kind._begin(None, None, "", None)


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
            groups = RowGroups(view, columns, _listed, lambda scope: _is_step(view, scope), self._options)
            self._elements(number, groups, 0, root, root, rows)
            return
        path = each_path(view)
        owner, elements = list_at(root, path)
        known = _step_places(view, root, elements, self._options)
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
        if depth + 1 < len(groups.paths):
            dealt = groups.of(depth, holder, rows, root)
            for element, those in zip(self._there(holder, path, len(dealt)), dealt, strict=True):
                for said in self._shared[number] if those else ():
                    if said.path[0] == level_name(depth):
                        self._put(said, said.columns, element, those)
                self._elements(number, groups, depth + 1, root, element, those)
            return
        known = _step_places(view, root, _listed(holder, path), self._options)
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

    def _step(self, number: int, root: Any, element: Any, rows: Sequence[_Numbered]) -> None:
        view = self._levels[number]
        for path, value in view.says if rows else ():
            _say(element, path, value)
        for one in self._shared[number] if rows else ():
            if one.path[0] == "element":
                self._put(one, one.columns, element, rows)
            elif one.path[0] == "root":
                self._put(one, [c for c in one.columns if not self._is_known(c, root, rows)], root, rows)
        for column in self._choosing[number] if rows else ():
            self._put_chosen(column, root, element, rows)
        if view.inner is not None:
            self.level(number + 1, walk(element, view.inner_path), rows)
        if view.rows is not None:
            path = _rows_path(view)
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
        if all(first.row[column.name] is None for column in columns) and reach(owner, path[:-1]) is None:
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
                kind = _struct_at(type(holder), path[-1])
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
            path = _chosen_way(column, Scope(root, element, options=self._options), value)
            owner = root if path[0] == "root" else element
            if isinstance(column.form, Cases) and isinstance(value, Chosen):
                value = _of_field(_field_at(type(owner), path[1:]), value)
            put_below(owner, path[1:], value)
        except WriteError as error:
            error.field = error.field or f"rows[{first.number}].{column.name}"
            raise

    # --- cells -----------------------------------------------------------------------------------------------------

    def _cells(self, cells: Cells, root: Any, element: Any, one: _Numbered) -> None:
        """The values of a row in the list that has an element per column."""
        inverse = _cells_inverse_of(cells)
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
        inverse = _inverse_of(pivot)
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
            values = [_plain(one.row.get(column.name), labels) for one in rows]
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


def each_path(view: View) -> tuple[str, ...]:
    """Where the elements of a view are stored.

    Raises:
        WriteError: nowhere, or in many lists, of which rows don't say enough.
    """
    if view.first is not None:
        raise WriteError(f"the view {view.name} can't be written: its first row is another structure than the others")
    if not view.each_path:
        raise WriteError(f"the view {view.name} can't be written: its elements are calculated")
    return view.each_path


def place_column(view: View, columns: Sequence[FixedColumn]) -> FixedColumn | None:
    """The column that says which element a row belongs to; None where each row is one."""
    index = next((column for column in columns if column.column.path == ("index",)), None)
    if index is None and (view.inner is not None or view.rows is not None):
        raise WriteError(f"the view {view.name} can't be written: no column says which element a row belongs to")
    return index


def _rows_path(view: View) -> tuple[str, ...]:
    """Where the number of rows of a view is stored."""
    if not view.rows_path:
        raise WriteError(f"the view {view.name} can't be written: the number of its rows is calculated")
    return view.rows_path


def _inverse_of(pivot: Pivot) -> PivotInverse:
    if pivot.inverse is None:
        raise WriteError("this view can't be written: where its columns are stored is calculated")
    return pivot.inverse


def _cells_inverse_of(cells: Cells) -> CellsInverse:
    if cells.inverse is None:
        raise WriteError("this view can't be written: where its cells are stored is calculated")
    return cells.inverse


def case_of(column: PivotColumn, pivot: Pivot, inverse: PivotInverse) -> str:
    """The case that a column is stored as: the one that is known, or the one whose own type it has."""
    wanted = _nullable(column.type)
    natural = (case for case in inverse.natural if _nullable(pivot.cases[case]).equals(wanted))
    case = column.case or next(natural, None)
    if case is None and inverse.name:
        alike = [case for case, kind in pivot.cases.items() if _nullable(kind).equals(wanted)]
        case = alike[0] if len(alike) == 1 else None
    if case is None:
        raise WriteError(
            field=column.name,
            expected="a column whose type says how it is stored",
            found=str(column.type),
            hint="Give a root that has it, or an option that types the columns.",
        )
    return case


class _HeaderColumn(NamedTuple):
    """A column of a header, the one that rows have for it, and the value that it has in all rows."""

    column: HeaderColumn
    shown: CellColumn | None
    constant: Constant | None


def _step_places(view: View, root: Any, elements: Sequence[Any], options: Mapping[str, Any]) -> list[int]:
    """The places of the steps among elements."""
    scopes = (Scope(root, element, place, options=options) for place, element in enumerate(elements))
    return [place for place, scope in enumerate(scopes) if _is_step(view, scope)]


def _is_step(view: View, scope: Scope) -> bool:
    """Whether an element is one of a view's steps; so is one of which too little is said to tell."""
    if view.where is None:
        return True
    try:
        return bool(view.where(scope))
    except NO_VALUE:
        return True


class _Stripper:
    def __init__(self, layout: Layout, options: Mapping[str, Any]) -> None:
        self._layout = layout
        self._options = options
        fixed = [c for c in layout.columns if isinstance(c, FixedColumn) and c.column.ways]
        self._choosing = [[c for c in fixed if c.level == level] for level in range(len(layout.levels))]
        self._shown = {c.key for c in layout.columns if isinstance(c, PivotColumn)}

    def level(self, number: int, root: Any) -> None:
        """Strip one structure of a level."""
        view = self._layout.levels[number]
        if view.each is None:
            self._step(number, root, root)
            return
        if view.deeper:
            columns = [c for c in self._layout.columns if isinstance(c, FixedColumn) and c.level == number]
            groups = RowGroups(view, columns, _listed, lambda scope: _is_step(view, scope), self._options)
            self._elements(number, groups, columns, 0, root, root)
            return
        owner, elements = list_at(root, each_path(view))
        for place, element in enumerate(elements):
            if _is_step(view, Scope(root, element, place, options=self._options)):
                self._step(number, root, element)
        if view.inner is None and view.rows is None and all(says_nothing(e) for e in elements):
            setattr(owner, view.each_path[-1], None)

    def _elements(
        self, number: int, groups: RowGroups, columns: Sequence[FixedColumn], depth: int, root: Any, holder: Any
    ) -> None:
        """Strip the elements of a list in lists; of those without rows, what they hold stays."""
        view = self._layout.levels[number]
        for place, element in enumerate(_listed(holder, groups.paths[depth])):
            if depth + 1 < len(groups.paths):
                count = groups.count(depth, element, root)
                self._elements(number, groups, columns, depth + 1, root, element)
                for column in columns if count else ():
                    if column.column.path[:1] == (level_name(depth),):
                        _leave(element, column.column.path[1:])
            elif _is_step(view, Scope(root, element, place, options=self._options)):
                self._step(number, root, element)

    def _step(self, number: int, root: Any, element: Any) -> None:
        view = self._layout.levels[number]
        count = self._count(view, number, root, element)
        # Conditions rest on what is taken out below.
        chosen = {c.name: self._chosen(c, root, element) for c in self._choosing[number]} if count else {}
        if view.inner is not None:
            self.level(number + 1, walk(element, view.inner_path))
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
        if view.rows_path:
            setattr(walk(element, view.rows_path[:-1]), view.rows_path[-1], None)
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

    def _chosen(self, column: FixedColumn, root: Any, element: Any) -> tuple[str, ...]:
        """Where a value is stored that a column shows under a condition; empty: it shows none."""
        try:
            scope = Scope(root, element, options=self._options)
            return _chosen_way(column, scope)
        except WriteError:
            return ()

    def _count(self, view: View, number: int, root: Any, element: Any) -> int:
        """How many rows a step gives."""
        if view.rows is not None:
            return int(view.rows(Scope(root, element, options=self._options)))
        if view.inner is not None:
            inner = walk(element, view.inner_path)
            return self._count(self._layout.levels[number + 1], number + 1, inner, inner)
        return 1


def _leave(node: Any, path: Sequence[str]) -> None:
    """Take what a column shows out of a structure."""
    owner = reach(node, path[:-1])
    if owner is None:
        return
    setattr(owner, path[-1], remains(getattr(owner, path[-1])))


def _leave_empty(node: Any, path: Sequence[str]) -> None:
    """Take a structure out that nothing is left of, at a place of its own: values make it again. Of one that isn't
    there otherwise, that it is says something."""
    owner = reach(node, path[:-1])
    if owner is not None:
        inner = getattr(owner, path[-1])
        field = next((one for one in owner.FIELDS if one.name == path[-1]), None)
        if isinstance(inner, Struct) and field is not None and field.placed and says_nothing(inner):
            setattr(owner, path[-1], None)


def walk(node: Any, path: Sequence[str]) -> Any:
    """The structure at the end of a path; what is missing on the way is made."""
    for name in path:
        inner = getattr(node, name)
        if inner is None:
            inner = blank(kind_at(type(node), name))
            setattr(node, name, inner)
        node = inner
    return node


def reach(node: Any, path: Sequence[str]) -> Any:
    """The structure at the end of a path; None: something on the way is missing, or is another case of a switch."""
    for name in path:
        if name.startswith(CASE_STEP):
            node = node if isinstance(node, Struct) and _is_case(node, name) else None
        else:
            node = getattr(node, name)
        if node is None:
            return None
    return node


def _is_case(node: Struct, step: str) -> bool:
    """Whether a structure is the case of a switch that a step of a path names."""
    return _case_of(node) == step.removeprefix(CASE_STEP)


def _case_of(node: Struct) -> str:
    return node.TYPE.rpartition("::")[2]


def _say(element: Any, path: tuple[str, ...], value: Any) -> None:
    """Give a field the value that it has in each step, unless something else gives it one."""
    field = _field_at(type(element), path)
    holder = walk(element, path[:-1]) if field is not None and not field.derived else None
    if holder is not None and getattr(holder, path[-1]) is None:
        setattr(holder, path[-1], value)


def _chosen_way(column: FixedColumn, scope: Scope, value: Any = None) -> tuple[str, ...]:
    """Where the value of a column is stored, as conditions decide, or else the only switch that has its case.

    Raises:
        WriteError: no condition holds, or too little is said to tell.
    """
    ways = column.column.ways
    if scope.element._io is None and len(ways) == 1:
        return ways[0][1]  # a row that has the value says that it is so
    scope.element._adopt()
    try:
        found = next((path for holds, path in ways if holds is None or holds(scope)), ())
    except NO_VALUE:
        paths = {path for _, path in ways if path}
        fitting = [path for path in paths if isinstance(value, Chosen) and _has_case(scope, path, value.case)]
        if len(fitting) == 1:
            return fitting[0]
        places = " or ".join(sorted(".".join(map(id_of, path[1:])) for path in paths))
        raise WriteError(
            f"it is stored in {places}, as conditions say that rest on what isn't said",
            hint=f"Have a column of what they ask for, one for each of {places}, or give a root.",
        ) from None
    if not found:
        raise WriteError(expected="null, as its condition doesn't hold", found="a value")
    return found


def _has_case(scope: Scope, path: tuple[str, ...], case: str) -> bool:
    """Whether a path leads to a switch that has a case, or to a field that is the only one."""
    field = _field_at(type(scope.root if path[0] == "root" else scope.element), path[1:])
    return field is not None and case in cases_of(field)


def _field_at(kind: type[Struct] | None, path: Sequence[str]) -> Field | None:
    """What is known of the field that a path leads to from structures of a class; None: it leads through switches."""
    for name in path[:-1]:
        kind = _struct_at(kind, name) if kind is not None else None
    return next((field for field in kind.FIELDS if field.name == path[-1]), None) if kind is not None else None


def _of_field(field: Field | None, value: Chosen) -> Any:
    """The value of a case as the field holds it where it is stored.

    Raises:
        WriteError: it has no such case.
    """
    if field is None or field.cases:
        return value
    names = cases_of(field)
    if value.case not in names:
        raise WriteError(expected=f"{', '.join(names)}, which {field.id} is", found=value.case)
    return value.value


def put_below(owner: Any, path: Sequence[str], value: Any) -> None:
    """Give a field below a structure a value; of a switch, plain values of which a writer finds the case, if the path
    doesn't say it.

    Raises:
        WriteError: another one, or another case, is there.
    """
    while len(path) > 1:
        inner, kind = getattr(owner, path[0]), _struct_at(type(owner), path[0])
        if isinstance(inner, Struct) and path[1].startswith(CASE_STEP):
            if not _is_case(inner, path[1]):
                raise WriteError(expected=f"null, as the root has {_case_of(inner)} there", found=as_shown(value))
            path = (path[0], *path[2:])
        if inner is None and kind is not None:
            inner = blank(kind)
            setattr(owner, path[0], inner)
        if not isinstance(inner, Struct):
            for name in reversed(path[1:]):
                is_case = name.startswith(CASE_STEP)
                value = Chosen(name.removeprefix(CASE_STEP), value) if is_case else {id_of(name): value}
            path = path[:1]
            break
        owner, path = inner, path[1:]
    left, plain = getattr(owner, path[0]), value.value if isinstance(value, Chosen) else value
    if left is not None and left != plain:
        plain = _together(left, plain)
    choose(owner, path[0], Chosen(value.case, plain) if isinstance(value, Chosen) else plain)


def _together(left: Any, value: Any) -> Any:
    """A value with what other columns, or a root, say of the same field; plain values of a structure say their members.

    Raises:
        WriteError: they contradict each other.
    """
    if isinstance(left, Mapping) and isinstance(value, Mapping) and not isinstance(left, Undecided):
        return {**left, **{id: _together(left.get(id), item) for id, item in value.items()}}
    if left is not None and not isinstance(left, Struct | list | Mapping) and left != value:
        raise WriteError(expected=f"{as_shown(left)}, as another column says", found=as_shown(value))
    return joined(left, value)


def _listed(holder: Any, path: tuple[str, ...]) -> Sequence[Any]:
    """The elements of the list at the end of a path; none where it is missing."""
    return reach(holder, path) or ()


def list_at(root: Any, path: Sequence[str]) -> tuple[Any, list[Any]]:
    """The list at the end of a path, which is made if it is missing, and the structure that holds it."""
    owner = walk(root, path[:-1])
    found = getattr(owner, path[-1])
    if found is None:
        found = []
        setattr(owner, path[-1], found)
    return owner, found


def _struct_at(kind: type[Struct], name: str) -> type[Struct] | None:
    """The class of the structures that a field holds; None: it holds none, or several."""
    return next((field.struct for field in kind.FIELDS if field.name == name), None)


def kind_at(kind: type[Struct], name: str) -> type[Struct]:
    """The class of the structures that a field holds.

    Raises:
        WriteError: it holds none that rows can make.
    """
    found = _struct_at(kind, name)
    if found is None:
        raise WriteError(f"{kind.__name__}.{name} is no structure that rows can make")
    return found


def _nullable(kind: pa.DataType) -> pa.DataType:
    """A type all of whose members may be null, as Spark writes every type to Parquet."""
    if pa.types.is_struct(kind):
        return pa.struct([pa.field(member.name, _nullable(member.type)) for member in kind])
    if pa.types.is_list(kind):
        return pa.list_(pa.field("element", _nullable(kind.value_type)))
    return kind


def model_value(value: Any, form: Form) -> Any:
    """What a model holds for a value of a form: of a switch, that of its case alone."""
    match form:
        case Cases():
            return _chosen(value, form)
        case Moment(unit) if isinstance(value, datetime | FarMoment):
            try:
                return units(moment_of(value), unit)
            except ValueError as error:
                raise WriteError(str(error)) from None
        case Long() if type(value) is int and MIN_LONG <= value < 0:
            return unwrapped(value)
        case Uuid() if isinstance(value, str):
            return _uuid(value)
        case Truth() if isinstance(value, bool):
            return int(value)
        case Utf16Unit() if isinstance(value, str):
            return _unit(value)
        case Null(_, inner):
            return None if value is None else model_value(value, inner)
        case JsonText() if isinstance(value, str):
            return from_text(value)
        case Via(_, inner):
            return model_value(value, inner)
        case Items(item) if isinstance(value, list):
            return [model_value(v, item) for v in value]
        case Pairs() if isinstance(value, list):
            return [_of_pair(pair, form) for pair in value]
        case Record(members) if isinstance(value, dict):
            return {name: model_value(v, members[name].form if name in members else PLAIN) for name, v in value.items()}
    return _plain(value)


def _uuid(text: str) -> bytes:
    try:
        return UUID(text).bytes
    except ValueError:
        raise WriteError(expected="a UUID", found=as_shown(text)) from None


def _unit(text: str) -> int:
    try:
        return utf16_unit(text)
    except ValueError as error:
        raise WriteError(expected=str(error), found=as_shown(text)) from None


def _chosen(value: Mapping[str, Any] | None, form: Cases) -> Chosen | None:
    """The case of a switch that rows set; None: none of them."""
    cases = dict(value or {})
    said = cases.pop(CASE, None) if form.tagged else None
    there = [name for name, inner in cases.items() if inner is not None]
    if len(there) > 1:
        raise WriteError(expected="one member at most, as of a switch only one case is there", found=", ".join(there))
    if form.tagged and there and said != there[0]:
        raise WriteError(expected=f"{there[0]}, the member that is set, as {CASE}", found=as_shown(said))
    if said is not None and said not in cases:
        raise WriteError(f"there is no member {said}, which {CASE} says", hint=hint(said, cases, "members"))
    name = said or next(iter(there), None)
    if name is None:
        return None
    case = next((one for one in form.members if tagged_member(one) == name), name) if form.tagged else name
    return Chosen(case, model_value(cases[name], form.members.get(case, PLAIN)))


def _of_pair(pair: Any, form: Pairs) -> Any:
    """What a model holds for an entry of a map, which a list of structs with such members may be as well."""
    if isinstance(pair, dict) and pair.keys() == {"key", "value"}:
        pair = pair["key"], pair["value"]
    if not isinstance(pair, tuple) or len(pair) != 2:
        raise WriteError(expected="a key and a value", found=str(pair))
    item: dict[str, Any] = {}
    ways = form.ways or ((form.key.attribute,), (form.value.attribute,))
    for way, side, value in zip(ways, (form.key, form.value), pair, strict=True):
        holder, shown = item, side.form
        for id in way[:-1]:
            holder = holder.setdefault(id, {})
            shown = shown.form if isinstance(shown, Via) else shown
        holder[way[-1]] = model_value(value, shown)
    return item


def _plain(value: Any, labels: Mapping[str, int] | None = None) -> Any:
    """What a model holds for a value of Arrow; ``labels``: numbers by the names that stand for them."""
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, list):
        return [_plain(v, labels) for v in value]
    if isinstance(value, dict):
        return {k: _plain(v, labels) for k, v in value.items()}
    if labels and isinstance(value, str):
        return _numbered(value, labels)
    return value


def _numbered(label: str, labels: Mapping[str, int]) -> Any:
    """The number that a label stands for; one without a name stands for itself."""
    number = labels.get(label)
    return int(label) if number is None and label.isdecimal() else label if number is None else number
