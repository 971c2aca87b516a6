"""What generated writers call to derive fields and to check what users set."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from bytewright.errors import WriteError
from bytewright.logical import moment_of, units
from bytewright.model import Field, Struct, field_path
from bytewright.output import Output, shown
from bytewright.reading import described


def unfit(owner: Struct, field: int, expected: str, value: Any, element: int | None = None) -> WriteError:
    """The error for a value that breaks a rule of its format."""
    return WriteError(field=field_path(owner, field, element), expected=expected, found=described(value))


def present(owner: Struct, field: int) -> None:
    """A value that must be there.

    Raises:
        WriteError: it was not set.
    """
    if getattr(owner, owner.FIELDS[field].name) is None:
        raise WriteError(field=field_path(owner, field), expected="a value", found="nothing")


def left_out(owner: Struct, field: int) -> None:
    """A field whose condition is false; a derived one becomes absent.

    Raises:
        WriteError: it was set, and not only to nulls.
    """
    name = owner.FIELDS[field].name
    value = getattr(owner, name)
    if owner.FIELDS[field].derived:
        setattr(owner, name, None)
    elif value is not None and not (isinstance(value, list) and all(v is None for v in value)):
        raise WriteError(
            field=field_path(owner, field), expected="nothing, as its condition is false", found=shown(value)
        )


def listed(owner: Struct, field: int, count: int | None = None) -> Sequence[Any]:
    """A list that must be there, with as many elements as its count says.

    Raises:
        WriteError: it is no list, or has another length.
    """
    values = getattr(owner, owner.FIELDS[field].name)
    if values is None or isinstance(values, str | bytes) or not isinstance(values, Sequence):
        raise WriteError(field=field_path(owner, field), expected="a list", found=shown(values))
    if count is not None and len(values) != count:
        raise WriteError(field=field_path(owner, field), expected=f"{count} elements", found=str(len(values)))
    return values


def ended(owner: Struct, field: int, ends: Sequence[bool]) -> None:
    """A list that goes on until a condition holds: ``ends`` says of each element whether it does.

    Raises:
        WriteError: it holds before the last element, or not there.
    """
    last = len(ends) - 1
    for i, end in enumerate(ends):
        if end and i < last:
            raise WriteError(
                field=field_path(owner, field, i + 1), expected="nothing behind what ends the list", found="more"
            )
    if not ends or not ends[-1]:
        raise WriteError(field=field_path(owner, field), expected="a last element that ends the list", found="none")


def encoded(value: Any, encoding: str, owner: Struct, field: int, element: int | None) -> bytes:
    """Text as bytes.

    Raises:
        WriteError: the value is no text, or the encoding has no such characters.
    """
    if not isinstance(value, str):
        raise WriteError(field=field_path(owner, field, element), expected="text", found=shown(value))
    try:
        return value.encode(encoding)
    except UnicodeEncodeError as error:
        raise WriteError(
            field=field_path(owner, field, element), expected=f"text in {encoding}", found=shown(value[error.start])
        ) from None


def _settles(owner: Struct, field: int, out: Output) -> bool:
    """Whether a derived field is to be computed: not where a user overrides it."""
    return not (out.override and getattr(owner, owner.FIELDS[field].name) is not None)


def constant(owner: Struct, field: int, out: Output, value: Any) -> None:
    """Derive a field that is always the same."""
    if _settles(owner, field, out):
        setattr(owner, owner.FIELDS[field].name, value)


def count_of(owner: Struct, field: int, out: Output, *lists: tuple[str, Iterable[Any], Callable[[int], int]]) -> None:
    """Derive a count from the lists that it counts.

    Args:
        owner: the structure that holds the count.
        field: which of its fields the count is.
        out: where it will be written.
        lists: name, the lists (None where one is left out), and how the count follows from a length.

    Raises:
        WriteError: the lists are not equally long, or there is none and no count was given.
    """
    if not _settles(owner, field, out):
        return
    name = owner.FIELDS[field].name
    found: int | None = None
    first = ""
    for label, values, count in lists:
        for value in values:
            if value is None:
                continue
            here = count(len(value))
            if found is None:
                found, first = here, label
            elif here != found:
                expected = f"as many in {label} as in {first} ({found})"
                raise WriteError(field=field_path(owner, field), expected=expected, found=str(here))
    if found is None:
        found = getattr(owner, name)
        if found is None:
            expected = "a number, as no list is there to count"
            raise WriteError(field=field_path(owner, field), expected=expected, found="nothing")
    setattr(owner, name, found)


def nulls_of(
    owner: Struct, field: int, out: Output, values: Sequence[Any] | None, all: Any, none: Any, some: Any
) -> None:
    """Derive a field that says whether all, none or some values of a list are null; a stored one that is true stays."""
    if not _settles(owner, field, out):
        return
    name = owner.FIELDS[field].name
    stored = getattr(owner, name)
    nulls = 0 if values is None else sum(value is None for value in values)
    everything = values is None or nulls == len(values)
    true = {all} if values is None else {some, *([all] if everything else []), *([] if nulls else [none])}
    if stored is None or out.canonical or stored not in true:
        setattr(owner, name, all if everything else some if nulls else none)


def validity_of(owner: Struct, field: int, out: Output, values: Sequence[Any] | None) -> None:
    """Derive the bits that say which elements of a list are present."""
    if _settles(owner, field, out):
        bits = None if values is None else [value is not None for value in values]
        setattr(owner, owner.FIELDS[field].name, bits)


def reserve(owner: Struct, field: int, out: Output, count: int, when_empty: int) -> None:
    """Make room for a list of late values; what was read is the first guess, and stays where nothing settles it."""
    if not _settles(owner, field, out):
        return
    name = owner.FIELDS[field].name
    stored = getattr(owner, name)
    if out.canonical or not isinstance(stored, list) or len(stored) != count:
        setattr(owner, name, [when_empty] * count)


def reserve_one(owner: Struct, field: int, out: Output) -> None:
    """Make room for a late value; what was read is the first guess."""
    name = owner.FIELDS[field].name
    if getattr(owner, name) is None or (out.canonical and not out.override):
        setattr(owner, name, 0)


def plain(owner: Struct, field: int) -> None:
    """Turn what a user set into what is stored: labels of an enum into members, moments into counts of units.

    Raises:
        WriteError: a label or moment that is not one.
    """
    known = owner.FIELDS[field]
    value = getattr(owner, known.name)
    if isinstance(value, list):
        setattr(owner, known.name, [_plain(known, v, owner, field, i) for i, v in enumerate(value)])
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
        try:
            moment = datetime.fromisoformat(value) if isinstance(value, str) else value
            return units(moment_of(moment), known.unit)  # type: ignore[arg-type]
        except ValueError as error:
            raise WriteError(field=field_path(owner, field, element), expected=str(error), found=shown(value)) from None
    return value


def structure(kind: type[Struct], owner: Struct, field: int, value: Any = None, element: int | None = None) -> Any:
    """A nested structure, also from plain values: a mapping of its fields, or the value that stands for it.

    Raises:
        WriteError: the value is neither.
    """
    if element is None:
        value = getattr(owner, owner.FIELDS[field].name)
    if isinstance(value, kind):
        item = value
    elif isinstance(value, Mapping):
        try:
            item = kind(**value)
        except TypeError as error:
            message = str(error).partition("() ")[2] or str(error)
            raise WriteError(message, field=field_path(owner, field, element)) from None
    elif kind.SHOWN_AS and value is not None and not isinstance(value, Struct):
        item = kind(**{kind.SHOWN_AS: _stored(kind.LOGICAL, value, owner, field, element)})
    else:
        raise WriteError(field=field_path(owner, field, element), expected=f"a {kind.__name__}", found=shown(value))
    item._parent, item._field, item._index = owner, owner.FIELDS[field].id, element
    for i, known in enumerate(item.FIELDS):
        inner = getattr(item, known.name) if known.struct is not None else None
        if isinstance(inner, Mapping):
            setattr(item, known.name, structure(known.struct, item, i))  # type: ignore[arg-type]
        elif isinstance(inner, list) and any(isinstance(value, Mapping) for value in inner):
            setattr(item, known.name, structures(known.struct, item, i))  # type: ignore[arg-type]
    return item


def structures(kind: type[Struct], owner: Struct, field: int) -> list[Any]:
    """A list of nested structures, likewise; None in it stays (a value that is absent)."""
    values = listed(owner, field)
    return [None if v is None else structure(kind, owner, field, v, i) for i, v in enumerate(values)]


def _stored(logical: str, value: Any, owner: Struct, field: int, element: int | None) -> Any:
    if logical == "uuid" and isinstance(value, str | uuid.UUID):
        try:
            return uuid.UUID(str(value)).bytes
        except ValueError:
            raise WriteError(field=field_path(owner, field, element), expected="a UUID", found=shown(value)) from None
    return value
