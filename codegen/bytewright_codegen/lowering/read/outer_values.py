"""What elements of a list say of the structures around it: the same for all of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bytewright_codegen.ir.expressions import Expr, Item, Literal_, Member, Name
from bytewright_codegen.ir.values import ArrayValue, BoolValue, IntValue, StructValue
from bytewright_codegen.ir.views import View
from bytewright_codegen.ir.walk import children, with_children
from bytewright_codegen.lowering.layout.regions import ListRegion
from bytewright_codegen.plans.notation import expression

_FIELDS = ("attribute", "instance")
_OUTSIDE = "  "
"""What special names begin with that stand for numbers of structures around a list."""


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


def told_by_holders(expr: Expr, view: View, region: ListRegion, root: str) -> tuple[Expr, dict[str, Expr]]:
    """An expression over elements of a list in a region with special names in place of the numbers of the structures
    around it, and of what is asked of their texts, bytes, enums and floats alone; and these by their names, as
    expressions over what has the region. Others stay as they are.

    Args:
        expr: the expression.
        view: the view, which goes through several lists.
        region: where the innermost one lies.
        root: the type of the file.
    """
    found: dict[str, Expr] = {}
    direct = [isinstance(view.lists[0], Name), isinstance(region.around, Item)]
    direct += [isinstance(one, Member) and isinstance(one.target, Item) for one in view.lists[1:-1]]
    if not all(direct):
        return expr, found
    types = [one.type.item if isinstance(one.type, ArrayValue) else None for one in view.lists[:-1]]
    above: list[Expr | None] = [None]  # of each level, how what has the region calls its element; last: the root
    for type in (*types[-2::-1], StructValue(root)):
        target = above[-1]
        way = Name("_parent", expr.loc, type, "special")
        above.append(way if target is None else Member(target, "_parent", expr.loc, type, "special"))
    names = [one.name for one in view.lists[:-1] if isinstance(one, Name | Member)]
    called = {name: above[place] for place, name in enumerate(reversed(names)) if names.count(name) == 1}

    def of_holder(path: Expr) -> Expr | None:
        """A path of fields as seen from what has the region; None: it leads elsewhere."""
        if isinstance(path, Name) and path.binding in _FIELDS and path.owner == root:
            return Member(above[-1], path.name, path.loc, path.type, path.binding, path.owner)  # type: ignore[arg-type]
        if not isinstance(path, Member) or path.binding not in _FIELDS:
            return None
        target = path.target
        if isinstance(target, Name) and target.binding == "level":
            way = called.get(target.name)
            if target.name in called and way is None:
                return Name(path.name, path.loc, path.type, path.binding, path.owner)
        else:
            way = of_holder(target)
        return None if way is None else replace(path, target=way)

    def seen(one: Expr) -> Expr | None:
        """An expression as seen from what has the region; None: it asks for something else as well."""
        way = of_holder(one)
        if way is not None or isinstance(one, Name):
            return way
        parts = {id(child): seen(child) for child in children(one)}
        if None in parts.values():
            return None
        return with_children(one, lambda child: parts[id(child)] or child)

    def hoist(one: Expr) -> Expr:
        way = of_holder(one) if _is_number(one) else None
        if way is None and _is_number(one) and not all(map(_is_number, children(one))):
            way = seen(one)
        if way is None:
            return with_children(one, hoist)
        name = f"{_OUTSIDE}{expression(one)}"
        found[name] = way
        return Name(name, one.loc, one.type, "special")

    return hoist(expr), found


def _is_number(expr: Expr) -> bool:
    return isinstance(expr.type, IntValue | BoolValue)


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
