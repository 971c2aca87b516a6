"""Schemas of collections in JSON, as Milvus' clients print them: names and numbers of fields."""

from __future__ import annotations

import json
from typing import Any

SYSTEM = {"RowID": 0, "Timestamp": 1}
"""Fields that every collection has."""
FIRST = 100
"""Number of the first field of a user, where a schema gives none."""


def fields_of(text: str) -> list[dict[str, Any]]:
    """The fields of a collection: ``{"fields": [{"name": …, "fieldID": …, "data_type": …, …}]}``, or just the list.

    Fields without a number get the next one, from 100.

    Raises:
        ValueError: it is no such schema.
    """
    found = json.loads(text)
    if isinstance(found, dict):
        found = found.get("schema", found)
        found = found.get("fields") if isinstance(found, dict) else found
    if not isinstance(found, list) or not all(isinstance(field, dict) and "name" in field for field in found):
        raise ValueError("a schema has a list of fields, each with a name")
    fields, following, taken = [], FIRST, set()
    for field in found:
        number = next((field[key] for key in ("fieldID", "field_id", "fieldId", "id") if key in field), None)
        number = following if number is None else int(number)
        if number in taken:
            raise ValueError(f"two fields have the number {number}")
        taken.add(number)
        following = max(following, number + 1)
        fields.append({**field, "name": str(field["name"]), "field_id": number})
    return fields


def field_ids(text: str) -> dict[str, int]:
    """The numbers of fields by their names."""
    return SYSTEM | {field["name"]: field["field_id"] for field in fields_of(text)}
