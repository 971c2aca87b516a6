"""Byte orders that structures find out."""

from __future__ import annotations

from bytewright.errors import ValueInvalidError
from bytewright.model.structures import Struct
from bytewright.objects.read.blame import invalid_value


def inherited_order(owner: Struct, parent: Struct | None) -> bool:
    """The byte order that the structure around this one has found out.

    Raises:
        ValueInvalidError: it has not.
    """
    found = getattr(parent, "_le", None)
    return undecided_order(owner) if found is None else found


def undecided_order(
    owner: Struct, expected: str = "", blamed: Struct | None = None, field: int = 0, element: int | None = None
) -> bool:
    """There is no byte order for a structure.

    Args:
        owner: the structure.
        expected: what decides it.
        blamed: the structure with the field that should; None: that can't be told.
        field: its place there.
        element: which of its elements.

    Raises:
        ValueInvalidError: always.
    """
    value = None if blamed is None else getattr(blamed, blamed.FIELDS[field].name)
    if blamed is not None and value is not None:
        raise invalid_value(blamed, field, expected, value if element is None else value[element], element)
    offset = getattr(owner._io, "at", None)  # a structure that is written has no place yet
    of = "" if blamed is None else f" of {blamed.FIELDS[field].name}"
    raise ValueInvalidError(expected=f"a value{of} that decides the byte order", found="none of them", offset=offset)
