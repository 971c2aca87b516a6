"""``strategies.py``: models as users make them, drawn at random by Hypothesis, and what they are to cover."""

from __future__ import annotations

import base64
import zlib
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bytewright_codegen.analysis.dependencies import Place
from bytewright_codegen.backends.python.codec import CodecPlans, enums_in
from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.backends.python.naming import field_name, spec_of
from bytewright_codegen.backends.python.reader import of_element
from bytewright_codegen.backends.templates import render
from bytewright_codegen.backends.testing.coverage_goals import goals
from bytewright_codegen.backends.testing.drawn_fields import DrawnFields
from bytewright_codegen.backends.testing.drawn_values import DrawItem, DrawnValues
from bytewright_codegen.backends.testing.field_roles import Roles
from bytewright_codegen.ir.diagnostics import Diagnostic, SpecErrors
from bytewright_codegen.ir.expressions import Compare, Expr, Find, Literal_, Member, Name
from bytewright_codegen.ir.schema import Spec, ValueInstance
from bytewright_codegen.ir.values import IntValue, StructValue
from bytewright_codegen.ir.walk import is_constant, with_value
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.ranges import Range, integer, range_of
from bytewright_codegen.plans.reading import (
    Entry,
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
        self._fields = DrawnFields(plans, self._writings, self._roles.nowhere)
        self._required: dict[tuple[str, str], list[_Required]] = {}
        self._sought: dict[tuple[str, str], Find] = {}
        for typedef in plans.types.values():
            for instance in typedef.instances:
                if isinstance(instance, ValueInstance) and instance.valid is not None:
                    self._found(typedef.name, instance.expr)
        self._told = {required.field for found in self._required.values() for required in found}
        self._told |= {closed[0] for w in self._writings.values() if (closed := _closed(w.entry)) is not None}
        self._values = DrawnValues(plans, self._writings, self._roles, self._fields, self._sought, self._told)

    def _found(self, type: str, expr: Expr) -> None:
        """What a rule about a ``-find`` asks of drawn models: that the list has the item, or the item is one of its."""
        match expr:
            case Find(Name(list_), Member(Name("_"), key, owner=str(holder)) as path, wanted) if is_constant(wanted):
                self._required.setdefault((type, list_), []).append(_Required(path, wanted, f"{holder}.{key}"))
            case Find(wanted=Name(name, owner=owner)) if owner == type:
                self._sought[type, name] = expr

    def goals(self) -> list[str]:
        """What drawn models are to cover."""
        return goals(self._plans, self.dependencies, self._roles.sizes)

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
            early=[
                field_name(w.entry.name) for w in plan.entries if self._fields.is_cleared((plan.type, w.entry.index))
            ],
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
                if not self._fields.known(count.expr):
                    until = f"draft.{'holds' if self._fields.is_told(count.expr) else 'ends'}(lambda: {until})"
            elif count.kind == "expr" and count.expr is not None and self._fields.known(count.expr):
                repeat, number = "count", expressions(count.expr)
            elif count.kind == "eos" and (fixed := self._values.before(plan, entry)) is not None:
                each = self._plans.sizes.elements[plan.type, entry.index].bytes
                left = f"self, {fixed}, {each}" if each else ""
        condition = ""
        if entry.condition is not None:
            condition = self._fields.condition(entry.condition, expressions)
        default = ""
        if writing.default is not None and self._fields.known(writing.default):
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
            item=self._values.item(plan, entry, entry.item, expressions),
            mask=mask,
            masked=masked,
            wrong=self._values.wrong(entry, expressions),
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
        item = self._values.item(plan, entry, entry.item, expressions)
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
        if writing.equation is None or (writing.equation.late and (plan.type, entry.index) in self._fields.chosen):
            valid = entry.valid
            if valid is not None and valid.eq is not None and entry.count is None and self._fields.known(valid.eq):
                return expressions(valid.eq)
            return ""
        match writing.equation.quantity:
            case Constant(value):
                return expressions(value)
            case CountOf(lists):
                return self._quantity(plan, entry, lists[0][1] if lists else None)
            case SizeOf(absent=absent) if (plan.type, entry.index) in self._fields.solutions:
                drawn = self._quantity(plan, entry, self._fields.solutions[plan.type, entry.index])
                return drawn if absent is None else f"{expressions(absent)} if draft.either() else {drawn}"
            case NullsOf(_, all, none, some):
                return f"draft.of({', '.join(expressions(e) for e in (all, none, some))})"
            case ValidityOf() | PresenceOf():
                return f"draft.presence({number or 'draft.length()'})"
            case LengthOf() if (plan.type, entry.index) in self._fields.lengths:
                return self._quantity(plan, entry, self._fields.lengths[plan.type, entry.index])
            case PositionOf() if (plan.type, entry.index) in self._roles.nowhere:
                return f"draft.somewhere({expressions(self._roles.nowhere[plan.type, entry.index])})"
            case Ruled(value) if self._fields.known(value):
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
        start = integer(plans.enums, position) if position is not None else None
        if start is None or entry.attribute.id is None:
            return None
        return cls(start, start + max(1, plans.sizes.attributes[type, entry.attribute.id].minimum // 8))

    def overlaps(self, other: _Extent) -> bool:
        return self.start < other.end and other.start < self.end


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
