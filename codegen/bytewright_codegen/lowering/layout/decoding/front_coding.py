"""Strings in a list of which only what differs from the one before is stored."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bytewright.kernels import plan
from bytewright_codegen.ir.expressions import Binary, Compare, Conditional, Expr, Item, Literal_, Member, Name
from bytewright_codegen.ir.schema import Process, ValueInstance
from bytewright_codegen.lowering.expressions.arithmetic import total
from bytewright_codegen.lowering.expressions.evaluation import Evaluation
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.values import Context, Num, Piece, Place, Refusal, Structure, Value
from bytewright_codegen.plans.reading import Entry, RecordPlan
from bytewright_codegen.plans.reading import Item as Kind

CODEC = "bytewright.codecs.front_coding"
"""The codec of such strings."""


class FrontCoding:
    """Reads strings that begin as those before them.

    Args:
        steps: what is done.
        plans: how the types are read.
        evaluation: computes expressions.
        need: sees to it that so many bytes are there.
    """

    def __init__(
        self,
        steps: Steps,
        plans: Mapping[str, RecordPlan],
        evaluation: Evaluation,
        need: Callable[[Place, plan.Expr], None],
    ) -> None:
        self._steps = steps
        self._library = steps.library
        self._plans = plans
        self._evaluation = evaluation
        self._need = need

    def read(self, entry: Entry, process: Process, here: Place, index: Num | None) -> tuple[Value, plan.Expr]:
        """A string that begins as that of the element before it."""
        frame, owner = entry.frame, here.parent
        if owner is None or here.guard is not None or owner.domain != here.domain or owner.index is None:
            raise Refusal("strings that begin as others, in no list", entry.loc)
        if frame.kind != "size" or frame.size is None or frame.terminator is not None or frame.pad_right is not None:
            raise Refusal("processed bytes that end before their size does", entry.loc)
        if entry.count is not None or not self.is_before(owner, process.args[0], entry.name):
            raise Refusal("strings that begin as others than the one before them", entry.loc)
        context = Context(owner, here.domain, {} if index is None else {"_index": index})
        size = self._evaluation.number(frame.size, context).expr
        shared = self._evaluation.number(process.args[1], context).expr
        self._need(here, size)
        name = f"{here.path}<whole>"
        begin = self._steps.fronts(plan.Fronts(here.domain, name, here.position, size, shared, here.path))
        return Piece(here.domain, begin, total(shared, size), False), total(here.position, size)

    def is_before(self, owner: Structure, expr: Expr, field: str) -> bool:
        """Whether an expression is a field of the element before one of a list, and nothing in the first.

        That is ``i == 0 ? nothing : _parent.list[i - 1].field``, where ``i`` is its number.

        Args:
            owner: the element.
            expr: the expression, in it.
            field: the field.
        """
        typedef = self._library.types[owner.type]
        if isinstance(expr, Name):
            found = next((i for i in typedef.instances if i.id == expr.name), None)
            if not isinstance(found, ValueInstance) or found.condition is not None:
                return False
            expr = found.expr
        match expr:
            case Conditional(
                Compare("==", Name(number), Literal_(0)),
                nothing,
                Member(
                    Item(
                        Member(Name("_parent"), listed, owner=str(holder)),
                        Binary("-", Name(again), Literal_(1)),
                    ),
                    before,
                ),
            ):
                known = owner.params.get(number)
                itself = next((e for e in self._plans[holder].entries if e.name == listed), None)
                return (
                    before == field
                    and number == again
                    and known == owner.index
                    and itself is not None
                    and itself.item == self._open_item(owner)
                    and self._is_nothing(owner, nothing)
                )
        return False

    def _open_item(self, owner: Structure) -> Kind | None:
        """How the list says that a structure is read, if it is an element of the only list of its parent."""
        entries = () if owner.parent is None else self._plans[owner.parent.type].entries
        found = [entry.item for entry in entries if entry.count is not None]
        return found[0] if len(found) == 1 else None

    def _is_nothing(self, owner: Structure, expr: Expr) -> bool:
        """Whether an expression is bytes without any: a field of no size."""
        if not isinstance(expr, Name):
            return False
        entry = next((e for e in self._plans[owner.type].sequence if e.name == expr.name), None)
        size = entry.frame.size if entry is not None and entry.count is None and entry.condition is None else None
        return isinstance(size, Literal_) and size.value == 0
