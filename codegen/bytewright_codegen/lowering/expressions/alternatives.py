"""Switches as values: one that columns show as one value, and those of which a condition chooses one."""

from __future__ import annotations

from dataclasses import replace

from bytewright.kernels import plan
from bytewright.kernels.plan import Const
from bytewright_codegen.analysis.routes import Fork, ends_of, route_of
from bytewright_codegen.ir.expressions import Cast, Conditional, Expr
from bytewright_codegen.ir.schema import Attribute, StructWire
from bytewright_codegen.ir.values import StructValue
from bytewright_codegen.lowering.expressions.arithmetic import choose
from bytewright_codegen.lowering.expressions.evaluator import Evaluator
from bytewright_codegen.lowering.expressions.values import (
    HIGHEST,
    Alternatives,
    Context,
    Num,
    Piece,
    Refusal,
    Structure,
    Value,
)
from bytewright_codegen.plans.reading import Item, Nested, Number, case_member

_SHORT = 4
"""Bytes of a float of 32 bits."""


def merged(value: Alternatives) -> Value:
    """The value of a switch: a number, bytes or text where all cases are such, which columns show as one."""
    found: plan.Expr
    numbers = [each for _, each in value.cases if isinstance(each, Num) and not each.is_float]
    floats = [(item, each) for item, each in value.cases if isinstance(each, Num) and each.is_float]
    pieces = [each for _, each in value.cases if isinstance(each, Piece)]
    if len(floats) == len(value.cases):
        short = [isinstance(item, Number) and item.size == _SHORT for item, _ in floats]
        found = Const(0)
        for is_short, (_, each) in zip(short, floats, strict=True):
            wide = plan.Float("wide", each.expr) if is_short and not all(short) else each.expr
            found = choose(each.present, wide, found)
        return Num(value.domain, found, 0, 0, is_float=True, present=value.present, cases=value.cases)
    if len(numbers) == len(value.cases):
        low, high = min(number.low for number in numbers), max(number.high for number in numbers)
        expr: plan.Expr = Const(0)
        for number in numbers:
            expr = choose(number.present, number.expr, expr)
        # Whether 64 bits are a number above all signed ones or one below zero, nothing tells any more.
        if low < 0 and high > HIGHEST:
            return value
        return Num(value.domain, expr, low, high, present=value.present, cases=value.cases)
    if len(pieces) == len(value.cases) and len({(piece.is_text, piece.encoding) for piece in pieces}) == 1:
        whole = pieces[0]
        for piece in pieces[1:]:
            address = choose(piece.present, piece.address, whole.address)
            whole = replace(whole, address=address, length=choose(piece.present, piece.length, whole.length))
        return replace(whole, present=value.present, cases=value.cases)
    return value


def one_of(evaluation: Evaluator, expr: Conditional, context: Context) -> Alternatives:
    """One of two switches, or structures, that a condition chooses.

    Raises:
        Refusal: the kernel can't choose between them.
    """
    chosen = evaluation.number(expr.test, context).expr
    cases: dict[str, tuple[Item, Value]] = {}
    present: list[plan.Expr] = []
    for part, holds in ((expr.then, chosen), (expr.otherwise, plan.invert(chosen))):
        with evaluation.branch(context.domain, holds):
            if isinstance(part, Conditional):
                value = one_of(evaluation, part, context)
            else:
                value = _as_switch(evaluation, part, evaluation.value(part, context))
        if value.domain != context.domain:
            raise Refusal("a switch in another list", part.loc)
        there = evaluation.where_also(value, holds, context.domain)
        assert isinstance(there, Alternatives)
        for item, case in there.cases:
            name = case_member(item)
            before = cases.get(name)
            cases[name] = item, case if before is None else _united(before, (item, case), expr)
        present.append(holds if there.present is None else there.present)
    return Alternatives(context.domain, tuple(cases.values()), plan.any_of(*present))


def case_of(value: Value, expr: Cast) -> Value:
    """A value as one of a type: of a switch, the case that has it.

    Raises:
        Refusal: no case has it, or several of which none stands for all.
    """
    if not isinstance(value, Alternatives) or not isinstance(expr.type, StructValue):
        return value
    typed = [found for item, found in value.cases if isinstance(item, Nested) and item.type == expr.type.type]
    if len(typed) != 1:
        reason = (
            "cases of one type that lie in the bytes in two ways" if typed else "a type that no case of a switch has"
        )
        raise Refusal(reason, expr.loc)
    return typed[0]


def _as_switch(evaluation: Evaluator, expr: Expr, value: Value) -> Alternatives:
    """A switch, or a field that holds structures of one type, as a switch that has that case alone."""
    if isinstance(value, Alternatives):
        return value
    if isinstance(value, Num | Piece) and value.cases:
        if any(_may_be_null(evaluation.absence.member(end)) for end in ends_of(route_of(evaluation.absence, expr))):
            raise Refusal("a choice of a switch a value of which may stand for null", expr.loc)
        return Alternatives(value.domain, value.cases, value.present)
    end = route_of(evaluation.absence, expr)
    member = None if end is None or isinstance(end, Fork) else evaluation.absence.member(end)
    wire = member.wire if isinstance(member, Attribute) else None
    if not isinstance(value, Structure) or not isinstance(wire, StructWire) or wire.type != value.type:
        raise Refusal("a choice between anything but switches and structures", expr.loc)
    return Alternatives(value.domain, ((Nested(value.type, ()), value),), value.present)


def _may_be_null(member: object) -> bool:
    return isinstance(member, Attribute) and member.null is not None


def _united(one: tuple[Item, Value], other: tuple[Item, Value], expr: Expr) -> Value:
    """The value of a case that two switches have, of which one is there at most."""
    there = [value.present for _, value in (one, other) if isinstance(value, Num | Piece) and value.present is not None]
    if len(there) == len((one, other)):
        found = merged(Alternatives(one[1].domain, (one, other), None))  # type: ignore[union-attr]
        if isinstance(found, Num | Piece):
            return replace(found, present=plan.any_of(*there))
    raise Refusal("a case that either of two switches may have", expr.loc)
