"""Plans as text that people can follow, which Python reads again: infix expressions, positional arguments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import MISSING, Field, fields
from typing import Any, get_args

from bytewright.kernels.plan import (
    Arithmetic,
    Binary,
    Const,
    Frame,
    Pivot,
    RowPlan,
)
from bytewright.kernels.plan.encoding import EncodingPlan, MirrorPlan

# How tightly Python's operators bind, loosest first.
_COMPARE, _OR, _XOR, _AND, _SHIFT, _SUM, _PRODUCT, _ATOM = range(8)
_LEVELS = {
    "<": _COMPARE,
    "<=": _COMPARE,
    "|": _OR,
    "^": _XOR,
    "&": _AND,
    "<<": _SHIFT,
    ">>": _SHIFT,
    "+": _SUM,
    "-": _SUM,
    "*": _PRODUCT,
    "//": _PRODUCT,
    "%": _PRODUCT,
}
_METHODS = {"==": "equals", "!=": "differs"}
_NAMED = (RowPlan, Pivot, EncodingPlan, MirrorPlan, *get_args(Frame))
"""Nodes whose arguments are given by name."""
_HEX = range(1 << 16, 1 << 32)
"""Numbers that are magic rather than sizes, and read better in hex."""
_LONG = 6
"""Tables of more numbers are told by their range, where they count up."""


def source(plan: Any) -> str:
    """A plan, or a piece of one, as an expression."""
    return _text(plan)


Printed = tuple[str, int]
"""An expression, and how tightly it binds."""


def _text(value: Any) -> str:
    """A value as an argument."""
    if isinstance(value, Binary):
        return _binary(value)[0]
    if isinstance(value, tuple):
        return _sequence(value)
    if hasattr(value, "__dataclass_fields__"):
        return _call(value)
    return _literal(value)


def _sequence(value: tuple[Any, ...]) -> str:
    if _counts_up(value):
        return f"tuple(range({len(value)}))"
    return _tuple(map(_text, value))


def _call(node: Any) -> str:
    arguments: list[str] = []
    named = isinstance(node, _NAMED)
    for field in fields(node):
        value = getattr(node, field.name)
        if _is_default(field, value):
            # What stands behind it can't be found by its position.
            named = True
            continue
        text = _text(value)
        arguments.append(f"{field.name}={text}" if named else text)
    return f"{type(node).__name__}({', '.join(arguments)})"


def _binary(node: Binary) -> Printed:
    left, right = _operand(node.left), _operand(node.right)
    method, level = _METHODS.get(node.operator), _LEVELS.get(node.operator)
    if isinstance(node.left, Const) and (method or isinstance(node.right, Const)):
        # Python would compute with two numbers itself, and numbers have no such methods.
        left = _text(node.left), _ATOM
    if method is not None:
        return f"{_inside(left, _ATOM)}.{method}({right[0]})", _ATOM
    if level is None:
        return f'Binary("{node.operator}", {_text(node.left)}, {_text(node.right)})', _ATOM
    operator = str(node.operator)
    if level == _COMPARE and isinstance(node.left, Const) and not isinstance(node.right, Const):
        # The number second: `0 <= x` reads better as `x >= 0`, and is the same expression.
        left, operator, right = right, operator.replace("<", ">"), left
    # Comparisons can't be chained; the others bind to the left.
    return f"{_inside(left, level + (level == _COMPARE))} {operator} {_inside(right, level + 1)}", level


def _operand(expr: Arithmetic) -> Printed:
    """An expression beside an operator, where a number may stand for itself."""
    if isinstance(expr, Binary):
        return _binary(expr)
    return _literal(expr.value) if isinstance(expr, Const) else _text(expr), _ATOM


def _inside(printed: Printed, level: int) -> str:
    """An expression where only one that binds as tightly as ``level`` needs no parentheses."""
    text, own = printed
    return text if own >= level else f"({text})"


def _is_default(field: Field[Any], value: Any) -> bool:
    return field.default is not MISSING and bool(field.default == value)


def _counts_up(value: tuple[Any, ...]) -> bool:
    """Whether it is 0, 1, 2 …, and long enough to say that in another way."""
    return len(value) > _LONG and value == tuple(range(len(value)))


def _literal(value: Any) -> str:
    return hex(value) if isinstance(value, int) and value in _HEX and value % 1000 else repr(value)


def _tuple(items: Iterator[str]) -> str:
    found = list(items)
    return f"({', '.join(found)}{',' if len(found) == 1 else ''})"
