"""Blame: which field a value comes from, so that errors name the field that holds a wrong length, count or offset."""

from __future__ import annotations

from dataclasses import replace

from bytewright_codegen.ir.expressions import Cast, Conditional, Expr, Item, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import TypeDef, ValueInstance
from bytewright_codegen.ir.values import ArrayValue, BytesValue, StructValue
from bytewright_codegen.ir.walk import children, parents
from bytewright_codegen.plans.reading import Blame

_HOPS = 8


def blame(library: Library, expr: Expr, way: tuple[Expr, ...] = (), hops: int = _HOPS) -> Blame | None:
    """The first field that the value of an expression comes from, followed through value instances.

    Args:
        library: the resolved specs.
        expr: the expression.
        way: from the structure in question to the one in whose type the expression stands.
        hops: how many instances may still be followed.

    Returns:
        None where it comes from none.
    """
    if hops == 0:
        return None
    match expr:
        case Item(target, index):
            found = blame(library, target, way, hops)
            if found is not None and found.element is None and _is_list_read(library, target, hops):
                return replace(found, element=index, element_way=way)
            return found
        case Name(name, binding="attribute", owner=owner) | Member(_, name, binding="attribute", owner=owner):
            if owner is None or owner not in library.types:
                return None
            return Blame((*way, *_way(expr)), owner, _index_of(library.types[owner], name), None, ())
        case Name(name, binding="instance", owner=owner) | Member(_, name, binding="instance", owner=owner):
            if owner is None or owner not in library.types:
                return None
            for instance in library.types[owner].instances:
                if instance.id == name and isinstance(instance, ValueInstance):
                    return blame(library, instance.expr, (*way, *_way(expr)), hops - 1)
                if instance.id == name:
                    return Blame((*way, *_way(expr)), owner, _index_of(library.types[owner], name), None, ())
            return None
        case Conditional(test, then, otherwise):
            # Where a branch is not taken, structures on the way to its fields need not be there.
            choices = [blame(library, branch, way, hops) for branch in (then, otherwise)]
            near = (found for found in choices if found is not None and all(parents(s) is not None for s in found.way))
            return blame(library, test, way, hops) or next(near, None)
    return next((found for child in children(expr) if (found := blame(library, child, way, hops)) is not None), None)


def _is_list_read(library: Library, expr: Expr, hops: int) -> bool:
    """Whether an expression is a list, or bytes, that are read, rather than made of values or chosen."""
    match expr:
        case Cast(target):
            return _is_list_read(library, target, hops)
        case Name(name, owner=owner) | Member(_, name, owner=owner) if hops:
            typedef = library.types.get(owner or "")
            instances = typedef.instances if typedef is not None else ()
            value = next((i for i in instances if i.id == name and isinstance(i, ValueInstance)), None)
            if value is not None:
                return _is_list_read(library, value.expr, hops - 1)
            return isinstance(expr.type, ArrayValue | BytesValue)
    return False


def uncertain(library: Library, expr: Expr) -> Expr | None:
    """What decides whether an expression has a value for what a file holds; None: it always has one.

    It may have none where it takes a structure for one of several types (all of it decides), or the element of a list
    that a stored number names (that number decides), itself or through calculated values."""
    left, seen = [(_stated(library, expr), True)], set[tuple[str, str]]()
    while left:
        part, is_here = left.pop()
        match part:
            case Cast(type=StructValue()):
                return expr
            case Item(_, index) if _is_stored(index):
                return index if is_here else expr
        owner = library.types.get(part.owner or "") if isinstance(part, Name | Member) else None
        if isinstance(part, Name | Member) and owner is not None and (owner.name, part.name) not in seen:
            seen.add((owner.name, part.name))
            found = (i for i in owner.instances if i.id == part.name)
            left.extend((i.expr, False) for i in found if isinstance(i, ValueInstance))
        left.extend((child, is_here) for child in children(part))
    return None


def _stated(library: Library, expr: Expr) -> Expr:
    """What is stated of a value that an expression does no more than name, in the same structure."""
    for _ in range(_HOPS):
        owner = library.types.get(expr.owner or "") if isinstance(expr, Name) else None
        if not isinstance(expr, Name) or owner is None:
            break
        value = next((one for one in owner.instances if one.id == expr.name and isinstance(one, ValueInstance)), None)
        if not isinstance(value, ValueInstance):
            break
        expr = value.expr
    return expr


def _is_stored(expr: Expr) -> bool:
    """Whether an expression names a field, or a value that is calculated of such."""
    if isinstance(expr, Name | Member) and expr.binding in ("attribute", "instance"):
        return True
    return any(_is_stored(child) for child in children(expr))


def _way(expr: Name | Member) -> tuple[Expr, ...]:
    """The way to the structure whose member an expression names."""
    if isinstance(expr, Name) or (isinstance(expr.target, Name) and expr.target.name == "_"):
        return ()
    return (expr.target,)


def _index_of(typedef: TypeDef, name: str) -> int:
    return next(i for i, a in enumerate(typedef.fields) if a.id == name)
