"""Bytes that elements of written out lists need, which are asked for together."""

from __future__ import annotations

from dataclasses import replace

from bytewright.kernels import plan
from bytewright.kernels.plan import Const, Expr, Select

_MOST_UNASKED = 48
"""Bytes that elements need which haven't been asked for, at most: so far behind the input, all may be read."""


class ElementNeeds:
    """What has been put off. Elements lie one behind another: the last one can only begin, and its bytes be there, if
    those of all before it are."""

    def __init__(self) -> None:
        self._last: plan.Need | None = None
        self._unasked = 0

    def put_off(self, need: plan.Need, size: int, at: Expr, written: list[plan.Step]) -> None:
        """Ask later for the bytes of an element of a list."""
        here = replace(need, address=at)
        if (self._last is not None and self._last.address == at) or self._unasked + size > _MOST_UNASKED:
            self.ask(written)
        self._last = here
        self._unasked += size

    def ask(self, written: list[plan.Step]) -> None:
        """Ask for bytes that have been put off, before anything is done with what they hold."""
        if self._last is not None:
            written.append(self._last)
        self._last = None
        self._unasked = 0


def element_bytes(step: plan.Step, at: Expr | None) -> int | None:
    """How many bytes a step asks for where an element of a list begins, if that is all it does."""
    match step:
        case plan.Need(_, Select(there, address, low), Select(same, Const(size), Const(0)), base):
            if address == at and low == base and same == there:
                return size
    return None
