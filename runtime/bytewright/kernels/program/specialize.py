"""Specialises row plans to a file's header: constants for what it decides, steps for each column it lists."""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import accumulate
from typing import Any, TypeVar, cast

from bytewright.errors import NO_VALUE
from bytewright.kernels import plan
from bytewright.kernels.plan import Binary, Const, Expr, Get, Given, RowPlan, Select
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.plan.record_ends import framed
from bytewright.kernels.program.length_prefixed import pieces_of_element, pieces_of_record

ASIDE = -2
"""A place in `Cell.places` that the kernel can't show."""
MOST_UNROLLED = 1 << 14
"""Elements of an unrolled list, at most: each takes some ten instructions and registers of its own."""
_MOST_UNASKED = 48
"""Bytes that elements need which haven't been asked for, at most: so far behind the input, all may be read."""
_FEW = 8
"""Names that stand for each other and are still replaced by what they stand for, which may double with each."""
_LOWEST, _HIGHEST = -(1 << 63), (1 << 63) - 1


_FIELDS: dict[type, tuple[str, ...]] = {}
"""Names of the fields of nodes, by class."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A column that is wanted: the number that the header gives it, and what it is called. ``places``: instead, its
    number by each entry of a list that describes records (-1: these have no such column; `ASIDE`: they are left to the
    object reader). ``inner``: of a column of structs, whose members such an entry describes, these members."""

    number: int
    name: str
    places: tuple[int, ...] = ()
    inner: tuple[Cell, ...] = ()


Value = Callable[..., Any]
"""What a name is worth for the column of a number (-1: for no column) and, where it is about the entries of a list, an
entry, and the number of a column inside of that one, if it is about such; it may raise what computing raises."""
_Walk = plan.WalkFrame | plan.Run | plan.Chain
_Walked = TypeVar("_Walked", bound=_Walk)
Way = tuple[int, ...]
"""The number of a column, and of those inside of it."""
_NO_COLUMN: Way = (-1,)


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
    return _unrolled(_Unroller(given, value, tuple(cell for cell in cells if cell.places)), row_plan, cells)


def for_any_header(row_plan: RowPlan) -> RowPlan:
    """A plan whose walks are those of the plan for the files of any header, but for those in lists that a header
    describes; what else it does is nobody's plan.

    Args:
        row_plan: the plan.

    Raises:
        Unsupported: where records end rests on such a list.
    """
    try:
        return _unrolled(_AnyHeader(), row_plan, ())
    except Unsupported:
        return RowPlan(_AnyHeader().frame(row_plan.frame), (), plan.RECORDS, ())


def _unrolled(writer: _Unroller, row_plan: RowPlan, cells: Sequence[Cell]) -> RowPlan:
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


@dataclass(frozen=True, slots=True)
class _Together:
    """Elements of lists that are looked at together: of each entry of ``list`` one, or none (None), by the ``ways`` to
    them; ``by``, over ``domain``, is the number of the entry."""

    list: str
    domain: str
    entries: Sequence[Any]
    ways: Sequence[Way | None]
    by: Expr


class _Names:
    """What names stand for: of one element of a list, and of what is around it. ``suffix``: behind its own names;
    ``at``: where it begins; ``together``: it stands for elements of several entries, it is that of the first of them;
    ``cells``: the columns that are wanted of it; ``lanes``: what is looked at together in it, by list."""

    __slots__ = (
        "at",
        "cells",
        "domains",
        "entry",
        "known",
        "lanes",
        "left",
        "outer",
        "suffix",
        "together",
        "way",
    )

    def __init__(
        self,
        way: Way,
        outer: _Names | None = None,
        suffix: str = "",
        entry: Any = None,
        cells: Sequence[Cell] = (),
    ) -> None:
        self.way = way
        self.entry = entry
        self.outer = outer
        self.suffix = suffix
        self.cells = cells
        self.together: _Together | None = None
        self.at: Expr | None = None
        self.known: dict[str, Expr] = {}
        self.domains: dict[str, str] = {} if outer is None else dict(outer.domains)
        self.lanes: dict[str, list[_Names]] = {}
        self.left = False

    def get(self, name: str) -> Expr:
        around: _Names | None = self
        while around is not None:
            found = around.known.get(name)
            if found is not None:
                return found
            around = around.outer
        return Get(name)

    def again(self, outer: _Names, suffix: str) -> _Names:
        """The same element, looked at once more: what is named now is not taken for what was named then."""
        made = _Names(self.way, outer, suffix, self.entry, self.cells)
        made.together, made.lanes = self.together, self.lanes
        made.known, made.domains = dict(self.known), dict(self.domains)
        return made

    def stand_for(self, together: _Together, entry: int) -> None:
        """Be the element of an entry, and of all others with which it is looked at together."""
        self.together, self.entry, self.way = together, together.entries[entry], together.ways[entry] or _NO_COLUMN


class _Unroller:
    def __init__(self, given: Mapping[str, int], value: Value, shared: Sequence[Cell] = ()) -> None:
        self.outer = _Names(_NO_COLUMN, cells=shared)
        self._cells = {cell: number for number, cell in reversed(list(enumerate(shared)))}
        self._given = given
        self._value = value
        self._lists: dict[str, list[Any]] = {}
        self._values: dict[tuple[str, Way, int], int] = {}
        self._elements: dict[str, list[_Names]] = {}
        self._parents: dict[str, str] = {}
        self._below = 0
        """How far the domain of what is computed lies below that of the list whose element it is about."""
        self._last: plan.Need | None = None
        self._unasked = 0
        self._told = False
        """Whether numbers of the header are named: in walks, which are the same for any header then."""

    # --- what the header gives ---------------------------------------------------------------------------------------

    def _number(self, name: str, way: Way, entry: Any = None) -> int:
        key = (name, way, id(entry))
        if key not in self._values:
            value = self._asked(name, way, entry)
            if isinstance(value, float):
                (value,) = struct.unpack("<q", struct.pack("<d", value))
            if not isinstance(value, int) or not _LOWEST <= value <= _HIGHEST:
                raise Unsupported(f"{name} is no number of 64 bits")
            self._values[key] = int(value)
        return self._values[key]

    def _number_if_there(self, name: str) -> int:
        """A number that a walk may ask for; whether it needs it has been seen."""
        try:
            return self._number(name, _NO_COLUMN)
        except Unsupported:
            return 0

    def _entries(self, name: str) -> list[Any]:
        """A list of the header's."""
        if name not in self._lists:
            found = self._asked(name, _NO_COLUMN)
            if not isinstance(found, (list, tuple)):
                raise Unsupported(f"{name} is no list")
            if len(found) > MOST_UNROLLED:
                raise Unsupported(f"{name} has {len(found)} entries")
            self._lists[name] = list(found)
        return self._lists[name]

    def _asked(self, name: str, way: Way, entry: Any = None) -> Any:
        try:
            return self._value(name, way[0]) if entry is None else self._value(name, way[0], entry, *way[1:])
        except (*NO_VALUE, RecursionError) as error:
            raise Unsupported(f"{name} has no value: {error}") from error

    def _chosen(self, whens: Sequence[Expr], names: _Names) -> int:
        for place, when in enumerate(whens):
            match when:
                case Binary("==", Given(name), Const(number)):
                    if self._number(name, names.way, names.entry) == number:
                        return place
                    continue
            folded = self.expr(when, names)
            if not isinstance(folded, Const):
                raise Unsupported("what decides isn't in the header")
            if folded.value:
                return place
        raise Unsupported("nothing fits the header")

    # --- expressions -------------------------------------------------------------------------------------------------

    def expr(self, expr: Expr, names: _Names) -> Expr:
        """An expression with what is known computed. What isn't needed isn't asked for."""
        match expr:
            case Const() | plan.Start() | plan.End() | plan.Index():
                return expr
            case Given(name):
                if name in self._given or name == plan.BEGIN:
                    return expr
                if self._told and names.together is None:
                    return plan.Told(name, self._number_if_there(name))
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
            case plan.Entry(listed, value, index):
                numbers = tuple(self._number(value, _NO_COLUMN, entry) for entry in self._entries(listed))
                return _lookup(self.expr(index, names), numbers)
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
                return _narrowed(wide)
        return folded

    def _known(self, name: str, names: _Names) -> Expr:
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
        looked_up = _lookup(together.by, tuple(any_of if number is None else number for number in found))
        if isinstance(looked_up, Const):
            return looked_up
        if self._below < 0:
            raise Unsupported(f"{name}, asked for by what is around the list that it describes")
        for _ in range(self._below):
            looked_up = plan.Up(looked_up)
        return looked_up

    def _one(self, name: str, way: Way, entry: Any) -> int:
        return way[plan.COLUMNS.index(name)] if name in plan.COLUMNS else self._number(name, way, entry)

    def _sought(self, listed: str, key: str, value: Expr) -> Expr:
        places: dict[int, int] = {}
        for place, entry in enumerate(self._entries(listed)):
            places.setdefault(self._number(key, _NO_COLUMN, entry), place)
        numbers = sorted(places)
        return plan.Match(value, tuple(numbers), tuple(places[number] for number in numbers))

    def _texts(self, texts: plan.Texts, names: _Names) -> Expr:
        """A text of those of all entries: that of the first one, of the second one, and so on."""
        firsts: list[int] = []
        together: list[str | bytes] = []
        known: dict[tuple[str | bytes, ...], int] = {}
        entries = self._entries(texts.list) if texts.list else [None]
        ways: Sequence[Way | None] = [_NO_COLUMN] * len(entries)
        if names.together is not None and names.together.list == texts.list:
            ways = names.together.ways
        for entry, way in zip(entries, ways, strict=True):
            found = [] if way is None else self._asked(texts.value, way, entry)
            found = [found] if isinstance(found, str | bytes) else found
            if not isinstance(found, list) or not all(isinstance(text, str | bytes) for text in found):
                raise Unsupported(f"{texts.value} is no text, and no list of texts")
            # Entries often have the same ones: then there is nothing to look up.
            if tuple(found) not in known:
                known[tuple(found)] = len(together)
                together += found
            firsts.append(known[tuple(found)])
        place = _plus(_lookup(self.expr(texts.index, names), tuple(firsts)), self.expr(texts.inner, names))
        return plan.Texts(texts.list, texts.value, place, Const(0), texts.what, tuple(together))

    def _binary(self, operator: plan.Operator, left: Expr, right: Expr, names: _Names) -> Expr:
        a = self.expr(left, names)
        if isinstance(a, Const) and operator in ("&", "|") and _is_decided(operator, a.value, right):
            return a
        b = self.expr(right, names)
        if isinstance(b, Const):
            if isinstance(a, Const):
                return Const(computed(operator, a.value, b.value))
            if _is_decided(operator, b.value, a):
                return b
            if _leaves(operator, b.value, a):
                return a
        elif isinstance(a, Const) and operator in ("+", "&", "|", "*") and _leaves(operator, a.value, b):
            return b
        return Binary(operator, a, b)

    def _rebuilt(self, node: Any, names: _Names) -> Any:
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
        named = [step for step in frame.steps if isinstance(step, plan.Let) and step.domain == plan.RECORDS]
        if len(named) <= _FEW:
            names = _Names(_NO_COLUMN)
            for step in named:
                names.known[step.name] = self.expr(step.value, names)
            found = framed(self.expr(frame.end, names))
            if isinstance(found, plan.FixedFrame) and found.size < 1:
                raise Unsupported("records of no bytes")
            return found
        return None

    def _walk(self, frame: plan.WalkFrame) -> plan.WalkFrame:
        """A walk over records."""

        def made() -> plan.WalkFrame:
            inner = self.outer.again(self.outer, "")
            steps = self._asked_for(frame.steps, inner)
            return plan.WalkFrame(steps, self.expr(frame.end, inner))

        found = made()
        return found if self._is_sum(found, plan.RECORDS) else self._for_any(made)

    def _is_sum(self, walked: _Walk, domain: str) -> bool:
        """Whether a loop over lengths finds ends that this header leaves to a walk over a domain."""
        if isinstance(walked, plan.WalkFrame):
            return pieces_of_record(walked) is not None
        return pieces_of_element(walked, domain) is not None

    def _for_any(self, made: Callable[[], _Walked]) -> _Walked:
        """A walk that is the same one for any header, if it can be; it has been made for this one, so that what it
        needs is there."""
        before, self._told = self._told, True
        try:
            return made()
        finally:
            self._told = before

    # --- steps -------------------------------------------------------------------------------------------------------

    def steps(self, steps: Sequence[plan.Step], names: _Names) -> list[plan.Step]:
        """Steps with what is known computed, and without those that can't fail."""
        written: list[plan.Step] = []
        for step in steps:
            self._below = self._levels(step, names)
            if isinstance(step, plan.Let):
                domain = names.domains.get(step.domain, step.domain)
                self._let(domain, step.name, self.expr(step.value, names), names, written)
            elif isinstance(step, plan.Unrolled):
                if step.by is None:
                    self._list(step, names, written)
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
                if _holds(folded):
                    continue
                size = _put_off(folded, names.at)
                if size is None:
                    self._ask(written)
                    written.append(folded)
                else:
                    assert names.at is not None
                    self._put_off(folded, size, names.at, written)
        if names.outer is None:
            self._ask(written)
        return written

    def _levels(self, step: plan.Step, names: _Names) -> int:
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

    def _put_off(self, need: plan.Need, size: int, at: Expr, written: list[plan.Step]) -> None:
        """Ask later for the bytes of an element of a list. Elements lie one behind another: the last one can only
        begin, and its bytes be there, if those of all before it are."""
        here = replace(need, address=at)
        if (self._last is not None and self._last.address == at) or self._unasked + size > _MOST_UNASKED:
            self._ask(written)
        self._last = here
        self._unasked += size

    def _ask(self, written: list[plan.Step]) -> None:
        """Ask for bytes that have been put off, before anything is done with what they hold."""
        if self._last is not None:
            written.append(self._last)
        self._last = None
        self._unasked = 0

    def _let(self, domain: str, name: str, value: Expr, names: _Names, written: list[plan.Step]) -> None:
        if names.outer is None:
            # Other domains may have the same name, and look up here.
            written.append(plan.Let(domain, name, value))
        elif isinstance(value, (Const, Get, plan.Start, plan.End)):
            names.known[name] = value
        else:
            written.append(plan.Let(domain, name + names.suffix, value))
            names.known[name] = Get(name + names.suffix)

    def _list(self, listed: plan.Unrolled, names: _Names, written: list[plan.Step]) -> None:
        count = self.expr(listed.count, names)
        if not isinstance(count, Const):
            raise Unsupported("a length that isn't in the header")
        if not 0 <= count.value <= MOST_UNROLLED:
            raise Unsupported(f"a list of {count.value} elements")
        at = self.expr(listed.first, names)
        elements = self._elements.setdefault(listed.name, [])
        for number in range(count.value):
            inner = _Names((number,), names, f"#{number}")
            inner.known[f"{listed.name}@"] = inner.at = at
            written += self.steps(listed.steps, inner)
            variant = listed.variants[self._chosen([each.when for each in listed.variants], inner)]
            written += self.steps(variant.steps, inner)
            self._let(listed.domain, f"{listed.name}>", self.expr(variant.end, inner), inner, written)
            at = inner.known[f"{listed.name}>"]
            elements.append(inner)
        names.known[f"{listed.name}>"] = at

    # --- lists that an entry describes -------------------------------------------------------------------------------

    def _run(self, step: plan.Run, names: _Names) -> plan.Run:
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
        return found if names.outer is not None or self._is_sum(found, domain) else self._for_any(made)

    def _chain(self, chain: plan.Chain, names: _Names) -> plan.Chain:
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
        domain = next((step.domain if isinstance(step, plan.Let) else step.parent for step in found.steps), "")
        return found if names.outer is not None or self._is_sum(found, domain) else self._for_any(made)

    def _asked_for(
        self, steps: Sequence[plan.Let | plan.Elements | plan.Run], inner: _Names
    ) -> tuple[plan.Let | plan.Elements | plan.Run, ...]:
        """The steps that a walk takes, which computes single numbers: what they name is known from then on, to it."""
        written: list[plan.Let | plan.Elements | plan.Run] = []
        around = self._below
        for step in steps:
            self._below = self._levels(step, inner)
            if isinstance(step, plan.Let):
                domain = inner.domains.get(step.domain, step.domain)
                written.append(plan.Let(domain, step.name + inner.suffix, self.expr(step.value, inner)))
                inner.known[step.name] = Get(step.name + inner.suffix)
            elif isinstance(step, plan.Run):
                written.append(self._run(step, inner))
            else:
                inner.domains[step.domain] = step.domain + inner.suffix
                written.append(cast("plan.Elements", self._rebuilt(step, inner)))
        self._below = around
        return tuple(written)

    def _varied(self, listed: plan.Unrolled, by: Expr, names: _Names, written: list[plan.Step]) -> None:
        """A list that an entry describes, which a number of the record chooses: elements of different entries that are
        read in the same way are looked at together, as lanes, those of one column first."""
        if not isinstance(listed.count, plan.Entry | Given) or listed.low is None or listed.high is None:
            raise Unsupported("a length that isn't in the header")
        entries = self._entries(listed.list)
        ways: Sequence[Way | None] = [()] * len(entries) if names.together is None else names.together.ways
        at, by = self.expr(listed.first, names), self.expr(by, names)
        count = listed.count.value if isinstance(listed.count, plan.Entry) else listed.count.name
        layouts = [
            [] if way is None else self._layout(listed, count, entry, way)
            for entry, way in zip(entries, ways, strict=True)
        ]
        ends = [list(accumulate((size for _, size in layout), initial=0)) for layout in layouts]
        sizes = tuple(end[-1] for end in ends)
        low, high = self.expr(listed.low, names), self.expr(listed.high, names)
        first, size = at, _lookup(by, sizes)
        there = Const(1) if listed.there is None else self.expr(listed.there, names)
        if there != Const(1):
            first, size = Select(there, at, low), Select(there, size, Const(0))
        written.append(plan.Need(listed.domain, first, size, low, high, listed.name))
        shown = tuple(int(all(cell.places[entry] != ASIDE for cell in names.cells)) for entry in range(len(entries)))
        if not all(shown):
            written.append(plan.Aside(listed.domain, _lookup(by, shown), listed.name))
        lanes = names.lanes[listed.name] = []
        for number, places in enumerate(_lanes(layouts, names.cells)):
            cells = names.cells[number].inner if number < len(names.cells) else ()
            lane = _Names(_NO_COLUMN, names, f"{names.suffix}#{number}", cells=cells)
            lanes.append(lane)
            chosen = [entry for entry, place in enumerate(places) if place >= 0]
            if not chosen:
                lane.left = True
                continue
            together = _Together(listed.list, listed.domain, entries, _ways(ways, places), by)
            lane.stand_for(together, chosen[0])
            offsets = tuple(end[max(0, place)] for end, place in zip(ends, places, strict=True))
            lane.known[f"{listed.name}@"] = _plus(at, _lookup(by, offsets))
            present = _both(there, _lookup(by, tuple(int(place >= 0) for place in places)))
            lane.known[f"{listed.name}?"] = present
            variant = listed.variants[layouts[chosen[0]][places[chosen[0]]][0]]
            if variant.aside:
                lane.left = True
                written.append(plan.Aside(listed.domain, plan.invert(present), listed.name))
                continue
            written += self.steps(listed.steps, lane)
            written += self.steps(variant.steps, lane)
            lane.left = any(inner.left for inside in lane.lanes.values() for inner in inside[: len(cells)])
        names.known[f"{listed.name}>"] = _plus(at, _lookup(by, sizes))

    def _layout(self, listed: plan.Unrolled, count: str, entry: Any, way: Way) -> list[tuple[int, int]]:
        """Variant and size of each element of a list that an entry describes, or something on a way into it."""
        found: list[tuple[int, int]] = []
        number = self._number(count, way or _NO_COLUMN, entry)
        if not 0 <= number <= MOST_UNROLLED:
            raise Unsupported(f"a list of {number} elements")
        for column in range(number):
            names = _Names((*way, column), None, "", entry)
            names.known[f"{listed.name}@"] = Const(0)
            variant = self._chosen([each.when for each in listed.variants], names)
            size = self.expr(listed.variants[variant].end, names)
            if not isinstance(size, Const):
                raise Unsupported("elements of a size that isn't in the header")
            found.append((variant, size.value))
        return found

    # --- columns -----------------------------------------------------------------------------------------------------

    def is_left(self, listed: str, cell: Cell) -> bool:
        """Whether the object reader reads the records that have a column."""
        return bool(cell.places) and self._lane_of(listed, cell).left

    def _lane_of(self, listed: str, cell: Cell) -> _Names:
        return self.outer.lanes[listed][self._cells[cell]]

    def cell(self, cells: plan.Cells, cell: Cell) -> tuple[list[plan.Step], plan.Column]:
        """The steps that a column of the header needs for itself, and the column."""
        names = _Names((cell.number,), self.outer, f"#{cell.number}=")
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
        self, variants: Sequence[plan.CellVariant], name: str, names: _Names
    ) -> tuple[list[plan.Step], plan.Column]:
        """The column of an element, by the first variant that fits it, and the steps that it needs."""
        whens = [each.when for each in variants]
        if names.together is None:
            number = self._chosen(whens, names)
        else:
            pairs = zip(names.together.ways, names.together.entries, strict=True)
            fitting = {self._chosen(whens, _Names(way, entry=entry)) for way, entry in pairs if way is not None}
            if len(fitting) > 1:
                raise Unsupported(f"{name} is stored in different ways")
            number = fitting.pop()
        steps = self.steps(variants[number].steps, names)
        self._below = 0
        column = self.column(variants[number].column, names, steps)
        return steps, replace(column, name=name)

    def column(self, column: plan.Column, names: _Names, written: list[plan.Step]) -> plan.Column:
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
            texts = self._asked(folded.table, names.way)
            if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
                raise Unsupported(f"{folded.table} is no list of texts")
            return plan.Named(
                folded.name, folded.value, tuple(range(len(texts))), tuple(texts), folded.valid, closed=True
            )
        return cast("plan.Column", folded)

    def _inner(self, column: plan.Inner, names: _Names, written: list[plan.Step]) -> plan.Column:
        """The column of a structure whose members an entry describes."""
        members: list[plan.Column] = []
        for number, (cell, lane) in enumerate(zip(names.cells, names.lanes.get(column.list, ()), strict=False)):
            steps, member = self._made(column.variants, cell.name, lane.again(names, f"{names.suffix}#{number}="))
            written += steps
            members.append(member)
        return plan.Struct(column.name, tuple(members), column.valid)


class _AnyHeader(_Unroller):
    """Writes the walks that plans for all headers have; of a header that leaves less to do, the plan has none."""

    def __init__(self) -> None:
        super().__init__({}, lambda *_asked: 0)

    def _sum(self, frame: plan.WalkFrame) -> plan.Frame | None:
        return None

    def _is_sum(self, walked: _Walk, domain: str) -> bool:
        return False


_DOMAINS = ("domain", "parent")
"""Fields of nodes that name a domain."""
_OTHER_DOMAINS: dict[tuple[type, str], int] = {
    (plan.Up, "value"): -1,
    (plan.Previous, "first"): -1,
    (plan.Last, "value"): 1,
    (plan.Best, "value"): 1,
    (plan.Sum, "value"): 1,
    **dict.fromkeys(((plan.First, part) for part in ("where", "value")), 1),
}
"""Fields of expressions that are over another domain, so many levels below."""


def _ways(ways: Sequence[Way | None], places: Sequence[int]) -> list[Way | None]:
    """The ways on to elements, by entry: to the one at a place of what a way leads to, none where that is below 0."""
    return [None if way is None or place < 0 else (*way, place) for way, place in zip(ways, places, strict=True)]


def _both(first: Expr, second: Expr) -> Expr:
    """Whether two conditions hold."""
    if second == Const(1):
        return first
    return second if first == Const(1) else Binary("&", first, second)


def _lookup(index: Expr, numbers: tuple[int, ...]) -> Expr:
    """The number of a table; where the index is none of it, any: such a record is refused."""
    if len(set(numbers)) <= 1:
        return Const(numbers[0] if numbers else 0)
    if isinstance(index, Const):
        return Const(numbers[index.value] if 0 <= index.value < len(numbers) else 0)
    return plan.Lookup(index, numbers)


def _narrowed(wide: Expr) -> Expr:
    """The bits of floats of 32 bits, of those of 64 bits that the header gives."""
    match wide:
        case Const(bits):
            (value,) = struct.unpack("<d", struct.pack("<q", bits))
            return Const(*struct.unpack("<i", struct.pack("<f", value)))
        case plan.Lookup(index, table, default):
            found = [cast("Const", _narrowed(Const(bits))).value for bits in (*table, default)]
            return plan.Lookup(index, tuple(found[:-1]), found[-1])
        case plan.Up(value):
            return plan.Up(_narrowed(value))
    raise Unsupported("a float of 32 bits that isn't the header's")


def _plus(left: Expr, right: Expr) -> Expr:
    if isinstance(right, Const):
        if isinstance(left, Const):
            return Const(left.value + right.value)
        return left if right.value == 0 else Binary("+", left, right)
    return right if left == Const(0) else Binary("+", left, right)


def _lanes(layouts: Sequence[Sequence[tuple[int, int]]], cells: Sequence[Cell]) -> list[tuple[int, ...]]:
    """The elements that are looked at together, by entry (-1: none): those of each cell, then all others.

    Raises:
        Unsupported: those of a cell are read in different ways.
    """
    found: list[tuple[int, ...]] = []
    used: set[tuple[int, int]] = set()
    for cell in cells:
        chosen = {(entry, place) for entry, place in enumerate(cell.places) if place >= 0}
        if any(place >= len(layouts[entry]) for entry, place in chosen):
            raise Unsupported(f"{cell.name} isn't stored")
        if len({layouts[entry][place][0] for entry, place in chosen}) > 1:
            raise Unsupported(f"{cell.name} is stored in different ways")
        used |= chosen
        found.append(tuple(max(-1, place) for place in cell.places))
    others: dict[tuple[int, int], list[int]] = {}
    for entry, layout in enumerate(layouts):
        met: dict[int, int] = {}
        for place, (variant, _) in enumerate(layout):
            if (entry, place) not in used:
                turn = met[variant] = met.get(variant, -1) + 1
                others.setdefault((variant, turn), [-1] * len(layouts))[entry] = place
    return [*found, *(tuple(places) for places in others.values())]


def _put_off(step: plan.Step, at: Expr | None) -> int | None:
    """How many bytes a step asks for where an element of a list begins, if that is all it does."""
    match step:
        case plan.Need(_, Select(there, address, low), Select(same, Const(size), Const(0)), base):
            if address == at and low == base and same == there:
                return size
    return None


def _holds(step: plan.Step) -> bool:
    """Whether a step can't refuse anything."""
    match step:
        case plan.Check(_, Const(condition)) | plan.Aside(_, Const(condition)):
            return bool(condition)
        case plan.Need(_, _, Const(0)):
            # Where nothing is read, the place has been reached.
            return True
        case plan.CheckText(_, _, Const(0)) | plan.Slack(_, Const(0)):
            return True
    return False


def _is_decided(operator: str, known: int, other: Expr) -> bool:
    """Whether a number decides, beside another expression, what ``&`` or ``|`` gives: that number."""
    if operator == "&":
        return known == 0
    return operator == "|" and (known == -1 or (known == 1 and _is_condition(other)))


def _leaves(operator: str, known: int, other: Expr) -> bool:
    """Whether a number changes nothing beside another expression, which it stands behind."""
    match operator:
        case "+" | "-" | "|" | "<<" | ">>" | "^":
            return known == 0
        case "*" | "//":
            return known == 1
        case "&":
            return known == -1 or (known == 1 and _is_condition(other))
        case "!=":
            return known == 0 and _is_condition(other)
    return False


def _is_condition(expr: Expr) -> bool:
    """Whether an expression is 0 or 1."""
    match expr:
        case Binary("==" | "!=" | "<" | "<="):
            return True
        case Binary("&" | "|", left, right):
            return _is_condition(left) and _is_condition(right)
        case Select(_, then, otherwise):
            return _is_condition(then) and _is_condition(otherwise)
        case Const(value):
            return value in (0, 1)
    return False


def computed(operator: plan.Operator, a: int, b: int) -> int:
    """What the kernel would compute: 64 bits, wrapped."""
    match operator:
        case "+":
            value = a + b
        case "-":
            value = a - b
        case "*":
            value = a * b
        case "&":
            value = a & b
        case "|":
            value = a | b
        case "^":
            value = a ^ b
        case "<<":
            value = a << (b & 63)
        case ">>":
            value = a >> (b & 63)
        case "//":
            value = a // b if b else 0
        case "%":
            value = a % b if b else 0
        case "u//":
            value = a % (1 << 64) // (b % (1 << 64)) if b else 0
        case "u%":
            value = a % (1 << 64) % (b % (1 << 64)) if b else 0
        case "==":
            value = a == b
        case "!=":
            value = a != b
        case "<":
            value = a < b
        case "<=":
            value = a <= b
        case "min":
            value = min(a, b)
        case "max":
            value = max(a, b)
    return (value + (1 << 63)) % (1 << 64) - (1 << 63)
