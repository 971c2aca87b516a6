"""``writer.py``: objects → bytes, with everything that follows from others derived."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from bytewright_codegen.backends.codec import CodecPlans, element_size, enums_in
from bytewright_codegen.backends.expressions import PythonExpressions
from bytewright_codegen.backends.naming import field_name, spec_of
from bytewright_codegen.backends.ranges import integer
from bytewright_codegen.backends.reader import (
    Check,
    byte_order,
    checks,
    is_exact,
    padding,
    process,
    read_item,
    terminator,
    told,
    unique,
)
from bytewright_codegen.backends.rules import Rule, rules
from bytewright_codegen.backends.templates import render
from bytewright_codegen.ir.expressions import Expr, Logical, Member, Name
from bytewright_codegen.ir.schema import ValueInstance
from bytewright_codegen.ir.walk import asks_end, asks_position, asks_stream, children, is_constant, with_value
from bytewright_codegen.notation import expression
from bytewright_codegen.plans.reading import Bits, Choice, Entry, Frame, Item, Nested, Number, Raw, Text, nested_types
from bytewright_codegen.plans.writing import (
    QUANTITY,
    Answer,
    ChecksumOf,
    Closing,
    Constant,
    CountOf,
    Digits,
    EntryWriting,
    Inferred,
    LengthOf,
    NullsOf,
    Path,
    PositionOf,
    PresenceOf,
    Said,
    Settled,
    SizeOf,
    Solve,
    Told,
    ValidityOf,
    WritingPlan,
)


def writer(plans: CodecPlans) -> str:
    """Source of a codec's ``writer.py``."""
    records = [_record(plans, plan) for plan in plans.writing]
    functions: dict[str, set[str]] = {}
    models: dict[str, set[str]] = {}
    for type in plans.foreign_types():
        own = functions.setdefault(spec_of(type), set())
        own |= {plans.naming.imported_function(verb, type) for verb in ("derive", "emit")}
        models.setdefault(spec_of(type), set()).add(plans.naming.imported(type))
    names = {plans.naming.types[p.type] for p in plans.writing}
    enums = {enum for plan in plans.writing for enum in enums_in(plan)}
    enums |= {e.enum for p in plans.reading for e in p.entries if e.enum is not None and e.valid is not None}
    enums |= plans.in_orders()
    names |= plans.own_enums(enums)
    for spec, classes in plans.foreign_enums(enums):
        models.setdefault(spec, set()).update(classes)
    return render(
        "writer.py.jinja",
        spec=plans.spec,
        circular=plans.circular,
        records=records,
        models=sorted(names),
        functions=sorted((m, sorted(f)) for m, f in functions.items()),
        foreign=sorted((m, sorted(n)) for m, n in models.items()),
        derived_arms=_derived_arms,
    )


@dataclass(frozen=True)
class EmitFrame:
    """What bounds bytes, as source; ``kind`` as in `Frame`.

    ``apart``: they are written on their own, to be encoded, ended or padded; of ``encoded_size`` bytes, where known.
    ``fills``: they fill up to where something else begins.
    """

    kind: str
    size: str
    terminator: str
    padding: str
    process: str
    apart: bool
    encoded_size: str
    fills: bool


_HOPS = 8
"""How many instances are followed."""


def _asks_here(source: str) -> bool:
    """Whether source names the place that is noted before something is written."""
    return re.search(r"\bhere\b", source) is not None


@dataclass(frozen=True)
class EmitItem:
    """How one value is written: ``kind`` names the macro; the rest is source."""

    kind: str
    number: str = ""
    size: int | None = None
    width: int = 0
    order: str = ""
    encoding: str = ""
    model: str = ""
    function: str = ""
    params: tuple[tuple[str, str], ...] = ()
    arms: tuple[tuple[str | None, EmitItem], ...] = ()
    on: str = ""
    by_match: bool = False
    once: bool = False
    whole: bool = False
    exact: bool = True
    frame: EmitFrame | None = None
    told: tuple[ToldView, ...] = ()
    by: str = ""

    @property
    def asks_here(self) -> bool:
        """Whether what is checked of its parameters asks where it begins."""
        return any(_asks_here(told.again) for told in self.told)

    @property
    def has_default(self) -> bool:
        """Whether a choice has a case for all other values."""
        return any(value is None for value, _ in self.arms)


@dataclass(frozen=True)
class AnswerView:
    """A late field of any structure that is known at some point, as source.

    ``call``: the statement; ``test``: when it matters; empty: always."""

    call: str
    test: str


@dataclass(frozen=True)
class ToldView:
    """A parameter that a structure tells when it is written: its Python name, its argument again, what follows."""

    name: str
    again: str
    answers: tuple[AnswerView, ...]


@dataclass(frozen=True)
class SolveView:
    """A late field that is known at some point, as source; ``each``: one that holds the places of a list's elements."""

    owner: str
    field: int
    value: str
    element: str
    each: bool


@dataclass(frozen=True)
class EmitEntry:
    """How an entry is derived and written, as source."""

    index: int
    id: str
    name: str
    derived: bool
    early: tuple[str, ...]
    late: bool
    condition: str | None
    asked: list[int]
    there: str
    by_size: bool
    repeat: str
    count: str
    until: str
    until_late: str
    until_here: str
    whole_bits: bool
    to_end: bool
    may_be_nothing: bool
    made_if: str
    frame: EmitFrame
    size_again: str
    rests_on_end: bool
    contents: str
    item: EmitItem
    nested: bool
    gap: bool
    verify: bool
    masked: bool
    before: tuple[SolveView, ...]
    after: tuple[SolveView, ...]
    otherwise: tuple[SolveView, ...]
    absences: tuple[AnswerView, ...]
    follows: bool
    held: bool
    noted: bool
    checksum: str
    unique: str
    rules: list[Rule]
    position: str
    stream: str
    place: SolveView | None
    stateful: bool
    grows: bool
    reserved: bool
    sizes: tuple[AnswerView, ...]
    lengths: tuple[AnswerView, ...]
    decides: str
    solves: str
    count_again: str
    condition_again: str

    @property
    def measured(self) -> bool:
        """Whether its size is known only when it is written."""
        return bool(self.after or self.verify or self.sizes)

    @property
    def asks_here(self) -> bool:
        """Whether something that is computed behind it asks where it begins."""
        sources = [self.size_again, *(answer.call + answer.test for answer in self.sizes)]
        return any(_asks_here(source) for source in sources)

    @property
    def count_asks_here(self) -> bool:
        """Whether its number of elements does."""
        return _asks_here(self.count_again)

    @property
    def condition_asks_here(self) -> bool:
        """Whether its condition does."""
        return _asks_here(self.condition_again)


@dataclass(frozen=True)
class _RecordView:
    name: str
    function: str
    id: str
    entries: list[EmitEntry]
    placed: list[EmitEntry]
    order: str
    flags: list[str]
    checks: list[Check]
    references: list[tuple[str, str, int]]


def _record(plans: CodecPlans, plan: WritingPlan) -> _RecordView:
    early = [_early(plans, plan, writing) for writing in plan.entries]
    for writing in plan.entries:
        if _made_list(plans, writing):
            place = _known_from(plans, plan, writing.entry)
            early[place].append(_make(plans, writing.entry))
    entries = [
        _entry(plans, plan, writing, statements)
        for writing, statements in zip(plan.entries, early, strict=True)
        if not writing.entry.attribute.again
    ]
    short = plan.type.rpartition("::")[2]
    instances = plans.types[plan.type].instances
    flags = [field_name(i.id) for i in instances if isinstance(i, ValueInstance) and i.checksum_field is not None]
    return _RecordView(
        plans.naming.types[plan.type],
        plans.function(plan.type),
        short,
        [entry for entry in entries if not entry.position],
        [entry for entry in entries if entry.position],
        byte_order(plans, plans.types[plan.type], "self._parent"),
        flags,
        checks(plans, plans.types[plan.type]),
        list(_references(plans, plan)),
    )


def _references(plans: CodecPlans, plan: WritingPlan) -> Iterator[tuple[str, str, int]]:
    """Fields that read again what lies where another field says: their names, and that field with its owner."""
    for writing in plan.entries:
        entry = writing.entry
        position = entry.attribute.position
        plain = isinstance(entry.item, Nested) and entry.count is None and entry.frame.process is None
        if not entry.attribute.again or not plain or not isinstance(position, Name | Member):
            continue
        types = plans.types
        if position.owner not in types or not plans.naming.types.get(position.owner):
            continue
        place = next((i for i, a in enumerate(types[position.owner].fields) if a.id == position.name), None)
        if place is None or types[position.owner].fields[place].repeat is not None:
            continue
        holder = "self"
        if isinstance(position, Member):
            if not isinstance(position.target, Name) or position.target.binding == "special":
                continue
            holder = PythonExpressions(plans.naming)(position.target)
        yield field_name(entry.name), holder, place


def _entry(plans: CodecPlans, plan: WritingPlan, writing: EntryWriting, early: list[str]) -> EmitEntry:
    entry = writing.entry
    expressions = PythonExpressions(plans.naming, special={"_io": "out", "_index": "_index"})
    at_place = PythonExpressions(plans.naming, special={"_index": "_index"})
    again = PythonExpressions(plans.naming, special={"_io": "here", "_index": "_index"})
    count, frame = entry.count, entry.frame
    condition = condition_again = ""
    counts = count.expr if count is not None and count.kind == "expr" else None
    if entry.condition is not None:
        # While bytes are written there is no end to ask for: a field is there if it has a value.
        # So it is where a size says that it is left out, as the size is only known then.
        late = (
            writing.by_size or bool(writing.otherwise or writing.absences) or _measures_condition(plans, plan, writing)
        )
        known = not entry.placed and _asks_only_position(plans, entry.condition)
        stream = plans.dependencies(entry.condition).stream and not known
        asks = entry.named and (late or stream)
        condition = f"self.{field_name(entry.name)} is not None" if asks else expressions(entry.condition)
        said = _written_out(plans, entry.condition)
        if (_asks_only_here(plans, said) and not entry.placed) if stream else writing.late_condition or asks:
            certain = writing.by_size or _is_no_quantity(plans, writing)
            condition_again = "" if certain else _again(f"bool({again(said)})")
    # What reaches to the end of its stream makes the end where it ends itself.
    free = frame.size is not None and asks_end(frame.size)
    return EmitEntry(
        index=entry.index,
        id=entry.name,
        name=f"self.{field_name(entry.name)}" if entry.named else "",
        derived=writing.equation is not None,
        early=tuple(early),
        late=writing.equation is not None and writing.equation.late,
        condition=condition or None,
        asked=_asked(plans, plan, entry),
        there=_there(entry, condition),
        by_size=writing.by_size,
        repeat=count.kind if count is not None else "",
        count=expressions(counts) if counts is not None and not writing.late_count else "",
        until=_until(plans, entry),
        until_late=_until_late(plans, writing),
        until_here=_until_here(plans, writing),
        to_end=(frame.kind == "eos" and _takes_all(plans, entry.item)) or (count is not None and count.kind == "eos"),
        made_if=_made_if(plans, plan, writing),
        may_be_nothing=count is not None and _may_be_nothing(entry.item),
        whole_bits=count is not None and count.kind == "eos" and isinstance(entry.item, Bits),
        frame=_frame(expressions, entry, frame),
        size_again=_again(again(frame.size)) if frame.size is not None else "",
        rests_on_end=free and entry.named and count is None,
        contents=repr(entry.contents) if entry.contents is not None else "",
        item=_item(plans, expressions, writing, entry.item),
        nested=bool(nested_types(entry.item)),
        gap=writing.gap or (free and not entry.named),
        verify=writing.verify and not free,
        masked=entry.masked_by is not None,
        before=tuple(_solve(expressions, s) for s in writing.before),
        after=tuple(_solve(expressions, s) for s in writing.after),
        otherwise=tuple(_solve(expressions, s) for s in writing.otherwise),
        absences=_answers(plans, expressions, writing.absences, "size"),
        follows=writing.follows,
        held=any(answer.shared for answer in writing.places),
        noted=writing.noted,
        checksum=_checksum(writing),
        unique=unique(expressions, entry),
        stateful=entry.attribute.position is not None and asks_position(entry.attribute.position),
        grows=_is_asked_by_its_items(plans, writing),
        reserved=isinstance(entry.item, Number),
        sizes=_answers(plans, again, writing.sizes, "size"),
        lengths=_answers(plans, expressions, writing.lengths, "len(values)"),
        decides=_decides(at_place, writing),
        solves=_place_solution(plans, at_place, writing),
        count_again=_again(again(counts)) if counts is not None and writing.late_count else "",
        condition_again=condition_again,
        position=_position(plans, entry),
        stream=_stream(plans, entry),
        place=_solve(expressions, writing.place) if writing.place is not None else None,
        rules=[] if _is_constant(writing) else rules(plans, expressions, entry),
    )


def _answers(
    plans: CodecPlans, expressions: PythonExpressions, answers: tuple[Answer, ...], quantity: str
) -> tuple[AnswerView, ...]:
    """What is known from a quantity, as statements; ``quantity``: what it is called there."""
    return tuple(_answer(plans, expressions, answer, quantity) for answer in answers)


def _answer(plans: CodecPlans, expressions: PythonExpressions, answer: Answer, quantity: str) -> AnswerView:
    measured = expressions.with_special({QUANTITY: quantity})
    test = " and ".join(
        expressions(test, tight=True) if holds else expressions.negated(test, tight=True) for test, holds in answer.when
    )
    values = [measured(value) for value in answer.values]
    if answer.field is None:
        return AnswerView(f"{expressions.this}.{field_name(answer.name)} = {values[0]}", test)
    owner = expressions(answer.way) if answer.way is not None else expressions.this
    element = f", element={expressions(answer.element)}" if answer.element is not None else ""
    if answer.digits is not None:
        return AnswerView(_spelling(plans, answer.digits, owner, answer.name, values[0]), test)
    if answer.foreign:
        element += ", reserved=False"
    if answer.base:
        value = f"digits({owner}, {answer.field}, {values[0]}, {answer.base})"
        return AnswerView(f"out.solve({owner}, {answer.field}, {value}{element})", test)
    if answer.again is None:
        return AnswerView(f"out.solve({owner}, {answer.field}, {values[0]}{element})", test)
    solutions = ", ".join(f"lambda: {value}" for value in values)
    call = f"out.fit({owner}, {answer.field}, lambda: {expressions(answer.again)}, {quantity}, {solutions}{element})"
    return AnswerView(call, test)


def _spelling(plans: CodecPlans, digits: Digits, holder: str, name: str, value: str) -> str:
    """The statement that spells a number in the digits of a structure."""
    arguments = f"{value}, {digits.items}, {digits.digit}, {digits.width}, derive_{plans.function(digits.type)}"
    return f"spell(out, {holder}, {field_name(name)!r}, {arguments})"


def _decides(expressions: PythonExpressions, writing: EntryWriting) -> str:
    """The field that says where an entry lies, as source."""
    if writing.place is not None:
        found = _solve(expressions, writing.place)
        return f"({found.owner}, {found.field}, None)"
    for answer in writing.places:
        if answer.field is not None and not answer.when:
            owner = expressions(answer.way) if answer.way is not None else expressions.this
            element = expressions(answer.element) if answer.element is not None else "None"
            return f"({owner}, {answer.field}, {element})"
    return ""


def _place_solution(plans: CodecPlans, expressions: PythonExpressions, writing: EntryWriting) -> str:
    """What is told where an entry was put, as source."""
    if writing.place is not None:
        found = _solve(expressions, writing.place)
        return f"lambda size: out.solve({found.owner}, {found.field}, {found.value})"
    for view in _answers(plans, expressions, writing.places, "size"):
        if " = " not in view.call.partition("(")[0] and not view.test:
            return f"lambda size: {view.call}"
    return ""


def _frame(expressions: PythonExpressions, entry: Entry, frame: Frame) -> EmitFrame:
    free = frame.size is not None and asks_end(frame.size)
    size = _size(expressions, entry) if not free else ""
    return EmitFrame(
        kind="eos" if free and entry.named else frame.kind,
        size=size,
        terminator=terminator(frame),
        padding=padding(frame),
        process=process(_behind(expressions, frame), frame),
        apart=frame.process is not None or frame.kind == "terminator" or bool(padding(frame)),
        encoded_size=size if _keeps_size(frame) else "",
        fills=isinstance(entry.item, Raw) and frame.fills_up,
    )


def _there(entry: Entry, condition: str) -> str:
    """Whether an entry is there whose condition rests on what is known late, as source."""
    given = f"self.{field_name(entry.name)} is not None"
    if condition == given:
        return given
    return f"{given} if out.first else bool({condition})" if entry.named else f"bool({condition})"


def _asked(plans: CodecPlans, plan: WritingPlan, entry: Entry) -> list[int]:
    """The fields at places of their own that a condition asks for: readers find something there, whatever it is."""
    if entry.condition is None:
        return []
    fields = plans.dependencies(entry.condition).fields
    there = [w.entry for w in plan.entries if w.entry.placed and w.entry.condition is None and w.entry.count is None]
    return [other.index for other in there if (plan.type, other.index) in fields and other is not entry]


def _is_no_quantity(plans: CodecPlans, writing: EntryWriting) -> bool:
    """Whether what stands for something that is left out is negative, as nothing that is measured is."""
    absent = [solve.value for solve in writing.otherwise] + [answer.values[0] for answer in writing.absences]
    numbers = [integer(plans, value) if value is not None else None for value in absent]
    return bool(numbers) and all(number is not None and number < 0 for number in numbers)


def _made_if(plans: CodecPlans, plan: WritingPlan, writing: EntryWriting) -> str:
    """When a derived number at a place of its own is written though nobody gave it: where what it measures is there.

    Empty: never, as nothing says that it has to be there."""
    entry, equation = writing.entry, writing.equation
    number = isinstance(entry.item, Number) and entry.count is None
    if not entry.placed or entry.condition is not None or not number or equation is None:
        return ""
    if entry.attribute.position is None or not isinstance(equation.quantity, CountOf | SizeOf | LengthOf | PositionOf):
        return ""
    here = (equation.owner, equation.field)
    measured = [
        w.entry
        for w in plan.entries
        if here in plans.dependencies(w.entry.frame.size, w.entry.attribute.position, _count_of(w.entry)).fields
    ]
    found = [f"given(self, {field_name(one.name)!r})" for one in measured if one.named]
    return found[0] if len(found) == 1 else f"({' or '.join(found)})" if found else ""


def _count_of(entry: Entry) -> Expr | None:
    return entry.count.expr if entry.count is not None else None


def _takes_all(plans: CodecPlans, item: Item) -> bool:
    """Whether a value that has the rest of its stream may take all of it: what a structure leaves is nobody's."""
    match item:
        case Nested(type):
            return plans.reads_to_end(type, maybe=True)
        case Choice(_, cases):
            return any(_takes_all(plans, case) for _, case in cases)
    return True


def _may_be_nothing(item: Item) -> bool:
    """Whether a switch that is decided for a whole list may have no case, so that nothing is read."""
    return isinstance(item, Choice) and item.once and all(value is not None for value, _ in item.cases)


def _behind(expressions: PythonExpressions, frame: Frame) -> PythonExpressions:
    """Expressions that are computed when the bytes of a frame have been passed."""
    if frame.size is None:
        return expressions
    return expressions.with_special({"_io": f"Here(out.pos + {expressions(frame.size, tight=True)}, out.current)"})


def _keeps_size(frame: Frame) -> bool:
    """Whether the bytes of a frame are as many as what they are decoded to."""
    if padding(frame):
        return False
    return frame.process is None or frame.process.keeps_size


def _size(expressions: PythonExpressions, entry: Entry) -> str:
    """The size of an entry's bytes; one that rests on where the reader stood has no other meaning than it had then."""
    size = entry.frame.size
    if size is None:
        return ""
    if entry.placed and entry.count is None and asks_position(size):
        return f"size_read(self, {entry.index}, lambda: {expressions(size)})"
    return expressions(size)


def _is_asked_by_its_items(plans: CodecPlans, writing: EntryWriting) -> bool:
    """Whether the items of a list ask for the list, which for them ends before themselves."""
    entry = writing.entry
    if entry.count is None:
        return False
    seen: set[str] = set()
    todo = nested_types(entry.item)
    while todo:
        type = todo.pop()
        if type in seen or type not in plans.plans:
            continue
        seen.add(type)
        for inner in plans.plans[type].entries:
            asked = plans.dependencies(inner.condition, inner.frame.size, inner.count.expr if inner.count else None)
            if any(plans.plans.get(t) and plans.plans[t].entries[i] is entry for t, i in asked.fields):
                return True
            todo += nested_types(inner.item)
    return False


def _position(plans: CodecPlans, entry: Entry) -> str:
    """Where an entry lies that has a place of its own, as a function; empty: it has none."""
    if not entry.placed:
        return ""
    position = entry.attribute.position
    return "None" if position is None else f"lambda: {PythonExpressions(plans.naming)(position)}"


def _stream(plans: CodecPlans, entry: Entry) -> str:
    """The stream in which it lies, as a function; empty: that of its structure."""
    stream = entry.attribute.stream
    if stream is None or (isinstance(stream, Name) and stream.name == "_io"):
        return ""
    return f"lambda: {PythonExpressions(plans.naming)(stream)}"


def _checksum(writing: EntryWriting) -> str:
    """Arguments that say what a checksum is of."""
    equation = writing.equation
    if equation is None or not isinstance(equation.quantity, ChecksumOf):
        return ""
    found = equation.quantity.range
    start = f"out.start_of(self{'._parent' * found.start.climb}, {found.start.field})"
    end = f"out.end_of(self{'._parent' * found.end.climb}, {found.end.field})"
    return f"{found.algorithm!r}, {start}, {end}"


def _again(source: str) -> str:
    """A function that computes an expression again with what holds now, apart from late fields."""
    bound = [name for name in ("here", "_index") if re.search(rf"\b{name}\b", source)]
    return f"lambda{' ' if bound else ''}{', '.join(f'{name}={name}' for name in bound)}: {source}"


def _until(plans: CodecPlans, entry: Entry) -> str:
    """The condition that ends a list, over ``item``, where it can be checked as soon as the list is known."""
    count = entry.count
    if count is None or count.kind != "until" or count.expr is None or nested_types(entry.item):
        return ""
    return _ending(plans, count.expr) if not asks_stream(_but_for_the_end(count.expr) or count.expr) else ""


def _until_late(plans: CodecPlans, writing: EntryWriting) -> str:
    """The same of structures, whose fields may only be known in the end."""
    entry = writing.entry
    count = entry.count
    if count is None or count.kind != "until" or count.expr is None or not nested_types(entry.item):
        return ""
    rests = plans.dependencies(_but_for_the_end(count.expr) or count.expr)
    # Readers ask while the list grows, and while there are bytes to come.
    if rests.stream or any(plans.types[type].fields[i] is entry.attribute for type, i in rests.fields):
        return ""
    return _ending(plans, count.expr)


def _until_here(plans: CodecPlans, writing: EntryWriting) -> str:
    """The same where it asks for the stream, which is at ``here`` behind an element; in the end it is known."""
    entry = writing.entry
    count = entry.count
    if count is None or count.kind != "until" or count.expr is None or not _asks_only_here(plans, count.expr):
        return ""
    rests = plans.dependencies(count.expr)
    if any(plans.types[type].fields[i] is entry.attribute for type, i in rests.fields):
        return ""  # readers ask while the list grows
    return PythonExpressions(plans.naming, special={"_": "item", "_index": "_index", "_io": "here"})(count.expr)


def _asks_only_here(plans: CodecPlans, expr: Expr) -> bool:
    """Whether an expression asks for the stream in which it stands, and for no other place in the bytes."""
    return asks_stream(expr) and not _asks_elsewhere(plans, expr)


def _written_out(plans: CodecPlans, expr: Expr) -> Expr:
    """An expression with instances of the same structure written out that ask for a stream."""
    for _ in range(_HOPS):
        found = next(_asking(plans, expr), None)
        if found is None:
            break
        expr = with_value(expr, *found)
    return expr


def _asking(plans: CodecPlans, expr: Expr) -> Iterator[tuple[str, str, Expr]]:
    if isinstance(expr, Name) and expr.binding == "instance" and expr.owner is not None:
        instance = next(i for i in plans.types[expr.owner].instances if i.id == expr.name)
        if isinstance(instance, ValueInstance) and instance.condition is None and plans.dependencies(expr).stream:
            yield expr.owner, expr.name, instance.expr
    for child in children(expr):
        yield from _asking(plans, child)


def _measures_condition(plans: CodecPlans, plan: WritingPlan, writing: EntryWriting) -> bool:
    """Whether the size of an entry says a field on which its own condition rests (``if: len >= 2``)."""
    fields = plans.dependencies(writing.entry.condition).fields
    solved = [solve.field for solve in writing.after if not solve.climb and not solve.element]
    solved += [answer.field for answer in writing.sizes if answer.way is None and answer.field is not None]
    return any((plan.type, field) in fields for field in solved)


def _asks_only_position(plans: CodecPlans, expr: Expr) -> bool:
    """Whether all that an expression asks of streams is where its own stands, which a writer knows."""
    match expr:
        case Member(Name("_io"), "pos"):
            return True
        case Name("_io") | Member(_, "_io"):
            return False
        case Name(name, binding="instance", owner=str(owner)):
            found = next(i for i in plans.types[owner].instances if i.id == name)
            return not isinstance(found, ValueInstance) or _asks_only_position(plans, found.expr)
        case Member(binding="instance") | Name(binding="parameter") | Member(binding="parameter"):
            return not plans.dependencies(expr).stream
    return all(_asks_only_position(plans, child) for child in children(expr))


def _asks_elsewhere(plans: CodecPlans, expr: Expr) -> bool:
    if isinstance(expr, Name) and expr.name == "_io":
        return False
    if isinstance(expr, Member) and expr.name == "_io":
        return True
    if isinstance(expr, Name | Member) and expr.binding in ("instance", "parameter"):
        return plans.dependencies(expr).stream
    return any(_asks_elsewhere(plans, child) for child in children(expr))


def _ending(plans: CodecPlans, condition: Expr) -> str:
    """A condition that ends a list, as source; the end of the stream ends it behind any element that is the last."""
    rest = _but_for_the_end(condition)
    expressions = PythonExpressions(plans.naming, special={"_": "item", "_index": "_index"})
    if rest is None or rest == condition:
        return expressions(condition) if rest is not None else ""
    return f"_index == len(values) - 1 or {expressions(rest, tight=True)}"


def _but_for_the_end(condition: Expr) -> Expr | None:
    """A condition without ``or _io.eof``; None if it says no more."""
    match condition:
        case Member(Name("_io"), "eof"):
            return None
        case Logical("or", left, right):
            sides = [side for side in (_but_for_the_end(left), _but_for_the_end(right)) if side is not None]
            return replace(condition, left=sides[0], right=sides[1]) if len(sides) == 2 else next(iter(sides), None)
    return condition


def _derived_arms(arms: tuple[tuple[str | None, EmitItem], ...]) -> list[tuple[str | None, EmitItem]]:
    """The arms of a switch that say what is to be derived; others only where a default would catch their values."""
    catches = any(value is None and arm.kind == "nested" for value, arm in arms)
    return [(value, arm) for value, arm in arms if catches or arm.kind == "nested"]


def _is_constant(writing: EntryWriting) -> bool:
    return writing.equation is not None and isinstance(writing.equation.quantity, Constant)


def _told(plans: CodecPlans, expressions: PythonExpressions, told: Told) -> ToldView:
    again = PythonExpressions(plans.naming, special={"_io": "here", "_index": "_index"})
    name = f"item.{field_name(told.parameter)}"
    return ToldView(name, _again(again(told.argument)), _answers(plans, expressions, told.answers, name))


def _item(plans: CodecPlans, expressions: PythonExpressions, writing: EntryWriting, item: Item) -> EmitItem:
    entry = writing.entry
    size = element_size(plans, entry, item)
    match item:
        case Number(kind, width) if width > 1 and not kind[2:]:
            return EmitItem("number", number=f"ordered(self, {kind!r})", size=size)
        case Number(kind):
            return EmitItem("number", number=repr(kind), size=size)
        case Bits(width, order, flag):
            return EmitItem("flag" if flag else "bits", width=width, order=order, size=size)
        case Raw(frame):
            return EmitItem("raw", frame=_frame(expressions, entry, frame) if frame is not None else None)
        case Text(encoding, frame):
            own = _frame(expressions, entry, frame) if frame is not None else None
            return EmitItem("text", encoding=encoding, exact=is_exact(encoding), frame=own)
        case Nested(type, args):
            params = tuple(
                (field_name(p.id), expressions(a)) for p, a in zip(plans.types[type].params, args, strict=True)
            )
            params += tuple(("_up", value) for value in told(expressions, entry.attribute.parent))
            return EmitItem(
                "nested",
                size=size,
                model=plans.naming.types[type],
                function=plans.function(type),
                params=params,
                told=tuple(
                    _told(plans, expressions, told)
                    for told in writing.told
                    if told.type == type and told.argument in args and not asks_end(told.argument)
                ),
                whole=plans.reads_to_end(type),
            )
        case Choice(on, cases, once, _):
            shape = read_item(plans, expressions, item, "")
            arms = tuple(
                (value, _item(plans, expressions, writing, case))
                for (value, _), (_, case) in zip(shape.arms, cases, strict=True)
            )
            by = expression(on)
            return EmitItem("choice", arms=arms, on=expressions(on), by_match=shape.by_match, once=once, by=by)


def _early(plans: CodecPlans, plan: WritingPlan, writing: EntryWriting) -> list[str]:
    """What is derived before a byte is written, as statements."""
    entry = writing.entry
    expressions = PythonExpressions(plans.naming, special={"_index": "self._index"})
    name = f"self.{field_name(entry.name)}"
    place = f"self, {entry.index}, out"
    found = []
    equation = writing.equation
    found += [_inferred(plans, inferred) for inferred in writing.inferred]
    found += [_closing(closing, entry) for closing in writing.closings]
    if entry.named and equation is None and (entry.enum is not None or entry.attribute.logical is not None):
        found.append(f"plain(self, {entry.index})")
    logical = entry.attribute.logical
    if logical is not None and logical.index is not None and entry.count is None:
        found.append(f"index_of(self, {entry.index}, {expressions(logical.index)})")
    if entry.named and equation is None and (plan.type, entry.index) in plans.deciding:
        found.append(f"fits(self, {entry.index})")
    if entry.contents is not None and entry.named:
        found.append(f"constant({place}, {entry.contents!r})")
    if equation is not None:
        match equation.quantity:
            case Constant(value):
                found.append(f"constant({place}, {expressions(value)})")
            case CountOf(lists):
                own = [_lists(plans, path, solve) for path, solve in lists if not path.holder]
                conditional = ", conditional=True" if entry.condition is not None else ""
                if own or not lists:
                    found.append(f"count_of({', '.join([place, *own])}{conditional})")
            case NullsOf(values, all, none, some):
                arguments = ", ".join(expressions(e) for e in (values, all, none, some))
                found.append(f"nulls_of({place}, {arguments})")
            case ValidityOf(of):
                found.append(f"validity_of({place}, self.{field_name(of)})")
            case PresenceOf():
                found.append(_presence(plans, plan, entry, equation.quantity))
            case _ if equation.digits is not None:
                model = plans.naming.types[equation.digits.type]
                found.append(
                    f"begin_number(self, {entry.index}, {model}, {equation.digits.items}, {equation.digits.digit})"
                )
            case _ if entry.count is not None and entry.count.expr is not None:
                when_empty = getattr(equation.quantity, "when_empty", None)
                empty = expressions(when_empty) if when_empty is not None else "0"
                keeps = "" if getattr(equation.quantity, "certain", True) else ", keeps=True"
                found.append(f"reserve({place}, {expressions(entry.count.expr)}, {empty}{keeps})")
            case _:
                text = ""
                if equation.base:
                    width = entry.frame.size
                    text = f", digits={expressions(width) if width is not None and is_constant(width) else '1'}"
                keeps = "" if getattr(equation.quantity, "certain", True) else ", keeps=True"
                condition = expressions(entry.condition) if entry.condition is not None and equation.shared else ""
                call = f"reserve_one({place}{text}{keeps})"
                found.append(f"if {condition}:\n    {call}" if condition else call)
    elif writing.default is not None:
        absent = _absent(plans, expressions, writing, name)
        default = expressions(writing.default)
        if entry.count is not None and entry.count.expr is not None:
            found.append(f"if {absent}:\n    {name} = [{default}] * ({expressions(entry.count.expr)})")
        else:
            found.append(f"if {absent}:\n    {name} = {default}")
    elif entry.attribute.null is not None and entry.count is None:
        absent = _absent(plans, expressions, writing, name)
        sentinel = PythonExpressions(plans.naming, options="out.options")(entry.attribute.null)
        found.append(f"if {absent}:\n    {name} = {sentinel}")
    found += [_settled(plans, settled) for settled in writing.settled]
    return found


def _inferred(plans: CodecPlans, inferred: Inferred) -> str:
    """The statement that finds a field from clues."""
    clues = []
    for clue in inferred.clues:
        parts = [_names(step for step, _ in clue.path.steps)]
        if clue.there is not None:
            parts.append(f"there={_said(clue.there)}")
        if clue.absent is not None:
            parts.append(f"absent={_said(clue.absent)}")
        if clue.cases:
            cases = (f"({plans.naming.types.get(kind, kind)}, {_said(said)})" for kind, said in clue.cases)
            parts.append(f"cases=({', '.join(cases)},)")
        clues.append(f"Clue({', '.join(parts)})")
    if inferred.way:
        return f"infer_below(self, {_names(inferred.way)}, {inferred.field}, {', '.join(clues)})"
    name = field_name(plans.attribute(inferred.owner, inferred.field).id or "")
    return f"if self.{name} is None:\n    infer(self, {inferred.field}, self, {', '.join(clues)})"


def _closing(closing: Closing, entry: Entry) -> str:
    """The statement that says of a list's elements which one is the last."""
    return (
        f"close_list(self, {entry.index}, out, {_names(closing.way)}, {closing.field}, "
        f"{_said(closing.last)}, {_said(closing.other)})"
    )


def _names(steps: Iterable[str]) -> str:
    """Python's names of fields, as source."""
    return repr(tuple(field_name(step) for step in steps))


def _said(said: Said) -> str:
    value = repr(bool(said.value)) if said.flag else repr(said.value)
    mask = f", mask={said.mask:#x}" if said.mask else ""
    return f"Said({value}{mask}{', weak=True' if said.weak else ''})"


def _settled(plans: CodecPlans, settled: Settled) -> str:
    """The statement that derives a count in a structure below."""
    counts = ", ".join(_lists(plans, path, solve) for path, solve in settled.quantity.lists)
    below = ", ".join(repr(field_name(step)) for step in settled.way)
    return f"count_below(self, ({below},), {settled.field}, out, {counts})"


def _absent(plans: CodecPlans, expressions: PythonExpressions, writing: EntryWriting, name: str) -> str:
    """A test that a field is left out where it should be there, as far as that is known before bytes are written."""
    condition = writing.entry.condition
    if condition is None or writing.verify or plans.dependencies(condition).stream:
        return f"{name} is None"
    return f"{name} is None and {expressions(condition, tight=True)}"


def _presence(plans: CodecPlans, plan: WritingPlan, entry: Entry, quantity: PresenceOf) -> str:
    """The statements that derive presence bits; what they ask of the items may rest on the items' parameters."""
    expressions = PythonExpressions(plans.naming, special={"_index": "self._index"})
    inner = expressions.with_special({"_": "item"})
    listed = next(w for w in plan.entries if w.entry.name == quantity.items)
    item = _item(plans, PythonExpressions(plans.naming, special={"_index": "_index"}), listed, listed.entry.item)
    items = f"self.{field_name(quantity.items)}"
    lines = []
    if item.params:
        lines.append(f"for _index, item in enumerate({items} or ()):")
        lines += [f"    item.{name} = {value}" for name, value in item.params]
    assert entry.count is not None
    assert entry.count.expr is not None
    where = f"lambda item: {inner(quantity.where) if quantity.where is not None else 'True'}"
    arguments = f"{items}, {field_name(quantity.member)!r}, lambda item: {inner(quantity.at)}, {where}"
    call = f"presence_of(self, {entry.index}, out, {expressions(entry.count.expr)}, {arguments})"
    condition = expressions(entry.condition) if entry.condition is not None else None
    lines += [call] if condition is None else [f"if {condition}:", f"    {call}"]
    return "\n".join(lines)


def _made_list(plans: CodecPlans, writing: EntryWriting) -> bool:
    """Whether an entry is a list whose structures the writer makes where it is left out."""
    entry = writing.entry
    counted = entry.count is not None and entry.count.kind == "expr"
    return counted and writing.default is None and writing.equation is None and plans.made(entry)


def _known_from(plans: CodecPlans, plan: WritingPlan, entry: Entry) -> int:
    """The entry after which the count of a list is known: others may ask for its elements from there on."""
    assert entry.count is not None
    fields = plans.dependencies(entry.count.expr).fields
    own = max((index for type, index in fields if type == plan.type), default=0)
    # A field of a structure below is settled where that structure is.
    below = any(type != plan.type for type, _ in fields - _above(plans, plan.type))
    return entry.index if below else min(own, entry.index)


def _above(plans: CodecPlans, type: str) -> set[tuple[str, int]]:
    """The fields of the structures that a structure lies in."""
    found: set[tuple[str, int]] = set()
    seen = {type}
    while (parent := plans.types[type].parent_type) and parent not in seen:
        type = parent
        seen.add(type)
        found |= {(type, index) for index, _ in enumerate(plans.types[type].attributes)}
    return found


def _make(plans: CodecPlans, entry: Entry) -> str:
    assert entry.count is not None
    assert entry.count.expr is not None
    expressions = PythonExpressions(plans.naming, special={"_index": "self._index"})
    return f"make(self, {entry.index}, {expressions(entry.count.expr)})"


def _lists(plans: CodecPlans, path: Path, solve: Expr) -> str:
    names = ", ".join(repr(field_name(step)) for step, _ in path.steps)
    if isinstance(solve, Name):
        return f"lists({names})"
    text = PythonExpressions(plans.naming, special={QUANTITY: "number"})(solve)
    return f"lists({names}, solve=lambda number: {text})"


def _solve(expressions: PythonExpressions, solve: Solve) -> SolveView:
    owner = "self" + f".{expressions.above}" * solve.climb
    value = ""
    if solve.value is not None:
        value = expressions.with_special({QUANTITY: "size"})(solve.value)
    element = ""
    if solve.element:
        element = "self" + "._parent" * solve.index_climb + "._index"
        if solve.offset:
            element += f" + {solve.offset}"
    if solve.relative_to is not None:
        value = f"out.distance({owner}, {solve.relative_to})"
    return SolveView(owner, solve.field, value, element, solve.each)
