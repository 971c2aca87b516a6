"""Writing a structure symbolically: what rows must hold, where its fields are put, and what follows from others."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace

from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import NUMBER_KINDS, RECORDS, Binary, Const, Expr, Get, Select, encoding
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.ir.schema import ValueInstance
from bytewright_codegen.ir.values import AnyValue, ArrayValue, StructValue, StrValue
from bytewright_codegen.ir.walk import asks_end
from bytewright_codegen.lowering.encode.bits import BitField, BitFields, is_among
from bytewright_codegen.lowering.encode.context import MOST_FILLED, Elsewhere, Here, Open, Path, is_padded, limits_of
from bytewright_codegen.lowering.encode.following import Following, refuse_strange
from bytewright_codegen.lowering.encode.lists import Lists
from bytewright_codegen.lowering.encode.numbers import Numbers
from bytewright_codegen.lowering.encode.pieces import PieceWriter
from bytewright_codegen.lowering.encode.placed import Placed
from bytewright_codegen.lowering.encode.record import Record, steps_of
from bytewright_codegen.lowering.encode.sums import Sums
from bytewright_codegen.lowering.expressions.arithmetic import difference, total
from bytewright_codegen.lowering.expressions.header import COLUMN, Header
from bytewright_codegen.lowering.expressions.header_decisions import Fork
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.values import (
    Alternatives,
    Context,
    Num,
    Piece,
    Refusal,
    Stream,
    Structure,
    Unread,
    Value,
)
from bytewright_codegen.lowering.layout.bit_positions import Behind, Inside, leaves_bits
from bytewright_codegen.lowering.layout.decoding import front_coding
from bytewright_codegen.lowering.layout.switches import MOST_CHOICES
from bytewright_codegen.lowering.layout.varints import varint_value
from bytewright_codegen.plans.reading import (
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
    sums_by_end,
)
from bytewright_codegen.plans.writing import EntryWriting, WritingPlan

_NUMBER = "<number>"
"""What nothing says: the number of an element in its list."""


class Writing:
    """Writes types symbolically.

    Args:
        steps: where checks and names go.
        plans: record plans by type.
        writings: derive plans by type.
        sizes: sizes.
        header: what is known before the records.
        given: the way to a list, or a processed structure, made on its own, that rows hold as bytes; empty: there is
            none.
        places: the ways to fields that rows hold, though they follow from where something lies.
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
        self._record = Record(steps, plans, writings, sizes, header, given, places)
        self._steps = steps
        self._library = steps.library
        self.evaluation = self._record.evaluation
        self.given = given
        self._following = Following(self._record)
        self._sums = Sums(self._record)
        self._numbers = Numbers(self._record, self._following, self._sums)
        self._inside = Inside(plans)
        self._bits = BitFields(self._record, self._numbers)
        self._pieces = PieceWriter(self._record, self._sums)
        self._placed = Placed(self._record, self._following, self)
        self._lists = Lists(self._record, self._placed, self)
        self.noted: list[tuple[Path, Refusal]] | None = None
        """Where all refusals are asked for, those so far, with the ways to their fields."""

    @property
    def steps(self) -> tuple[encoding.Step, ...]:
        """The steps of the plan, when all has been written."""
        return steps_of(self._record.written)

    @property
    def told(self) -> tuple[Expr, ...]:
        """The numbers that what is given is processed by."""
        return self._record.told

    @property
    def sources(self) -> Mapping[Path, encoding.Source]:
        """What rows may hold, by the way to it."""
        return self._record.sources

    @property
    def leads(self) -> bool:
        """Whether something around the records says sizes or counts of what is in each."""
        return self._record.leads

    @property
    def fronts(self) -> tuple[encoding.Fronted, ...]:
        """Strings of an element that begin as those of the one before it."""
        return tuple(self._record.fronts)

    @property
    def rooms(self) -> tuple[Path, ...]:
        """The structures of an element without fields of their own, in which others lie."""
        return tuple(self._record.rooms)

    def record(
        self, root: Structure, entry: Entry, nested: Nested, index: Num, apart: Entry | None = None
    ) -> tuple[Structure, Expr]:
        """Write a record; gives it, and its size.

        Args:
            root: what has the list that it is in.
            entry: that list.
            nested: its type.
            index: its number.
            apart: the field that is made apart: rows say where that begins, and how large it is.
        """
        self._check_bits(root, entry)
        self._record.apart = apart
        here = Here(RECORDS, Const(0), root, "", (), None, index)
        found = self.structure(nested, here)
        end = self._framed(entry, nested, found.position, here)
        if entry.frame.kind == "size":
            self._end(here, end)
        self._record.written.extend(self._record.sums)
        return found, end

    def element(self, holder: Structure, entry: Entry, nested: Nested) -> tuple[Structure, Expr]:
        """Write an element of a list that lies anywhere; gives it, and its size.

        Args:
            holder: what has the list, of which nothing is known.
            entry: the list.
            nested: what it is a list of.
        """
        self._check_bits(holder, entry)
        self._record.anywhere = True
        number = Num(RECORDS, Get(_NUMBER), 0, kernel.MOST_ELEMENTS)  # rows are those of many lists
        found = self.structure(nested, Here(RECORDS, Const(0), holder, "", (), index=number))
        self._record.written.extend(self._record.sums)
        return found, found.position

    def inside(self, holder: Structure, entry: Entry, nested: Nested) -> Expr:
        """Write a structure that lies in others; gives its size.

        Args:
            holder: what has it, of which nothing is known.
            entry: it.
            nested: its type.
        """
        self._record.anywhere = True
        here = Here(RECORDS, Const(0), holder, entry.name, (entry.name,))
        self._record.source(here.way, "struct")
        self._record.check(here, kernel.There(here.way), None)
        found = self.structure(nested, here)
        self._record.written.extend(self._record.sums)
        return found.position

    def decoded(self, holder: Structure, nested: Nested) -> Expr:
        """Write a structure before its bytes go through a process; gives its size.

        Args:
            holder: what has it, of which nothing is known.
            nested: its type.
        """
        here = Here(RECORDS, Const(0), holder, "", ())
        found = self.structure(nested, here, framed=True)
        self._end(here, found.position)
        self._record.written.extend(self._record.sums)
        return found.position

    def apart(self, holder: Structure, entry: Entry, nested: Nested) -> Expr:
        """Write a structure that lies elsewhere than the element that leads to it; gives its size.

        Args:
            holder: the element, of which nothing is known.
            entry: its field.
            nested: the structure's type.
        """
        if self._inside.ends(entry):
            raise Refusal("records that may end inside a byte", entry.loc)
        here = Here(RECORDS, Const(0), holder, entry.name, (entry.name,))
        self._record.source(here.way, "struct")
        self._record.check(here, kernel.There(here.way), None)
        found = self.structure(nested, here, framed=entry.frame.kind == "size")
        if entry.frame.kind == "size":
            self._end(here, found.position)
        self._record.written.extend(self._record.sums)
        return found.position

    def _check_bits(self, holder: Structure, entry: Entry) -> None:
        """Refuse records, or elements, of which one may begin or end inside a byte."""
        fields = (entry,) if entry.placed else self._record.plans[holder.type].sequence
        self._inside.check_records(fields, entry)
        if self._inside.ends(entry):
            raise Refusal("records that may end inside a byte", entry.loc)

    def structure(
        self, nested: Nested, here: Here, *, framed: bool = False, run: list[BitField] | None = None
    ) -> Structure:
        """Write a structure; its ``position`` is where it ends. ``framed``: it has a stream of its own; ``run``: it is
        nothing but bits, which go there, and are put with those around it."""
        typedef = self._library.types[nested.type]
        if nested.type in self._record.within:
            raise Refusal("a structure inside one of its own type", typedef.loc)
        if any(isinstance(i, ValueInstance) and i.checksum_field for i in typedef.instances):
            raise Refusal("a checksum that only the bytes say is there", typedef.loc)
        writing = self._record.writings[nested.type]
        self._record.within.append(nested.type)
        if framed:
            self._record.streams.append(Elsewhere(here.domain, here.place))
        # Where its stream ends is only known when it has been written, and where that of a file begins, nowhere.
        origin = None if framed else Get(f"{here.path}<origin>")
        stream = Stream(here.domain, here.place, Get(f"{here.path}<end>"), origin)
        if not framed and id(here.parent) in self._record.opened and here.domain == here.parent.domain:
            stream = here.parent.stream
        found = Structure(nested.type, here.domain, stream, here.place, here.parent, here.path, present=here.guard)
        found.index, found.start = here.index, here.place
        if (owner := here.parent.owner) is not None and (header := self.evaluation.header) is not None:
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
        self._record.opened[id(found)] = Open(here.way)
        self._fields(found, writing.entries, run)
        for ruled in self._record.layout.checks.ruled(nested.type):
            self._record.layout.rules.check_value(ruled, found)
        if framed:
            found.position = self._placed.put(found.position)
        self._record.within.pop()
        return found

    def _fields(self, structure: Structure, fields: Sequence[EntryWriting], run: list[BitField] | None) -> None:
        """Write the fields of a structure, one behind another."""
        bits: list[BitField] = []
        behind = Behind(self._inside)
        entries = tuple(one.entry for one in fields if not one.entry.placed)
        places = {entry.index: place for place, entry in enumerate(entries)}
        sums = sums_by_end(one.entry for one in fields)
        moved = False  # whether only the record says how many bits there are
        for one in fields:
            entry = one.entry
            if entry.attribute.again and self._record.anywhere:
                continue  # what lies elsewhere is no part of an element
            if not entry.placed and is_among(entries, places[entry.index], moved, bits, self._inside, self._library):
                with self._noting(structure, entry):
                    bits.append(self._switch_of_bits(structure, one))
                moved = True
                continue
            if moved and not (entry.is_bit_field and entry.condition is None) and not entry.placed:
                with self._noting(structure, entry):
                    # The next field begins with a whole byte, unless it may be none, or bits.
                    if self._inside.begins(entry) or self._inside.passes(entry):
                        raise Refusal("bits that may go on in a byte that others began", entry.loc)
                moved, behind = False, Behind(self._inside)
            elif not entry.placed and not moved:
                if not entry.is_bit_field and leaves_bits([field.one.entry for field in bits]):
                    behind.leave_bits()
                with self._noting(structure, entry):
                    behind.add(entry)
            if entry.is_bit_field:
                with self._noting(structure, entry):
                    here = self._record.inside(structure, entry, self._guard(structure, one))
                    bits.append(self._bits.number(structure, one, here))
            else:
                with self._noting(structure, entry):
                    self._bits.put(structure, bits)
                bits = []
                with self._noting(structure, entry):
                    if entry.placed:
                        self._placed.wait(structure, one)
                    else:
                        self._entry(structure, one)
            for summed in sums.get(entry.index, ()):
                self._sums.ahead(structure, summed)
        if run is None:
            self._bits.put(structure, bits)
        else:
            run += bits

    def _switch_of_bits(self, structure: Structure, one: EntryWriting) -> BitField:
        """Write a switch between structures of bits, which are put with those around it."""
        assert isinstance(one.entry.item, Choice)
        self._steps.spend(len(self._record.within), one.entry.loc)
        refuse_strange(one)
        here = self._record.inside(structure, one.entry, structure.present)
        cases: list[tuple[Expr, list[BitField]]] = []
        self._switch(structure, one, one.entry.item, self._on(structure, one.entry.item, here), here, cases)
        return self._bits.choice(one, cases, here)

    @contextmanager
    def _noting(self, structure: Structure, entry: Entry) -> Iterator[None]:
        """Where all refusals are asked for, note that of a field, and go on behind it."""
        depth = len(self._record.within)
        try:
            yield
        except Refusal as refusal:
            if self.noted is None:
                raise
            del self._record.within[depth:]
            self.noted.append(((*self._record.opened[id(structure)].way, entry.name), refusal))
            structure.spans[entry.index] = (structure.position, structure.position)
            if entry.named:
                structure.fields[entry.name] = Unread(refusal.reason, refusal.location, structure.domain)

    def _entry(self, structure: Structure, one: EntryWriting) -> None:
        entry = one.entry
        self._steps.spend(len(self._record.within), entry.loc)
        one = self._following.beyond(structure, one)
        refuse_strange(one)
        here = self._record.inside(structure, entry, structure.present)
        for settled in one.settled:
            self._following.settle(structure, settled, one, here)
        if entry.condition is None:
            self._whole(structure, one, here)
            return
        condition = self._condition(structure, one, here)
        if condition == Const(0):
            self._record.leave_out(here, None)
            structure.spans[entry.index] = (here.place, here.place)
            return
        if condition is None:
            self._whole(structure, one, here)
            return
        condition = self._steps.let(here.domain, f"{here.path}?", condition)
        guard = condition if here.guard is None else Binary("&", here.guard, condition)
        kept = (
            list(self._record.written),
            dict(self._record.sources),
            list(self._record.sums),
            list(self._record.within),
        )
        names = {domain: dict(known) for domain, known in self._steps.names.items()}
        try:
            self._whole(structure, one, replace(here, guard=guard))
        except Fork:
            raise
        except Refusal:
            if one.after or one.sizes or one.lengths:
                raise
            # What can't be written in kernels need not be there; rows that have it are left to objects.
            self._record.written[:], self._record.sources, self._record.sums, self._record.within = kept
            self._steps.names = names
            structure.position = here.place
            structure.spans[entry.index] = (here.place, here.place)
            self._record.check(here, Binary("==", condition, Const(0)), here.guard)
            self._record.leave_out(here, None)
            return
        if one.by_size:
            said = self.evaluation.condition(entry.condition, self._record.context(structure, here))
            if said is not None:
                self._record.check(here, Binary("==", said, condition), here.guard)
        # Where it ends is a sum, so that what an element of a list takes doesn't rest on where that begins.
        taken = Select(condition, difference(structure.position, here.place), Const(0))
        end = total(here.place, self._steps.let(here.domain, f"{here.path}>", taken))
        structure.spans[entry.index] = (here.place, end)
        structure.position = self._steps.end(here.domain, here.path, end, structure.start)

    def _guard(self, structure: Structure, one: EntryWriting) -> Expr | None:
        """Whether a bit field is there; None: always."""
        entry = one.entry
        if entry.condition is None:
            return structure.present
        if one.after or one.sizes or one.lengths:
            raise Refusal("a bit field under a condition of which something follows", entry.loc)
        here = self._record.inside(structure, entry, structure.present)
        condition = self._condition(structure, one, here)
        if condition is None:
            return structure.present
        condition = self._steps.let(here.domain, f"{here.path}?", condition)
        return condition if structure.present is None else Binary("&", structure.present, condition)

    def _condition(self, structure: Structure, one: EntryWriting, here: Here) -> Expr | None:
        """Whether an entry is there; None: always."""
        entry = one.entry
        there = kernel.There(here.way)
        presence = self._record.presence_of(structure, entry)
        if presence is not None:
            return there
        if one.otherwise:
            self._record.source(here.way, "any")
            return there
        if one.by_size:
            self._record.source(here.way, "any")
            return there
        assert entry.condition is not None
        if one.late_condition or asks_end(entry.condition):
            # What it asks for follows from what is there.
            self._record.source(here.way, "any")
            self._record.ends.add(structure.stream.end)
            stated = self.evaluation.number(entry.condition, self._record.context(structure, here)).expr
            self._record.check(here, Binary("==", Binary("!=", stated, Const(0)), there), here.guard)
            return there
        return self.evaluation.condition(entry.condition, self._record.context(structure, here))

    def _whole(self, structure: Structure, one: EntryWriting, here: Here) -> None:
        """Write an entry where it is there; the structure goes on behind it."""
        entry = one.entry
        if entry.count is not None:
            end = self._lists.write(structure, one, here)
        else:
            end = self.one(structure, one, here)
        structure.spans[entry.index] = (here.place, end)
        structure.position = self._steps.end(here.domain, here.path, end, structure.start)
        size = difference(end, here.place)
        cases = entry.item.cases if isinstance(entry.item, Choice) and entry.frame.kind == "size" else ()
        if (one.after or one.sizes) and any(frame_of(entry, item).kind != "size" for _, item in cases):
            raise Refusal("a size that says nothing of some cases", entry.loc)
        for solve in one.after:
            self._following.solve(structure, solve, size, one, here)
        for answer in one.sizes:
            self._following.answer(structure, answer, size, one, here)
        for answer in one.lengths:
            self._following.answer(structure, answer, self._record.items(here.way), one, here)
        if (one.after or one.sizes) and entry.count is None and entry.frame.kind == "size":
            assert entry.frame.size is not None
            self._following.verify(structure, entry.frame.size, size, here)

    def one(self, structure: Structure, one: EntryWriting, here: Here) -> Expr:
        """Write one value; gives where it ends."""
        entry = one.entry
        if isinstance(entry.item, Choice):
            on = self._on(structure, entry.item, here)
            if isinstance(on, Piece) or not isinstance(on.expr, kernel.Given) or not self.evaluation.decisions.followed:
                return self._switch(structure, one, entry.item, on, here)
            item = self._record.layout.switches.chosen(entry, entry.item, on.expr)
            entry = replace(entry, item=item, frame=frame_of(entry, item))
        item = entry.item
        if self.given and here.way == self.given:
            end = self._pieces.processed(structure, one, here)
            return end if one.after or one.sizes else self._framed(entry, Raw(), end, here)
        if entry.frame.process is not None and entry.frame.process.name == front_coding.CODEC:
            return self._pieces.front(structure, replace(one, entry=entry), entry.frame.process, here)
        if entry.frame.process is not None:
            return self._pieces.packed(structure, replace(one, entry=entry), entry.frame.process, here)
        if entry.contents is not None:
            self._record.add(encoding.PutBytes(here.domain, here.place, entry.contents.hex(), here.guard))
            return total(here.place, len(entry.contents))
        if isinstance(item, Number):
            if entry.frame.kind not in ("none", "eos"):
                raise Refusal("a number in a frame", entry.loc)
            return self._numbers.number(structure, replace(one, entry=entry), item, here)
        spelled = varint_value(self._library, self._record.plans, item.type) if isinstance(item, Nested) else None
        if isinstance(item, Nested) and spelled is not None:
            if entry.frame.kind not in ("none", "eos"):
                raise Refusal("a number in a frame", entry.loc)
            return self._numbers.varint(structure, one, item.type, spelled, here)
        if isinstance(item, Nested):
            if entry.frame.terminator is not None or entry.frame.pad_right is not None or one.equation is not None:
                raise Refusal("a structure that ends at a terminator", entry.loc)
            if self._is_room(entry, item):
                return self._pieces.room(structure, one, here)
            self._record.source(here.way, "struct")
            self._record.require(structure, one, here)
            found = self.structure(item, here, framed=entry.frame.kind == "size")
            structure.fields[entry.name] = found
            end = found.position
        elif isinstance(item, Raw | Text):
            if not entry.named:
                return self._pieces.padding(structure, entry, here)
            end = self._pieces.piece(structure, replace(one, entry=entry), item, here)
        else:
            raise Refusal("a switch between values", entry.loc)
        if not (one.after or one.sizes or is_padded(entry)):
            end = self._framed(entry, item, end, here)
        if isinstance(item, Nested) and entry.frame.kind == "size":
            self._end(here, end)
        return end

    def _end(self, here: Here, end: Expr) -> None:
        """Say where the stream of a structure ends, if anything in it asks for that."""
        name = f"{here.path}<end>"
        if Get(name) in self._record.ends:
            self._record.add(kernel.Let(here.domain, name, end))

    def _framed(self, entry: Entry, item: Item, end: Expr, here: Here) -> Expr:
        """Fill what was written up to the size that is stated for it, if one is; gives where that ends."""
        if entry.frame.kind != "size" or entry.frame.size is None:
            return end
        taken = difference(end, here.place)
        stated = self.evaluation.number(entry.frame.size, self._record.context(here.parent, here))
        # Bytes, text, and structures that reach to the end of theirs have to be as many.
        whole = not isinstance(item, Nested) or entry.frame.fills_up or self._reaches(item.type, set())
        of_header = isinstance(stated.expr, kernel.Given)
        if whole or (stated.high > MOST_FILLED and not of_header):
            self._record.check(here, Binary("==", taken, stated.expr), here.guard)
            return end
        self._record.check(here, Binary("<=", taken, stated.expr), here.guard)
        left: Expr = difference(stated.expr, taken)
        if stated.high > MOST_FILLED:
            self._record.check(here, Binary("<=", left, Const(MOST_FILLED)), here.guard)
        if here.guard is not None:
            left = Select(here.guard, left, Const(0))
        self._record.add(encoding.Fill(here.domain, end, left, 0))
        return total(here.place, stated.expr)

    def _is_room(self, entry: Entry, item: Nested) -> bool:
        """Whether a structure of an element that lies anywhere has no fields of its own: what is in its stream is put
        there by others."""
        plain = entry.frame.kind == "size" and entry.condition is None and not item.args
        in_element = self._record.anywhere and len(self._record.within) == 1
        return plain and in_element and not self._record.plans[item.type].entries

    def _reaches(self, type: str, seen: set[str]) -> bool:
        """Whether a structure may reach to the end of what it lies in."""
        seen.add(type)
        for entry in self._record.plans[type].entries:
            if entry.frame.kind == "eos" or (entry.count is not None and entry.count.kind == "eos"):
                return True
            if any(inner not in seen and self._reaches(inner, seen) for inner in nested_types(entry.item)):
                return True
        return False

    def _on(self, structure: Structure, choice: Choice, here: Here) -> Num | Piece:
        """What decides a switch."""
        context = self._record.context(structure, here)
        if isinstance(choice.on.type, StrValue):
            value = self.evaluation.value(choice.on, context)
            if isinstance(value, Piece):
                return value
        return self.evaluation.number(choice.on, context)

    def _switch(
        self,
        structure: Structure,
        one: EntryWriting,
        choice: Choice,
        on: Num | Piece,
        here: Here,
        bits: list[tuple[Expr, list[BitField]]] | None = None,
    ) -> Expr:
        """Write what a number or a text of the record chooses: every case where it is chosen. Gives where it ends.
        ``bits``: all are structures of bits, and are told there, each where it is chosen."""
        entry = one.entry
        if one.equation is not None or one.default is not None or one.inferred:
            raise Refusal("a switch that follows from others", entry.loc)
        items = list(dict.fromkeys(item for _, item in choice.cases))
        switches = self._record.layout.switches
        if isinstance(on, Piece):
            chosen_one = switches.match_text(choice, on, items, here.domain)
        else:
            chosen_one = switches.match(entry, choice, on, items)
        case = self._steps.let(here.domain, f"{here.path}<case>", chosen_one)
        if len(items) > 1 and all(isinstance(i, Nested) and self._library.types[i.type].shown_as for i in items):
            raise Refusal("a switch between structures for which values stand", entry.loc)
        numbers = _numbers_of(items, entry)
        widest = max(numbers, key=lambda one: one.size).kind if numbers else ""
        guards: dict[Path, list[Expr]] = {}
        cases: list[tuple[Item, Value]] = []
        size: Expr = Const(0)
        for place, item in enumerate(items):
            chosen: Expr = Binary("==", case, Const(place))
            guard = chosen if here.guard is None else Binary("&", here.guard, chosen)
            guard = self._steps.let(here.domain, f"{here.path}<{place}>", guard)
            alone = numbers is not None or len(items) == 1
            way = here.way if alone else (*here.way, f"{encoding.CASE}{case_member(item)}")
            guards.setdefault(way, []).append(guard)
            inside = replace(here, guard=guard, way=way, path=f"{here.path}<{place}>", told=True)
            if bits is not None:
                assert isinstance(item, Nested)
                self._record.source(way, "struct")
                bits.append((guard, []))
                cases.append((item, self.structure(item, inside, run=bits[-1][1])))
                end = here.place
            elif numbers is not None:
                end = self._numbers.of_a_case(numbers[place], widest, inside)
            else:
                shown = replace(entry, item=item, frame=frame_of(entry, item))
                end = self.one(structure, replace(one, entry=shown, otherwise=()), inside)
                written = structure.fields.pop(entry.name, None)
                if written is not None:
                    cases.append((item, written))
            size = Select(guard, difference(end, here.place), size)
            if place % MOST_CHOICES == MOST_CHOICES - 1:
                size = self._steps.let(here.domain, f"{here.path}<size>", size)
        structure.fields.pop(entry.name, None)
        if len(cases) == len(items):
            structure.fields[entry.name] = Alternatives(here.domain, tuple(cases), here.guard)
        if numbers is not None:
            self._record.source(here.way, widest)
            if widest[0] != "f":
                low, high = min(limits_of(one)[0] for one in numbers), max(limits_of(one)[1] for one in numbers)
                self._record.add(encoding.Fits(here.domain, here.way, low, high, here.path))
        for way, found in guards.items():
            self._record.check(
                replace(here, path=".".join(way)), Binary("==", kernel.There(way), kernel.any_of(*found)), None
            )
        return total(here.place, self._steps.let(here.domain, f"{here.path}<size>", size))


def _numbers_of(items: list[Item], entry: Entry) -> list[Number] | None:
    """The numbers that a switch chooses among, where rows show them alike; None: each case has a place of its own.

    Raises:
        Refusal: cases that are shown alike are more than integers, or floats.
    """
    value = entry.attribute.value
    value = value.item if isinstance(value, ArrayValue) else value
    if isinstance(value, AnyValue) or value == StructValue(""):
        return None
    if len(items) == 1:
        return None
    numbers = [item for item in items if isinstance(item, Number) and item.kind in NUMBER_KINDS]
    signs = {one.kind[0] for one in numbers}
    is_mixed = signs == {"s", "u"} and any(one.kind.startswith("u8") for one in numbers)
    if len(numbers) < len(items) or ("f" in signs and len(signs) > 1) or is_mixed:
        raise Refusal("a switch between values that are shown alike", entry.loc)
    if entry.valid is not None or entry.enum is not None or entry.attribute.logical is not None:
        raise Refusal("a switch whose values have rules, names or a meaning", entry.loc)
    return numbers
