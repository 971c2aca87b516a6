# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""Unsigned LEB128 integer: bytes → objects.

Generated from specs/common/uvarint.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Edges, Span, Struct

from .model import Group, Uvarint


def read_uvarint(io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None) -> Uvarint:
    """Read a ``uvarint``."""
    found: Uvarint = rt.leb128(Uvarint, io, parent, name, index, 10, read_digits_of_uvarint)
    return found


def read_digits_of_uvarint(
    io: Cursor, parent: Struct | None = None, name: str = "", index: int | None = None
) -> Uvarint:
    """Read a ``uvarint`` with its digits."""
    self = Uvarint._begin(io, parent, name, index)
    at = self._at
    field = 0
    try:
        items = self.groups = rt.Items()
        edges = [io.at]
        at[0] = Edges(edges)
        while True:
            _index = len(items)
            item = read_group(io, self, "groups", _index, _index)
            items.append(item)
            edges.append(io.at)
            if not item.has_next:
                break

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self


MARKS_OF_GROUP: tuple[Any, ...] = (0, 1)


def read_group(io: Cursor, parent: Struct | None, name: str, index: int | None, given_i: int) -> Group:
    """Read a ``group``."""
    marks: list[Any] = [MARKS_OF_GROUP, io.at]
    self: Group = rt.begin(Group, io, parent, name, index, marks)
    self.i = given_i
    field = 0
    try:
        start = io.bits_from("be")
        io.bits_owner = (self, 0)
        self.has_next = io.bits_be(1) == 1
        marks.append(Span(start, io.at))

        field = 1
        start = io.bits_from("be")
        io.bits_owner = (self, 1)
        self.low = io.bits_be(7)
        marks.append(Span(start, io.at))
        value = self.low
        if value > (127 if self.i < 9 else 1):
            raise rt.invalid_value(self, 1, "at most " + rt.shown_value(127 if self.i < 9 else 1), value)

    except rt.FAILURES as error:
        raise rt.locate_error(error, self, field) from None
    return self
