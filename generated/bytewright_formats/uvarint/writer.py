# While a structure is being read or derived, fields that its type promises may be absent still.
# mypy: disable-error-code="arg-type, assignment, attr-defined, index, misc, operator, union-attr"
"""Unsigned LEB128 integer: objects → bytes.

``derive_…`` finds what follows from what a user sets; ``emit_…`` writes. Sizes and places are known only while that happens.

Generated from specs/common/uvarint.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api import writer as rt
from bytewright.generated_api.writer import Output, Said

from .model import Group, Uvarint


def derive_uvarint(self: Uvarint, out: Output) -> None:
    """Find what follows from the rest of a ``uvarint``."""
    if self._told is not None and rt.spell_plain(self, out, derive_uvarint, emit_uvarint):
        return
    rt.derive_last_element(self, 0, out, (), 0, Said(False), Said(True))
    if self.groups is not None:
        for _index, item in enumerate(self.groups):
            item.i = _index
            derive_group(item, out)


def emit_uvarint(self: Uvarint, out: Output) -> None:
    """Write a ``uvarint``."""
    out.begin(self)
    if out.spelt(self):
        return
    values = rt.check_list(self, 0)
    for _index, item in enumerate(values):
        item.i = _index
        emit_group(item, out)

    out.assure(
        lambda values=values: rt.check_list_end(self, 0, [not item.has_next for _index, item in enumerate(values)])
    )


def derive_group(self: Group, out: Output) -> None:
    """Find what follows from the rest of a ``group``."""


def emit_group(self: Group, out: Output) -> None:
    """Write a ``group``."""
    out.begin(self)
    rt.check_present(self, 0)
    out.flag("be", self.has_next, self, 0)

    rt.check_present(self, 1)
    value = self.low
    if value > (127 if self.i < 9 else 1):
        raise rt.invalid_value(self, 1, "at most " + rt.shown_value(127 if self.i < 9 else 1), value)
    out.bits(7, "be", self.low, self, 1)
