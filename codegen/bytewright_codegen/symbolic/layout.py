"""Reading a structure symbolically: steps that check it, and where its fields lie."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Literal, cast, get_args

from bytewright.kernels import plan
from bytewright.kernels.codes import MOST_MARK
from bytewright.kernels.plan import (
    NUMBER_KINDS,
    Binary,
    Chain,
    Const,
    Cut,
    Find,
    Index,
    Last,
    Load,
    Lookup,
    Match,
    Previous,
    Select,
    Varint,
    VarintSize,
)
from bytewright_codegen.ir.expressions import Binary as SpecBinary
from bytewright_codegen.ir.expressions import (
    Compare,
    Conditional,
    EnumMember,
    Expr,
    Literal_,
    Member,
    Name,
)
from bytewright_codegen.ir.expressions import Item as ListItem
from bytewright_codegen.ir.schema import CalculatedOrder, Process, Valid, ValueInstance
from bytewright_codegen.ir.values import BoolValue, StrValue
from bytewright_codegen.passes.sizes import Sizes
from bytewright_codegen.plans.reading import (
    Bits,
    Bound,
    ChecksumRange,
    Choice,
    Entry,
    Item,
    Nested,
    Number,
    Raw,
    RecordPlan,
    Text,
    frame_of,
    nested_types,
)
from bytewright_codegen.symbolic.arithmetic import (
    choose,
    constant,
    difference,
    inlined,
    loads_elsewhere,
    lowered,
    nodes,
    scaled,
    total,
    weight,
)
from bytewright_codegen.symbolic.columns import pivot_cases
from bytewright_codegen.symbolic.evaluation import ENCODINGS, HIGHEST, LOWEST, Evaluation
from bytewright_codegen.symbolic.header import COLUMN, Header
from bytewright_codegen.symbolic.inside import Behind, Inside
from bytewright_codegen.symbolic.slots import offsets_of
from bytewright_codegen.symbolic.steps import Steps
from bytewright_codegen.symbolic.values import (
    Alternatives,
    Context,
    Num,
    Piece,
    Refusal,
    Sequence,
    Stream,
    Structure,
    Value,
)
from bytewright_codegen.symbolic.varints import varint_value

_FRONTS = "bytewright.codecs.front_coding"
"""The codec of strings in a list of which only what differs from the one before it is stored."""
_DECODERS: dict[str, Literal["nibble_pack"]] = {"bytewright.codecs.nibble_pack": "nibble_pack"}
"""Codecs of bytes that the kernel has, by the names that specs have for them."""
_SMALL = 2_000
"""Nodes of an expression that is computed from what is known before the elements of a list are read."""


@dataclass(frozen=True)
class Place:
    """Where something is read: over which domain, from which address of which stream, and where ``guard`` holds
    only."""

    domain: str
    position: plan.Expr
    stream: Stream
    parent: Structure | None
    path: str
    guard: plan.Expr | None = None


class Layout:
    """Reads types symbolically."""

    def __init__(
        self, steps: Steps, plans: Mapping[str, RecordPlan], sizes: Sizes, header: Header | None = None
    ) -> None:
        self._steps = steps
        self._plans = plans
        self._sizes = sizes
        self._placed = any(plan.placed for plan in plans.values())
        self._library = steps.library
        self._inside = Inside(plans)
        self._open: list[str] = []
        self.evaluation = Evaluation(steps, header)
        self.evaluation.placed = self._asked_for
        self.evaluation.each = self.each
        self.where: Callable[[Structure], plan.Expr] | None = None
        """What records must fulfil that are read, asked as soon as it can be told; others are left aside."""
        self._record: Structure | None = None
        self.explores = False
        """Whether what lies at places of its own is read as well."""
        self.asks_places = False
        """Whether it is read where something asks for it."""

    # --- structures --------------------------------------------------------------------------------------------------

    def structure(self, nested: Nested, place: Place, index: Num | None = None, name: str = "") -> Structure:
        """Read a structure; its ``position`` is what follows it. ``name``: the field of the parent that it is, where
        its own fields may be named before it has been read."""
        if nested.type in self._open:
            raise Refusal("a structure inside one of its own type", self._library.types[nested.type].loc)
        self._open.append(nested.type)
        found = Structure(
            nested.type, place.domain, place.stream, place.position, place.parent, place.path, present=place.guard
        )
        found.index, found.start = index, place.position
        if place.parent is not None and place.parent.owner is not None and self.evaluation.header is not None:
            by_column = index is not None and index.expr == plan.Given(plan.COLUMN)
            found.owner = self.evaluation.header.nested(
                place.parent.owner, nested.type, nested.args, COLUMN if by_column else None
            )
            if place.parent.owner.above is None:
                self._record = found
        if nested.args:
            assert place.parent is not None
            special: dict[str, Value] = {"_index": index} if index is not None else {}
            context = Context(place.parent, place.domain, special)
            names = [p.id for p in self._library.types[nested.type].params]
            for param, argument in zip(names, nested.args, strict=True):
                # What can't be computed may be asked for by nothing that is shown.
                with suppress(Refusal):
                    found.params[param] = self._argument(argument, context)
        if name and place.parent is not None:
            place.parent.fields[name] = found
        if isinstance(self._library.types[nested.type].order, CalculatedOrder):
            self.little(found)
        entries = self._plans[nested.type].sequence
        bits = 0
        behind = Behind(self._inside)
        for number, entry in enumerate(entries):
            found.splits = bits % 8 > 0 or behind.may_be
            behind.add(entry)
            if entry.attribute.parent is not None:
                raise Refusal("structures with a parent of their own", entry.loc)
            if isinstance(entry.item, Bits) and entry.count is None and not _is_whole(entry, bits):
                bits = self._bit_field(found, entry, bits, entries[number:])
                continue
            found.position = total(found.position, -(-bits // 8))
            bits = 0
            self._entry(found, entry, entries[number:])
        found.position = total(found.position, -(-bits // 8))
        if self.explores:
            for entry in self._plans[nested.type].placed:
                if not entry.attribute.again:
                    self._placed_entry(found, entry)
        self._open.pop()
        return found

    def _asked_for(self, structure: Structure, name: str) -> Value | None:
        """A field that lies at a place of its own, where something asks for it; None: that isn't read here."""
        entries = self._plans[structure.type].placed if self.asks_places else ()
        entry = next((entry for entry in entries if entry.name == name), None)
        if entry is None:
            return None
        self._placed_entry(structure, entry)
        return structure.fields[name]

    def _placed_entry(self, structure: Structure, entry: Entry) -> None:
        """Read a field that lies at a place of its own, in the stream of its structure or in that of one of its
        fields."""
        attribute = entry.attribute
        if attribute.position is None or entry.count is not None:
            raise Refusal("a list at a place of its own", entry.loc)
        if entry.condition is not None or not entry.named:
            raise Refusal("a place under a condition", entry.loc)
        stream = structure.stream
        if attribute.stream is not None:
            known = self.evaluation.value(attribute.stream, self._context(structure, structure.present))
            if not self.asks_places or not isinstance(known, Stream) or known.domain != structure.domain:
                raise Refusal("a place in another stream", entry.loc)
            stream = known
        base = stream.start
        place = self.evaluation.number(attribute.position, self._context(structure, structure.present))
        path = f"{structure.path}.{entry.name}".lstrip(".")
        address = self._steps.let(structure.domain, f"{path}@", total(base, place.expr))
        here = Place(structure.domain, address, stream, structure, path, structure.present)
        self._need(here, Const(0))
        structure.fields[entry.name], _ = self.one(entry, here, None)

    def _argument(self, argument: Expr, context: Context) -> Value:
        value = self.evaluation.value(argument, context)
        return self.evaluation.bring(value, context.domain, argument) if isinstance(value, Num) else value

    def _context(self, structure: Structure, guard: plan.Expr | None = None) -> Context:
        found: dict[str, Value] = {} if structure.index is None else {"_index": structure.index}
        return Context(structure, structure.domain, found, guard)

    def _entry(self, structure: Structure, entry: Entry, rest: tuple[Entry, ...]) -> None:
        self._steps.spend(len(self._open), entry.loc)
        guard = structure.present
        if entry.condition is not None:
            self.settle(certain=False)
            condition = self.evaluation.condition(entry.condition, self._context(structure))
            if condition == Const(0):
                return
            if condition is not None:
                condition = self._steps.let(structure.domain, f"{structure.path}.{entry.name}?".lstrip("."), condition)
                guard = condition if guard is None else Binary("&", guard, condition)
        path = f"{structure.path}.{entry.name}" if structure.path and entry.named else structure.path or entry.name
        here = Place(structure.domain, structure.position, structure.stream, structure, path, guard)
        if guard is structure.present and entry.count is None:
            self._prove_run(structure, rest, here)
        if entry.count is not None:
            value, end = self._sequence(entry, here)
        else:
            value, end = self.one(entry, here, None)
        if guard is not structure.present:
            assert guard is not None
            end = self._steps.let(here.domain, f"{path}>", choose(guard, end, structure.position))
        structure.spans[entry.index] = (structure.position, end)
        structure.position = end
        if entry.named:
            structure.fields[entry.name] = value
        if entry.checksum is not None:
            self._checksum(structure, entry, entry.checksum, here)

    def _checksum(self, structure: Structure, entry: Entry, stated: ChecksumRange, here: Place) -> None:
        """Check a checksum that has been read."""
        value = structure.fields.get(entry.name)
        start, end = self.bound(structure, stated.start), self.bound(structure, stated.end)
        if (
            stated.algorithm not in get_args(plan.Algorithm)
            or start is None
            or end is None
            or not isinstance(value, Num)
        ):
            raise Refusal(f"the checksum {stated.algorithm} of such a range", entry.loc)
        size = choose(here.guard, difference(end[1], start[0]), Const(0))
        address = choose(here.guard, start[0], self._steps.somewhere(here.domain))
        self._steps.checksum(
            plan.Checksum(
                here.domain,
                cast("plan.Algorithm", stated.algorithm),
                address,
                size,
                choose(here.guard, value.expr, Const(1)),
                here.path,
            )
        )

    def bound(self, structure: Structure, bound: Bound) -> tuple[plan.Expr, plan.Expr] | None:
        """Where a field lies, of this structure or one around it in the same domain."""
        owner: Structure | None = structure
        for _ in range(bound.climb):
            owner = owner.parent if owner is not None else None
        if owner is None or owner.type != bound.owner or owner.domain != structure.domain:
            return None
        return owner.spans.get(bound.field)

    def settle(self, *, certain: bool) -> None:
        """Leave the records aside that aren't wanted, where that can be told by now (``certain``: it must be)."""
        if self.where is None or self._record is None:
            return
        try:
            with self._steps.trial():
                self.where(self._record)
        except Refusal:
            if certain:
                raise
            return
        where, self.where = self.where, None
        self._steps.leave(plan.RECORDS, where(self._record), "")

    def _prove_run(self, structure: Structure, rest: tuple[Entry, ...], here: Place) -> None:
        """Ask at once for all the bytes of fields of fixed size that follow each other."""
        bits = 0
        for entry in rest:
            size = self._sizes.attributes[structure.type, entry.index].exact
            if size is None or entry.condition is not None or entry.frame.kind not in ("none", "size"):
                break
            if not isinstance(entry.item, Bits) or entry.count is not None:
                bits = -(-bits // 8) * 8
            bits += size
        if bits:
            self._need(here, Const(-(-bits // 8)))

    def _need(self, here: Place, size: plan.Expr) -> None:
        self._steps.need(here.domain, here.position, size, here.stream.base, here.stream.end, here.path, here.guard)

    # --- single values -----------------------------------------------------------------------------------------------

    def one(self, entry: Entry, here: Place, index: Num | None) -> tuple[Value, plan.Expr]:
        """Read one value, in its frame; gives it and the address behind it."""
        choice = entry.item if isinstance(entry.item, Choice) else None
        if choice is not None:
            on = self._on(choice, here, index)
            if isinstance(on, Piece) or not isinstance(on.expr, plan.Given):
                return self._switch(entry, choice, on, here, index)
            chosen = self.chosen(entry, choice, on.expr)
            entry = replace(entry, item=chosen, frame=frame_of(entry, chosen))
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
        return self.validate(entry, value, here), end

    def _framed(self, entry: Entry, here: Place, index: Num | None) -> tuple[Value, plan.Expr]:
        if entry.frame.kind == "eos":
            size = difference(here.stream.end, here.position)
        else:
            assert entry.frame.size is not None
            assert here.parent is not None
            special: dict[str, Value] = {} if index is None else {"_index": index}
            context = Context(here.parent, here.domain, special, here.guard)
            asked = self.evaluation.number(entry.frame.size, context)
            size = asked.expr
        self._need(here, size)
        end = total(here.position, size)
        if isinstance(entry.item, (Raw, Text)):
            if entry.frame.terminator is not None or entry.frame.pad_right is not None:
                address, length = self._where(here, size)
                size = self._steps.let(here.domain, here.path, _cut(entry, address, length))
            return self._piece(entry, here, size), end
        if entry.frame.terminator is not None or entry.frame.pad_right is not None:
            raise Refusal("a structure that ends at a terminator", entry.loc)
        stream = Stream(here.domain, choose(here.guard, here.position, here.stream.base), end)
        if here.guard is not None:
            stream = Stream(here.domain, stream.base, choose(here.guard, end, here.stream.base))
        inside = Place(here.domain, here.position, stream, here.parent, here.path, here.guard)
        value, reached = self._bare(entry, entry.item, inside, index)
        if not self._placed:
            self._steps.slack(here.domain, difference(end, reached), here.path, here.guard)
        return value, end

    def _processed(self, entry: Entry, process: Process, here: Place, index: Num | None) -> tuple[Value, plan.Expr]:
        """What lies in bytes that are decoded first."""
        if process.name == _FRONTS and len(process.args) == 2 and isinstance(entry.item, Raw) and entry.named:
            return self._completed(entry, process, here, index)
        known = _DECODERS.get(process.name)
        if known is None or entry.frame.kind not in ("size", "eos") or not isinstance(entry.item, Nested):
            raise Refusal("processed bytes", entry.loc)
        if entry.frame.terminator is not None or entry.frame.pad_right is not None or here.parent is None:
            raise Refusal("processed bytes that end before their size does", entry.loc)
        context = Context(here.parent, here.domain, {} if index is None else {"_index": index}, here.guard)
        size = difference(here.stream.end, here.position)
        if entry.frame.size is not None:
            size = self.evaluation.number(entry.frame.size, context).expr
        self._need(here, size)
        arguments = [self.evaluation.number(argument, context) for argument in process.args]
        if len(arguments) == 1:
            arguments.append(Num(here.domain, Const(0), 0, 0))
        if len(arguments) != 2 or any(argument.high > plan.MOST_ELEMENTS for argument in arguments):
            raise Refusal("processed bytes with such arguments", entry.loc)
        address, length = self._where(here, size)
        decoded = scaled(arguments[0].expr, 8)
        begin = self._steps.decode(
            plan.Decode(
                domain=here.domain,
                name=f"{here.path}<decoded>",
                algorithm=known,
                there=Const(1) if here.guard is None else here.guard,
                address=address,
                size=length,
                decoded=decoded,
                arguments=tuple(argument.expr for argument in arguments),
                field=here.path,
            )
        )
        # Where nothing is decoded, nothing is there.
        end = self._steps.let(here.domain, f"{here.path}<end>", total(begin, choose(here.guard, decoded, Const(0))))
        inside = Place(here.domain, begin, Stream(here.domain, begin, end), here.parent, here.path, here.guard)
        value, _ = self._bare(entry, entry.item, inside, index)
        return value, total(here.position, size)

    def _completed(self, entry: Entry, process: Process, here: Place, index: Num | None) -> tuple[Value, plan.Expr]:
        """A string that begins as that of the element before it."""
        frame, owner = entry.frame, here.parent
        if owner is None or here.guard is not None or owner.domain != here.domain or owner.index is None:
            raise Refusal("strings that begin as others, in no list", entry.loc)
        if frame.kind != "size" or frame.size is None or frame.terminator is not None or frame.pad_right is not None:
            raise Refusal("processed bytes that end before their size does", entry.loc)
        if entry.count is not None or not self._is_before(owner, process.args[0], entry.name):
            raise Refusal("strings that begin as others than the one before them", entry.loc)
        context = Context(owner, here.domain, {} if index is None else {"_index": index})
        size = self.evaluation.number(frame.size, context).expr
        shared = self.evaluation.number(process.args[1], context).expr
        self._need(here, size)
        name = f"{here.path}<whole>"
        begin = self._steps.fronts(plan.Fronts(here.domain, name, here.position, size, shared, here.path))
        return Piece(here.domain, begin, total(shared, size), False), total(here.position, size)

    def _is_before(self, owner: Structure, expr: Expr, field: str) -> bool:
        """Whether an expression is, in an element of a list, a field of the one before it, and nothing in the first:
        ``i == 0 ? nothing : _parent.list[i - 1].field``, where ``i`` is its number."""
        typedef = self._library.types[owner.type]
        if isinstance(expr, Name):
            found = next((i for i in typedef.instances if i.id == expr.name), None)
            if not isinstance(found, ValueInstance) or found.condition is not None:
                return False
            expr = found.expr
        match expr:
            case Conditional(
                Compare("==", Name(number), Literal_(0)),
                nothing,
                Member(
                    ListItem(
                        Member(Name("_parent"), listed, owner=str(holder)),
                        SpecBinary("-", Name(again), Literal_(1)),
                    ),
                    before,
                ),
            ):
                known = owner.params.get(number)
                itself = next((e for e in self._plans[holder].entries if e.name == listed), None)
                return (
                    before == field
                    and number == again
                    and known == owner.index
                    and itself is not None
                    and itself.item == self._open_item(owner)
                    and self._is_nothing(owner, nothing)
                )
        return False

    def _open_item(self, owner: Structure) -> Item | None:
        """How the list says that a structure is read, if it is an element of the only list of its parent."""
        entries = () if owner.parent is None else self._plans[owner.parent.type].entries
        found = [entry.item for entry in entries if entry.count is not None]
        return found[0] if len(found) == 1 else None

    def _is_nothing(self, owner: Structure, expr: Expr) -> bool:
        """Whether an expression is bytes without any: a field of no size."""
        if not isinstance(expr, Name):
            return False
        entry = next((e for e in self._plans[owner.type].sequence if e.name == expr.name), None)
        size = entry.frame.size if entry is not None and entry.count is None and entry.condition is None else None
        return isinstance(size, Literal_) and size.value == 0

    def _where(self, here: Place, size: plan.Expr) -> tuple[plan.Expr, plan.Expr]:
        """Address and size of bytes, of none where they aren't there."""
        return choose(here.guard, here.position, here.stream.base), choose(here.guard, size, Const(0))

    def _piece(self, entry: Entry, here: Place, size: plan.Expr) -> Piece:
        """So many bytes, or text, which is checked."""
        if not isinstance(entry.item, Text):
            return Piece(here.domain, here.position, size, False, here.guard)
        encoding = ENCODINGS.get(entry.item.encoding.lower())
        if encoding is None:
            raise Refusal(f"text in {entry.item.encoding}", entry.loc)
        if encoding != "latin-1":
            self._steps.check_text(here.domain, *self._where(here, size), encoding, here.path)
        shown = "" if encoding in ("utf-8", "ascii") else encoding
        return Piece(here.domain, here.position, size, True, here.guard, shown)

    def _terminated(self, entry: Entry, here: Place) -> tuple[Value, plan.Expr]:
        """Bytes or text up to a terminator."""
        mark = entry.frame.terminator
        assert mark is not None
        if not isinstance(entry.item, (Raw, Text)):
            raise Refusal("a structure that ends at a terminator", entry.loc)
        if len(mark.bytes) > MOST_MARK:
            raise Refusal(f"a terminator of {len(mark.bytes)} bytes", entry.loc)
        self._need(here, Const(0))
        address, _ = self._where(here, Const(0))
        sought = Find(address, here.stream.end, mark.bytes.hex())
        found = self._steps.let(here.domain, f"{here.path}~", sought)
        size, whole = total(found, len(mark.bytes) * mark.include), total(found, len(mark.bytes) * mark.consume)
        there = Binary("<=", Const(0), found)
        if mark.eos_error:
            self._steps.check(here.domain, there, here.path, here.guard)
        else:
            rest = difference(here.stream.end, here.position)
            size, whole = Select(there, size, rest), Select(there, whole, rest)
        return self._piece(entry, here, size), total(here.position, whole)

    def _bare(self, entry: Entry, item: Item, here: Place, index: Num | None) -> tuple[Value, plan.Expr]:
        match item:
            case Number(kind, size):
                self._need(here, Const(size))
                return self._number(kind, here), total(here.position, size)
            case Bits(width, order):
                self._need(here, Const(width // 8))
                address = choose(here.guard, here.position, self._steps.somewhere(here.domain))
                loaded = self._steps.let(here.domain, here.path, _bytes_number(address, width // 8, order))
                end = total(here.position, width // 8)
                return Num(here.domain, loaded, 0, (1 << width) - 1, present=here.guard), end
            case Nested(type) if (value := varint_value(self._library, self._plans, type)) is not None:
                found = self._varint(type, value, here)
                return found, found.position
            case Nested():
                found = self.structure(item, here, index, entry.name if entry.named and entry.count is None else "")
                return found, found.position
        raise Refusal("a switch" if isinstance(item, Choice) else "this kind of field", entry.loc)

    def _varint(self, type: str, value: str, here: Place) -> Structure:
        """A structure that is an unsigned LEB128 integer; ``value``: the instance that says which."""
        self._need(here, Const(1))
        address, _ = self._where(here, Const(0))
        size = self._steps.let(here.domain, f"{here.path}#", VarintSize(address, here.stream.end))
        whole: plan.Expr = Binary("<", Const(0), size)
        if here.guard is not None:
            whole = Binary("|", Binary("==", here.guard, Const(0)), whole)
        # One that doesn't end, or holds more than 64 bits: what that means, the object reader knows.
        self._steps.leave(here.domain, whole, here.path)
        size = choose(here.guard, size, Const(0))
        number = self._steps.let(here.domain, here.path, Varint(address, size))
        found = Structure(type, here.domain, here.stream, total(here.position, size), here.parent, here.path)
        found.present, found.start = here.guard, here.position
        found.instances[value] = Num(here.domain, number, 0, (1 << 64) - 1, present=here.guard)
        return found

    def _on(self, choice: Choice, here: Place, index: Num | None) -> Num | Piece:
        """What decides a switch."""
        assert here.parent is not None
        special: dict[str, Value] = {} if index is None else {"_index": index}
        context = Context(here.parent, here.domain, special, here.guard)
        if isinstance(choice.on.type, StrValue):
            value = self.evaluation.value(choice.on, context)
            if isinstance(value, Piece):
                return value
        return self.evaluation.number(choice.on, context)

    def chosen(self, entry: Entry, choice: Choice, on: plan.Given) -> Item:
        """The case of a switch that the header chooses."""
        options = tuple(None if value is None else self._case_number(value, entry) for value, _ in choice.cases)
        return choice.cases[self.evaluation.decide(on, options, choice.on)][1]

    def match(self, entry: Entry, choice: Choice, on: Num, items: list[Item]) -> Match:
        """Which of some items a number chooses, by their places; -1: none."""
        numbers = {self._case_number(v, entry): items.index(i) for v, i in reversed(choice.cases) if v is not None}
        otherwise = next((items.index(item) for value, item in choice.cases if value is None), -1)
        values = tuple(sorted(numbers))
        return Match(on.expr, values, tuple(numbers[value] for value in values), otherwise)

    def _match_text(self, choice: Choice, on: Piece, items: list[Item], domain: str) -> plan.Expr:
        """Which of some items a text chooses, likewise."""
        otherwise = next((items.index(item) for value, item in choice.cases if value is None), -1)
        found: plan.Expr = Const(otherwise)
        for value, item in reversed(choice.cases):
            if value is None:
                continue
            if not isinstance(value, Literal_) or not isinstance(value.value, str):
                raise Refusal("a case that isn't a text of the spec", value.loc)
            found = choose(self.evaluation.same(on, value.value, domain, value), Const(items.index(item)), found)
        return found

    def _switch(
        self, entry: Entry, choice: Choice, on: Num | Piece, here: Place, index: Num | None
    ) -> tuple[Value, plan.Expr]:
        """What a number or a text of the record chooses: every case is read where it is chosen."""
        if entry.valid is not None or entry.enum is not None or entry.attribute.logical is not None:
            raise Refusal("a switch whose values have rules, names or a meaning", entry.loc)
        items = list(dict.fromkeys(item for _, item in choice.cases))
        if isinstance(on, Piece):
            match = self._match_text(choice, on, items, here.domain)
        else:
            match = self.match(entry, choice, on, items)
        case = self._steps.let(here.domain, f"{here.path}<case>", match)
        found: list[tuple[Item, Value]] = []
        end = here.position
        for place, item in enumerate(items):
            chosen: plan.Expr = Binary("==", case, Const(place))
            guard = chosen if here.guard is None else Binary("&", here.guard, chosen)
            guard = self._steps.let(here.domain, f"{here.path}<{place}>", guard)
            inside = replace(entry, item=item, frame=frame_of(entry, item))
            value, behind = self.one(inside, replace(here, guard=guard), index)
            found.append((item, value))
            end = Select(guard, behind, end)
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
            assert here.parent is not None
            little = lowered(self.little(here.parent), self._levels_up(here))
            loaded = plan.Select(little, Load(f"{kind}le", address), Load(f"{kind}be", address))
        value = self._steps.let(here.domain, here.path, loaded)
        bits = 8 * int(kind[1])
        if kind.startswith("f"):
            return Num(here.domain, value, 0, 0, is_float=True, present=here.guard)
        low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if kind.startswith("s") else (0, (1 << bits) - 1)
        return Num(here.domain, value, low, high, present=here.guard, address=here.position, order=kind[2:] or None)

    def _levels_up(self, here: Place) -> int:
        """How many lists lie between a place and the structure that it is in."""
        assert here.parent is not None
        levels = self._steps.levels(here.parent.domain, here.domain)
        assert levels is not None
        return levels

    def little(self, structure: Structure) -> plan.Expr:
        """Whether the numbers of a structure are little-endian, where it finds that out, or one around it."""
        if structure.little is not None:
            return structure.little
        typedef = self._library.types[structure.type]
        if isinstance(typedef.order, CalculatedOrder):
            structure.little = self._decided(structure, typedef.order)
            return structure.little
        if structure.parent is None:
            raise Refusal("a byte order that nothing decides", typedef.loc)
        levels = self._steps.levels(structure.parent.domain, structure.domain)
        if levels is None:
            raise Refusal("a byte order that another list decides", typedef.loc)
        structure.little = lowered(self.little(structure.parent), levels)
        return structure.little

    def _decided(self, structure: Structure, order: CalculatedOrder) -> plan.Expr:
        """The byte order that the cases of a structure choose; one of them must."""
        little: plan.Expr = Const(0)
        known: plan.Expr = Const(0)
        for test, name in reversed(order.cases):
            if test is None:
                little, known = Const(int(name == "le")), Const(1)
                continue
            compared = Compare("==", order.on, test, test.loc, BoolValue())
            holds = self.evaluation.condition(compared, self._context(structure, structure.present))
            little = choose(holds, Const(int(name == "le")), little)
            known = Const(1) if holds is None else Binary("|", known, holds)
        self._steps.check(structure.domain, known, structure.path, structure.present)
        return self._steps.let(structure.domain, f"{structure.path}<order>", little)

    def _contents(self, entry: Entry, here: Place) -> tuple[Value, plan.Expr]:
        wanted = entry.contents or b""
        self._need(here, Const(len(wanted)))
        for place, byte in enumerate(wanted):
            address = choose(here.guard, total(here.position, place), self._steps.somewhere(here.domain))
            same = Binary("==", Load("u1", address), Const(byte))
            self._steps.check(here.domain, same, here.path, here.guard)
        value = Piece(here.domain, here.position, Const(len(wanted)), False, here.guard)
        return value, total(here.position, len(wanted))

    # --- bit fields --------------------------------------------------------------------------------------------------

    def _bit_field(self, structure: Structure, entry: Entry, bits: int, rest: tuple[Entry, ...]) -> int:
        """Read a bit field that begins so many bits behind the structure's position; gives where the next one
        begins."""
        item = entry.item
        assert isinstance(item, Bits)
        if entry.condition is not None:
            raise Refusal("a bit field under a condition", entry.loc)
        path = f"{structure.path}.{entry.name}".lstrip(".")
        here = Place(structure.domain, structure.position, structure.stream, structure, path, structure.present)
        if bits == 0:
            self._prove_run(structure, rest, here)
        first, last = bits // 8, (bits + item.width - 1) // 8
        if last - first > 7:
            raise Refusal("a bit field that touches nine bytes", entry.loc)
        start = choose(here.guard, total(here.position, first), self._steps.somewhere(here.domain))
        self._need(Place(here.domain, here.position, here.stream, structure, path, here.guard), Const(last + 1))
        loaded = _bytes_number(start, last - first + 1, item.order)
        used = bits - 8 * first
        shift = used if item.order == "le" else 8 * (last - first + 1) - used - item.width
        if shift:
            loaded = Binary(">>", loaded, Const(shift))
        masked = Binary("&", loaded, Const((1 << item.width) - 1)) if item.width < 64 else loaded
        named = self._steps.let(here.domain, path, masked)
        number = Num(here.domain, named, 0, (1 << item.width) - 1, present=here.guard)
        value = self.validate(entry, number, here)
        if entry.named:
            structure.fields[entry.name] = value
        return bits + item.width

    # --- rules -------------------------------------------------------------------------------------------------------

    def validate(self, entry: Entry, value: Value, here: Place) -> Value:
        """Check a value by its rules; gives the value, with the bounds that it has then."""
        valid = entry.valid
        if valid is None:
            return value
        if isinstance(value, Piece) and here.parent is not None:
            self._validate_piece(valid, value, here, here.parent)
            return value
        if not isinstance(value, Num) or value.is_float or here.parent is None:
            raise Refusal("a rule for something that isn't an integer", valid.loc)
        if value.high >= 1 << 63:
            raise Refusal("a rule for an unsigned number of 64 bits", valid.loc)
        context = Context(here.parent, here.domain, {"_": value})
        low, high = value.low, value.high

        def check(condition: plan.Expr) -> None:
            self._steps.check(here.domain, condition, here.path, here.guard)

        def number(expr: Expr) -> Num:
            return self.evaluation.number(expr, context)

        if valid.eq is not None:
            check(Binary("==", value.expr, number(valid.eq).expr))
        if valid.min is not None:
            least = number(valid.min)
            check(Binary("<=", least.expr, value.expr))
            low = max(low, least.low)
        if valid.max is not None:
            most = number(valid.max)
            check(Binary("<=", value.expr, most.expr))
            high = min(high, most.high)
        if valid.any_of:
            check(_is_one_of(value.expr, [number(v).expr for v in valid.any_of]))
        if valid.in_enum and entry.enum is not None:
            if any(not LOWEST <= e.value <= HIGHEST for e in self._library.enums[entry.enum].entries):
                raise Refusal("an enum of more than 64 bits", entry.loc)
            check(_is_one_of(value.expr, [Const(e.value) for e in self._library.enums[entry.enum].entries]))
        if valid.expr is not None:
            check(number(valid.expr).expr)
        return replace(value, low=low, high=max(low, high)) if here.guard is None else value

    def _validate_piece(self, valid: Valid, value: Piece, here: Place, owner: Structure) -> None:
        """Check bytes or text by the rules for them."""
        if valid.min is not None or valid.max is not None or valid.in_enum:
            raise Refusal("which of two texts comes first", valid.loc)
        context = Context(owner, here.domain, {"_": value}, here.guard)
        wanted = valid.any_of if valid.eq is None else (valid.eq,)
        if wanted:
            found = [self.evaluation.alike(value, one, context) for one in wanted]
            self._steps.check(here.domain, plan.any_of(*found), here.path, here.guard)
        if valid.expr is not None:
            self._steps.check(here.domain, self.evaluation.number(valid.expr, context).expr, here.path, here.guard)

    # --- lists -------------------------------------------------------------------------------------------------------

    def _sequence(self, entry: Entry, here: Place) -> tuple[Value, plan.Expr]:
        assert here.parent is not None
        assert entry.count is not None
        index = next(i for i, e in enumerate(self._plans[here.parent.type].entries) if e is entry)
        size = self._sizes.elements[here.parent.type, index]
        if entry.attribute.until_zeros:
            raise Refusal("a list that ends at zeros, other than the records of a file", entry.loc)
        if self._inside.never_ends(entry) and not isinstance(entry.item, Bits):
            raise Refusal("a list up to the end of a stream whose elements leave a part of a byte", entry.loc)
        if self._is_described(entry, here) and not size.bytes:
            return self._unrolled(entry, here)
        if not size.bytes and entry.count.kind == "eos" and not isinstance(entry.item, Bits):
            return self._run(entry, here)
        if entry.count.kind == "until" and not isinstance(entry.item, Bits):
            return self._up_to_last(entry, here, size.bytes)
        if not size.bytes and entry.count.expr is not None and self.evaluation.header is not None:
            known = self.evaluation.value(entry.count.expr, self._context(here.parent, here.guard))
            if isinstance(known, Num) and isinstance(known.expr, plan.Entry) and known.domain == here.domain:
                return self._varied(entry, here, known, known.expr)
        count = self._count(entry, here, size.bytes)
        alike = not isinstance(entry.item, Choice) or entry.item.once
        if (isinstance(entry.item, (Bits, Choice)) and alike) or offsets_of(self._library, entry.item) is not None:
            return self._vector(entry, here, count)
        if size.bytes:
            return self._array(entry, here, count, size.bytes)
        return self._elements(entry, here, count)

    def _count(self, entry: Entry, here: Place, size: int | None) -> Num:
        assert here.parent is not None
        assert entry.count is not None
        if entry.count.kind == "expr":
            assert entry.count.expr is not None
            count = self.evaluation.number(entry.count.expr, self._context(here.parent, here.guard))
            if isinstance(count.expr, plan.Given):
                few = Binary("<=", count.expr, Const(1 << 40))
                self._steps.check(here.domain, few, here.path, here.guard)
            elif count.high > 1 << 40:
                count = self.evaluation.exact(count)
                self._steps.check(here.domain, Binary("<=", count.expr, Const(1 << 40)), here.path, here.guard)
            if count.low < 0:
                self._steps.check(here.domain, Binary("<=", Const(0), count.expr), here.path, here.guard)
            named = count.expr
        elif entry.count.kind == "eos" and size:
            left = difference(here.stream.end, here.position)
            self._steps.check(
                here.domain, Binary("==", Binary("%", left, Const(size)), Const(0)), here.path, here.guard
            )
            named = self._steps.let(here.domain, f"{here.path}#", Binary("//", left, Const(size)))
        else:
            raise Refusal("a list that ends where its elements say", entry.loc)
        return Num(here.domain, choose(here.guard, named, Const(0)), 0, 1 << 40)

    def _array(self, entry: Entry, here: Place, count: Num, size: int) -> tuple[Value, plan.Expr]:
        """Elements of one size: each can be found by its number."""
        whole = scaled(count.expr, size)
        self._need(here, whole)
        found = Sequence(here.domain, count, here.position, entry, stride=size, present=here.guard)
        found.proven_at = len(self._steps.written)
        found.address = choose(here.guard, here.position, here.stream.base)
        found.make = self._maker(entry, here, found.address)
        if not self._is_plain(entry):
            self._each(entry, here, found)
        return found, total(here.position, whole)

    def _maker(self, entry: Entry, here: Place, start: plan.Expr) -> Callable[[str, plan.Expr], Value]:
        """What reads an element of a list whose elements have one size, at an address of a domain; the first one is at
        ``start``, and what they ask for has been checked."""

        def make(domain: str, address: plan.Expr) -> Value:
            levels = self._steps.levels(here.domain, domain)
            assert levels is not None
            stream = replace(here.stream.below(domain, levels), base=lowered(start, levels))
            with self._steps.silence():
                value, _ = self.one(entry, Place(domain, address, stream, here.parent, here.path), None)
            return value

        return make

    def _each(self, entry: Entry, here: Place, found: Sequence) -> None:
        """Look at every element of an array."""
        child = self._steps.elements(here.domain, found.count.expr, here.path)
        first = lowered(found.address, 1)
        assert found.stride is not None
        position = total(first, scaled(Index(), found.stride))
        stream = here.stream.below(child, 1)
        place = Place(child, position, stream, here.parent, here.path)
        self._steps.trust(child, position, Const(found.stride), stream.end)
        element, _ = self.one(entry, place, Num(child, Index(), 0, plan.MOST_ELEMENTS))
        found.child, found.element = child, element
        found.ends = Last(child, total(position, found.stride), found.address)

    def each(self, found: Sequence, at: Expr) -> tuple[str, Value]:
        """The domain of a list's elements, and the element.

        Raises:
            Refusal: its elements are none that can be looked at one by one.
        """
        if found.child is None:
            if found.make is None or found.stride is None:
                raise Refusal("the elements of this list", at.loc)
            child = self._steps.elements(found.domain, found.count.expr, found.entry.name)
            address = total(lowered(found.address, 1), scaled(Index(), found.stride))
            found.child, found.element = child, found.make(child, address)
            found.ends = Last(child, total(address, found.stride), found.address)
        assert found.element is not None
        return found.child, found.element

    def _elements(self, entry: Entry, here: Place, count: Num) -> tuple[Value, plan.Expr]:
        """Elements that differ in size: each begins where the one before ends."""
        assert entry.count is not None
        smallest = entry.count.smallest // 8
        if smallest:
            self._need(here, scaled(count.expr, smallest))
        child = self._steps.elements(here.domain, count.expr, here.path)
        stream = here.stream.below(child, 1)
        index = Num(child, Index(), 0, plan.MOST_ELEMENTS)
        begin = self._begin(entry, here, Place(child, plan.Given(plan.BEGIN), stream, here.parent, here.path), index)
        position = self._steps.let(child, f"{here.path}@", begin)
        element, end = self.one(entry, Place(child, position, stream, here.parent, here.path), index)
        ends = Last(child, end, here.position)
        found = Sequence(here.domain, count, here.position, entry, child, element, present=here.guard, ends=ends)
        behind = self._steps.let(here.domain, f"{here.path}>", ends)
        return found, behind

    def _run(self, entry: Entry, here: Place) -> tuple[Value, plan.Expr]:
        """Elements up to the end of the stream, which differ in size: each begins where the one before ends."""
        step = len(self._steps.written)
        child = self._steps.run(here.domain, here.path)
        stream = here.stream.below(child, 1)
        inside = Place(child, plan.Begin(), stream, here.parent, here.path)
        element, end = self.one(entry, inside, Num(child, Index(), 0, plan.MOST_ELEMENTS))
        nowhere = self._steps.somewhere(here.domain)
        first, high = choose(here.guard, here.position, nowhere), choose(here.guard, here.stream.end, nowhere)
        self._steps.ran(step, child, first, end, high, here.path)
        count = Num(here.domain, plan.Count(child), 0, plan.MOST_ELEMENTS)
        return Sequence(here.domain, count, here.position, entry, child, element, present=here.guard), here.stream.end

    def _up_to_last(self, entry: Entry, here: Place, size: int | None) -> tuple[Value, plan.Expr]:
        """Elements up to the first one that says that it is the last; ``size``: how large they are, where all are
        alike."""
        assert here.parent is not None
        assert entry.count is not None
        assert entry.count.expr is not None
        self._need(here, Const(1))
        step = len(self._steps.written)
        child = self._steps.run(here.domain, here.path)
        stream = here.stream.below(child, 1)
        index = Num(child, Index(), 0, plan.MOST_ELEMENTS)
        element, end = self.one(entry, Place(child, plan.Begin(), stream, here.parent, here.path), index)
        # Where reading has come to is behind the element, for the structure that has the list.
        around = replace(
            here.parent,
            domain=child,
            stream=stream,
            position=end,
            instances=dict(here.parent.instances),
            present=None if here.parent.present is None else lowered(here.parent.present, 1),
            splits=self._inside.ends(entry),
        )
        context = Context(around, child, {"_": element, "_index": index})
        last = self._steps.let(child, f"{here.path}<last>", self.evaluation.number(entry.count.expr, context).expr)
        nowhere = self._steps.somewhere(here.domain)
        first, high = choose(here.guard, here.position, nowhere), choose(here.guard, here.stream.end, nowhere)
        self._steps.ran(step, child, first, end, high, here.path, last, here.guard)
        count = Num(here.domain, plan.Count(child), 0, plan.MOST_ELEMENTS)
        ends = Last(child, end, here.position)
        found = Sequence(here.domain, count, here.position, entry, child, element, present=here.guard, ends=ends)
        if size:
            found.stride, found.address, found.make = size, first, self._maker(entry, here, first)
            found.proven_at = len(self._steps.written)
        return found, self._steps.let(here.domain, f"{here.path}>", ends)

    def _varied(self, entry: Entry, here: Place, count: Num, by: plan.Entry) -> tuple[Value, plan.Expr]:
        """A list that an entry of a list of the header's describes, one that the record chooses: each of its elements
        has a size that is known when the entry is."""
        if self.evaluation.decisions is not None or here.guard is not None:
            raise Refusal("a list that an entry describes inside another one, or under a condition", entry.loc)
        name = f"{here.path}[*]"
        found = Sequence(here.domain, count, here.position, entry, unrolled=name)
        index = Num(here.domain, plan.Given(plan.COLUMN), 0, plan.MOST_ELEMENTS)
        at, guard = plan.Get(f"{name}@"), plan.Get(f"{name}?")
        inside = replace(here, position=at, guard=guard)
        variants: list[plan.Variant] = []
        opened, explores = list(self._open), self.explores

        def read() -> None:
            self._open[:] = opened
            self.explores = False
            with self._steps.trial():
                size = constant(difference(self.one(entry, inside, index)[1], at))
            self.explores = explores
            if size is None:
                raise Refusal(
                    "elements of a list that an entry describes, of a size that isn't in the header", entry.loc
                )
            steps: list[plan.Step] = []
            try:
                with self._steps.apart() as steps:
                    self._steps.trust(here.domain, at, Const(size), here.stream.end, guard)
                    element, _ = self.one(entry, inside, index)
            except Refusal:
                variants.append(plan.Variant(self.evaluation.when(), (), plan.add(at, size), aside=True))
                return
            variants.append(plan.Variant(self.evaluation.when(), tuple(steps), plan.add(at, size)))
            found.variants.append((self.evaluation.decisions or (), element))

        try:
            self.evaluation.alternatives((), read)
        finally:
            self.explores, self._open[:] = explores, opened
        if not found.variants:
            raise Refusal("a list that an entry describes, none of whose elements the kernel can read", entry.loc)
        self._steps.unroll(
            plan.Unrolled(
                name=name,
                domain=here.domain,
                count=by,
                first=here.position,
                steps=(),
                variants=tuple(variants),
                list=by.list,
                by=by.index,
                low=here.stream.base,
                high=here.stream.end,
            )
        )
        return found, plan.Get(f"{name}>")

    def _begin(self, entry: Entry, here: Place, inside: Place, index: Num) -> plan.Expr:
        """Where an element begins, which is read at ``inside`` to find out where it ends."""
        step = len(self._steps.written)
        with self._steps.trial():
            _, end = self.one(entry, inside, index)
            names = self._steps.names.get(inside.domain, {})
            if weight(end, names) <= _SMALL:
                known = inlined(end, names)
                if not any(
                    node == inside.position or (isinstance(node, Load) and not self._steps.is_proven(node, step))
                    for node in nodes(known)
                ):
                    return Previous(known, here.position)
            low = here.stream.base if loads_elsewhere(end, names, inside.position) else None
            return Chain(here.position, self._steps.naming(inside.domain), end, here.stream.end, here.path, low)

    def _is_described(self, entry: Entry, here: Place) -> bool:
        """Whether the header says how many elements a list has, and each of them may be another."""
        assert here.parent is not None
        assert entry.count is not None
        if isinstance(entry.item, Bits) or entry.count.kind != "expr" or self.evaluation.header is None:
            return False
        if isinstance(entry.item, Choice) and entry.item.once:
            return False
        assert entry.count.expr is not None
        count = self.evaluation.value(entry.count.expr, self._context(here.parent))
        return isinstance(count, Num) and isinstance(count.expr, plan.Given)

    def _unrolled(self, entry: Entry, here: Place) -> tuple[Value, plan.Expr]:
        """A list with one element per column of the header: each is read in the way that the header decides."""
        assert here.parent is not None
        assert entry.count is not None
        assert entry.count.expr is not None
        if here.domain != plan.RECORDS or self.evaluation.decisions is not None:
            raise Refusal("a list that the header describes inside another list", entry.loc)
        count = self.evaluation.number(entry.count.expr, self._context(here.parent))
        if not entry.count.smallest:
            left = difference(here.stream.end, here.position)
            few = Binary("<=", count.expr, plan.Given(plan.MOST_TURNS))
            self._steps.check(here.domain, Binary("|", few, Binary("<=", count.expr, left)), here.path, here.guard)
        name = f"{here.path}[*]"
        index = Num(here.domain, plan.Given(plan.COLUMN), 0, plan.MOST_ELEMENTS)
        found = Sequence(here.domain, count, here.position, entry, present=here.guard, unrolled=name)
        variants: list[plan.Variant] = []
        opened = list(self._open)

        def read() -> None:
            self._open[:] = opened  # an alternative before may have been left half read
            with self._steps.apart() as steps:
                element, end = self.one(entry, replace(here, position=plan.Get(f"{name}@")), index)
            if any(isinstance(step, plan.Elements | plan.Rows | plan.Unrolled) for step in steps):
                raise Refusal("lists in the elements of a list that the header describes", entry.loc)
            variants.append(plan.Variant(self.evaluation.when(), tuple(steps), end))
            found.variants.append((self.evaluation.decisions or (), element))

        self.evaluation.alternatives((), read)
        common = _common([variant.steps for variant in variants])
        variants = [replace(variant, steps=variant.steps[len(common) :]) for variant in variants]
        self._steps.unroll(plan.Unrolled(name, here.domain, count.expr, here.position, common, tuple(variants)))
        return found, plan.Get(f"{name}>")

    def _vector(self, entry: Entry, here: Place, count: Num) -> tuple[Value, plan.Expr]:
        """Values that nothing is asked of: bits, slots, or one of several types that is the same for all."""
        assert here.parent is not None
        if not self._is_plain(entry):
            raise Refusal("a list of bit fields or switches with rules", entry.loc)
        item = entry.item
        case: plan.Expr | None = None
        if isinstance(item, Bits):
            width: plan.Expr = Const(item.width)
        elif not isinstance(item, Choice):
            width = Const(0)
        else:
            if not item.once:
                raise Refusal("a switch that differs from element to element", entry.loc)
            on = self.evaluation.number(item.on, self._context(here.parent, here.guard))
            case = self._steps.let(here.domain, f"{here.path}:", self._case(item, on, entry))
            width = Lookup(case, tuple(self._width(each, entry) for _, each in item.cases))
        bits = Binary("*", width, count.expr) if constant(width) is None else scaled(count.expr, constant(width) or 0)
        size: plan.Expr = Binary("//", plan.add(bits, 7), Const(8))
        offsets = self._offsets(entry, here)
        if offsets is not None:
            size = self._slots(here, entry, count, case, offsets, size)
        size = self._steps.let(here.domain, f"{here.path}#bytes", size)
        self._need(here, size)
        validity = None
        if entry.masked_by is not None:
            mask = here.parent.fields.get(self._plans[here.parent.type].entries[entry.masked_by].name)
            validity = mask if isinstance(mask, Sequence) else None
        found = Sequence(here.domain, count, here.position, entry, case=case, validity=validity, present=here.guard)
        found.offsets = offsets
        return found, total(here.position, size)

    def _offsets(self, entry: Entry, here: Place) -> Sequence | None:
        """The list of offsets that the elements of a vector lie between, where they are slots."""
        items = [item for _, item in entry.item.cases] if isinstance(entry.item, Choice) else [entry.item]
        names = {name for item in items if (name := offsets_of(self._library, item)) is not None}
        if not names:
            return None
        assert here.parent is not None
        found = here.parent.fields.get(names.pop())
        if names or not isinstance(found, Sequence) or not isinstance(found.entry.item, Number):
            raise Refusal("slots between the offsets of several lists, or of none that is read before", entry.loc)
        if found.entry.item.size > 4:
            raise Refusal("slots between offsets of 64 bits", entry.loc)
        return found

    def _slots(
        self, here: Place, entry: Entry, count: Num, case: plan.Expr | None, offsets: Sequence, size: plan.Expr
    ) -> plan.Expr:
        """Look at the slots of a vector; gives its size, which otherwise is ``size``."""
        assert isinstance(offsets.entry.item, Number)
        number = offsets.entry.item
        cases = pivot_cases(self._library, self._plans, entry.item, entry.loc)
        slots: plan.Expr = count.expr
        if case is not None:
            slots = Binary("*", Lookup(case, tuple(int(bool(each.lists)) for each in cases)), slots)
        slots = self._steps.let(here.domain, f"{here.path}#slots", slots)
        there = Binary("<", Const(0), slots)
        enough = Binary("|", Binary("<=", slots, Const(0)), Binary("<", slots, offsets.count.expr))
        self._steps.check(here.domain, enough, here.path, None)
        nowhere = self._steps.somewhere(here.domain)
        first = Load(number.kind, Select(there, offsets.address, nowhere))
        last = Load(number.kind, Select(there, total(offsets.address, scaled(slots, number.size)), nowhere))
        case = Const(0) if case is None else case
        self._steps.slots(
            plan.Slots(
                domain=here.domain,
                case=case,
                cases=cases,
                count=slots,
                kind=number.kind,
                offsets=offsets.address,
                address=here.position,
                high=here.stream.end,
                field=here.path,
            )
        )
        return Select(there, difference(last, first), size)

    def _case(self, item: Choice, on: Num, entry: Entry) -> plan.Expr:
        values = [self._case_number(value, entry) for value, _ in item.cases]
        order = sorted(range(len(values)), key=lambda place: values[place])
        return Match(on.expr, tuple(values[place] for place in order), tuple(order))

    def _case_number(self, value: Expr | None, entry: Entry) -> int:
        match value:
            case EnumMember(enum, member):
                return next(e.value for e in self._library.enums[enum].entries if e.id == member)
            case Literal_(int() as number):
                return number
        raise Refusal("a default case in a list" if value is None else "a case that isn't a number", entry.loc)

    def _width(self, item: Item, entry: Entry) -> int:
        match item:
            case Number(_, size):
                return 8 * size
            case Bits(width):
                return width
            case Nested(type) if self._sizes.types[type].exact is not None:
                return self._sizes.types[type].exact or 0
            case Nested() if offsets_of(self._library, item) is not None:
                return 0
        raise Refusal("a case whose values differ in size", entry.loc)

    def _is_plain(self, entry: Entry) -> bool:
        """Whether nothing is asked of an element: all bytes are good."""
        if entry.valid is not None or entry.contents is not None:
            return False
        return isinstance(entry.item, Raw) or (entry.frame.kind == "none" and self._is_plain_item(entry.item))

    def _is_plain_item(self, item: Item) -> bool:
        match item:
            case Number() | Bits():
                return True
            case Nested(type, ()):
                if isinstance(self._library.types[type].order, CalculatedOrder):
                    return False
                entries = self._plans[type].sequence
                return all(e.count is None and e.condition is None and self._is_plain(e) for e in entries)
            case Choice(_, cases):
                return all(self._is_plain_item(case) for _, case in cases)
            case Nested() if offsets_of(self._library, item) is not None:
                return self._is_plain_slot(item)
        return False

    def _is_plain_slot(self, slot: Nested) -> bool:
        """Whether nothing is asked of what the lists in a slot hold."""
        todo, seen = [slot.type], {slot.type}
        while todo:
            for entry in self._plans[todo.pop()].sequence:
                if entry.valid is not None or entry.contents is not None:
                    return False
                inner = set(nested_types(entry.item)) - seen
                todo += inner
                seen |= inner
        return True


def merged(value: Alternatives) -> Value:
    """The value of a switch: an integer, bytes or text where all cases are such, which columns show as one."""
    numbers = [each for _, each in value.cases if isinstance(each, Num) and not each.is_float]
    pieces = [each for _, each in value.cases if isinstance(each, Piece)]
    if len(numbers) == len(value.cases):
        low, high = min(number.low for number in numbers), max(number.high for number in numbers)
        expr: plan.Expr = Const(0)
        for number in numbers:
            expr = choose(number.present, number.expr, expr)
        # Whether 64 bits are a number above all signed ones or one below zero, nothing tells any more.
        return value if low < 0 and high > HIGHEST else Num(value.domain, expr, low, high, present=value.present)
    if len(pieces) == len(value.cases) and len({(piece.is_text, piece.encoding) for piece in pieces}) == 1:
        found = pieces[0]
        for piece in pieces[1:]:
            address = choose(piece.present, piece.address, found.address)
            found = replace(found, address=address, length=choose(piece.present, piece.length, found.length))
        return replace(found, present=value.present)
    return value


def _common(lists: list[tuple[plan.Step, ...]]) -> tuple[plan.Step, ...]:
    """The steps that all lists begin with."""
    alike = takewhile(lambda steps: all(step == steps[0] for step in steps), zip(*lists, strict=False))
    return tuple(steps[0] for steps in alike)


def _is_one_of(value: plan.Expr, wanted: list[plan.Expr]) -> plan.Expr:
    known = sorted({number for number in map(constant, wanted) if number is not None})
    found: plan.Expr | None = None
    if known:
        found = Binary("<=", Const(0), Match(value, tuple(known), tuple(range(len(known)))))
    for expr in wanted:
        if constant(expr) is None:
            same = Binary("==", value, expr)
            found = same if found is None else Binary("|", found, same)
    return found if found is not None else Const(0)


def _is_whole(entry: Entry, bits: int) -> bool:
    """Whether a field of bits, so many behind the last byte that is read, is whole bytes that may be left out: nothing
    shares a byte with it."""
    return entry.condition is not None and bits % 8 == 0 and isinstance(entry.item, Bits) and entry.item.width % 8 == 0


def _bytes_number(address: plan.Expr, size: int, order: str) -> plan.Expr:
    """The number that ``size`` bytes make, 1 to 8 of them."""
    if size == 1:
        return Load("u1", address)
    if size in (2, 4, 8):
        return Load(f"u{size}{order}", address)
    large = 4 if size > 4 else 2
    first = _bytes_number(address, large, order)
    rest = _bytes_number(plan.add(address, large), size - large, order)
    if order == "le":
        return Binary("|", first, Binary("<<", rest, Const(8 * large)))
    return Binary("|", Binary("<<", first, Const(8 * (size - large))), rest)


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
