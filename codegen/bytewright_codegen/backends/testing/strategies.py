"""``strategies.py``: models as users make them, drawn at random by Hypothesis, and what they are to cover."""

from __future__ import annotations

import base64
import zlib
from collections import Counter
from collections.abc import Set
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bytewright_codegen.analysis.dependencies import Place
from bytewright_codegen.backends.python.codec import CodecPlans, enums_in
from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.backends.python.naming import field_name, spec_of
from bytewright_codegen.backends.python.ranges import Range, integer, range_of
from bytewright_codegen.backends.python.reader import of_element, padding, process, read_item, terminator
from bytewright_codegen.backends.python.rules import VALUE, rules
from bytewright_codegen.backends.templates import render
from bytewright_codegen.backends.testing.coverage_goals import goals
from bytewright_codegen.backends.testing.field_roles import Roles, held
from bytewright_codegen.ir.diagnostics import Diagnostic, SpecErrors
from bytewright_codegen.ir.expressions import Compare, Expr, Find, Literal_, Member, Name
from bytewright_codegen.ir.schema import Spec, ValueInstance
from bytewright_codegen.ir.values import IntValue, StructValue
from bytewright_codegen.ir.walk import children, is_constant, with_value
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import (
    Bits,
    Choice,
    Entry,
    Frame,
    Item,
    Nested,
    Number,
    Raw,
    Text,
    frame_of,
    nested_types,
)
from bytewright_codegen.plans.writing import (
    QUANTITY,
    ChecksumOf,
    Constant,
    CountOf,
    EntryWriting,
    LengthOf,
    NullsOf,
    PositionOf,
    PresenceOf,
    Ruled,
    SizeOf,
    ValidityOf,
    WritingPlan,
)

_LINE = 100


def strategies(plans: CodecPlans) -> str:
    """Source of a codec's ``strategies.py``."""
    if plans.spec.samples:
        root = plans.naming.types[plans.spec.root.name]
        return render("samples.py.jinja", spec=plans.spec, root=root, samples=_samples(plans.spec))
    planner = _Planner(plans)
    records = [planner.record(plan) for plan in plans.writing]
    functions: dict[str, set[str]] = {}
    for type in plans.foreign_types():
        functions.setdefault(spec_of(type), set()).add(plans.naming.imported_function("draw", type))
    used = {e.enum for plan in plans.reading for e in plan.entries if e.enum is not None} | enums_in(plans.writing)
    own = {plans.naming.types[p.type] for p in plans.reading} | {plans.naming.enums[e.name] for e in plans.spec.enums}
    return render(
        "strategies.py.jinja",
        spec=plans.spec,
        circular=plans.circular,
        records=records,
        root=plans.naming.types[plans.spec.root.name],
        root_params=len(plans.spec.root.params),
        function=plans.function(plans.spec.root.name),
        models=sorted(own),
        functions=sorted((m, sorted(f)) for m, f in functions.items()),
        foreign=plans.foreign_enums(used | plans.in_parameters()),
        goals=planner.goals(),
        defers=any(entry.deferred for plan in plans.reading for entry in plan.entries),
    )


def _samples(spec: Spec) -> list[tuple[str, list[str]]]:
    """The names and the bytes of files beside a spec, compressed, as lines of text."""
    found = []
    folder = Path(spec.file).parent
    for name in spec.samples:
        if not (folder / name).resolve().is_relative_to(folder.resolve()):
            message = f"the sample '{name}' must lie in the folder of the spec or below"
            raise SpecErrors((Diagnostic(spec.loc, message),))
        try:
            data = (folder / name).read_bytes()
        except OSError as error:
            message = f"the sample '{name}' can't be read: {error.strerror or error}"
            raise SpecErrors((Diagnostic(spec.loc, message),)) from None
        text = base64.b85encode(zlib.compress(data, 9)).decode()
        found.append((name, [text[start : start + _LINE] for start in range(0, len(text), _LINE)]))
    return found


def planned_goals(plans: CodecPlans) -> list[str]:
    """What drawn models of a codec are to cover, as source."""
    if plans.spec.samples:
        return []
    return _Planner(plans).goals()


@dataclass(frozen=True)
class DrawItem:
    """How one value is drawn: ``kind`` names the macro.

    Attributes:
        kind: ``value``, ``nested`` or ``choice``.
        source: source of one value.
        values: source of the strategy of a value, where many can be drawn at once.
        on: source of what decides a choice.
        arms: its cases.
        by_match: whether the cases are patterns.
        once: whether the choice is the same for all elements of a list.
        shares: whether all elements of a list lie in as many bytes, which nothing says yet.
    """

    kind: str
    source: str = ""
    values: str = ""
    on: str = ""
    arms: tuple[tuple[str | None, DrawItem], ...] = ()
    by_match: bool = False
    once: bool = False
    shares: bool = False


@dataclass(frozen=True)
class _EntryView:
    index: int
    name: str
    condition: str
    default: str
    given: str
    repeat: str
    count: str
    until: str
    left: str
    item: DrawItem
    mask: str
    masked: str
    wrong: str
    deferred: bool
    placed: str
    position: str
    closing: str
    compared: list[str]
    required: list[str]


@dataclass(frozen=True)
class _RecordView:
    name: str
    function: str
    id: str
    params: list[tuple[str, str]]
    entries: list[_EntryView]
    counted: list[tuple[str, str]]
    early: list[str]
    flags: list[str]
    is_root: bool


@dataclass(frozen=True)
class _Required:
    """An item that must be in a list: what its key is, as a path from the item, and the field that holds it."""

    key: Expr
    wanted: Expr
    field: str


class _Planner:
    def __init__(self, plans: CodecPlans) -> None:
        self._plans = plans
        self.dependencies = plans.dependencies
        self._writings: dict[Place, EntryWriting] = {
            (plan.type, w.entry.index): w for plan in plans.derivations.values() for w in plan.entries
        }
        self._roles = Roles(plans, self._writings)
        self._solutions = {
            place: solution for place in self._writings if (solution := self._solution(place)) is not None
        }
        self._chosen: set[Place] = set()
        self._lengths: dict[Place, Expr] = {}
        self._drop_unknown()
        self._chosen = self._chosen_fields()
        self._lengths = self._length_fields()
        self._required: dict[tuple[str, str], list[_Required]] = {}
        self._sought: dict[tuple[str, str], Find] = {}
        for typedef in plans.types.values():
            for instance in typedef.instances:
                if isinstance(instance, ValueInstance) and instance.valid is not None:
                    self._found(typedef.name, instance.expr)
        self._told = {required.field for found in self._required.values() for required in found}
        self._told |= {closed[0] for w in self._writings.values() if (closed := _closed(w.entry)) is not None}

    def _found(self, type: str, expr: Expr) -> None:
        """What a rule about a ``-find`` asks of drawn models: that the list has the item, or the item is one of its."""
        match expr:
            case Find(Name(list_), Member(Name("_"), key, owner=str(holder)) as path, wanted) if is_constant(wanted):
                self._required.setdefault((type, list_), []).append(_Required(path, wanted, f"{holder}.{key}"))
            case Find(wanted=Name(name, owner=owner)) if owner == type:
                self._sought[type, name] = expr

    def _chosen_fields(self) -> set[Place]:
        """Fields that say how large something is, and what it is as well: a writer can't find out the latter."""
        on = [w.entry.item.on for w in self._writings.values() if isinstance(w.entry.item, Choice)]
        return {
            place
            for place in self.dependencies(*on).fields
            if place in self._writings and place not in self._solutions and self._plans.settable(self._writings[place])
        }

    def _length_fields(self) -> dict[Place, Expr]:
        """Fields that are found when a list is written, whose length can be drawn, and how they follow from it."""
        found: dict[Place, Expr] = {}
        for (type, _), writing in self._writings.items():
            for answer in writing.lengths:
                place = held(type, answer.way, answer.field)
                plain = not (answer.base or answer.digits or answer.element)
                if place in self._writings and plain and _is_over_quantity(answer.values[0]):
                    equation = self._writings[place].equation
                    if equation is not None and isinstance(equation.quantity, LengthOf):
                        found.setdefault(place, answer.values[0])
        return found

    def goals(self) -> list[str]:
        """What drawn models are to cover."""
        return goals(self._plans, self.dependencies, self._roles.sizes)

    # --- what is known while a model is drawn ---------------------------------------------------------------------

    def _solution(self, place: Place) -> Expr | None:
        """How a field follows from the size of bytes or text, whose size can be decided before they are drawn."""
        equation = self._writings[place].equation
        if equation is None or not isinstance(equation.quantity, SizeOf):
            return None
        type = place[0]
        if equation.quantity.of.holder or equation.base or equation.shared:
            return None
        for id, _ in equation.quantity.of.steps:
            found = next((w for (t, _), w in self._writings.items() if t == type and w.entry.attribute.id == id), None)
            if found is None:
                return None
            if isinstance(found.entry.item, Raw | Text):
                if padding(frame_of(found.entry, found.entry.item)):  # a writer decides how much
                    return None
                told = [s.value for s in found.after if s.field == place[1] and s.name == equation.name]
                for answer in found.sizes:
                    if answer.field == place[1] and answer.name == equation.name and not (answer.when or answer.base):
                        told += answer.values
                return told[0] if len(told) == 1 else None
            if not isinstance(found.entry.item, Nested):
                return None
            type = found.entry.item.type
        return None

    def _drop_unknown(self) -> None:
        """Leave those to the writer that rest on more than is known when they are drawn."""
        again = True
        while again:
            unknown = [place for place, solution in self._solutions.items() if not self._in_time(place, solution)]
            again = bool(unknown)
            for place in unknown:
                del self._solutions[place]

    def _in_time(self, place: Place, solution: Expr) -> bool:
        """Whether all that a solution asks for but the field itself is drawn before it."""
        type, index = place
        return self._known(solution) and not any(t == type and i > index for t, i in self.dependencies(solution).fields)

    def _known(self, *exprs: Expr | None) -> bool:
        """Whether expressions can be computed before anything is placed."""
        trace = self.dependencies(*exprs)
        if trace.stream:
            return False
        for place in trace.fields:
            equation = self._writings[place].equation if place in self._writings else None
            if equation is not None and equation.late and place not in self._drawn_early:
                return False
        return True

    @property
    def _drawn_early(self) -> Set[Place]:
        """The late fields that are drawn all the same."""
        return self._solutions.keys() | self._chosen | self._lengths.keys()

    def _condition(self, condition: Expr, expressions: PythonExpressions) -> str:
        """Whether something is there, as source."""
        if self._known(condition):
            return expressions(condition)
        if self.dependencies(condition).stream:
            return f"draft.standing(self, lambda: {expressions(condition)})"
        return f"draft.holds(lambda: {expressions(condition)})" if self._is_told(condition) else "draft.either()"

    def _is_told(self, condition: Expr) -> bool:
        """Whether all that isn't known yet is where something lies, which is nowhere or somewhere."""
        return not self.dependencies(condition).stream and self._undrawn(condition) <= self._roles.nowhere.keys()

    def _undrawn(self, expr: Expr) -> Set[Place]:
        """The late fields that an expression asks for and that aren't drawn."""
        fields = {place for place in self.dependencies(expr).fields if place in self._writings}
        late = {place for place in fields if (equation := self._writings[place].equation) and equation.late}
        return late - self._drawn_early

    # --- views ----------------------------------------------------------------------------------------------------

    def record(self, plan: WritingPlan) -> _RecordView:
        """How a structure is drawn."""
        plans = self._plans
        typedef = plans.types[plan.type]
        counted = [
            (field_name(w.entry.name), _counted_lists(w.equation.quantity))
            for w in plan.entries
            if w.equation is not None and isinstance(w.equation.quantity, CountOf) and plans.settable(w)
            if _counted_lists(w.equation.quantity)
        ]
        return _RecordView(
            name=plans.naming.types[plan.type],
            function=plans.function(plan.type),
            id=plan.type.rpartition("::")[2],
            params=[(field_name(p.id), plans.naming.annotation(p.value)) for p in typedef.params],
            entries=[self._entry(plan, w) for w in plan.entries if w.entry.named and not w.entry.attribute.again],
            counted=counted,
            early=[field_name(w.entry.name) for w in plan.entries if self._is_cleared((plan.type, w.entry.index))],
            flags=[
                field_name(i.id)
                for i in typedef.instances
                if isinstance(i, ValueInstance) and i.checksum_field is not None
            ],
            is_root=typedef is plans.spec.root,
        )

    def _entry(self, plan: WritingPlan, writing: EntryWriting) -> _EntryView:
        entry = writing.entry
        expressions = PythonExpressions(self._plans.naming)
        count = entry.count
        repeat = until = number = left = ""
        if count is not None:
            repeat = "free"
            if count.kind == "until" and count.expr is not None:
                repeat = "until"
                until = expressions.with_special({"_": "item"})(count.expr)
                if not self._known(count.expr):
                    until = f"draft.{'holds' if self._is_told(count.expr) else 'ends'}(lambda: {until})"
            elif count.kind == "expr" and count.expr is not None and self._known(count.expr):
                repeat, number = "count", expressions(count.expr)
            elif count.kind == "eos" and (fixed := self._before(plan, entry)) is not None:
                each = self._plans.sizes.elements[plan.type, entry.index].bytes
                left = f"self, {fixed}, {each}" if each else ""
        condition = ""
        if entry.condition is not None:
            condition = self._condition(entry.condition, expressions)
        default = ""
        if writing.default is not None and self._known(writing.default):
            default = expressions(writing.default)
            if number:
                default = f"[{default}] * ({number})"
        mask = masked = ""
        if entry.masked_by is not None and entry.masked_by < entry.index:
            mask = f"self.{field_name(plan.entries[entry.masked_by].entry.name)}"
            masked = f"self.{field_name(entry.name)}"
        for other in plan.entries[: entry.index]:
            if other.entry.masked_by == entry.index:  # bits behind their list
                mask, masked = f"self.{field_name(entry.name)}", f"self.{field_name(other.entry.name)}"
        over = self._over(plan, writing)
        if over:
            tests = " and ".join(f"{name} is None" for name in over)
            condition = f"{tests} and ({condition})" if condition else tests
        return _EntryView(
            index=entry.index,
            name=f"self.{field_name(entry.name)}",
            condition=condition,
            default=default,
            given=self._said(plan, entry, self._given(plan, writing, expressions, number))
            if over is not None
            else "None",
            repeat=repeat,
            count=number,
            until=until,
            left=left,
            item=self._item(plan, entry, entry.item, expressions),
            mask=mask,
            masked=masked,
            wrong=self._wrong(entry, expressions),
            deferred=entry.deferred,
            placed=self._placed(plan.type, writing),
            position=self._position(entry, expressions),
            closing=self._closing(entry, expressions),
            compared=self._compared(entry, expressions),
            required=self._requirements(plan, entry, expressions),
        )

    def _position(self, entry: Entry, expressions: PythonExpressions) -> str:
        """Where an entry lies that has a place of its own, as source, where no stream is asked for it."""
        position = entry.attribute.position
        known = position is not None and not is_constant(position) and not self.dependencies(position).stream
        return expressions(position) if known and position is not None else ""

    def _is_cleared(self, place: Place) -> bool:
        """Whether a field is drawn only as others ask for it: a writer finds it out."""
        return place not in self._chosen and (place in self._lengths or place in self._roles.nowhere)

    def _over(self, plan: WritingPlan, writing: EntryWriting) -> list[str] | None:
        """The fields over which an entry with a place of its own lies: it says what is there already where they are.

        None: it lies over the sequence of a structure."""
        entry = writing.entry
        position = entry.attribute.position
        if not entry.placed or position is None:
            return []
        if (stream := entry.attribute.stream) is not None:
            into = stream.target.type if isinstance(stream, Member) and stream.name == "_io" else None
            if isinstance(into, StructValue) and into.type in self._plans.plans:
                return None if self._plans.reads_to_end(into.type) else []
            return []
        if (plan.type, entry.index) in self._roles.asked:
            return []
        here = _Extent.of(self._plans, plan.type, entry)
        least = self._plans.sizes.types[plan.type].minimum // 8
        if here is not None and here.start < least and self._has_stream(plan.type):
            return None
        found = []
        for other in plan.entries[: entry.index]:
            if other.entry.placed and other.entry.attribute.stream is None:
                there = _Extent.of(self._plans, plan.type, other.entry)
                at = other.entry.attribute.position
                same = at is not None and expression(at) == expression(position)
                if same or (here is not None and there is not None and here.overlaps(there)):
                    found.append(f"self.{field_name(other.entry.name)}")
        return found

    def _has_stream(self, type: str) -> bool:
        """Whether structures of a type begin the stream that they lie in."""
        users = [w.entry for w in self._writings.values() if type in nested_types(w.entry.item)]
        return type == self._plans.spec.root.name or all(user.frame.kind != "none" for user in users)

    def _closing(self, entry: Entry, expressions: PythonExpressions) -> str:
        """The field of a list's elements that says which is the last, and what it says then, as arguments."""
        closed = _closed(entry)
        return f"{closed[0]!r}, {expressions(closed[1])}" if closed is not None else ""

    def _placed(self, type: str, writing: EntryWriting) -> str:
        """How something is drawn that has a place of its own: ``always`` or ``maybe``.

        Others may say what lies at a place that doesn't follow from what is put there, unless it counts from the end. A
        place that follows says something if nothing is there, unless the field that says it says that, too."""
        if not writing.entry.placed:
            return ""
        position = writing.entry.attribute.position
        follows = writing.place is not None or any(a.field is not None for a in writing.places)
        if position is not None and self.dependencies(position).stream:
            return "always"
        if (type, writing.entry.index) in self._roles.asked:
            return "always"  # what others ask for
        if any(self._roles.said_nowhere(type, writing)):
            return "always"  # unless it is nowhere
        if self._deciding[type, self._decided_by(type, writing)] > 1:
            return "maybe"  # as there is one of them
        return "always" if follows and not (writing.otherwise or writing.absences) else "maybe"

    @cached_property
    def _deciding(self) -> Counter[tuple[str, frozenset[Place]]]:
        """How many things have places of their own from which the same fields follow, by type and these fields."""
        decided = ((type, self._decided_by(type, writing)) for (type, _), writing in self._writings.items())
        return Counter((type, fields) for type, fields in decided if fields)

    def _decided_by(self, type: str, writing: EntryWriting) -> frozenset[Place]:
        """The fields that follow from where something is put."""
        named = {writing.place.name} if writing.place is not None else {a.name for a in writing.places}
        if not named:
            return frozenset()
        fields = self.dependencies(writing.entry.attribute.position).fields
        return frozenset((t, i) for t, i in fields if self._plans.types[t].fields[i].id in named)

    def _compared(self, entry: Entry, expressions: PythonExpressions) -> list[str]:
        """What takes elements out of a list that it can't have beside others, as source; the count that was drawn is
        one of what is left."""
        count = entry.count.expr if entry.count is not None else None
        counted = isinstance(count, Name) and count.binding == "attribute"
        found = []
        for taken, key in (("distinct", entry.attribute.unique), ("alike", entry.attribute.same)):
            if key is not None:
                call = f"draft.{taken}(self.{field_name(entry.name)}, {of_element(expressions, key)})"
                found.append(f"{expressions(count)} = {call}" if counted and count is not None else call)
        return found

    def _requirements(self, plan: WritingPlan, entry: Entry, expressions: PythonExpressions) -> list[str]:
        """What puts the items into a list that must be in it, as source."""
        item = self._item(plan, entry, entry.item, expressions)
        key = expressions.with_special({"_": "item"})
        make = item.source.replace("_index", "index")
        return [
            f"draft.require(self.{field_name(entry.name)}, lambda item: {key(required.key)}, "
            f"{expressions(required.wanted)}, {required.field!r}, lambda index: {make})"
            for required in self._required.get((plan.type, entry.name), ())
        ]

    def _said(self, plan: WritingPlan, entry: Entry, given: str) -> str:
        """What a field is, unless an element is to be the one that ends its list."""
        field = f"{plan.type}.{entry.name}"
        drawn = given.startswith("draft.") and field in self._told
        return f"draft.told({field!r}, lambda: {given})" if drawn else given

    def _given(self, plan: WritingPlan, writing: EntryWriting, expressions: PythonExpressions, number: str) -> str:
        """What a field is that a user doesn't set, as far as it decides how others are drawn."""
        entry = writing.entry
        if entry.contents is not None:
            return repr(entry.contents)
        if writing.equation is None or (writing.equation.late and (plan.type, entry.index) in self._chosen):
            valid = entry.valid
            if valid is not None and valid.eq is not None and entry.count is None and self._known(valid.eq):
                return expressions(valid.eq)
            return ""
        match writing.equation.quantity:
            case Constant(value):
                return expressions(value)
            case CountOf(lists):
                return self._quantity(plan, entry, lists[0][1] if lists else None)
            case SizeOf(absent=absent) if (plan.type, entry.index) in self._solutions:
                drawn = self._quantity(plan, entry, self._solutions[plan.type, entry.index])
                return drawn if absent is None else f"{expressions(absent)} if draft.either() else {drawn}"
            case NullsOf(_, all, none, some):
                return f"draft.of({', '.join(expressions(e) for e in (all, none, some))})"
            case ValidityOf() | PresenceOf():
                return f"draft.presence({number or 'draft.length()'})"
            case LengthOf() if (plan.type, entry.index) in self._lengths:
                return self._quantity(plan, entry, self._lengths[plan.type, entry.index])
            case PositionOf() if (plan.type, entry.index) in self._roles.nowhere:
                return f"draft.somewhere({expressions(self._roles.nowhere[plan.type, entry.index])})"
            case Ruled(value) if self._known(value):
                return expressions(value)
            case SizeOf() | LengthOf() | PositionOf() | ChecksumOf() | Ruled():
                return "None"

    def _quantity(self, plan: WritingPlan, entry: Entry, solve: Expr | None) -> str:
        limits = range_of(entry, entry.item) or Range(0, 255)
        likely = sorted(n for n in self._roles.likely.get((plan.type, entry.index), ()) if 0 <= n <= 64)
        arguments = f"{limits.low}, {limits.high}"
        text = ""
        if solve is not None:
            solve = with_value(solve, plan.type, entry.name, Literal_(0, solve.loc, IntValue()))  # it isn't drawn yet
            text = PythonExpressions(self._plans.naming, special={QUANTITY: "number"})(solve)
        if text and text != "number":
            arguments += f", lambda number: {text}"
        if likely:
            arguments += f", likely={tuple(likely)}"
        return f"draft.quantity({arguments})"

    def _wrong(self, entry: Entry, expressions: PythonExpressions) -> str:
        """A test for values that break a rule which their strategy can't keep."""
        valid = entry.valid
        if valid is None:
            return ""
        loose = any(bound is not None and integer(self._plans, bound) is None for bound in (valid.min, valid.max))
        if valid.expr is None and not loose:
            return ""
        if not self._known(valid.expr, valid.min, valid.max):
            return ""
        tests = [rule.wrong for rule in rules(self._plans, expressions, entry)]
        return f"lambda {VALUE}: " + " or ".join(f"({test})" for test in tests)

    # --- values -----------------------------------------------------------------------------------------------------

    def _item(self, plan: WritingPlan, entry: Entry, item: Item, expressions: PythonExpressions) -> DrawItem:
        """How a value of an entry is drawn."""
        field = f"{plan.type}.{entry.name}"
        sought = self._sought.get((plan.type, entry.name))
        if sought is not None:
            key = expressions.with_special({"_": "item"})
            return DrawItem("value", f"draft.key_of({expressions(sought.items)}, lambda item: {key(sought.key)})")
        drawn = self._drawn(plan, entry, item, expressions)
        if field in self._told:
            return DrawItem("value", f"draft.told({field!r}, lambda: {drawn.source})")
        return drawn

    def _drawn(self, plan: WritingPlan, entry: Entry, item: Item, expressions: PythonExpressions) -> DrawItem:
        orders = self._roles.orders.get((plan.type, entry.index), ())
        if orders and entry.valid is None:
            return DrawItem("value", f"draft.of({', '.join(expressions(order) for order in orders)})")
        logical = entry.attribute.logical
        if logical is not None and logical.index is not None:
            null = entry.attribute.null
            arguments = expressions(logical.index) + (f", {expressions(null)}" if null is not None else "")
            return DrawItem("value", f"draft.place_in({arguments})")
        if logical is not None and logical.members is not None:
            return DrawItem("value", f"draft.json({dict(logical.members)!r})")
        match item:
            case Number() | Bits():
                return self._value(self._values(plan, entry, item), entry, expressions)
            case Raw() | Text():
                return self._bytes(plan, entry, item, expressions)
            case Nested(type, args):
                given = "".join(f", {expressions(a) if self._known(a) else 'None'}" for a in args)
                index = "_index" if entry.count is not None else "None"
                source = f"draw_{self._plans.function(type)}(draft, self, {entry.name!r}, {index}{given})"
                if self._fills(type, entry.frame):
                    assert entry.frame.size is not None
                    source = f"draft.inside({expressions(entry.frame.size)}, lambda: {source})"
                return DrawItem("nested", source)
            case Choice(on, cases, once, _):
                shape = read_item(self._plans, expressions, item, "")
                arms = tuple(
                    (value, self._item(plan, entry, case, expressions))
                    for (value, _), (_, case) in zip(shape.arms, cases, strict=True)
                )
                shares = any(arm.shares for _, arm in arms)
                return DrawItem(
                    "choice", on=expressions(on), arms=arms, by_match=shape.by_match, once=once, shares=shares
                )

    def _value(self, values: str, entry: Entry, expressions: PythonExpressions) -> DrawItem:
        wrong = self._wrong(entry, expressions)
        return DrawItem("value", f"draft.one({values}{', ' + wrong if wrong else ''})", values)

    def _values(self, plan: WritingPlan, entry: Entry, item: Number | Bits) -> str:
        plans = self._plans
        valid = entry.valid
        if valid is not None and (valid.any_of or valid.eq is not None):
            choices = valid.any_of or ((valid.eq,) if valid.eq is not None else ())
            expressions = PythonExpressions(plans.naming)
            if all(integer(plans, c) is not None for c in choices):
                return f"rt.choices({', '.join(expressions(c) for c in choices)})"
        if isinstance(item, Bits) and item.flag:
            return "rt.booleans()"
        limits = range_of(entry, item)
        if limits is None:
            assert isinstance(item, Number)
            return f"rt.floats({8 * item.size})"
        if entry.enum is not None:
            name = plans.naming.enums[entry.enum]
            if valid is not None and valid.in_enum:
                return f"rt.members({name}, {limits.low}, {limits.high})"
            return f"rt.members({name}, {limits.low}, {limits.high}, unnamed=True)"
        if (plan.type, entry.index) in self._roles.shifts:
            return f"rt.integers({limits.low}, {min(limits.high, max(limits.low, 12))})"
        if (plan.type, entry.index) in self._roles.rooms:
            return f"rt.rooms({limits.low}, {limits.high})"
        if (plan.type, entry.index) in self._roles.positions:
            return f"rt.positions({limits.low}, {limits.high})"
        if (plan.type, entry.index) in self._roles.sizes:
            return f"rt.sizes({limits.low}, {limits.high})"
        likely = {n + d for n in self._roles.likely.get((plan.type, entry.index), ()) for d in (-1, 0, 1)}
        shown = tuple(sorted(n for n in likely if limits.low <= n <= limits.high))
        return f"rt.integers({limits.low}, {limits.high}{f', {shown}' if shown else ''})"

    def _fills(self, type: str, frame: Frame) -> bool:
        """Whether a structure has a size that is known, and something in it that takes what is left of it."""
        if frame.kind != "size" or padding(frame) or not self._known(frame.size):
            return False
        if frame.process is not None and not frame.process.keeps_size:
            return False
        entries = self._plans.all_plans[type].entries
        return any(e.frame.kind == "eos" or (e.count is not None and e.count.kind == "eos") for e in entries)

    def _before(self, plan: WritingPlan, entry: Entry) -> int | None:
        """How many bytes come before an entry in its structure, where they are always as many."""
        if entry.placed:
            return None
        sizes = [self._plans.sizes.attributes[plan.type, i].bytes for i in range(entry.index)]
        known = [size for size in sizes if size is not None]
        return sum(known) if len(known) == len(sizes) else None

    def _size(self, plan: WritingPlan, entry: Entry, frame: Frame, expressions: PythonExpressions) -> str:
        """The size of bytes or text, as source; where nothing says it yet, one that can be said of them."""
        assert frame.size is not None
        source = expressions(frame.size)
        if self._known(frame.size):
            return source
        if padding(frame) or (frame.process is not None and not frame.process.keeps_size):
            return "None"  # a writer finds out how large it becomes
        writing = self._writings[plan.type, entry.index]
        inner = expressions.with_special({QUANTITY: "number"})
        solve = writing.after[0] if len(writing.after) == 1 and not writing.sizes else None
        answer = writing.sizes[0] if len(writing.sizes) == 1 and not writing.after else None
        if solve is not None and solve.value is not None and not solve.element:
            holder, name, value = "self" + f".{expressions.above}" * solve.climb, solve.name, solve.value
        elif answer is not None and not (answer.when or answer.base or answer.digits or answer.element):
            holder = expressions(answer.way) if answer.way is not None else "self"
            name, value = answer.name, answer.value
        else:
            return "None" if writing.after or writing.sizes else f"draft.said(lambda: {source})"
        if (answer is not None and answer.field is None) or self.dependencies(value).stream:
            return "None"
        solved = f"lambda number: {inner(value)}"
        return f"draft.sayable(lambda: {source}, {holder}, {field_name(name)!r}, {solved})"

    def _bytes(self, plan: WritingPlan, entry: Entry, item: Raw | Text, expressions: PythonExpressions) -> DrawItem:
        frame = frame_of(entry, item)
        valid = entry.valid
        if valid is not None and (valid.any_of or valid.eq is not None):
            choices = valid.any_of or ((valid.eq,) if valid.eq is not None else ())
            return DrawItem("value", f"draft.of({', '.join(expressions(c) for c in choices)})")
        size, shares = "None", False
        if frame.kind == "size" and frame.size is not None:
            if isinstance(item, Raw) and not self._known(frame.size) and frame.fills_up:
                return DrawItem("value", "None")  # a writer fills up
            size = self._size(plan, entry, frame, expressions)
        elif frame.kind == "eos" and (fixed := self._before(plan, entry)) is not None:
            size = f"draft.left(self, {fixed})"
        encoding = f", encoding={item.encoding!r}" if isinstance(item, Text) else ""
        if frame.kind == "terminator":
            source = f"draft.terminated({terminator(frame)}{encoding})"
        elif padding(frame):
            shares = entry.count is not None and frame.kind == "size" and size == "None"
            room = "room" if shares else size
            source = f"draft.padded({room}, {padding(frame)}{encoding})"
            if frame.process is not None:
                made = f"lambda: {process(expressions, frame)}, {padding(frame)}, {room}{encoding}"
                source = f"draft.stored(lambda: {source}, {made})"
        else:
            source = f"draft.raw({size})" if isinstance(item, Raw) else f"draft.text({item.encoding!r}, {size})"
        texts = tuple(sorted(self._roles.texts.get((plan.type, entry.index), ())))
        ended = frame.kind == "terminator" and frame.terminator is not None and frame.terminator.include
        if texts and isinstance(item, Text) and not ended:
            source = f"draft.rather({texts}, lambda: {source})"
        base = self._roles.numerals.get((plan.type, entry.index))
        if base is not None and isinstance(item, Text):
            source = f"draft.numeral(lambda: {source}, {item.encoding!r}{f', {base}' if base != 10 else ''})"
        wrong = self._wrong(entry, expressions)
        if wrong:
            source = f"draft.right(lambda: {source}, {wrong})"
        return DrawItem("value", source, shares=shares)


def _closed(entry: Entry) -> tuple[str, Expr] | None:
    """What the last element of a list says and no other: the name of the field, and its value."""
    count = entry.count
    if count is None or count.kind != "until" or not isinstance(count.expr, Compare) or count.expr.operator != "==":
        return None
    left, right = count.expr.left, count.expr.right
    match left if is_constant(right) else right:
        case Member(target, name, binding="attribute", owner=str(owner)) if _is_below(target):
            return f"{owner}.{name}", right if is_constant(right) else left
    return None


def _is_below(way: Expr) -> bool:
    """Whether a way leads down from a list's element."""
    return (isinstance(way, Name) and way.name == "_") or (
        isinstance(way, Member) and way.binding == "attribute" and _is_below(way.target)
    )


@dataclass(frozen=True)
class _Extent:
    """The bytes that something takes at least whose place is always the same."""

    start: int
    end: int

    @classmethod
    def of(cls, plans: CodecPlans, type: str, entry: Entry) -> _Extent | None:
        position = entry.attribute.position
        start = integer(plans, position) if position is not None else None
        if start is None or entry.attribute.id is None:
            return None
        return cls(start, start + max(1, plans.sizes.attributes[type, entry.attribute.id].minimum // 8))

    def overlaps(self, other: _Extent) -> bool:
        return self.start < other.end and other.start < self.end


def _is_over_quantity(expr: Expr) -> bool:
    """Whether an expression asks for nothing but what is measured."""
    if isinstance(expr, Name):
        return expr.name == QUANTITY
    return all(_is_over_quantity(child) for child in children(expr))


def _counted_lists(quantity: CountOf) -> str:
    """The lists that a count counts, as source: iterables of lists, joined by commas."""
    found = []
    for path, _ in quantity.lists:
        if path.holder:
            continue
        *way, (last, _) = path.steps
        here = "self"
        loops = ""
        for depth, (step, repeated) in enumerate(way):
            if repeated:
                loops += f" for item{depth or ''} in {here}.{field_name(step)} or ()"
                here = f"item{depth or ''}"
            else:
                here = f"{here}.{field_name(step)}"
        found.append(f"({here}.{field_name(last)}{loops})" if loops else f"({here}.{field_name(last)},)")
    return ", ".join(found)
