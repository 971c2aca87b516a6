"""Where values of a model come from: spans of fields, decoded bytes around them, and the error of one that has none."""

from __future__ import annotations

from typing import Any

from bytewright.errors import AbsentValueError, NoValueError, cause
from bytewright.model.places import Edges, Span, Strided
from bytewright.model.structures import Struct, field_path


def no_value(owner: Struct, name: str, error: Exception) -> NoValueError:
    """What is raised where a value that is asked for can't be calculated.

    Args:
        owner: the structure whose value it is.
        name: of the value.
        error: why: one of `NO_VALUE`.

    Returns:
        The error; of a value that rests on it, its own.
    """
    if isinstance(error, NoValueError):
        return error
    starts = [place.start for place in owner._at.values()]
    kind = AbsentValueError if isinstance(error, AttributeError | TypeError) else NoValueError
    return kind(
        path=getattr(owner._io, "path", None),
        offset=min(starts, default=None),
        field=field_path(owner, name),
        expected="a value that can be calculated",
        found=cause(error),
    )


def decoded_field(structure: Struct) -> str | None:
    """Path of the field in whose decoded bytes a structure lies, the innermost one; None: it lies in the file's own."""
    node: Any = structure
    while isinstance(node, Struct) and isinstance(node._parent, Struct):
        parent = node._parent
        for field in parent.FIELDS:
            if field.id == node._field and field.stream == "decoded":
                return field_path(parent, field.id, node._index)
        node = parent
    return None


def span_of(owner: Struct, field: int, element: int | None = None) -> Span | None:
    """Where a field, or an element of it, was read."""
    place = owner._at.get(field)
    if place is None:
        return None
    if element is None:
        return Span(place.start, place.end)
    match place:
        case Strided(start, _, 0):
            return Span(start + element // 8, start + element // 8 + 1)
        case Strided(start, _, stride):
            return Span(start + element * stride, start + (element + 1) * stride)
        case Edges(edges) if element + 1 < len(edges):
            return Span(edges[element], edges[element + 1])
    return Span(place.start, place.end)


def span_of_field(owner: Struct, name: str) -> Span | None:
    """Where the field with a name was read, which is done now if it wasn't before."""
    number = next((number for number, field in enumerate(owner.FIELDS) if field.name == name), None)
    return None if number is None or getattr(owner, name) is None else span_of(owner, number)
