"""Which of two integers is larger, and whether they are the same, also where one may be above all signed ones."""

from __future__ import annotations

from bytewright.kernels import plan
from bytewright.kernels.plan import Binary, Const
from bytewright_codegen.lowering.expressions.arithmetic import constant
from bytewright_codegen.lowering.expressions.values import HIGHEST, LOWEST, Num


def flipped(value: plan.Expr) -> plan.Expr:
    """A number with another highest bit: those without a sign are in the order of signed ones then."""
    known = constant(value)
    return Binary("^", value, Const(LOWEST)) if known is None else Const(known ^ LOWEST)


def alike(first: Num, second: Num) -> plan.Expr:
    """Whether two numbers are the same."""
    found: plan.Expr = Binary("==", first.expr, second.expr)
    for one, other in ((first, second), (second, first)):
        # Bits that are the same are another number where only one has a sign.
        if one.high > HIGHEST and other.low < 0:
            found = plan.all_of(Binary("<=", Const(0), other.expr), found)
    return found


def ordered(operator: plan.Operator, first: Num, second: Num) -> plan.Expr:
    """Whether a number is less than another one (``<``), or not larger (``<=``)."""
    if max(first.high, second.high) <= HIGHEST:
        return Binary(operator, first.expr, second.expr)
    found: plan.Expr = Binary(operator, flipped(first.expr), flipped(second.expr))
    if first.low < 0:
        return plan.any_of(Binary("<", first.expr, Const(0)), found)
    if second.low < 0:
        return plan.all_of(Binary("<=", Const(0), second.expr), found)
    return found
