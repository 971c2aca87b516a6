"""Which fields follow from sizes, counts and places: equations solved for the field that nothing else says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bytewright_codegen.analysis.arguments import with_arguments
from bytewright_codegen.analysis.dependencies import Place
from bytewright_codegen.analysis.field_paths import Ways, is_flag, structures
from bytewright_codegen.analysis.slots import present_by_size
from bytewright_codegen.analysis.solve import Isolation, Reference, names_any
from bytewright_codegen.derive.counts import Counts
from bytewright_codegen.derive.equations import Equations
from bytewright_codegen.derive.measured_sizes import Demand
from bytewright_codegen.derive.stated_equations import Stated
from bytewright_codegen.ir.diagnostics import Diagnostic
from bytewright_codegen.ir.expressions import Compare, Expr, Literal_, Member, Name, beginning
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import BitsWire, IntWire, StrWire, SwitchWire
from bytewright_codegen.ir.values import IntValue
from bytewright_codegen.ir.walk import asks_end, asks_index, asks_stream, children, is_constant, structures_in
from bytewright_codegen.plans.reading import Entry, RecordPlan
from bytewright_codegen.plans.writing import QUANTITY, Answer, Equation, LengthOf, Path, PositionOf, SizeOf, Solve


class Settling:
    """Settles fields by what is measured.

    Attributes:
        counts: those that are known early.
        open: the demands that settle nothing.
        sizes: answers to sizes, by what is measured.
        lengths: the same of counts that are known late.
        answered_places: the same of places.
        places: the field beside or above something that says just where it lies.
        otherwise: what is solved where something is left out.
        absences: the same, where that is an answer.
        passed: answers to the parameters of uses of types.
        tells: the uses of types by entries, whose parameters are settled.
    """

    def __init__(
        self,
        library: Library,
        plans: Sequence[RecordPlan],
        ways: Ways,
        isolation: Isolation,
        equations: Equations,
        stated: Stated,
    ) -> None:
        self._types = library.types
        self._plans = plans
        self._ways = ways
        self._isolation = isolation
        self._equations = equations
        self._stated = stated
        self._reached = _reached(library)
        self.counts = Counts(library, ways, isolation, equations)
        self.open: list[Demand] = []
        self.sizes: dict[Place, list[Answer]] = {}
        self.lengths: dict[Place, list[Answer]] = {}
        self.answered_places: dict[Place, list[Answer]] = {}
        self.places: dict[Place, Solve] = {}
        self.otherwise: dict[Place, Solve] = {}
        self.absences: dict[Place, list[Answer]] = {}
        self.passed: dict[tuple[str, int, str, str, Expr], list[Answer]] = {}
        self.tells: dict[Place, list[Demand]] = {}
        self._known_parameters: set[tuple[str, str]] = set()
        self._deciding: dict[Place, list[tuple[Place, Expr]]] = {}
        self._sized: dict[Place, list[Demand]] = {}
        self._common: set[Place] = set()

    def _asked(self) -> list[Demand]:
        """What counts, sizes and places ask for, in the order in which they are settled.

        Of what reaches to the end of its stream, where it begins says the size: a place comes first."""
        counts, sizes, places, ends = list[Demand](), list[Demand](), list[Demand](), list[Demand]()
        for plan in self._plans:
            for entry in plan.written:
                count = entry.count.expr if entry.count is not None and entry.count.kind == "expr" else None
                size, position = entry.frame.size, entry.attribute.position
                if count is not None and entry.named and (plan.type, entry.index) not in self._equations:
                    counts.append(Demand("count", plan.type, entry, count))
                if size is not None and entry.named:
                    (ends if asks_end(size) else sizes).append(Demand("size", plan.type, entry, size))
                if position is not None:
                    places.append(Demand("place", plan.type, entry, with_arguments(self._types, plan.type, position)))
        return [*counts, *sizes, *places, *ends]

    def settle(self) -> None:
        """Settle what can be: first what rests on one field, then what rests on one that nothing else says."""
        self.open = [*self._asked(), *self._passed_on()]
        again = True
        while again:
            again = False
            for sole in (True, False):
                for demand in list(self.open):
                    chosen = self._chosen(demand, sole)
                    if chosen is None:
                        continue
                    self.open.remove(demand)
                    again = True
                    for reference in chosen:
                        self._answer(demand, reference)
                if again:
                    break
        self.counts.settle()
        self._prefer_plain_places()
        for demand in list(self.open):
            if demand.kind == "size" and demand.entry.placed:
                self._settle_next(demand)

    def _prefer_plain_places(self) -> None:
        """Where a field says where several things lie, let it be that which lies just there; the others follow."""
        for users in self._deciding.values():
            plain = {place for place, value in users if isinstance(value, Name) and value.name == QUANTITY}
            for place, _ in users if plain else ():
                if place not in plain:
                    self.places.pop(place, None)
                    self.answered_places.pop(place, None)

    def _settle_next(self, demand: Demand) -> None:
        """Settle the place of what lies behind something by its size, where that is the distance of the two."""
        decided = self._decided(demand.owner, demand.entry)
        fields = [r for r in self._isolation.of_elements(demand.expr) if not (r.parameter or r.digits or r.element)]
        behind = [r for r in fields if (r.owner, self._ways.index_of(r)) == decided and self._can_hold(r)]
        if len(behind) != 1:
            return
        self.open.remove(demand)
        answer = self._as_answer(demand, behind[0], self._ways.index_of(behind[0]))
        self.sizes.setdefault((demand.owner, demand.entry.index), []).append(replace(answer, again=demand.expr))

    def _decided(self, owner: str, entry: Entry) -> Place | None:
        """The field of a structure that says where an entry of it lies."""
        plain = self.places.get((owner, entry.index))
        if plain is not None:
            return None if plain.climb else (owner, plain.field)
        for answer in self.answered_places.get((owner, entry.index), ()):
            if answer.way is None and answer.field is not None:
                return owner, answer.field
        return None

    def _chosen(self, demand: Demand, sole: bool) -> list[Reference] | None:
        """The fields for which an equation is solved; None where that can't be said (yet)."""
        found = [r for r in self._isolation(demand.expr) if self._can_hold(r)]
        if demand.owner not in self._reached:  # what is never written says nothing of what is
            places = [(r, self._ways.place_of(r)) for r in found]
            found = [r for r, place in places if place is None or place[0] not in self._reached]
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
            return self._ways.spelled_in(reference) is not None
        if reference.parameter:
            return reference.way is None and reference.element is None
        attribute = self._types[reference.owner].fields[self._ways.index_of(reference)]
        if (attribute.repeat is not None) != (reference.element is not None) or attribute.contents is not None:
            return False
        if reference.base:
            return isinstance(attribute.wire, StrWire) and attribute.repeat is None
        wire = attribute.wire
        return isinstance(wire, IntWire) or (isinstance(wire, BitsWire) and not is_flag(attribute))

    def _is_known(self, reference: Reference) -> bool:
        if reference.parameter:
            return (reference.owner, reference.name) in self._known_parameters
        return self._ways.place_of(reference) in self._equations

    def _answer(self, demand: Demand, reference: Reference) -> None:
        """Note that what a demand measures settles a field."""
        if demand.kind == "count" and self.counts.note(demand, reference):
            return
        if reference.parameter:
            self._answer_parameter(demand, reference)
            return
        again = self._ways.same_bytes(reference)
        if again is not None:
            self._answer(demand, again)
        key, place = self._ways.place_of(reference), (demand.owner, demand.entry.index)
        assert key is not None
        known = self._equations.get(key)
        if known is not None and not self._adds(demand, reference, known):
            return
        # Of a size several numbers may be right (``(bits + 7) / 8``), unless something else follows from just one.
        loose = not reference.exact and not reference.base and demand.kind != "place"
        if known is not None and known.stays and not loose:
            self._equations[key] = replace(known, stays=False)
        is_plain = self._ways.is_own(reference.owner) and reference.digits is None
        plain = self._plain(demand, reference) if is_plain else None
        if known is None and self._ways.is_own(key[0]):
            target = self._types[key[0]].fields[key[1]]
            quantity = self._quantity(demand, reference, key, certain=plain is not None)
            self._equations[key] = Equation(
                *key, target.id or "", quantity, target.loc, reference.base, reference.shared, reference.digits, loose
            )
        if demand.kind == "size" and reference.element is None:
            self._sized.setdefault(key, []).append(demand)
            if self._is_common(demand, reference):
                self._common.add(key)
        if demand.kind == "place":
            self._deciding.setdefault(key, []).append((place, reference.value))
        if plain is not None and demand.kind == "size":
            self._stated.after.setdefault(place, []).append(plain)
            absent = self._absent(demand.owner, demand.entry, key)
            if absent is not None:
                self.otherwise[place] = replace(plain, value=absent)
        elif plain is not None and demand.kind == "place":
            self.places[place] = plain
            absent = self._absent(demand.owner, demand.entry, key)
            if absent is not None:
                self.otherwise[place] = replace(plain, value=absent)
        else:
            answer = self._as_answer(demand, reference, key[1])
            self._measured(demand).append(answer)
            absent = self._absent(demand.owner, demand.entry, key) if demand.kind in ("size", "place") else None
            # Digits that nothing is said of spell 0.
            implied = reference.digits is not None and isinstance(absent, Literal_) and absent.value == 0
            if absent is not None and not reference.base and not implied:
                self.absences.setdefault(place, []).append(replace(answer, values=(absent,), again=None))

    def _adds(self, demand: Demand, reference: Reference, known: Equation) -> bool:
        """Whether what a demand measures says something of a field beside what it follows from already."""
        deciding = self._deciding.get((known.owner, known.field), ())
        if demand.kind == "place":
            return bool(deciding)
        if demand.kind == "size" and asks_end(demand.expr):  # where it begins, if that is what the field says
            lies = any(place == (demand.owner, demand.entry.index) for place, _ in deciding)
            return lies and reference.exact and not reference.when and demand.entry.count is None
        return isinstance(known.quantity, SizeOf | LengthOf)

    def _is_common(self, demand: Demand, reference: Reference) -> bool:
        """Whether a field says the same size of several things: of the elements of a list, or of what lies in such."""
        if not _can_be_filled_up(demand.entry) or asks_index(demand.expr):
            return False
        if demand.entry.count is not None:
            return True
        descent = self._isolation.descent(demand.owner, reference.way)
        down = self._ways.path_down(demand.owner, descent[0]) if descent is not None else None
        return down is not None and any(repeated for _, repeated in down)

    def note_common_sizes(self) -> None:
        """Let fields that say the size of several things be that of the largest."""
        for key in self._common:
            known = self._equations.get(key)
            if known is not None and isinstance(known.quantity, SizeOf):
                quantity = replace(known.quantity, certain=False, largest=True)
                self._equations[key] = replace(known, quantity=quantity, stays=True)

    def fills(self, owner: str, entry: Entry) -> bool:
        """Whether an entry is filled up to a size that others share."""
        return _can_be_filled_up(entry) and any(
            demand.owner == owner and demand.entry.index == entry.index
            for key in self._common
            for demand in self._sized[key]
        )

    def _plain(self, demand: Demand, reference: Reference) -> Solve | None:
        """A reference as one to a field of this structure, or of one that it lies in, with just one solution."""
        descent = self._isolation.descent(demand.owner, reference.way)
        if demand.kind == "argument" or descent is None or descent[1] or demand.entry.count is not None:
            return None
        if not reference.exact or reference.element is not None or reference.when or reference.base:
            return None
        index = self._ways.index_of(reference)
        if not isinstance(self._ways.wire((reference.owner, index)), IntWire) or asks_stream(reference.value):
            return None
        if self._ways.path_down(demand.owner, descent[0]) is None:
            return None
        return Solve(descent[0], index, reference.name, reference.value)

    def _as_answer(self, demand: Demand, reference: Reference, field: int | None) -> Answer:
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
            foreign=not self._ways.is_own(reference.owner),
            digits=reference.digits,
            shared=reference.shared,
        )

    def _quantity(
        self, demand: Demand, reference: Reference, key: Place, certain: bool
    ) -> SizeOf | LengthOf | PositionOf:
        """What a field is that a demand settles."""
        entry = demand.entry
        descent = self._isolation.descent(demand.owner, reference.way)
        down = None
        if descent is not None and not descent[1]:
            down = self._ways.path_down(demand.owner, descent[0])
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

    def _measured(self, demand: Demand) -> list[Answer]:
        """Where answers to a demand are noted."""
        place = (demand.owner, demand.entry.index)
        match demand.kind:
            case "argument":
                return self.passed[demand.key]
            case "count":
                return self.lengths.setdefault(place, [])
            case "place":
                return self.answered_places.setdefault(place, [])
        return self.sizes.setdefault(place, [])

    def _answer_parameter(self, demand: Demand, reference: Reference) -> None:
        """What is measured settles a parameter: then it settles what the argument for it is solved for."""
        self._measured(demand).append(self._as_answer(demand, reference, None))
        parameter = (reference.owner, reference.name)
        if parameter in self._known_parameters:
            return
        self._known_parameters.add(parameter)
        self.open += self._arguments(reference, demand)

    def _arguments(self, reference: Reference, demand: Demand) -> list[Demand]:
        """What the uses of a type ask for whose parameter is settled."""
        found = []
        at = next(i for i, p in enumerate(self._types[reference.owner].params) if p.id == reference.name)
        for plan in self._plans:
            for entry in plan.written:
                for wire in structures(entry.attribute.wire):
                    if wire.type == reference.owner:
                        use = self._use(plan.type, entry, wire.type, reference.name, wire.args[at], demand)
                        found.append(use)
        return found

    def _passed_on(self) -> list[Demand]:
        """What the uses of other specs' types ask for: what these measure of their parameters is known to them only."""
        found = []
        measured = self._measured_parameters()
        for plan in self._plans:
            for entry in plan.written:
                for wire in structures(entry.attribute.wire):
                    if self._ways.is_own(wire.type):
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
                for wire in structures(attribute.wire):
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

    def _use(self, owner: str, entry: Entry, type: str, parameter: str, argument: Expr, cause: Demand | None) -> Demand:
        """What the use of a type asks for, one of whose parameters may be settled."""
        new = Demand("argument", owner, entry, argument, type, parameter, cause)
        self.passed.setdefault(new.key, [])
        self.tells.setdefault((owner, entry.index), []).append(new)
        return new

    def _unsaid(self, demand: Demand) -> list[str]:
        """The fields that a demand is about though nothing says what they are, by their names."""
        if demand.kind == "argument" or (demand.owner, demand.entry.index) in self._equations:
            return []
        solved = [self._ways.place_of(r) for r in self._isolation(demand.expr) if self._can_hold(r)]
        named = [place for place in solved if place is not None]
        found = []
        for owner, index in dict.fromkeys([*named, *self._named_in(demand.expr)]):
            attribute = self._types[owner].fields[index]
            is_number = isinstance(attribute.wire, IntWire | BitsWire) and attribute.repeat is None
            settled = (owner, index) in self._equations or attribute.default is not None
            if is_number and not settled and attribute.id is not None:
                found.append(attribute.id)
        return found

    def _named_in(self, expr: Expr) -> Iterator[Place]:
        """The fields that an expression names itself."""
        if isinstance(expr, Name | Member) and expr.owner is not None and expr.owner in self._types:
            yield from ((expr.owner, i) for i, a in enumerate(self._types[expr.owner].fields) if a.id == expr.name)
        for child in children(expr):
            yield from self._named_in(child)

    def notes(self, owner: str) -> Iterator[Diagnostic]:
        """What is to be said of a structure's demands that settle nothing."""
        for demand in self.open:
            if demand.owner == owner and self._unsaid(demand):
                yield self._note(demand)

    def _note(self, demand: Demand) -> Diagnostic:
        names = list(dict.fromkeys(self._unsaid(demand)))
        listed = " and ".join(f"'{name}'" for name in names)
        what = {"count": "number of elements", "place": "place"}.get(demand.kind, "size")
        message = f"{listed} can't be found from the {what} of '{demand.entry.name}'"
        hint = "Users set what writers can't derive; it is checked when it is written. See -derive and -default."
        return Diagnostic(beginning(demand.expr), message, hint, "note")

    def _absent(self, owner: str, entry: Entry, size: Place) -> Expr | None:
        """What a field holds where that is left out which it measures or places (``if: size != constant``; of one
        without a sign, ``if: size > 0`` says the same)."""
        condition = entry.condition
        if not isinstance(condition, Compare) or not is_constant(condition.right):
            return None
        wire = self._types[size[0]].fields[size[1]].wire
        is_zero = isinstance(condition.right, Literal_) and condition.right.value == 0
        has_sign = not isinstance(wire, BitsWire) and not (isinstance(wire, IntWire) and not wire.signed)
        if condition.operator != "!=" and (condition.operator != ">" or not is_zero or has_sign):
            return None
        found = self._isolation.solved(condition.left, condition.right)
        if len(found) != 1 or found[0].parameter:
            return None
        reference = found[0]
        if self._ways.place_of(reference) != size:
            return None
        return reference.value if reference.element is None and is_constant(reference.value) else None

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

    def follows(self, owner: str, entry: Entry) -> bool:
        """Whether the place of an entry rests on fields that say where others lie, not on one that says its own."""
        place = (owner, entry.index)
        if place in self.places or place in self.answered_places:
            return False
        return bool(self._deciding.keys() & self._equations.trace(entry.attribute.position))


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


def _exclusive(references: list[Reference]) -> bool:
    """Whether it is always clear which of several fields an equation is solved for."""
    for i, one in enumerate(references):
        if not all(one.excludes(other) for other in references[i + 1 :]):
            return False
    names = {(r.owner, r.name) for r in references}
    return bool(references) and not any(names_any(test, names) for r in references for test, _ in r.when)
