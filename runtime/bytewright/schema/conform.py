"""Batches of one file in a schema that is wanted: its types, names, order and nullability.

Spark refuses a batch whose schema is not *equal* to that of the DataFrame, and only ever looks at the first one; what
does not fit must therefore be found here, before a row is read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc

from bytewright.arrow.types import spark_type
from bytewright.errors import OptionError
from bytewright.host.suggest import hint

if TYPE_CHECKING:
    from collections.abc import Sequence

Convert = Callable[[Any], Any]  # of arrays, whose nested kinds pyarrow's stubs know little of


class Conformer:
    """Turns batches of one file into batches of a DataFrame's schema, by name.

    Columns that the file lacks are null; those that the DataFrame lacks are left out, in structures too. Names match
    exactly or, failing that, without regard to case. Numbers widen; anything else must be of the same type.

    Attributes:
        names: the columns of the file that it needs, in the order of the DataFrame.

    Args:
        have: schema of the file's batches.
        want: schema of the DataFrame, as Spark writes it in Arrow.
        path: the file, for errors.
        may_lack: whether structures may lack members, which are null then.

    Raises:
        OptionError: a column has a type that it can't be turned into.
    """

    def __init__(self, have: pa.Schema, want: pa.Schema, path: str | None = None, *, may_lack: bool = False) -> None:
        self._want = want
        self._steps: list[tuple[str | None, Convert]] = []
        for field in want:
            name = match(field.name, have.names)
            if name is None:
                self._steps.append((None, _same))
            else:
                self._steps.append(
                    (name, _conversion(have.field(name).type, field.type, _Place(field.name, path, may_lack)))
                )
        self.names = list(dict.fromkeys(name for name, _ in self._steps if name is not None))

    def __call__(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """``batch`` with the DataFrame's schema."""
        columns = [
            pa.nulls(batch.num_rows, field.type) if name is None else convert(batch.column(name))
            for (name, convert), field in zip(self._steps, self._want, strict=True)
        ]
        return pa.RecordBatch.from_arrays(columns, schema=self._want)


def united(schemas: Sequence[pa.Schema]) -> pa.Schema:
    """The columns of several kinds of files by name, in the order in which they are met: what a `Conformer` can want.

    What not all of them have may be null. Numbers take the type that holds all values; members of structures unite as
    columns do.

    Raises:
        OptionError: columns of one name have types that nothing holds.
    """
    fields: dict[str, pa.Field[Any]] = {}
    for place, schema in enumerate(schemas):
        for field in schema:
            known = fields.get(field.name)
            new = field if place == 0 else field.with_nullable(True)
            fields[field.name] = new if known is None else _united_field(known, field)
        for name in fields.keys() - set(schema.names):
            fields[name] = fields[name].with_nullable(True)
    return pa.schema(list(fields.values()))


def _united_field(one: pa.Field[Any], other: pa.Field[Any], where: str = "") -> pa.Field[Any]:
    name = f"{where}.{one.name}" if where else one.name
    kind = _united_type(one.type, other.type, name)
    metadata: Any = one.metadata if one.metadata == other.metadata else None
    return pa.field(one.name, kind, one.nullable or other.nullable, metadata)


def _named(kind: Any) -> str:
    """A type's name in messages."""
    return str(kind) if isinstance(kind, pa.BaseExtensionType) else spark_type(kind)


def _united_type(one: Any, other: Any, where: str) -> Any:
    if one.equals(other) or _widens(other, one):
        return one
    if _widens(one, other):
        return other
    types = pa.types
    if types.is_struct(one) and types.is_struct(other):
        return pa.struct(list(united([pa.schema(list(one)), pa.schema(list(other))])))
    if types.is_list(one) and types.is_list(other):
        return pa.list_(_united_field(one.value_field, other.value_field, where))
    raise OptionError(
        "versions have columns of one name whose types don't unite",
        field=where,
        expected=_named(one),
        found=_named(other),
        hint="Name the columns that are read, or let a view of one version show it as the other's type.",
    )


def match(name: str, names: Sequence[str]) -> str | None:
    """The one of ``names`` that Spark means by ``name``: the same, or the only one that differs in case alone."""
    if name in names:
        return name
    same = [other for other in names if other.lower() == name.lower()]
    return same[0] if len(same) == 1 else None


def _same(array: Any) -> Any:
    return array


@dataclass(frozen=True, slots=True)
class _Place:
    """A column, or what lies in it, of a file, and whether structures there may lack members."""

    column: str
    path: str | None
    may_lack: bool

    def inside(self, step: str) -> _Place:
        return replace(self, column=self.column + step)


def _conversion(have: pa.DataType, want: pa.DataType, at: _Place) -> Convert:
    """How arrays of type ``have`` become arrays of type ``want``."""
    if have.equals(want):
        return _same
    if _widens(have, want):
        return lambda array: array.cast(want)
    if pa.types.is_struct(have) and pa.types.is_struct(want):
        return _struct(have, want, at)
    if _is_list(have) and pa.types.is_list(want):
        return _list(have, want, at)
    if pa.types.is_map(have) and pa.types.is_map(want):
        return _map(have, want, at)
    raise OptionError(
        "a column can't be read as that type",
        path=at.path,
        field=at.column,
        expected=_named(have),
        found=_named(want),
        hint="Leave the column's type as the format has it, and cast it in Spark.",
    )


def _widens(have: pa.DataType, want: pa.DataType) -> bool:
    """Whether every value of ``have`` is one of ``want``."""
    types = pa.types
    if types.is_null(have):
        return True
    if types.is_integer(have):
        digits = {8: 3, 16: 5, 32: 10, 64: 19 + types.is_unsigned_integer(have)}[have.bit_width]
        if types.is_decimal(want):
            return bool(want.precision - want.scale >= digits)
        if types.is_signed_integer(want):
            return bool(have.bit_width + types.is_unsigned_integer(have) <= want.bit_width)
        return False
    if types.is_floating(have):
        return types.is_floating(want) and bool(have.bit_width <= want.bit_width)
    if types.is_decimal(have):
        return (
            types.is_decimal(want)
            and want.scale >= have.scale
            and want.precision - want.scale >= have.precision - have.scale
        )
    if types.is_timestamp(have):
        # Nanoseconds would be cut off; seconds and milliseconds only ever gain digits.
        return types.is_timestamp(want) and have.unit != "ns" and (have.tz is None) == (want.tz is None)
    if _is_text(have):
        return _is_text(want)
    if _is_bytes(have):
        return _is_bytes(want)
    return False


def _struct(have: pa.StructType, want: pa.StructType, at: _Place) -> Convert:
    fields = [have.field(i) for i in range(have.num_fields)]
    names = [field.name for field in fields]
    wanted = [want.field(i) for i in range(want.num_fields)]
    steps: list[tuple[int | None, Convert]] = []
    for field in wanted:
        name = match(field.name, names)
        if name is None and at.may_lack:
            steps.append((None, _same))
            continue
        if name is None:
            said = hint(field.name, names, "members")
            raise OptionError(f"there is no member {field.name}", path=at.path, field=at.column, hint=said)
        place = names.index(name)
        steps.append((place, _conversion(fields[place].type, field.type, at.inside(f".{field.name}"))))

    def convert(array: Any) -> Any:
        members = array.flatten()
        mask = array.is_null() if array.null_count else None
        made = [
            pa.nulls(len(array), field.type) if place is None else step(members[place])
            for (place, step), field in zip(steps, wanted, strict=True)
        ]
        return pa.StructArray.from_arrays(made, fields=wanted, mask=mask)

    return convert


def _list(have: Any, want: Any, at: _Place) -> Convert:
    items = _conversion(have.value_type, want.value_type, at.inside("[]"))

    def convert(array: Any) -> Any:
        lengths = pc.fill_null(pc.list_value_length(array).cast(pa.int32()), 0)
        offsets = pa.concat_arrays([pa.array([0], pa.int32()), pc.cumulative_sum(lengths)])
        mask = array.is_null() if array.null_count else None
        return pa.ListArray.from_arrays(offsets, items(array.flatten()), type=want, mask=mask)

    return convert


def _map(have: Any, want: Any, at: _Place) -> Convert:
    keys = _conversion(have.key_type, want.key_type, at.inside(".key"))
    values = _conversion(have.item_type, want.item_type, at.inside(".value"))

    def convert(array: Any) -> Any:
        offsets = pc.add(array.offsets, 0)  # of its own: a mask can't go with offsets that are a slice
        mask = array.is_null() if array.null_count else None
        return pa.MapArray.from_arrays(offsets, keys(array.keys), values(array.items), type=want, mask=mask)

    return convert


def _is_list(kind: pa.DataType) -> bool:
    return pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)


def _is_text(kind: pa.DataType) -> bool:
    return pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_string_view(kind)


def _is_bytes(kind: pa.DataType) -> bool:
    types = pa.types
    return (
        types.is_binary(kind) or types.is_large_binary(kind) or types.is_binary_view(kind)
    ) or types.is_fixed_size_binary(kind)
