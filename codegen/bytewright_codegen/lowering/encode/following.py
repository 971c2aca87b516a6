"""What follows from sizes and counts of what is written."""

from __future__ import annotations

from dataclasses import replace

from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import NUMBER_KINDS, Binary, Const, Expr, Get, Select, encoding
from bytewright_codegen.ir.expressions import Expr as SpecExpr
from bytewright_codegen.ir.expressions import Member, Name
from bytewright_codegen.lowering.encode.context import LONGEST, Here, limits_of
from bytewright_codegen.lowering.encode.record import Record
from bytewright_codegen.lowering.expressions.arithmetic import difference, inlined, nodes
from bytewright_codegen.lowering.expressions.header import placeless
from bytewright_codegen.lowering.expressions.values import Num, Refusal, Structure
from bytewright_codegen.plans.reading import Entry, Number
from bytewright_codegen.plans.writing import QUANTITY, Answer, CountOf, EntryWriting, Settled, Solve


class Following:
    """Solves the equations of fields that follow from others."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._steps = record.steps
        self._library = record.library
        self._evaluation = record.evaluation

    def beyond(self, structure: Structure, one: EntryWriting) -> EntryWriting:
        """A field without what follows from its size or count around the records: that is what it is for the first
        record, and is checked for all of them as what it says is."""
        sizes, lengths = (
            tuple(each for each in answers if not self._is_around(structure, each))
            for answers in (one.sizes, one.lengths)
        )
        after = tuple(solve for solve in one.after if not self._is_around(structure, solve))
        kept = replace(one, sizes=sizes, lengths=lengths, after=after)
        if kept == one:
            return one
        self._record.leads = True
        return replace(kept, late_count=one.late_count and (one.lengths == () or lengths != ()))

    def _is_around(self, structure: Structure, told: Answer | Solve) -> bool:
        """Whether something around the records says a size or a count."""
        header, owner = self._evaluation.header, structure.owner
        if header is None or owner is None or self._record.anywhere:
            return False
        if isinstance(told, Answer):
            return told.way is not None and told.element is None and header.is_around(told.way, owner)
        if told.element or told.each or told.relative_to is not None or told.unless is not None:
            return False
        for _ in range(told.climb):
            if owner is not None:
                owner = owner.above
        return owner is not None and owner.above is None

    def answer(self, structure: Structure, answer: Answer, measured: Expr, one: EntryWriting, here: Here) -> None:
        """Note what the number is that a structure beside this spells."""
        if answer.again is not None:
            self._fit(structure, answer, measured, one, here)
            return
        if answer.field is None or (here.guard != structure.present and (not one.by_size or here.guard is None)):
            raise Refusal("a size of what may be left out", one.entry.loc)
        if here.guard is not None and one.by_size:  # what isn't there has none
            measured = Select(here.guard, measured, Const(0))
        found = Num(here.domain, measured, 0, LONGEST)
        value = self._evaluation.number(answer.value, self._record.context(structure, here, **{QUANTITY: found})).expr
        holder = structure
        if answer.digits is None:
            assert answer.way is not None
            beside = self._evaluation.value(answer.way, self._record.context(structure, here))
            if not isinstance(beside, Structure) or beside.domain != here.domain or beside.present != structure.present:
                raise Refusal("a size that something else than a structure beside says", one.entry.loc)
            holder = beside
        self.tell(holder, answer.field, value, one, here)

    def _fit(self, structure: Structure, answer: Answer, measured: Expr, one: EntryWriting, here: Here) -> None:
        """Note what a number of this structure is: what rows say, if that says the size, or what does."""
        if here.guard != structure.present:
            raise Refusal("a size of what may be left out", one.entry.loc)
        assert answer.field is not None
        assert answer.again is not None
        _, said, told = as_said(self._record, structure, answer.field, one.entry, here)
        found = Num(here.domain, measured, 0, LONGEST)
        again = self._evaluation.number(answer.again, self._record.context(told, here)).expr
        solution = self._evaluation.number(answer.value, self._record.context(told, here, **{QUANTITY: found})).expr
        self.tell(structure, answer.field, Select(Binary("==", again, measured), said, solution), one, here)

    def tell(self, holder: Structure, field: int, value: Expr, one: EntryWriting, here: Here) -> None:
        """Note what a field is."""
        name = solved(holder, field)
        names = self._steps.names.setdefault(here.domain, {})
        if name in names:
            raise Refusal("a size that several fields say", one.entry.loc)
        names[name] = value
        self._record.add(kernel.Let(here.domain, name, value))

    def solve(self, structure: Structure, solve: Solve, size: Expr, one: EntryWriting, here: Here) -> None:
        """Note what a field is that follows from a size."""
        if solve.element or solve.each or solve.relative_to is not None or solve.unless is not None:
            raise Refusal("lists of sizes or places", one.entry.loc)
        holder: Structure | None = structure
        for _ in range(solve.climb):
            holder = holder.parent if holder is not None else None
        if holder is None or id(holder) not in self._record.opened or holder.domain != here.domain:
            raise Refusal("a size that something outside of the record holds", one.entry.loc)
        value = size
        if solve.value is not None:
            measured = Num(here.domain, size, 0, LONGEST)
            value = self._evaluation.number(
                solve.value, self._record.context(structure, here, **{QUANTITY: measured})
            ).expr
        if here.guard != holder.present:
            otherwise = [s for s in one.otherwise if (s.climb, s.field) == (solve.climb, solve.field)]
            if here.guard is not None and solve.climb == 0 and self._goes_with(structure, solve, one):
                self.tell(holder, solve.field, Select(here.guard, value, Const(0)), one, here)
                return
            if not otherwise and here.guard is not None and solve.climb == 0:
                value = Select(here.guard, value, self._set(structure, solve, here))
                self.tell(holder, solve.field, value, one, here)
                return
            if here.guard is None or len(otherwise) != 1 or otherwise[0].value is None:
                raise Refusal("a size of what may be left out", one.entry.loc)
            absent = self._evaluation.number(otherwise[0].value, self._record.context(structure, here)).expr
            value = Select(here.guard, value, absent)
        self.tell(holder, solve.field, value, one, here)

    def verify(self, structure: Structure, stated: SpecExpr, measured: Expr, here: Here) -> None:
        """Refuse rows for which what follows from a size, or a place, doesn't say that: the double of a number is never
        odd."""
        said = self._evaluation.number(stated, self._record.context(structure, here)).expr
        known = self._steps.names.get(here.domain, {})
        names = {node.name: known[node.name] for node in nodes(said) if isinstance(node, Get) and node.name in known}
        for name, value in names.items():
            if isinstance(value, Select) and value.test == here.guard:
                names[name] = value.then
        if difference(inlined(said, names), measured) != Const(0):
            self._record.check(here, Binary("==", said, measured), here.guard)

    def _goes_with(self, structure: Structure, solve: Solve, one: EntryWriting) -> bool:
        """Whether a size is there just where what it is the size of is."""
        entry = next(
            one.entry for one in self._record.writings[structure.type].entries if one.entry.index == solve.field
        )
        both = entry.condition, one.entry.condition
        return both[0] is not None and both[1] is not None and placeless(both[0]) == placeless(both[1])

    def _set(self, structure: Structure, solve: Solve, here: Here) -> Expr:
        """What rows hold for a number that is the size of something where that is left out: they must say it then, and
        must not where it isn't."""
        entry = next(
            one.entry for one in self._record.writings[structure.type].entries if one.entry.index == solve.field
        )
        if not isinstance(entry.item, Number) or entry.item.kind not in NUMBER_KINDS or entry.item.kind.startswith("f"):
            raise Refusal("a size of what may be left out", entry.loc)
        way = (*self._record.opened[id(structure)].way, entry.name)
        self._record.source(way, entry.item.kind)
        self._record.add(encoding.Fits(here.domain, way, *limits_of(entry.item), ".".join(way)))
        assert here.guard is not None
        self._record.check(here, Binary("==", kernel.There(way), Binary("==", here.guard, Const(0))), structure.present)
        return Select(kernel.There(way), kernel.Held(way), Const(0))

    def settle(self, structure: Structure, settled: Settled, one: EntryWriting, here: Here) -> None:
        """Note what a field of a structure below is that counts lists of this one."""
        if one.entry.condition is not None or one.entry.count is not None:
            raise Refusal("a number that counts lists around what may be left out, or is one of several", one.entry.loc)
        name = self._library.types[settled.owner].fields[settled.field].id
        assert name is not None
        way = (*self._record.opened[id(structure)].way, *settled.way, name)
        self._record.counts[way] = self.counted(structure, settled.quantity, here)

    def counted(self, structure: Structure, quantity: CountOf, here: Here) -> Expr:
        """How many elements the lists have that a number counts: those of them that are there, of which one has to be,
        have as many as each other."""
        loc = self._library.types[structure.type].loc
        context = self._record.context(structure, here)
        found: list[tuple[Expr, Expr]] = []
        for path, value in quantity.lists:
            if path.holder or any(repeated for _, repeated in path.steps[:-1]):
                raise Refusal("a number that counts lists in lists", loc)
            way = (*self._record.opened[id(structure)].way, *(name for name, _ in path.steps))
            measured = Num(here.domain, self._record.items(way), 0, LONGEST)
            solved_for = replace(context, special={**context.special, QUANTITY: measured})
            found.append((kernel.There(way), self._evaluation.number(value, solved_for).expr))
        self._record.check(here, kernel.any_of(*(there for there, _ in found)), here.guard)
        count = found[-1][1]
        for there, number in reversed(found[:-1]):
            count = Select(there, number, count)
        if len(found) > 1:
            count = self._steps.let(here.domain, f"{here.path}<count>", count)
            for there, number in found[1:]:
                same = kernel.any_of(Binary("==", there, Const(0)), Binary("==", number, count))
                self._record.check(here, same, here.guard)
        return count


def solved(structure: Structure, field: int) -> str:
    """The name of a field that follows from a size."""
    return f"{structure.path}={field}"


def as_said(
    record: Record, structure: Structure, field: int, sized: Entry, here: Here
) -> tuple[tuple[str, ...], Expr, Structure]:
    """A number of a structure that rows may hold though it follows from a size: the way to it, what it is as they say
    (0 where they don't), and the structure with that.

    Args:
        record: what is written.
        structure: the structure.
        field: which of its fields the number is.
        sized: what has the size.
        here: where that is written.

    Raises:
        Refusal: it is no plain number.
    """
    number = next(one.entry for one in record.writings[structure.type].entries if one.entry.index == field)
    item, plain = number.item, number.enum is None and number.attribute.logical is None and not number.placed
    if not isinstance(item, Number) or item.kind not in NUMBER_KINDS or item.kind[0] == "f" or not plain:
        raise Refusal("bytes or text whose size is no plain number", sized.loc)
    way = (*record.opened[id(structure)].way, number.name)
    record.source(way, item.kind)
    low, high = limits_of(item)
    record.add(encoding.Fits(here.domain, way, low, high, ".".join(way)))
    said = Select(kernel.There(way), kernel.Held(way), Const(0))
    known = Num(here.domain, said, min(low, 0), high)
    return way, said, replace(structure, fields={**structure.fields, number.name: known}, instances={}, asked={})


def _is_beside(answer: Answer) -> bool:
    """Whether what is known from a size is a number that a structure spells, or holds, which lies in the same
    structure."""
    known = answer.digits is not None or not answer.foreign
    simple = known and answer.way is not None and _is_path(answer.way)
    one = len(answer.values) == 1 and answer.element is None and answer.again is None
    return simple and one and not (answer.when or answer.base or answer.shared)


def _is_fitted(answer: Answer) -> bool:
    """Whether what is known from a size is a number of the same structure that more than one value fits."""
    own = answer.way is None and answer.field is not None and answer.again is not None
    strange = (answer.when, answer.element, answer.base, answer.shared, answer.digits, answer.foreign)
    return own and len(answer.values) == 1 and not any(strange)


def _is_path(way: SpecExpr) -> bool:
    """Whether a way leads through single structures alone."""
    match way:
        case Name(binding="attribute"):
            return True
        case Member(target, _, binding=binding):
            above = isinstance(target, Name | Member) and (target.name == "_parent" or _is_path(target))
            return above and binding == "attribute"
    return False


def refuse_strange(one: EntryWriting) -> None:
    """Refuse what follows from others in ways that only objects know."""
    entry = one.entry
    beside = all(map(_is_beside, one.lengths)) and all(_is_beside(each) or _is_fitted(each) for each in one.sizes)
    strange = (
        *(one.gap, one.before, not beside, one.places, one.place, one.told, one.follows),
        *(one.absences, one.late_count and not one.lengths, entry.attribute.parent is not None),
    )
    if any(strange):
        raise Refusal("what follows from others in more than sizes and counts", entry.loc)
