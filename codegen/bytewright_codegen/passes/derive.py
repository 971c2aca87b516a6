"""Derive plans: which fields follow from others, inferred from sizes, counts, constants and ``-derive``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from bytewright_codegen.diagnostics import Diagnostic, SpecErrors
from bytewright_codegen.ir.expressions import Binary, Compare, Expr, Item, Literal_, Member, Name, beginning
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import (
    Attribute,
    BitsWire,
    IntWire,
    Spec,
    StructWire,
    StrWire,
    SwitchWire,
    ValueInstance,
    Wire,
)
from bytewright_codegen.ir.values import IntValue, StructValue
from bytewright_codegen.ir.walk import asks_index, asks_stream, children, is_constant, structures_in
from bytewright_codegen.passes.clues import Clues, Fact
from bytewright_codegen.passes.dependencies import Dependencies
from bytewright_codegen.passes.isolate import Isolation, Reference, names_any
from bytewright_codegen.passes.sizes import Sizes
from bytewright_codegen.passes.slots import present_by_size
from bytewright_codegen.plans.reading import Choice, Entry, Number, Raw, RecordPlan, Text
from bytewright_codegen.plans.writing import (
    QUANTITY,
    Answer,
    ChecksumOf,
    Closing,
    Clue,
    Constant,
    CountOf,
    EntryWriting,
    Equation,
    Inferred,
    LengthOf,
    NullsOf,
    Path,
    PositionOf,
    PresenceOf,
    Ruled,
    Settled,
    SizeOf,
    Solve,
    Told,
    ValidityOf,
    WritingPlan,
)


def derive(library: Library, spec: Spec, plans: tuple[RecordPlan, ...], known: Sizes) -> tuple[WritingPlan, ...]:
    """The derive plan of every type of a spec, in the order of its record plans.

    Args:
        library: the resolved specs.
        spec: the spec to plan.
        plans: its record plans.
        known: the sizes of its types.

    Raises:
        SpecErrors: a ``-derive`` names something that is not there.
    """
    return _Deriver(library, spec, plans, known).plan()


@dataclass(frozen=True, slots=True)
class _Demand:
    """What is measured when an entry is written is to be what an expression gives.

    ``kind``: its number of elements, its size, its place, or what a structure of it tells of the parameter ``name`` of
    ``type``, which ``cause`` measured."""

    kind: Literal["count", "size", "place", "argument"]
    owner: str
    entry: Entry
    expr: Expr
    type: str = ""
    name: str = ""
    cause: _Demand | None = None

    @property
    def key(self) -> tuple[str, int, str, str, Expr]:
        """What identifies the use of a parameter: cases of a switch may give it different arguments."""
        return self.owner, self.entry.index, self.type, self.name, self.expr

    @property
    def first(self) -> _Demand:
        """What is measured in the end, behind all parameters."""
        return self if self.cause is None else self.cause.first


@dataclass(frozen=True, slots=True)
class _Counted:
    """A list that a count counts: its place, the way to it, how the count follows, whether it is always there."""

    place: tuple[str, int]
    path: Path
    value: Expr
    certain: bool


class _Deriver:
    def __init__(self, library: Library, spec: Spec, plans: tuple[RecordPlan, ...], known: Sizes) -> None:
        self._types = library.types
        self._spec = spec
        self._plans = plans
        self._sizes_of = known.attributes
        self._isolation = Isolation(library.types)
        self._dependencies = Dependencies(library)
        self._equations: dict[tuple[str, int], Equation] = {}
        self._open: list[_Demand] = []
        self._counts: dict[tuple[str, int], dict[tuple[str, tuple[str, ...]], list[_Counted]]] = {}
        self._settled: dict[tuple[str, int], list[Settled]] = {}
        self._sizes: dict[tuple[str, int], list[Answer]] = {}
        self._lengths: dict[tuple[str, int], list[Answer]] = {}
        self._answered_places: dict[tuple[str, int], list[Answer]] = {}
        self._clues = Clues(library)
        self._told_of: dict[tuple[str, int], dict[tuple[str, tuple[str, ...]], dict[Path, Clue]]] = {}
        self._closings: dict[tuple[str, int], list[Closing]] = {}
        self._closed: set[tuple[str, int]] = set()
        self._known_parameters: set[tuple[str, str]] = set()
        self._passed: dict[tuple[str, int, str, str, Expr], list[Answer]] = {}
        self._tells: dict[tuple[str, int], list[_Demand]] = {}
        self._before: dict[tuple[str, int], list[Solve]] = {}
        self._after: dict[tuple[str, int], list[Solve]] = {}
        self._otherwise: dict[tuple[str, int], Solve] = {}
        self._absences: dict[tuple[str, int], list[Answer]] = {}
        self._places: dict[tuple[str, int], Solve] = {}
        self._deciding: dict[tuple[str, int], list[tuple[tuple[str, int], Expr]]] = {}
        self._noted: set[tuple[str, int]] = set()
        self._sized: dict[tuple[str, int], list[_Demand]] = {}
        self._common: set[tuple[str, int]] = set()
        self._problems: list[Diagnostic] = []
        self._reached = _reached(library)

    def plan(self) -> tuple[WritingPlan, ...]:
        for plan in self._plans:
            for entry in plan.written:
                self._stated(plan.type, entry)
        self._settle()
        for plan in self._plans:
            for entry in plan.written:
                self._rule(plan.type, entry)
        self._note_common_sizes()
        for plan in self._plans:
            for entry in plan.written:
                self._tell(plan.type, entry)
        if self._problems:
            raise SpecErrors(tuple(self._problems))
        return tuple(
            WritingPlan(
                plan.type,
                tuple(self._writing(plan.type, entry) for entry in plan.entries),
                tuple(
                    self._note(demand) for demand in self._open if demand.owner == plan.type and self._unsaid(demand)
                ),
            )
            for plan in self._plans
        )

    def _add(self, owner: str, entry: Entry, quantity: object) -> None:
        self._equations[owner, entry.index] = Equation(owner, entry.index, entry.name, quantity, entry.loc)  # type: ignore[arg-type]

    # --- what the spec states ---------------------------------------------------------------------------------

    def _stated(self, owner: str, entry: Entry) -> None:
        attribute = entry.attribute
        if entry.checksum is not None:
            self._add(owner, entry, ChecksumOf(entry.checksum))
            self._noted |= {(b.owner, b.field) for b in (entry.checksum.start, entry.checksum.end)}
        elif attribute.validity_of is not None:
            self._add(owner, entry, ValidityOf(attribute.validity_of))
        elif attribute.derive is not None:
            self._derived(owner, entry, attribute)
        elif entry.named and entry.count is None:
            always = entry.valid.eq if entry.valid is not None else None
            if always is not None and is_constant(always):
                self._add(owner, entry, Constant(always))

    def _rule(self, owner: str, entry: Entry) -> None:
        """Note that a field is what its rule says, where nothing else says it.

        Only a number may rest on a late field, as it can be another one until that is known."""
        rule = entry.valid.eq if entry.valid is not None else None
        if rule is None or (owner, entry.index) in self._equations or not entry.named or entry.placed:
            return
        if entry.count is not None or not isinstance(entry.item, Number | Text | Raw):
            return
        if (owner, entry.index) in self._dependencies(rule).fields:
            return
        if isinstance(entry.item, Number) or not self._late(owner, rule, 8):
            self._add(owner, entry, Ruled(rule))

    def _derived(self, owner: str, entry: Entry, attribute: Attribute) -> None:
        derive = attribute.derive
        assert derive is not None
        if derive.kind == "nulls-of":
            choices = dict(derive.choices)
            self._add(owner, entry, NullsOf(derive.path, choices["all"], choices["none"], choices["some"]))
        elif derive.kind == "presence-of":
            assert isinstance(derive.path, Member)
            assert isinstance(derive.path.target, Item)
            assert isinstance(derive.path.target.target, Name)
            assert derive.at is not None
            items, member = derive.path.target.target.name, derive.path.name
            self._add(owner, entry, PresenceOf(items, member, derive.at, derive.where))
        elif derive.kind == "value":
            self._add(owner, entry, Constant(derive.path))
        else:
            steps = self._way(owner, derive.path)
            if steps is None:
                self._problems.append(Diagnostic(derive.loc, f"{derive.kind} names no field that can be placed"))
                return
            path, target, repeated_at = steps
            base = self._base(owner, derive.relative_to)
            end = derive.kind == "end-of"
            self._add(
                owner, entry, PositionOf(path, derive.when_empty, base, derive.unless is None, end, derive.unless)
            )
            climb = len(path.steps) - 1
            holder, field = target
            if entry.count is not None and (end or derive.unless is not None):
                message = "'end-of' and 'unless' stand on a number, not on a list"
                self._problems.append(Diagnostic(derive.loc, message))
                return
            if _names_elements(derive.path):
                if climb or entry.count is None or not structures_in(self._wire(target)):
                    self._problems.append(Diagnostic(derive.loc, "position-of names elements that can't be placed"))
                    return
                solve = Solve(0, entry.index, entry.name, None, True, each=True, relative_to=base)
                self._before.setdefault(target, []).append(solve)
                return
            index_climb = climb - 1 - repeated_at if repeated_at is not None else 0
            listed = entry.count is not None
            solve = Solve(
                climb,
                entry.index,
                entry.name,
                None,
                listed,
                index_climb,
                relative_to=base,
                unless=derive.unless,
                end=end,
            )
            (self._after if end else self._before).setdefault((holder, field), []).append(solve)
            for other in derive.also:
                found = self._way(owner, other)
                if found is None or len(found[0].steps) > 1:
                    self._problems.append(Diagnostic(derive.loc, "of several, 'end-of' names fields beside this one"))
                    return
                self._after.setdefault(found[1], []).append(replace(solve, climb=0))
            if entry.count is not None:
                self._after.setdefault((holder, field), []).append(replace(solve, offset=1))

    def _base(self, owner: str, relative_to: Expr | None) -> int | None:
        """The entry from which places are counted."""
        if not isinstance(relative_to, Name):
            return None
        found = next(i for i, a in enumerate(self._types[owner].attributes) if a.id == relative_to.name)
        self._noted.add((owner, found))
        return found

    def _way(self, owner: str, path: Expr) -> tuple[Path, tuple[str, int], int | None] | None:
        """The steps of a path down from ``owner``, the type and index of the field at its end, which step repeats."""
        ids: list[str] = []
        node = path
        while True:
            if isinstance(node, Item):
                node = node.target
            elif isinstance(node, Member):
                ids.append(node.name)
                node = node.target
            elif isinstance(node, Name):
                ids.append(node.name)
                break
            else:
                return None
        steps: list[tuple[str, bool]] = []
        holder, repeated = owner, None
        for depth, id in enumerate(reversed(ids)):
            found = next(((i, a) for i, a in enumerate(self._types[holder].attributes) if a.id == id), None)
            if found is None:
                return None
            index, attribute = found
            steps.append((id, attribute.repeat is not None))
            if depth == len(ids) - 1:
                return Path(tuple(steps)), (holder, index), repeated
            if attribute.repeat is not None:
                repeated = depth
            if not isinstance(attribute.wire, StructWire):
                return None
            holder = attribute.wire.type
        return None

    # --- counts, sizes and places ---------------------------------------------------------------------------------

    def _asked(self) -> list[_Demand]:
        """What counts, sizes and places ask for, in the order in which they are settled."""
        counts, sizes, places = [], [], []
        for plan in self._plans:
            for entry in plan.written:
                count = entry.count.expr if entry.count is not None and entry.count.kind == "expr" else None
                size, position = entry.frame.size, entry.attribute.position
                if count is not None and entry.named and (plan.type, entry.index) not in self._equations:
                    counts.append(_Demand("count", plan.type, entry, count))
                if size is not None and entry.named:
                    sizes.append(_Demand("size", plan.type, entry, size))
                if position is not None:
                    places.append(_Demand("place", plan.type, entry, position))
        return [*counts, *sizes, *places]

    def _settle(self) -> None:
        """Settle what can be: first what rests on one field, then what rests on one that nothing else says."""
        self._open = [*self._asked(), *self._passed_on()]
        again = True
        while again:
            again = False
            for sole in (True, False):
                for demand in list(self._open):
                    chosen = self._chosen(demand, sole)
                    if chosen is None:
                        continue
                    self._open.remove(demand)
                    again = True
                    for reference in chosen:
                        self._answer(demand, reference)
                if again:
                    break
        self._settle_counts()
        self._prefer_plain_places()
        for demand in list(self._open):
            if demand.kind == "size" and demand.entry.placed:
                self._settle_next(demand)

    def _prefer_plain_places(self) -> None:
        """Where a field says where several things lie, let it be that which lies just there; the others follow."""
        for users in self._deciding.values():
            plain = {place for place, value in users if isinstance(value, Name) and value.name == QUANTITY}
            for place, _ in users if plain else ():
                if place not in plain:
                    self._places.pop(place, None)
                    self._answered_places.pop(place, None)

    def _settle_next(self, demand: _Demand) -> None:
        """Settle the place of what lies behind something by its size, where that is the distance of the two."""
        decided = self._decided(demand.owner, demand.entry)
        fields = [r for r in self._isolation.of_elements(demand.expr) if not (r.parameter or r.digits or r.element)]
        behind = [r for r in fields if (r.owner, self._index(r)) == decided and self._can_hold(r)]
        if len(behind) != 1:
            return
        self._open.remove(demand)
        answer = self._as_answer(demand, behind[0], self._index(behind[0]))
        self._sizes.setdefault((demand.owner, demand.entry.index), []).append(replace(answer, again=demand.expr))

    def _decided(self, owner: str, entry: Entry) -> tuple[str, int] | None:
        """The field of a structure that says where an entry of it lies."""
        plain = self._places.get((owner, entry.index))
        if plain is not None:
            return None if plain.climb else (owner, plain.field)
        for answer in self._answered_places.get((owner, entry.index), ()):
            if answer.way is None and answer.field is not None:
                return owner, answer.field
        return None

    def _chosen(self, demand: _Demand, sole: bool) -> list[Reference] | None:
        """The fields for which an equation is solved; None where that can't be said (yet)."""
        found = [r for r in self._isolation(demand.expr) if self._can_hold(r)]
        if demand.owner not in self._reached:  # what is never written says nothing of what is
            found = [r for r in found if r.owner not in self._reached]
        if sole:
            return found if found and _exclusive(found) else None
        unknown = [r for r in found if not self._is_known(r)]
        if any(
            r.joined is not None and r.joined == other.joined
            for r in unknown
            for other in found
            if other not in unknown
        ):
            return None
        return unknown if unknown and _exclusive(unknown) else None

    def _can_hold(self, reference: Reference) -> bool:
        """Whether a number can be put where a reference leads."""
        if reference.digits is not None:
            return self._spelled_in(reference) is not None
        if reference.parameter:
            return reference.way is None and reference.element is None
        attribute = self._types[reference.owner].fields[self._index(reference)]
        if (attribute.repeat is not None) != (reference.element is not None) or attribute.contents is not None:
            return False
        if reference.base:
            return isinstance(attribute.wire, StrWire) and attribute.repeat is None
        wire = attribute.wire
        return isinstance(wire, IntWire) or (isinstance(wire, BitsWire) and not _is_flag(attribute))

    def _is_known(self, reference: Reference) -> bool:
        if reference.parameter:
            return (reference.owner, reference.name) in self._known_parameters
        if reference.digits is not None:
            return self._spelled_in(reference) in self._equations
        return (reference.owner, self._index(reference)) in self._equations

    def _spelled_in(self, reference: Reference) -> tuple[str, int] | None:
        """The field whose structure spells a number."""
        way = reference.way
        if not isinstance(way, Name | Member) or way.binding != "attribute" or way.owner is None:
            return None
        found = next((i, a) for i, a in enumerate(self._types[way.owner].fields) if a.id == way.name)
        is_one = found[1].repeat is None and isinstance(found[1].wire, StructWire) and found[1].condition is None
        return (way.owner, found[0]) if is_one and self._is_own(way.owner) else None

    def _index(self, reference: Reference) -> int:
        fields = self._types[reference.owner].fields
        return next(i for i, a in enumerate(fields) if a.id == reference.name)

    def _answer(self, demand: _Demand, reference: Reference) -> None:
        """Note that what a demand measures settles a field."""
        if demand.kind == "count" and self._counted(demand, reference):
            return
        if reference.parameter:
            self._answer_parameter(demand, reference)
            return
        again = self._same_bytes(reference)
        if again is not None:
            self._answer(demand, again)
        key = self._spelled_in(reference) if reference.digits else (reference.owner, self._index(reference))
        assert key is not None
        known = self._equations.get(key)
        if known is not None and demand.kind == "place":
            if key not in self._deciding:
                return
        elif known is not None and not isinstance(known.quantity, SizeOf | LengthOf):
            return
        is_plain = self._is_own(reference.owner) and reference.digits is None
        plain = self._plain(demand, reference) if is_plain else None
        if known is None and self._is_own(key[0]):
            target = self._types[key[0]].fields[key[1]]
            quantity = self._quantity(demand, reference, key, certain=plain is not None)
            self._equations[key] = Equation(
                *key, target.id or "", quantity, target.loc, reference.base, reference.shared, reference.digits
            )
        place = (demand.owner, demand.entry.index)
        if demand.kind == "size" and reference.element is None:
            self._sized.setdefault(key, []).append(demand)
            if self._is_common(demand, reference):
                self._common.add(key)
        if demand.kind == "place":
            self._deciding.setdefault(key, []).append((place, reference.value))
        if plain is not None and demand.kind == "size":
            self._after.setdefault(place, []).append(plain)
            absent = self._absent(demand.owner, demand.entry, key)
            if absent is not None:
                self._otherwise[place] = replace(plain, value=absent)
        elif plain is not None and demand.kind == "place":
            self._places[place] = plain
            absent = self._absent(demand.owner, demand.entry, key)
            if absent is not None:
                self._otherwise[place] = replace(plain, value=absent)
        else:
            answer = self._as_answer(demand, reference, key[1])
            self._measured(demand).append(answer)
            absent = self._absent(demand.owner, demand.entry, key) if demand.kind in ("size", "place") else None
            if absent is not None and not reference.base and reference.digits is None:
                self._absences.setdefault(place, []).append(replace(answer, values=(absent,), again=None))

    def _is_common(self, demand: _Demand, reference: Reference) -> bool:
        """Whether a field says the same size of several things: of the elements of a list, or of what lies in such."""
        if not _can_be_filled_up(demand.entry) or asks_index(demand.expr):
            return False
        if demand.entry.count is not None:
            return True
        descent = self._isolation.descent(demand.owner, reference.way)
        down = self._path_down(demand.owner, descent[0]) if descent is not None else None
        return down is not None and any(repeated for _, repeated in down)

    def _note_common_sizes(self) -> None:
        """Let fields that say the size of several things be that of the largest."""
        for key in self._common:
            known = self._equations.get(key)
            if known is not None and isinstance(known.quantity, SizeOf):
                self._equations[key] = replace(known, quantity=replace(known.quantity, certain=False, largest=True))

    def _fills(self, owner: str, entry: Entry) -> bool:
        """Whether an entry is filled up to a size that others share."""
        return _can_be_filled_up(entry) and any(
            demand.owner == owner and demand.entry.index == entry.index
            for key in self._common
            for demand in self._sized[key]
        )

    def _same_bytes(self, reference: Reference) -> Reference | None:
        """The field of the sequence that always lies where a number with a constant place of its own does."""
        if reference.digits is not None or reference.base or reference.element is not None:
            return None
        number = self._types[reference.owner].fields[self._index(reference)]
        position = number.position
        if number.condition is not None or number.stream is not None or not isinstance(position, Literal_):
            return None
        assert isinstance(position.value, int)
        owner, way, left = reference.owner, reference.way, 8 * position.value
        while True:
            found = self._at(owner, left)
            if found is None:
                return None
            attribute, at = found
            if attribute.id is None or attribute.repeat is not None or attribute.condition is not None:
                return None
            if at == left and attribute.wire == number.wire:
                return replace(reference, way=way, owner=owner, name=attribute.id)
            if not isinstance(attribute.wire, StructWire) or attribute.process is not None:
                return None
            value = StructValue(attribute.wire.type)
            if way is None:
                way = Name(attribute.id, position.loc, value, "attribute", owner)
            else:
                way = Member(way, attribute.id, position.loc, value, "attribute", owner)
            owner, left = attribute.wire.type, left - at

    def _at(self, owner: str, place: int) -> tuple[Attribute, int] | None:
        """What always lies at a place of a structure, counted in bits, and where it begins."""
        at = 0
        for index, attribute in enumerate(self._types[owner].attributes):
            if at % 8 and not isinstance(attribute.wire, BitsWire):
                return None  # the rest of a byte may be dropped
            size = self._sizes_of[owner, index].exact
            if at == place or size is None or at + size > place:
                return attribute, at
            at += size
        return None

    def _plain(self, demand: _Demand, reference: Reference) -> Solve | None:
        """A reference as one to a field of this structure, or of one that it lies in, with just one solution."""
        descent = self._isolation.descent(demand.owner, reference.way)
        if demand.kind == "argument" or descent is None or descent[1] or demand.entry.count is not None:
            return None
        if not reference.exact or reference.element is not None or reference.when or reference.base:
            return None
        index = self._index(reference)
        if not isinstance(self._wire((reference.owner, index)), IntWire) or asks_stream(reference.value):
            return None
        if self._path_down(demand.owner, descent[0]) is None:
            return None
        return Solve(descent[0], index, reference.name, reference.value)

    def _as_answer(self, demand: _Demand, reference: Reference, field: int | None) -> Answer:
        again = None if reference.exact or reference.base else demand.expr
        return Answer(
            reference.way,
            field,
            reference.name,
            reference.element,
            reference.values,
            again,
            reference.when,
            reference.base,
            foreign=not self._is_own(reference.owner),
            digits=reference.digits,
            shared=reference.shared,
        )

    def _is_own(self, type: str) -> bool:
        return type.partition("::")[0] == self._spec.id

    def _quantity(
        self, demand: _Demand, reference: Reference, key: tuple[str, int], certain: bool
    ) -> SizeOf | LengthOf | PositionOf:
        """What a field is that a demand settles."""
        entry = demand.entry
        descent = self._isolation.descent(demand.owner, reference.way)
        down = None
        if descent is not None and not descent[1]:
            down = self._path_down(demand.owner, descent[0])
        last = (entry.name, entry.count is not None)
        path = Path((last,), demand.owner) if down is None else Path((*down, last))
        match demand.kind:
            case "size":
                absent = self._absent(demand.owner, entry, key)
                # Where a condition leaves it out, others may still ask for the size.
                always = entry.condition is None or absent is not None or present_by_size(entry.attribute)
                always = always and not self._decides(demand.owner, reference)
                return SizeOf(path, absent, certain and always)
            case "place":
                return PositionOf(path, None, certain=certain)
            case "argument" if demand.cause is None:
                return SizeOf(Path(((demand.name, False),), demand.type), certain=False)
            case "argument" if demand.first.kind != "count":
                return SizeOf(Path(((demand.first.entry.name, False),), demand.first.owner), certain=False)
        return LengthOf(path, certain=certain and entry.condition is None)

    def _measured(self, demand: _Demand) -> list[Answer]:
        """Where answers to a demand are noted."""
        place = (demand.owner, demand.entry.index)
        match demand.kind:
            case "argument":
                return self._passed[demand.key]
            case "count":
                return self._lengths.setdefault(place, [])
            case "place":
                return self._answered_places.setdefault(place, [])
        return self._sizes.setdefault(place, [])

    # --- parameters -----------------------------------------------------------------------------------------------

    def _answer_parameter(self, demand: _Demand, reference: Reference) -> None:
        """What is measured settles a parameter: then it settles what the argument for it is solved for."""
        self._measured(demand).append(self._as_answer(demand, reference, None))
        parameter = (reference.owner, reference.name)
        if parameter in self._known_parameters:
            return
        self._known_parameters.add(parameter)
        self._open += self._arguments(reference, demand)

    def _arguments(self, reference: Reference, demand: _Demand) -> list[_Demand]:
        """What the uses of a type ask for whose parameter is settled."""
        found = []
        at = next(i for i, p in enumerate(self._types[reference.owner].params) if p.id == reference.name)
        for plan in self._plans:
            for entry in plan.written:
                for wire in _structures(entry.attribute.wire):
                    if wire.type == reference.owner:
                        use = self._use(plan.type, entry, wire.type, reference.name, wire.args[at], demand)
                        found.append(use)
        return found

    # --- counts that are known early --------------------------------------------------------------------------------

    def _counted(self, demand: _Demand, reference: Reference) -> bool:
        """Note that a field is the number of elements of a list, where that is known before a byte is written."""
        if reference.parameter or reference.element is not None or reference.when or reference.base:
            return False
        if reference.digits is not None:
            return False
        key = (reference.owner, self._index(reference))
        if key in self._equations and key not in self._counts:
            return True
        descent = self._isolation.descent(demand.owner, reference.way)
        if descent is None or not isinstance(self._wire(key), IntWire | BitsWire):
            return False
        climb, below = descent
        down = self._path_down(demand.owner, climb)
        if down is None or not reference.exact or not self._is_early(reference.value, own=not climb and not below):
            return False
        entry = demand.entry
        path = Path((*down, (entry.name, True)))
        certain = not climb and not below and entry.condition is None and entry.attribute.default is None
        certain = certain and not entry.placed  # which may be left out
        counted = _Counted((demand.owner, entry.index), path, reference.value, certain)
        pivot = self._above(demand.owner, climb)
        self._counts.setdefault(key, {}).setdefault((pivot, below), []).append(counted)
        self._settle_counts()
        return True

    def _is_early(self, value: Expr, *, own: bool) -> bool:
        """Whether a solution can be computed before a byte is written; ``own``: also if it asks for other fields."""
        if isinstance(value, Name) and value.name == QUANTITY:
            return True
        if isinstance(value, Name | Member | Item) and (not own or asks_stream(value) or self._late("", value, 8)):
            return False
        return all(self._is_early(child, own=own) for child in children(value))

    def _above(self, owner: str, climb: int) -> str:
        for _ in range(climb):
            owner = self._types[owner].parent_type or owner
        return owner

    def _passed_on(self) -> list[_Demand]:
        """What the uses of other specs' types ask for: what these measure of their parameters is known to them only."""
        found = []
        measured = self._measured_parameters()
        for plan in self._plans:
            for entry in plan.written:
                for wire in _structures(entry.attribute.wire):
                    if self._is_own(wire.type):
                        continue
                    for parameter, argument in zip(self._types[wire.type].params, wire.args, strict=True):
                        if isinstance(parameter.value, IntValue) and (wire.type, parameter.id) in measured:
                            found.append(self._use(plan.type, entry, wire.type, parameter.id, argument, None))
        return found

    def _measured_parameters(self) -> set[tuple[str, str]]:
        """The parameters of all types of which sizes, counts and places tell something, by type and name."""
        todo: list[Expr] = []
        uses: dict[tuple[str, str], list[Expr]] = {}
        for definition in self._types.values():
            for attribute in definition.fields:
                count = (
                    attribute.repeat.expr if attribute.repeat is not None and attribute.repeat.kind == "expr" else None
                )
                todo += [e for e in (attribute.size, attribute.position, count) if e is not None]
                for wire in _structures(attribute.wire):
                    for parameter, argument in zip(self._types[wire.type].params, wire.args, strict=True):
                        uses.setdefault((wire.type, parameter.id), []).append(argument)
        found: set[tuple[str, str]] = set()
        while todo:
            for reference in self._isolation(todo.pop()):
                key = (reference.owner, reference.name)
                if reference.parameter and key not in found:
                    found.add(key)
                    todo += uses.get(key, [])
        return found

    def _use(
        self, owner: str, entry: Entry, type: str, parameter: str, argument: Expr, cause: _Demand | None
    ) -> _Demand:
        """What the use of a type asks for, one of whose parameters may be settled."""
        new = _Demand("argument", owner, entry, argument, type, parameter, cause)
        self._passed.setdefault(new.key, [])
        self._tells.setdefault((owner, entry.index), []).append(new)
        return new

    def _settle_counts(self) -> None:
        """Make equations of the counts that are known by now; a list that follows from others itself counts nothing."""
        self._settled.clear()
        for (owner, field), groups in self._counts.items():
            attribute = self._types[owner].fields[field]
            lists = []
            certain = False
            for (pivot, below), group in groups.items():
                counted = [one for one in group if one.place not in self._equations]
                certain |= any(one.certain for one in counted)
                lists += [(replace(one.path, holder=pivot if below else ""), one.value) for one in counted]
                if below:
                    at = next(i for i, a in enumerate(self._types[pivot].attributes) if a.id == below[0])
                    quantity = CountOf(tuple((one.path, one.value) for one in counted), certain=False)
                    self._settled.setdefault((pivot, at), []).append(Settled(below, owner, field, quantity))
            quantity = CountOf(tuple(lists), certain)
            self._equations[owner, field] = Equation(owner, field, attribute.id or "", quantity, attribute.loc)

    def _unsaid(self, demand: _Demand) -> list[str]:
        """The fields that a demand is about though nothing says what they are, by their names."""
        if demand.kind == "argument" or (demand.owner, demand.entry.index) in self._equations:
            return []
        named = [
            (r.owner, self._index(r)) for r in self._isolation(demand.expr) if self._can_hold(r) and not r.parameter
        ]
        found = []
        for owner, index in dict.fromkeys([*named, *self._named_in(demand.expr)]):
            attribute = self._types[owner].fields[index]
            is_number = isinstance(attribute.wire, IntWire | BitsWire) and attribute.repeat is None
            settled = (owner, index) in self._equations or attribute.default is not None
            if is_number and not settled and attribute.id is not None:
                found.append(attribute.id)
        return found

    def _named_in(self, expr: Expr) -> Iterator[tuple[str, int]]:
        """The fields that an expression names itself."""
        if isinstance(expr, Name | Member) and expr.owner is not None and expr.owner in self._types:
            yield from ((expr.owner, i) for i, a in enumerate(self._types[expr.owner].fields) if a.id == expr.name)
        for child in children(expr):
            yield from self._named_in(child)

    def _note(self, demand: _Demand) -> Diagnostic:
        names = list(dict.fromkeys(self._unsaid(demand)))
        listed = " and ".join(f"'{name}'" for name in names)
        what = {"count": "number of elements", "place": "place"}.get(demand.kind, "size")
        message = f"{listed} can't be found from the {what} of '{demand.entry.name}'"
        hint = "Users set what writers can't derive; it is checked when it is written. See -derive and -default."
        return Diagnostic(beginning(demand.expr), message, hint, "note")

    # --- what values say of the fields that decide about them ---------------------------------------------------------

    def _tell(self, owner: str, entry: Entry) -> None:
        """Note what a value says by being there, and by what it is."""
        if not entry.named:
            return
        told = (
            (owner, entry.index) not in self._equations and entry.contents is None and entry.attribute.default is None
        )
        if entry.condition is not None and told:
            self._clue(owner, entry, "there", self._clues.of_condition(entry.condition, True))
            self._clue(owner, entry, "absent", self._clues.of_condition(entry.condition, False))
        if isinstance(entry.item, Choice):
            for kind, facts in self._clues.of_cases(entry.item).items():
                self._clue(owner, entry, kind, facts)
        if entry.count is not None and entry.count.kind == "until" and entry.count.expr is not None:
            self._close(owner, entry, entry.count.expr)

    def _clue(self, owner: str, entry: Entry, when: str, facts: list[Fact]) -> None:
        for fact in facts:
            key = self._key(fact)
            descent = self._isolation.descent(owner, fact.way)
            down = self._path_down(owner, descent[0]) if descent is not None else None
            if key in self._equations or descent is None or down is None:
                continue
            if self._types[key[0]].fields[key[1]].default is not None:
                continue
            path = Path((*down, (entry.name, entry.count is not None)))
            found = self._told_of.setdefault(key, {}).setdefault((self._above(owner, descent[0]), descent[1]), {})
            clue = found.get(path, Clue(path, None, None))
            match when:
                case "there":
                    clue = replace(clue, there=fact.said)
                case "absent":
                    clue = replace(clue, absent=fact.said)
                case _:
                    clue = replace(clue, cases=(*clue.cases, (when, fact.said)))
            found[path] = clue

    def _close(self, owner: str, entry: Entry, until: Expr) -> None:
        """Note which field of a list's elements says which one is the last."""
        wire = entry.attribute.wire
        if isinstance(wire, IntWire) and not wire.signed and entry.enum is None:
            self._close_numbers(owner, entry, until, 8 * wire.size)
            return
        others = {self._key(fact): fact for fact in self._clues.of_condition(until, False)}
        for fact in self._clues.of_condition(until, True):
            key = self._key(fact)
            way = _way_from_item(fact.way)
            if key in self._equations or key not in others or way is None:
                continue
            if not fact.said.weak and not others[key].said.weak:
                closing = Closing(way, *key, fact.said, others[key].said)
                self._closings.setdefault((owner, entry.index), []).append(closing)
                self._closed.add(key)

    def _close_numbers(self, owner: str, entry: Entry, until: Expr, width: int) -> None:
        """Note which bits of a list's numbers say which one is the last, if some bits of it do."""
        last, other = (
            [fact.said for fact in self._clues.of_condition(until, holds, width=width) if not fact.owner]
            for holds in (True, False)
        )
        if len(last) == len(other) == 1 and last[0].mask == other[0].mask != 0:
            self._closings.setdefault((owner, entry.index), []).append(Closing((), owner, None, last[0], other[0]))

    def _key(self, fact: Fact) -> tuple[str, int]:
        return fact.owner, next(i for i, a in enumerate(self._types[fact.owner].fields) if a.id == fact.name)

    def _is_assured(self, key: tuple[str, int]) -> bool:
        """Whether clues say what a field is whatever is there."""
        groups = self._told_of.get(key, {}).values()
        return bool(groups) and all(any(clue.absent is not None for clue in clues.values()) for clues in groups)

    def _inferred(self, owner: str, entry: Entry) -> Iterator[Inferred]:
        """The fields that are found from clues when the deriving of a structure comes to an entry of it."""
        for key, groups in self._told_of.items():
            for (pivot, below), clues in groups.items():
                at = below[0] if below else self._types[key[0]].fields[key[1]].id
                if pivot == owner and at == entry.name:
                    yield Inferred(below, *key, tuple(clues.values()))

    def _absent(self, owner: str, entry: Entry, size: tuple[str, int]) -> Expr | None:
        """What a field holds where that is left out which it measures or places (``if: size != constant``)."""
        condition = entry.condition
        if not isinstance(condition, Compare) or condition.operator != "!=" or not is_constant(condition.right):
            return None
        found = self._isolation.solved(condition.left, condition.right)
        if len(found) != 1 or found[0].parameter:
            return None
        reference = found[0]
        if (self._spelled_in(reference) if reference.digits else (reference.owner, self._index(reference))) != size:
            return None
        return reference.value if reference.element is None and is_constant(reference.value) else None

    def _wire(self, place: tuple[str, int]) -> Wire:
        return self._types[place[0]].fields[place[1]].wire

    def _path_down(self, owner: str, climb: int) -> tuple[tuple[str, bool], ...] | None:
        """How one gets from the structure ``climb`` parents up down to ``owner``."""
        steps: list[tuple[str, bool]] = []
        here = owner
        for _ in range(climb):
            parent = self._types[here].parent_type
            if not parent:
                return None
            users = [a for a in self._types[parent].fields if here in structures_in(a.wire)]
            if len(users) != 1 or users[0].id is None:
                return None
            steps.append((users[0].id, users[0].repeat is not None))
            here = parent
        return tuple(reversed(steps))

    def _decides(self, owner: str, reference: Reference) -> bool:
        """Whether a field also chooses the case of a switch that a structure, or one around it, is: then there is only
        something to measure where it says so."""
        chosen = {(reference.owner, reference.name)}
        here: str | None = owner
        seen: set[str] = set()
        while here is not None and here not in seen and (parent := self._types[here].parent_type):
            seen.add(here)
            for attribute in self._types[parent].fields:
                wire = attribute.wire
                if isinstance(wire, SwitchWire) and here in structures_in(wire) and names_any(wire.on, chosen):
                    return True
            here = parent
        return False

    # --- the result -------------------------------------------------------------------------------------------

    def _writing(self, owner: str, entry: Entry) -> EntryWriting:
        late = self._rests_on_late(owner, entry)
        return EntryWriting(
            entry=entry,
            equation=self._equations.get((owner, entry.index)),
            default=entry.attribute.default,
            gap=late and not entry.named and self._is_gap(owner, entry),
            verify=late,
            before=tuple(self._before.get((owner, entry.index), ())),
            after=tuple(self._after.get((owner, entry.index), ())),
            otherwise=tuple(s for s in (self._otherwise.get((owner, entry.index)),) if s is not None),
            noted=(owner, entry.index) in self._noted,
            by_size=late and present_by_size(entry.attribute),
            place=self._places.get((owner, entry.index)),
            sizes=tuple(self._sizes.get((owner, entry.index), ())),
            lengths=tuple(self._lengths.get((owner, entry.index), ())),
            places=tuple(self._answered_places.get((owner, entry.index), ())),
            told=tuple(
                Told(use.type, use.name, use.expr, tuple(self._passed[use.key]))
                for use in self._tells.get((owner, entry.index), ())
            ),
            settled=tuple(self._settled.get((owner, entry.index), ())),
            inferred=tuple(self._inferred(owner, entry)),
            closings=tuple(self._closings.get((owner, entry.index), ())),
            needless=(owner, entry.index) in self._closed or (owner, entry.index) in self._told_of,
            assured=(owner, entry.index) in self._closed or self._is_assured((owner, entry.index)),
            late_count=entry.count is not None and self._is_late(entry.count.expr),
            late_condition=self._is_late(entry.condition),
            absences=tuple(self._absences.get((owner, entry.index), ())),
            follows=self._follows(owner, entry),
            fills=self._fills(owner, entry),
        )

    def _follows(self, owner: str, entry: Entry) -> bool:
        """Whether the place of an entry rests on fields that say where others lie, not on one that says its own."""
        place = (owner, entry.index)
        if place in self._places or place in self._answered_places:
            return False
        return bool(self._deciding.keys() & self._dependencies(entry.attribute.position).fields)

    def _is_gap(self, owner: str, entry: Entry) -> bool:
        """Whether bytes without an id only bridge the way to something whose place is derived."""
        size = entry.frame.size
        return isinstance(size, Binary) and size.operator == "-" and _is_position(size.right)

    def _is_late(self, expr: Expr | None) -> bool:
        """Whether an expression rests on late fields, also where parameters hand them on."""
        places = self._dependencies(expr).fields
        return any(place in self._equations and self._equations[place].late for place in places)

    def _rests_on_late(self, owner: str, entry: Entry) -> bool:
        parts = [entry.frame.size, entry.condition, entry.count.expr if entry.count else None]
        return any(self._late(owner, p, 8) for p in parts if p is not None)

    def _late(self, owner: str, expr: Expr, hops: int) -> bool:
        if hops == 0:
            return True
        if isinstance(expr, Name | Member) and expr.owner is not None and expr.owner in self._types:
            typedef = self._types[expr.owner]
            field = next((i for i, a in enumerate(typedef.fields) if a.id == expr.name), None)
            if field is not None:
                equation = self._equations.get((expr.owner, field))
                if equation is not None and equation.late:
                    return True
            elif expr.binding == "instance":
                for instance in typedef.instances:
                    if instance.id == expr.name and isinstance(instance, ValueInstance):
                        return self._late(expr.owner, instance.expr, hops - 1)
            elif expr.binding == "parameter":
                return True
        return any(self._late(owner, child, hops) for child in children(expr))


def _reached(library: Library) -> set[str]:
    """The types that structures of the specs' roots may hold."""
    found: set[str] = set()
    todo = [spec.root.name for spec in library.specs]
    while todo:
        type = todo.pop()
        if type not in found and type in library.types:
            found.add(type)
            todo += [inner for a in library.types[type].fields for inner in structures_in(a.wire)]
    return found


def _can_be_filled_up(entry: Entry) -> bool:
    """Whether readers pass over zeros behind a value that is smaller than its size."""
    if entry.frame.kind != "size" or entry.frame.process is not None:
        return False
    padded = entry.frame.pad_right is not None or entry.frame.terminator is not None
    return padded or bool(structures_in(entry.attribute.wire))


def _names_elements(path: Expr) -> bool:
    """Whether a path ends in ``[*]``: what it names is each element, not the list."""
    return isinstance(path, Item) and isinstance(path.index, Name) and path.index.name == "*"


def _is_position(expr: Expr) -> bool:
    return (
        isinstance(expr, Member) and expr.name == "pos" and isinstance(expr.target, Name) and expr.target.name == "_io"
    )


def _exclusive(references: list[Reference]) -> bool:
    """Whether it is always clear which of several fields an equation is solved for."""
    for i, one in enumerate(references):
        if not all(one.excludes(other) for other in references[i + 1 :]):
            return False
    names = {(r.owner, r.name) for r in references}
    return bool(references) and not any(names_any(test, names) for r in references for test, _ in r.when)


def _way_from_item(way: Expr | None) -> tuple[str, ...] | None:
    """The fields on the way from a list's element (``_``) down; None where a way begins elsewhere."""
    match way:
        case Name("_"):
            return ()
        case Member(target, name, binding="attribute"):
            above = _way_from_item(target)
            return None if above is None else (*above, name)
    return None


def _is_flag(attribute: Attribute) -> bool:
    return isinstance(attribute.wire, BitsWire) and attribute.wire.width == 1 and attribute.enum is None


def _structures(wire: Wire) -> Iterator[StructWire]:
    """The uses of user types by a field."""
    match wire:
        case StructWire():
            yield wire
        case SwitchWire(_, cases):
            for _, case in cases:
                yield from _structures(case)
