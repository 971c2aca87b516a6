"""Where a structure or a field of one lies, for errors that are found after it was read."""

from __future__ import annotations

from typing import Any, TypeVar

from bytewright.errors import BytewrightError
from bytewright.model.origins import decoded_field, span_of
from bytewright.model.structures import Struct

_COUNTERPART = "_same"
"""Attribute of another parser's objects: what our reader has read there."""

Error = TypeVar("Error", bound=BytewrightError)


def path_of(node: Any) -> str:
    """Path of a structure from the root: ids joined by dots, elements ``[i]``; empty for the root."""
    parts: list[str] = []
    while isinstance(node, Struct) and node._field:
        parts.append(node._field if node._index is None else f"{node._field}[{node._index}]")
        node = node._parent
    return ".".join(reversed(parts))


def pair(theirs: Any, ours: Struct) -> None:
    """Note which structure our reader has read where another parser has read an object."""
    setattr(theirs, _COUNTERPART, ours)


def counterpart(theirs: Any) -> Struct | None:
    """The structure that our reader has read where another parser has read an object, as far as it is noted."""
    found: Struct | None = getattr(theirs, _COUNTERPART, None)
    return found


def start_of(node: Any) -> Any:
    """Absolute offset of the first byte of a structure; None where it was not read or has no bytes.

    Views calculate with it, and only of structures that were read: hence no type that they would have to ask for None.
    What another parser read has places where our reader read the same: those parsers don't note any."""
    if not isinstance(node, Struct):
        node = counterpart(node)
    return min((place.start for place in node._at.values()), default=None) if node is not None else None


def length_of(node: Any) -> Any:
    """Size in bytes of a structure; None where it was not read or has no bytes. See `start_of`."""
    start = start_of(node)
    if start is None:
        return None
    read = node if isinstance(node, Struct) else counterpart(node)
    assert read is not None
    return int(max(place.end for place in read._at.values())) - start


def start_of_field(node: Any, id: str, index: int | None = None) -> int | None:
    """Absolute offset of a field's first byte, or of that of its element ``index``; None where it was not read."""
    if isinstance(node, Struct):
        for number, field in enumerate(node.FIELDS):
            if field.id == id:
                span = span_of(node, number, index)
                return None if span is None else span.start
    return None


def has_field(node: Any, id: str) -> bool:
    """Whether a structure has a field of that id."""
    return isinstance(node, Struct) and any(field.id == id for field in node.FIELDS)


def blamed(error: Error, node: Any, field: str = "", index: int | None = None) -> Error:
    """The error with the place of a structure, or of a field of it.

    A structure without bytes is blamed at the first one around it that has some.
    """
    path = path_of(node)
    if field:
        path += ("." if path else "") + field + ("" if index is None else f"[{index}]")
        error.offset = start_of_field(node, field, index)
    while error.offset is None and isinstance(node, Struct):
        error.offset = start_of(node)
        if error.offset is not None:
            break
        node = node._parent
    if isinstance(node, Struct):
        error.within = decoded_field(node)
    error.field = path or None
    return error
