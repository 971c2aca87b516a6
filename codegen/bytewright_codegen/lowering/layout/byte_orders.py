"""Byte orders that are found out while a record is read."""

from __future__ import annotations

from bytewright.kernels import plan
from bytewright.kernels.plan import Binary, Const
from bytewright_codegen.ir.expressions import Compare
from bytewright_codegen.ir.schema import CalculatedOrder
from bytewright_codegen.ir.values import BoolValue
from bytewright_codegen.lowering.expressions.arithmetic import choose, lowered
from bytewright_codegen.lowering.expressions.evaluation import Evaluation
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.values import Context, Place, Refusal, Structure


class ByteOrders:
    """Says whether numbers are little-endian, where the spec alone doesn't."""

    def __init__(self, steps: Steps, evaluation: Evaluation) -> None:
        self._steps = steps
        self._library = steps.library
        self._evaluation = evaluation

    def here(self, here: Place) -> plan.Expr:
        """Whether the numbers at a place are little-endian."""
        assert here.parent is not None
        return lowered(self.of(here.parent), self._levels_up(here))

    def _levels_up(self, here: Place) -> int:
        """How many lists lie between a place and the structure that it is in."""
        assert here.parent is not None
        levels = self._steps.levels(here.parent.domain, here.domain)
        assert levels is not None
        return levels

    def of(self, structure: Structure) -> plan.Expr:
        """Whether the numbers of a structure are little-endian, where it finds that out, or one around it."""
        if structure.little is not None:
            return structure.little
        typedef = self._library.types[structure.type]
        if isinstance(typedef.order, CalculatedOrder):
            structure.little = self._decided(structure, typedef.order)
            return structure.little
        if structure.parent is None:
            raise Refusal("a byte order that nothing decides", typedef.loc)
        levels = self._steps.levels(structure.parent.domain, structure.domain)
        if levels is None:
            raise Refusal("a byte order that another list decides", typedef.loc)
        structure.little = lowered(self.of(structure.parent), levels)
        return structure.little

    def _decided(self, structure: Structure, order: CalculatedOrder) -> plan.Expr:
        """The byte order that the cases of a structure choose; one of them must."""
        little: plan.Expr = Const(0)
        known: plan.Expr = Const(0)
        for test, name in reversed(order.cases):
            if test is None:
                little, known = Const(int(name == "le")), Const(1)
                continue
            compared = Compare("==", order.on, test, test.loc, BoolValue())
            holds = self._evaluation.condition(compared, Context(structure, structure.domain, {}, structure.present))
            little = choose(holds, Const(int(name == "le")), little)
            known = Const(1) if holds is None else Binary("|", known, holds)
        self._steps.check(structure.domain, known, structure.path, structure.present)
        return self._steps.let(structure.domain, f"{structure.path}<order>", little)
