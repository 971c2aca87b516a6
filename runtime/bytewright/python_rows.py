"""Rows of Arrow as values of Python's, whatever year their moments lie in."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from bytewright.logical import MICROSECONDS, FarMoment


def rows_of(table: pa.RecordBatch | pa.Table) -> list[dict[str, Any]]:
    """The rows, a dictionary each; moments that ``datetime`` can't say are `FarMoment`."""
    try:
        return table.to_pylist()
    except OverflowError:
        pass  # a moment lies in a year that datetime doesn't have
    columns = [[_value(scalar) for scalar in column] for column in table.columns]
    return [dict(zip(table.schema.names, values, strict=True)) for values in zip(*columns, strict=True)]


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
