"""Columns that a file's header names and types: which ones a file has, found without reading its records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pyarrow as pa

from bytewright.arrow.logical import Unit
from bytewright.arrow.types import TIMESTAMP, is_integer
from bytewright.errors import NO_VALUE, LimitError, OptionError, ReadError, ValueInvalidError, cause
from bytewright.host.suggest import hint
from bytewright.limits import MOST
from bytewright.schema.arrays import UnfitError, array_of
from bytewright.schema.blame import blamed
from bytewright.schema.discovery import CellKey, PivotKeys, too_many
from bytewright.schema.properties import Said, said_by
from bytewright.schema.properties import mismatch as mismatch_of_property
from bytewright.schema.scope import Scope
from bytewright.schema.value_forms import PLAIN, Form, as_numbers, settled, timed
from bytewright.schema.view import Cells


class Names:
    """Names of columns, each given once: one that an earlier column has (case doesn't count, as in Spark) gets a
    suffix."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = {name.lower() for name in taken}
        self._next: dict[str, int] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(self._taken)

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


@dataclass(frozen=True, slots=True)
class HeaderColumn:
    """A column of a file.

    Attributes:
        number: its place in the header.
        name: its name, given once in the file.
        case: name of the case that types it.
        type: Arrow type of its values.
        form: how they become ones of that type.
        scope: where the header's expressions about it are computed.
        unit: in which its integers are moments; None: they are none.
        said: what the header says of it beside its values, by the property's id.
    """

    number: int
    name: str
    case: str
    type: pa.DataType
    form: Form
    scope: Scope
    unit: Unit | None = None
    said: Mapping[str, str] = field(default_factory=dict)


def header_columns(
    cells: Cells, root: Any, options: Mapping[str, Any], taken: Iterable[str] = (), most: int = MOST
) -> list[HeaderColumn]:
    """The columns of a file, in the order of its header.

    Args:
        cells: the pivot.
        root: the structure that the view belongs to, of which only the header need have been read.
        options: values of the options.
        taken: names that other columns of the view have.
        most: how many columns a header may name.

    Raises:
        ValueInvalidError: the header names or types a column in a way that the spec doesn't know.
        LimitError: it names too many.
        OptionError: an option is set for a column that isn't there, or can't be what it says.
    """
    names = Names(taken)
    units = dict(options.get(cells.times) or {}) if cells.times else {}
    found: list[HeaderColumn] = []
    for number, element in enumerate(_computed(root, lambda: list(cells.each(Scope(root, root, options=options))))):
        if number >= most:
            raise too_many(most, element)
        scope = Scope(root, element, number, options=options, column=number)
        name = str(_computed(element, lambda scope=scope: cells.name(scope)))
        case = str(_computed(element, lambda scope=scope: cells.case(scope)))
        if case not in cells.cases and "_" in cells.cases:
            case = "_"
        kind = cells.cases.get(case)
        if kind is None:
            raise blamed(ValueInvalidError(expected="one of " + ", ".join(cells.cases), found=case), element)
        form = settled(cells.forms.get(case, PLAIN), options, replaces=False)
        name = names.take(name)
        every = _computed(element, lambda scope=scope: said_by(cells, scope))
        said = {id: value for id, value in every.items() if value is not None}
        unit = units.pop(name.lower(), None)
        if unit is not None:
            if not is_integer(kind):
                raise OptionError(f"option {cells.times}.{name}", expected="a column of integers", found=str(kind))
            kind, form = TIMESTAMP, timed(form, unit)
        found.append(HeaderColumn(number, name, case, kind, form, scope, unit, said))
    for name in units:
        raise OptionError(f"option {cells.times}.{name}: there is no such column", hint=hint(name, names, "columns"))
    return found


@dataclass(frozen=True, slots=True)
class Constant:
    """The value of a column in all rows of a file, as Arrow gives it back; null where it is None."""

    value: Any


def constant_of(cells: Cells, column: HeaderColumn) -> Constant | None:
    """The value that a column has in all rows; None: it is in the records.

    Raises:
        ValueInvalidError: it is none of the column's type.
    """
    if cells.constant is None:
        return None
    expression = cells.constant
    value = _computed(column.scope.element, lambda: expression(column.scope))
    if value is None:
        return None
    form = cells.constants.get(column.case)
    form = column.form if form is None else settled(form, column.scope.options, replaces=False)
    if column.unit is not None:
        form = timed(form, column.unit)
    try:
        return Constant(array_of([value], column.type, form).to_pylist()[0])
    except UnfitError as unfit:
        error = ValueInvalidError(f"column {column.name}", expected=f"a value of type {unfit.kind}", found=str(value))
        raise blamed(error, column.scope.element) from None


def _computed(node: Any, compute: Any) -> Any:
    try:
        return compute()
    except (*NO_VALUE, RecursionError) as error:
        raise blamed(ValueInvalidError(f"the view has no value for it: {cause(error)}"), node) from error


def gather_cells(columns: Iterable[HeaderColumn], cells: Cells, keys: PivotKeys) -> None:
    """Add the columns of a file to those of the files before; integers widen.

    Raises:
        ValueInvalidError: a column has types in two files that have none in common.
        LimitError: there are too many.
    """
    first = not keys.steps
    added: dict[str, CellKey] = {}
    met: set[str] = set()
    new = 0
    for column in columns:
        key = column.name.lower()
        met.add(key)
        seen = keys.cells.get(key)
        if seen is None:
            new += 1
            keys.see_room(new, column.scope.element)
            added[key] = CellKey(
                column.name, column.type, column.form, column.case, column.said, cells.nullable or not first
            )
            continue
        both = seen.widened(column.type, column.form, column.case)
        if both is None:
            raise mismatch(column, seen.type)
        added[key] = both.with_said(column.said)
    keys.cells.update(added)
    for key, seen in keys.cells.items():
        if key not in met:
            keys.cells[key] = replace(seen, nullable=True)
    keys.steps += 1


def mismatch(column: HeaderColumn, kind: pa.DataType) -> ValueInvalidError:
    """An error about a column whose type in this file doesn't go together with the one that it has."""
    expected = f"a type that goes together with {kind} of column {column.name}"
    return blamed(ValueInvalidError(expected=expected, found=column.case), column.scope.element)


def agree(cells: Cells, column: HeaderColumn, kind: pa.DataType, form: Form, said: Said) -> None:
    """See that a file's column is what a layout shows: its values go into those of ``kind`` and ``form``, and the
    header says what ``said`` says of it.

    Raises:
        ValueInvalidError: it isn't.
    """
    if not fits(column, kind, form):
        raise mismatch(column, kind)
    for stated in cells.properties:
        wanted, found = said.certain.get(stated.id), column.said.get(stated.id)
        if wanted is not None and found != wanted:
            error = mismatch_of_property(stated, column.name, wanted, found or "nothing")
            raise blamed(error, column.scope.element)


def fits(column: HeaderColumn, kind: pa.DataType, form: Form) -> bool:
    """Whether values of a file's column go into a column of the type: the same, or integers among each other."""
    form = settled(form, {}, replaces=False)
    for mine, its in ((column.type, column.form), as_numbers(column.type, column.form)):
        if form == its and (mine.equals(kind) or (is_integer(mine) and is_integer(kind))):
            return True
    return False


def discover_cells(
    cells: Cells, root: Any, options: Mapping[str, Any], taken: Iterable[str], keys: PivotKeys
) -> ReadError | None:
    """Add the columns of a file, whose header has been read, to ``keys``; an error about them comes back."""
    try:
        gather_cells(header_columns(cells, root, options, taken, keys.most), cells, keys)
    except LimitError as error:
        keys.refused = error
        return error
    except ReadError as error:
        return error
    return None
