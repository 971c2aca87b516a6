"""What the case of a switch says about the structures that it chooses: which cases their own switches have.

A list of ``array(type)`` in the case ``type == list_of_u4`` holds arrays whose items are u4, if that is what the switch
of their items says about the same value, handed down as an argument or asked of a parent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bytewright_codegen.ir.expressions import Binary, Cast, EnumMember, Expr, Literal_, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import ValueInstance
from bytewright_codegen.plans.reading import Choice, Item, Nested
from bytewright_codegen.semantics.constants import apply

_HOPS = 16


@dataclass(frozen=True)
class Known:
    """A structure of which something is known: values of members and parameters, by id; what it lies in."""

    type: str
    values: Mapping[str, int] = field(default_factory=dict)
    parent: Known | None = None


class Cases:
    """Computes what is known of structures, and chooses by it."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def holder(self, choice: Choice, value: Expr | None) -> Known | None:
        """The structure that holds a switch, in one of its cases."""
        on = _bare(choice.on)
        number = self._constant(value) if value is not None else None
        if not isinstance(on, Name) or on.owner is None or number is None:
            return None
        return Known(on.owner, {on.name: number})

    def inside(self, nested: Nested, holder: Known | None) -> Known:
        """A structure, in the one that holds it."""
        names = [p.id for p in self._library.types[nested.type].params]
        values: dict[str, int] = {}
        for name, argument in zip(names, nested.args, strict=True):
            found = self._value(argument, holder, _HOPS)
            if isinstance(found, int):
                values[name] = found
        return Known(nested.type, values, holder)

    def chosen(self, item: Item, known: Known | None) -> Item | None:
        """The case that a switch of a structure has; None where it isn't known. What is no switch stays."""
        if not isinstance(item, Choice):
            return item
        found = self._value(item.on, known, _HOPS)
        if not isinstance(found, int):
            return None
        default: Item | None = None
        for value, case in item.cases:
            if value is None:
                default = case
            elif self._constant(value) == found:
                return case
        return default

    def _constant(self, expr: Expr) -> int | None:
        found = self._value(expr, None, 1)
        return found if isinstance(found, int) else None

    def _value(self, expr: Expr, known: Known | None, hops: int) -> int | Known | None:
        match expr:
            case Literal_(int() as number):
                return int(number)
            case EnumMember(enum, member):
                return next(e.value for e in self._library.enums[enum].entries if e.id == member)
            case Cast(target) | Member(target, "to_i", binding="method"):
                return self._value(target, known, hops)
            case Name("_parent"):
                return known.parent if known is not None else None
            case Name(name):
                return self._member(name, known, hops)
            case Member(target, name):
                owner = self._value(target, known, hops)
                if not isinstance(owner, Known):
                    return None
                return owner.parent if name == "_parent" else self._member(name, owner, hops)
            case Binary(operator, left, right):
                a, b = self._value(left, known, hops), self._value(right, known, hops)
                return apply(operator, a, b) if isinstance(a, int) and isinstance(b, int) else None
        return None

    def _member(self, name: str, known: Known | None, hops: int) -> int | Known | None:
        if known is None:
            return None
        if name in known.values:
            return known.values[name]
        for instance in self._library.types[known.type].instances:
            if instance.id == name and isinstance(instance, ValueInstance) and instance.condition is None and hops:
                return self._value(instance.expr, known, hops - 1)
        return None


def _bare(expr: Expr) -> Expr:
    """What is asked for its number."""
    while isinstance(expr, Cast) or (isinstance(expr, Member) and expr.name == "to_i" and expr.binding == "method"):
        expr = expr.target
    return expr
