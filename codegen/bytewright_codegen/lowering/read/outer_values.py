"""What elements of a list say of the structures around it: the same for all of them."""

from __future__ import annotations

from collections.abc import Mapping

from bytewright_codegen.ir.expressions import Expr, Literal_, Member, Name
from bytewright_codegen.ir.values import BoolValue, IntValue
from bytewright_codegen.ir.walk import children, with_children
from bytewright_codegen.plans.notation import expression


def raised(expr: Expr, levels: int = 1) -> Expr | None:
    """What an element says of a structure so many levels above, or of one around that, in the words of that; None: it
    says something else.

    Args:
        expr: an expression over the element.
        levels: how many levels: of the structure that has the list 1.
    """
    for _ in range(levels):
        if not _is_outside(expr):
            return None
        expr = _from_above(expr)
    return expr


def _is_outside(expr: Expr) -> bool:
    if isinstance(expr, Member):
        return (isinstance(expr.target, Name) and expr.target.name == "_parent") or _is_outside(expr.target)
    below = list(children(expr))
    return bool(below) and all(isinstance(one, Literal_) or _is_outside(one) for one in below)


def _from_above(expr: Expr) -> Expr:
    if isinstance(expr, Member) and isinstance(expr.target, Name) and expr.target.name == "_parent":
        return Name(expr.name, expr.loc, expr.type, expr.binding, expr.owner)
    return with_children(expr, _from_above)


def hoisted(expr: Expr, levels: int, found: dict[str, Expr], prefix: str) -> Expr:
    """An expression over an element with special names in place of the numbers that are the same for all elements.

    Args:
        expr: the expression.
        levels: how many levels above the element the structure is that is asked.
        found: gets these numbers by their names, as expressions over that structure.
        prefix: what their names begin with.
    """
    above = raised(expr, levels) if isinstance(expr.type, IntValue | BoolValue) else None
    if above is not None:
        name = prefix + expression(above)
        found[name] = above
        return Name(name, expr.loc, expr.type, "special")
    return with_children(expr, lambda child: hoisted(child, levels, found, prefix))


def expanded(expr: Expr, instances: Mapping[str, Expr]) -> Expr:
    """An expression over an element with what its own names stand for in place of them."""
    if isinstance(expr, Name) and expr.name in instances:
        return instances[expr.name]
    return with_children(expr, lambda child: expanded(child, instances))


def asks_level(expr: Expr, level: str | None = None) -> bool:
    """Whether an expression asks for the element of a list that a view goes through; None: of any of them."""
    if isinstance(expr, Name) and expr.binding == "level":
        return level is None or expr.name == level
    return any(asks_level(child, level) for child in children(expr))
