"""Ways through expression trees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, cast

from bytewright_codegen.ir.expressions import Binary, Cast, Expr, Item, Literal_, Member, Name
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import StructWire, SwitchWire, Wire


def children(expr: Expr) -> Iterator[Expr]:
    """The expressions right below one, from left to right."""
    for field in fields(expr):
        value = getattr(expr, field.name)
        if isinstance(value, tuple):
            yield from (cast("Expr", v) for v in value if _is_expression(v))
        elif _is_expression(value):
            yield cast("Expr", value)


def expressions_in(stated: object) -> Iterator[Expr]:
    """The outermost expressions in something that a spec states."""
    if isinstance(stated, tuple | list):
        for one in stated:
            yield from expressions_in(one)
    elif type(stated).__module__ == Name.__module__:
        yield cast("Expr", stated)
    elif is_dataclass(stated) and not isinstance(stated, Location | type):
        for field in fields(stated):
            yield from expressions_in(getattr(stated, field.name))


def with_children(expr: Expr, changed: Callable[[Expr], Expr]) -> Expr:
    """An expression with what ``changed`` makes of each of those right below it in place of that."""
    found: dict[str, object] = {}
    for field in fields(expr):
        value = getattr(expr, field.name)
        if isinstance(value, tuple) and any(map(_is_expression, value)):
            found[field.name] = tuple(changed(cast("Expr", v)) if _is_expression(v) else v for v in value)
        elif _is_expression(value):
            found[field.name] = changed(cast("Expr", value))
    return replace(expr, **found) if found else expr  # type: ignore[arg-type]


def _is_expression(value: object) -> bool:
    return is_dataclass(value) and hasattr(value, "loc")


def with_value(expr: Expr, owner: str, name: str, value: Expr) -> Expr:
    """An expression with another in place of a field of the type in whose text it stands."""
    if isinstance(expr, Name) and (expr.owner, expr.name) == (owner, name):
        return value
    return with_children(expr, lambda child: with_value(child, owner, name, value))


def names_in(expr: Expr) -> Iterator[Name]:
    """The names in an expression, from left to right."""
    if isinstance(expr, Name):
        yield expr
    for child in children(expr):
        yield from names_in(child)


def level_of(expr: Expr, names: Mapping[str, int]) -> int:
    """Whose elements an expression is about: which list of those that a view goes through, or the last one.

    Args:
        expr: the expression.
        names: how deep the lists around the innermost one lie, by what their elements are called.
    """
    found = {names[name.name] for name in names_in(expr) if name.binding == "level"}
    return max(found) if found else len(names)


def is_constant(expr: Expr) -> bool:
    """Whether an expression names nothing."""
    if isinstance(expr, Name | Item) or (isinstance(expr, Member) and expr.binding != "method"):
        return False
    return all(is_constant(child) for child in children(expr))


def mentions(expr: Expr, wanted: Expr) -> bool:
    """Whether an expression is another one, or contains it."""
    return expr == wanted or any(mentions(child, wanted) for child in children(expr))


def replaced(expr: Expr, wanted: Expr, by: Expr) -> Expr:
    """An expression with another in place of one that is part of it, wherever that stands in the text."""
    if _alike(expr, wanted):
        return by
    return with_children(expr, lambda child: replaced(child, wanted, by))


def _alike(one: Expr, other: Expr) -> bool:
    """Whether paths, and sums and the like of them, are the same but for their places in the text."""
    match one, other:
        case (Name(), Name()):
            return one.name == other.name
        case (Member(), Member()):
            return one.name == other.name and _alike(one.target, other.target)
        case (Item(), Item()):
            return _alike(one.target, other.target) and _alike(one.index, other.index)
        case (Cast(), Cast()):
            return one.type_name == other.type_name and _alike(one.target, other.target)
        case (Binary(), Binary()):
            both = zip((one.left, one.right), (other.left, other.right), strict=True)
            return one.operator == other.operator and all(_alike(a, b) for a, b in both)
        case (Literal_(), Literal_()):
            return one.value == other.value
    return False


def asks_stream(expr: Expr) -> bool:
    """Whether an expression asks for a place in the bytes (``_io``)."""
    return (isinstance(expr, Name) and expr.name == "_io") or any(asks_stream(child) for child in children(expr))


def asks_position(expr: Expr) -> bool:
    """Whether an expression asks how far a stream has been read (``_io.pos``)."""
    if isinstance(expr, Member) and expr.name == "pos" and asks_stream(expr.target):
        return True
    return any(asks_position(child) for child in children(expr))


def asks_place(expr: Expr) -> bool:
    """Whether an expression asks where reading is in a stream (``_io.pos``, ``_io.eof``)."""
    if isinstance(expr, Member) and expr.name in ("pos", "eof") and asks_stream(expr.target):
        return True
    return any(asks_place(child) for child in children(expr))


def asks_end(expr: Expr) -> bool:
    """Whether an expression asks where its stream ends (``_io.size``), which a writer finds out last."""
    if isinstance(expr, Member) and expr.name in ("size", "eof") and asks_stream(expr.target):
        return True
    return any(asks_end(child) for child in children(expr))


def asks_index(expr: Expr) -> bool:
    """Whether an expression asks which element of a list is being read (``_index``)."""
    return (isinstance(expr, Name) and expr.name == "_index") or any(asks_index(child) for child in children(expr))


def asks_before(expr: Expr) -> bool:
    """Whether an expression asks for the element of a list before its own."""
    match expr:
        case Item(_, Binary("-", Name("_index"), Literal_(1))):
            return True
    return any(map(asks_before, children(expr)))


def takes_rest(expr: Expr) -> bool:
    """Whether an expression takes the rest of a division (``%``)."""
    return (isinstance(expr, Binary) and expr.operator == "%") or any(takes_rest(child) for child in children(expr))


def structures_in(wire: Wire) -> set[str]:
    """The user types that a value may be, by their absolute names."""
    match wire:
        case StructWire(type):
            return {type}
        case SwitchWire(_, cases):
            return {type for _, case in cases for type in structures_in(case)}
    return set()


def parents(expr: Expr) -> int | None:
    """How many times an expression goes to ``_parent``; None where it goes elsewhere."""
    match expr:
        case Name("_parent"):
            return 1
        case Member(target, "_parent"):
            above = parents(target)
            return None if above is None else above + 1
    return None


class _StuckError(Exception):
    """An expression that has a meaning only in the structure where it stands."""


def seen_from(expr: Expr, way: Expr | None) -> Expr | None:
    """An expression of one structure, as seen from another; None where it can't be.

    Args:
        expr: the expression.
        way: from the structure that it shall be seen from to the one where it stands; None: they are the same.
    """
    if way is None:
        return expr
    try:
        found = _moved(expr, way)
    except _StuckError:
        return None
    assert isinstance(found, Expr)
    return found


def _moved(node: Any, way: Expr) -> Any:
    match node:
        case Name(name, loc, value, "special", owner):
            if name == "_parent":
                return Member(way, name, loc, value, "special", owner)
            if name == "_root":
                return node
            raise _StuckError
        case Name(name, loc, value, "attribute" | "instance" | "parameter" as binding, owner):
            return Member(way, name, loc, value, binding, owner)
        case tuple():
            return tuple(_moved(item, way) for item in node)
    if not hasattr(node, "loc"):
        return node
    return replace(node, **{f.name: _moved(getattr(node, f.name), way) for f in fields(node) if f.name != "loc"})
