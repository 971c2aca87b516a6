"""What builders of plans write often."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial, reduce
from typing import Literal

from bytewright.kernels.plan.arithmetic import Binary, Const
from bytewright.kernels.plan.expressions import Expr, Lookup, Match, Select

_MOST_JOINED = 32
"""Conditions that are joined one after another: more are joined in groups."""
_DENSE = 4096
"""Numbers with names below this are looked up in a table, others searched."""


def add(*terms: Expr | int) -> Expr:
    """The sum, constants folded."""
    constant = 0
    total: Expr | None = None
    for term in _flat(terms):
        if isinstance(term, Const):
            constant += term.value
        else:
            total = term if total is None else Binary("+", total, term)
    if total is None:
        return Const(constant)
    return total if constant == 0 else Binary("+", total, Const(constant))


def _flat(terms: Sequence[Expr | int]) -> list[Expr]:
    found: list[Expr] = []
    for term in terms:
        if isinstance(term, int):
            found.append(Const(term))
        elif isinstance(term, Binary) and term.operator == "+":
            found.extend(_flat((term.left, term.right)))
        else:
            found.append(term)
    return found


def all_of(*conditions: Expr) -> Expr:
    """1 where all conditions (0 or 1) hold."""
    return _joined("&", conditions, neutral=Const(1), decisive=Const(0))


def any_of(*conditions: Expr) -> Expr:
    """1 where one of the conditions (0 or 1) holds."""
    return _joined("|", conditions, neutral=Const(0), decisive=Const(1))


def _joined(operator: Literal["&", "|"], conditions: Sequence[Expr], neutral: Const, decisive: Const) -> Expr:
    if decisive in conditions:
        return decisive
    parts = [condition for condition in conditions if condition != neutral]
    while len(parts) > _MOST_JOINED:  # expressions mustn't nest deeply
        some = [parts[i : i + _MOST_JOINED] for i in range(0, len(parts), _MOST_JOINED)]
        parts = [reduce(partial(Binary, operator), part) for part in some]
    return reduce(partial(Binary, operator), parts) if parts else neutral


def invert(condition: Expr) -> Expr:
    """1 where a condition is 0."""
    return Const(int(condition.value == 0)) if isinstance(condition, Const) else Binary("==", condition, Const(0))


def select(condition: Expr, then: Expr, otherwise: Expr) -> Expr:
    """``then`` where a condition (0 or 1) holds, else ``otherwise``."""
    if isinstance(otherwise, Select) and otherwise.test == condition:
        otherwise = otherwise.otherwise
    return then if then == otherwise else Select(condition, then, otherwise)


def name_code(value: Expr, numbers: tuple[int, ...]) -> Expr:
    """The place of a number in ``numbers``; -1: it isn't there."""
    order = sorted(range(len(numbers)), key=lambda place: numbers[place])
    if numbers and numbers[order[0]] >= 0 and numbers[order[-1]] < _DENSE:
        table = [-1] * (numbers[order[-1]] + 1)
        for place, number in enumerate(numbers):
            table[number] = place
        return Lookup(value, tuple(table), -1)
    return Match(value, tuple(numbers[place] for place in order), tuple(order))
