"""Rows of Arrow as values of Python's, whatever year their moments lie in."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from bytewright.arrow.logical import MICROSECONDS, FarMoment
from bytewright.errors import WriteError


def rows_of(table: pa.RecordBatch | pa.Table, first: int = 0) -> list[dict[str, Any]]:
    """The rows, a dictionary each; moments that ``datetime`` can't say are `FarMoment`.

    Args:
        table: the rows.
        first: the number of the first one, for errors.

    Raises:
        WriteError: text isn't UTF-8.
    """
    try:
        return table.to_pylist()
    except (OverflowError, UnicodeDecodeError):
        pass  # a moment lies in a year that datetime doesn't have; or it is to be found which text is wrong
    columns = [_values(column, name, first) for name, column in zip(table.schema.names, table.columns, strict=True)]
    return [dict(zip(table.schema.names, values, strict=True)) for values in zip(*columns, strict=True)]


def _values(column: Any, name: str, first: int) -> list[Any]:
    values = []
    for number, scalar in enumerate(column, first):
        try:
            values.append(_value(scalar))
        except UnicodeDecodeError as error:
            found = error.object[error.start : error.end].hex()
            raise WriteError(field=f"rows[{number}].{name}", expected="text in UTF-8", found=f"bytes {found}") from None
    return values


def _value(scalar: Any) -> Any:
    kind = scalar.type
    if not scalar.is_valid:
        return None
    if pa.types.is_map(kind):
        return [(_value(entry["key"]), _value(entry["value"])) for entry in scalar.values]
    if pa.types.is_struct(kind):
        return {field.name: _value(scalar[field.name]) for field in kind}
    if pa.types.is_list(kind) or pa.types.is_large_list(kind):
        return [_value(item) for item in scalar.values]
    if pa.types.is_timestamp(kind):
        try:
            return scalar.as_py()
        except OverflowError:
            return FarMoment(scalar.value * MICROSECONDS[kind.unit])
    return scalar.as_py()
