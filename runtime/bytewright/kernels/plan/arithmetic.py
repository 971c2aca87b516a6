"""How expressions of plans are written: numbers, and operators between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

Expr = Any
"""Any of those of `bytewright.kernels.plan.expressions`, which are made of these."""

Operator = Literal[
    "+", "-", "*", "&", "|", "^", "<<", ">>", "//", "%", "==", "!=", "<", "<=", "min", "max", "u//", "u%"
]
"""``//`` and ``%`` floor, and give 0 where the divisor is 0 (put a `Check` before); ``u//`` and ``u%`` take all 64 bits
as a number from 0 on; ``>>`` keeps the sign; shifts take the low six bits of the count; comparisons give 0 or 1, so
``&`` and ``|`` are *and* and *or*, ``== 0`` is *not*."""


class Arithmetic:
    """Operators by which expressions are written: ``Start() + 4``, ``Get("size") <= 100``; integers become `Const`.

    ``==`` compares expressions, not their values: that is `equals`. Nor is there a truth value, without which Python
    would take ``0 <= x <= 9`` and ``a and b`` for their last parts.
    """

    __slots__ = ()

    def __add__(self, other: Expr | int) -> Binary:
        return _binary("+", self, other)

    def __radd__(self, other: int) -> Binary:
        return _binary("+", other, self)

    def __sub__(self, other: Expr | int) -> Binary:
        return _binary("-", self, other)

    def __rsub__(self, other: int) -> Binary:
        return _binary("-", other, self)

    def __mul__(self, other: Expr | int) -> Binary:
        return _binary("*", self, other)

    def __rmul__(self, other: int) -> Binary:
        return _binary("*", other, self)

    def __floordiv__(self, other: Expr | int) -> Binary:
        return _binary("//", self, other)

    def __rfloordiv__(self, other: int) -> Binary:
        return _binary("//", other, self)

    def __mod__(self, other: Expr | int) -> Binary:
        return _binary("%", self, other)

    def __rmod__(self, other: int) -> Binary:
        return _binary("%", other, self)

    def __and__(self, other: Expr | int) -> Binary:
        return _binary("&", self, other)

    def __rand__(self, other: int) -> Binary:
        return _binary("&", other, self)

    def __or__(self, other: Expr | int) -> Binary:
        return _binary("|", self, other)

    def __ror__(self, other: int) -> Binary:
        return _binary("|", other, self)

    def __xor__(self, other: Expr | int) -> Binary:
        return _binary("^", self, other)

    def __rxor__(self, other: int) -> Binary:
        return _binary("^", other, self)

    def __lshift__(self, other: Expr | int) -> Binary:
        return _binary("<<", self, other)

    def __rlshift__(self, other: int) -> Binary:
        return _binary("<<", other, self)

    def __rshift__(self, other: Expr | int) -> Binary:
        return _binary(">>", self, other)

    def __rrshift__(self, other: int) -> Binary:
        return _binary(">>", other, self)

    def __lt__(self, other: Expr | int) -> Binary:
        return _binary("<", self, other)

    def __le__(self, other: Expr | int) -> Binary:
        return _binary("<=", self, other)

    def __gt__(self, other: Expr | int) -> Binary:
        return _binary("<", other, self)

    def __ge__(self, other: Expr | int) -> Binary:
        return _binary("<=", other, self)

    def equals(self, other: Expr | int) -> Binary:
        """1 where the values are the same."""
        return _binary("==", self, other)

    def differs(self, other: Expr | int) -> Binary:
        """1 where the values are not the same."""
        return _binary("!=", self, other)

    def __bool__(self) -> bool:
        raise TypeError("an expression has no truth value: use &, | and equals")


def _binary(operator: Operator, left: Any, right: Any) -> Binary:
    return Binary(operator, _expr(left), _expr(right))


def _expr(value: Any) -> Any:
    return Const(value) if isinstance(value, int) else value


@dataclass(frozen=True, slots=True)
class Const(Arithmetic):
    """A number."""

    value: int


@dataclass(frozen=True, slots=True)
class Binary(Arithmetic):
    """``left operator right``."""

    operator: Operator
    left: Expr
    right: Expr
