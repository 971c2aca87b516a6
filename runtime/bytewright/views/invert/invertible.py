"""What a view must say for its rows to be turned round: where elements, columns and numbers of rows are stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from bytewright.errors import NO_VALUE, WriteError
from bytewright.model.structures import Struct, given, occupy, vacate
from bytewright.schema.pivots import Pivot, PivotInverse
from bytewright.schema.scope import Expression, Scope
from bytewright.schema.view import Cells, CellsInverse, View
from bytewright.views.evaluate.layout import FixedColumn, Layout, PivotColumn
from bytewright.views.invert.row_groups import list_paths


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
            stored_rows_path(view)
    pivot, cells = layout.pivot, layout.cells
    if pivot is not None:
        inverse = inverse_of(pivot)
        for column in layout.columns:
            if isinstance(column, PivotColumn) and (inverse.keys or inverse.name):
                case_of(column, pivot, inverse)
    if cells is not None:
        cells_inverse_of(cells)


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


def stored_rows_path(view: View) -> tuple[str, ...]:
    """Where the number of rows of a view is stored."""
    if not view.rows_path:
        raise WriteError(f"the view {view.name} can't be written: the number of its rows is calculated")
    return view.rows_path


def inverse_of(pivot: Pivot) -> PivotInverse:
    """How the columns that values name are stored.

    Raises:
        WriteError: nothing says it.
    """
    if pivot.inverse is None:
        raise WriteError("this view can't be written: where its columns are stored is calculated")
    return pivot.inverse


def cells_inverse_of(cells: Cells) -> CellsInverse:
    """How the columns that a header names are stored.

    Raises:
        WriteError: nothing says it.
    """
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


def step_places(view: View, root: Any, elements: Sequence[Any], options: Mapping[str, Any]) -> list[int]:
    """The places of the steps among elements."""
    scopes = (Scope(root, element, place, options=options) for place, element in enumerate(elements))
    return [place for place, scope in enumerate(scopes) if is_step(view, scope)]


def is_step(view: View, scope: Scope) -> bool:
    """Whether an element is one of a view's steps; so is one of which too little is said to tell."""
    if view.where is None or _holds(view.where, scope):
        return True
    lacking = _lacking(view, scope.element)
    for owner, name in lacking:
        vacate(owner, name, None)  # who asks for it is told that there is no value
    try:
        return bool(lacking) and _holds(view.where, scope)
    finally:
        for owner, name in lacking:
            occupy(owner, name)


def _holds(where: Expression, scope: Scope) -> bool:
    """Whether a condition holds, or has no value."""
    try:
        return bool(where(scope))
    except (*NO_VALUE, WriteError):
        return True


def _lacking(view: View, element: Any) -> list[tuple[Struct, str]]:
    """What an element, and the structures in it, lack that lack a field which is always there and which a column shows:
    only rows say that. Each field with the structure that has it."""
    found: dict[int, Struct] = {}
    for path in {one.path for one in view.columns if one.path[:1] == ("element",) and not one.nullable}:
        owner = element
        for step in path[1:-1]:
            owner = getattr(owner, step, None)
        fields = owner.FIELDS if isinstance(owner, Struct) else ()
        if any(field.name == path[-1] and not field.derived and not given(owner, field.name) for field in fields):
            found[id(owner)] = owner
    return [
        (owner, field.name)
        for owner in found.values()
        for field in owner.FIELDS
        if field.name and owner._is_set(field.name) and not given(owner, field.name)
    ]


def _nullable(kind: pa.DataType) -> pa.DataType:
    """A type all of whose members may be null, as Spark writes every type to Parquet."""
    if pa.types.is_struct(kind):
        return pa.struct([pa.field(member.name, _nullable(member.type)) for member in kind])
    if pa.types.is_list(kind):
        return pa.list_(pa.field("element", _nullable(kind.value_type)))
    return kind
