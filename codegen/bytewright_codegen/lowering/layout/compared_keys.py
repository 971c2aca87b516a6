"""Keys that elements and records are compared by, as numbers of 64 bits that differ where the keys do."""

from __future__ import annotations

from bytewright.kernels import plan
from bytewright.kernels.plan import Binary, Const, Index, Select
from bytewright_codegen.ir.expressions import Expr
from bytewright_codegen.ir.values import FloatValue
from bytewright_codegen.lowering.expressions.arithmetic import choose, total
from bytewright_codegen.lowering.expressions.evaluation import Evaluation
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.values import HIGHEST, LOWEST, Num, Piece, Refusal, Value

_INFINITY = 0x7FF << 52
"""The bits of an infinite float; those of what is no number are larger."""
_SHORT = 32
"""Bits of the smaller floats."""
_SIZE = 8
"""Bytes of the number that a library gives bytes or text."""
_AS_STORED = ("", "ascii", "utf-8")
"""Encodings of which two texts are the same where their bytes are; of bytes: none."""


class ComparedKeys:
    """Makes numbers of keys.

    Args:
        steps: the plan's.
        evaluation: of expressions.
    """

    def __init__(self, steps: Steps, evaluation: Evaluation) -> None:
        self._steps = steps
        self._evaluation = evaluation

    def of_element(self, value: Value, child: str, key: Expr, path: str) -> plan.Expr:
        """The key of an element of a list, which may be absent.

        Args:
            value: the key.
            child: the domain of the elements.
            key: the expression that gives it.
            path: of the list.

        Raises:
            Refusal: it is no number, and neither bytes nor text in UTF-8.
        """
        if isinstance(value, Piece) and value.domain == child and value.encoding in _AS_STORED:
            return self._numbered(value, path)
        if not isinstance(value, Num):
            raise Refusal("elements that are compared by something else than a number, bytes or text in UTF-8", key.loc)
        value = self._evaluation.bring(value, child, key)
        return self._of_float(value, key) if value.is_float else self._of_whole(value, child)

    def of_record(self, value: Num, key: Expr) -> plan.Expr:
        """The key of a record.

        Raises:
            Refusal: some records have none, or one with a fraction.
        """
        if value.present is not None or value.is_float:
            raise Refusal("records that are compared, of which some have no key, or one with a fraction", key.loc)
        return self._of_whole(value, value.domain)

    def _numbered(self, value: Piece, path: str) -> plan.Expr:
        """Bytes or text, or that there are none, as a number that a library gives them."""
        there = Const(1) if value.present is None else value.present
        name = f"{path}<numbered>"
        told = self._steps.decode(
            plan.Processed(value.domain, name, plan.NUMBER, there, value.address, value.length, (), path)
        )
        number = plan.Load("s8le", total(told, Const(_SIZE)))
        return number if value.present is None else choose(value.present, number, Const(-1))

    def _of_whole(self, value: Num, child: str) -> plan.Expr:
        """A whole number, or that there is none."""
        present = value.present
        if present is None:
            return (self._evaluation.exact(value) if value.high - value.low >= 1 << 64 else value).expr
        value = self._evaluation.exact(value)
        missing = max(value.low - 1, LOWEST)
        if value.low == LOWEST:
            known = Binary("!=", value.expr, Const(missing))
            self._steps.leave(child, plan.any_of(plan.invert(present), known), "")
        return choose(present, value.expr, Const(missing))

    def _of_float(self, value: Num, key: Expr) -> plan.Expr:
        """A float: both zeros are one number, and what is no number differs from all else."""
        short = isinstance(key.type, FloatValue) and key.type.bits == _SHORT
        bits = plan.Float("wide", value.expr) if short else value.expr
        magnitude = Binary("&", bits, Const(HIGHEST))
        number = Select(Binary("==", magnitude, Const(0)), Const(0), bits)
        told = Select(Binary("<", Const(_INFINITY), magnitude), plan.add(Index(), _INFINITY + 1), number)
        return choose(value.present, told, Const(HIGHEST))
