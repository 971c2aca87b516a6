"""Columns that were asked for by name: whole ones, and members of structures by dotted path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from bytewright.arrow.extensions import as_extension
from bytewright.errors import OptionError
from bytewright.host.suggest import hint


@dataclass(frozen=True, slots=True)
class Picked:
    """One column asked for: the column that holds it (its place among `Selection.needed`), and the way to a member."""

    place: int
    path: tuple[str, ...]
    field: pa.Field[Any]


@dataclass(frozen=True)
class Selection:
    """Columns in the order asked.

    Attributes:
        needed: positions in the schema of the columns that an engine has to make, in the schema's order.
        picked: what is shown.
    """

    needed: tuple[int, ...]
    picked: tuple[Picked, ...]

    @cached_property
    def schema(self) -> pa.Schema:
        """Names and types of what is shown."""
        return pa.schema([one.field for one in self.picked])

    def apply(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """What is shown of a batch of the needed columns."""
        arrays = [_shown(_member(batch.column(one.place), one.path), one.field.type) for one in self.picked]
        return pa.RecordBatch.from_arrays(arrays, schema=self.schema)


def _shown(array: Any, kind: pa.DataType) -> Any:
    return array if array.type == kind or not isinstance(kind, pa.BaseExtensionType) else as_extension(array, kind)


def everything(schema: pa.Schema, names: Sequence[str] | None = None) -> Selection:
    """All columns, or all of some names, whole and in the schema's order."""
    wanted = None if names is None else set(names)
    places = tuple(place for place, field in enumerate(schema) if wanted is None or field.name in wanted)
    return Selection(places, tuple(Picked(number, (), schema.field(place)) for number, place in enumerate(places)))


def select(schema: pa.Schema, names: Sequence[str]) -> Selection:
    """Some columns; a member of a structure keeps its dotted path as its name.

    Raises:
        OptionError: there is no such column; nothing is asked for; one is asked for twice.
    """
    if not names:
        raise OptionError("no column is asked for", hint=hint("", schema.names, "columns"))
    places = {name: place for place, name in reversed(list(enumerate(schema.names)))}
    found = [(name, *_find(schema, places, name)) for name in names]
    needed = tuple(sorted({position for _, position, _ in found}))
    picked: dict[str, Picked] = {}
    for name, position, path in found:
        if name in picked:
            raise OptionError(f"column {name} is asked for twice")
        field = schema.field(position)
        kind, nullable = field.type, field.nullable
        for step in path:
            kind, nullable = _member_type(kind, nullable, step)
        shown = pa.field(name, kind, nullable) if path else field
        picked[name] = Picked(needed.index(position), path, shown)
    return Selection(needed, tuple(picked.values()))


def _find(schema: pa.Schema, places: Mapping[str, int], name: str) -> tuple[int, tuple[str, ...]]:
    """Position of the column, and the way to the member; a column's own name may have dots."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        column = ".".join(parts[:length])
        if column in places:
            kind = schema.field(places[column]).type
            for place, step in enumerate(parts[length:]):
                members = _members(kind)
                if step not in members:
                    said = ".".join(parts[: length + place])
                    raise OptionError(
                        f"unknown column {name!r}: no {step!r} in {said}", hint=hint(step, members, "members")
                    )
                kind = members[step].type
            return places[column], tuple(parts[length:])
    raise OptionError(f"unknown column {name!r}", hint=hint(name, schema.names, "columns"))


def _members(kind: Any) -> dict[str, pa.Field[Any]]:
    while pa.types.is_list(kind):
        kind = kind.value_type
    return {field.name: field for field in kind} if pa.types.is_struct(kind) else {}


def _member_type(kind: Any, nullable: bool, step: str) -> tuple[pa.DataType, bool]:
    if pa.types.is_list(kind):
        inner, optional = _member_type(kind.value_type, kind.value_field.nullable, step)
        return pa.list_(pa.field(kind.value_field.name, inner, optional)), nullable
    field = _members(kind)[step]
    return field.type, nullable or field.nullable


def _member(array: Any, path: tuple[str, ...]) -> Any:
    for step in path:
        array = _step(array, step)
    return array


def _step(array: Any, step: str) -> Any:
    if pa.types.is_list(array.type):
        kind, _ = _member_type(array.type, True, step)
        return _relisted(array, _step(array.values, step), kind)
    return pc.struct_field(array, step)


def _relisted(array: Any, values: Any, kind: Any) -> Any:
    """A list array with other values under the same offsets and validity."""
    buffers = array.buffers()
    return pa.Array.from_buffers(kind, len(array), buffers[:2], offset=array.offset, children=[values])
