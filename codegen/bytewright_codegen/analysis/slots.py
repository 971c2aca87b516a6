"""Slots: places of values of variable size, each as large as two neighbours in a list of offsets are apart.

A value under an ``if`` over its own size is there exactly where it takes bytes, so a writer knows whether it is there
without being told, and readers of many need no other bound than the offsets.
"""

from __future__ import annotations

from dataclasses import dataclass

from bytewright_codegen.ir.expressions import Binary, Compare, Expr, Item, Literal_, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Attribute, IntWire, StructWire, TypeDef, ValueInstance, Wire
from bytewright_codegen.plans.notation import expression

_HOPS = 8


@dataclass(frozen=True, slots=True)
class Slot:
    """What is known of a slot: ``offsets``, the id of its parent's list."""

    offsets: str


def present_by_size(attribute: Attribute) -> bool:
    """Whether an attribute's condition says that it has bytes: ``a != b`` where its size is ``a - b``."""
    size, condition = attribute.size, attribute.condition
    if size is None or not isinstance(condition, Compare):
        return False
    left, right = expression(condition.left), expression(condition.right)
    if isinstance(condition.right, Literal_) and condition.right.value == 0 and condition.operator in ("!=", ">"):
        return left == expression(size)
    if not isinstance(size, Binary) or size.operator != "-":
        return False
    ends = (expression(size.left), expression(size.right))
    if condition.operator == "!=":
        return (left, right) in (ends, ends[::-1])
    return (condition.operator == ">" and (left, right) == ends) or (
        condition.operator == "<" and (right, left) == ends
    )


def slot_of(library: Library, wire: Wire) -> Slot | None:
    """What is known of the elements of a list, if they are slots.

    Args:
        library: the resolved specs.
        wire: how an element is stored.
    """
    if not isinstance(wire, StructWire):
        return None
    typedef = library.types[wire.type]
    own = [p.id for p, a in zip(typedef.params, wire.args, strict=True) if isinstance(a, Name) and a.name == "_index"]
    if len(typedef.attributes) != 1 or not own or typedef.attributes[0].repeat is not None:
        return None
    size = _meant(typedef, typedef.attributes[0].size)
    if not isinstance(size, Binary) or size.operator != "-" or not typedef.parent_type:
        return None
    end, start = (_neighbour(typedef, e, own) for e in (size.left, size.right))
    if end is None or start is None or end[0] != start[0] or (end[1], start[1]) != (1, 0):
        return None
    holder = library.types[typedef.parent_type]
    found = next((a for a in holder.attributes if a.id == end[0]), None)
    if found is None or found.repeat is None or not isinstance(found.wire, IntWire):
        return None
    return Slot(end[0])


def _meant(typedef: TypeDef, expr: Expr | None) -> Expr | None:
    """An expression, or that of the value instance that it names."""
    for _ in range(_HOPS):
        if not isinstance(expr, Name) or expr.binding != "instance":
            break
        instance = next(i for i in typedef.instances if i.id == expr.name)
        if not isinstance(instance, ValueInstance) or instance.condition is not None:
            break
        expr = instance.expr
    return expr


def _neighbour(typedef: TypeDef, expr: Expr, own: list[str]) -> tuple[str, int] | None:
    """Which list of the parent an expression takes an element of, and how far behind the slot's own."""
    match _meant(typedef, expr):
        case Item(Member(Name("_parent"), name, binding="attribute"), Name(index)) if index in own:
            return name, 0
        case Item(
            Member(Name("_parent"), name, binding="attribute"), Binary("+", Name(index), Literal_(int() as behind))
        ) if index in own:
            return name, behind
    return None
