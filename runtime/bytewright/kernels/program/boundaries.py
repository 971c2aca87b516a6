"""Boundary programs: expressions as programs over single numbers that find where records or elements end.

A walk computes the end of one thing from where it begins. What it names is computed in its order of need; a list in it
becomes a loop whose turns go from element to element.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass, replace
from operator import itemgetter
from typing import Any, cast

import numpy as np

from bytewright.kernels import plan
from bytewright.kernels.plan import codes
from bytewright.kernels.plan.failures import PlanError, Unsupported
from bytewright.kernels.plan.types import KINDS
from bytewright.kernels.program.expressions import Walk, Writer
from bytewright.kernels.program.instructions import Value
from bytewright.kernels.program.program import Boundary

_BEGIN = 0
"""The slot that says where the walk begins."""
_FIRST = plan.Offset(plan.Const(0))
"""What is added to an address to make a place in the file of it."""
_ALWAYS = plan.Const(1)
_SLOW = ("pow", "exp", "log")
_END_OF_FILE = plan.add(plan.Start(), plan.Binary("-", plan.Given(plan.FILE_END), plan.Offset(plan.Start())))
"""Where a record may go on to that begins there."""
_UNKNOWN = plan.End()
_OF_REGIONS = (plan.RegionStart, plan.RegionEnd, plan.Region)
"""What the frame tells the walk of a region, in the order of the slots."""


def of_record(writer: Writer, frame: plan.WalkFrame | plan.RegionFrame) -> tuple[Walk, int, int, int]:
    """The walk over a record, the slot that says whether it is the last of its region (-1: nothing does), the first of
    the three in which it is told where that begins and ends and its number (-1: it doesn't ask), and the slot that says
    where in it the next one begins (-1: behind this one).

    Raises:
        Unsupported: it asks for what only shows when the record's end is known.
    """
    limit = plan.RegionEnd() if isinstance(frame, plan.RegionFrame) else _END_OF_FILE
    walking = _Walking(writer, frame.steps, limit)
    level = _Level(plan.RECORDS, _BEGIN, number=walking.new())
    asked = (frame.last, frame.next) if isinstance(frame, plan.RegionFrame) else (None, None)
    last, following = (-1 if value is None else walking.slot(value, level) for value in asked)
    walk = walking.walk(level, frame.end, last, following)
    return walk, last, walking.region, following


def of_element(writer: Writer, chain: plan.Chain | plan.Run, domain: int) -> Walk:
    """The walk over an element of a list.

    Raises:
        Unsupported: it asks for what only shows when all elements are known.
    """
    walking = _Walking(writer, chain.steps, is_beside=isinstance(chain, plan.Chain))
    level = _Level(writer.domains[domain].name, _BEGIN, number=walking.new())
    asked = chain.last if isinstance(chain, plan.Run) else None
    last = -1 if asked is None else walking.slot(asked, level)
    return replace(walking.walk(level, chain.end, last), last=last)


def of_running(writer: Writer, running: plan.Running, domain: int) -> Walk:
    """The walk that computes a running value of an element from that of the element before.

    Raises:
        Unsupported: it asks for more than single numbers can be computed with.
    """
    walking = _Accumulating(writer, domain)
    return walking.walk(_Level(writer.domains[domain].name, _BEGIN), running.value)


def _told(value: plan.Expr) -> str:
    """What can't be computed of a record whose end isn't known, as people call it."""
    if isinstance(value, plan.Best):
        return "the largest or the smallest of a list"
    if isinstance(value, plan.Sum):
        return "how many elements of a list meet a condition"
    if isinstance(value, plan.Repeats):
        return "whether elements of a list repeat"
    if isinstance(value, plan.Before | plan.Running):
        return "what rests on the element before"
    if isinstance(value, plan.Float):
        return "a power, an exponential or a logarithm"
    return "what only shows when its end is known"


@dataclass(slots=True)
class _Level:
    """What is computed for each element of a domain: words, and where the results are.

    ``begin``: slot of where the element begins; ``number``: of its number; ``prepared``: names that have been asked
    for."""

    domain: str
    begin: int
    number: int = -1
    above: _Level | None = None
    words: list[tuple[int, ...]] = field(default_factory=list)
    known: dict[plan.Expr, int] = field(default_factory=dict)
    prepared: set[str] = field(default_factory=set)
    first: int = -1
    """The slot of where the first element begins."""
    beside: dict[int, _Level] = field(default_factory=dict)
    """Elements of other lists of the domain with the same number, by that slot."""
    behind: list[tuple[int, ...]] = field(default_factory=list)
    """Words that come behind all others: they go on to the next of these elements."""


class _Walking:
    def __init__(
        self,
        writer: Writer,
        steps: tuple[plan.Step, ...],
        limit: plan.Expr = _UNKNOWN,
        *,
        is_beside: bool = False,
    ) -> None:
        """``limit``: what the end of a record is that isn't known yet, but goes on as far as it can; ``is_beside``: an
        element is walked over whose list has the elements of another one beside it, if any begin at `plan.Begin`."""
        self._writer = writer
        self._limit = limit
        self._lists = {step.domain: step for step in steps if isinstance(step, plan.Elements | plan.Run)}
        self._counts: dict[int, int] = {}
        self._names = {(step.domain, step.name): step.value for step in steps if isinstance(step, plan.Let)}
        self._slots = [0, 0]
        self._constants: dict[int, int] = {}
        self._given: dict[str, int] = {}
        self._inputs: list[tuple[bool, Value, int]] = []
        """Whether it is one of an element, and not one that all elements of a list share; the input; its slot."""
        self._ends: dict[int, plan.Expr] = {}
        """Where an element ends of lists that have been walked over, by the slot of where the first one begins."""
        self._is_beside = is_beside
        self.region = -1

    def walk(self, level: _Level, end: plan.Expr, *told: int) -> Walk:
        """The walk that computes an end; ``told``: slots that are read behind it (-1: none)."""
        result = self.slot(end, level)
        number = level.number if level.number >= 0 else self.new()
        shared_first = sorted(self._inputs, key=itemgetter(0))
        shared = sum(not is_own for is_own, _, _ in shared_first)
        head = [len(level.words), result, number, len(shared_first), 0, shared]
        inputs = [part for _, _, slot in shared_first for part in (0, slot)]
        words = [part for word in level.words for part in word]
        table = np.array([*head, *inputs, *words], np.int64)
        for place, (_, value, _) in enumerate(shared_first):
            self._writer.patches.append((table, codes.WALK_HEADER + 2 * place, value))
        registers = tuple(value for _, value, _ in shared_first)
        # The kernel writes to the slots: they are nobody else's.
        slots = self._writer.keep(np.array(self._slots, np.int64))
        constants = {slot: value for value, slot in self._constants.items()}
        self._writer.boundaries.append(Boundary(table, constants, tuple(slot for slot in told if slot >= 0)))
        return Walk(self._writer.keep(table), slots, registers)

    def new(self, value: int = 0) -> int:
        """A slot that nothing else uses."""
        self._slots.append(value)
        return len(self._slots) - 1

    def slot(self, value: plan.Expr, level: _Level) -> int:
        """The slot of a value that is computed at a level; the words for it are written where they haven't been."""
        if isinstance(value, plan.Get):
            self._prepare(value, level)
        value = self._resolved(value, level)
        if isinstance(value, plan.Const):
            return self._constant(value.value)
        if value == plan.Given(plan.BEGIN) and level.domain != plan.RECORDS:
            return level.begin
        if isinstance(value, plan.Begin):
            return self._begin_of_run(level)
        if isinstance(value, plan.Given):
            if value.name not in self._writer.given:
                raise Unsupported(f"no value given for {value.name!r}")
            return self._told_of_file(value.name, self._writer.given[value.name])
        if isinstance(value, plan.Told):
            return self._told_of_file(value.name, value.value)
        if isinstance(value, _OF_REGIONS) and level.domain == plan.RECORDS:
            if self.region < 0:
                self.region = self.new()
                for _ in _OF_REGIONS[1:]:
                    self.new()
            return self.region + _OF_REGIONS.index(type(value))
        if isinstance(value, plan.Start) and level.domain == plan.RECORDS:
            return level.begin
        if isinstance(value, plan.End) and level.domain == plan.RECORDS and value != self._limit:
            return self.slot(self._limit, level)
        if isinstance(value, (plan.Chain, plan.Previous)) and level.above is not None:
            return self._begin(self.slot(value.first, level.above), level)
        if isinstance(value, plan.Index) and level.number >= 0:
            self._writer.numbers_records |= level.domain == plan.RECORDS
            return level.number
        found = level.known.get(value)
        if found is None:
            found = level.known[value] = self._written(value, level)
        return found

    def _prepare(self, name: plan.Get, level: _Level) -> None:
        """Write the words for a name, and before them those for the names that it rests on: each may rest on the one
        before it, and so on, further than calls reach."""
        todo = [(name, level, False)]
        while todo:
            asked, above, is_ready = todo.pop()
            if is_ready:
                self.slot(asked, above)
            elif asked.name not in above.prepared:
                above.prepared.add(asked.name)
                todo.append((asked, above, True))
                todo += [(inner, over, False) for inner, over in self._asked(self._resolved(asked, above), above)]

    def _asked(self, value: plan.Expr, level: _Level) -> Iterator[tuple[plan.Get, _Level]]:
        """The names that are computed for a value before any loop for it begins, each with its level."""
        todo: list[tuple[Any, _Level]] = [(value, level)]
        while todo:
            node, over = todo.pop()
            match node:
                case plan.Get():
                    if not isinstance(self._resolved(node, over), plan.End):
                        yield node, over
                case plan.Up(above):
                    if over.above is not None:
                        todo.append((above, over.above))
                case plan.Chain() | plan.Previous() | plan.Best() | plan.Sum():
                    pass  # where the element begins, or nothing that a walk computes
                case plan.Last(domain, _, none):
                    todo += [(part, over) for part in (none, *self._bounds(domain))]
                case plan.First(_, _, ends, none):
                    todo += [(ends, over), (none, over)]
                case plan.Count(domain):
                    listed = self._lists.get(domain)
                    todo += [(part, over) for part in self._bounds(domain)]
                    todo += [(listed.first, over)] if isinstance(listed, plan.Run) else []
                case plan.VarintSize(address, _, there):
                    todo += [(address, over), (there, over)]
                case _:
                    children = (getattr(node, field.name) for field in fields(node))
                    todo += [(child, over) for child in children if is_dataclass(child)]

    def _bounds(self, domain: str) -> list[plan.Expr]:
        """What says, over the domain around it, how far a list goes."""
        listed = self._lists.get(domain)
        if listed is None:
            return []
        return [listed.there if isinstance(listed, plan.Run) else listed.count]

    def _resolved(self, value: plan.Expr, level: _Level) -> plan.Expr:
        while isinstance(value, plan.Get):
            found = self._names.get((level.domain, value.name))
            if found is None:
                # Of all that has a name, walks lack what is decoded.
                raise Unsupported("something whose end only decoded bytes tell")
            value = found
        return value

    def _told_of_file(self, name: str, number: int) -> int:
        """The slot of what is given, or what the header says: no constant, as another file may say something else for
        the same walk."""
        if name not in self._given:
            self._given[name] = self.new(number)
        return self._given[name]

    def _constant(self, number: int) -> int:
        if number not in self._constants:
            self._constants[number] = self.new(number)
        return self._constants[number]

    def _word(self, level: _Level, operation: int, *operands: int) -> int:
        result = self.new()
        level.words.append(self._into(result, operation, *operands))
        return result

    def _written(self, value: plan.Expr, level: _Level) -> int:
        match value:
            case plan.Load(kind, address):
                place, constant, condition = self._address(address, level)
                known = KINDS[kind]
                return self._word(level, codes.WALK_LOAD, known.code, place, constant, known.size, condition)
            case plan.Find(address, high, terminator, there, False):
                place, constant, condition = self._address(address, level, there)
                if constant:
                    place = self._word(level, codes.WALK_BINARY, 0, place, self._constant(constant))
                mark = bytes.fromhex(terminator)
                limit = -1 if self._is_end(high, level) else self.slot(high, level)
                text = int.from_bytes(mark, "little")
                return self._word(level, codes.WALK_FIND, place, text, len(mark), limit, condition)
            case plan.Cut(address, size, pad, terminator, include):
                place, constant, _ = self._address(address, level)
                mark = bytes.fromhex(terminator)
                width = -len(mark) if include else len(mark)
                operands = (self.slot(size, level), pad, int.from_bytes(mark, "little"), width)
                return self._word(level, codes.WALK_CUT, place, constant, *operands)
            case plan.Spelled(address, size, base):
                place, constant, condition = self._address(address, level)
                length = self.slot(size, level)
                return self._word(level, codes.WALK_SPELLED, place, constant, length, base, condition)
            case plan.Characters(address, size, encoding):
                place, constant, condition = self._address(address, level)
                length, how = self.slot(size, level), self._writer.encoding(encoding)
                return self._word(level, codes.WALK_CHARACTERS, place, constant, length, how, condition)
            case plan.Compared(address, size, other, other_size):
                slots = (self.slot(part, level) for part in (address, size, other, other_size))
                return self._word(level, codes.WALK_COMPARED, *slots)
            case plan.Float(function, left, right, _) if function not in _SLOW:
                number = codes.FUNCTIONS.index(function)
                return self._word(level, codes.WALK_FLOAT, number, self.slot(left, level), self.slot(right, level))
            case plan.VarintSize(address, _, there):
                place, constant, condition = self._address(address, level, there)
                return self._word(level, codes.WALK_SIZE, place, constant, condition)
            case plan.Varint(address, size):
                place, constant, _ = self._address(address, level)
                return self._word(level, codes.WALK_VARINT, place, constant, self.slot(size, level))
            case plan.Binary(operator, left, right):
                number = codes.OPERATORS.index(operator)
                return self._word(level, codes.WALK_BINARY, number, self.slot(left, level), self.slot(right, level))
            case plan.Select(test, then, otherwise):
                slots = (self.slot(part, level) for part in (test, then, otherwise))
                return self._word(level, codes.WALK_SELECT, *slots)
            case plan.Lookup(index, table, default):
                entries = self._writer.table(table or (0,))
                return self._word(level, codes.WALK_LOOKUP, self.slot(index, level), entries, len(table), default)
            case plan.Match(number, values, numbers, default):
                entries = self._writer.table((*values, *numbers) or (0,))
                return self._word(level, codes.WALK_MATCH, self.slot(number, level), entries, len(values), default)
            case plan.Beside(name, index, default):
                place = self.slot(index, level)
                return self._word(level, codes.WALK_BESIDE, place, self._writer.table_beside(name), default)
            case plan.Up(above):
                return self._above(above, level)
            case plan.Last():
                return self._loop(value, level)
            case plan.First():
                return self._first(value, level)
            case plan.Count(domain):
                return self._count(domain, level)
            case plan.Chain() if self._is_of_element(level):
                return self._of_each(value, level)
            case plan.Offset(address):
                place, added = self.slot(address, level), self._shift(level)
                return self._word(level, codes.WALK_BINARY, codes.OPERATORS.index("+"), place, added)
        raise Unsupported(f"a record, or an element, that ends where {_told(value)} says")

    def _address(self, address: plan.Expr, level: _Level, there: plan.Expr = _ALWAYS) -> tuple[int, int, int]:
        """Slot of an address, a constant added to it, and the slot of the condition under which it is one (-1: it
        always is): where ``there`` holds, or what the address itself says."""
        constant = 0
        if isinstance(address, plan.Binary) and address.operator == "+" and isinstance(address.right, plan.Const):
            constant, address = address.right.value, address.left
        if isinstance(address, plan.Select) and self._is_start(address.otherwise, level):
            return self.slot(address.then, level), constant, self.slot(address.test, level)
        condition = -1 if there == _ALWAYS else self.slot(there, level)
        return self.slot(address, level), constant, condition

    def _is_start(self, value: plan.Expr, level: _Level) -> bool:
        """Whether an address is the start of the record: who reads there does so where something else isn't there."""
        return isinstance(self._outermost(value, level), plan.Start)

    def _is_end(self, value: plan.Expr, level: _Level) -> bool:
        """Whether an address is the end of the record, which isn't known yet: what may be read ends there."""
        return isinstance(self._outermost(value, level), plan.End)

    def _outermost(self, value: plan.Expr, level: _Level) -> plan.Expr:
        """What a value is over the domain that it belongs to."""
        above: _Level | None = level
        while isinstance(value, plan.Up):
            value, above = value.value, above.above if above is not None else None
        return value if above is None else self._resolved(value, above)

    def _above(self, value: plan.Expr, level: _Level) -> int:
        """A value of the parent: computed before the loop, or an input."""
        if level.above is not None:
            return self.slot(value, level.above)
        domain = self._writer.domain(level.domain)
        parent = self._writer.domains[domain].parent
        if parent < 0:
            raise PlanError("records have no parent")
        register = self._writer.value(value, parent)
        slot = self.new()
        self._inputs.append((False, register, slot))
        return slot

    def _shift(self, level: _Level) -> int:
        """What makes places in the file of addresses: of records the kernel says it, of elements it is an input."""
        while level.above is not None:
            level = level.above
        if level.domain == plan.RECORDS:
            return codes.WALK_SHIFT
        if _FIRST not in level.known:
            level.known[_FIRST] = self._above(_FIRST, level)
        return level.known[_FIRST]

    def _first(self, found: plan.First, level: _Level) -> int:
        """The value of the first element of a list for which something holds."""
        result, there, none = self.new(), self.new(), self.slot(found.none, level)
        zero = self._constant(0)
        level.words.append(self._into(result, codes.WALK_SELECT, zero, none, none))
        level.words.append(self._into(there, codes.WALK_SELECT, zero, zero, zero))

        def look(inside: _Level) -> None:
            where, value = self.slot(found.where, inside), self.slot(found.value, inside)
            equal, both, either = (codes.OPERATORS.index(operator) for operator in ("==", "&", "|"))
            missing = self._word(inside, codes.WALK_BINARY, equal, there, zero)
            is_it = self._word(inside, codes.WALK_BINARY, both, where, missing)
            inside.words.append(self._into(result, codes.WALK_SELECT, is_it, value, result))
            inside.words.append(self._into(there, codes.WALK_BINARY, either, there, is_it))

        level.known[found.ends] = self._loop(found.ends, level, look)
        return result

    def _begin(self, first: int, level: _Level) -> int:
        """Where an element of a loop begins: where the one before it ends. Of another list of as many elements, which
        has been walked over before, it is the one with the same number: both go on together.

        Args:
            first: the slot of where the first element of the list begins.
            level: the loop.
        """
        if first == level.first or first not in self._ends:
            return level.begin
        if first not in level.beside:
            assert level.above is not None
            zero, begin = self._constant(0), self.new()
            level.above.words.append(self._into(begin, codes.WALK_SELECT, zero, first, first))
            other = _Level(level.domain, begin, level.number, level.above, level.words, first=first)
            level.beside[first] = other
            end = self.slot(self._ends[first], other)
            level.behind.append(self._into(begin, codes.WALK_SELECT, zero, end, end))
        return level.beside[first].begin

    def _begin_of_run(self, level: _Level) -> int:
        """Where an element begins of the list that its domain is of, which goes on up to one that says so."""
        listed = self._lists.get(level.domain)
        if isinstance(listed, plan.Run) and level.above is not None:
            return self._begin(self.slot(listed.first, level.above), level)
        return self._of_each(plan.Begin(), level) if self._is_beside else level.begin

    def _is_of_element(self, level: _Level) -> bool:
        """Whether a level is that of an element that is walked over by itself."""
        return level.above is None and level.domain != plan.RECORDS

    def _of_each(self, value: plan.Expr, level: _Level) -> int:
        """A value of an element that doesn't rest on where it begins: an input."""
        slot = self.new()
        self._inputs.append((True, self._writer.value(value, self._writer.domain(level.domain)), slot))
        return slot

    def _into(self, slot: int, operation: int, *operands: int) -> tuple[int, ...]:
        """A word whose result goes into a slot that has been there."""
        return (operation, *operands, *(0,) * (codes.WALK_WORD - 2 - len(operands)), slot)

    def _loop(self, last: plan.Last, level: _Level, look: Callable[[_Level], None] | None = None) -> int:
        """Where the last element of a list ends; ``look`` writes what else is done at each."""
        listed = self._lists.get(last.domain)
        if listed is None or listed.parent != level.domain:
            raise Unsupported("the last element of another list")
        (bound,) = self._bounds(last.domain)
        count = self.slot(bound, level)
        first = self.slot(last.none, level)
        inside = _Level(last.domain, self.new(), number=self.new(), above=level, first=first)
        end = self.slot(last.value, inside)
        operation, until = codes.WALK_AGAIN, count
        if isinstance(listed, plan.Run):
            if listed.last is None:
                raise Unsupported("a list that ends with what it lies in, whose end isn't known")
            operation, until = codes.WALK_UNTIL, self.slot(listed.last, inside)
        if look is not None:
            look(inside)
        inside.words += inside.behind
        size = len(inside.words) + 1
        level.words.append((codes.WALK_LOOP, count, size, inside.number, first, 0, 0, inside.begin))
        level.words += inside.words
        level.words.append((operation, until, size, inside.number, end, 0, 0, inside.begin))
        self._counts[inside.begin] = inside.number
        self._ends[first] = last.value
        return inside.begin

    def _count(self, domain: str, level: _Level) -> int:
        """How many elements a list has that goes on up to one that says so."""
        listed = self._lists.get(domain)
        if not isinstance(listed, plan.Run):
            raise Unsupported("the elements of another list")
        return self._counts[self.slot(plan.Last(domain, listed.end, listed.first), level)]


class _Accumulating(_Walking):
    """A walk whose value takes the place of where something begins; what doesn't rest on it is an input."""

    def __init__(self, writer: Writer, domain: int) -> None:
        super().__init__(writer, ())
        self._domain = domain
        self._rests: dict[plan.Expr, bool] = {}

    def slot(self, value: plan.Expr, level: _Level) -> int:
        """See `_Walking.slot`."""
        value = self._writer.resolved(value, self._domain)
        if isinstance(value, plan.Const):
            return self._constant(value.value)
        if isinstance(value, plan.SoFar):
            return level.begin
        if value not in level.known:
            if self._rests_on_it(value):
                if not isinstance(value, _ACCUMULATED):
                    raise Unsupported("a value that rests on the element before, of such a kind")
                level.known[value] = self._written(value, level)
            else:
                level.known[value] = self._input(value)
        return level.known[value]

    def _input(self, value: plan.Expr) -> int:
        """The slot of a value of the element."""
        slot = self.new()
        self._inputs.append((False, self._writer.value(value, self._domain), slot))
        return slot

    def _rests_on_it(self, value: plan.Expr) -> bool:
        """Whether a value is computed from that of the element before."""
        value = self._writer.resolved(value, self._domain)
        if isinstance(value, plan.SoFar):
            return True
        if not isinstance(value, _ACCUMULATED):
            return False
        if value not in self._rests:
            parts = (getattr(value, field.name) for field in fields(value))
            inner = [cast("plan.Expr", part) for part in parts if is_dataclass(part)]
            self._rests[value] = any(map(self._rests_on_it, inner))
        return self._rests[value]


_ACCUMULATED = (plan.Binary, plan.Select, plan.Lookup, plan.Match, plan.Float)
"""What is computed of other numbers alone."""
