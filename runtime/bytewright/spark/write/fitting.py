"""Whether the columns of a DataFrame can be written as the columns of a format: their types before, their values while
it is done.

Types must be such that no value changes. Integers of any width go, as it is checked that they fit.
"""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from bytewright.arrow.types import spark_type
from bytewright.errors import OptionError, WriteError
from bytewright.host.suggest import hint


def check(have: pa.Schema, want: pa.Schema) -> None:
    """Refuse columns whose values are none of the format's.

    Args:
        have: the columns of the rows.
        want: those of the view; every one of ``have`` is among them.

    Raises:
        OptionError: a column has another type.
    """
    for field in have:
        _check(field.type, want.field(field.name).type, field.name)


def fitted(table: pa.Table, want: pa.Schema) -> pa.Table:
    """Rows whose whole numbers have the types of their columns.

    Raises:
        WriteError: one of them is none of its column; the field is the row and column.
    """
    for place, name in enumerate(table.schema.names):
        have, kind = table.schema.field(name).type, want.field(name).type
        if have.equals(kind) or not (_is_whole(have) and pa.types.is_integer(kind)):
            continue
        try:
            field = table.schema.field(place).with_type(kind)
            table = table.set_column(place, field, table[name].cast(kind))
        except pa.ArrowInvalid:
            raise _misfit(table[name], kind, name) from None
    return table


def _misfit(column: Any, kind: pa.DataType, name: str) -> WriteError:
    most = 1 << (kind.bit_width - 1)
    for number, value in enumerate(column.to_pylist()):
        if value is not None and not -most <= value < most:
            field = f"rows[{number}].{name}"
            return WriteError(field=field, expected=f"a value of {spark_type(kind)}", found=str(value))
    return WriteError(field=name, expected=f"values of {spark_type(kind)}")


def _check(have: pa.DataType, want: pa.DataType, where: str) -> None:
    types = pa.types
    if types.is_struct(have) and types.is_struct(want):
        members = {field.name: field.type for field in want}
        for field in have:
            if field.name not in members:
                raise OptionError(
                    f"there is no member {field.name}", field=where, hint=hint(field.name, members, "members")
                )
            _check(field.type, members[field.name], f"{where}.{field.name}")
    elif types.is_list(have) and types.is_list(want):
        _check(have.value_type, want.value_type, f"{where}[]")
    elif types.is_map(have) and types.is_map(want):
        _check(have.key_type, want.key_type, f"{where}.key")
        _check(have.item_type, want.item_type, f"{where}.value")
    elif not _fits(have, want):
        raise OptionError(
            "a column can't be written as that type",
            field=where,
            expected=_said(want),
            found=_said(have),
            hint="Cast it in Spark.",
        )


def _fits(have: pa.DataType, want: pa.DataType) -> bool:
    types = pa.types
    if have.equals(want) or types.is_null(have) or types.is_null(want):
        return True
    if _is_whole(have):
        return _is_whole(want)
    if types.is_floating(have):
        return types.is_floating(want) and bool(have.bit_width <= want.bit_width)
    if types.is_timestamp(have):
        return types.is_timestamp(want) and (have.tz is None) == (want.tz is None)
    if types.is_string(have) or types.is_large_string(have):
        return types.is_string(want)
    if types.is_binary(have) or types.is_large_binary(have):
        return types.is_binary(want)
    return False


def _is_whole(kind: pa.DataType) -> bool:
    return pa.types.is_integer(kind) or (pa.types.is_decimal(kind) and kind.scale == 0)


def _said(kind: pa.DataType) -> str:
    try:
        return spark_type(kind)
    except TypeError:
        return str(kind)
