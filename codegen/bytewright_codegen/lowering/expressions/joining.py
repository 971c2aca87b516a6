"""The parts of a text that a spec puts together: texts that are stored or written, and numbers in decimal digits."""

from __future__ import annotations

from collections.abc import Iterator

from bytewright.kernels import plan
from bytewright.kernels.plan import Binary, Const
from bytewright_codegen.ir.expressions import Binary as SpecBinary
from bytewright_codegen.ir.expressions import Conditional, Expr, FormatString, Literal_
from bytewright_codegen.ir.values import IntValue, StrValue
from bytewright_codegen.lowering.expressions.arithmetic import choose
from bytewright_codegen.lowering.expressions.evaluator import Evaluator
from bytewright_codegen.lowering.expressions.values import Context, Label, Piece, Refusal, Value

_WORD = 8
_NOTHING = Const(0)


def parts(evaluation: Evaluator, expr: Expr, context: Context) -> Iterator[plan.Joined]:
    """The parts of a text, in their order, each behind nothing; where they aren't there, or not asked for, they have no
    bytes.

    Raises:
        Refusal: one is none that the kernel can append.
    """
    match expr:
        case Literal_(str() as text):
            yield from words(text.encode(), evaluation.guard(context, expr))
        case SpecBinary("+", left, right) if isinstance(expr.type, StrValue):
            yield from parts(evaluation, left, context)
            yield from parts(evaluation, right, context)
        case FormatString(each):
            for part in each:
                yield from parts(evaluation, part, context)
        case Conditional(test, then, otherwise):
            chosen = evaluation.condition(test, context)
            if chosen is None:
                yield from parts(evaluation, then, context)
                return
            for part, where in ((then, chosen), (otherwise, plan.invert(chosen))):
                with evaluation.branch(context.domain, where):
                    yield from parts(evaluation, part, context)
        case _ if isinstance(expr.type, IntValue):
            number, asked = evaluation.exact(evaluation.number(expr, context)), evaluation.guard(context, expr)
            yield plan.Joined(_NOTHING, "digits", number.expr, Const(1) if asked is None else asked)
        case _:
            yield from of_value(evaluation, evaluation.operand(expr, context), context, expr)


def of_value(evaluation: Evaluator, value: Value, context: Context, expr: Expr) -> Iterator[plan.Joined]:
    """The parts of a text that a value (of ``expr``) is; see `parts`."""
    asked = evaluation.guard(context, expr)
    if isinstance(value, Piece) and value.is_text:
        address, length = evaluation.texts.there(value, context, expr)
        yield plan.Joined(_NOTHING, "text", address, choose(asked, length, Const(0)), value.encoding)
    elif isinstance(value, Label) and value.present in (None, context.structure.present):
        number = evaluation.place(value.number, value.domain, context.domain, expr)
        if not value.texts:
            yield plan.Joined(_NOTHING, "digits", number, Const(1) if asked is None else asked)
        for place, text in enumerate(value.texts):
            this = Binary("==", number, Const(place))
            yield from words(text.encode(), this if asked is None else plan.all_of(asked, this))
    else:
        raise Refusal("text that is put together of anything but texts and integers", expr.loc)


def words(content: bytes, where: plan.Expr | None) -> Iterator[plan.Joined]:
    """Bytes that the spec writes, where something holds (None: always)."""
    for start in range(0, len(content), _WORD):
        word = content[start : start + _WORD]
        number = int.from_bytes(word, "little", signed=len(word) == _WORD)
        yield plan.Joined(_NOTHING, "word", Const(number), choose(where, Const(len(word)), Const(0)))
