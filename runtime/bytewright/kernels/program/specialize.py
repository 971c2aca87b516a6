"""Specialises row plans to a file's header: constants for what it decides, steps for each column it lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from itertools import accumulate
from typing import Any, TypeVar, cast

from bytewright.kernels import plan
from bytewright.kernels.plan import Binary, Const, Expr, Get, Given, RowPlan, Select
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.plan.record_ends import Walked, framed, is_described
from bytewright.kernels.program.unrolled import constant_folding as folding
from bytewright.kernels.program.unrolled.element_names import (
    ASIDE,
    NO_COLUMN,
    Cell,
    Names,
    Together,
    Way,
    lanes_of,
    ways_on,
)
from bytewright.kernels.program.unrolled.element_needs import ElementNeeds, element_bytes
from bytewright.kernels.program.unrolled.header_values import MOST_UNROLLED, HeaderValues, Value

_FEW = 8
"""Names that stand for each other and are still replaced by what they stand for, which may double with each."""
_FIELDS: dict[type, tuple[str, ...]] = {}
"""Names of the fields of nodes, by class."""

_Walked = TypeVar("_Walked", bound=plan.WalkFrame | plan.Run | plan.Chain)


def unroll(row_plan: RowPlan, given: Mapping[str, int], value: Value, cells: Sequence[Cell] = ()) -> RowPlan:
    """The plan for the files of a header.

    Args:
        row_plan: the plan.
        given: what is given besides the header; it stays so.
        value: what the header gives.
        cells: the columns wanted of those that the header names, in order; they follow those of the plan, but for
            those that only records have which are left to the object reader.

    Raises:
        Unsupported: a value that is needed isn't there, or too many are.
    """
    return unrolled(Unroller(given, value, tuple(cell for cell in cells if cell.places)), row_plan, cells)


def unrolled(writer: Unroller, row_plan: RowPlan, cells: Sequence[Cell]) -> RowPlan:
    """The plan that somebody writes out; see `unroll`."""
    frame = writer.frame(row_plan.frame)
    steps = writer.steps(row_plan.steps, writer.outer)
    columns = [writer.column(column, writer.outer, steps) for column in row_plan.columns]
    if row_plan.cells is not None:
        for cell in cells:
            if not writer.is_left(row_plan.cells.list, cell):
                more, column = writer.cell(row_plan.cells, cell)
                steps += more
                columns.append(column)
    return replace(row_plan, frame=frame, steps=tuple(steps), columns=tuple(columns), cells=None)


class Unroller:
    """Writes plans out for what a header gives; see `unroll`."""

    def __init__(self, given: Mapping[str, int], value: Value, shared: Sequence[Cell] = ()) -> None:
        self.outer = Names(NO_COLUMN, cells=shared)
        self._cells = {cell: number for number, cell in reversed(list(enumerate(shared)))}
        self._given = given
        self._header = HeaderValues(value, floats=True)
        self._elements: dict[str, list[Names]] = {}
        self._parents: dict[str, str] = {}
        self._below = 0
        """How far the domain of what is computed lies below that of the list whose element it is about."""
        self._needs = ElementNeeds()
        self._told = False
        """Whether numbers of the header are named: in walks, which are the same for any header then."""

    def _chosen(self, whens: Sequence[Expr], names: Names) -> int:
        for place, when in enumerate(whens):
            match when:
                case Binary("==", Given(name), Const(number)):
                    if self._header.number(name, names.way, names.entry) == number:
                        return place
                    continue
            folded = self.expr(when, names)
            if not isinstance(folded, Const):
                raise Unsupported("what decides isn't in the header")
            if folded.value:
                return place
        raise Unsupported("nothing fits the header")

    # --- expressions -------------------------------------------------------------------------------------------------

    def expr(self, expr: Expr, names: Names) -> Expr:
        """An expression with what is known computed. What isn't needed isn't asked for."""
        match expr:
            case Const() | plan.Start() | plan.End() | plan.Index():
                return expr
            case Given(name):
                if name in self._given or name == plan.BEGIN:
                    return expr
                if self._told and names.together is None:
                    return plan.Told(name, self._header.number_if_there(name))
                return self._known(name, names)
            case Get(name):
                return names.get(name)
            case Select(test, then, otherwise):
                known = self.expr(test, names)
                if isinstance(known, Const):
                    return self.expr(then if known.value else otherwise, names)
                first, second = self.expr(then, names), self.expr(otherwise, names)
                return first if first == second else Select(known, first, second)
            case Binary(operator, left, right):
                return self._binary(operator, left, right, names)
            case plan.Entry(listed, value, index, inner, count):
                firsts, numbers = self._header.items(listed, value, count)
                place = self.expr(index, names)
                if inner is not None:
                    place = folding.plus(folding.lookup(place, firsts), self.expr(inner, names))
                return folding.lookup(place, numbers)
            case plan.Sought(listed, key, value):
                return self._sought(listed, key, self.expr(value, names))
            case plan.Texts():
                return self._texts(expr, names)
            case plan.Chain():
                return self._chain(expr, names)
        folded = cast("Expr", self._rebuilt(expr, names))
        match folded:
            case plan.Load(kind, Select(_, address, plan.Start())) if address == names.at:
                # Behind the last byte of the input there is slack: what isn't there may be read, and means nothing.
                return plan.Load(kind, address)
            case plan.Float("narrow", wide):
                return folding.narrowed(wide)
        return folded

    def _known(self, name: str, names: Names) -> Expr:
        """What is given for an element of a list: of several that are looked at together, for each of them."""
        together = names.together
        if together is None:
            return Const(self._one(name, names.way, names.entry))
        found = [
            None if way is None else self._one(name, way, entry)
            for entry, way in zip(together.entries, together.ways, strict=True)
        ]
        # What is said of an element that isn't there doesn't matter.
        any_of = next(number for number in found if number is not None)
        looked_up = folding.lookup(together.by, tuple(any_of if number is None else number for number in found))
        if isinstance(looked_up, Const):
            return looked_up
        if self._below < 0:
            raise Unsupported(f"{name}, asked for by what is around the list that it describes")
        for _ in range(self._below):
            looked_up = plan.Up(looked_up)
        return looked_up

    def _one(self, name: str, way: Way, entry: Any) -> int:
        return way[plan.COLUMNS.index(name)] if name in plan.COLUMNS else self._header.number(name, way, entry)

    def _sought(self, listed: str, key: str, value: Expr) -> Expr:
        places = self._header.places(listed, key)
        numbers = sorted(places)
        return plan.Match(value, tuple(numbers), tuple(places[number] for number in numbers))

    def _texts(self, texts: plan.Texts, names: Names) -> Expr:
        """A text of those of all entries: that of the first one, of the second one, and so on."""
        ways = None
        if names.together is not None and names.together.list == texts.list:
            ways = names.together.ways
        firsts, together = self._header.texts(texts.list, texts.value, ways)
        place = folding.plus(folding.lookup(self.expr(texts.index, names), firsts), self.expr(texts.inner, names))
        return plan.Texts(texts.list, texts.value, place, Const(0), texts.what, together)

    def _binary(self, operator: plan.Operator, left: Expr, right: Expr, names: Names) -> Expr:
        a = self.expr(left, names)
        if isinstance(a, Const) and operator in ("&", "|") and folding.is_decided(operator, a.value, right):
            return a
        b = self.expr(right, names)
        if isinstance(b, Const):
            if isinstance(a, Const):
                return Const(folding.computed(operator, a.value, b.value))
            if folding.is_decided(operator, b.value, a):
                return b
            if folding.leaves(operator, b.value, a):
                return a
        elif isinstance(a, Const) and operator in ("+", "&", "|", "*") and folding.leaves(operator, a.value, b):
            return b
        return Binary(operator, a, b)

    def _rebuilt(self, node: Any, names: Names) -> Any:
        kind = type(node)
        known = _FIELDS.get(kind)
        if known is None:
            known = _FIELDS[kind] = tuple(field.name for field in fields(node))
        values = [getattr(node, name) for name in known]
        changed = False
        for place, value in enumerate(values):
            if isinstance(value, plan.Arithmetic):
                levels = _OTHER_DOMAINS.get((kind, known[place]), 0)
                self._below += levels
                values[place] = self.expr(cast("Expr", value), names)
                self._below -= levels
            elif names.domains and known[place] in _DOMAINS and value in names.domains:
                values[place] = names.domains[value]
            changed = changed or values[place] is not value
        return kind(*values) if changed else node

    # --- where records end -------------------------------------------------------------------------------------------

    def frame(self, frame: plan.Frame) -> plan.Frame:
        """How records are found: often the header leaves nothing to walk."""
        if not isinstance(frame, plan.WalkFrame):
            return frame
        return self._sum(frame) or self._walk(frame)

    def _sum(self, frame: plan.WalkFrame) -> plan.Frame | None:
        """How records are found where the header leaves nothing to walk; None: it does."""
        if sum(isinstance(step, plan.Let) and step.domain == plan.RECORDS for step in frame.steps) > _FEW:
            return None
        names = Names(NO_COLUMN)
        for step in frame.steps:
            if isinstance(step, plan.Let) and step.domain == plan.RECORDS:
                names.known[step.name] = self.expr(step.value, names)
            elif isinstance(step, plan.Unrolled):
                size = self._size(step, names)
                if size is None:
                    return None
                names.known[f"{step.name}>"] = folding.plus(self.expr(step.first, names), size)
        found = framed(self.expr(frame.end, names))
        if isinstance(found, plan.FixedFrame) and found.size < 1:
            raise Unsupported("records of no bytes")
        return found

    def _size(self, listed: plan.Unrolled, names: Names) -> Expr | None:
        """How many bytes a list takes; None: it isn't the header alone that says it of all elements."""
        if listed.by is not None:
            entries = self._header.entries(listed.list)
            return folding.lookup(self.expr(listed.by, names), self._layouts(listed, entries, [()] * len(entries))[1])
        size = 0
        for number in range(self._count(listed, names)):
            inner = Names((number,), names)
            inner.known[f"{listed.name}@"] = inner.at = Const(0)
            found = self.expr(listed.variants[self._variant(listed, inner)].end, inner)
            if not isinstance(found, Const):
                return None
            size += found.value
        return Const(size)

    def _walk(self, frame: plan.WalkFrame) -> plan.WalkFrame:
        """A walk over records."""

        def made() -> plan.WalkFrame:
            inner = self.outer.again(self.outer, "")
            steps = self._asked_for(frame.steps, inner)
            return plan.WalkFrame(steps, self.expr(frame.end, inner))

        found = made()
        return found if is_described(frame.steps) else self._for_any(made)

    def _for_any(self, made: Callable[[], _Walked]) -> _Walked:
        """A walk that is the same one for any header, if it can be; it has been made for this one, so that what it
        needs is there."""
        before, self._told = self._told, True
        try:
            return made()
        finally:
            self._told = before

    # --- steps -------------------------------------------------------------------------------------------------------

    def steps(self, steps: Sequence[plan.Step], names: Names) -> list[plan.Step]:
        """Steps with what is known computed, and without those that can't fail."""
        written: list[plan.Step] = []
        for step in steps:
            self._below = self._levels(step, names)
            if isinstance(step, plan.Let):
                domain = names.domains.get(step.domain, step.domain)
                self._let(domain, step.name, self.expr(step.value, names), names, written)
            elif isinstance(step, plan.Unrolled):
                if step.by is None:
                    self._elements.setdefault(step.name, []).extend(self._list(step, names, written))
                else:
                    self._varied(step, step.by, names, written)
            elif isinstance(step, plan.Run):
                written.append(self._run(step, names))
            elif isinstance(step, plan.Decode | plan.Processed | plan.Fronts):
                folded = replace(self._rebuilt(step, names), name=step.name + names.suffix)
                if isinstance(folded, plan.Decode | plan.Processed):
                    folded = replace(folded, arguments=tuple(self.expr(one, names) for one in folded.arguments))
                names.known[step.name] = Get(folded.name)
                written.append(folded)
            else:
                if isinstance(step, plan.Elements) and names.outer is not None:
                    names.domains[step.domain] = step.domain + names.suffix
                folded = self._rebuilt(step, names)
                if folding.cannot_fail(folded):
                    continue
                size = element_bytes(folded, names.at)
                if size is None:
                    self._needs.ask(written)
                    written.append(folded)
                else:
                    assert names.at is not None
                    self._needs.put_off(folded, size, names.at, written)
        if names.outer is None:
            self._needs.ask(written)
        return written

    def _levels(self, step: plan.Step, names: Names) -> int:
        """How far the domain over which a step is computed lies below that of the list whose element it is about."""
        domain = step.domain
        if isinstance(step, plan.Elements | plan.Run | plan.Rows):
            self._parents[domain] = domain = step.parent
        levels = 0
        while names.together is not None and domain != names.together.domain:
            if domain not in self._parents:
                return -1
            domain = self._parents[domain]
            levels += 1
        return levels

    def _let(self, domain: str, name: str, value: Expr, names: Names, written: list[plan.Step]) -> None:
        if names.outer is None:
            # Other domains may have the same name, and look up here.
            written.append(plan.Let(domain, name, value))
        elif isinstance(value, (Const, Get, plan.Start, plan.End)):
            names.known[name] = value
        else:
            written.append(plan.Let(domain, name + names.suffix, value))
            names.known[name] = Get(name + names.suffix)

    def _list(self, listed: plan.Unrolled, names: Names, written: list[Any]) -> list[Names]:
        """Write out a list, an element for each column of the header; gives what names stand for in each of them."""
        at = self.expr(listed.first, names)
        elements: list[Names] = []
        for number in range(self._count(listed, names)):
            inner = Names((number,), names, f"#{number}")
            inner.known[f"{listed.name}@"] = inner.at = at
            written += self.steps(listed.steps, inner)
            variant = listed.variants[self._variant(listed, inner)]
            written += self.steps(variant.steps, inner)
            self._let(listed.domain, f"{listed.name}>", self.expr(variant.end, inner), inner, written)
            at = inner.known[f"{listed.name}>"]
            elements.append(inner)
        names.known[f"{listed.name}>"] = at
        return elements

    def _count(self, listed: plan.Unrolled, names: Names) -> int:
        """How many elements a list has, as the header says."""
        count = self.expr(listed.count, names)
        if not isinstance(count, Const):
            raise Unsupported("a length that isn't in the header")
        if not 0 <= count.value <= MOST_UNROLLED:
            raise Unsupported(f"a list of {count.value} elements")
        return count.value

    def _variant(self, listed: plan.Unrolled, inner: Names) -> int:
        """Which of the ways to read elements of a list fits one of them."""
        return self._chosen([each.when for each in listed.variants], inner)

    # --- lists that an entry describes -------------------------------------------------------------------------------

    def _run(self, step: plan.Run, names: Names) -> plan.Run:
        """Elements one behind another; what their end asks for has names that come later."""
        if names.outer is not None:
            names.domains[step.domain] = step.domain + names.suffix
        around = self._below
        first, high = self.expr(step.first, names), self.expr(step.high, names)
        there = self.expr(step.there, names)
        low = None if step.low is None else self.expr(step.low, names)
        domain, parent = (names.domains.get(one, one) for one in (step.domain, step.parent))

        def made() -> plan.Run:
            inner = names.again(names.outer or names, names.suffix)
            self._below = around + 1
            steps = self._asked_for(step.steps, inner)
            end, last = self.expr(step.end, inner), None if step.last is None else self.expr(step.last, inner)
            self._below = around
            return plan.Run(domain, parent, first, steps, end, high, step.field, last, there, low)

        found = made()
        rests = names.outer is not None or is_described(step.steps)
        return found if rests else self._for_any(made)

    def _chain(self, chain: plan.Chain, names: Names) -> plan.Chain:
        """Where elements begin; what their end asks for has names that come later, here too."""
        around, self._below = self._below, self._below - 1
        first, high = self.expr(chain.first, names), self.expr(chain.high, names)
        low = None if chain.low is None else self.expr(chain.low, names)
        self._below = around

        def made() -> plan.Chain:
            inner = names.again(names.outer or names, names.suffix)
            steps, end = self._asked_for(chain.steps, inner), self.expr(chain.end, inner)
            return plan.Chain(first, steps, end, high, chain.field, low)

        found = made()
        rests = names.outer is not None or is_described(chain.steps)
        return found if rests else self._for_any(made)

    def _asked_for(self, steps: Sequence[Walked], inner: Names) -> tuple[Walked, ...]:
        """The steps that a walk takes, which computes single numbers: what they name is known from then on, to it."""
        written: list[Walked] = []
        around = self._below
        for step in steps:
            self._below = self._levels(step, inner)
            if isinstance(step, plan.Let):
                domain = inner.domains.get(step.domain, step.domain)
                written.append(plan.Let(domain, step.name + inner.suffix, self.expr(step.value, inner)))
                inner.known[step.name] = Get(step.name + inner.suffix)
            elif isinstance(step, plan.Run):
                written.append(self._run(step, inner))
            elif isinstance(step, plan.Unrolled) and step.by is None:
                self._list(step, inner, written)
            elif isinstance(step, plan.Unrolled):
                size = self._size(step, inner)
                assert size is not None
                inner.known[f"{step.name}>"] = folding.plus(self.expr(step.first, inner), size)
            else:
                inner.domains[step.domain] = step.domain + inner.suffix
                written.append(cast("plan.Elements", self._rebuilt(step, inner)))
        self._below = around
        return tuple(written)

    def _varied(self, listed: plan.Unrolled, by: Expr, names: Names, written: list[plan.Step]) -> None:
        """A list that an entry describes, which a number of the record chooses: elements of different entries that are
        read in the same way are looked at together, as lanes, those of one column first."""
        if listed.low is None or listed.high is None:
            raise Unsupported("a length that isn't in the header")
        entries = self._header.entries(listed.list)
        ways: Sequence[Way | None] = [()] * len(entries) if names.together is None else names.together.ways
        at, by = self.expr(listed.first, names), self.expr(by, names)
        layouts, sizes = self._layouts(listed, entries, ways)
        ends = [list(accumulate((size for _, size in layout), initial=0)) for layout in layouts]
        low, high = self.expr(listed.low, names), self.expr(listed.high, names)
        first, size = at, folding.lookup(by, sizes)
        there = Const(1) if listed.there is None else self.expr(listed.there, names)
        if there != Const(1):
            first, size = Select(there, at, low), Select(there, size, Const(0))
        written.append(plan.Need(listed.domain, first, size, low, high, listed.name))
        shown = tuple(int(all(cell.places[entry] != ASIDE for cell in names.cells)) for entry in range(len(entries)))
        if not all(shown):
            written.append(plan.Aside(listed.domain, folding.lookup(by, shown), listed.name))
        lanes = names.lanes[listed.name] = []
        for number, places in enumerate(lanes_of(layouts, names.cells)):
            cells = names.cells[number].inner if number < len(names.cells) else ()
            lane = Names(NO_COLUMN, names, f"{names.suffix}#{number}", cells=cells)
            lanes.append(lane)
            chosen = [entry for entry, place in enumerate(places) if place >= 0]
            if not chosen:
                lane.left = True
                continue
            together = Together(listed.list, listed.domain, entries, ways_on(ways, places), by)
            lane.stand_for(together, chosen[0])
            offsets = tuple(end[max(0, place)] for end, place in zip(ends, places, strict=True))
            lane.known[f"{listed.name}@"] = folding.plus(at, folding.lookup(by, offsets))
            present = folding.both(there, folding.lookup(by, tuple(int(place >= 0) for place in places)))
            lane.known[f"{listed.name}?"] = present
            variant = listed.variants[layouts[chosen[0]][places[chosen[0]]][0]]
            if variant.aside:
                lane.left = True
                written.append(plan.Aside(listed.domain, plan.invert(present), listed.name))
                continue
            written += self.steps(listed.steps, lane)
            written += self.steps(variant.steps, lane)
            lane.left = any(inner.left for inside in lane.lanes.values() for inner in inside[: len(cells)])
        names.known[f"{listed.name}>"] = folding.plus(at, folding.lookup(by, sizes))

    def _layouts(
        self, listed: plan.Unrolled, entries: Sequence[Any], ways: Sequence[Way | None]
    ) -> tuple[list[list[tuple[int, int]]], tuple[int, ...]]:
        """Variant and size of each element of a list, and the size of all of them, by the entry that describes it."""
        if not isinstance(listed.count, plan.Entry | Given):
            raise Unsupported("a length that isn't in the header")
        count = listed.count.value if isinstance(listed.count, plan.Entry) else listed.count.name
        layouts = [
            [] if way is None else self._layout(listed, count, entry, way)
            for entry, way in zip(entries, ways, strict=True)
        ]
        return layouts, tuple(sum(size for _, size in layout) for layout in layouts)

    def _layout(self, listed: plan.Unrolled, count: str, entry: Any, way: Way) -> list[tuple[int, int]]:
        """Variant and size of each element of a list that an entry describes, or something on a way into it."""
        found: list[tuple[int, int]] = []
        number = self._header.number(count, way or NO_COLUMN, entry)
        if not 0 <= number <= MOST_UNROLLED:
            raise Unsupported(f"a list of {number} elements")
        for column in range(number):
            names = Names((*way, column), None, "", entry)
            names.known[f"{listed.name}@"] = Const(0)
            variant = self._variant(listed, names)
            size = self.expr(listed.variants[variant].end, names)
            if not isinstance(size, Const) or size.value < 0:
                raise Unsupported("elements of a size that isn't in the header, or below 0")
            found.append((variant, size.value))
        return found

    # --- columns -----------------------------------------------------------------------------------------------------

    def is_left(self, listed: str, cell: Cell) -> bool:
        """Whether the object reader reads the records that have a column."""
        return bool(cell.places) and self._lane_of(listed, cell).left

    def _lane_of(self, listed: str, cell: Cell) -> Names:
        return self.outer.lanes[listed][self._cells[cell]]

    def cell(self, cells: plan.Cells, cell: Cell) -> tuple[list[plan.Step], plan.Column]:
        """The steps that a column of the header needs for itself, and the column."""
        names = Names((cell.number,), self.outer, f"#{cell.number}=")
        if cell.places:
            names = self._lane_of(cells.list, cell).again(self.outer, f"#{cell.name}=")
        elif cells.list:
            elements = self._elements.get(cells.list, [])
            if cell.number >= len(elements):
                raise Unsupported("a column without a cell")
            # What a column's own steps name must not be taken for the list's.
            names.known = dict(elements[cell.number].known)
        return self._made(cells.variants, cell.name, names)

    def _made(
        self, variants: Sequence[plan.CellVariant], name: str, names: Names
    ) -> tuple[list[plan.Step], plan.Column]:
        """The column of an element, by the first variant that fits it, and the steps that it needs."""
        whens = [each.when for each in variants]
        if names.together is None:
            number = self._chosen(whens, names)
        else:
            pairs = zip(names.together.ways, names.together.entries, strict=True)
            fitting = {self._chosen(whens, Names(way, entry=entry)) for way, entry in pairs if way is not None}
            if len(fitting) > 1:
                raise Unsupported(f"{name} is stored in different ways")
            number = fitting.pop()
        steps = self.steps(variants[number].steps, names)
        self._below = 0
        column = self.column(variants[number].column, names, steps)
        return steps, replace(column, name=name)

    def column(self, column: plan.Column, names: Names, written: list[plan.Step]) -> plan.Column:
        """A column with what is known computed; steps that it needs for itself are added to those ``written``."""
        folded = self._rebuilt(column, names)
        if isinstance(folded, plan.Outer):
            return folded
        if folded.valid == Const(1):
            folded = replace(folded, valid=None)
        if folded.fits == Const(1):
            folded = replace(folded, fits=None)
        if isinstance(folded, plan.Inner):
            return self._inner(folded, names, written)
        if isinstance(folded, plan.Struct):
            return replace(folded, columns=tuple(self.column(child, names, written) for child in folded.columns))
        if isinstance(folded, plan.List | plan.Map):
            self._below += 1
            inside = [folded.element] if isinstance(folded, plan.List) else [folded.key, folded.value]
            made = [self.column(child, names, written) for child in inside]
            self._below -= 1
            if isinstance(folded, plan.List):
                return replace(folded, element=made[0])
            return replace(folded, key=made[0], value=made[1])
        if isinstance(folded, plan.Tabled):
            texts = self._header.table(folded.table, names.way)
            return plan.Named(folded.name, folded.value, tuple(range(len(texts))), texts, folded.valid, closed=True)
        return cast("plan.Column", folded)

    def _inner(self, column: plan.Inner, names: Names, written: list[plan.Step]) -> plan.Column:
        """The column of a structure whose members an entry describes."""
        members: list[plan.Column] = []
        for number, (cell, lane) in enumerate(zip(names.cells, names.lanes.get(column.list, ()), strict=False)):
            steps, member = self._made(column.variants, cell.name, lane.again(names, f"{names.suffix}#{number}="))
            written += steps
            members.append(member)
        return plan.Struct(column.name, tuple(members), column.valid)


_DOMAINS = ("domain", "parent")
"""Fields of nodes that name a domain."""
_OTHER_DOMAINS: dict[tuple[type, str], int] = {
    (plan.Up, "value"): -1,
    (plan.Previous, "first"): -1,
    (plan.Last, "value"): 1,
    (plan.Best, "value"): 1,
    (plan.Sum, "value"): 1,
    (plan.Chosen, "value"): -1 << 20,
    **dict.fromkeys(((plan.First, part) for part in ("where", "value")), 1),
}
"""Fields of expressions that are over another domain, so many levels below; far above where that isn't known."""
