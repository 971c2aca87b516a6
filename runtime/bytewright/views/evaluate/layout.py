"""Which columns a view shows for given files and options: names, types, order. Data, which every engine follows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import pyarrow as pa

from bytewright.arrow.types import innermost, is_integer, with_innermost
from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.errors import CodecError, OptionError
from bytewright.host.suggest import hint
from bytewright.limits import DEFAULT, Limits
from bytewright.schema.discovery import PivotKey, PivotKeys
from bytewright.schema.extensions import extended
from bytewright.schema.header_columns import Names
from bytewright.schema.pivots import Pivot, PivotSchema, Property
from bytewright.schema.properties import MODES, MODES_TYPE, NOTHING, Said, check_options, options_of
from bytewright.schema.scope import Scope
from bytewright.schema.value_forms import PLAIN, Form, as_numbers, settled, with_labels, with_tags
from bytewright.schema.variant_columns import chosen
from bytewright.schema.view import Cells, Column, Decode, Variants, View


@dataclass(frozen=True, slots=True)
class FixedColumn:
    """A column that the view states. ``level``: 0 for the view's own, 1 for its inner view's, and so on."""

    name: str
    type: pa.DataType
    nullable: bool
    form: Form
    level: int
    column: Column


@dataclass(frozen=True, slots=True)
class PivotColumn:
    """A column that values of the file, or an option, name.

    Attributes:
        name: its name.
        type: its type; always nullable.
        form: how values become ones of the type.
        key: which key of the pivot it shows: an integer, text or bytes.
        case: name of the case that types it; empty where no file has the key and no option says it.
        labels: names shown instead of numbers (a number without one: its decimal digits); None: values as they are.
        said: what files, rows or options say of it.
    """

    name: str
    type: pa.DataType
    form: Form
    key: Any
    case: str = ""
    labels: Mapping[int, str] | None = None
    nullable: bool = True
    said: Said = NOTHING


@dataclass(frozen=True, slots=True)
class CellColumn:
    """A column that headers name.

    Attributes:
        name: its name.
        type: its type.
        form: how values become ones of the type.
        case: name of the case that types it.
        nullable: whether some row may have no value.
        said: what headers, or rows, say of it.
    """

    name: str
    type: pa.DataType
    form: Form
    case: str
    nullable: bool = True
    said: Said = NOTHING


@dataclass(frozen=True, slots=True)
class DecodedColumn:
    """The column of values that a library decodes: its name and type."""

    name: str
    type: pa.DataType
    form: Form = PLAIN
    nullable: bool = True


@dataclass(frozen=True, slots=True)
class ModesColumn:
    """The column that says the modes of the pivot's columns.

    Attributes:
        names: names of these columns by key.
        told: modes that options say, likewise.
    """

    names: Mapping[int, str]
    told: Mapping[int, str]
    name: str = MODES
    type: pa.DataType = MODES_TYPE
    form: Form = PLAIN
    nullable: bool = True


Shown = FixedColumn | PivotColumn | CellColumn | DecodedColumn | ModesColumn

RECORD_NUMBER = " record"
"""Name of a column that no view has: the number of the record that a row comes from."""
RECORD_START, RECORD_END = " start", " end"
"""Likewise: where that record begins and ends."""


@dataclass(frozen=True)
class Layout:
    """The columns of a view, from the left.

    ``levels``: the view, its inner view, and so on to the one that makes rows. ``limits``, ``replaces``: bounds on what
    a library decodes, and whether text that can't be decoded gets U+FFFD. ``warnings``: what is lost
    where rows are written, one line each. ``whole``: whether these are all columns."""

    levels: tuple[View, ...]
    columns: tuple[Shown, ...]
    limits: Limits = DEFAULT
    replaces: bool = False
    warnings: tuple[str, ...] = ()
    whole: bool = True

    @cached_property
    def schema(self) -> pa.Schema:
        """Names, types and nullability of the columns."""
        return pa.schema([_field(column) for column in self.columns])

    @property
    def pivot(self) -> Pivot | None:
        """The pivot of the view that makes rows."""
        return self.levels[-1].pivot

    @property
    def cells(self) -> Cells | None:
        """The cells of the view that makes rows."""
        return self.levels[-1].cells

    @property
    def variants(self) -> Variants | None:
        """The columns that steps of the view that makes rows name."""
        return self.levels[-1].variants

    @property
    def asks_headers(self) -> bool:
        """Whether it matters which columns the header of a file names: some are shown, or all that there are."""
        return self.cells is not None and (self.whole or any(isinstance(one, CellColumn) for one in self.columns))

    @property
    def stated(self) -> tuple[str, ...]:
        """The names of the columns that the view states, whether or not they are shown."""
        return stated_names(self.levels[0])

    @property
    def decode(self) -> Decode | None:
        """What decodes the rows."""
        return self.levels[-1].decode

    def only(self, positions: Sequence[int]) -> Layout:
        """A layout of some of the columns, in the given order."""
        whole = self.whole and len(positions) == len(self.columns)
        return replace(self, columns=tuple(self.columns[position] for position in positions), whole=whole)

    def numbered(self, *, streams: bool, spares: bool = False) -> Layout:
        """The layout with a last column `RECORD_NUMBER`: 0 throughout where the file is one record.

        ``spares``: elements of lists in lists are the records; where each begins and ends are two more columns.
        """

        def number(scope: Scope) -> int:
            return number_of_record(scope) if streams else 0

        def place(part: int) -> Callable[[Scope], int]:
            return lambda scope: -1 if scope.record is None else scope.record[part]

        wanted: dict[str, Callable[[Scope], int]] = {RECORD_NUMBER: number}
        if spares:
            wanted = {RECORD_NUMBER: place(0), RECORD_START: place(1), RECORD_END: place(2)}
        more = (Column(name, pa.int64(), value, per_row=False) for name, value in wanted.items())
        fixed = (FixedColumn(column.id, column.type, False, PLAIN, 0, column) for column in more)
        return replace(self, columns=(*self.columns, *fixed))


def number_of_record(scope: Scope) -> int:
    """The number of the record that a step of a view that streams is of."""
    return int(scope.levels[0]._index) if scope.levels else scope.index


def _field(column: Shown) -> pa.Field[Any]:
    said = column.said.metadata if isinstance(column, PivotColumn | CellColumn) else None
    return pa.field(column.name, column.type, column.nullable, said)


def view_of(codec: Codec, name: str | None) -> View:
    """The view of that name; None, and ``rows`` where no view is called that: the default one.

    Raises:
        OptionError: there is none of that name.
    """
    if not codec.views:
        raise CodecError(f"the codec {codec.name} has no views")
    by_name = {view.name: view for view in codec.views}
    default = next((view for view in codec.views if view.default), codec.views[0])
    if name is None:
        return default
    found = by_name.get(name) or (default if name == "rows" else None)
    if found is None:
        raise OptionError(f"unknown view {name!r} of {codec.name}", hint=hint(name, by_name, "views"))
    return found


def levels_of(view: View) -> tuple[View, ...]:
    """The view, its inner view, and so on."""
    found = [view]
    while found[-1].inner is not None:
        if found[-1].rows is not None or found[-1].pivot is not None:
            raise CodecError(f"the view {found[-1].name} has rows or a pivot beside an inner view")
        found.append(found[-1].inner.inside(view.left))
    return tuple(found)


def pivot_of(view: View) -> Pivot | None:
    """The pivot whose columns the view shows."""
    return levels_of(view)[-1].pivot


def cells_of(view: View) -> Cells | None:
    """The cells whose columns the view shows."""
    return levels_of(view)[-1].cells


def variants_of(view: View) -> Variants | None:
    """What names the columns of a view step by step."""
    return levels_of(view)[-1].variants


def stated_names(view: View) -> tuple[str, ...]:
    """The names of the columns that a view states."""
    return tuple(dict.fromkeys(column.id for level in levels_of(view) for column in level.columns))


def needs_discovery(view: View, settings: Settings) -> bool:
    """Whether the columns depend on the bytes of the files: a pivot that no option names and types wholly, or
    columns that headers name."""
    if cells_of(view) is not None or levels_of(view)[-1].decode is not None:
        return True
    variants = variants_of(view)
    if variants is not None:
        return chosen(variants, settings.values, stated_names(view)) is None
    pivot = pivot_of(view)
    if pivot is None:
        return False
    given = given_columns(pivot, settings)
    return given is None or any(column.case is None for column in given)


def has_properties(view: View) -> bool:
    """Whether files say more of a view's columns than their values."""
    return bool(properties_of(view))


def properties_of(view: View) -> tuple[Property, ...]:
    """What files say of a view's columns beside their values."""
    owner = pivot_of(view) or cells_of(view)
    return owner.properties if owner is not None else ()


def given_columns(pivot: Pivot, settings: Settings) -> Sequence[PivotSchema] | None:
    """The columns that an option names in place of the file's keys."""
    value = settings.values.get(pivot.schema) if pivot.schema is not None else None
    if value is None:
        return None
    columns: Sequence[PivotSchema] = tuple(value)
    return columns


def layout_of(view: View, settings: Settings, keys: PivotKeys | None = None) -> Layout:
    """The columns of a view.

    Args:
        view: the view.
        settings: options; ``enums=int``, ``switchTags`` and the schema of a pivot count.
        keys: what was discovered, where `needs_discovery` says that it is needed.
    """
    levels = levels_of(view)
    variants = levels[-1].variants
    if variants is not None:
        keys = chosen(variants, settings.values, stated_names(view)) or keys
    hidden: set[str] = set()
    columns: list[Shown] = []
    for level, one in enumerate(levels):
        for column in one.columns:
            if column.id not in hidden:
                kind, form = _shown(column.type, column.form, settings)
                columns.append(FixedColumn(column.id, kind, column.nullable, form, level, column))
        hidden.update(column.id for column in one.columns)
    names = Names(column.name for column in columns)
    columns += [replace(one, name=names.take(one.name)) for one in _pivot_columns(levels[-1].pivot, settings, keys)]
    stated = levels[-1].cells.properties if levels[-1].cells is not None else ()
    if keys is not None and stated:
        check_options(stated, settings.values, [cell.name for cell in keys.cells.values()])
    for cell in keys.cells.values() if keys is not None else ():
        kind, form = _shown(cell.type, cell.form, settings)
        said = _said(cell).telling(options_of(stated, settings.values, cell.name))
        columns.append(CellColumn(cell.name, kind, form, cell.case, cell.nullable, said))
    decode = levels[-1].decode
    if decode is not None and keys is not None and keys.decoded is not None:
        columns.append(DecodedColumn(decode.column, keys.decoded))
    pivot = levels[-1].pivot
    if settings.includeModes:
        if pivot is None or pivot.mode is None:
            raise OptionError(f"option includeModes: columns of the view {view.name} have no modes")
        if any(column.name == MODES for column in columns):
            raise OptionError(f"the view has a column {MODES} of its own", hint="Leave includeModes out.")
        columns.append(_modes_column(pivot.mode, [c for c in columns if isinstance(c, PivotColumn)]))
    return Layout(levels, tuple(columns), settings.limits, settings.malformedStrings == "replace")


def _modes_column(mode: Property, columns: Sequence[PivotColumn]) -> ModesColumn:
    told = {one.key: one.said.values[mode.id] for one in columns if mode.id in one.said.told}
    return ModesColumn({one.key: one.name for one in columns}, told)


def _shown(kind: pa.DataType, form: Form, settings: Settings) -> tuple[pa.DataType, Form]:
    form = settled(form, settings.values, replaces=settings.malformedStrings == "replace")
    if settings.enums == "int":
        kind, form = as_numbers(kind, form)
    return with_tags(kind, form) if settings.switchTags else (kind, form)


def _pivot_columns(pivot: Pivot | None, settings: Settings, keys: PivotKeys | None) -> Iterator[PivotColumn]:
    """The columns of a pivot, with what options say of them."""
    if pivot is None:
        return
    columns = list(_stated_columns(pivot, settings, keys))
    if keys is not None:
        check_options(pivot.properties, settings.values, [column.name for column in columns])
    mode = pivot.mode
    for column in columns:
        told = options_of(pivot.properties, settings.values, column.name)
        said = column.said.telling(told)
        if settings.includeModes and mode is not None and mode.id not in told:
            said = said.without(mode.id)  # rows say it
        case = next((told[one.id] for one in pivot.properties if one.is_case and one.id in told), column.case)
        if case == column.case:
            yield replace(column, said=said)
            continue
        kind, form = _shown(pivot.cases[case], pivot.forms.get(case, PLAIN), settings)
        yield replace(column, type=kind, form=form, case=case, labels=None, said=said)


def _stated_columns(pivot: Pivot, settings: Settings, keys: PivotKeys | None) -> Iterator[PivotColumn]:
    given = given_columns(pivot, settings)
    found = keys.columns if keys is not None else {}
    if given is None:
        for key in sorted(found):
            column = found[key]
            kind, form = _shown(column.type, column.form, settings)
            yield PivotColumn(column.name, kind, form, key, column.case, said=_said(column))
        return
    for one in given:
        case = one.case or ""
        if one.case is not None:
            if one.case not in pivot.cases:
                raise OptionError(
                    f"option {pivot.schema}: column {one.name}: unknown type {one.case!r}",
                    hint=hint(one.case, pivot.cases, "types"),
                )
            kind, form = pivot.cases[one.case], pivot.forms.get(one.case, PLAIN)
        elif one.key in found:
            kind, form, case = found[one.key].type, found[one.key].form, found[one.key].case
        else:
            kind, form = pa.null(), PLAIN
        kind, form = _shown(kind, form, settings)
        said = _said(found[one.key]) if one.key in found else NOTHING
        if one.case is not None:
            said = said.telling({stated.id: one.case for stated in pivot.properties if stated.is_case})
        if one.labels is not None and settings.enums == "label" and is_integer(innermost(kind)):
            labels = dict(enumerate(one.labels))
            shown = with_innermost(kind, pa.string())
            yield PivotColumn(one.name, shown, with_labels(kind, form, labels), one.key, case, labels, said=said)
        else:
            yield PivotColumn(one.name, kind, form, one.key, case, said=said)


def _said(seen: PivotKey) -> Said:
    """What files say of a column, of all steps that were looked at."""
    values = {name: value for name, value in seen.said.items() if value is not None}
    return Said(values, frozenset(name for name, value in seen.said.items() if value is None))


def row_per_record(codec: Codec, view: View) -> bool:
    """Whether every record gives one row, so that rows and records have the same numbers."""
    levels = levels_of(view)
    first = levels[0]
    every = first.rows is None and first.where is None and not first.deeper
    return len(levels) == 1 and every and first.each_field == codec.records_field != ""


def row_per_file(view: View) -> bool:
    """Whether a file is one row, or bad."""
    levels = levels_of(view)
    plain = all(one.each is None and one.rows is None and one.where is None and one.first is None for one in levels)
    return plain and levels[-1].decode is None


def in_extension_types(layout: Layout, columns: pa.Schema) -> pa.Schema:
    """The columns of a view in extension types, where one is meant for them."""
    found = []
    for field, one in zip(columns, layout.columns, strict=True):
        shape = one.column.shape if isinstance(one, FixedColumn) else ()
        found.append(field.with_type(extended(field.type, one.form, shape)))
    return pa.schema(found)
