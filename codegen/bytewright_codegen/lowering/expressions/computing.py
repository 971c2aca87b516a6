"""Arithmetic of a spec as arithmetic of a plan: integers that are known to fit 64 bits, and floats."""

from __future__ import annotations

import struct
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import cast

from bytewright.kernels import plan
from bytewright.kernels.plan import Binary, Const, Select
from bytewright_codegen.ir.expressions import (
    Apply,
    Compare,
    Conditional,
    Expr,
    ListLiteral,
    Literal_,
    Logical,
    Unary,
)
from bytewright_codegen.ir.expressions import Binary as SpecBinary
from bytewright_codegen.ir.values import BytesValue, FloatValue, StrValue
from bytewright_codegen.lowering.expressions.arithmetic import constant, difference, is_small, scaled, total
from bytewright_codegen.lowering.expressions.evaluator import Evaluator
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.values import (
    HIGHEST,
    LARGEST,
    LOWEST,
    Context,
    Num,
    Refusal,
)

_TEXTS = (StrValue, BytesValue)
_EXACT = 1 << 53
"""Up to here every integer is a float of 64 bits."""
_MOST_BITS = 62
"""Bits of an integer that is made of a float."""
_MOST_PLACES = 63
"""By so many a number of 64 bits can be shifted."""
_COMPARISONS: dict[str, tuple[plan.Operator, bool]] = {
    "==": ("==", False),
    "!=": ("!=", False),
    "<": ("<", False),
    "<=": ("<=", False),
    ">": ("<", True),
    ">=": ("<=", True),
}


class Computing:
    """Computes numbers of what an evaluation finds."""

    def __init__(self, evaluation: Evaluator, steps: Steps) -> None:
        self._evaluation = evaluation
        self._steps = steps

    def integer(self, expr: Expr, context: Context) -> Num:
        """An integer, or a truth value as 0 or 1."""
        domain = context.domain
        match expr:
            case Unary("not", operand):
                value = self._evaluation.number(operand, context)
                return Num(domain, plan.invert(value.expr), 0, 1)
            case Unary("-", operand):
                value = self._evaluation.exact(self._evaluation.number(operand, context))
                value = self._between(value, -HIGHEST, HIGHEST, context, expr)
                return self._num(domain, scaled(value.expr, -1), -value.high, -value.low, expr)
            case Unary("~", operand):
                value = self._evaluation.exact(self._evaluation.number(operand, context))
                return Num(domain, Binary("^", value.expr, Const(-1)), ~value.high, ~value.low)
            case Compare("==" | "!=" as operator, left, right) if isinstance(left.type, _TEXTS):
                if isinstance(left, Literal_ | ListLiteral):
                    left, right = right, left
                same = self._evaluation.texts.equal(left, right, context)
                return Num(domain, same if operator == "==" else plan.invert(same), 0, 1)
            case Compare(operator, left, right) if isinstance(left.type, _TEXTS):
                code, swapped = _COMPARISONS[operator]
                found = self._evaluation.texts.ordered(left, right, context, expr)
                return Num(domain, Binary(code, *((Const(0), found) if swapped else (found, Const(0)))), 0, 1)
            case Compare(operator, left, right) if isinstance(left.type, FloatValue) or isinstance(
                right.type, FloatValue
            ):
                return self._compared(operator, left, right, context)
            case Compare(operator, left, right):
                if operator in ("==", "!="):
                    return self._equal(operator, left, right, context)
                code, swapped = _COMPARISONS[operator]
                a, b = self._evaluation.number(left, context), self._evaluation.number(right, context)
                return Num(domain, ordered(code, *((b, a) if swapped else (a, b))), 0, 1)
            case Logical(operator, left, right):
                a = self._evaluation.number(left, context)
                with self._evaluation.branch(domain, a.expr if operator == "and" else plan.invert(a.expr)):
                    b = self._evaluation.number(right, context)
                joined = plan.all_of if operator == "and" else plan.any_of
                return Num(domain, joined(a.expr, b.expr), 0, 1)
            case Conditional(test, then, otherwise):
                condition = self._evaluation.condition(test, context)
                if condition is None:
                    return self._evaluation.number(then, context)
                with self._evaluation.branch(domain, condition):
                    a = self._evaluation.number(then, context)
                with self._evaluation.branch(domain, plan.invert(condition)):
                    b = self._evaluation.number(otherwise, context)
                if min(a.low, b.low) < 0:
                    # Bits don't tell a number below 0 from one above all signed ones.
                    a, b = self._evaluation.exact(a), self._evaluation.exact(b)
                low, high = min(a.low, b.low), max(a.high, b.high)
                return Num(domain, plan.select(condition, a.expr, b.expr), low, high)
            case SpecBinary(operator, left, right):
                a, b = self._evaluation.number(left, context), self._evaluation.number(right, context)
                return self._arithmetic(operator, a, b, context, expr)
        raise Refusal("this expression", expr.loc)

    def _compared(self, operator: str, left: Expr, right: Expr, context: Context) -> Num:
        """Whether floats are so, or a float and an integer."""
        there: list[plan.Expr] | None = [] if operator in ("==", "!=") else None
        parts = [self._as_float(part, context, exact=True, there=there) for part in (left, right)]
        code, swapped = _COMPARISONS[operator]
        found: plan.Expr = plan.Float(
            cast("plan.Function", "==" if code == "!=" else code), *parts[:: -1 if swapped else 1]
        )
        found = _where_there(found, there or ())
        return Num(context.domain, plan.invert(found) if code == "!=" else found, 0, 1)

    def _equal(self, operator: str, left: Expr, right: Expr, context: Context) -> Num:
        """Whether two integers are the same, or aren't."""
        a, b = self._or_none(left, context), self._or_none(right, context)
        there = [one.present for one in (a, b) if one.present is not None]
        if operator == "!=" and not there and not (min(a.low, b.low) < 0 and max(a.high, b.high) > HIGHEST):
            return Num(context.domain, Binary("!=", a.expr, b.expr), 0, 1)
        same = _where_there(alike(a, b), there)
        return Num(context.domain, same if operator == "==" else plan.invert(same), 0, 1)

    def _or_none(self, expr: Expr, context: Context) -> Num:
        """An integer, or none where it isn't there, if that is no error; where it is, it is asked for."""
        value = self._evaluation.value(expr, context) if self._may_be_none(expr, context) else None
        if not isinstance(value, Num) or value.is_float:
            return self._evaluation.number(expr, context)
        found = self._evaluation.bring(value, context.domain, expr)
        return found if self._may_lack(found, expr, context) else replace(found, present=None)

    def _may_be_none(self, expr: Expr, context: Context) -> bool:
        return self._evaluation.absence.is_none(expr, of_rows=context.of_rows)

    def _may_lack(self, value: Num, expr: Expr, context: Context) -> bool:
        """Whether a number that is compared may not be there."""
        guard = self._evaluation.guard(context, expr)
        known = value.present is None or (guard is not None and self._steps.implies(value.domain, guard, value.present))
        return not known

    def truncated(self, target: Expr, context: Context, expr: Expr) -> Num:
        """The integer that a float is without what is behind the point."""
        value = self._as_float(target, context)
        high = 1 << _MOST_BITS
        inside = [plan.Float("<", _float(-high), value), plan.Float("<", value, _float(high))]
        self._evaluation.ask_for(plan.all_of(*inside), context, expr)
        return Num(context.domain, plan.Float("int", value), -high, high)

    def _arithmetic(self, operator: str, a: Num, b: Num, context: Context, expr: Expr) -> Num:
        domain = context.domain
        large = self._large(operator, a, b, context, expr)
        if large is not None:
            return large
        a, b = self._computable(operator, self._evaluation.exact(a), self._evaluation.exact(b), context, expr)
        corners = [(x, y) for x in (a.low, a.high) for y in (b.low, b.high)]
        if operator == "+":
            return self._num(domain, total(a.expr, b.expr), a.low + b.low, a.high + b.high, expr)
        if operator == "-":
            return self._num(domain, difference(a.expr, b.expr), a.low - b.high, a.high - b.low, expr)
        if operator == "*":
            products = [x * y for x, y in corners]
            factor = constant(b.expr)
            product = scaled(a.expr, factor) if factor is not None else Binary("*", a.expr, b.expr)
            return self._num(domain, product, min(products), max(products), expr)
        if operator in ("/", "%"):
            self._check_divisor(b, context, expr)
            if operator == "%":
                low, high = (0, b.high - 1) if b.low >= 0 else (b.low + 1, max(0, b.high - 1))
                return Num(domain, Binary("%", a.expr, b.expr), low, max(low, high))
            if b.low > 0:
                quotients = [x // y for x, y in corners]
                return self._num(domain, Binary("//", a.expr, b.expr), min(quotients), max(quotients), expr)
            bound = max(abs(a.low), abs(a.high)) + 1
            return self._num(domain, Binary("//", a.expr, b.expr), -bound if a.low < 0 or b.low < 0 else 0, bound, expr)
        if operator in ("<<", ">>"):
            if operator == ">>":
                return Num(domain, Binary(">>", a.expr, b.expr), min(a.low, 0), max(a.high, 0))
            low, high = min(a.low, a.low << b.high), a.high << b.high
            shifted = Binary("<<", a.expr, b.expr)
            if low < LOWEST or high > HIGHEST:
                self._evaluation.ask_for(Binary("==", Binary(">>", shifted, b.expr), a.expr), context, expr)
            return Num(domain, shifted, max(low, LOWEST), min(high, HIGHEST))
        if operator == "&" and (a.low >= 0 or b.low >= 0):
            high = min(n.high for n in (a, b) if n.low >= 0)
            return Num(domain, Binary("&", a.expr, b.expr), 0, high)
        code: plan.Operator = "&" if operator == "&" else "|" if operator == "|" else "^"
        size = max(abs(n) for n in (a.low, a.high, b.low, b.high)).bit_length()
        low = 0 if a.low >= 0 and b.low >= 0 else -(1 << size)
        return self._num(domain, Binary(code, a.expr, b.expr), low, (1 << size) - 1, expr)

    def _large(self, operator: str, a: Num, b: Num, context: Context, expr: Expr) -> Num | None:
        """What numbers from 0 on give that are, or may make one, above `HIGHEST`; None: that isn't computed so."""
        domain = context.domain
        if min(a.low, b.low) < 0:
            return None
        if max(a.high, b.high) > HIGHEST:
            if operator == "&":
                return Num(domain, Binary("&", a.expr, b.expr), 0, min(a.high, b.high))
            if operator in ("|", "^"):
                return Num(domain, Binary("|" if operator == "|" else "^", a.expr, b.expr), 0, LARGEST)
            if operator in ("/", "%"):
                self._check_divisor(b, context, expr)
                if operator == "/":
                    return Num(domain, Binary("u//", a.expr, b.expr), 0, a.high // max(1, b.low))
                return Num(domain, Binary("u%", a.expr, b.expr), 0, max(0, min(a.high, b.high - 1)))
        if operator == ">>" and a.high > HIGHEST:
            places = constant(b.expr)
            if places == 0:
                return a
            if places is None or places > _MOST_PLACES:
                return None
            # The sign comes in from the left.
            mask = Const((1 << (64 - places)) - 1)
            return Num(domain, Binary("&", Binary(">>", a.expr, b.expr), mask), a.low >> places, a.high >> places)
        most: dict[str, Callable[[], int]] = {
            "+": lambda: a.high + b.high,
            "*": lambda: a.high * b.high,
            "<<": lambda: a.high << min(b.high, 64),
        }
        if operator not in most or not HIGHEST < (high := most[operator]()) <= LARGEST:
            return None
        if operator == "+":
            return Num(domain, total(a.expr, b.expr), a.low + b.low, high)
        low = a.low * b.low if operator == "*" else a.low << b.low
        return Num(domain, Binary("*" if operator == "*" else "<<", a.expr, b.expr), low, high)

    def _check_divisor(self, divisor: Num, context: Context, expr: Expr) -> None:
        """Refuse records in which something is divided by 0."""
        if divisor.low <= 0 <= divisor.high:
            guard = self._evaluation.guard(context, expr)
            self._steps.check(context.domain, Binary("!=", divisor.expr, Const(0)), context.structure.path, guard)

    def _computable(self, operator: str, a: Num, b: Num, context: Context, expr: Expr) -> tuple[Num, Num]:
        """Operands whose result fits 64 bits, as far as it takes bounds of theirs: numbers beyond them are rare."""
        if operator in ("<<", ">>"):
            return a, self._between(b, 0, 63, context, expr)
        most, other = max(-a.low, a.high), max(-b.low, b.high)
        if operator in ("+", "-") and most + other > HIGHEST:
            half = HIGHEST // 2
            return self._between(a, -half, half, context, expr), self._between(b, -half, half, context, expr)
        if operator == "*" and most * other > HIGHEST:
            small = 1 << 31
            if other <= 2 * small:
                return self._between(a, -(HIGHEST // other), HIGHEST // other, context, expr), b
            if most <= 2 * small:
                return a, self._between(b, -(HIGHEST // most), HIGHEST // most, context, expr)
            return self._between(a, -small, small, context, expr), self._between(b, -small, small, context, expr)
        return a, b

    def _num(self, domain: str, value: plan.Expr, low: int, high: int, expr: Expr) -> Num:
        if low < LOWEST or high > HIGHEST:
            raise Refusal("a result that may not fit 64 bits", expr.loc)
        return Num(domain, value, low, high)

    def _between(self, value: Num, low: int, high: int, context: Context, expr: Expr) -> Num:
        """A number with bounds: records in which it lies beyond them are left to objects."""
        bounds: list[plan.Expr] = []
        if value.low < low:
            bounds.append(Binary("<=", Const(low), value.expr))
        if value.high > high:
            bounds.append(Binary("<=", value.expr, Const(high)))
        if bounds:
            self._evaluation.ask_for(plan.all_of(*bounds), context, expr)
        return replace(value, low=max(value.low, low), high=min(value.high, high))

    def floating(self, expr: Expr, context: Context) -> Num:
        """A float that is computed: of 64 bits, but for one of 32 bits with another sign, or one of two such."""
        domain = context.domain
        if _is_short(expr) and not isinstance(expr, Unary | Conditional):
            raise Refusal("this expression", expr.loc)
        match expr:
            case Literal_(float() as value):
                found: plan.Expr = _float(value)
            case Unary("-", operand):
                sign = 1 << 31 if _is_short(expr) else LOWEST
                found = Binary("^", self._as_it_is(operand, context), Const(sign))
            case SpecBinary("+" | "-" | "*" as operator, left, right):
                found = plan.Float(operator, self._as_float(left, context), self._as_float(right, context))
            case SpecBinary("/" | "%" as operator, left, right):
                divisor = self._as_float(right, context)
                self._evaluation.ask_for(plan.invert(plan.Float("==", divisor, _float(0))), context, expr)
                found = plan.Float(operator, self._as_float(left, context), divisor)
            case Apply("pow", (base, exponent)):
                parts = self._as_float(base, context), self._as_float(exponent, context)
                found = plan.Float("pow", *parts, where=self._evaluation.where(domain))
            case Apply("exp" | "log" as function, (operand,)):
                found = plan.Float(function, self._as_float(operand, context), where=self._evaluation.where(domain))
            case Conditional(test, then, otherwise):
                condition = self._evaluation.condition(test, context)
                part = self._as_it_is if _is_short(expr) else self._as_float
                if condition is None:
                    return Num(domain, part(then, context), 0, 0, is_float=True)
                with self._evaluation.branch(domain, condition):
                    first = part(then, context)
                with self._evaluation.branch(domain, plan.invert(condition)):
                    second = part(otherwise, context)
                found = Select(condition, first, second)
            case _:
                raise Refusal("this expression", expr.loc)
        if not is_small(found):
            raise Refusal("too much to compute for one value", expr.loc)
        return Num(domain, found, 0, 0, is_float=True)

    def _as_it_is(self, expr: Expr, context: Context) -> plan.Expr:
        """The bits of a float of 32 bits, or of any other number as one of 64."""
        found = self._as_float(expr, context)
        return found.left if _is_short(expr) and isinstance(found, plan.Float) else found

    def _as_float(
        self, expr: Expr, context: Context, *, exact: bool = False, there: list[plan.Expr] | None = None
    ) -> plan.Expr:
        """A number as a float of 64 bits; ``exact``: integers that are none are left to objects; ``there``: where the
        number is there goes there, if it is no error that it may not be."""
        value = self._evaluation.operand(expr, context)
        if not isinstance(value, Num):
            raise Refusal("computing with anything but numbers", expr.loc)
        if not value.is_float:
            value = self._evaluation.exact(value)
            if exact:
                value = self._between(value, -_EXACT, _EXACT, context, expr)
        found = self._evaluation.bring(value, context.domain, expr)
        if found.present is not None and there is not None and self._may_be_none(expr, context):
            there += [found.present] if self._may_lack(found, expr, context) else []
        elif found.present is not None:
            self._evaluation.ask_for(found.present, context, expr)
        if value.is_float:
            return plan.Float("wide", found.expr) if _is_short(expr) else found.expr
        number = constant(found.expr)
        return plan.Float("of", found.expr) if number is None else _float(number)


def _is_short(expr: Expr) -> bool:
    """Whether a float is one of 32 bits."""
    return isinstance(expr.type, FloatValue) and expr.type.bits == 32


def _float(value: float) -> Const:
    """The bits of a float of 64 bits."""
    return Const(struct.unpack("<q", struct.pack("<d", value))[0])


def flipped(value: plan.Expr) -> plan.Expr:
    """A number with another highest bit: those without a sign are in the order of signed ones then."""
    known = constant(value)
    return Binary("^", value, Const(LOWEST)) if known is None else Const(known ^ LOWEST)


def _where_there(same: plan.Expr, there: Sequence[plan.Expr]) -> plan.Expr:
    """Whether two values are the same of which some are there only where something holds: two that aren't are."""
    if not there:
        return same
    found = plan.all_of(*there, same)
    return found if len(there) == 1 else plan.any_of(found, plan.all_of(*map(plan.invert, there)))


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
