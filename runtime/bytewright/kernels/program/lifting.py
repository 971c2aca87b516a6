"""Expressions that rest on nothing but an element's parent are computed for parents: once each, not per element."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any, cast

from bytewright.kernels import plan

Resolved = Callable[[plan.Expr, int], plan.Expr]
"""What a name stands for in a domain, in the end; anything else as it is."""
Name = Callable[[int, str, plan.Expr], None]
"""Names a value in a domain."""

_OPERANDS: dict[type, tuple[str, ...]] = {
    kind: tuple(one.name for one in fields(kind) if one.type in ("Expr", plan.Expr))
    for kind in (plan.Binary, plan.Select, plan.Float, plan.Lookup, plan.Match)
}
"""What is computed of other expressions alone, with the names of these: nothing is read, so it may be computed for
elements that nobody asks for."""


@dataclass(slots=True)
class Lifter:
    """Finds what can be computed for parents.

    Attributes:
        resolved: what names stand for.
        name: names a value.
    """

    resolved: Resolved
    name: Name
    _above: dict[tuple[int, plan.Expr], plan.Expr | None] = field(default_factory=dict)

    def above(self, value: plan.Expr, domain: int, parent: int) -> plan.Expr | None:
        """An expression that rests on nothing but an element's parent, as one over the parents, for which it need be
        computed but once each; None: it rests on more, or on nothing at all."""
        found = self._lifted(value, domain, parent)
        return None if isinstance(found, (plan.Const, plan.Given, plan.Told)) else found

    def _lifted(self, value: plan.Expr, domain: int, parent: int) -> plan.Expr | None:
        match value:
            case plan.Const() | plan.Given() | plan.Told():
                return value
            case plan.Up(above):
                return above
            case plan.Get(name):
                return self._named(name, self.resolved(value, domain), domain, parent)
        operands = _OPERANDS.get(type(value))
        if operands is None:
            return None
        lifted: dict[str, plan.Expr] = {}
        for operand in operands:
            part = self._lifted(getattr(value, operand), domain, parent)
            if part is None:
                return None
            lifted[operand] = part
        return replace(value, **cast("Any", lifted))

    def _named(self, name: str, value: plan.Expr, domain: int, parent: int) -> plan.Expr | None:
        key = domain, value
        if key not in self._above:
            above = self._lifted(value, domain, parent)
            if above is not None and type(above) in _OPERANDS:
                # By a name, so that what is used often isn't written out each time.
                self.name(parent, f"{name} of {domain}", above)
                above = plan.Get(f"{name} of {domain}")
            self._above[key] = above
        return self._above[key]
