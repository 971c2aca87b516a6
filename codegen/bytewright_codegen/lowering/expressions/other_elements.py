"""Elements of lists as other elements see them: the one before, and values that rest on the same value of that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cached_property

from bytewright.kernels import plan
from bytewright.kernels.plan import Binary, Const, Index
from bytewright_codegen.analysis.running_values import running_values
from bytewright_codegen.ir.expressions import Expr
from bytewright_codegen.ir.schema import ValueInstance
from bytewright_codegen.ir.values import FloatValue
from bytewright_codegen.lowering.expressions.arithmetic import inlined, is_small, total
from bytewright_codegen.lowering.expressions.evaluator import Evaluator
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.values import (
    Alternatives,
    Context,
    Label,
    Num,
    Piece,
    Refusal,
    Seen,
    Sequence,
    Stream,
    Structure,
    Unread,
    Value,
)

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
class OtherElements:
    """Computes what elements say of each other."""

    evaluation: Evaluator
    steps: Steps
    _open: dict[tuple[int, str], _Open] = field(default_factory=dict)

    # --- the element before ------------------------------------------------------------------------------------------

    def before(self, listed: Sequence, index: Num, context: Context, expr: Expr) -> Value | None:
        """The element of a list before the one that an expression stands in; None: another one is asked for, or it is
        found by its address."""
        evaluation, domain = self.evaluation, context.domain
        if index.expr != _BEFORE or self.steps.levels(listed.domain, domain) != 1 or evaluation.each is None:
            return None
        if listed.child is None:
            length = self.steps.length(domain)
            alike = length is not None and total(length) == total(plan.Up(listed.count.expr))
            if not alike or listed.make is None:
                return None
        child, element = evaluation.each(listed, expr)
        if child != domain or (listed.make is not None and not isinstance(element, Structure)):
            return None
        evaluation.ask_for(Binary("<", Const(0), Index()), context, expr)
        return self._seen(element, earlier, expr, element.parent if isinstance(element, Structure) else None)

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
        element, carried = owner.seen
        if binding == "parameter":
            return self._seen(self.evaluation.member(element, name, binding, expr), carried, expr, owner)
        if binding != "instance" or name in element.fields:
            if name not in element.fields:
                raise Refusal(f"'{name}' of another element, which isn't read with the record, or not yet", expr.loc)
            return self._seen(element.fields[name], carried, expr, owner)
        opened = self._open.get((id(element), name))
        if opened is not None:
            opened.is_asked = True
            return Num(element.domain, opened.before, opened.low, opened.high, opened.is_float)
        if any(key == id(element) for key, _ in self._open):
            return self.evaluation.instance(owner, name, expr)
        with self._everywhere():
            found = self.evaluation.instance(element, name, expr)
        return self._seen(found, carried, expr, owner)

    def _seen(
        self, value: Value, carried: Callable[[plan.Expr], plan.Expr], expr: Expr, parent: Structure | None
    ) -> Value:
        """A value of an element as another one sees it."""
        present = getattr(value, "present", None)
        present = None if present is None else carried(present)
        match value:
            case Num():
                return Num(value.domain, carried(value.expr), value.low, value.high, value.is_float, present)
            case Piece():
                address, length = carried(value.address), carried(value.length)
                return Piece(value.domain, address, length, value.is_text, present, value.encoding)
            case Label():
                return replace(value, number=carried(value.number), present=present)
            case Alternatives():
                cases = ((item, self._seen(one, carried, expr, parent)) for item, one in value.cases)
                return Alternatives(value.domain, tuple(cases), present)
            case Stream(domain, base, end, origin, _, decoded):
                first, inside = (None if one is None else carried(one) for one in (origin, decoded))
                return Stream(domain, carried(base), carried(end), first, value.whole, inside)
            case Structure():
                seen = Structure(
                    value.type, value.domain, value.stream, carried(value.position), parent, value.path, present=present
                )
                own = self._seen(value.stream, carried, expr, None)
                assert isinstance(own, Stream)
                seen.stream = value.stream if not value.is_alone else own
                seen.owner, seen.seen = value.owner, Seen(value, carried)
                seen.start = None if value.start is None else carried(value.start)
                if value.index is not None:
                    seen.index = replace(value.index, expr=carried(value.index.expr), low=value.index.low - 1)
                return seen
            case Unread():
                raise Refusal(value.reason, value.location)
        raise Refusal("a list of another element", expr.loc)

    # --- running values ----------------------------------------------------------------------------------------------

    @cached_property
    def _running(self) -> frozenset[tuple[str, str]]:
        return running_values(self.steps.library).values

    def is_running(self, owner: Structure, instance: ValueInstance) -> bool:
        """Whether a value may rest on the same value of the element before.

        Raises:
            Refusal: it rests on itself otherwise.
        """
        if owner.seen is not None or (owner.type, instance.id) not in self._running or owner.index is None:
            return False
        if (id(owner), instance.id) in self._open:
            raise Refusal("a value that rests on itself other than through the element before", instance.loc)
        if owner.index.expr != Index():
            raise Refusal("a value that may rest on the element before, of an element by its number", instance.loc)
        return self.steps.levels(plan.RECORDS, owner.domain) != 0

    def running(self, owner: Structure, instance: ValueInstance, compute: Callable[[], Value]) -> Value | None:
        """A value that rests on the same value of the element before; None: it rests on no other element's.

        Args:
            owner: the element.
            instance: the value.
            compute: computes it.

        Raises:
            Refusal: the kernel can't compute it.
        """
        key = id(owner), instance.id
        with self._everywhere():
            try:
                found = self._bounded(key, owner, instance, compute)
                if found is None:
                    return None
                opened, running = found
                name = self.steps.let(owner.domain, f"{owner.path}.{instance.id}".lstrip("."), running)
                opened.before = earlier(name)
                value = compute()
            finally:
                self._open.pop(key, None)
            assert isinstance(value, Num)
            low, high = max(value.low, opened.low), min(value.high, opened.high)
            if not value.is_float and (low, high) != (value.low, value.high):
                self.steps.leave_once(owner.domain, Binary("<=", Const(low), name))
                self.steps.leave_once(owner.domain, Binary("<=", name, Const(high)))
        return Num(owner.domain, name, low, high, value.is_float)

    def _bounded(
        self, key: tuple[int, str], owner: Structure, instance: ValueInstance, compute: Callable[[], Value]
    ) -> tuple[_Open, plan.Expr] | None:
        """How a value is computed from that of the element before, and what bounds both have."""
        is_float = isinstance(instance.value, FloatValue)
        opened = self._open[key] = _Open(plan.SoFar(), 0, 0, is_float)
        for turn in range(_ROUNDS + 1):
            with self.steps.trial():
                known = set(self.steps.names.get(owner.domain, {}))
                value = compute()
                if not opened.is_asked:
                    return None
                if not isinstance(value, Num) or value.domain != owner.domain or value.is_float != is_float:
                    raise Refusal("a value that rests on the element before, and is no number", instance.loc)
                if value.present is not None:
                    raise Refusal("a value that rests on the element before, and isn't always there", instance.loc)
                names = self.steps.names.get(owner.domain, {})
                new = {name: meant for name, meant in names.items() if name not in known}
                running = inlined(value.expr, new)
            if is_float or (opened.low <= value.low and value.high <= opened.high) or turn == _ROUNDS:
                break
            opened.low, opened.high = min(opened.low, value.low), max(opened.high, value.high)
            if turn == _ROUNDS - 1:
                opened.low, opened.high = -_FAR if opened.low < 0 else 0, _FAR
        if not is_small(running):
            raise Refusal("too much to compute for one value", instance.loc)
        return opened, plan.Running(running)

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
