"""Lists that a spec writes out: what they hold at a number that the record says, and the largest of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from bytewright.kernels import plan
from bytewright.kernels.plan import Binary, Const
from bytewright_codegen.ir.expressions import Expr, ListLiteral, Literal_
from bytewright_codegen.lowering.expressions.evaluator import Evaluator
from bytewright_codegen.lowering.expressions.header_lists import NUMBERS
from bytewright_codegen.lowering.expressions.values import Context, Label, Num, Refusal, Value

_MOST = 64
"""Elements of which one is chosen: a plan nests as deeply."""


def chosen(evaluation: Evaluator, written: ListLiteral, index: Expr, context: Context, expr: Expr) -> Value:
    """The element of a number. Records that give a number of no element are left to objects."""
    items = written.items
    if not 0 < len(items) <= _MOST:
        raise Refusal("one of no or so many elements that the spec writes", expr.loc)
    place = evaluation.number(index, context)
    evaluation.inside(place, Const(len(items)), context, expr)
    if all(isinstance(item, Literal_) and isinstance(item.value, str) for item in items):
        texts = tuple(str(item.value) for item in items if isinstance(item, Literal_))
        return Label(context.domain, place.expr, texts, context.structure.present)
    numbers = _numbers(evaluation, items, context, expr)
    found = numbers[-1].expr
    for number, item in reversed(list(enumerate(numbers[:-1]))):
        found = plan.select(Binary("==", place.expr, Const(number)), item.expr, found)
    return Num(context.domain, found, min(item.low for item in numbers), max(item.high for item in numbers))


def asked(evaluation: Evaluator, written: ListLiteral, name: str, context: Context, expr: Expr) -> Value:
    """What a method of the list gives."""
    items = written.items
    if name in ("size", "length"):
        return Num(context.domain, Const(len(items)), len(items), len(items))
    if name not in ("min", "max", "first", "last") or not items:
        raise Refusal(f"'.{name}' of such a list", expr.loc)
    numbers = _numbers(evaluation, items, context, expr)
    if name in ("first", "last"):
        return numbers[0 if name == "first" else -1]
    bound = min if name == "min" else max
    found = reduce(lambda one, other: Binary("min" if name == "min" else "max", one, other), (n.expr for n in numbers))
    return Num(context.domain, found, bound(n.low for n in numbers), bound(n.high for n in numbers))


def _numbers(evaluation: Evaluator, items: Sequence[Expr], context: Context, expr: Expr) -> list[Num]:
    """The elements: all of them, as whoever makes the list asks for all."""
    if not all(isinstance(item.type, NUMBERS) for item in items):
        raise Refusal("a list that the spec writes of anything but integers", expr.loc)
    return [evaluation.exact(evaluation.number(item, context)) for item in items]
