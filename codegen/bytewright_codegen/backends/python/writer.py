"""``writer.py``: objects → bytes, with everything that follows from others derived."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bytewright_codegen.backends.python.codec import CodecPlans, element_size, enums_in
from bytewright_codegen.backends.python.derivations import (
    early,
    known_from,
    late_default,
    made_list,
    make,
    nulls_without,
    rebuilt,
    reserve,
)
from bytewright_codegen.backends.python.emission import (
    EmitEntry,
    EmitFrame,
    EmitItem,
    EmitRecord,
    HeldView,
    answers,
    decides,
    parameters,
    place_solution,
    solve_view,
    told_view,
)
from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.backends.python.naming import field_name, spec_of
from bytewright_codegen.backends.python.nulls import begins_with_bits, readers_for_null, reads_null
from bytewright_codegen.backends.python.reader import (
    blame,
    byte_order,
    checks,
    is_exact,
    of_element,
    padding,
    process,
    read_item,
    terminator,
)
from bytewright_codegen.backends.python.rules import rules
from bytewright_codegen.backends.python.stream_queries import (
    asks_only_position,
    computed,
    position,
    stream_of,
    until,
    until_here,
    until_late,
    written_out,
)
from bytewright_codegen.backends.templates import render
from bytewright_codegen.ir.expressions import Expr, Member, Name
from bytewright_codegen.ir.schema import ValueInstance
from bytewright_codegen.ir.values import Value
from bytewright_codegen.ir.walk import asks_end, asks_index, asks_place, asks_position
from bytewright_codegen.lowering.write.elements import ends_by_place
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.ranges import integer
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
    case_member,
    nested_types,
)
from bytewright_codegen.plans.writing import (
    QUANTITY,
    ChecksumOf,
    Constant,
    CountOf,
    EntryWriting,
    LengthOf,
    PositionOf,
    Ruled,
    SizeOf,
    WritingPlan,
)
from bytewright_codegen.semantics.values import is_union_type


def writer(plans: CodecPlans) -> str:
    """Source of a codec's ``writer.py``."""
    records = [_record(plans, plan) for plan in plans.writing]
    functions: dict[str, set[str]] = {}
    models: dict[str, set[str]] = {}
    for type in plans.foreign_types():
        own = functions.setdefault(spec_of(type), set())
        own |= {plans.naming.imported_function(verb, type) for verb in ("derive", "emit")}
        models.setdefault(spec_of(type), set()).add(plans.naming.imported(type))
    readers = readers_for_null(plans)
    for record in records:
        if record.placed:
            readers.setdefault("", set()).update(f"read_{e.id}_of_{record.function}" for e in record.placed)
    names = {plans.naming.types[p.type] for p in plans.writing}
    enums = {enum for plan in plans.writing for enum in enums_in(plan)}
    stated = [e for p in plans.reading for e in p.entries if e.valid is not None or e.attribute.null is not None]
    enums |= {e.enum for e in stated if e.enum is not None}
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
        readers=sorted((m, sorted(f)) for m, f in readers.items()),
        called=sorted({tuple(call.function.split(":", 1)) for call in plans.called}),
    )


def _record(plans: CodecPlans, plan: WritingPlan) -> EmitRecord:
    statements = [early(plans, plan, writing) for writing in plan.entries]
    for writing in plan.entries:
        if made_list(plans, writing):
            place = known_from(plans, plan, writing.entry)
            statements[place].append(make(plans, writing.entry))
    entries = [
        _entry(plans, plan, writing, before)
        for writing, before in zip(plan.entries, statements, strict=True)
        if not writing.entry.attribute.again
    ]
    short = plan.type.rpartition("::")[2]
    instances = plans.types[plan.type].instances
    flags = [field_name(i.id) for i in instances if isinstance(i, ValueInstance) and i.checksum_field is not None]
    return EmitRecord(
        plans.naming.types[plan.type],
        plans.function(plan.type),
        short,
        [entry for entry in entries if not entry.position],
        [entry for entry in entries if entry.position],
        byte_order(plans, plans.types[plan.type], "self._parent"),
        flags,
        plans.types[plan.type].cells is not None,
        checks(plans, plans.types[plan.type]),
        list(_references(plans, plan)),
        plan.type in plans.referred,
        plans.spelt(plan.type) is not None,
        plans.alone(plan.type),
        _held(plans, plan.type),
        rebuilt(plans, plan),
    )


def _held(plans: CodecPlans, type: str) -> HeldView | None:
    """How a structure is made of the calculated value that stands for it."""
    held = plans.held(type)
    if held is None:
        return None
    measured = PythonExpressions(plans.naming).with_special({QUANTITY: "value"})
    return HeldView(held[0], [f"lambda value: {measured(solution)}" for solution in held[1].values])


def _references(plans: CodecPlans, plan: WritingPlan) -> Iterator[tuple[str, str, str]]:
    """Fields that read again what lies where another field says: what they are called, what is given there, and which
    field says so, with its owner; of what lies in decoded bytes also which field says where in them."""
    for writing in plan.entries:
        entry = writing.entry
        if not entry.attribute.again or not isinstance(entry.item, Nested) or entry.count is not None:
            continue
        name = field_name(entry.name)
        place = _number_of(plans, entry.attribute.position)
        within = plans.within(entry)
        if place is None or (entry.frame.process is not None and within is None):
            continue
        if within is None:
            yield name, f"self.{name}", place
            continue
        distance = _number_of(plans, within[0])
        if distance is not None:
            yield name, f"self.{name}.{field_name(within[1].name)}", f"{place}, within=({distance})"


def _number_of(plans: CodecPlans, expr: Expr | None) -> str | None:
    """The owner and the place of the field that an expression names, as source; None where it names no field."""
    types = plans.types
    if not isinstance(expr, Name | Member) or expr.owner not in types or not plans.naming.types.get(expr.owner):
        return None
    place = next((i for i, a in enumerate(types[expr.owner].fields) if a.id == expr.name), None)
    if place is None or types[expr.owner].fields[place].repeat is not None:
        return None
    holder = "self"
    if isinstance(expr, Member):
        if not isinstance(expr.target, Name) or expr.target.binding == "special":
            return None
        holder = PythonExpressions(plans.naming)(expr.target)
    return f"{holder}, {place}"


def _entry(plans: CodecPlans, plan: WritingPlan, writing: EntryWriting, early: list[str]) -> EmitEntry:
    entry = writing.entry
    expressions = PythonExpressions(plans.naming, special={"_io": "out", "_index": "_index"})
    at_place = PythonExpressions(plans.naming, special={"_index": "_index"})
    again = PythonExpressions(plans.naming, special={"_io": "here", "_index": "_index"})
    count, frame = entry.count, entry.frame
    found = writing.equation.quantity if writing.equation is not None else None
    condition, condition_again = _conditions(plans, plan, writing, expressions, again)
    counts = count.expr if count is not None and count.kind == "expr" else None
    ruled_behind = entry.valid is not None and any(map(asks_place, entry.valid.exprs))
    asked = again if ruled_behind and (found or writing.late_rule) else expressions
    # What reaches to the end of its stream makes the end where it ends itself.
    free = frame.size is not None and asks_end(frame.size)
    late_count = writing.late_count or (counts is not None and asks_end(counts))
    return EmitEntry(
        index=entry.index,
        id=entry.name,
        name=f"self.{field_name(entry.name)}" if entry.named else "",
        derived=writing.equation is not None,
        ruled=computed(again(found.value)) if isinstance(found, Ruled) else "",
        early=tuple(early),
        reserve=reserve(plans, writing),
        late=writing.equation is not None and writing.equation.late,
        nulls=nulls_without(plans, plan, writing),
        condition=condition or None,
        asked=_asked(plans, plan, entry),
        there=_there(writing, condition),
        by_size=writing.by_size,
        columnar=_columnar(plans, plan, writing),
        apart=plans.is_apart(plan.type, entry.index),
        repeat=count.kind if count is not None else "",
        count=expressions(counts) if counts is not None and not late_count else "",
        until=until(plans, entry),
        until_late=until_late(plans, writing),
        until_here=until_here(plans, writing),
        to_end=_goes_to_end(plans, entry),
        made_if=_made_if(plans, plan, writing),
        until_zeros=entry.attribute.until_zeros,
        may_be_nothing=count is not None and _may_be_nothing(entry.item),
        frame=_frame(expressions, entry, frame),
        size_again=computed(again(frame.size)) if frame.size is not None else "",
        size_blame=blame(expressions, frame.blame) if frame.blame is not None else "",
        rests_on_end=free and entry.named and count is None,
        contents=repr(entry.contents) if entry.contents is not None else "",
        item=_item(plans, expressions, writing, entry.item),
        gap=writing.gap or (free and not entry.named),
        late_size=writing.late_size and not free,
        masked=entry.masked_by is not None,
        sized_each=any(a.element is not None and asks_index(a.element) for a in writing.sizes),
        before=tuple(solve_view(expressions, s) for s in writing.before),
        after=tuple(solve_view(expressions, s) for s in writing.after if s.value is not None),
        ends=tuple(solve_view(expressions, s) for s in writing.after if s.value is None),
        otherwise=tuple(solve_view(expressions, s) for s in writing.otherwise),
        absences=answers(plans, expressions, writing.absences, "size"),
        peeked=_is_peeked(plans, plan, writing),
        noted=writing.noted,
        checksum=_checksum(writing),
        sums_ahead=_room(entry),
        summed=_summed(plans, plan, entry),
        unique=of_element(expressions, entry.attribute.unique),
        same=of_element(expressions, entry.attribute.same),
        placing=_placing(writing),
        grows=_is_asked_by_its_items(plans, writing),
        reserved=isinstance(entry.item, Number) or entry.checksum is not None,
        sizes=answers(plans, again, writing.sizes, "size"),
        lengths=answers(plans, expressions, writing.lengths, "len(values)"),
        decides=decides(at_place, writing),
        solves=place_solution(plans, at_place, writing),
        count_again=computed(again(counts)) if counts is not None and late_count else "",
        condition_again=condition_again,
        rule=expression(entry.condition) if condition_again and entry.condition is not None else "",
        late_default=late_default(plans, writing),
        lasts=plans.enclosed(entry),
        deferrable=plans.deferrable(entry),
        position=position(plans, plan.type, entry),
        stream=stream_of(plans, entry),
        place=solve_view(expressions, writing.place) if writing.place is not None else None,
        rules=[] if _is_its_rule(writing) else rules(plans, asked, entry, late=writing.late_rule),
        ruled_behind=ruled_behind,
    )


def _placing(writing: EntryWriting) -> str:
    """What else is to be known where the entry is put at its place: further arguments."""
    position = writing.entry.attribute.position
    known = {
        "stateful": position is not None and asks_position(position),
        "follows": writing.follows,
        "held": any(answer.shared for answer in writing.places),
    }
    return "".join(f", {name}=True" for name, holds in known.items() if holds)


def _conditions(
    plans: CodecPlans,
    plan: WritingPlan,
    writing: EntryWriting,
    expressions: PythonExpressions,
    again: PythonExpressions,
) -> tuple[str, str]:
    """When an entry is written, and what says it when all bytes are; empty: always, and nothing does.

    While bytes are written there is no end to ask for: a field is there if it has a value. So it is where a size says
    that it is left out, as the size is only known then."""
    entry = writing.entry
    if entry.condition is None:
        return "", ""
    late = writing.by_size or bool(writing.otherwise or writing.absences) or _measures_condition(plans, plan, writing)
    known = not entry.placed and asks_only_position(plans, entry.condition)
    stream = plans.dependencies(entry.condition).stream and not known
    asks = entry.named and (late or stream)
    condition = f"self.{field_name(entry.name)} is not None" if asks else expressions(entry.condition)
    said = written_out(plans, entry.condition)
    # A stream is known when all of it is written; a field at a place of its own is placed by then.
    is_asked_again = not entry.placed if stream else writing.late_condition or asks
    certain = not is_asked_again or writing.by_size or _is_no_quantity(plans, writing)
    return condition, "" if certain else computed(f"bool({again(said)})")


def _goes_to_end(plans: CodecPlans, entry: Entry) -> bool:
    """Whether an entry takes all of its stream that is left."""
    if entry.frame.kind == "eos" and _takes_all(plans, entry.item):
        return True
    return entry.count is not None and entry.count.kind == "eos" and not entry.attribute.until_zeros


def _is_its_rule(writing: EntryWriting) -> bool:
    """Whether a field follows from its own rule, so that it need not be held against that."""
    derive = writing.entry.attribute.derive
    found = writing.equation.quantity if writing.equation is not None else None
    return isinstance(found, Constant | Ruled) and (derive is None or derive.kind != "value")


def _columnar(plans: CodecPlans, plan: WritingPlan, writing: EntryWriting) -> str:
    """Whether the elements of a list were written that are given as columns, as source; empty: they can't be."""
    entry = writing.entry
    mirrored = plans.mirrored.get((plan.type, entry.index))
    if mirrored is not None:
        expressions = PythonExpressions(plans.naming)
        there = f", lambda: {expressions(mirrored.stream)}" if mirrored.stream is not None else ""
        return f"out.lay_mirrored(self, {entry.index}, self.{field_name(mirrored.shape.stated)}{there})"
    if (plan.type, entry.index) not in plans.elements or entry.count is None:
        return ""
    found = f"out.lay_elements(self, {entry.index}"
    until = entry.count.expr
    if entry.count.kind == "eos":
        found += ", to_end=True"
    elif until is not None and ends_by_place(until):
        found += f", until=lambda here: {PythonExpressions(plans.naming, special={'_io': 'here'})(until)}"
    return f"{found})"


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
        least=_least(frame),
    )


def _least(frame: Frame) -> str:
    """The shortest bytes up to a terminator, as source: that alone, where it is part of them."""
    ended = frame.kind == "terminator" and frame.terminator is not None and frame.terminator.include
    return repr(frame.terminator.bytes) if ended and frame.terminator is not None else "bytes()"


def _there(writing: EntryWriting, condition: str) -> str:
    """Whether an entry is there whose condition rests on what is known late, as source.

    Before it is known, what a user gave is; a derived field says nothing by being there."""
    entry, equation = writing.entry, writing.equation
    given = f"self.{field_name(entry.name)} is not None"
    if condition == given:
        return given
    follows = equation is not None and equation.late and getattr(equation.quantity, "absent", None) is None
    if not entry.named or (follows and entry.count is None and not entry.placed):
        return f"bool({condition})"
    return f"{given} if out.first else bool({condition})"


def _asked(plans: CodecPlans, plan: WritingPlan, entry: Entry) -> list[int]:
    """The fields at places of their own that a condition asks for: readers find something there, whatever it is.

    Those that are peeked at say so themselves."""
    if entry.condition is None:
        return []
    fields = plans.dependencies(entry.condition).fields
    there = [
        w.entry
        for w in plan.entries
        if w.entry.placed and w.entry.condition is None and w.entry.count is None and not _is_peeked(plans, plan, w)
    ]
    return [other.index for other in there if (plan.type, other.index) in fields and other is not entry]


def _is_peeked(plans: CodecPlans, plan: WritingPlan, writing: EntryWriting) -> bool:
    """Whether what lies at a place of its own, on which nothing else decides, decides how others are read."""
    entry = writing.entry
    free = entry.placed and entry.named and writing.equation is None
    return free and (plan.type, entry.index) in plans.asked_for


def _is_no_quantity(plans: CodecPlans, writing: EntryWriting) -> bool:
    """Whether what stands for something that is left out is negative, as nothing that is measured is."""
    absent = [solve.value for solve in writing.otherwise] + [answer.values[0] for answer in writing.absences]
    numbers = [integer(plans.enums, value) if value is not None else None for value in absent]
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
    measured = plans.measured_by(plan.type).get((equation.owner, equation.field), ())
    found = [f"rt.given(self, {field_name(one.name)!r})" for one in measured if one.named]
    return found[0] if len(found) == 1 else f"({' or '.join(found)})" if found else ""


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
        return f"rt.size_as_read(self, {entry.index}, lambda: {expressions(size)})"
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


def _checksum(writing: EntryWriting) -> str:
    """Arguments that say which field is a checksum, and what it is of."""
    equation = writing.equation
    if equation is None or not isinstance(equation.quantity, ChecksumOf):
        return ""
    found = equation.quantity.range
    start = f"out.start_of(self{'._parent' * found.start.climb}, {found.start.field})"
    end = f"out.end_of(self{'._parent' * found.end.climb}, {found.end.field})"
    return f"{_sum_kind(writing.entry)}, self, {writing.entry.index}, {found.algorithm!r}, {start}, {end}"


def _sum_kind(entry: Entry) -> str:
    """What a checksum is, as source: a number, or bytes."""
    return _kind(entry.item) if isinstance(entry.item, Number) else repr("bytes")


def _room(entry: Entry) -> str:
    """Arguments that say which field is a checksum of bytes behind it; empty: it isn't."""
    if entry.checksum is None or not entry.sums_ahead:
        return ""
    return f"{_sum_kind(entry)}, self, {entry.index}, {entry.checksum.algorithm!r}"


def _summed(plans: CodecPlans, plan: WritingPlan, entry: Entry) -> tuple[str, ...]:
    """Arguments that say of the checksums before an entry, which end with it, what they are, and what they are of."""
    found = plans.plans[plan.type].sums_by_end.get(entry.index, ())
    return tuple(_checksum(plan.entries[one.index]) for one in found)


def _measures_condition(plans: CodecPlans, plan: WritingPlan, writing: EntryWriting) -> bool:
    """Whether the size of an entry says a field on which its own condition rests (``if: len >= 2``)."""
    fields = plans.dependencies(writing.entry.condition).fields
    solved = [solve.field for solve in writing.after if not solve.climb and not solve.element]
    solved += [answer.field for answer in writing.sizes if answer.way is None and answer.field is not None]
    return any((plan.type, field) in fields for field in solved)


def _is_mixed(item: Item, value: Value | None) -> bool:
    """Whether an item is a switch whose cases have no type in common, of which one shows before it is written."""
    return isinstance(item, Choice) and is_union_type(value) and not (asks_place(item.on) or asks_end(item.on))


def _derived_arms(item: EmitItem) -> list[tuple[str | None, EmitItem]]:
    """The arms of a switch that say what is to be derived or checked; others only where a default would catch their
    values."""
    catches = any(value is None and arm.kind == "nested" for value, arm in item.arms)
    return [(value, arm) for value, arm in item.arms if catches or item.mixed or arm.kind == "nested"]


def _kind(number: Number) -> str:
    """What a number is, as source."""
    if number.size > 1 and not number.kind[2:]:
        return f"rt.ordered(self, {number.kind!r})"
    return repr(number.kind)


def _item(plans: CodecPlans, expressions: PythonExpressions, writing: EntryWriting, item: Item) -> EmitItem:
    entry = writing.entry
    size = element_size(plans, entry, item)
    match item:
        case Number():
            return EmitItem("number", number=_kind(item), size=size)
        case Bits(width, order, flag):
            return EmitItem("flag" if flag else "bits", width=width, order=order, size=size)
        case Raw(frame):
            return EmitItem("raw", frame=_frame(expressions, entry, frame) if frame is not None else None)
        case Text(encoding, frame):
            own = _frame(expressions, entry, frame) if frame is not None else None
            return EmitItem("text", encoding=encoding, exact=is_exact(encoding), frame=own)
        case Nested(type, args):
            return EmitItem(
                "nested",
                size=size,
                model=plans.naming.types[type],
                function=plans.function(type),
                params=parameters(plans, expressions, entry, item),
                told=tuple(
                    told_view(plans, expressions, told)
                    for told in writing.told
                    if told.type == type and told.argument in args and not asks_end(told.argument)
                ),
                whole=plans.reads_to_end(type),
                fills=writing.fills and not plans.reads_to_end(type, maybe=True),
                read=reads_null(plans, entry, item),
                splits=entry.masked_by is not None and begins_with_bits(plans, type),
            )
        case Choice(on, cases, once, _):
            shape = read_item(plans, expressions, item, "")
            arms = tuple(
                (value, replace(_item(plans, expressions, writing, case), case=case_member(case)))
                for (value, _), (_, case) in zip(shape.arms, cases, strict=True)
            )
            by = expression(on)
            mixed = _is_mixed(item, entry.attribute.value)
            return EmitItem(
                "choice", arms=arms, on=expressions(on), by_match=shape.by_match, once=once, by=by, mixed=mixed
            )
