"""Elements of lists as they are seen from elsewhere: from the element behind, or by their numbers; and values that rest
on the same value of the element before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property

from bytewright.kernels import plan
from bytewright.kernels.plan import Binary, Const, Index
from bytewright_codegen.analysis.running_values import running_values
from bytewright_codegen.ir.expressions import Expr
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import ValueInstance
from bytewright_codegen.ir.values import FloatValue
from bytewright_codegen.ir.walk import asks_before
from bytewright_codegen.lowering.expressions.arithmetic import inlined, is_small, lowered, nodes, total
from bytewright_codegen.lowering.expressions.evaluator import Evaluator
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.values import (
    Alternatives,
    Context,
    Held,
    HeldEntry,
    Label,
    Num,
    Piece,
    Refusal,
    Seen,
    Sequence,
    Sight,
    Stream,
    Structure,
    Unread,
    Value,
)
from bytewright_codegen.plans.reading import Nested

_FAR = 1 << 62
"""How far from 0 running values may come: records in which they come further are left to objects."""
_ROUNDS = 3
"""How often it is asked what a running value can be, by what it can be before."""
_BEFORE = total(Index(), -1)


@dataclass
class _Open:
    """A running value that is being computed: what it is for the element before, and whether that has been asked."""

    before: plan.Expr
    low: int
    high: int
    is_float: bool
    is_asked: bool = False


@dataclass
class ElementReferences:
    """Computes what elements say of each other."""

    evaluation: Evaluator
    steps: Steps
    _open: dict[tuple[int, str], _Open] = field(default_factory=dict)

    # --- the element before ------------------------------------------------------------------------------------------

    def before(self, listed: Sequence, index: Num, context: Context, expr: Expr) -> Value | None:
        """The element of a list before the one that an expression stands in; None: another one is asked for, or it is
        found by its address."""
        evaluation, domain = self.evaluation, context.domain
        if index.expr != _BEFORE or self.steps.levels(listed.domain, domain) != 1 or not self._can_see(listed):
            return None
        assert evaluation.each is not None
        if listed.child is None:
            length = self.steps.length(domain)
            alike = length is not None and total(length) == total(plan.Up(listed.count.expr))
            if not alike:
                return None
        child, element = evaluation.each(listed, expr)
        if child != domain or (listed.make is not None and not isinstance(element, Structure)):
            return None
        there = Binary("<", Const(0), Index())
        evaluation.ask_for(there, context, expr)
        return self._seen(element, Sight(earlier, domain, domain, there), expr)

    def at(self, listed: Sequence, index: Num, context: Context, expr: Expr) -> Value | None:
        """An element of a list of the structure that an expression stands in, or of one around it, by its number; None:
        the list is none of these, or the expression stands in one of its elements."""
        evaluation, domain = self.evaluation, context.domain
        levels = self.steps.levels(listed.domain, domain)
        if levels is None or not self._can_see(listed):
            return None
        assert evaluation.each is not None
        child, element = evaluation.each(listed, expr)
        if self.steps.levels(child, domain) is not None:
            return None
        count = lowered(listed.count.expr, levels)
        inside = plan.all_of(Binary("<=", Const(0), index.expr), Binary("<", index.expr, count))
        evaluation.ask_for(inside, context, expr)
        number = self.steps.let(domain, f"{listed.entry.name}[]", index.expr)
        first = lowered(plan.Foremost(child), levels)

        def carried(expr: plan.Expr) -> plan.Expr:
            match expr:
                case Const() | plan.Given():
                    return expr
                case plan.Up(above):
                    return lowered(above, levels)
                case Index():
                    return number
            return plan.Chosen(child, number, expr, first, count)

        return self._seen(element, Sight(carried, child, domain, inside), expr)

    def _can_see(self, listed: Sequence) -> bool:
        """Whether elements of a list can be looked at; nothing that is read may rest on what is seen of them."""
        known = listed.element is not None or (listed.child is None and listed.make is not None)
        return known and self.evaluation.each is not None and self.evaluation.complete

    def rest(self, listed: Sequence) -> bool:
        """Whether elements of a list may rest on those before them."""
        item = listed.entry.item
        if not isinstance(item, Nested):
            return False
        return any(map(asks_before, item.args)) or any(type == item.type for type, _ in self._running)

    def member(self, owner: Structure, name: str, binding: str | None, expr: Expr) -> Value:
        """A member of an element that another one sees; it is there where that is.

        Raises:
            Refusal: the kernel can't tell.
        """
        found = self._member(owner, name, binding, expr)
        if isinstance(found, Structure) and owner.present is not None:
            there = owner.present if found.present is None else plan.all_of(owner.present, found.present)
            return replace(found, present=there)
        return self.evaluation.where_also(found, owner.present, owner.domain)

    def _member(self, owner: Structure, name: str, binding: str | None, expr: Expr) -> Value:
        assert owner.seen is not None
        element, sight = owner.seen
        is_before = sight.domain == sight.of
        opened = self._open.get((id(element), name)) if is_before else None
        if opened is not None:
            opened.is_asked = True
            return Num(element.domain, opened.before, opened.low, opened.high, opened.is_float)
        if binding == "parameter":
            return self._seen(self.evaluation.member(element, name, binding, expr), sight, expr, owner)
        if binding != "instance" or name in element.fields:
            if name not in element.fields:
                raise Refusal(f"'{name}' of another element, which isn't read with the record, or not yet", expr.loc)
            return self._seen(element.fields[name], sight, expr, owner)
        if is_before and any(key == id(element) for key, _ in self._open):
            return self.evaluation.instance(owner, name, expr)
        with self._everywhere():
            found = self.evaluation.instance(element, name, expr)
        return self._seen(found, sight, expr, owner)

    def _seen(self, value: Value, sight: Sight, expr: Expr, parent: Structure | None = None) -> Value:
        """A value of an element as it is seen from elsewhere, as a member of ``parent`` (None: it is the element)."""
        domain, carried = sight.domain, sight.carried
        if not isinstance(value, Held | HeldEntry) and value.domain != sight.of:
            if isinstance(value, Sequence) or self.steps.levels(value.domain, sight.of) is None:
                raise Refusal("a list of another element", expr.loc)
            return value  # it is the same for all elements
        present = getattr(value, "present", None)
        present = None if present is None else carried(present)
        match value:
            case Num():
                return Num(domain, carried(value.expr), value.low, value.high, value.is_float, present)
            case Piece():
                address, length = self._place(value.address, sight), self._where_there(value.length, sight, Const(0))
                return Piece(domain, address, length, value.is_text, present, value.encoding)
            case Label():
                return replace(value, domain=domain, number=carried(value.number), present=present)
            case Alternatives():
                cases = ((item, self._seen(one, sight, expr, parent)) for item, one in value.cases)
                return Alternatives(domain, tuple(cases), present)
            case Stream(_, base, end, origin, whole, decoded):
                first, inside = (None if one is None else carried(one) for one in (origin, decoded))
                return Stream(domain, self._place(base, sight), self._place(end, sight), first, whole, inside)
            case Structure():
                return self._structure(value, sight, expr, parent, present)
            case Unread():
                raise Refusal(value.reason, value.location)
        raise Refusal("a list of another element", expr.loc)

    def _place(self, address: plan.Expr, sight: Sight) -> plan.Expr:
        """An address in an element: what is read there is read also where there is no such element."""
        return self._where_there(address, sight, self.steps.somewhere(sight.domain))

    def _where_there(self, value: plan.Expr, sight: Sight, otherwise: plan.Expr) -> plan.Expr:
        return plan.Select(sight.there, sight.carried(value), otherwise)

    def _structure(
        self, value: Structure, sight: Sight, expr: Expr, parent: Structure | None, present: plan.Expr | None
    ) -> Structure:
        domain, carried = sight.domain, sight.carried
        own = self._seen(value.stream, sight, expr)
        assert isinstance(own, Stream)
        stream = value.stream if domain == sight.of and not value.is_alone else own
        above = value.parent if parent is None else parent
        position = self._place(value.position, sight)
        found = Structure(value.type, domain, stream, position, above, value.path, present=present)
        found.owner, found.seen = value.owner, Seen(value, sight)
        found.start = None if value.start is None else self._place(value.start, sight)
        if value.index is not None:
            number = carried(value.index.expr)
            found.index = Num(domain, number, value.index.low - 1, value.index.high)
        return found

    # --- running values ----------------------------------------------------------------------------------------------

    @cached_property
    def _running(self) -> frozenset[tuple[str, str]]:
        return running_values(self.steps.library).values

    def may_run(self, owner: Structure, instance: ValueInstance) -> bool:
        """Whether a value may rest on the same value of the element before."""
        return owner.seen is None and owner.index is not None and (owner.type, instance.id) in self._running

    def told(self, owner: Structure, name: str, expr: Expr) -> Value:
        """What an element is told of the one before it.

        Raises:
            Refusal: the kernel can't compute it.
        """
        compute = owner.told[name]
        found = self.running(owner, name, expr.loc, compute, is_float=isinstance(expr.type, FloatValue))
        return compute() if found is None else found

    def running(
        self, owner: Structure, name: str, at: Location, compute: Callable[[], Value], *, is_float: bool
    ) -> Value | None:
        """A value that rests on the same value of the element before; None: it rests on no other element's.

        Args:
            owner: the element.
            name: what the value is called.
            at: where it stands.
            compute: computes it.
            is_float: whether it is a float.

        Raises:
            Refusal: the kernel can't compute it.
        """
        key = id(owner), name
        if key in self._open:
            raise Refusal("a value that rests on itself other than through the element before", at)
        if owner.index is None or owner.index.expr != Index() or owner.domain == plan.RECORDS:
            raise Refusal("a value that may rest on the element before, of an element by its number", at)
        with self._everywhere():
            try:
                found = self._bounded(key, owner, at, compute, is_float=is_float)
                if found is None:
                    return None
                opened, running = found
                named = self.steps.let(owner.domain, f"{owner.path}.{name}".lstrip("."), running)
                opened.before = earlier(named)
                value = compute()
            finally:
                self._open.pop(key, None)
            if self._rests_on(running, named):
                raise Refusal("a value that rests on the element before through values of another list", at)
            assert isinstance(value, Num)
            low, high = max(value.low, opened.low), min(value.high, opened.high)
            if not value.is_float and (low, high) != (value.low, value.high):
                self.steps.leave_once(owner.domain, Binary("<=", Const(low), named))
                self.steps.leave_once(owner.domain, Binary("<=", named, Const(high)))
        return Num(owner.domain, named, low, high, value.is_float)

    def _bounded(
        self, key: tuple[int, str], owner: Structure, at: Location, compute: Callable[[], Value], *, is_float: bool
    ) -> tuple[_Open, plan.Expr] | None:
        """How a value is computed from that of the element before, and what bounds both have."""
        opened = self._open[key] = _Open(plan.SoFar(), 0, 0, is_float)
        for turn in range(_ROUNDS + 1):
            with self.steps.trial():
                known = set(self.steps.names.get(owner.domain, {}))
                value = compute()
                if not opened.is_asked:
                    return None
                if not isinstance(value, Num) or value.domain != owner.domain or value.is_float != is_float:
                    raise Refusal("a value that rests on the element before, and is no number", at)
                if value.present is not None:
                    raise Refusal("a value that rests on the element before, and isn't always there", at)
                names = self.steps.names.get(owner.domain, {})
                new = {name: meant for name, meant in names.items() if name not in known}
                running = inlined(value.expr, new)
            if is_float or (opened.low <= value.low and value.high <= opened.high) or turn == _ROUNDS:
                break
            opened.low, opened.high = min(opened.low, value.low), max(opened.high, value.high)
            if turn == _ROUNDS - 1:
                opened.low, opened.high = -_FAR if opened.low < 0 else 0, _FAR
        if not is_small(running):
            raise Refusal("too much to compute for one value", at)
        return opened, plan.Running(running)

    def _rests_on(self, value: plan.Expr, other: plan.Expr) -> bool:
        """Whether a value rests on another one, whatever it goes through; a running value itself is `plan.SoFar`."""
        todo, seen = [value], set[plan.Expr]()
        while todo:
            for node in nodes(todo.pop()):
                if isinstance(node, plan.Get) and node not in seen:
                    if node == other:
                        return True
                    seen.add(node)
                    todo += (names[node.name] for names in self.steps.names.values() if node.name in names)
        return False

    @contextmanager
    def _everywhere(self) -> Iterator[None]:
        """What is computed here may be asked of any element: others rest on it. Records in which it has no value are
        left to objects, which know whether it is asked."""
        with self.evaluation.unconditional(), self.steps.leaving():
            yield


def earlier(expr: plan.Expr) -> plan.Expr:
    """What an expression is for the element before."""
    match expr:
        case Const() | plan.Given() | plan.Up():
            return expr
        case Index():
            return _BEFORE
    return plan.Before(expr)
