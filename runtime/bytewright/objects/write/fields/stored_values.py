"""Values of enums and logical types as they are stored."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any

from bytewright.arrow.logical import MIN_LONG, moment_of, units, unwrapped, utf16_unit
from bytewright.errors import WriteError, shown
from bytewright.model.structures import Field, Struct, field_path


def stored_value(owner: Struct, field: int) -> None:
    """Turn what a user set into what is stored: labels of an enum, moments, text of UUIDs.

    Raises:
        WriteError: a label, moment or UUID that is not one.
    """
    known = owner.FIELDS[field]
    value = getattr(owner, known.name)
    if isinstance(value, list):
        plain = (_plain(known, v, owner, field, i) for i, v in enumerate(value))
        setattr(owner, known.name, owner._list(known.name, plain))
    elif value is not None:
        setattr(owner, known.name, _plain(known, value, owner, field, None))


def _plain(known: Field, value: Any, owner: Struct, field: int, element: int | None) -> Any:
    if isinstance(value, str) and known.enum is not None:
        member = known.enum.labelled(value)
        if member is not None:
            return member
        if value.lstrip("-").isdigit():
            return _plain(known, int(value), owner, field, element)
        names = ", ".join(m.label for m in known.enum)
        raise WriteError(field=field_path(owner, field, element), expected=f"one of {names}", found=shown(value))
    if type(value) is int and known.enum is not None:
        return known.enum._value2member_map_.get(value, value)
    if known.unit and isinstance(value, datetime | str):
        where = field_path(owner, field, element)
        try:
            moment = datetime.fromisoformat(value) if isinstance(value, str) else value
        except ValueError:
            raise WriteError(field=where, expected="a moment as in ISO 8601", found=shown(value)) from None
        try:
            return units(moment_of(moment), known.unit)  # type: ignore[arg-type]
        except ValueError as error:
            raise WriteError(str(error), field=where) from None
    return stored_logical(known.logical, value, owner, field, element)


def stored_logical(logical: str, value: Any, owner: Struct, field: int, element: int | None) -> Any:
    """What is stored of a value that has a logical type.

    Raises:
        WriteError: it is no such value.
    """
    if logical == "bool" and isinstance(value, bool):
        return int(value)
    if logical == "long" and type(value) is int and MIN_LONG <= value < 0:
        return unwrapped(value)
    if logical == "utf16-unit" and isinstance(value, str):
        try:
            return utf16_unit(value)
        except ValueError as error:
            raise WriteError(field=field_path(owner, field, element), expected=str(error), found=shown(value)) from None
    if logical == "uuid" and isinstance(value, str | uuid.UUID):
        try:
            return uuid.UUID(str(value)).bytes
        except ValueError:
            raise WriteError(field=field_path(owner, field, element), expected="a UUID", found=shown(value)) from None
    return value
