"""Sums in a canonical form, so that what is added and taken away again vanishes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from bytewright.kernels.plan import Binary, Const, Expr, Get, Select, Up

Terms = dict[Expr, int]

_DEEPEST, _MOST = 80, 2_000
"""Levels and nodes of an expression in a plan. Python itself reads no more than 200 levels of a plan's source."""


def terms(expr: Expr) -> tuple[Terms, int]:
    """An expression as a sum of atoms, each a number of times, and a constant."""
    found: Terms = {}
    constant = _collect(expr, 1, found)
    return {atom: times for atom, times in found.items() if times}, constant


def _collect(expr: Expr, times: int, found: Terms) -> int:
    match expr:
        case Const(value):
            return times * value
        case Binary("+", left, right):
            return _collect(left, times, found) + _collect(right, times, found)
        case Binary("-", left, right):
            return _collect(left, times, found) + _collect(right, -times, found)
        case Binary("*", left, Const(value)) | Binary("*", Const(value), left):
            return _collect(left, times * value, found)
    found[expr] = found.get(expr, 0) + times
    return 0


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
        constant += expr if isinstance(expr, int) else _collect(expr, 1, found)
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


def choose(test: Expr | None, then: Expr, otherwise: Expr) -> Expr:
    """``then`` where ``test`` holds (None: always)."""
    return then if test is None else Select(test, then, otherwise)


def nodes(expr: Expr) -> Iterator[Expr]:
    """An expression and all below it."""
    yield expr
    if is_dataclass(expr):
        for field in fields(expr):
            value = getattr(expr, field.name)
            if is_dataclass(value):
                yield from nodes(value)  # type: ignore[arg-type]


def inlined(expr: Expr, names: dict[str, Expr]) -> Expr:
    """An expression with names replaced by what they stand for; those inside `Up` belong to another domain."""
    match expr:
        case Get(name) if name in names:
            return inlined(names[name], names)
        case Up():
            return expr
    changed: dict[str, Any] = {}
    for field in fields(expr):
        value = getattr(expr, field.name)
        changed[field.name] = inlined(value, names) if is_dataclass(value) else value  # type: ignore[arg-type]
    return type(expr)(**changed)
