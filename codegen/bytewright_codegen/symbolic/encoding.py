"""Writing a structure symbolically: what rows must hold, where its fields are put, and what follows from others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, cast

from bytewright.kernels import plan as kernel
from bytewright.kernels.encoding import plan as encoding
from bytewright.kernels.encoding.plan import ITEM
from bytewright.kernels.plan import NUMBER_KINDS, RECORDS, Binary, Const, Expr, Get, Select
from bytewright_codegen.ir.expressions import Expr as SpecExpr
from bytewright_codegen.ir.expressions import Invoke, Name
from bytewright_codegen.ir.schema import Process, ValueInstance
from bytewright_codegen.ir.values import AnyValue, ArrayValue, StructValue
from bytewright_codegen.ir.walk import asks_position
from bytewright_codegen.notation import expression
from bytewright_codegen.passes.sizes import Sizes
from bytewright_codegen.plans.reading import (
    Bits,
    Choice,
    Entry,
    Item,
    Nested,
    Number,
    Raw,
    RecordPlan,
    Text,
    case_member,
    frame_of,
    nested_types,
)
from bytewright_codegen.plans.writing import (
    QUANTITY,
    Answer,
    ChecksumOf,
    Constant,
    CountOf,
    EntryWriting,
    LengthOf,
    PositionOf,
    PresenceOf,
    SizeOf,
    Solve,
    WritingPlan,
)
from bytewright_codegen.symbolic import front_coding
from bytewright_codegen.symbolic.arithmetic import constant, difference, scaled, total
from bytewright_codegen.symbolic.evaluation import Fork
from bytewright_codegen.symbolic.header import COLUMN, Header, placeless
from bytewright_codegen.symbolic.layout import Layout
from bytewright_codegen.symbolic.steps import Steps
from bytewright_codegen.symbolic.texts import ENCODINGS
from bytewright_codegen.symbolic.values import (
    Alternatives,
    Context,
    Held,
    Num,
    Piece,
    Place,
    Refusal,
    Sequence,
    Stream,
    Structure,
    Value,
)
from bytewright_codegen.symbolic.varints import varint_value

CASE = "|"
"""In a path, before the name of a case: the value of a switch where it is that one."""
_NUMBER = "<number>"
"""What nothing says: the number of an element in its list."""
_NIBBLE_PACK = "bytewright.codecs.nibble_pack"
_WORD = 8
_LONGEST = (1 << 31) - 1
_MOST_FILLED = 1 << 16
"""Bytes that are filled up, at most: what rows say of sizes must not take all memory."""

Path = tuple[str, ...]


@dataclass(frozen=True)
class _Here:
    """Where something is written: over which domain, at which place, in which structure; ``path`` as errors name it,
    ``way`` as rows do; ``guard``: only where this holds; ``told``: whether rows hold it there is found elsewhere."""

    domain: str
    place: Expr
    parent: Structure
    path: str
    way: Path
    guard: Expr | None = None
    index: Num | None = None
    told: bool = False


@dataclass
class _Presence:
    """Bits that say which elements of a list with an element per column have a member."""

    entry: EntryWriting
    structure: Structure
    at: Expr
    guard: Expr | None


@dataclass
class _Elsewhere:
    """What lies at places of its own in a stream, in the order in which it follows what lies in sequence there.

    ``start``: where the stream begins; ``waiting``: structures, each with its entry and where it stands, and lists with
    an element per column of the header, of whose elements they are."""

    domain: str
    start: Expr
    waiting: list[tuple[Structure, EntryWriting, _Here] | encoding.Columns] = field(default_factory=list)


@dataclass
class _Open:
    """What is known of a structure that is being written: its way, and what its presence bits say."""

    way: Path
    presence: dict[str, _Presence] = field(default_factory=dict)


class Writing:
    """Writes types symbolically.

    Args:
        steps: where checks and names go.
        plans: record plans by type.
        writings: derive plans by type.
        sizes: sizes.
        header: what is known before the records.
        given: the way to a list whose elements, made on their own, rows hold as bytes; empty: there is none.
        places: the ways to fields that rows hold, though they follow from where something lies.

    Attributes:
        fronts: strings in an element that begin as those in the one before it.
        rooms: structures in an element without fields of their own, in which others lie.
    """

    def __init__(
        self,
        steps: Steps,
        plans: Mapping[str, RecordPlan],
        writings: Mapping[str, WritingPlan],
        sizes: Sizes,
        header: Header | None,
        given: Path = (),
        places: Collection[Path] = (),
    ) -> None:
        self.given = given
        self.places = places
        self.fronts: list[encoding.Fronted] = []
        self.rooms: list[Path] = []
        self._steps = steps
        self._library = steps.library
        self._plans = plans
        self._writings = writings
        self._layout = Layout(steps, plans, sizes, header)
        self.evaluation = self._layout.evaluation
        self.sources: dict[Path, encoding.Source] = {}
        self._within: list[str] = []
        self._opened: dict[int, _Open] = {}
        self._sums: list[encoding.Step] = []
        self._streams: list[_Elsewhere | None] = []
        self._anywhere = False

    @property
    def steps(self) -> tuple[encoding.Step, ...]:
        """The steps of the plan, when all has been written."""
        return _steps(self.written)

    @property
    def written(self) -> list[encoding.Step]:
        """The steps so far."""
        return cast("list[encoding.Step]", self._steps.written)

    def _add(self, step: encoding.Step) -> None:
        self.written.append(step)

    def _source(self, way: Path, kind: str, **meaning: Any) -> None:
        known = self.sources.get(way)
        if known is None or known.kind == "any":
            self.sources[way] = encoding.Source(way, kind, **meaning)

    def _check(self, here: _Here, condition: Expr, guard: Expr | None) -> None:
        self._steps.check(here.domain, condition, here.path, guard)

    # --- structures --------------------------------------------------------------------------------------------------

    def record(self, root: Structure, entry: Entry, nested: Nested, index: Num) -> Expr:
        """Write a record; gives its size. ``entry``: the list that it is in."""
        here = _Here(RECORDS, Const(0), root, "", (), None, index)
        end = self._framed(entry, nested, self.structure(nested, here).position, here)
        self.written.extend(self._sums)
        return end

    def element(self, holder: Structure, entry: Entry, nested: Nested) -> tuple[Structure, Expr]:
        """Write an element of a list that lies anywhere; gives it, and its size.

        Args:
            holder: what has the list, of which nothing is known.
            entry: the list.
            nested: what it is a list of.
        """
        self._anywhere = True
        number = Num(RECORDS, Get(_NUMBER), 0, kernel.MOST_ELEMENTS)  # rows are those of many lists
        found = self.structure(nested, _Here(RECORDS, Const(0), holder, "", (), index=number))
        self.written.extend(self._sums)
        return found, found.position

    def inside(self, holder: Structure, entry: Entry, nested: Nested) -> Expr:
        """Write a structure that lies in others; gives its size.

        Args:
            holder: what has it, of which nothing is known.
            entry: it.
            nested: its type.
        """
        self._anywhere = True
        here = _Here(RECORDS, Const(0), holder, entry.name, (entry.name,))
        self._source(here.way, "struct")
        self._check(here, kernel.There(here.way), None)
        found = self.structure(nested, here)
        self.written.extend(self._sums)
        return found.position

    def structure(self, nested: Nested, here: _Here, *, framed: bool = False) -> Structure:
        """Write a structure; its ``position`` is where it ends. ``framed``: it has a stream of its own."""
        typedef = self._library.types[nested.type]
        if nested.type in self._within:
            raise Refusal("a structure inside one of its own type", typedef.loc)
        if any(isinstance(i, ValueInstance) and (i.valid or i.checksum_field) for i in typedef.instances):
            raise Refusal("rules for what is calculated", typedef.loc)
        writing = self._writings[nested.type]
        self._within.append(nested.type)
        if framed:
            self._streams.append(_Elsewhere(here.domain, here.place))
        # Where its stream ends is only known when it has been written.
        stream = Stream(here.domain, here.place, Get(f"{here.path}<end>"))
        found = Structure(nested.type, here.domain, stream, here.place, here.parent, here.path, present=here.guard)
        found.index, found.start = here.index, here.place
        owner, header = here.parent.owner, self.evaluation.header
        if owner is not None and header is not None:
            by_column = here.index is not None and here.index.expr == kernel.Given(kernel.COLUMN)
            found.owner = header.nested(owner, nested.type, nested.args, COLUMN if by_column else None)
        if nested.args:
            special: dict[str, Value] = {"_index": here.index} if here.index is not None else {}
            context = Context(here.parent, here.domain, special)
            for parameter, argument in zip(typedef.params, nested.args, strict=True):
                # What can't be computed may be asked for by nothing that is written.
                with suppress(Refusal):
                    value = self.evaluation.value(argument, context)
                    if isinstance(value, Num):
                        value = self.evaluation.bring(value, here.domain, argument)
                    found.params[parameter.id] = value
        self._opened[id(found)] = _Open(here.way)
        bits: list[tuple[EntryWriting, Expr]] = []
        for one in writing.entries:
            if one.entry.attribute.again and self._anywhere:
                continue  # what lies elsewhere is no part of an element
            if isinstance(one.entry.item, Bits) and one.entry.count is None:
                bits.append((one, self._bit_field(found, one)))
                continue
            self._put_bits(found, bits)
            bits = []
            if one.entry.placed:
                self._wait(found, one)
            else:
                self._entry(found, one)
        self._put_bits(found, bits)
        if framed:
            found.position = self._put_placed(found.position)
        self._within.pop()
        return found

    # --- what lies at places of its own ------------------------------------------------------------------------------

    def _wait(self, structure: Structure, one: EntryWriting) -> None:
        """Note what lies at a place of its own: it is written behind all else in its stream."""
        entry, place = one.entry, one.place
        stream = self._streams[-1] if self._streams else None
        plain = isinstance(entry.item, Nested) and entry.frame.kind == "none" and entry.count is None
        if not plain or entry.condition is not None or entry.attribute.again or place is None:
            raise Refusal("such a field with a place of its own", entry.loc)
        strange = (place.climb, place.element, place.each, place.relative_to is not None, place.unless, place.end)
        others = (one.equation, one.before, one.after, one.sizes, one.told, one.settled, one.inferred, one.follows)
        if any(strange) or any(others) or stream is None or stream.domain != structure.domain:
            raise Refusal("a field whose place rests on more than a field beside it", entry.loc)
        stream.waiting.append((structure, one, self._inside(structure, entry, structure.present)))

    def _put_placed(self, end: Expr) -> Expr:
        """Write what lies at places of its own in a stream, from where its sequence ends; gives where that ends."""
        stream = self._streams.pop()
        assert stream is not None
        for one in stream.waiting:
            if isinstance(one, encoding.Columns):
                self._add(replace(one, first=end))
                end = Get(f"{one.name}>")
            else:
                end = self._put_one(*one, stream.start, end)
        return end

    def _put_one(self, structure: Structure, one: EntryWriting, here: _Here, start: Expr, at: Expr) -> Expr:
        """Write a structure at a place of its own, and say where that is; gives where it ends."""
        entry, place = one.entry, one.place
        assert isinstance(entry.item, Nested)
        assert place is not None
        here = replace(here, place=at)
        found: Expr = difference(at, start)
        if place.value is not None:
            measured = Num(here.domain, found, 0, _LONGEST)
            found = self.evaluation.number(place.value, self._context(structure, here, **{QUANTITY: measured})).expr
        self._tell(structure, place.field, found, one, here)
        self._source(here.way, "struct")
        self._require(structure, one, here)
        self._streams.append(None)  # what lies elsewhere again would come behind all of this
        end = self.structure(entry.item, here).position
        self._streams.pop()
        if here.domain == RECORDS and here.guard is None:
            self._add(encoding.Lies(RECORDS, here.way, at, end))
        return end

    # --- fields ------------------------------------------------------------------------------------------------------

    def _context(self, structure: Structure, here: _Here, **special: Value) -> Context:
        index: dict[str, Value] = {} if here.index is None else {"_index": here.index}
        return Context(structure, here.domain, {**index, **special}, here.guard)

    def _inside(self, structure: Structure, entry: Entry, guard: Expr | None) -> _Here:
        path = f"{structure.path}.{entry.name}".lstrip(".") if entry.named else structure.path
        way = (*self._opened[id(structure)].way, entry.name)
        return _Here(structure.domain, structure.position, structure, path, way, guard, structure.index)

    def _entry(self, structure: Structure, one: EntryWriting) -> None:
        entry = one.entry
        self._steps.spend(len(self._within), entry.loc)
        refuse_strange(one)
        here = self._inside(structure, entry, structure.present)
        if entry.condition is None:
            self._whole(structure, one, here)
            return
        condition = self._condition(structure, one, here)
        if condition == Const(0):
            self._leave_out(here, None)
            return
        if condition is None:
            self._whole(structure, one, here)
            return
        condition = self._steps.let(here.domain, f"{here.path}?", condition)
        guard = condition if here.guard is None else Binary("&", here.guard, condition)
        kept = list(self.written), dict(self.sources), list(self._sums), list(self._within)
        names = {domain: dict(known) for domain, known in self._steps.names.items()}
        try:
            self._whole(structure, one, replace(here, guard=guard))
        except Fork:
            raise
        except Refusal:
            if one.after or one.sizes or one.lengths:
                raise
            # What can't be written in kernels need not be there; rows that have it are left to objects.
            self.written[:], self.sources, self._sums, self._within = kept
            self._steps.names = names
            structure.position = here.place
            self._check(here, Binary("==", condition, Const(0)), here.guard)
            self._leave_out(here, None)
            return
        if one.by_size:
            said = self.evaluation.condition(entry.condition, self._context(structure, here))
            if said is not None:
                self._check(here, Binary("==", said, condition), here.guard)
        # Where it ends is a sum, so that what an element of a list takes doesn't rest on where that begins.
        taken = Select(condition, difference(structure.position, here.place), Const(0))
        structure.position = total(here.place, self._steps.let(here.domain, f"{here.path}>", taken))

    def _condition(self, structure: Structure, one: EntryWriting, here: _Here) -> Expr | None:
        """Whether an entry is there; None: always."""
        entry = one.entry
        there = kernel.There(here.way)
        presence = self._presence_of(structure, entry)
        if presence is not None:
            return there
        if one.otherwise:
            self._source(here.way, "any")
            return there
        if one.by_size:
            self._source(here.way, "any")
            return there
        assert entry.condition is not None
        if one.late_condition:
            # What it asks for follows from what is there.
            self._source(here.way, "any")
            stated = self.evaluation.number(entry.condition, self._context(structure, here)).expr
            self._check(here, Binary("==", Binary("!=", stated, Const(0)), there), here.guard)
            return there
        return self.evaluation.condition(entry.condition, self._context(structure, here))

    def _presence_of(self, structure: Structure, entry: Entry) -> _Presence | None:
        """The bits around a structure that say whether one of its members is there."""
        if structure.parent is None:
            return None
        opened = self._opened.get(id(structure.parent))
        return None if opened is None else opened.presence.get(entry.name)

    def _leave_out(self, here: _Here, guard: Expr | None) -> None:
        """Refuse rows that have something that must not be there."""
        self._source(here.way, "any")
        self._check(here, Binary("==", kernel.There(here.way), Const(0)), guard)

    def _whole(self, structure: Structure, one: EntryWriting, here: _Here) -> None:
        """Write an entry where it is there; the structure goes on behind it."""
        entry = one.entry
        if entry.count is not None:
            end = self._list(structure, one, here)
        else:
            end = self._one(structure, one, here)
        structure.spans[entry.index] = (here.place, end)
        structure.position = end
        size = difference(end, here.place)
        for solve in one.after:
            self._solve(structure, solve, size, one, here)
        for answer in one.sizes:
            self._answer(structure, answer, size, one, here)
        for answer in one.lengths:
            self._answer(structure, answer, kernel.Items(here.way), one, here)

    def _answer(self, structure: Structure, answer: Answer, measured: Expr, one: EntryWriting, here: _Here) -> None:
        """Note what the number is that a structure beside this spells."""
        if answer.field is None or (here.guard != structure.present and (not one.by_size or here.guard is None)):
            raise Refusal("a size of what may be left out", one.entry.loc)
        if here.guard is not None and one.by_size:  # what isn't there has none
            measured = Select(here.guard, measured, Const(0))
        found = Num(here.domain, measured, 0, _LONGEST)
        value = self.evaluation.number(answer.value, self._context(structure, here, **{QUANTITY: found})).expr
        self._tell(structure, answer.field, value, one, here)

    def _tell(self, holder: Structure, field: int, value: Expr, one: EntryWriting, here: _Here) -> None:
        """Note what a field is."""
        name = _solved(holder, field)
        names = self._steps.names.setdefault(here.domain, {})
        if name in names:
            raise Refusal("a size that several fields say", one.entry.loc)
        names[name] = value
        self._add(kernel.Let(here.domain, name, value))

    def _solve(self, structure: Structure, solve: Solve, size: Expr, one: EntryWriting, here: _Here) -> None:
        """Note what a field is that follows from a size."""
        if solve.element or solve.each or solve.relative_to is not None or solve.unless is not None:
            raise Refusal("lists of sizes or places", one.entry.loc)
        holder: Structure | None = structure
        for _ in range(solve.climb):
            holder = holder.parent if holder is not None else None
        if holder is None or id(holder) not in self._opened or holder.domain != here.domain:
            raise Refusal("a size that something outside of the record holds", one.entry.loc)
        value = size
        if solve.value is not None:
            measured = Num(here.domain, size, 0, _LONGEST)
            value = self.evaluation.number(solve.value, self._context(structure, here, **{QUANTITY: measured})).expr
        if here.guard != holder.present:
            otherwise = [s for s in one.otherwise if (s.climb, s.field) == (solve.climb, solve.field)]
            if here.guard is not None and solve.climb == 0 and self._goes_with(structure, solve, one):
                self._tell(holder, solve.field, Select(here.guard, value, Const(0)), one, here)
                return
            if not otherwise and here.guard is not None and solve.climb == 0:
                value = Select(here.guard, value, self._set(structure, solve, here))
                self._tell(holder, solve.field, value, one, here)
                return
            if here.guard is None or len(otherwise) != 1 or otherwise[0].value is None:
                raise Refusal("a size of what may be left out", one.entry.loc)
            absent = self.evaluation.number(otherwise[0].value, self._context(structure, here)).expr
            value = Select(here.guard, value, absent)
        self._tell(holder, solve.field, value, one, here)

    def _goes_with(self, structure: Structure, solve: Solve, one: EntryWriting) -> bool:
        """Whether a size is there just where what it is the size of is."""
        entry = next(one.entry for one in self._writings[structure.type].entries if one.entry.index == solve.field)
        both = entry.condition, one.entry.condition
        return both[0] is not None and both[1] is not None and placeless(both[0]) == placeless(both[1])

    def _set(self, structure: Structure, solve: Solve, here: _Here) -> Expr:
        """What rows hold for a number that is the size of something where that is left out: they must say it then, and
        must not where it isn't."""
        entry = next(one.entry for one in self._writings[structure.type].entries if one.entry.index == solve.field)
        if not isinstance(entry.item, Number) or entry.item.kind not in NUMBER_KINDS or entry.item.kind.startswith("f"):
            raise Refusal("a size of what may be left out", entry.loc)
        way = (*self._opened[id(structure)].way, entry.name)
        self._source(way, entry.item.kind)
        self._add(encoding.Fits(here.domain, way, *_limits(entry.item), ".".join(way)))
        assert here.guard is not None
        self._check(here, Binary("==", kernel.There(way), Binary("==", here.guard, Const(0))), structure.present)
        return Select(kernel.There(way), kernel.Held(way), Const(0))

    # --- single values -----------------------------------------------------------------------------------------------

    def _one(self, structure: Structure, one: EntryWriting, here: _Here) -> Expr:
        """Write one value; gives where it ends."""
        entry = one.entry
        if isinstance(entry.item, Choice):
            on = self.evaluation.number(entry.item.on, self._context(structure, here))
            if not isinstance(on.expr, kernel.Given):
                return self._switch(structure, one, entry.item, on, here)
            item = self._layout.switches.chosen(entry, entry.item, on.expr)
            entry = replace(entry, item=item, frame=frame_of(entry, item))
        item = entry.item
        if entry.frame.process is not None and entry.frame.process.name == front_coding.CODEC:
            return self._front(structure, replace(one, entry=entry), entry.frame.process, here)
        if entry.frame.process is not None:
            return self._packed(structure, replace(one, entry=entry), entry.frame.process, here)
        if entry.contents is not None:
            self._add(encoding.PutBytes(here.domain, here.place, entry.contents.hex(), here.guard))
            return total(here.place, len(entry.contents))
        if isinstance(item, Number):
            if entry.frame.kind not in ("none", "eos"):
                raise Refusal("a number in a frame", entry.loc)
            return self._number(structure, replace(one, entry=entry), item, here)
        spelled = varint_value(self._library, self._plans, item.type) if isinstance(item, Nested) else None
        if isinstance(item, Nested) and spelled is not None:
            if entry.frame.kind not in ("none", "eos"):
                raise Refusal("a number in a frame", entry.loc)
            return self._varint(structure, one, item.type, spelled, here)
        if isinstance(item, Nested):
            if entry.frame.terminator is not None or entry.frame.pad_right is not None or one.equation is not None:
                raise Refusal("a structure that ends at a terminator", entry.loc)
            if self._is_room(entry, item):
                self.rooms.append(here.way)
                self._source(here.way, "bytes")
                self._require(structure, one, here)
                self._add(encoding.PutPiece(here.domain, here.place, here.way, "", here.guard))
                return total(here.place, kernel.Size(here.way))
            self._source(here.way, "struct")
            self._require(structure, one, here)
            found = self.structure(item, here, framed=entry.frame.kind == "size")
            if here.domain == structure.domain:
                structure.fields[entry.name] = found
            end = found.position
        elif isinstance(item, Raw | Text):
            if not entry.named:
                return self._padding(structure, entry, here)
            end = self._piece(structure, replace(one, entry=entry), item, here)
        else:
            raise Refusal("a switch between values", entry.loc)
        if one.after or one.sizes or self._is_padded(entry):
            return end
        return self._framed(entry, item, end, here)

    def _framed(self, entry: Entry, item: Item, end: Expr, here: _Here) -> Expr:
        """Fill what was written up to the size that is stated for it, if one is; gives where that ends."""
        if entry.frame.kind != "size" or entry.frame.size is None:
            return end
        taken = difference(end, here.place)
        stated = self.evaluation.number(entry.frame.size, self._context(here.parent, here))
        # Bytes, text, and structures that reach to the end of theirs have to be as many.
        whole = not isinstance(item, Nested) or entry.frame.fills_up or self._reaches(item.type, set())
        if whole or stated.high > _MOST_FILLED:
            self._check(here, Binary("==", taken, stated.expr), here.guard)
            return end
        self._check(here, Binary("<=", taken, stated.expr), here.guard)
        left: Expr = difference(stated.expr, taken)
        if here.guard is not None:
            left = Select(here.guard, left, Const(0))
        self._add(encoding.Fill(here.domain, end, left, 0))
        return total(here.place, stated.expr)

    def _reaches(self, type: str, seen: set[str]) -> bool:
        """Whether a structure may reach to the end of what it lies in."""
        seen.add(type)
        for entry in self._plans[type].entries:
            if entry.frame.kind == "eos" or (entry.count is not None and entry.count.kind == "eos"):
                return True
            if any(inner not in seen and self._reaches(inner, seen) for inner in nested_types(entry.item)):
                return True
        return False

    def _is_room(self, entry: Entry, item: Nested) -> bool:
        """Whether a structure of an element has no fields of its own, so that what is in its stream is put there by
        others."""
        plain = entry.frame.kind == "size" and entry.condition is None and not item.args
        return self._anywhere and plain and not self._plans[item.type].entries and len(self._within) == 1

    def _front(self, structure: Structure, one: EntryWriting, process: Process, here: _Here) -> Expr:
        """Write a string that begins as that of the element before it; gives where it ends."""
        entry = one.entry
        shared = self.evaluation.number(process.args[1], self._context(structure, here)).expr
        alone = self._anywhere and here.guard is None and len(self._within) == 1
        follows = self._layout.fronts.is_before(structure, process.args[0], entry.name)
        if not (alone and follows and isinstance(shared, kernel.Held) and isinstance(entry.item, Raw)):
            raise Refusal("strings that begin as others than the one before them", entry.loc)
        self.fronts.append(encoding.Fronted(here.way, shared.path))
        rest = replace(entry, frame=replace(entry.frame, process=None))
        end = self._piece(structure, replace(one, entry=rest), entry.item, here)
        del structure.fields[entry.name]  # what is put there isn't all of it
        return end

    def _packed(self, structure: Structure, one: EntryWriting, process: Process, here: _Here) -> Expr:
        """Write a structure that is a list of 64-bit words, packed; gives where it ends."""
        entry, item = one.entry, one.entry.item
        inner = self._writings[item.type].entries if isinstance(item, Nested) else ()
        words = inner[0].entry if len(inner) == 1 else None
        known = process.name == _NIBBLE_PACK and len(process.args) == 2 and entry.frame.kind in ("eos", "none")
        if not known or words is None or words.count is None or words.count.kind != "eos" or self._is_padded(entry):
            raise Refusal("processed bytes", entry.loc)
        number, ruled = words.item, (inner[0].equation, words.valid, words.attribute.unique, words.condition)
        plain = isinstance(number, Number) and number.size == _WORD and number.kind.endswith("le")
        if not plain or any(ruled) or words.enum is not None or words.attribute.logical is not None:
            raise Refusal("processed bytes of anything but words", entry.loc)
        assert isinstance(number, Number)
        self._source(here.way, "struct")
        self._require(structure, one, here)
        way = (*here.way, words.name)
        self._source(way, "list")
        self._source((*way, ITEM), number.kind)
        self._check(here, kernel.There(way), here.guard)
        child = self._steps.add_domain(here.domain, kernel.Items(way), here.path)
        self._add(encoding.Listed(child, here.domain, way))
        self._steps.check(child, kernel.There((*way, ITEM)), here.path, None)
        context = self._context(structure, here)
        count, kind = (self.evaluation.number(argument, context) for argument in process.args)
        if not isinstance(kind.expr, Const):
            raise Refusal("words that are packed in a way that the record says", entry.loc)
        self._check(here, Binary("==", kernel.Items(way), count.expr), here.guard)
        size: Expr = kernel.Packed(way, kind.expr.value)
        size = self._steps.let(here.domain, f"{here.path}<packed>", size)
        if here.guard is not None:
            size = self._steps.let(here.domain, f"{here.path}<size>", Select(here.guard, size, Const(0)))
        self._add(encoding.PutPacked(here.domain, here.place, way, kind.expr.value, here.guard))
        return total(here.place, size)

    def _switch(self, structure: Structure, one: EntryWriting, choice: Choice, on: Num, here: _Here) -> Expr:
        """Write what a number of the record chooses: every case where it is chosen. Gives where it ends."""
        entry = one.entry
        if one.equation is not None or one.default is not None or one.inferred:
            raise Refusal("a switch that follows from others", entry.loc)
        items = list(dict.fromkeys(item for _, item in choice.cases))
        case = self._steps.let(here.domain, f"{here.path}<case>", self._layout.switches.match(entry, choice, on, items))
        if len(items) > 1 and all(isinstance(i, Nested) and self._library.types[i.type].shown_as for i in items):
            raise Refusal("a switch between structures for which values stand", entry.loc)
        numbers = _numbers_of(items, entry)
        guards: dict[Path, list[Expr]] = {}
        cases: list[tuple[Item, Value]] = []
        size: Expr = Const(0)
        for place, item in enumerate(items):
            chosen: Expr = Binary("==", case, Const(place))
            guard = chosen if here.guard is None else Binary("&", here.guard, chosen)
            guard = self._steps.let(here.domain, f"{here.path}<{place}>", guard)
            way = here.way if numbers is not None or len(items) == 1 else (*here.way, f"{CASE}{case_member(item)}")
            guards.setdefault(way, []).append(guard)
            inside = replace(here, guard=guard, way=way, path=f"{here.path}<{place}>", told=True)
            if numbers is not None:
                end = self._number_of_a_case(numbers[place], inside)
            else:
                shown = replace(entry, item=item, frame=frame_of(entry, item))
                end = self._one(structure, replace(one, entry=shown, otherwise=()), inside)
                written = structure.fields.pop(entry.name, None)
                if written is not None:
                    cases.append((item, written))
            size = Select(guard, difference(end, here.place), size)
        structure.fields.pop(entry.name, None)
        if len(cases) == len(items):
            structure.fields[entry.name] = Alternatives(here.domain, tuple(cases), here.guard)
        if numbers is not None:
            low, high = min(_limits(one)[0] for one in numbers), max(_limits(one)[1] for one in numbers)
            self._source(here.way, max(numbers, key=lambda one: one.size).kind)
            self._add(encoding.Fits(here.domain, here.way, low, high, here.path))
        for way, found in guards.items():
            self._check(replace(here, path=".".join(way)), Binary("==", kernel.There(way), kernel.any_of(*found)), None)
        return total(here.place, self._steps.let(here.domain, f"{here.path}<size>", size))

    def _number_of_a_case(self, item: Number, here: _Here) -> Expr:
        """Write a number that rows hold for all cases of a switch alike."""
        held = kernel.Held(here.way)
        low, high = _limits(item)
        self._check(here, Binary("&", Binary("<=", Const(low), held), Binary("<=", held, Const(high))), here.guard)
        self._add(encoding.Put(here.domain, item.kind, here.place, held, here.guard))
        return total(here.place, item.size)

    def _require(self, structure: Structure, one: EntryWriting, here: _Here) -> None:
        """Refuse rows without a value that must be there, or with one that must not."""
        if here.told or self._presence_of(structure, one.entry) is not None or one.otherwise:
            return
        there = kernel.There(here.way)
        if here.guard is None:
            self._check(here, there, None)
        else:
            self._check(here, Binary("==", there, here.guard), None)

    def _number(self, structure: Structure, one: EntryWriting, item: Number, here: _Here) -> Expr:
        entry = one.entry
        undecided = item.kind not in NUMBER_KINDS
        if undecided and here.domain != structure.domain:
            raise Refusal("lists of numbers whose byte order a file decides", entry.loc)
        end = total(here.place, item.size)
        if isinstance(one.equation and one.equation.quantity, ChecksumOf):
            if undecided:
                raise Refusal("a checksum whose byte order a file decides", entry.loc)
            self._checksum(structure, entry, item, here)
            return end
        is_float = item.kind.startswith("f")
        low, high = _limits(item)
        if is_float:
            low = high = 0
        expr = self._value(structure, one, here, f"{item.kind}le" if undecided else item.kind, low, high)
        value = Num(here.domain, expr, low, high, is_float=is_float, present=here.guard)
        structure.fields[entry.name] = value  # for which its rules may ask through others
        structure.fields[entry.name] = self._valid(entry, value, here)
        if not undecided:
            self._add(encoding.Put(here.domain, item.kind, here.place, expr, here.guard))
            return end
        little = self._layout.orders.of(structure)
        for order, right in (("le", little), ("be", Binary("==", little, Const(0)))):
            when = right if here.guard is None else Binary("&", here.guard, right)
            self._add(encoding.Put(here.domain, f"{item.kind}{order}", here.place, expr, when))
        return end

    def _varint(self, structure: Structure, one: EntryWriting, type: str, spelled: str, here: _Here) -> Expr:
        """Write a structure that is an LEB128 integer; ``spelled``: the instance that says which."""
        entry, equation = one.entry, one.equation
        shown = self._library.types[type].shown_as
        if equation is not None:
            if not isinstance(equation.quantity, SizeOf | LengthOf) or equation.shared or equation.base:
                raise Refusal("a number that digits spell and that follows from more than sizes", entry.loc)
            number: Expr = Get(_solved(structure, entry.index))
            self._check(here, Binary("<=", Const(0), number), here.guard)
        elif isinstance(shown, Name) and shown.name == spelled:
            number = self._held(structure, one, here, "u8le", 0, (1 << 64) - 1)
        else:
            raise Refusal("a number that digits spell, for which no value stands", entry.loc)
        self._add(encoding.PutVarint(here.domain, here.place, number, here.guard))
        size = self._steps.let(here.domain, f"{here.path}<digits>", kernel.Digits(number))
        end = total(here.place, size)
        found = Structure(type, here.domain, here.parent.stream, end, here.parent, here.path, present=here.guard)
        found.start = here.place
        found.instances[spelled] = Num(here.domain, number, 0, (1 << 64) - 1, present=here.guard)
        structure.fields[entry.name] = found
        return end

    def _valid(self, entry: Entry, value: Num, here: _Here) -> Value:
        """Check a value by its rules."""
        place = Place(here.domain, here.place, here.parent.stream, here.parent, here.path, here.guard)
        return self._layout.rules.check(entry, value, place)

    def _value(self, structure: Structure, one: EntryWriting, here: _Here, kind: str, low: int, high: int) -> Expr:
        """The number that a field is: what rows hold, or what it follows from."""
        entry, equation = one.entry, one.equation
        if equation is not None and here.way not in self.places:
            if equation.base or equation.shared or equation.digits is not None:
                raise Refusal("a number that text spells, or that says other things as well", entry.loc)
            match equation.quantity:
                case Constant(value):
                    return self.evaluation.number(value, self._context(structure, here)).expr
                case CountOf():
                    found = self._counted(structure, equation.quantity, here)
                case SizeOf():
                    found = Get(_solved(structure, entry.index))
                case PositionOf(relative_to=None, unless=None, end=False):
                    found = Get(_solved(structure, entry.index))
                case _:
                    raise Refusal("a number that follows from more than sizes and counts", entry.loc)
            self._check(
                here, Binary("&", Binary("<=", Const(low), found), Binary("<=", found, Const(high))), here.guard
            )
            return found
        meaning: dict[str, Any] = {}
        if entry.enum is not None:
            entries = self._library.enums[entry.enum].entries
            meaning["labels"] = tuple(
                {name: e.value for e in reversed(entries) for name in (e.id, e.label or e.id)}.items()
            )
        logical = entry.attribute.logical
        if logical is not None and logical.kind == "timestamp":
            meaning["unit"] = logical.unit or "s"
        elif logical is not None and logical.kind == "index" and logical.index is not None:
            meaning["table"] = self._table(structure, logical.index, here)
        elif logical is not None:
            meaning["logical"] = logical.kind
        if entry.attribute.null is not None:
            raise Refusal("a number that stands for null", entry.loc)
        return self._held(structure, one, here, kind, low, high, **meaning)

    def _held(
        self, structure: Structure, one: EntryWriting, here: _Here, kind: str, low: int, high: int, **meaning: Any
    ) -> Expr:
        """The number that rows hold for a field, or what it is where they may leave it out."""
        self._source(here.way, kind, shown=self._stands(structure, one.entry), **meaning)
        held: Expr = kernel.Held(here.way)
        if kind != "flag" and not kind.startswith("f"):
            self._add(encoding.Fits(here.domain, here.way, low, high, here.path))
        otherwise = self._otherwise(structure, one, here)
        if otherwise is not None:
            if here.guard is not None:
                self._check(here, Binary("<=", kernel.There(here.way), here.guard), None)
            return Select(kernel.There(here.way), held, otherwise)
        self._require(structure, one, here)
        return held if here.guard is None else Select(kernel.There(here.way), held, Const(0))

    def _otherwise(self, structure: Structure, one: EntryWriting, here: _Here) -> Expr | None:
        """What a number is that rows may leave out; None: they may not."""
        if isinstance(one.default, Invoke):
            return None  # only objects can ask code for it, one by one
        if one.default is not None:
            return self.evaluation.number(one.default, self._context(structure, here)).expr
        for inferred in one.inferred:
            if inferred.way or inferred.field != one.entry.index or len(inferred.clues) != 1:
                continue
            clue = inferred.clues[0]
            is_whole = clue.there is not None and clue.absent is not None and not clue.cases
            if not is_whole or len(clue.path.steps) != 1 or clue.path.holder or clue.path.steps[0][1]:
                continue
            assert clue.there is not None
            assert clue.absent is not None
            if clue.there.mask or clue.absent.mask or clue.there.weak or clue.absent.weak:
                continue
            way = (*self._opened[id(structure)].way, clue.path.steps[0][0])
            self._source(way, "any")
            return Select(kernel.There(way), Const(clue.there.value), Const(clue.absent.value))
        return None

    def _table(self, structure: Structure, index: SpecExpr, here: _Here) -> str:
        """The texts in the header of which a number is a place."""
        found = self.evaluation.value(index, self._context(structure, here))
        if not isinstance(found, Held):
            raise Refusal("places in a list that the header doesn't hold", index.loc)
        name = f"{expression(found.expr)}[*]"
        self.evaluation.tables[name] = (found.expr, ())
        return name

    def _stands(self, structure: Structure, entry: Entry) -> bool:
        """Whether the value of an entry stands for its structure."""
        shown = self._library.types[structure.type].shown_as
        return isinstance(shown, Name) and shown.name == entry.name

    def _counted(self, structure: Structure, quantity: CountOf, here: _Here) -> Expr:
        """How many elements the list has that a number counts."""
        if len(quantity.lists) != 1:
            raise Refusal("a number that counts several lists", self._library.types[structure.type].loc)
        path, value = quantity.lists[0]
        if path.holder or any(repeated for _, repeated in path.steps[:-1]):
            raise Refusal("a number that counts lists in lists", self._library.types[structure.type].loc)
        way = (*self._opened[id(structure)].way, *(name for name, _ in path.steps))
        if way == self.given:
            raise Refusal("a number that counts what rows hold as bytes", self._library.types[structure.type].loc)
        self._source(way, "list")
        self._check(here, kernel.There(way), here.guard)
        measured = Num(here.domain, kernel.Items(way), 0, _LONGEST)
        return self.evaluation.number(value, self._context(structure, here, **{QUANTITY: measured})).expr

    def _checksum(self, structure: Structure, entry: Entry, item: Number, here: _Here) -> None:
        stated = entry.checksum
        assert stated is not None
        start, end = (self._layout.bound(structure, bound) for bound in (stated.start, stated.end))
        if stated.algorithm != "adler32" or start is None or end is None or item.size != 4:
            raise Refusal(f"the checksum {stated.algorithm} of such a range", entry.loc)
        size = difference(end[1], start[0])
        self._sums.append(encoding.PutSum(here.domain, item.kind, here.place, "adler32", start[0], size, here.guard))

    # --- bytes and text ----------------------------------------------------------------------------------------------

    def _padding(self, structure: Structure, entry: Entry, here: _Here) -> Expr:
        """Bytes without an id: zeros."""
        if entry.frame.kind == "eos":
            return here.place  # there is nothing to write up to the end of what it is in
        counts = entry.frame.size is not None and entry.frame.fills_up and asks_position(entry.frame.size)
        if entry.frame.kind != "size" or entry.frame.size is None or counts or here.guard is not None:
            raise Refusal("bytes without an id whose number isn't stated", entry.loc)
        if self._is_padded(entry):
            raise Refusal("padded bytes without an id", entry.loc)
        size = self.evaluation.number(entry.frame.size, self._context(structure, here))
        if size.low < 0:
            self._check(here, Binary("<=", Const(0), size.expr), None)
        if size.high > _MOST_FILLED:
            raise Refusal("very many bytes without an id", entry.loc)
        self._add(encoding.Fill(here.domain, here.place, size.expr, 0))
        return total(here.place, size.expr)

    def _is_padded(self, entry: Entry) -> bool:
        return entry.frame.terminator is not None or entry.frame.pad_right is not None

    def _piece(self, structure: Structure, one: EntryWriting, item: Raw | Text, here: _Here) -> Expr:
        entry = one.entry
        # Around a list that is given, whatever isn't said is left to objects.
        unsaid = one.default is not None and not self.given
        if one.equation is not None or entry.valid is not None or entry.frame.fills_up or unsaid:
            raise Refusal("bytes or text with rules, or that follow from others", entry.loc)
        encoded, name = "", ""
        if isinstance(item, Text):
            name = ENCODINGS.get(item.encoding.lower(), "")
            if not name:
                raise Refusal(f"text in {item.encoding}", entry.loc)
            encoded = name if name not in ("utf-8", "ascii") else ""
        if entry.attribute.logical is not None or entry.attribute.null is not None:
            raise Refusal("bytes or text that mean something else", entry.loc)
        frame = entry.frame
        without = ""
        if frame.kind == "size" and self._is_padded(entry):
            return self._padded(structure, one, item, name, here)
        if frame.terminator is not None:
            mark = frame.terminator
            simple = mark.consume and not mark.include and len(mark.bytes) == 1 and mark.bytes < b"\x80"
            if frame.kind != "terminator" or not simple or encoded.startswith("utf-16"):
                raise Refusal("such a terminator", entry.loc)
            without = mark.bytes.hex()
        elif self._is_padded(entry):
            raise Refusal("padded bytes or text up to the end of what they lie in", entry.loc)
        kind = "str" if isinstance(item, Text) else "bytes"
        logical = "ascii" if name == "ascii" else ""
        self._source(here.way, kind, shown=self._stands(structure, entry), logical=logical, without=without)
        self._require(structure, one, here)
        size = kernel.Size(here.way, encoded)
        if encoded:
            self._check(here, Binary("<=", Const(0), size), here.guard)
        structure.fields[entry.name] = Piece(here.domain, here.place, size, kind == "str", here.guard, encoded)
        self._add(encoding.PutPiece(here.domain, here.place, here.way, encoded, here.guard))
        end = total(here.place, size)
        if without:
            self._add(encoding.PutBytes(here.domain, end, without, here.guard))
            end = total(end, 1)
        return end

    def _padded(self, structure: Structure, one: EntryWriting, item: Raw | Text, name: str, here: _Here) -> Expr:
        """Write bytes or text in a larger size: behind them a terminator, where there is room, then padding."""
        frame, loc = one.entry.frame, one.entry.loc
        assert frame.size is not None
        mark = frame.terminator.bytes if frame.terminator is not None else b""
        pad = bytes((frame.pad_right or 0,))
        is_text = isinstance(item, Text)
        if one.after or one.sizes or one.entry.condition is not None or here.guard is not None:
            raise Refusal("padded bytes or text that may be left out, or whose size follows from them", loc)
        if (frame.terminator is not None and frame.terminator.include) or len(mark) > 1 or name.startswith("utf-16"):
            raise Refusal("such a terminator", loc)
        if is_text and max(mark + pad) >= 0x80:
            raise Refusal("text that ends with what isn't ASCII", loc)
        size = self.evaluation.number(frame.size, self._context(structure, here))
        if size.high > _MOST_FILLED:
            raise Refusal("padded bytes or text in very many bytes", loc)
        padded = frame.pad_right is not None and pad != mark
        self._source(
            here.way,
            "str" if is_text else "bytes",
            shown=self._stands(structure, one.entry),
            logical="ascii" if name == "ascii" else "",
            without=mark.hex(),
            not_behind=pad.hex() if padded else "",
        )
        self._require(structure, one, here)
        encoded = name if name not in ("utf-8", "ascii") else ""
        taken = kernel.Size(here.way, encoded)
        self._check(here, Binary("&", Binary("<=", Const(0), taken), Binary("<=", taken, size.expr)), None)
        structure.fields[one.entry.name] = Piece(here.domain, here.place, taken, is_text, None, encoded)
        end = total(here.place, taken)
        self._add(encoding.PutPiece(here.domain, here.place, here.way, encoded))
        self._add(encoding.Fill(here.domain, end, difference(size.expr, taken), pad[0]))
        if mark and mark != pad:
            self._add(encoding.PutBytes(here.domain, end, mark.hex(), Binary("<", taken, size.expr)))
        return total(here.place, size.expr)

    # --- bit fields --------------------------------------------------------------------------------------------------

    def _bit_field(self, structure: Structure, one: EntryWriting) -> Expr:
        """The number that a bit field is."""
        entry, item = one.entry, one.entry.item
        assert isinstance(item, Bits)
        refuse_strange(one)
        if entry.condition is not None or item.width > 63:
            raise Refusal("a bit field under a condition, or of 64 bits", entry.loc)
        if not entry.named or entry.attribute.id is None:
            return Const(0)
        here = self._inside(structure, entry, structure.present)
        high = (1 << item.width) - 1
        expr = self._value(structure, one, here, "flag" if item.flag else "u8le", 0, high)
        named = self._steps.let(here.domain, here.path, expr)
        value = Num(here.domain, named, 0, high, present=here.guard)
        structure.fields[entry.name] = self._valid(entry, value, here)
        return named

    def _put_bits(self, structure: Structure, fields: list[tuple[EntryWriting, Expr]]) -> None:
        """Put bit fields that follow each other, as many bytes at a time as end with one of them."""
        numbers: list[tuple[Expr, int]] = []
        width = 0
        for place, (one, value) in enumerate(fields):
            item = one.entry.item
            assert isinstance(item, Bits)
            numbers.append((value, item.width))
            width += item.width
            following = fields[place + 1][0].entry.item if place + 1 < len(fields) else None
            ends = not isinstance(following, Bits) or following.order != item.order
            if width % 8 and not ends:
                continue
            if width > 64:
                raise Refusal("bit fields of more than eight bytes", one.entry.loc)
            self._put_joined(structure, numbers, width, item.order)
            numbers, width = [], 0

    def _put_joined(self, structure: Structure, numbers: list[tuple[Expr, int]], width: int, order: str) -> None:
        size = -(-width // 8)
        joined: Expr = Const(0)
        at = 0
        for value, bits in numbers:
            shift = at if order == "le" else 8 * size - at - bits
            part = value if shift == 0 else Binary("<<", value, Const(shift))
            joined = part if joined == Const(0) else Binary("|", joined, part)
            at += bits
        domain, place = structure.domain, structure.position
        if size in (1, 2, 4, 8):
            kind = "u1" if size == 1 else f"u{size}{order}"
            self._add(encoding.Put(domain, kind, place, joined, structure.present))
        else:
            joined = self._steps.let(domain, f"{structure.path}<bits>", joined)
            for byte in range(size):
                shift = 8 * byte if order == "le" else 8 * (size - 1 - byte)
                one: Expr = Binary(">>", joined, Const(shift)) if shift else joined
                self._add(encoding.Put(domain, "u1", total(place, byte), one, structure.present))
        structure.position = total(place, size)

    # --- lists -------------------------------------------------------------------------------------------------------

    def _list(self, structure: Structure, one: EntryWriting, here: _Here) -> Expr:
        """Write a list; gives where it ends."""
        entry = one.entry
        assert entry.count is not None
        if entry.masked_by is not None or entry.attribute.unique is not None or entry.count.kind == "until":
            raise Refusal("a list with validity bits, or that an element ends, or of different elements", entry.loc)
        if isinstance(one.equation and one.equation.quantity, PresenceOf):
            return self._presence_bits(structure, one, here)
        measured = (*one.after, *one.sizes)
        if one.equation is not None or isinstance(entry.item, Bits) or one.default is not None or measured:
            raise Refusal("a list that follows from others, or of bits", entry.loc)
        if self.given and here.way == self.given:
            return self._given(structure, one, here)
        if entry.count.kind == "expr":
            assert entry.count.expr is not None
            count = self.evaluation.number(entry.count.expr, self._context(structure, here))
            if isinstance(count.expr, kernel.Given | kernel.Entry):
                return self._columns(structure, one, here, count)
        elif here.guard is not None:
            raise Refusal("a list that may be left out", entry.loc)
        else:
            count = None
        items = kernel.Items(here.way)
        self._source(here.way, "list")
        if count is not None:
            self._require(structure, one, here)
            self._check(here, Binary("==", items, count.expr), here.guard)
        child = self._steps.add_domain(here.domain, items, here.path)
        self._add(encoding.Listed(child, here.domain, here.way))
        position = Get(f"{here.path}@")
        inside = _Here(
            child, position, structure, here.path, (*here.way, ITEM), None, Num(child, kernel.Index(), 0, _LONGEST)
        )
        # What lies around the elements is seen from them; fields of the structure belong to the domain above.
        element = replace(one, entry=replace(entry, count=None, condition=None), equation=None, after=(), otherwise=())
        end = self._one(structure, element, inside)
        size = self._steps.let(child, f"{here.path}#", difference(end, position))
        begin = kernel.Behind(size, here.place)
        self._steps.names.setdefault(child, {})[f"{here.path}@"] = begin
        self._add(kernel.Let(child, f"{here.path}@", begin))
        structure.fields[entry.name] = Sequence(
            here.domain, Num(here.domain, items, 0, _LONGEST), here.place, entry, child
        )
        fixed = constant(size) if not isinstance(size, Get) else None
        taken: Expr = scaled(items, fixed) if fixed is not None else kernel.Sum(child, size)
        return total(here.place, taken)

    def _given(self, structure: Structure, one: EntryWriting, here: _Here) -> Expr:
        """Write a list whose elements rows hold as bytes; gives where it ends."""
        entry = one.entry
        assert entry.count is not None
        if entry.count.kind != "eos" or one.lengths or entry.valid is not None or here.guard is not None:
            raise Refusal("a list that is counted, or has rules", entry.loc)
        self._source(here.way, "bytes")
        self._require(structure, one, here)
        self._add(encoding.PutPiece(here.domain, here.place, here.way))
        return total(here.place, kernel.Size(here.way, ""))

    def _columns(self, structure: Structure, one: EntryWriting, here: _Here, count: Num) -> Expr:
        """Write a list with an element per column of the header: each in the way that the header decides."""
        entry = one.entry
        if here.domain != RECORDS or self.evaluation.decisions is not None:
            raise Refusal("a list that the header describes inside another list", entry.loc)
        name = f"{here.path}[*]"
        index = Num(here.domain, kernel.Given(kernel.COLUMN), 0, _LONGEST)
        entry_described = isinstance(count.expr, kernel.Entry)
        variants: list[encoding.ColumnVariant] = []
        referred: list[encoding.ColumnVariant] = []
        within, streams = list(self._within), list(self._streams)
        stream = streams[-1] if streams else None

        def write() -> None:
            # An alternative before may have been left half written.
            self._within, self._streams = list(within), list(streams)
            around, sums = self.sources, len(self._sums)
            self.sources = {}
            when, begin = self.evaluation.when(), Get(f"{name}&@")
            try:
                with self._steps.apart() as steps:
                    if stream is not None:
                        self._streams.append(_Elsewhere(stream.domain, stream.start))
                    inside = replace(here, place=Get(f"{name}@"), way=(*here.way, encoding.MEMBER), index=index)
                    element = replace(one, entry=replace(entry, count=None, condition=None), equation=None)
                    end = self._one(structure, element, inside)
                with self._steps.apart() as more:
                    behind = begin if stream is None else self._put_placed(begin)
                if len(self._sums) != sums:
                    raise Refusal("checksums in a list that the header describes", entry.loc)
            except Refusal as refusal:
                if entry_described:
                    # Only records that such an entry describes are left to objects.
                    found = encoding.ColumnVariant(self.evaluation.when(), (), Get(f"{name}@"), (), refusal.reason)
                    variants.append(found)
                    referred.append(found)
                    return
                raise
            finally:
                found_sources, self.sources = tuple(self.sources.values()), around
                del self._sums[sums:]
            variants.append(encoding.ColumnVariant(when, _steps(steps), end, found_sources))
            referred.append(encoding.ColumnVariant(when, _steps(more), behind, ()))

        self.evaluation.alternatives((), write)
        self._within, self._streams = within, streams
        self._add(encoding.Columns(name, count.expr, here.place, tuple(variants)))
        if stream is not None and any(variant.steps for variant in referred):
            stream.waiting.append(encoding.Columns(f"{name}&", count.expr, here.place, tuple(referred), beside=name))
        return Get(f"{name}>")

    def _presence_bits(self, structure: Structure, one: EntryWriting, here: _Here) -> Expr:
        """Bits that say which columns have a value."""
        entry, item = one.entry, one.entry.item
        assert one.equation is not None
        quantity = one.equation.quantity
        assert isinstance(quantity, PresenceOf)
        assert entry.count is not None
        assert entry.count.expr is not None
        assert isinstance(item, Bits)
        count = self.evaluation.number(entry.count.expr, self._context(structure, here))
        if not isinstance(count.expr, kernel.Given) or item.width != 1:
            raise Refusal("presence bits whose number the record decides", entry.loc)
        items = next(e for e in self._plans[structure.type].entries if e.name == quantity.items)
        if not isinstance(items.item, Nested):
            raise Refusal("presence bits of such a list", entry.loc)
        owner, header = structure.owner, self.evaluation.header
        assert owner is not None
        assert header is not None
        element = Structure(items.item.type, here.domain, structure.stream, here.place, structure, here.path)
        element.owner = header.nested(owner, items.item.type, items.item.args, COLUMN)
        index = Num(here.domain, kernel.Given(kernel.COLUMN), 0, _LONGEST)
        context = Context(structure, here.domain, {"_": element, "_index": index})
        place = self.evaluation.number(quantity.at, context).expr
        where = Const(1) if quantity.where is None else self.evaluation.number(quantity.where, context).expr
        self._opened[id(structure)].presence[quantity.member] = _Presence(one, structure, here.place, here.guard)
        way = (*self._opened[id(structure)].way, quantity.items, encoding.MEMBER, quantity.member)
        self._source(way, "any")
        self._add(
            encoding.PutPresence(
                here.place,
                count.expr,
                f"{structure.path}.{quantity.items}[*]".lstrip("."),
                place,
                where,
                way,
                item.order,
                here.guard,
            )
        )
        return total(here.place, Binary("//", total(count.expr, 7), Const(8)))


def _numbers_of(items: list[Item], entry: Entry) -> list[Number] | None:
    """The numbers that a switch chooses among, where rows show them alike; None: each case has a place of its own.

    Raises:
        Refusal: cases that are shown alike are more than integers.
    """
    value = entry.attribute.value
    value = value.item if isinstance(value, ArrayValue) else value
    if isinstance(value, AnyValue) or value == StructValue(""):
        return None
    if len(items) == 1:
        return None
    numbers = [item for item in items if isinstance(item, Number) and item.kind in NUMBER_KINDS]
    if len(numbers) < len(items) or any(one.kind[0] == "f" or one.kind.startswith("u8") for one in numbers):
        raise Refusal("a switch between values that are shown alike", entry.loc)
    if entry.valid is not None or entry.enum is not None or entry.attribute.logical is not None:
        raise Refusal("a switch whose values have rules, names or a meaning", entry.loc)
    return numbers


def _steps(steps: Iterable[object]) -> tuple[encoding.Step, ...]:
    """Steps of an encoding plan: records that readers leave to objects are left to them when they are written, too."""
    return tuple(
        kernel.Check(step.domain, step.condition, step.field) if isinstance(step, kernel.Aside) else step
        for step in cast("Iterable[encoding.Step | kernel.Aside]", steps)
    )


def _limits(item: Number) -> tuple[int, int]:
    """The integers that fit a field."""
    bits = 8 * item.size
    return (-(1 << bits - 1), (1 << bits - 1) - 1) if item.kind.startswith("s") else (0, (1 << bits) - 1)


def _solved(structure: Structure, field: int) -> str:
    """The name of a field that follows from a size."""
    return f"{structure.path}={field}"


def _is_spelled_beside(answer: Answer) -> bool:
    """Whether what is known from a size is a number that a structure spells, which lies in the same structure."""
    simple = answer.digits is not None and isinstance(answer.way, Name) and answer.way.binding == "attribute"
    one = len(answer.values) == 1 and answer.element is None and answer.again is None
    return simple and one and not (answer.when or answer.base or answer.shared)


def refuse_strange(one: EntryWriting) -> None:
    """Refuse what follows from others in ways that only objects know."""
    entry = one.entry
    spelled = all(_is_spelled_beside(answer) for answer in (*one.sizes, *one.lengths))
    strange = (
        *(one.gap, one.before, not spelled, one.places, one.place, one.told, one.settled, one.follows),
        *(one.closings, one.absences, one.late_count and not one.lengths, entry.attribute.parent is not None),
    )
    if any(strange):
        raise Refusal("what follows from others in more than sizes and counts", entry.loc)
