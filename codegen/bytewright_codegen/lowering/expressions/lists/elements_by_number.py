"""Elements of lists that expressions ask for: by their numbers, by a key, the largest of them."""

from __future__ import annotations

from dataclasses import replace

from bytewright.kernels import plan
from bytewright.kernels.plan import Binary, Const, Select
from bytewright.kernels.plan.codes import SLACK
from bytewright.kernels.plan.record_ends import terms
from bytewright_codegen.ir.expressions import Cast, Expr, Find, Item, Member
from bytewright_codegen.ir.location import NOWHERE
from bytewright_codegen.ir.values import BytesValue, FloatValue
from bytewright_codegen.lowering.expressions.arithmetic import difference, nodes, scaled, total
from bytewright_codegen.lowering.expressions.bit_loads import bits_number
from bytewright_codegen.lowering.expressions.computing import flipped
from bytewright_codegen.lowering.expressions.evaluator import Evaluator
from bytewright_codegen.lowering.expressions.header import COLUMNS, Header
from bytewright_codegen.lowering.expressions.header_decisions import HeaderDecisions
from bytewright_codegen.lowering.expressions.header_lists import ListedEntries, column_of, for_column, over
from bytewright_codegen.lowering.expressions.lists.element_references import ElementReferences
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.values import (
    HIGHEST,
    Context,
    Held,
    HeldEntry,
    Num,
    Piece,
    Refusal,
    Sequence,
    Structure,
    Value,
)
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import Bits

_SHORT = 32
"""Bits of the smaller floats."""


class ElementsByNumber:
    """Computes elements of lists."""

    def __init__(
        self,
        evaluation: Evaluator,
        steps: Steps,
        listed: ListedEntries,
        decisions: HeaderDecisions,
        header: Header | None,
    ) -> None:
        self._evaluation = evaluation
        self._steps = steps
        self.references = ElementReferences(evaluation, steps)
        self._listed = listed
        self._decisions = decisions
        self._header = header

    def item(self, target: Expr, index: Expr, context: Context, expr: Expr) -> Value:
        """The element of a list, or the byte of some bytes, that has a number."""
        compute = self._evaluation.operand if isinstance(target.type, BytesValue) else self._evaluation.value
        value = compute(target, context)
        if isinstance(value, Held):
            return self._listed.entry(value, self._evaluation.number(index, context), context, expr)
        if isinstance(value, HeldEntry):
            place = self._evaluation.number(index, context)
            column = column_of(place)
            if column is None:
                return self._listed.item(value, place, context, expr)
            item = Item(over(value), column, NOWHERE, expr.type)
            return self._listed.part(replace(value, path=None, expr=item), context, expr)
        sought = self._evaluation.computed_by(index, context)
        if isinstance(value, Sequence) and isinstance(sought, Find) and expression(sought.items) == expression(target):
            return self._first(value, sought, context, expr)
        if isinstance(value, Piece) and not value.is_text:
            return self._byte(value, self._evaluation.number(index, context), context, expr)
        if isinstance(value, Sequence) and isinstance(value.entry.item, Bits) and not value.unrolled:
            return self._bit(value, value.entry.item, self._evaluation.number(index, context), context, expr)
        if isinstance(value, Sequence) and value.unrolled:
            return self._cell(value, index, context, expr)
        if isinstance(value, Sequence) and value.entry.masked_by is not None:
            # Of an element beside what asks for it, the bit is beside it, too.
            child, element = self._each(value, expr, shown=True)
            if (
                element is None
                or child != context.domain
                or self._evaluation.number(index, context).expr != plan.Index()
            ):
                raise Refusal("an element of a list with validity bits", expr.loc)
            return element
        if not isinstance(value, Sequence):
            raise Refusal("an element of a list whose elements differ in size", expr.loc)
        other = self.references.before(value, self._evaluation.number(index, context), context, expr)
        if other is not None:
            return other
        beside = value.element if not value.stride and value.child == context.domain else None
        if beside is not None and self._evaluation.number(index, context).expr == plan.Index():
            return beside
        if value.make is None or not value.stride or self.references.rest(value):
            other = self.references.at(value, self._evaluation.number(index, context), context, expr)
            if other is not None:
                return other
        if value.make is None or not value.stride:
            raise Refusal("an element of a list whose elements differ in size", expr.loc)
        place = self._evaluation.number(index, context)
        count = self._evaluation.bring(value.count, context.domain, expr)
        base = self._evaluation.place(value.address, value.domain, context.domain, expr)
        address = total(base, scaled(place.expr, value.stride))
        if not self._is_inside(place, count, context.domain):
            if value.stride > SLACK - 8:
                raise Refusal("an element of a list of large elements, by an index that isn't the list's own", expr.loc)
            inside = Binary("&", Binary("<=", Const(0), place.expr), Binary("<", place.expr, count.expr))
            self._steps.check(context.domain, inside, value.entry.name, self._evaluation.guard(context, expr))
            # The check comes first, but not where this is used ahead of it: an element that isn't there is read
            # elsewhere.
            return value.make(context.domain, Select(inside, address, self._steps.somewhere(context.domain)), place)
        found = value.make(context.domain, address, place)
        self._prove(found, value)
        return found

    def _prove(self, found: Value, listed: Sequence) -> None:
        """What is loaded for an element of a list can be read since all of the list is known to be there."""
        if isinstance(found, Num):
            for node in nodes(found.expr):
                if isinstance(node, plan.Load):
                    self._steps.note_proven(node, listed)
        elif isinstance(found, Structure):
            for value in found.fields.values():
                self._prove(value, listed)

    def _byte(self, value: Piece, place: Num, context: Context, expr: Expr) -> Num:
        """A byte of some bytes; an index below 0 is for the object reader, which counts it from the end."""
        base = self._evaluation.place(value.address, value.domain, context.domain, expr)
        length = self._evaluation.place(value.length, value.domain, context.domain, expr)
        inside = self._evaluation.inside(place, length, context, expr)
        address = Select(inside, plan.Binary("+", base, place.expr), self._steps.somewhere(context.domain))
        return Num(context.domain, plan.Load("u1", address), 0, 255)

    def _bit(self, value: Sequence, item: Bits, place: Num, context: Context, expr: Expr) -> Num:
        """An element of a list of bits."""
        base = self._evaluation.place(value.address, value.domain, context.domain, expr)
        count = self._evaluation.bring(value.count, context.domain, expr).expr
        inside = self._evaluation.inside(place, count, context, expr)
        first = self._evaluation.place(value.bits, value.domain, context.domain, expr)
        base = Select(inside, base, self._steps.somewhere(context.domain))
        at = Select(inside, plan.add(first, scaled(place.expr, item.width)), Const(0))
        return Num(context.domain, bits_number(base, at, item.width, item.order), 0, (1 << item.width) - 1)

    def _cell(self, value: Sequence, index: Expr, context: Context, expr: Expr) -> Value:
        """The element of a list with one element per column of the header that belongs to the column in question."""
        owner = context.structure.owner
        found = None
        if self._header is not None and owner is not None:
            found = self._header.hoisted(index, for_column(owner, context))
        if found != COLUMNS[value.depth] or self._decisions.taken is None:
            raise Refusal(
                "an element of a list that the header describes, by another number than its column's", expr.loc
            )
        for decisions, element in value.variants:
            if set(decisions) <= set(self._decisions.taken):
                return element
        raise Refusal("an element of a list that the header describes before that is read", expr.loc)

    def unrolled(self, cell: Expr, context: Context) -> Sequence | None:
        """The list, one element per column of the header, that a cell belongs to."""
        node = cell
        while isinstance(node, Member | Item | Cast):
            if isinstance(node, Item):
                found = self._evaluation.value(node.target, context)
                if isinstance(found, Sequence) and found.unrolled:
                    return found
            node = node.target
        return None

    def _each(self, value: Sequence, expr: Expr, *, shown: bool = False) -> tuple[str, Value | None]:
        """The elements of a list one by one; none where nothing looks at them."""
        look = self._evaluation.each
        return ("", None) if look is None else look(value, expr, shown=shown)

    def _first(self, value: Sequence, sought: Find, context: Context, expr: Expr) -> Structure:
        """The first element of a list with a key: its numbers, or -1 where there is none."""
        child, element = self._each(value, expr)
        if not isinstance(element, Structure) or value.ends is None or value.domain != context.domain:
            raise Refusal("an element that is looked for in such a list", expr.loc)
        inside = Context(context.structure, child, {**context.special, "_": element})
        key, wanted = self._evaluation.number(sought.key, inside), self._evaluation.number(sought.wanted, inside)
        if min(key.low, wanted.low) < 0:
            key, wanted = self._evaluation.exact(key), self._evaluation.exact(wanted)
        where, none = Binary("==", key.expr, wanted.expr), Const(-1)
        found = Structure(
            element.type, context.domain, context.structure.stream, context.structure.position, None, element.path
        )
        for name, field in element.fields.items():
            if isinstance(field, Num) and field.domain == child and field.present is None and not field.is_float:
                first = plan.First(where, field.expr, value.ends, none)
                found.fields[name] = Num(context.domain, first, min(-1, field.low), field.high)
        return found

    def best(self, value: Sequence, name: str, context: Context, expr: Expr) -> Num:
        """The largest or the smallest number of a list; of none, objects know."""
        child, element = self._each(value, expr)
        if not isinstance(element, Num) or element.domain != child or element.present is not None:
            raise Refusal(f"'.{name}' of anything but numbers", expr.loc)
        count = self._evaluation.bring(value.count, context.domain, expr)
        if value.present is not None:
            there = self._evaluation.place(value.present, value.domain, context.domain, expr)
            self._evaluation.ask_for(there, context, expr)
        if count.low <= 0:
            self._evaluation.ask_for(Binary("<", Const(0), count.expr), context, expr)
        every = element.expr
        if element.is_float:
            kind = "f4" if isinstance(expr.type, FloatValue) and expr.type.bits == _SHORT else "f8"
            which: plan.Which = f"largest {kind}" if name == "max" else f"smallest {kind}"  # type: ignore[assignment]
        else:
            which = "largest" if name == "max" else "smallest"
        large = element.high > HIGHEST
        found: plan.Expr = plan.Best(which, child, flipped(every) if large else every)
        found = self._steps.let(value.domain, f"{value.entry.name}.{name}", flipped(found) if large else found)
        return self._evaluation.bring(
            replace(element, domain=value.domain, expr=found, case=None), context.domain, expr
        )

    def _is_inside(self, place: Num, count: Num, domain: str) -> bool:
        """Whether an index is certainly inside: the element's own, or one near it in a list that is longer."""
        if place.low < 0:
            return False
        atoms, behind = terms(difference(count.expr, place.expr))
        length = self._steps.length(domain)
        if length is None:
            return False
        own, more = terms(difference(length, plan.Index()))
        # count - place is what the element's list has behind the element, 1 or more, and a constant.
        return atoms == own and 1 + behind - more >= 1
