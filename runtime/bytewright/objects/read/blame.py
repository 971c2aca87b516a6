"""Errors of reading: which stored field is to blame, where it lies, and what it holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from bytewright.errors import NO_VALUE, ReadError, ValueInvalidError, cause
from bytewright.model.enums import Enum
from bytewright.model.origins import decoded_field, span_of
from bytewright.model.places import Edges, Span
from bytewright.model.structures import Struct, field_path, value_of

FAILURES = (ReadError, *NO_VALUE, RecursionError)
"""What reading a structure may raise: errors of the input, and what its values make expressions raise."""


Blame = tuple[Any, ...]
"""A structure, the place of one of its fields, and perhaps that of an element of it."""
Owner = Struct | Callable[[], Struct]
"""A structure, or what gives it: an element of a list, which may be made only when it is asked for."""
Rests = Mapping[int, Sequence[tuple[Callable[[Any], Any], Callable[[Any], Blame]]]]
"""By field: what reading it computes of a structure, each with the stored field on which that rests."""


def locate_error(error: Exception, owner: Struct, field: int, rests: Rests | None = None) -> ReadError:
    """An error with the path of the field that was being read, unless it names one already.

    Args:
        error: the error.
        owner: the structure that was being read.
        field: which of its fields.
        rests: on what fields of such structures rest.
    """
    owner._read_in_part()
    if not isinstance(error, ReadError):
        error = _uncomputed(error, owner, field, (rests or {}).get(field, ()))
    if error.field is None or error.field.startswith("["):
        suffix = error.field or ""
        element = None
        if not suffix and owner.FIELDS[field].repeated:
            so_far = getattr(owner, owner.FIELDS[field].name or "_at")
            element = len(so_far) if isinstance(so_far, list) else None
        error.field = field_path(owner, field, element) + suffix
    if error.offset is None:
        error.offset = owner._io.at
    if error.within is None:
        within = decoded_field(owner)
        if within is not None and error.field.startswith(within):
            error.within = within
    if isinstance(error, ValueInvalidError) and error.hint is None and error.field == field_path(owner, field):
        error.hint = owner.FIELDS[field].hint or None
    if getattr(owner._io, "partly", False):  # what is written lies in another stream
        _reach(error, owner, field)
    return error


def _uncomputed(
    error: Exception,
    owner: Struct,
    field: int,
    rests: Sequence[tuple[Callable[[Any], Any], Callable[[Any], Blame]]],
) -> ReadError:
    """The error for something that can't be computed: the stored field on which it rests is to blame."""
    if isinstance(error, RecursionError):
        return ReadError(expected="fewer levels of nesting", offset=owner._io.at)
    for compute, blame in rests:
        try:
            compute(owner)
        except NO_VALUE:
            found = _stored(partial(blame, owner))
            if found is not None:
                holder, place, element = found
                expected = f"a value with which {owner.FIELDS[field].id} can be read"
                return invalid_value(holder, place, expected, value_of(*found), element)
    return ReadError(expected=f"a value that can be computed with ({cause(error)})", offset=owner._io.at)


def _stored(blame: Callable[[], Blame]) -> tuple[Struct, int, int | None] | None:
    """The stored field to blame, if there is one: where a calculated value went another way there may be none."""
    with suppress(*NO_VALUE):
        owner, field, *element = blame()
        found = owner, field, element[0] if element else None
        value_of(*found)  # a list may lack the element
        if isinstance(owner, Struct) and span_of(*found) is not None:
            return found
    return None


def _reach(error: ReadError, owner: Struct, field: int) -> None:
    """Keep what was read of a structure, and in it what was read of the one in which an error came."""
    inner, error.reached = error.reached, owner
    known = owner.FIELDS[field]
    if inner is None or inner._parent is not owner or inner._field != known.id or not inner._at:
        return
    value, place = getattr(owner, known.name), owner._at.get(field)
    if not known.repeated:
        setattr(owner, known.name, inner)
        if not known.placed:
            owner._at[field] = Span(_start(owner, known.stream, inner), owner._io.at)
    elif isinstance(value, list) and isinstance(place, Edges):
        value.append(inner)
        place.edges.append(owner._io.at)


def _start(owner: Struct, stream: str, inner: Struct) -> int:
    """Where a structure begins that has been read in part; ``stream``: of what it has one of its own, if it has."""
    if not stream:
        return min(place.start for place in inner._at.values())
    if stream == "own":
        origin: int = inner._io.origin
        return origin
    return max((place.end for place in owner._at.values()), default=owner._io.at)


def invalid_value(
    owner: Struct, field: int, expected: str, value: Any, element: int | None = None, *, found: str = ""
) -> ValueInvalidError:
    """The error for a value that breaks a rule; ``found``: what to say of it, by default what it is."""
    span = span_of(owner, field, element)
    return ValueInvalidError(
        offset=span.start if span else None,
        field=field_path(owner, field, element),
        expected=expected,
        found=found or shown_value(value),
    )


def shown_value(value: Any) -> str:
    """A value as errors show it."""
    match value:
        case Enum():
            return f"{value.label} ({_number(int(value))})"
        case bool() | float():
            return str(value)
        case int():
            return _number(value)
        case bytes():
            return value[:32].hex() + ("…" if len(value) > 32 else "") or "nothing"
        case str():
            return repr(value if len(value) <= 60 else value[:57] + "...")
    return type(value).__name__


def _number(value: int) -> str:
    return f"{value} (0x{value:x})" if value >= 1 << 16 else str(value)


def invalid_instance(
    owner: Struct, name: str, expected: str, found: str, blame: Callable[[], Blame] | None = None
) -> ValueInvalidError:
    """The error for a calculated value that breaks a rule.

    Args:
        owner: the structure.
        name: id of the value.
        expected: what the rule says.
        found: what there is.
        blame: the stored field on which the value rests, and where it lies; None: it lies where its structure begins.
    """
    stored = None if blame is None else _stored(blame)
    span = None if stored is None else span_of(*stored)
    offset = beginning(owner) if span is None else span.start
    return ValueInvalidError(offset=offset, field=field_path(owner, name), expected=expected, found=found)


def invalid_calculation(error: Exception, owner: Struct, name: str) -> ReadError:
    """The error for a calculated value that has a rule: that of the rule, or that there is no value.

    Args:
        error: the error.
        owner: the structure.
        name: id of the value.
    """
    if isinstance(error, RecursionError):
        error = ReadError(expected="fewer levels of nesting", offset=beginning(owner))
    elif not isinstance(error, ReadError):
        found = f"none, as {cause(error)}"
        error = ValueInvalidError(expected="a value that can be calculated", found=found, offset=beginning(owner))
    error.field = error.field or field_path(owner, name)
    return locate_error(error, owner, 0)


def beginning(owner: Struct) -> int | None:
    """Where the first field of a structure begins; None: none has been read."""
    return min((place.start for place in owner._at.values()), default=None)


def owner_of(said: Owner) -> Struct:
    """The structure that is to blame."""
    return said if isinstance(said, Struct) else said()
