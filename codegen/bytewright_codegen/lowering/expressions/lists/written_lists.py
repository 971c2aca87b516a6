"""Lists that a spec writes out, or says by a formula: what they hold at a number that the record says, and the largest
of those written out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from bytewright.kernels import plan
from bytewright.kernels.plan import Binary, Const, Index
from bytewright_codegen.ir.expressions import Expr, ListLiteral, Literal_
from bytewright_codegen.ir.values import BytesValue
from bytewright_codegen.lowering.expressions.evaluator import Evaluator
from bytewright_codegen.lowering.expressions.header_lists import NUMBERS
from bytewright_codegen.lowering.expressions.values import Context, Formula, Label, Num, Piece, Refusal, Value

_MOST = 64
"""Elements of which one is chosen: a plan nests as deeply."""


def whole(evaluation: Evaluator, written: ListLiteral, context: Context, expr: Expr) -> Formula:
    """All of such a list."""
    count = len(written.items)

    def item(domain: str) -> Value:
        inside = Context(context.structure, domain, context.special)
        return _at(evaluation, written.items, Num(domain, Index(), 0, max(0, count - 1)), inside, expr)

    # A list is there where its structure is, and so are its elements.
    return Formula(context.domain, Num(context.domain, Const(count), count, count), item, context.structure.present)


def by_formula(evaluation: Evaluator, size: Expr, item: Expr, context: Context) -> Formula:
    """A list by formula."""
    count = evaluation.number(size, context)
    if count.high > plan.MOST_ELEMENTS:
        raise Refusal("a list by formula that may be too long", size.loc)
    if count.low < 0:
        count = replace(count, expr=Binary("max", count.expr, Const(0)), low=0)

    def element(domain: str) -> Num:
        index = Num(domain, plan.Index(), 0, plan.MOST_ELEMENTS)
        found = evaluation.value(item, Context(context.structure, domain, {**context.special, "_index": index}))
        if not isinstance(found, Num):
            raise Refusal("a list by formula of anything but numbers", item.loc)
        return found

    return Formula(context.domain, count, element, context.structure.present)


def chosen(evaluation: Evaluator, written: ListLiteral, index: Expr, context: Context, expr: Expr) -> Value:
    """The element of a number. Records that give a number of no element are left to objects."""
    place = evaluation.number(index, context)
    evaluation.inside(place, Const(len(written.items)), context, expr)
    found = _at(evaluation, written.items, place, context, expr)
    return found if isinstance(found, Num) else replace(found, present=context.structure.present)


def _at(evaluation: Evaluator, items: Sequence[Expr], place: Num, context: Context, expr: Expr) -> Num | Piece | Label:
    """The element of a number that is one of theirs."""
    if not items:
        raise Refusal("one of no elements that the spec writes", expr.loc)
    if all(isinstance(item, Literal_) and isinstance(item.value, str) for item in items):
        texts = tuple(str(item.value) for item in items if isinstance(item, Literal_))
        return Label(context.domain, place.expr, texts)
    runs = [_bytes(item) for item in items]
    if None not in runs:
        known = tuple(run for run in runs if run is not None)
        length = plan.Lookup(place.expr, tuple(map(len, known)))
        address = plan.Written(place.expr, tuple(run.hex() for run in known))
        return Piece(context.domain, address, length, is_text=False)
    if len(items) > _MOST:
        raise Refusal("one of so many elements that the spec writes", expr.loc)
    numbers = _numbers(evaluation, items, context, expr)
    found = numbers[-1].expr
    for number, item in reversed(list(enumerate(numbers[:-1]))):
        found = plan.select(Binary("==", place.expr, Const(number)), item.expr, found)
    return Num(context.domain, found, min(item.low for item in numbers), max(item.high for item in numbers))


def _bytes(item: Expr) -> bytes | None:
    """The bytes that the spec writes; None: it is something else."""
    if not isinstance(item, ListLiteral) or not isinstance(item.type, BytesValue):
        return None
    numbers = [part.value for part in item.items if isinstance(part, Literal_) and isinstance(part.value, int)]
    return bytes(numbers) if len(numbers) == len(item.items) else None


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
