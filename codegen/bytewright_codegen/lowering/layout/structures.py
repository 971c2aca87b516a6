"""Reading a structure symbolically: steps that check it, and where its fields lie."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import partial

from bytewright.codecs.checksums import ALGORITHMS
from bytewright.kernels import plan
from bytewright.kernels.plan import (
    NUMBER_KINDS,
    Binary,
    Const,
    Cut,
    Find,
    Load,
    Select,
)
from bytewright.kernels.plan.codes import MOST_MARK
from bytewright.kernels.plan.record_ends import terms
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.ir.expressions import Expr, Member, Name
from bytewright_codegen.ir.schema import CalculatedOrder, Process
from bytewright_codegen.ir.walk import asks_before, asks_place, asks_stream
from bytewright_codegen.lowering.expressions.alternatives import merged
from bytewright_codegen.lowering.expressions.arithmetic import (
    choose,
    difference,
    total,
)
from bytewright_codegen.lowering.expressions.bit_loads import bytes_number, masked
from bytewright_codegen.lowering.expressions.checks import Checks, StatedCheck, cases_of
from bytewright_codegen.lowering.expressions.evaluation import Evaluation
from bytewright_codegen.lowering.expressions.header import Header
from bytewright_codegen.lowering.expressions.header_lists import column_of
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.texts import encoding_of
from bytewright_codegen.lowering.expressions.values import (
    Alternatives,
    Context,
    Num,
    Piece,
    Place,
    Refusal,
    Sequence,
    Stream,
    Structure,
    Unread,
    Value,
)
from bytewright_codegen.lowering.layout.bit_positions import Behind, Inside
from bytewright_codegen.lowering.layout.bit_runs import BitRuns, alike, behind_bits, divided, goes_on_from, shares
from bytewright_codegen.lowering.layout.byte_orders import ByteOrders
from bytewright_codegen.lowering.layout.decoding import front_coding
from bytewright_codegen.lowering.layout.decoding.front_coding import FrontCoding
from bytewright_codegen.lowering.layout.decoding.processes import Processes, decoder_of
from bytewright_codegen.lowering.layout.fixed_runs import FixedRuns
from bytewright_codegen.lowering.layout.lazy_fields import Lazy, lazy_of
from bytewright_codegen.lowering.layout.lists import Lists
from bytewright_codegen.lowering.layout.rules import Rules
from bytewright_codegen.lowering.layout.switches import MOST_CHOICES, Switches, one_per_type
from bytewright_codegen.lowering.layout.varints import Varints
from bytewright_codegen.plans.reading import (
    Bits,
    Bound,
    Choice,
    Entry,
    Frame,
    Item,
    Nested,
    Number,
    Raw,
    RecordPlan,
    Text,
    frame_of,
    sums_by_end,
)

_ALWAYS = Const(1)


class Layout:
    """Reads types symbolically."""

    def __init__(
        self,
        steps: Steps,
        plans: Mapping[str, RecordPlan],
        sizes: Sizes,
        header: Header | None = None,
        *,
        integers: bool = False,
    ) -> None:
        """``integers``: whether the groups that spell integers are nothing but these."""
        self._steps = steps
        self._plans = plans
        self._placed = any(plan.placed for plan in plans.values())
        self._library = steps.library
        self._inside = Inside(plans)
        self._runs = FixedRuns(sizes, self._inside)
        self.checks = Checks(self._library, plans)
        self._under_way: list[str] = []
        """Types that are being read, the outermost first."""
        self.evaluation = Evaluation(steps, header)
        self.evaluation.placed = self._asked_for
        self.switches = Switches(steps, self.evaluation)
        self.rules = Rules(steps, self.evaluation)
        self.orders = ByteOrders(steps, self.evaluation)
        self.processes = Processes(steps, self.evaluation, FrontCoding(steps, plans, self.evaluation, self.need))
        self.lists = Lists(self, steps, plans, sizes, self._inside, self.evaluation)
        self.bits = BitRuns(self, steps, self._inside)
        self.varints = Varints(self, steps, plans, self.lists.of_bytes, integers=integers)
        self.evaluation.each = self.lists.each
        self.where: Callable[[Structure], plan.Expr] | None = None
        """What records must fulfil that are read, asked as soon as it can be told; others are left aside."""
        self._wanted_at = 0
        self._record: Structure | None = None
        self.explores = False
        """Whether what lies at places of its own is read as well."""
        self.asks_places = False
        """Whether it is read where something asks for it."""
        self.noted: list[Refusal] | None = None
        """Where all refusals are asked for, those so far: reading goes on behind a field that is refused."""
        self.can_be_left: Callable[[str, Entry], bool] = lambda owner, entry: True
        """Whether the reader of a type can leave a field until somebody asks for it."""
        self.lazy: dict[Lazy, Refusal] | None = None
        """What objects read of fields whose bytes lie in bounds, and why; None: they read none of that alone."""
        self.left: dict[Lazy, Refusal] = {}
        """The fields without bounds because of which objects read the records that have them, and why."""
        self._bounded = 0
        """How many fields are being read that objects may read in place of the kernel."""

    # --- structures --------------------------------------------------------------------------------------------------

    def structure(self, nested: Nested, place: Place, index: Num | None = None, name: str = "") -> Structure:
        """Read a structure; its ``position`` is what follows it. ``name``: the field of the parent that it is, where
        its own fields may be named before it has been read."""
        # What entries describe may lie inside of what they describe.
        if self._under_way.count(nested.type) > self.lists.depth:
            raise Refusal("a structure inside one of its own type", self._library.types[nested.type].loc)
        self._under_way.append(nested.type)
        try:
            found = self._begun(nested, place, index, name)
            self._sequence(found, place.bits)
            for entry in self._plans[nested.type].placed if self.explores else ():
                if not entry.attribute.again:
                    self._placed_entry(found, entry)
            for entry in self._plans[nested.type].sequence:
                self._steps.account(found, self.checks.of_entry(entry), entry.loc)
        finally:
            self._under_way.pop()
        if not self._steps.is_silent:
            self.rules.wait(found, self.checks.ruled(nested.type))
            self._check_values()
        return found

    def _begun(self, nested: Nested, place: Place, index: Num | None, name: str) -> Structure:
        """A structure of which nothing is read, with what it is told."""
        found = Structure(
            nested.type, place.domain, place.stream, place.position, place.parent, place.path, present=place.guard
        )
        found.index, found.start = index, place.position
        if place.parent is not None and place.parent.owner is not None and self.evaluation.header is not None:
            found.owner = self.evaluation.header.nested(place.parent.owner, nested.type, nested.args, column_of(index))
            if place.parent.owner.above is None:
                self._record = found
        if nested.args:
            assert place.parent is not None
            special: dict[str, Value] = {"_index": index} if index is not None else {}
            context = Context(place.parent, place.domain, special, place.guard)
            names = [p.id for p in self._library.types[nested.type].params]
            for param, argument in zip(names, nested.args, strict=True):
                self.give(found, param, argument, context)
        if name and place.parent is not None:
            place.parent.fields[name] = found
        if isinstance(self._library.types[nested.type].order, CalculatedOrder):
            self.orders.of(found)
        return found

    def _sequence(self, found: Structure, before: plan.Expr | None) -> None:
        """Read the sequence of a structure; ``before``: the bits of a byte that others began."""
        entries = self._plans[found.type].sequence
        at, bits = divided(before)
        together, guard = 0, found.present
        behind, sums = Behind(self._inside), sums_by_end(entries)
        for number, entry in enumerate(entries):
            inside = bits % 8 > 0 or at is not None
            unknown = behind.may_be and (self._inside.begins(entry) or self._inside.passes(entry))
            if number >= together and not unknown:
                read = self.bits.going_on(entries, number, bits, inside=inside, moves=at is not None)
                if read is not None:
                    left: plan.Expr | None = Const(0)
                    with self._noting(found, entry):
                        left = read(found, entry, behind_bits(at, bits))
                    at, bits = divided(left)
                    behind = Behind(self._inside)
                    if left is None:
                        behind.leave_bits()
                    continue
            if at is not None and entry.is_bit_field and entry.condition is None:
                with self._noting(found, entry):
                    bits = self.bits.moving(found, entry, at, bits)
                continue
            if at is not None:
                # The next field begins with a whole byte, unless it may be none, or bits.
                if self._inside.begins(entry):
                    raise Refusal("bits that may go on in a byte that others began", entry.loc)
                found.position = self.bits.behind(found, entry, behind_bits(at, bits))
                at, bits, behind = None, 0, Behind(self._inside)
                if self._inside.passes(entry) and (before is not None or self._inside.leave_bits(entries[:number])):
                    behind.leave_bits()
            if bits % 8 and not goes_on_from(entries[number - 1] if number else None, entry):
                if not entry.is_bit_field:
                    behind.leave_bits()
                found.position, bits = total(found.position, -(-bits // 8)), 0
            found.splits = bits % 8 > 0 or behind.may_be
            with self._noting(found, entry):
                behind.add(entry)
            if entry.attribute.parent is not None:
                raise Refusal("structures with a parent of their own", entry.loc)
            if entry.is_bit_field and (number < together or not _is_whole(entry, bits)):
                if entry.condition is not None and number >= together:
                    if shares(entries[number:], bits) or asks_stream(entry.condition):
                        raise Refusal("a bit field under a condition that shares a byte with others", entry.loc)
                    together = number + alike(entries[number:])[0]
                    found.position, bits = total(found.position, bits // 8), 0
                    guard = self.guard(found, entry)
                if guard != Const(0):
                    with self._noting(found, entry):
                        bits = self.bits.field(found, entry, bits, entries[number:], guard)
                else:
                    self._steps.carry(found, *self.checks.of_entry(entry))
                if number + 1 == together:
                    end = total(found.position, -(-bits // 8))
                    if guard is not found.present:
                        path = f"{found.path}.{entry.name}>".lstrip(".")
                        end = self._steps.let(found.domain, path, choose(guard, end, found.position))
                    if bits % 8:
                        behind.leave_bits()
                    found.position, bits, guard = end, 0, found.present
            else:
                found.position, bits = total(found.position, -(-bits // 8)), 0
                with self._noting(found, entry):
                    self._entry(found, entry, entries[number:])
            for one in sums.get(entry.index, ()):
                if one.index in found.ahead:
                    self._checksum(found, one, found.ahead[one.index])
        if before is not None and not behind.may_be:
            found.left = behind_bits(at, bits)
        elif at is not None:
            found.position = self.bits.behind(found, entries[-1], behind_bits(at, bits))
        else:
            found.position = total(found.position, -(-bits // 8))

    @contextmanager
    def _noting(self, structure: Structure, entry: Entry) -> Iterator[None]:
        """Where all refusals are asked for, note that of a field, and go on behind it as if it took any number of
        bytes."""
        try:
            yield
        except Refusal as refusal:
            if self.noted is None:
                raise
            self.noted.append(refusal)
            self._steps.carry(structure, *self.checks.of_entry(entry))
            begin, structure.position = structure.position, plan.Given(f"behind {structure.path}.{entry.name}")
            structure.spans[entry.index] = (begin, structure.position)
            if entry.named:
                structure.fields[entry.name] = Unread(refusal.reason, refusal.location, structure.domain)

    def _check_values(self) -> None:
        """Check values by their rules that wait, as far as these ask for what has been read by now."""
        waiting, self._steps.waiting = self._steps.waiting, []
        before, self.evaluation.complete = self.evaluation.complete, True
        for at, check in waiting:
            try:
                with self._steps.trial():
                    check()
            except Refusal:
                if not self._under_way:
                    raise
                self._steps.waiting.append((at, check))
                continue
            check()
        self.evaluation.complete = before

    def _asked_for(self, structure: Structure, name: str) -> Value | None:
        """A field that lies at a place of its own, where something asks for it; None: that isn't read here."""
        entries = self._plans[structure.type].placed if self.asks_places else ()
        entry = next((entry for entry in entries if entry.name == name), None)
        if entry is None:
            return None
        self._placed_entry(structure, entry, self.evaluation.where(structure.domain))
        return structure.fields[name]

    def _placed_entry(self, structure: Structure, entry: Entry, where: plan.Expr = _ALWAYS) -> None:
        """Read a field that lies at a place of its own, in the stream of its structure or in that of one of its
        fields, where it is asked for."""
        attribute = entry.attribute
        if attribute.position is None or not entry.named:
            raise Refusal("something without a place or a name", entry.loc)
        guard = self.guard(structure, entry)
        if guard == Const(0):
            raise Refusal("what is never there", entry.loc)
        if where != _ALWAYS:
            asked = where if guard is None else plan.all_of(guard, where)
            guard = self._steps.let(structure.domain, f"{structure.path}.{entry.name}?".lstrip("."), asked)
        if guard is None and self.lists.is_without_bytes(entry):
            self._steps.carry(structure, *self.checks.of_entry(entry))
            self._steps.keep(structure.fields, entry.name, self.lists.without_bytes(entry, structure))
            return
        context = self.context(structure, guard)
        stream = structure.stream
        if attribute.stream is not None:
            known = self.evaluation.value(attribute.stream, context)
            levels = self._steps.levels(known.domain, structure.domain) if isinstance(known, Stream) else None
            if not self.asks_places or not isinstance(known, Stream) or levels is None:
                raise Refusal("a place in another stream", entry.loc)
            stream = known.below(structure.domain, levels)
        place = self.evaluation.number(attribute.position, context)
        path = f"{structure.path}.{entry.name}".lstrip(".")
        reached = _reached(place.expr) if stream.whole else None
        base = stream.start if reached is None else stream.base
        at = total(base, place.expr) if reached is None else reached
        address = self._steps.let(structure.domain, f"{path}@", at)
        # Elements of lists are read from where these begin on; what they lead to lies anywhere in its stream.
        here = Place(structure.domain, address, replace(stream, base=base), structure, path, guard)
        self.need(here, Const(0))
        value, _ = self.lists.read(entry, here) if entry.count is not None else self.one(entry, here, None)
        self._steps.account(structure, self.checks.of_entry(entry), entry.loc)
        self._steps.keep(structure.fields, entry.name, value)
        self.tell(value)

    def tell(self, value: Value) -> None:
        """Compute what elements of a list are told of those before them: it may have no value, whoever asks for it."""
        element = value.element if isinstance(value, Sequence) else None
        items = [one for _, one in element.cases] if isinstance(element, Alternatives) else [element]
        before, self.evaluation.complete = self.evaluation.complete, True
        try:
            for item in items:
                for param in self._library.types[item.type].params if isinstance(item, Structure) else ():
                    if isinstance(item, Structure) and param.id in item.told:
                        name = Name(param.id, param.loc, param.value, "parameter", item.type)
                        self.evaluation.member(item, param.id, "parameter", name)
        finally:
            self.evaluation.complete = before

    def give(self, structure: Structure, param: str, argument: Expr, context: Context) -> None:
        """See `bytewright_codegen.lowering.layout.element_layout.ElementLayout`."""
        in_list = structure.index is not None and structure.domain != plan.RECORDS
        waits = in_list and _is_told_of_another(argument)
        try:
            with self._steps.attempt() if waits else nullcontext():
                structure.params[param] = self._argument(argument, context)
        except Refusal:
            if waits:
                structure.told[param] = partial(self._argument, argument, context)
                return
            # Nothing may ask for what only objects know; but what is computed may have no value.
            if not _is_path(argument):
                raise

    def _argument(self, argument: Expr, context: Context) -> Value:
        value = self.evaluation.value(argument, context)
        return self.evaluation.bring(value, context.domain, argument) if isinstance(value, Num) else value

    def context(self, structure: Structure, guard: plan.Expr | None = None) -> Context:
        """Where expressions of a structure are evaluated, which count only where ``guard`` holds."""
        found: dict[str, Value] = {} if structure.index is None else {"_index": structure.index}
        return Context(structure, structure.domain, found, guard)

    def _entry(self, structure: Structure, entry: Entry, rest: tuple[Entry, ...]) -> None:
        self._steps.spend(len(self._under_way), entry.loc)
        guard = self.guard(structure, entry)
        if guard == Const(0):
            self._steps.carry(structure, *self.checks.of_entry(entry))
            return
        path = f"{structure.path}.{entry.name}" if structure.path and entry.named else structure.path or entry.name
        here = Place(structure.domain, structure.position, structure.stream, structure, path, guard)
        if guard is structure.present and entry.count is None:
            self.prove_run(structure, rest, here)
        one = partial(self.one, entry, here, None)
        read = one if entry.count is None else partial(self.lists.read, entry, here)
        value, end = read() if guard is structure.present else self._or_left(entry, here, read)
        if guard is not structure.present:
            assert guard is not None
            end = self._steps.let(here.domain, f"{path}>", choose(guard, end, structure.position))
            structure.guards[entry.index] = guard
        structure.spans[entry.index] = (structure.position, end)
        structure.position = self._steps.end(here.domain, path, end)
        if entry.named:
            structure.fields[entry.name] = value
        self.tell(value)
        if entry.sums_ahead:
            structure.ahead[entry.index] = here
        elif entry.checksum is not None:
            self._checksum(structure, entry, here)

    def _or_left(
        self, entry: Entry, here: Place, read: Callable[[], tuple[Value, plan.Expr]]
    ) -> tuple[Value, plan.Expr]:
        """Read a field that isn't always there; where it can't be read, nor passed over, leave the records to objects
        that have it."""
        leaves = self.lazy is not None and not (self.lists.depth or self._bounded or self.evaluation.decisions.followed)
        if not leaves or here.guard is None or entry.checksum is not None:
            return read()
        where = self.where
        try:
            with self._steps.attempt():
                return read()
        except Refusal as refusal:
            self.where = where
            self._carry(here, *self.checks.of_entry(entry))
            if here.parent is not None:
                self.left[lazy_of(here.parent.type, entry)] = refusal
            self._steps.leave(here.domain, Binary("==", here.guard, Const(0)), here.path)
            return Unread(refusal.reason, refusal.location, here.domain, here.guard), here.position

    def guard(self, structure: Structure, entry: Entry) -> plan.Expr | None:
        """Whether an entry is there; None: always."""
        if entry.condition is None:
            return structure.present
        self.settle(certain=False)
        condition = self.evaluation.condition(entry.condition, self.context(structure))
        if condition is None or condition == Const(0):
            return structure.present if condition is None else condition
        condition = self._steps.let(structure.domain, f"{structure.path}.{entry.name}?".lstrip("."), condition)
        return condition if structure.present is None else Binary("&", structure.present, condition)

    def _checksum(self, structure: Structure, entry: Entry, here: Place) -> None:
        """Check a checksum, when it and its bytes have been read."""
        stated = entry.checksum
        assert stated is not None
        value = structure.fields.get(entry.name)
        start, end = self.bound(structure, stated.start), self.bound(structure, stated.end)
        if start is None or end is None or not isinstance(value, Num | Piece):
            raise Refusal(f"the checksum {stated.algorithm} of such a range", entry.loc)
        if isinstance(value, Piece) and here.guard is not None:
            raise Refusal(f"the checksum {stated.algorithm} under a condition", entry.loc)
        self._steps.carry(structure, StatedCheck(entry.index, "-checksum"))
        size = choose(here.guard, difference(end[1], start[0]), Const(0))
        address = choose(here.guard, start[0], self._steps.somewhere(here.domain))
        stored = value.address if isinstance(value, Piece) else value.expr
        if here.guard is not None:
            stored = choose(here.guard, stored, _of_nothing(stated.algorithm))
        self._steps.checksum(plan.Checksum(here.domain, stated.algorithm, address, size, stored, here.path))

    def bound(self, structure: Structure, bound: Bound) -> tuple[plan.Expr, plan.Expr] | None:
        """Where a field lies, of this structure or one around it in the same domain."""
        owner: Structure | None = structure
        for _ in range(bound.climb):
            owner = owner.parent if owner is not None else None
        if owner is None or owner.type != bound.owner or owner.domain != structure.domain:
            return None
        return owner.spans.get(bound.field)

    def want(self, where: Callable[[Structure], plan.Expr]) -> None:
        """From here on, read only records that fulfil something."""
        self.where, self._wanted_at = where, self._steps.depth

    def settle(self, *, certain: bool) -> None:
        """Leave the records aside that aren't wanted, where that can be told by now (``certain``: it must be)."""
        if self.where is None or self._record is None or self._steps.depth > self._wanted_at:
            return  # what is written inside of something is forgotten, or kept elsewhere
        try:
            with self._steps.trial():
                self.where(self._record)
        except Refusal:
            if certain:
                raise
            return
        where, self.where = self.where, None
        self._steps.leave(plan.RECORDS, where(self._record), "")

    def prove_run(self, structure: Structure, rest: tuple[Entry, ...], here: Place) -> None:
        """Ask at once for all the bytes of fields of fixed size that follow each other."""
        size = self._runs.size(structure.type, rest)
        if size:
            self.need(here, Const(size))

    def need(self, here: Place, size: plan.Expr) -> None:
        """Ask for so many bytes."""
        self._steps.need(here.domain, here.position, size, here.stream.base, here.stream.end, here.path, here.guard)

    # --- single values -----------------------------------------------------------------------------------------------

    def one(self, entry: Entry, here: Place, index: Num | None) -> tuple[Value, plan.Expr]:
        """Read one value, in its frame, or leave it to objects as a whole; gives it and the address behind it."""
        if self.lazy is None or here.parent is None or not self._is_bounded(entry, here.parent.type):
            return self._one(entry, here, index)
        place = lazy_of(here.parent.type, entry)
        where, bounded = self.where, self._bounded
        try:
            if place in self.lazy:
                raise self.lazy[place]
            self._bounded += 1
            if isinstance(entry.item, Choice) and entry.frame.kind == "terminator":
                raise Refusal("a structure that ends at a terminator", entry.loc)
            with self._steps.attempt():
                return self._one(entry, here, index)
        except Refusal as refusal:
            self.where = where
            size, end = self._extent(entry, here, index)
            self._carry(here, *self.checks.of_entry(entry))
            self.lazy[place] = refusal
            return Unread(refusal.reason, refusal.location, here.domain, here.guard, size), end
        finally:
            self._bounded = bounded

    def _is_bounded(self, entry: Entry, owner: str) -> bool:
        """Whether a field may be left to objects: it is a structure whose bytes are known before it is read, in a
        stream of their own, or one of several, or bytes; what it is told doesn't rest on the place in a stream."""
        attribute, frame = entry.attribute, entry.frame
        if self.lists.depth or self.evaluation.decisions.followed or not self.can_be_left(owner, entry):
            return False
        if entry.count is not None or not entry.named or attribute.placed or attribute.again or attribute.deferred:
            return False
        if frame.kind == "none" or entry.valid is not None:
            return False
        items = cases_of(entry.item)
        alike = all(isinstance(item, Nested | Raw) and _are_alike(frame_of(entry, item), frame) for item in items)
        nested = [item for item in items if isinstance(item, Nested)]
        return alike and nested != [] and not any(asks_stream(told) for item in nested for told in item.args)

    def _one(self, entry: Entry, here: Place, index: Num | None) -> tuple[Value, plan.Expr]:
        choice = entry.item if isinstance(entry.item, Choice) else None
        if choice is not None:
            on = self.switches.on(choice, here, index)
            if isinstance(on, Piece) or not isinstance(on.expr, plan.Given) or not self.evaluation.decisions.followed:
                return self._switch(entry, choice, on, here, index)
            chosen = self.switches.chosen(entry, choice, on.expr)
            stated, entry = entry, replace(entry, item=chosen, frame=frame_of(entry, chosen))
            self._carry(here, *self.checks.of_entry(stated) - self.checks.of_entry(entry))
        frame = entry.frame
        if entry.contents is not None:
            return self._contents(entry, here)
        if frame.process is not None:
            return self._processed(entry, frame.process, here, index)
        if frame.kind == "terminator":
            value, end = self._terminated(entry, here)
        elif frame.kind == "none":
            value, end = self._bare(entry, entry.item, here, index)
        else:
            value, end = self._framed(entry, here, index)
        if isinstance(value, Num) and choice is not None:
            value = replace(value, case=entry.item)
        if entry.valid is not None and entry.named and entry.count is None and here.parent is not None:
            here.parent.fields[entry.name] = value  # a rule may ask for what follows from the value
        return self.ruled(entry, value, here, end, index if entry.count is not None else None), end

    def _carry(self, here: Place, *checks: StatedCheck) -> None:
        """The plan makes checks of the structure that has what is read at a place."""
        if here.parent is not None:
            self._steps.carry(here.parent, *checks)

    def ruled(self, entry: Entry, value: Value, here: Place, end: plan.Expr, index: Num | None) -> Value:
        """See `bytewright_codegen.lowering.layout.element_layout.ElementLayout`; ``index``: of which element it is."""
        if entry.valid is None or here.parent is None:
            return value
        if here.domain != here.parent.domain:
            if any(map(asks_place, entry.valid.exprs)):
                raise Refusal("a rule for elements that asks for a place in the bytes", entry.loc)
            return self.rules.check(entry, value, here, index)
        before, here.parent.position = here.parent.position, end
        try:
            return self.rules.check(entry, value, here, index)
        finally:
            here.parent.position = before

    def _size(self, entry: Entry, here: Place, index: Num | None) -> plan.Expr:
        """How many bytes a field takes that has a size, or goes on to the end of its stream."""
        if entry.frame.size is None:
            return difference(here.stream.end, here.position)
        assert here.parent is not None
        special: dict[str, Value] = {} if index is None else {"_index": index}
        context = Context(here.parent, here.domain, special, here.guard)
        return self.evaluation.number(entry.frame.size, context).expr

    def _extent(self, entry: Entry, here: Place, index: Num | None) -> tuple[plan.Expr | None, plan.Expr]:
        """The address behind a field that has a frame; how many bytes count where these are fewer, up to a
        terminator."""
        if entry.frame.kind == "terminator":
            size, whole = self._to_mark(entry, here)
            return size, total(here.position, whole)
        size = self._size(entry, here, index)
        self.need(here, size)
        return None, total(here.position, size)

    def _framed(self, entry: Entry, here: Place, index: Num | None) -> tuple[Value, plan.Expr]:
        size = self._size(entry, here, index)
        self.need(here, size)
        end = total(here.position, size)
        if isinstance(entry.item, (Raw, Text)):
            if _is_cut(entry.frame):
                address, length = self._where(here, size)
                size = self._steps.let(here.domain, here.path, _cut(entry, address, length))
            return self._piece(entry, here, size), end
        if _is_cut(entry.frame):
            raise Refusal("a structure that ends at a terminator", entry.loc)
        base = choose(here.guard, here.position, here.stream.base)
        end_of = choose(here.guard, end, here.stream.base)
        stream = Stream(here.domain, base, end_of, decoded=here.stream.decoded)
        if self.lists.depth > 1:
            stream = self.lists.named(stream, here.path)
        inside = Place(here.domain, here.position, stream, here.parent, here.path, here.guard)
        value, reached = self._bare(entry, entry.item, inside, index)
        if not self._placed:
            self._steps.slack(here.domain, difference(end, reached), here.path, here.guard)
        return value, end

    def _processed(self, entry: Entry, process: Process, here: Place, index: Num | None) -> tuple[Value, plan.Expr]:
        """What lies in bytes that are decoded first."""
        self._carry(here, StatedCheck(entry.index, "process"))
        if (
            process.name == front_coding.CODEC
            and len(process.args) == 2
            and isinstance(entry.item, Raw)
            and entry.named
        ):
            return self.processes.fronts.read(entry, process, here, index)
        known = decoder_of(process)
        taken = Nested if known == "nibble_pack" else (Nested, Raw, Text)
        if entry.frame.kind == "none" or not isinstance(entry.item, taken) or here.parent is None:
            raise Refusal("processed bytes", entry.loc)
        context = Context(here.parent, here.domain, {} if index is None else {"_index": index}, here.guard)
        if entry.frame.kind == "terminator":
            stored, size = self._to_mark(entry, here)
        else:
            stored = size = self._size(entry, here, index)
            self.need(here, size)
            if entry.frame.terminator is not None or entry.frame.pad_right is not None:
                stored = self._steps.let(here.domain, here.path, _cut(entry, *self._where(here, size)))
        begin, decoded = self.processes.decode(entry, process, here, context, self._where(here, stored))
        # Where nothing is decoded, nothing is there.
        end = self._steps.let(here.domain, f"{here.path}<end>", total(begin, choose(here.guard, decoded, Const(0))))
        stream = Stream(here.domain, begin, end, decoded=begin)
        inside = Place(here.domain, begin, stream, here.parent, here.path, here.guard)
        if not isinstance(entry.item, Nested):
            return self._piece(entry, inside, decoded), total(here.position, size)
        value, reached = self._bare(entry, entry.item, inside, index)
        if known != "nibble_pack" and not self._placed:
            self._steps.slack(here.domain, difference(end, reached), here.path, here.guard)
        return value, total(here.position, size)

    def _where(self, here: Place, size: plan.Expr) -> tuple[plan.Expr, plan.Expr]:
        """Address and size of bytes, of none where they aren't there."""
        return choose(here.guard, here.position, here.stream.base), choose(here.guard, size, Const(0))

    def _piece(self, entry: Entry, here: Place, size: plan.Expr) -> Piece:
        """So many bytes, or text, which is checked."""
        if not isinstance(entry.item, Text):
            return Piece(here.domain, here.position, size, False, here.guard)
        encoding = encoding_of(entry.item.encoding)
        if encoding is None:
            raise Refusal(f"text in {entry.item.encoding}", entry.loc)
        self._carry(here, StatedCheck(entry.index, "encoding"))
        if encoding != "latin-1":
            self._steps.check_text(here.domain, *self._where(here, size), encoding, here.path)
        shown = "" if encoding in ("utf-8", "ascii") else encoding
        return Piece(here.domain, here.position, size, True, here.guard, shown)

    def _terminated(self, entry: Entry, here: Place) -> tuple[Value, plan.Expr]:
        """Bytes or text up to a terminator."""
        if not isinstance(entry.item, (Raw, Text)):
            raise Refusal("a structure that ends at a terminator", entry.loc)
        size, whole = self._to_mark(entry, here)
        return self._piece(entry, here, size), total(here.position, whole)

    def _to_mark(self, entry: Entry, here: Place) -> tuple[plan.Expr, plan.Expr]:
        """How many bytes count of those up to a terminator, and how many are read."""
        mark = entry.frame.terminator
        assert mark is not None
        if len(mark.bytes) > MOST_MARK:
            raise Refusal(f"a terminator of {len(mark.bytes)} bytes", entry.loc)
        self.need(here, Const(0))
        address, _ = self._where(here, Const(0))
        there = Const(1) if here.guard is None else here.guard
        sought = Find(address, here.stream.end, mark.bytes.hex(), there)
        found = self._steps.let(here.domain, f"{here.path}~", sought)
        size, whole = total(found, len(mark.bytes) * mark.include), total(found, len(mark.bytes) * mark.consume)
        there = Binary("<=", Const(0), found)
        if mark.eos_error:
            self._carry(here, StatedCheck(entry.index, "terminator"))
            self._steps.check(here.domain, there, here.path, here.guard)
        else:
            rest = difference(here.stream.end, here.position)
            size, whole = Select(there, size, rest), Select(there, whole, rest)
        return size, whole

    def _bare(self, entry: Entry, item: Item, here: Place, index: Num | None) -> tuple[Value, plan.Expr]:
        match item:
            case Number(kind, size):
                self.need(here, Const(size))
                return self._number(kind, here), total(here.position, size)
            case Bits(width, order):
                size = -(-width // 8)
                self.need(here, Const(size))
                address = choose(here.guard, here.position, self._steps.somewhere(here.domain))
                shift = 8 * size - width if order == "be" else 0
                read = masked(bytes_number(address, size, order), shift, width)
                loaded = self._steps.let(here.domain, here.path, read)
                return Num(here.domain, loaded, 0, (1 << width) - 1, present=here.guard), total(here.position, size)
            case Nested(type) if (spelling := self.varints.spelling(type)) is not None:
                self._carry(here, StatedCheck(entry.index, "type", type))
                found = self.varints.read(type, spelling, here)
                return found, found.position
            case Nested(type):
                self._carry(here, StatedCheck(entry.index, "type", type))
                found = self.structure(item, here, index, entry.name if entry.named and entry.count is None else "")
                return found, found.position
        raise Refusal("a switch" if isinstance(item, Choice) else "this kind of field", entry.loc)

    def spells(self, type: str) -> bool:
        """See `bytewright_codegen.lowering.layout.bit_runs.BitLayout`."""
        return self.varints.spelling(type) is not None

    def _switch(
        self, entry: Entry, choice: Choice, on: Num | Piece, here: Place, index: Num | None
    ) -> tuple[Value, plan.Expr]:
        """What a number or a text of the record chooses: every case is read where it is chosen."""
        if entry.valid is not None or entry.enum is not None or entry.attribute.logical is not None:
            raise Refusal("a switch whose values have rules, names or a meaning", entry.loc)
        choice, items = one_per_type(choice)
        if isinstance(on, Piece):
            match = self.switches.match_text(choice, on, items, here.domain)
        else:
            match = self.switches.match(entry, choice, on, items)
        case = self._steps.let(here.domain, f"{here.path}<case>", match)
        found: list[tuple[Item, Value]] = []
        end = here.position
        for place, item in enumerate(items):
            chosen: plan.Expr = Binary("==", case, Const(place))
            guard = chosen if here.guard is None else Binary("&", here.guard, chosen)
            guard = self._steps.let(here.domain, f"{here.path}<{place}>", guard)
            inside = replace(entry, item=item, frame=frame_of(entry, item))
            there = replace(here, guard=guard)
            value, behind = self._or_left(inside, there, partial(self.one, inside, there, index))
            found.append((item, value))
            end = Select(guard, behind, end)
            if place % MOST_CHOICES == MOST_CHOICES - 1:
                end = self._steps.let(here.domain, f"{here.path}>", end)
        end = self._steps.let(here.domain, f"{here.path}>", end)
        present = here.guard
        if all(value is not None for value, _ in choice.cases):
            chosen = Binary("<=", Const(0), case)
            present = chosen if here.guard is None else Binary("&", here.guard, chosen)
        return merged(Alternatives(here.domain, tuple(found), present)), end

    def _number(self, kind: str, here: Place) -> Num:
        address = choose(here.guard, here.position, self._steps.somewhere(here.domain))
        loaded: plan.Expr = Load(kind, address)
        if kind not in NUMBER_KINDS:
            little = self.orders.here(here)
            loaded = plan.Select(little, Load(f"{kind}le", address), Load(f"{kind}be", address))
        value = self._steps.let(here.domain, here.path, loaded)
        bits = 8 * int(kind[1])
        if kind.startswith("f"):
            return Num(here.domain, value, 0, 0, is_float=True, present=here.guard)
        low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if kind.startswith("s") else (0, (1 << bits) - 1)
        return Num(here.domain, value, low, high, present=here.guard, address=here.position, order=kind[2:] or None)

    def _contents(self, entry: Entry, here: Place) -> tuple[Value, plan.Expr]:
        wanted = entry.contents or b""
        self._carry(here, StatedCheck(entry.index, "contents"))
        self.need(here, Const(len(wanted)))
        place = 0
        while place < len(wanted):
            self._steps.spend(1, entry.loc)
            kind, size = next(one for one in _COMPARED if one[1] <= len(wanted) - place)
            number = int.from_bytes(wanted[place : place + size], "little", signed=kind.startswith("s"))
            address = choose(here.guard, total(here.position, place), self._steps.somewhere(here.domain))
            same = Binary("==", Load(kind, address), Const(number))
            place += size
            self._steps.check(here.domain, same, here.path, here.guard, rule=not self.rules.always)
        value = Piece(here.domain, here.position, Const(len(wanted)), False, here.guard)
        return value, total(here.position, len(wanted))


_COMPARED = (("s8le", 8), ("u4le", 4), ("u2le", 2), ("u1", 1))
"""How bytes are compared that must be the same in every record: as numbers, the largest first."""


def _reached(place: plan.Expr) -> plan.Expr | None:
    """The address of a place in the file that reading has come to by then, or of one so many bytes behind it; None: it
    is another one."""
    atoms, behind = terms(place)
    match list(atoms.items()):
        case [(plan.Offset(address), 1)] if behind >= 0:
            return total(address, behind)
    return None


def _is_told_of_another(argument: Expr) -> bool:
    """Whether an argument asks for the element of a list before its own, which may be known when all are."""
    return asks_before(argument) and not asks_stream(argument)


def _is_path(argument: Expr) -> bool:
    """Whether an argument is something that is always there: a name, also of what structures around have."""
    if isinstance(argument, Member) and argument.binding != "method":
        return isinstance(argument.target, Name | Member) and _is_path(argument.target)
    return isinstance(argument, Name)


def _is_cut(frame: Frame) -> bool:
    """Whether bytes may end before their size does, or at a terminator."""
    return frame.terminator is not None or frame.pad_right is not None


def _are_alike(frame: Frame, other: Frame) -> bool:
    """Whether two frames hold the same bytes, of which some may not count in one of them."""
    same = frame.kind == other.kind and frame.size == other.size
    ends = frame.kind != "terminator" or frame.terminator == other.terminator
    return same and ends and frame.process is None and other.process is None


def _is_whole(entry: Entry, bits: int) -> bool:
    """Whether a field of bits, so many behind the last byte that is read, is whole bytes that may be left out: nothing
    shares a byte with it."""
    return entry.condition is not None and bits % 8 == 0 and isinstance(entry.item, Bits) and entry.item.width % 8 == 0


def _of_nothing(algorithm: str) -> Const:
    """The checksum of no bytes, as a register holds it."""
    return Const(int.from_bytes(ALGORITHMS[algorithm](b"").to_bytes(8, "little"), "little", signed=True))


def _cut(entry: Entry, address: plan.Expr, size: plan.Expr) -> plan.Expr:
    """How many of the bytes of an entry count, which end before their size does."""
    pad, end = entry.frame.pad_right, entry.frame.terminator
    if end is None:
        return Cut(address, size, -1 if pad is None else pad, "")
    if len(end.bytes) > MOST_MARK:
        raise Refusal(f"a terminator of {len(end.bytes)} bytes", entry.loc)
    # As in kaitai-struct-compiler, padding that looks like the terminator's end is part of what it ends.
    stripped = -1 if pad is None or end.bytes[-1] == pad else pad
    return Cut(address, size, stripped, end.bytes.hex(), end.include)
