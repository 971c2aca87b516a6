"""Rules of fields: what their values must be."""

from __future__ import annotations

from dataclasses import replace

from bytewright.kernels import plan
from bytewright.kernels.plan import Binary, Const, Match
from bytewright_codegen.ir.expressions import Expr
from bytewright_codegen.ir.schema import Valid
from bytewright_codegen.plans.reading import Entry
from bytewright_codegen.symbolic.arithmetic import constant
from bytewright_codegen.symbolic.evaluation import Evaluation
from bytewright_codegen.symbolic.steps import Steps
from bytewright_codegen.symbolic.values import HIGHEST, LOWEST, Context, Num, Piece, Place, Refusal, Structure, Value


class Rules:
    """Checks values that have been read."""

    def __init__(self, steps: Steps, evaluation: Evaluation) -> None:
        self._steps = steps
        self._library = steps.library
        self._evaluation = evaluation

    def check(self, entry: Entry, value: Value, here: Place) -> Value:
        """Check a value by its rules; gives the value, with the bounds that it has then."""
        valid = entry.valid
        if valid is None:
            return value
        if isinstance(value, Piece) and here.parent is not None:
            self._check_piece(valid, value, here, here.parent)
            return value
        if not isinstance(value, Num) or value.is_float or here.parent is None:
            raise Refusal("a rule for something that isn't an integer", valid.loc)
        if value.high >= 1 << 63:
            raise Refusal("a rule for an unsigned number of 64 bits", valid.loc)
        context = Context(here.parent, here.domain, {"_": value})
        low, high = value.low, value.high

        def must(condition: plan.Expr) -> None:
            self._steps.check(here.domain, condition, here.path, here.guard)

        def number(expr: Expr) -> Num:
            return self._evaluation.number(expr, context)

        if valid.eq is not None:
            must(Binary("==", value.expr, number(valid.eq).expr))
        if valid.min is not None:
            least = number(valid.min)
            must(Binary("<=", least.expr, value.expr))
            low = max(low, least.low)
        if valid.max is not None:
            most = number(valid.max)
            must(Binary("<=", value.expr, most.expr))
            high = min(high, most.high)
        if valid.any_of:
            must(_is_one_of(value.expr, [number(v).expr for v in valid.any_of]))
        if valid.in_enum and entry.enum is not None:
            if any(not LOWEST <= e.value <= HIGHEST for e in self._library.enums[entry.enum].entries):
                raise Refusal("an enum of more than 64 bits", entry.loc)
            must(_is_one_of(value.expr, [Const(e.value) for e in self._library.enums[entry.enum].entries]))
        if valid.expr is not None:
            must(number(valid.expr).expr)
        return replace(value, low=low, high=max(low, high)) if here.guard is None else value

    def _check_piece(self, valid: Valid, value: Piece, here: Place, owner: Structure) -> None:
        """Check bytes or text by the rules for them."""
        if valid.min is not None or valid.max is not None or valid.in_enum:
            raise Refusal("which of two texts comes first", valid.loc)
        context = Context(owner, here.domain, {"_": value}, here.guard)
        wanted = valid.any_of if valid.eq is None else (valid.eq,)
        if wanted:
            found = [self._evaluation.texts.alike(value, one, context) for one in wanted]
            self._steps.check(here.domain, plan.any_of(*found), here.path, here.guard)
        if valid.expr is not None:
            self._steps.check(here.domain, self._evaluation.number(valid.expr, context).expr, here.path, here.guard)


def _is_one_of(value: plan.Expr, wanted: list[plan.Expr]) -> plan.Expr:
    known = sorted({number for number in map(constant, wanted) if number is not None})
    found: plan.Expr | None = None
    if known:
        found = Binary("<=", Const(0), Match(value, tuple(known), tuple(range(len(known)))))
    for expr in wanted:
        if constant(expr) is None:
            same = Binary("==", value, expr)
            found = same if found is None else Binary("|", found, same)
    return found if found is not None else Const(0)
