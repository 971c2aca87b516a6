"""Which fields follow from others, and what that makes late: known only when bytes are written."""

from __future__ import annotations

from bytewright_codegen.analysis.dependencies import Dependencies, Place
from bytewright_codegen.ir.expressions import Expr, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import ValueInstance
from bytewright_codegen.ir.walk import children
from bytewright_codegen.plans.reading import Entry
from bytewright_codegen.plans.writing import Equation, Quantity

_HOPS = 8
"""Instances that are followed into each other; what rests on more counts as late."""


class Equations(dict[Place, Equation]):
    """The equations that are known of a spec's fields."""

    def __init__(self, library: Library) -> None:
        super().__init__()
        self._types = library.types
        self._dependencies = Dependencies(library)

    def add(self, owner: str, entry: Entry, quantity: Quantity) -> None:
        """Note what a field is."""
        self[owner, entry.index] = Equation(owner, entry.index, entry.name, quantity, entry.loc)

    def trace(self, expr: Expr | None) -> set[Place]:
        """The fields that an expression uses, also where parameters hand them on."""
        return self._dependencies(expr).fields

    def rests_on_late(self, expr: Expr, hops: int = _HOPS) -> bool:
        """Whether an expression rests on late fields, or on parameters, which may hand some on."""
        if hops == 0:
            return True
        if isinstance(expr, Name | Member) and expr.owner is not None and expr.owner in self._types:
            typedef = self._types[expr.owner]
            field = next((i for i, a in enumerate(typedef.fields) if a.id == expr.name), None)
            if field is not None:
                equation = self.get((expr.owner, field))
                if equation is not None and equation.late:
                    return True
            elif expr.binding == "instance":
                for instance in typedef.instances:
                    if instance.id == expr.name and isinstance(instance, ValueInstance):
                        return self.rests_on_late(instance.expr, hops - 1)
            elif expr.binding == "parameter":
                return True
        return any(self.rests_on_late(child, hops) for child in children(expr))

    def is_late(self, expr: Expr | None) -> bool:
        """Whether an expression rests on late fields, also where parameters hand them on."""
        places = self.trace(expr)
        return any(place in self and self[place].late for place in places)
