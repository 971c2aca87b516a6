"""Row plans of lists in lists of which the innermost lies in regions."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import partial

from bytewright.columnar.scan.reference_scan import BEHIND, LIST, PLACE
from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import RECORDS, Const, End, Index, RowPlan, Start
from bytewright.kernels.program.specialize_encoding import nodes_of
from bytewright_codegen.ir.expressions import Item, Member, Name
from bytewright_codegen.ir.values import IntValue
from bytewright_codegen.ir.views import View, ViewColumn
from bytewright_codegen.lowering.expressions.arithmetic import inlined, weighs_more
from bytewright_codegen.lowering.expressions.checks import StatedCheck
from bytewright_codegen.lowering.expressions.steps import refuse
from bytewright_codegen.lowering.expressions.values import (
    HIGHEST,
    LOWEST,
    Context,
    Num,
    Place,
    Refusal,
    Stream,
    Structure,
    Value,
)
from bytewright_codegen.lowering.layout.bit_positions import Inside
from bytewright_codegen.lowering.layout.chosen_elements import of_chosen
from bytewright_codegen.lowering.layout.columns import ColumnLowering
from bytewright_codegen.lowering.layout.regions import ListRegion, region_of, uses_element
from bytewright_codegen.lowering.read.chains import chain_of
from bytewright_codegen.lowering.read.index_blocks import blocks
from bytewright_codegen.lowering.read.index_pages import directory
from bytewright_codegen.lowering.read.making import RowMaking
from bytewright_codegen.lowering.read.outer_structures import whole
from bytewright_codegen.lowering.read.outer_values import told_by_holders
from bytewright_codegen.lowering.read.references import Reference, reference_of
from bytewright_codegen.lowering.read.row_plans import FILE, Scope
from bytewright_codegen.plans.reading import Bits, Entry, Nested, Number

COUNT, _BESIDE = " count", " "
"""What numbers of structures that have lists in regions are called: how many elements these have, and fields."""
_SMALL = 200
"""Nodes of an expression that may say no more than a length."""


class RegionRows(RowMaking):
    """Makes the row plan of a view whose innermost list lies in regions."""

    def _in_lists(self, view: View) -> RowPlan:
        if self._leads_on(view):
            return self._by_chain(view)
        region = self.region = region_of(self._plans, view)
        if region.alone:
            frame, scope = self._in_region(region)
            return self._of_regions(view, region, frame, scope)
        try:
            reference = reference_of(self._library, self._plans, view, region)
        except Refusal:
            frame, scope = self._in_region(region)
            return self._of_regions(view, region, frame, scope)
        return self._by_reference(view, region, reference)

    def _leads_on(self, view: View) -> bool:
        """Whether the elements of the innermost list are structures without fields in sequence."""
        each = view.each
        if not isinstance(each, Member) or not isinstance(each.target, Item):
            return False
        entry = next((entry for entry in self._plans[each.owner or ""].entries if entry.name == each.name), None)
        return entry is not None and isinstance(entry.item, Nested) and not self._plans[entry.item.type].sequence

    def _by_reference(self, view: View, region: ListRegion, reference: Reference) -> RowPlan:
        """The elements of the innermost list refer to what lies elsewhere: each of that is a region."""
        lists = RegionRows(self._library, self._spec, self._plans, self._known)
        entries, fields = lists.entries(region, reference)
        around = Stream(RECORDS, kernel.RegionStart(), kernel.RegionEnd())
        parent = Structure("", RECORDS, around, Start(), None, "")
        prefix = f"{region.listed.name}[*]."
        assert isinstance(region.listed.item, Nested)
        assert isinstance(reference.target.item, Nested)
        index = Num(RECORDS, kernel.Beside(f"{prefix}_index", kernel.Region()), 0, kernel.MOST_ELEMENTS)
        item, name = reference.target.item, reference.target.name
        self._refuse_unmade(reference.target, "process", "type")

        def read() -> Structure:
            element = Structure(region.listed.item.type, RECORDS, around, Start(), parent, "")  # type: ignore[union-attr]
            element.index, element.start = index, Start()
            for field_name, number in fields.items():
                beside = kernel.Beside(prefix + field_name, kernel.Region())
                element.fields[field_name] = Num(RECORDS, beside, number.low, min(number.high, HIGHEST))
            place = Place(RECORDS, Start(), Stream(RECORDS, Start(), End(), FILE), element, name)
            element.fields[name] = found = self._layout.structure(item, place)
            element.position = found.position
            return element

        with self._steps.trial():
            end = read().position
            frame = kernel.RegionFrame(self._steps.naming(RECORDS), end, Const(1))
        element = read()
        self.numbers = dict(reference.numbers)
        self.reference = reference
        return self._of_regions(view, region, frame, Scope(parent, element, RECORDS, index), entries)

    def entries(self, region: ListRegion, reference: Reference) -> tuple[RowPlan, Mapping[str, Num]]:
        """The plan by which a list of references is read, and the numbers that its elements hold."""
        frame, scope = self._in_region(region)
        special: dict[str, Value] = {
            name: Num(RECORDS, kernel.Beside(name, kernel.Region()), LOWEST, HIGHEST) for name in reference.numbers
        }
        context = Context(scope.structure, RECORDS, special)
        evaluation = self._layout.evaluation
        fields = {
            name: evaluation.exact(value)
            for name, value in scope.structure.fields.items()
            if isinstance(value, Num) and value.domain == RECORDS and value.present is None and not value.is_float
        }
        prefix = f"{region.listed.name}[*]."
        found = {
            LIST: kernel.Region(),
            f"{prefix}_index": Index(),
            PLACE: evaluation.exact(evaluation.number(reference.position, context)).expr,
            BEHIND: evaluation.exact(evaluation.number(reference.end, context)).expr,
            **{prefix + name: number.expr for name, number in fields.items()},
        }
        columns = tuple(kernel.Number(name, "int64", value) for name, value in found.items())
        made = RowPlan(frame, tuple(self._steps.written), RECORDS, columns)
        self._verify(made)
        return made, fields

    def _in_region(self, region: ListRegion) -> tuple[kernel.RegionFrame, Scope]:
        """The elements of a list that lies in a region, one behind the other."""
        checks = self._layout.checks
        # What has a list that lies there itself is read by objects.
        values = frozenset[StatedCheck]() if region.alone else checks.of_values(region.type)
        self._refuse_unmade(region.holder, "process", "type", more=values)
        inside = Inside(self._plans)
        inside.check_records((region.listed,), region.listed)
        if inside.never_ends(region.listed):
            raise Refusal("elements up to the end of a region that leave a part of a byte", region.listed.loc)
        stream = Stream(RECORDS, Start(), End(), FILE)
        around = Stream(RECORDS, kernel.RegionStart(), kernel.RegionEnd(), FILE if region.alone else None)
        parent = Structure(region.type, RECORDS, around, Start(), None, "")
        if region.alone:
            self._tell(parent)
        if region.count is not None:
            self.numbers[COUNT] = region.count
        index = Num(RECORDS, Index(), 0, kernel.MOST_ELEMENTS)
        place = Place(RECORDS, Start(), stream, parent, "")
        with self._steps.trial():
            element, end = self._layout.one(region.listed, place, index)
            parent.position = end
            last = self._last(region, parent, element)
            frame = kernel.RegionFrame(self._steps.naming(RECORDS), end, last, region.passed, region.tail.hex())
            parent.position = Start()
        if region.passed and last is not None:
            self._refuse_unchecked(region, last, place, index)
            self._steps.suppose(kernel.Binary("==", last, Const(0)))
        element, _ = self._layout.one(region.listed, place, index)
        self._steps.account(parent, checks.of_entry(region.listed), region.listed.loc)
        assert isinstance(element, Structure)
        return frame, Scope(parent, element, RECORDS, index)

    def _tell(self, parent: Structure) -> None:
        """Tell a structure that objects read, and that has the list of a region, the numbers in its fields."""
        for entry in self._plans[parent.type].sequence:
            whole = entry.named and entry.condition is None and entry.count is None and entry.enum is None
            if whole and isinstance(entry.attribute.value, IntValue) and isinstance(entry.item, Number | Bits):
                name = f"{_BESIDE}{entry.name}"
                parent.fields[entry.name] = Num(RECORDS, kernel.Beside(name, kernel.Region()), LOWEST, HIGHEST)
                self.numbers[name] = Name(entry.name, entry.loc, entry.attribute.value, "attribute", parent.type)

    def _refuse_unmade(self, entry: Entry, *made: str, more: frozenset[StatedCheck] = frozenset()) -> None:
        """Leave checks of a field to objects, but for some kinds, which are made elsewhere; ``more``: others of what
        lies in it."""
        checks = self._layout.checks.of_entry(entry) | more
        refuse((check for check in checks if check.kind not in made), entry.loc)

    def _by_chain(self, view: View) -> RowPlan:
        """The elements of the innermost list lead to each other: the region is the stream that they lie in."""
        self.region, chain = region, chain = chain_of(self._library, self._plans, view)
        # That no place comes twice is seen when the chain is followed.
        ruled = self._layout.checks.of_values(region.type)
        self._refuse_unmade(region.listed, "-valid: {unique: …}", "type", more=ruled)
        stream = Stream(RECORDS, Start(), End(), FILE)
        around = Stream(RECORDS, kernel.RegionStart(), kernel.RegionEnd())
        parent = Structure("", RECORDS, around, Start(), None, "")
        index = Num(RECORDS, Index(), 0, kernel.MOST_ELEMENTS)
        names = {name: f"{region.listed.name}[*].{name}" for name in chain.numbers}

        def read() -> tuple[Structure, kernel.Expr]:
            element = Structure(region.type, RECORDS, around, Start(), parent, "")
            element.index, element.start = index, Start()
            for name, beside in names.items():
                number = kernel.Beside(beside, kernel.Region())
                element.instances[name] = Num(RECORDS, number, LOWEST, HIGHEST)
            place = Place(RECORDS, Start(), stream, element, chain.target.name)
            element.fields[chain.target.name], element.position = self._layout.one(chain.target, place, None)
            self._steps.account(element, self._layout.checks.of_entry(chain.target), chain.target.loc)
            return element, element.position

        with self._steps.trial():
            element, end = read()
            context = Context(element, RECORDS, {"_": element})
            following = self._layout.evaluation.number(Name(chain.following, view.loc, None, "instance"), context)
            at = self._steps.let(RECORDS, chain.following, following.expr)
            element.instances[chain.following] = replace(following, expr=at)
            last = self._layout.evaluation.number(chain.until, context).expr
            frame = kernel.RegionFrame(self._steps.naming(RECORDS), end, last, next=at)
        element, _ = read()
        self.numbers = {beside: chain.numbers[name] for name, beside in names.items()}
        return self._of_regions(view, region, frame, Scope(parent, element, RECORDS, index))

    def _of_regions(
        self, view: View, region: ListRegion, frame: kernel.RegionFrame, scope: Scope, entries: RowPlan | None = None
    ) -> RowPlan:
        """The plan of a view, whose regions objects find, or the kernel; ``entries``: that of lists that refer to
        them."""
        columns = ColumnLowering(
            self._steps, self._layout.evaluation, RECORDS, False, self._layout.lists.each, by_region=True
        )
        made_of: dict[str, kernel.Column] = {}
        where = None if view.where is None or region.passed else view.where
        chosen = None
        if where is not None:
            condition, told = told_by_holders(where, view, region, self._spec.root.name)
            special: dict[str, Value] = {
                name: Num(RECORDS, kernel.Beside(name, kernel.Region()), LOWEST, HIGHEST) for name in told
            }
            self.numbers |= told
            chosen = self._layout.evaluation.number(condition, scope.context(**special)).expr, where.loc
        # Of an element that is left out, no column asks for anything.
        with nullcontext() if chosen is None else self._layout.evaluation.branch(RECORDS, chosen[0]):
            for column in view.columns:
                self._make(made_of, column.id, partial(self._shown, columns, column, scope), chosen)
        if self._by_objects and not made_of and chosen is None:
            raise next(iter(self._by_objects.values()))
        outer = [column for column in view.columns if isinstance(made_of.get(column.id), kernel.Outer)]
        made_of |= self._hand([view], frame, [scope], RECORDS)
        made = RowPlan(frame, tuple(self._steps.written), RECORDS, tuple(made_of.values()), entries=entries)
        if chosen is not None:
            made = of_chosen(made, kernel.Binary("!=", chosen[0], Const(0)), chosen[1])
        self._verify(made)
        asked = {node.name for node in nodes_of(made) if isinstance(node, kernel.Beside)}
        self.numbers = {name: number for name, number in self.numbers.items() if name in asked}
        with suppress(Refusal):  # objects find the regions
            names = self._layout.evaluation.names
            self.mirror, table = directory(self._library, self._plans, self._known, view, region, names, self.numbers)
            return replace(made, directory=self._by_block(view, region, table, outer))
        if not self._layout.evaluation.names and entries is None:
            common = self._library, self._plans, self._known, self._spec.root.name
            with suppress(Refusal):  # objects find the regions
                self.whole, table = whole(*common, view, region, self.numbers, outer)
                return replace(made, directory=table)
        return made

    def _by_block(self, view: View, region: ListRegion, table: RowPlan, outer: list[ViewColumn]) -> RowPlan:
        """The plan of pages, with that of the blocks that they lie in, where the kernel finds the pages as well."""
        assert self.mirror is not None
        told = {column.name for column in table.columns}
        shown = [column for column in outer if column.id not in told]
        stream, mirror = region.holder.attribute.stream, self.mirror
        with suppress(Refusal):  # objects find the pages
            self.block, pages = blocks(
                self._library, self._plans, self._known, view, mirror, stream, self.numbers, shown
            )
            return replace(table, directory=pages)
        return table

    def _last(self, region: ListRegion, parent: Structure, element: Value) -> kernel.Expr | None:
        """Whether an element is the last one of its list; None: the list ends with its bytes."""
        count = region.listed.count
        assert count is not None
        if count.kind == "eos":
            return None
        if region.count is not None:
            return kernel.Binary("==", kernel.add(Index(), 1), kernel.Beside(COUNT, kernel.Region()))
        assert count.expr is not None
        found = self._layout.evaluation.number(count.expr, Context(parent, RECORDS, {"_": element}))
        return self._steps.let(RECORDS, "last", found.expr) if weighs_more(_SMALL, found.expr, {}) else found.expr

    def _refuse_unchecked(self, region: ListRegion, last: kernel.Expr, place: Place, index: Num) -> None:
        """What is passed over is only walked: that must be all that it takes to check it."""
        with self._steps.trial():
            self._steps.suppose(last)
            self._layout.one(region.listed, place, index)
            for step in self._steps.written:
                match step:
                    case kernel.Let() | kernel.Elements():
                        continue
                    case kernel.Need(kernel.RECORDS, high=kernel.End()):
                        continue
                    case kernel.Aside(kernel.RECORDS, kernel.Binary("<", Const(0), size)) if self._is_walked(size):
                        continue
                raise Refusal("rules for the element that ends a list", region.listed.loc)

    def _is_walked(self, size: kernel.Expr) -> bool:
        """Whether the walk over a record looks at a size itself."""
        return isinstance(inlined(size, self._steps.names.get(RECORDS, {})), kernel.VarintSize)

    def _shown(self, columns: ColumnLowering, column: ViewColumn, scope: Scope) -> kernel.Column:
        """A column of a view whose innermost list lies in regions."""
        if column.first is not None or column.counted is not None:
            raise Refusal("columns that count, or that have another value in the first row", column.loc)
        stands = column.never or column.members or column.named is not None
        if not stands and not uses_element(column.expr):
            if column.condition is not None:
                raise Refusal("a value of a list further out under a condition", column.loc)
            return columns.outer(column)
        return columns.stated(column, scope.context())
