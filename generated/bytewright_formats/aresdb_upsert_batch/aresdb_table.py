"""AresDB table schemas: which columns a table has."""

from __future__ import annotations

import json
from typing import Any

from bytewright.columns import PivotSchema
from bytewright.errors import OptionError

_CASES = {
    "bool": "bool",
    "int8": "int8",
    "uint8": "uint8",
    "int16": "int16",
    "uint16": "uint16",
    "int32": "int32",
    "uint32": "uint32",
    "int64": "int64",
    "float32": "float32",
    "smallenum": "small_enum",
    "bigenum": "big_enum",
    "uuid": "uuid",
    "geopoint": "geopoint",
    "geoshape": "geoshape",
}


def columns(text: str) -> tuple[PivotSchema, ...]:
    """The columns of a table, in the order of their ids.

    Args:
        text: a table schema as AresDB's controller stores and serves it: an object with ``columns``, each with ``name``
            and ``type`` (``Uint32``, ``SmallEnum``, ``Float32[]`` …), ``deleted`` where it is no longer used; for enum
            columns, ``enumCases`` may list the names of the cases in the order of their numbers. A column's id is its
            place in the list. Those in ``primaryKeyColumns`` must have a value in rows that are written, as must the
            first one of a fact table (``isFactTable``), its event time, unless ``allowMissingEventTime``.

    Raises:
        OptionError: the text is no such schema.
    """
    try:
        schema = json.loads(text)
        found = schema["columns"]
        required = _required(schema)
        return tuple(_column(i, column, required) for i, column in enumerate(found) if not column.get("deleted"))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise OptionError(f"not an AresDB table schema: {type(error).__name__}: {error}") from None


def _required(schema: dict[str, Any]) -> dict[int, str]:
    """Columns that must have a value, by their ids, with what they are."""
    found = {}
    if _stated(schema, "isFactTable") and not _stated(schema, "allowMissingEventTime"):
        found[0] = "the event time of a fact table"
    keys = _stated(schema, "primaryKeyColumns") or ()
    return found | {int(number): "a column of the primary key" for number in keys}


def _stated(schema: dict[str, Any], name: str) -> Any:
    """A member of a schema, or of its ``config``, in any of the ways in which its name is written."""
    plain = name.lower()
    for where in (schema, schema.get("config") or {}):
        for key, value in where.items():
            if key.replace("_", "").lower() == plain:
                return value
    return None


def _column(number: int, column: dict[str, Any], required: dict[int, str]) -> PivotSchema:
    stated = str(column["type"])
    base, brackets, _ = stated.partition("[]")
    case = _CASES.get(base.lower())
    if case is None:
        raise OptionError(f"unknown AresDB type {stated!r} of column {number}", expected=", ".join(sorted(_CASES)))
    cases = column.get("enumCases")
    labels = tuple(str(name) for name in cases) if cases and case.endswith("_enum") else None
    return PivotSchema(
        number, str(column.get("name") or f"c{number}"), case + brackets, labels, required.get(number, "")
    )
