"""Skeletons: batches with all that doesn't differ, and where in them the values lie."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bytewright.kernels.drivers.copier import Bytes
from bytewright.kernels.plan import Case
from bytewright.model.origins import span_of_field
from bytewright.model.structures import Struct


@dataclass(frozen=True, slots=True)
class Place:
    """Where a vector, or a number, lies in a skeleton: its first byte, its validity bits (-1: it has none), and where
    both end."""

    values: int
    bits: int = -1
    end: int = 0
    bits_end: int = 0


@dataclass(frozen=True, slots=True)
class Skeleton:
    """A batch with all that doesn't differ.

    ``vectors``: where those are that are stored; ``scalars``: by name, where the numbers are, and their kinds."""

    data: Bytes
    vectors: Mapping[int, Place]
    scalars: Mapping[str, tuple[Place, str]]


def not_null(places: Mapping[int, Place], modes: Bytes) -> dict[int, Place]:
    """The places of vectors that have values."""
    return {number: place for number, place in places.items() if modes[number] != 2}


def place_of_field(holder: Struct, name: str, start: int) -> Place | None:
    """Where a field was read, and its validity bits."""
    span = span_of_field(holder, name)
    if span is None:
        return None
    mask = next(field.mask for field in holder.FIELDS if field.name == name)
    bits = span_of_field(holder, mask) if mask else None
    if bits is None:
        return Place(span.start - start, end=span.end - start)
    return Place(span.start - start, bits.start - start, span.end - start, bits.end - start)


def zero_of(case: Case) -> Any:
    """A value of a case."""
    found: dict[str, Any] = {}
    for part in case.parts:
        if part.kind == "bytes":
            found[part.name] = bytes(part.size)
        elif part.kind == "uuid":
            found[part.name] = "00000000-0000-0000-0000-000000000000"
        else:
            found[part.name] = False if part.kind.startswith("bit") else 0.0 if part.kind[0] == "f" else 0
    return found[""] if list(found) == [""] else found
