"""Blame: which field a value comes from, so that errors name the field that holds a wrong length, count or offset."""

from __future__ import annotations

from dataclasses import replace

from bytewright_codegen.ir.expressions import Expr, Item, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import TypeDef, ValueInstance
from bytewright_codegen.ir.walk import children, parents
from bytewright_codegen.plans.reading import Blame

_HOPS = 8


def blame(library: Library, expr: Expr, climb: int = 0, hops: int = _HOPS) -> Blame | None:
    """The first field that the value of an expression comes from, followed through value instances.

    Args:
        library: the resolved specs.
        expr: the expression.
        climb: how many parents up from the structure in question the expression stands.
        hops: how many instances may still be followed.

    Returns:
        None where it comes from none.
    """
    if hops == 0:
        return None
    match expr:
        case Item(target, index):
            found = blame(library, target, climb, hops)
            if found is not None and found.element is None:
                return replace(found, element=index, element_climb=climb)
            return found
        case Name(name, binding="attribute", owner=owner) | Member(_, name, binding="attribute", owner=owner):
            if owner is None or owner not in library.types:
                return None
            steps = _steps(expr)
            if steps is None:
                return blame(library, expr.target, climb, hops) if isinstance(expr, Member) else None
            return Blame(climb + steps, owner, _index_of(library.types[owner], name), None, 0)
        case Name(name, binding="instance", owner=owner) | Member(_, name, binding="instance", owner=owner):
            steps = _steps(expr)
            if steps is None or owner is None or owner not in library.types:
                return None
            for instance in library.types[owner].instances:
                if instance.id == name and isinstance(instance, ValueInstance):
                    return blame(library, instance.expr, climb + steps, hops - 1)
            return None
    return next((found for child in children(expr) if (found := blame(library, child, climb, hops)) is not None), None)


def _steps(expr: Name | Member) -> int | None:
    """How many parents up the structure is whose member an expression names; None where it is elsewhere."""
    if isinstance(expr, Name):
        return 0
    return 0 if isinstance(expr.target, Name) and expr.target.name == "_" else parents(expr.target)


def _index_of(typedef: TypeDef, name: str) -> int:
    return next(i for i, a in enumerate(typedef.attributes) if a.id == name)
