"""Row plans of records: how these are read, and the lists in them that a view goes through."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import RECORDS, Const, End, Index, Start
from bytewright.kernels.plan.record_ends import framed
from bytewright_codegen.ir.expressions import Expr, Item, Member, Name
from bytewright_codegen.ir.location import NOWHERE, Location
from bytewright_codegen.ir.values import IntValue
from bytewright_codegen.ir.views import View
from bytewright_codegen.ir.walk import replaced
from bytewright_codegen.lowering.expressions.arithmetic import difference, inlined, is_named, weighs_more
from bytewright_codegen.lowering.expressions.checks import StatedCheck
from bytewright_codegen.lowering.expressions.header import placeless
from bytewright_codegen.lowering.expressions.values import (
    Alternatives,
    Context,
    Num,
    Place,
    Refusal,
    Sequence,
    Stream,
    Structure,
    Value,
)
from bytewright_codegen.lowering.layout.bit_positions import Inside
from bytewright_codegen.lowering.read.making import RowMaking
from bytewright_codegen.lowering.read.row_plans import FILE, FIRST_READ, FIRST_VALUE, Scope
from bytewright_codegen.plans.reading import Entry, Nested, RecordPlan

_SMALL = 200
"""Nodes of an expression that may say no more than a length."""
_FIRST: dict[str, int] = {"u4le": 4, "u2le": 2, "u1": 1}
"""Numbers that a record may begin with, and their bytes."""


class RecordRows(RowMaking):
    """Reads what a view goes through, where the file's records lead to its rows."""

    def _outermost(self, view: View | None) -> tuple[kernel.Frame, Scope]:
        root = self._plans[self._spec.root.name]
        if self._before and view is not None:
            return self._before_records(root, view)
        if root.records is not None:
            entry = root.entries[root.records]
            through = view.lists if view is not None else ()
            is_it = view is not None and self._begins_with_records(view)
            # Without a view, the elements of the only list of structures are the rows.
            alone = view is None and root.rows is entry
            if (is_it or alone) and isinstance(entry.item, Nested):
                frame, scope = self._record(root.type, entry, view)
                return frame, self._through(through, scope)
        return self._file(root, view)

    def _begins_with_records(self, view: View) -> bool:
        """Whether the first list that a view goes through is that of the file's records."""
        root = self._plans[self._spec.root.name]
        first = view.lists[0] if view.lists else None
        return root.records is not None and isinstance(first, Name) and first.name == root.entries[root.records].name

    def _through(self, lists: tuple[Expr, ...], scope: Scope) -> Scope:
        """The elements of the last of some lists, each of which the elements of the one before it have."""
        for outer, path in pairwise(lists):
            every = Item(outer, Name("*", NOWHERE, IntValue(), "special"), NOWHERE)
            inside = replaced(path, placeless(every), Name("_", NOWHERE, None, "special"))
            named = {}
            if isinstance(outer, Name | Member) and isinstance(scope.element, Structure):
                named = {outer.name: scope.element}
            found = self._stepped(inside, scope)
            scope = replace(found, levels={**scope.levels, **named})
        return scope

    def _record(self, root: str, entry: Entry, view: View | None) -> tuple[kernel.Frame, Scope]:
        """The elements of the root's list, one after another to the end of the file."""
        inside = Inside(self._plans)
        inside.check_records(self._plans[root].sequence, entry)
        self._splits = inside.never_ends(entry)
        stream = Stream(RECORDS, Start(), End(), FILE, whole=True)
        around = Stream(RECORDS, Start(), End(), FILE, whole=True)
        parent = Structure(root, RECORDS, around, Start(), None, "")
        if self._header is not None:
            parent.owner = self._header.root
        index = Num(RECORDS, Index(), 0, 1 << 40)
        place = Place(RECORDS, Start(), stream, parent, "")
        with self._steps.trial():
            _, end = self._layout.one(entry, place, index)
            frame = self._frame(end, entry.loc)
            usual = list(self._steps.written)
        where = view.where if view is not None and len(view.lists) == 1 else None  # of others it is no record's
        if where is not None:
            condition = self._condition(where, parent, index)
            if self._chooses:
                self._differs = self._is_otherwise(condition, usual, entry, place, index)
            else:
                self._conditional = view
                self._layout.want(condition)
        if entry.attribute.until_zeros:
            self._leave_zeros(entry)
        element, _ = self._layout.one(entry, place, index)
        if entry.attribute.same is not None:
            self._refuse_others(entry.attribute.same, entry, element, parent, index)
        self._steps.account(parent, self._layout.checks.of_entry(entry), entry.loc)
        assert isinstance(element, Structure)
        self._layout.settle(certain=True)
        if self._splits:
            end = kernel.Offset(element.position)
            self._steps.leave(RECORDS, kernel.Binary("!=", end, kernel.Given(kernel.FILE_END)), entry.name)
        return frame, Scope(parent, element, RECORDS, index)

    def _refuse_others(self, key: Expr, entry: Entry, element: Value, parent: Structure, index: Num) -> None:
        """Refuse records that don't give what the first one does; where that can't be read, none is refused."""
        context = Context(parent, RECORDS, {"_": element, "_index": index})
        value = self._layout.lists.keys.of_record(self._layout.evaluation.number(key, context), key)
        unread = kernel.Binary("==", kernel.Given(FIRST_READ), Const(0))
        alike = kernel.any_of(unread, kernel.Binary("==", value, kernel.Given(FIRST_VALUE)))
        self._steps.check(RECORDS, alike, entry.name, None, rule=True)
        self._steps.carry(parent, StatedCheck(entry.index, "-valid: {same: …}"))
        self._alike = key

    def _leave_zeros(self, entry: Entry) -> None:
        """Leave records to objects that may be nothing but zeros: these look whether more than zeros follows."""
        smallest = 0 if entry.count is None else entry.count.smallest // 8
        found = next((kind for kind, size in _FIRST.items() if size <= smallest), None)
        if found is None:
            raise Refusal("records that end at zeros, and may have no bytes", entry.loc)
        self._steps.need(RECORDS, Start(), kernel.Const(_FIRST[found]), Start(), End(), entry.name, None)
        self._steps.leave(RECORDS, kernel.Binary("!=", kernel.Load(found, Start()), kernel.Const(0)), entry.name)

    def _is_otherwise(
        self,
        condition: Callable[[Structure], kernel.Expr],
        usual: list[kernel.Step],
        entry: Entry,
        place: Place,
        index: Num,
    ) -> bool:
        """Whether records are laid out otherwise where a condition holds: it is cheaper to read only those then."""
        with self._steps.trial():
            self._layout.want(condition)
            self._layout.one(entry, place, index)
            self._layout.settle(certain=True)
            return [step for step in self._steps.written if not isinstance(step, kernel.Aside)] != usual

    def _condition(self, where: Expr, root: Structure, index: Num) -> Callable[[Structure], kernel.Expr]:
        """What a record must fulfil to be one of a view's rows."""
        return lambda element: (
            self._layout.evaluation.number(where, Scope(root, element, RECORDS, index).context()).expr
        )

    def _frame(self, end: kernel.Expr, at: Location) -> kernel.Frame:
        """How records are found that have just been read and end there."""
        names = self._steps.names.get(RECORDS, {})
        if not weighs_more(_SMALL, end, names):
            found = framed(inlined(end, names))
            if isinstance(found, kernel.FixedFrame) and found.size < 1:
                raise Refusal("records of no bytes", at)
            if found is not None:
                return found
        steps = self._steps.naming(RECORDS)
        names = {**names, **{f"{step.name}>": step.first for step in steps if isinstance(step, kernel.Unrolled)}}
        if not is_named(end, names):
            raise Refusal("records whose end only shows when they are read by what the header says", at)
        return kernel.WalkFrame(steps, end)

    def _before_records(self, root: RecordPlan, view: View) -> tuple[kernel.Frame, Scope]:
        """What stands before the file's records is one record, behind which nothing is looked at."""
        stream = Stream(RECORDS, Start(), End(), FILE, whole=True)
        place = Place(RECORDS, Start(), stream, None, "")
        with self._steps.trial():
            frame = self._frame(self._layout.structure(Nested(root.type, ()), place).position, view.loc)
        element = self._layout.structure(Nested(root.type, ()), place)
        scope = Scope(element, element, RECORDS, Num(RECORDS, Const(0), 0, 0))
        if view.lists:
            scope = self._through(view.lists, self._stepped(view.lists[0], scope))
        return frame, scope

    def _file(self, root: RecordPlan, view: View | None) -> tuple[kernel.Frame, Scope]:
        """The whole file is one record."""
        stream = Stream(RECORDS, Start(), End())
        place = Place(RECORDS, Start(), stream, None, "")
        element = self._layout.structure(Nested(root.type, ()), place)
        if not any(plan.placed for plan in self._plans.values()):
            self._steps.slack(RECORDS, difference(End(), element.position), "", None)
        scope = Scope(element, element, RECORDS, Num(RECORDS, Const(0), 0, 0))
        if view is None:
            if root.rows is not None:
                scope = self._each(element.fields[root.rows.name], scope, root.entries[0].loc)
        elif view.each is not None:
            lists = view.lists or (view.each,)
            scope = self._through(lists, self._stepped(lists[0], scope))
        return kernel.WholeFrame(), scope

    def _stepped(self, each: Expr, scope: Scope) -> Scope:
        return self._each(self._layout.evaluation.value(each, scope.context()), scope, each.loc)

    def _each(self, value: Value, scope: Scope, at: Location) -> Scope:
        if not isinstance(value, Sequence):
            raise Refusal("elements of something that isn't a list", at)
        child, element = self._layout.lists.each(value, Name("", at))
        if isinstance(element, Alternatives):
            raise Refusal("elements of several types", at)
        index = Num(child, Index(), 0, kernel.MOST_ELEMENTS)
        return Scope(scope.root, element, child, index, listed=value.entry)

    def _inner(self, view: View, scope: Scope) -> tuple[View, Scope]:
        root: Value = scope.element
        if view.inner_path is not None:
            root = self._layout.evaluation.value(
                view.inner_path, Context(scope.structure, scope.domain, {"_": scope.element, "_index": scope.index})
            )
        if not isinstance(root, Structure):
            raise Refusal("a view of something that isn't a structure", view.loc)
        inner = next(v for v in self._library.spec_of(root.type).views if v.name == view.inner)
        found = Scope(root, root, scope.domain, Num(scope.domain, Const(0), 0, 0))
        return inner, self._stepped(inner.each, found) if inner.each is not None else found
