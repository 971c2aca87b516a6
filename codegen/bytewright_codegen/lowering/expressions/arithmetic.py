"""Sums in a canonical form, so that what is added and taken away again vanishes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from itertools import islice
from typing import Any

from bytewright.kernels.plan import (
    Best,
    Binary,
    Chain,
    Characters,
    Chosen,
    Compared,
    Const,
    Cut,
    Expr,
    Find,
    First,
    Float,
    Get,
    Last,
    Load,
    Previous,
    Select,
    Spelled,
    Sum,
    Up,
    Varint,
    VarintSize,
)
from bytewright.kernels.plan.record_ends import Terms, collect, terms

_DEEPEST, _MOST = 80, 2_000
"""Levels and nodes of an expression in a plan. Python itself reads no more than 200 levels of a plan's source."""

_LONG = 100
"""Nodes of an address without a name."""


def is_small(expr: Expr) -> bool:
    """Whether an expression can be part of a plan: all it consists of is gone through time and again."""
    level: list[Any] = [expr]
    count = 0
    for _ in range(_DEEPEST):
        count += len(level)
        if not level or count > _MOST:
            break
        level = [child for node in level for field in fields(node) if is_dataclass(child := getattr(node, field.name))]
    return not level


def total(*exprs: Expr | int) -> Expr:
    """The sum, in canonical form."""
    found: Terms = {}
    constant = 0
    for expr in exprs:
        constant += expr if isinstance(expr, int) else collect(expr, 1, found)
    return _rebuilt(found, constant)


def difference(left: Expr, right: Expr) -> Expr:
    """``left - right``, in canonical form."""
    return total(left, Binary("*", right, Const(-1)))


def scaled(expr: Expr, times: int) -> Expr:
    """A multiple, in canonical form."""
    return total(Binary("*", expr, Const(times)))


def _rebuilt(found: Terms, constant: int) -> Expr:
    whole: Expr | None = None
    for atom, times in sorted(found.items(), key=lambda item: item[1] < 0):
        if times == 0:
            continue
        size = abs(times)
        part = atom if size == 1 else Binary("*", atom, Const(size))
        if whole is None:
            whole = part if times > 0 else Binary("-", Const(0), part)
        else:
            whole = Binary("+" if times > 0 else "-", whole, part)
    if whole is None:
        return Const(constant)
    return whole if constant == 0 else Binary("+", whole, Const(constant))


def constant(expr: Expr) -> int | None:
    """The value of an expression that is a constant."""
    atoms, value = terms(expr)
    return None if atoms else value


def lowered(expr: Expr, levels: int) -> Expr:
    """An expression over a domain as one over a domain so many levels below it."""
    if levels == 0 or isinstance(expr, Const):
        return expr
    atoms, value = terms(expr)
    below: Expr = Const(value)
    for atom, times in atoms.items():
        wrapped: Expr = atom
        for _ in range(levels):
            wrapped = Up(wrapped)
        below = total(below, Binary("*", wrapped, Const(times)))
    return below


def of_width(number: Expr, bits: int, shown: str) -> Expr:
    """A float of so many bits as one that a column shows (``float32`` or ``float64``)."""
    if shown == f"float{bits}":
        return number
    return Float("narrow" if shown == "float32" else "wide", number)


def choose(test: Expr | None, then: Expr, otherwise: Expr) -> Expr:
    """``then`` where ``test`` holds (None: always)."""
    return then if test is None else Select(test, then, otherwise)


def nodes(expr: Expr) -> Iterator[Expr]:
    """An expression and all below it."""
    todo: list[Any] = [expr]
    while todo:
        node = todo.pop()
        yield node
        todo.extend(child for field in reversed(fields(node)) if is_dataclass(child := getattr(node, field.name)))


def is_long(address: Expr) -> bool:
    """Whether an address has so many nodes that it should have a name: it is part of all that follow it."""
    return next(islice(nodes(address), _LONG, None), None) is not None


_ELSEWHERE: dict[type, tuple[str, ...]] = {
    Up: ("value",),
    Last: ("value",),
    Best: ("value",),
    Sum: ("value",),
    Chosen: ("value",),
    First: ("where", "value"),
    Previous: ("first",),
    Chain: ("first", "end", "high", "low"),
}
"""Parts of expressions that belong to another domain: names stand for something else in them."""


def _here(expr: Any) -> list[str]:
    """The fields of an expression that hold expressions over the same domain."""
    elsewhere = _ELSEWHERE.get(type(expr), ())
    return [f.name for f in fields(expr) if f.name not in elsewhere and is_dataclass(getattr(expr, f.name))]


def weighs_more(than: int, expr: Expr, names: dict[str, Expr]) -> bool:
    """Whether an expression has more nodes when names are replaced by what they stand for (`inlined`)."""
    todo: list[Any] = [expr]
    while todo:
        node = todo.pop()
        if isinstance(node, Get) and node.name in names:
            todo.append(names[node.name])
            continue
        than -= 1
        if than < 0:
            return True
        todo.extend(getattr(node, name) for name in _here(node))
    return False


def is_named(expr: Expr, names: dict[str, Expr]) -> bool:
    """Whether names stand for all that an expression asks for in its domain."""
    seen: set[str] = set()
    todo: list[Any] = [expr]
    while todo:
        node = todo.pop()
        if not isinstance(node, Get):
            todo.extend(getattr(node, name) for name in _here(node))
        elif node.name not in names:
            return False
        elif node.name not in seen:
            seen.add(node.name)
            todo.append(names[node.name])
    return True


_READING = (Load, Find, Cut, Spelled, Characters, Compared, Varint, VarintSize)
"""What reads bytes at an address."""


def loads_elsewhere(expr: Expr, names: dict[str, Expr], position: Expr) -> bool:
    """Whether an expression asks, in its own domain, for bytes at an address that isn't computed from a position."""
    found = _below(expr, names)
    computed: set[Expr] = set()  # from the position; what nodes consist of comes before them
    for node, parts in reversed(found.items()):
        if node == position or any(part in computed for part in parts):
            computed.add(node)
    for node in found:
        if isinstance(node, _READING) and node.address not in computed:
            return True
        if isinstance(node, Compared) and node.other not in computed:
            return True
    return False


def _below(expr: Expr, names: dict[str, Expr]) -> dict[Any, list[Any]]:
    """An expression and all that it asks for in its domain, also by names, each with what it consists of; each comes
    before what it consists of."""
    ordered: dict[Any, list[Any]] = {}
    seen: set[Any] = set()
    todo: list[tuple[Any, list[Any] | None]] = [(expr, None)]
    while todo:
        node, parts = todo.pop()
        if parts is not None:
            ordered[node] = parts
        elif node not in seen:
            seen.add(node)
            is_name = isinstance(node, Get) and node.name in names
            inner = [names[node.name]] if is_name else [getattr(node, name) for name in _here(node)]
            todo.append((node, inner))
            todo += [(part, None) for part in inner]
    return dict(reversed(ordered.items()))


def inlined(expr: Expr, names: dict[str, Expr]) -> Expr:
    """An expression with names replaced by what they stand for; those over another domain are left."""
    if isinstance(expr, Get) and expr.name in names:
        return inlined(names[expr.name], names)
    changed: dict[str, Any] = {name: inlined(getattr(expr, name), names) for name in _here(expr)}
    return replace(expr, **changed) if changed else expr
