# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""Unsigned LEB128 integer: bytes → objects of which each field is read when it is first asked for.

Generated from specs/common/uvarint.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bytewright.generated_api import reader as rt
from bytewright.generated_api.reader import Cursor, Span

from .model import Group
from .reader import read_uvarint as view_uvarint


def read_has_next_of_group(io: Cursor, self: Group) -> None:
    """Read the ``has_next`` of a ``group``."""
    at = self._at
    start = io.bits_from("be")
    io.bits_owner = (self, 0)
    self.has_next = io.bits_be(1) == 1
    at[0] = Span(start, io.at)


def read_low_of_group(io: Cursor, self: Group) -> None:
    """Read the ``low`` of a ``group``."""
    at = self._at
    start = io.bits_from("be")
    io.bits_owner = (self, 1)
    self.low = io.bits_be(7)
    at[1] = Span(start, io.at)
    value = self.low
    if value > (127 if self.i < 9 else 1):
        raise rt.invalid_value(self, 1, "at most " + rt.shown_value(127 if self.i < 9 else 1), value)


view_group: rt.View = rt.View(
    Group,
    rt.Part(0, "has_next", read=read_has_next_of_group),
    rt.Part(1, "low", read=read_low_of_group),
    parameters={
        "i": "i",
    },
)


VIEWS: dict[str, Callable[..., Any]] = {
    "uvarint": view_uvarint,
    "uvarint::group": view_group,
}
"""What leaves the fields of a structure to whoever asks for them, by type; some types are read at once."""
