"""Structures whose fields are read when they are asked for, against objects."""

from __future__ import annotations

from typing import Any

import bytewright
from bytewright.codec.codec import Codec
from bytewright.errors import ReadError
from bytewright.model.structures import Struct

Seen = list[tuple[str, str]]
"""Each value with the way to it."""


def seen(value: Any, way: str = "", found: Seen | None = None, *, last_first: bool = False) -> Seen:
    """All values in a structure, its own before those in it; ``last_first``: its last field is asked for first."""
    found = [] if found is None else found
    if isinstance(value, Struct):
        fields = [field for field in value.FIELDS if field.name and not field.again]
        order = list(enumerate(fields))
        values = {}
        for number, field in reversed(order) if last_first else order:
            values[number] = getattr(value, field.name)
            if not last_first:
                seen(values[number], f"{way}.{field.id}", found)
        for number, field in order if last_first else ():
            seen(values[number], f"{way}.{field.id}", found, last_first=True)
    elif isinstance(value, list):
        for place, item in enumerate(value):
            seen(item, f"{way}[{place}]", found, last_first=last_first)
    else:
        found.append((way, repr(value)))
    return found


def agree_as_view(codec: Codec, data: bytes) -> None:
    """Hold a view of a file against its model."""
    try:
        expected = seen(codec.parse(data))
    except ReadError:
        errors: list[ReadError] = []
        try:
            ask(bytewright.view_of(memoryview(data), codec), errors)
        except ReadError as error:  # rules bind its fields
            errors.append(error)
        assert errors, data.hex()
        assert all(error.field and error.offset is not None and error.expected for error in errors), data.hex()
        return
    assert seen(bytewright.view_of(memoryview(data), codec)) == expected, data.hex()
    assert seen(bytewright.view_of(bytearray(data), codec), last_first=True) == expected, data.hex()


def ask(value: Any, errors: list[ReadError]) -> None:
    """Ask for all values in a structure, and go on behind those that are bad."""
    for item in value if isinstance(value, list) else ():
        ask(item, errors)
    for field in value.FIELDS if isinstance(value, Struct) else ():
        if field.name and not field.again:
            try:
                inner = getattr(value, field.name)
            except ReadError as error:
                errors.append(error)
                continue
            ask(inner, errors)
