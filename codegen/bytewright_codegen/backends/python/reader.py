"""``reader.py``: bytes → objects."""

from __future__ import annotations

import codecs
from collections.abc import Iterator
from dataclasses import replace

from bytewright.codecs import one_of
from bytewright.codecs.process import HANDED
from bytewright_codegen.analysis.blame import uncertain
from bytewright_codegen.analysis.list_bounds import UNKNOWN, ListBound
from bytewright_codegen.analysis.slots import slot_of
from bytewright_codegen.backends.python.codec import CodecPlans, enums_in, varying_types
from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.backends.python.naming import field_name, spec_of
from bytewright_codegen.backends.python.read_entries import (
    Check,
    Presence,
    ReadEntry,
    ReadFrame,
    ReadItem,
    RecordView,
    RuledList,
)
from bytewright_codegen.backends.python.rules import Rule, constant_text, rules, rules_of, rules_wait
from bytewright_codegen.backends.templates import render
from bytewright_codegen.ir.expressions import Compare, Conditional, EnumMember, Expr, Find, Literal_, Name
from bytewright_codegen.ir.schema import CalculatedOrder, StructWire, TypeDef, ValueInstance
from bytewright_codegen.ir.values import FloatValue
from bytewright_codegen.ir.walk import asks_index, asks_stream
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import (
    Bits,
    Blame,
    Choice,
    Entry,
    Frame,
    Item,
    Nested,
    Number,
    Raw,
    RecordPlan,
    Text,
)
from bytewright_codegen.plans.writing import Constant, Ruled


def reader(plans: CodecPlans) -> str:
    """Source of a codec's ``reader.py``."""
    views = [record_view(plans, plan) for plan in plans.reading]
    enums = named_enums(plans)
    return render(
        "reader.py.jinja",
        spec=plans.spec,
        circular=plans.circular,
        records=views,
        root=views[0],
        alike=plans.records_passed == "alike",
        models=sorted(plans.own_enums(enums) | {view.name for view in views}),
        enums=plans.foreign_enums(enums),
        functions=foreign_functions(plans, "read"),
        settles=any(_leaves(typedef) for typedef in plans.types.values()),
    )


def foreign_functions(plans: CodecPlans, verb: str) -> list[tuple[str, list[str]]]:
    """The functions for types of other specs that a codec's module imports, by spec; ``verb``: what they do."""
    found: dict[str, list[str]] = {}
    for type in plans.foreign_types():
        found.setdefault(spec_of(type), []).append(plans.naming.imported_function(verb, type))
    return sorted(found.items())


def named_enums(plans: CodecPlans) -> set[str]:
    """The enums that reading names."""
    return {enum for plan in plans.reading for enum in _enums(plan)} | plans.in_orders() | plans.in_parameters()


def _leaves(typedef: TypeDef) -> bool:
    """Whether reading a structure leaves something for later."""
    told = (i for i in typedef.instances if isinstance(i, ValueInstance))
    later = any(i.valid is not None or i.checksum_field is not None for i in told)
    return later or any(attribute.deferred for attribute in typedef.attributes)


def record_view(plans: CodecPlans, plan: RecordPlan) -> RecordView:
    """How a type is read by its plan."""
    typedef = plans.types[plan.type]
    params = [(field_name(p.id), _argument(p.id), plans.naming.annotation(p.value)) for p in typedef.params]
    marked = _is_marked(plans, plan)
    rests = _rests(plans, plan)
    entries = [_entry(plans, plan, entry, marked=marked, rests=bool(rests)) for entry in plan.entries]
    return RecordView(
        name=plans.naming.types[plan.type],
        function=plans.function(plan.type),
        id=plan.type.rpartition("::")[2],
        type=plan.type,
        params=params,
        entries=[entry for entry in entries if not entry.deferred and not entry.placed],
        records=entries[plan.records] if plan.records is not None else None,
        deferred=next((entry for entry in entries if entry.deferred), None),
        placed=[entry for entry in entries if entry.placed],
        told=plan.type in plans.told_types,
        asked_inside=plan.type in plans.asked_inside,
        order=byte_order(plans, typedef, "parent"),
        surveyed=plans.surveyed,
        checks=checks(plans, typedef),
        rests=rests,
        presence=_presence(plans, plan),
        kept=[*_told_places(plans, plan), *_rebuilt(plans, plan)],
        is_root=typedef is plans.spec.root,
        alone=[_alone(one) for one in entries if (plan.type, one.id) in plans.read_alone],
        told_params=[(field_name(p.id), p.id) for p in typedef.params] if typedef is plans.spec.root else [],
        passed=plan.type in plans.passed,
        is_spared=plan.type in plans.elements_spared,
        beginning=plans.evidence_of(plan.type) if plan.type in plans.elements_told else None,
        marked=marked,
        leb128=0 if typedef.params or checks(plans, typedef) else plans.leb128(plan.type),
    )


def _alone(entry: ReadEntry) -> ReadEntry:
    """A field of which the bytes are known: its size is ``length``, whatever says so in the record."""

    def known(frame: ReadFrame) -> ReadFrame:
        padding = "" if frame.kind == "terminator" else frame.padding
        return replace(frame, kind="size", size="length", size_blame=f"self, {entry.index}", padding=padding)

    arms = tuple(
        (value, arm if arm.frame is None else replace(arm, frame=known(arm.frame))) for value, arm in entry.item.arms
    )
    return replace(entry, frame=known(entry.frame), item=replace(entry.item, arms=arms), spares=False)


def _is_marked(plans: CodecPlans, plan: RecordPlan) -> bool:
    """Whether all that is read of a structure is read in order, so that it is enough to know where each field ends."""
    typedef = plans.types[plan.type]
    told = any(isinstance(i, ValueInstance) and i.checksum_field is not None for i in typedef.instances)
    other = typedef is plans.spec.root or plan.records is not None or told or plan.type in plans.asked_inside
    return not other and all(not (e.deferred or e.placed or e.masked_by is not None) for e in plan.entries)


def _rests(plans: CodecPlans, plan: RecordPlan) -> list[tuple[int, list[tuple[str, str]]]]:
    """What reading an entry computes that may have no value: the value as source, and arguments that name the stored
    field on which it rests, which is to blame then."""
    expressions = PythonExpressions(plans.naming)
    found = []
    for entry in plan.entries:
        asked = []
        for expr in _asked(entry):
            decides = uncertain(plans.library, expr)
            if decides is None or asks_stream(expr) or asks_index(expr):
                continue
            blamed = plans.blame_of(decides)
            if blamed is not None and (blamed.way or blamed.field != entry.index):
                asked.append((expressions(expr), blame(expressions, blamed)))
        if asked:
            found.append((entry.index, asked))
    return found


def _asked(entry: Entry) -> Iterator[Expr]:
    """The expressions that reading an entry computes, in this order."""
    process, count = entry.frame.process, entry.count
    counted = count.expr if count is not None and count.kind == "expr" else None
    exprs = [entry.condition, entry.attribute.position, entry.frame.size, counted]
    yield from (expr for expr in exprs if expr is not None)
    yield from process.args if process is not None else ()
    left = [entry.item]
    while left:
        match left.pop():
            case Nested(_, args):
                yield from args
            case Choice(on, cases):
                yield on
                left += [case for _, case in cases]


def _argument(id: str) -> str:
    """What a parameter is called as an argument: no function or local of a reader has such a name."""
    return f"given_{id}"


def checks(plans: CodecPlans, typedef: TypeDef) -> list[Check]:
    """What must hold of the value instances of a type."""
    found = []
    for instance in typedef.instances:
        if isinstance(instance, ValueInstance) and instance.valid is not None:
            expressions = PythonExpressions(plans.naming)
            is_float = isinstance(instance.value, FloatValue)
            stated = rules_of(plans, expressions, instance.valid, instance.enum, is_float)
            name, absent = f"self.{field_name(instance.id)}", instance.condition is not None
            blamed = _blame_of_value(plans, expressions, instance.expr)
            match instance.expr:
                case Find(items, key, wanted) if instance.valid.min is not None:
                    # A place of -1 means nothing to a reader: what is missing is the element.
                    path, test = expression(items), f"{expression(key)} == {expression(wanted)}"
                    below = not path.startswith("_") and path.replace(".", "").isidentifier()
                    expected = f"an element with {test}" if below else f"an element of {path} with {test}"
                    stated = [Rule(rule.wrong, repr(expected), found="none") for rule in stated]
                    found.append(Check(name, path if below else instance.id, stated, absent, blamed))
                case _:
                    found.append(Check(name, instance.id, stated, absent, blamed))
    return found


def _blame_of_value(plans: CodecPlans, expressions: PythonExpressions, expr: Expr) -> str:
    """The same arguments as `blame` for the field that a value comes from, by the branch that is taken."""
    if isinstance(expr, Conditional):
        then, otherwise = (_blame_of_value(plans, expressions, one) for one in (expr.then, expr.otherwise))
        if "None" not in (then, otherwise):
            return f"({then}) if {expressions(expr.test)} else ({otherwise})"
    return blame(expressions, plans.blame_of(expr))


def _presence(plans: CodecPlans, plan: RecordPlan) -> list[Presence]:
    found = []
    for instance in plans.types[plan.type].instances:
        if isinstance(instance, ValueInstance) and instance.checksum_field is not None:
            entry = next(e for e in plan.entries if e.name == instance.checksum_field)
            assert entry.checksum is not None
            kind = entry.item.kind if isinstance(entry.item, Number) else "bytes"
            start = entry.checksum.start
            place = f"rt.start_of_field(self{'._parent' * start.climb}, {start.field})"
            name = field_name(instance.id)
            found.append(Presence(name, f"{entry.checksum.algorithm!r}, {kind!r}, {place}"))
    return found


def _told_places(plans: CodecPlans, plan: RecordPlan) -> list[str]:
    """Statements behind the sequence: what fields say of where others beside them lie stays, right or wrong."""
    found = []
    places = {entry.name: entry.index for entry in plan.entries}
    beside = {entry.name for entry in plan.sequence}
    for entry in plan.sequence:
        derive = entry.attribute.derive
        if derive is None or entry.count is not None or not isinstance(entry.item, Number | Bits):
            continue
        names = [path.name for path in (derive.path, *derive.also) if isinstance(path, Name)]
        if len(names) < 1 + len(derive.also):
            continue
        unless = f", {PythonExpressions(plans.naming)(derive.unless)}" if derive.unless is not None else ""
        if derive.kind == "end-of":
            targets = ", ".join(str(places[name]) for name in names)
            found.append(f"rt.keep_stated_end(io, self, {entry.index}, ({targets},){unless})")
        elif derive.kind == "position-of" and derive.when_empty is None and names[0] in beside:
            base = f", base={places[derive.relative_to.name]}" if isinstance(derive.relative_to, Name) else ""
            found.append(f"rt.keep_stated_start(io, self, {entry.index}, {places[names[0]]}{unless}{base})")
    return found


def _rebuilt(plans: CodecPlans, plan: RecordPlan) -> list[str]:
    """Statements behind the sequence: fields that writers compute stay as they are, of those that rest on fields of the
    sequence alone: nothing is read for it."""
    found = []
    later = {(plan.type, entry.index) for entry in plan.entries if entry.deferred or entry.placed}
    for entry in plan.sequence:
        derive = entry.attribute.derive
        if derive is None or derive.kind != "value" or entry.count is not None:
            continue
        if not isinstance(entry.item, Number | Bits | Raw | Text):
            continue
        equation = plans.derivations[plan.type].entries[entry.index].equation
        if equation is None or not isinstance(equation.quantity, Constant | Ruled):
            continue  # readers go by it
        asked = plans.dependencies(derive.path)
        if asked.fields.isdisjoint(later) and not asked.stream:
            value = PythonExpressions(plans.naming, special={"_index": "self._index"})(derive.path)
            found.append(f"rt.keep_stated_number(self, {entry.index}, lambda: {value})")
    return found


def byte_order(plans: CodecPlans, typedef: TypeDef, parent: str) -> str:
    """Whether the numbers of a structure are little-endian, as source, where it finds that out; ``parent``: where it
    is found out for it."""
    if typedef.order == "inherited":
        return f"rt.inherited_order(self, {parent})"
    if not isinstance(typedef.order, CalculatedOrder):
        return ""
    expressions = PythonExpressions(plans.naming)
    blamed = plans.blame_of(typedef.order.on)
    known = [constant_text(plans, test) for test, _ in typedef.order.cases if test is not None]
    expected = "one of " + ", ".join(text for text in known if text is not None)
    if None in known:
        expected = "a value that decides the byte order"
    found = "rt.undecided_order(self)"
    if blamed is not None:
        found = f"rt.undecided_order(self, {expected!r}, {blame(expressions, blamed)})"
    for test, order in reversed(typedef.order.cases):
        if test is None:
            found = str(order == "le")
        else:
            compared = Compare("==", typedef.order.on, test, test.loc)
            found = f"{order == 'le'} if {expressions(compared)} else {found}"
    return found


def _entry(plans: CodecPlans, plan: RecordPlan, entry: Entry, *, marked: bool, rests: bool) -> ReadEntry:
    stream = entry.attribute.stream
    outside = PythonExpressions(plans.naming, special={"_io": "io"})
    expressions = PythonExpressions(plans.naming, special={} if stream is not None else {"_io": "io"})
    name = f"self.{field_name(entry.name)}" if entry.named else "_"
    count = entry.count
    until = ""
    if count is not None and count.kind == "until" and count.expr is not None:
        until = expressions.with_special({"_": "item"})(count.expr)
    enum = plans.naming.enums[entry.enum] if entry.enum is not None else ""
    mask, masked, list_item, waiting = "", entry.index, entry.item, None
    if entry.masked_by is not None and entry.masked_by < entry.index:
        mask = f"self.{field_name(plan.entries[entry.masked_by].name)}"
    other = plan.masked.get(entry.index)
    if other is not None:
        mask, masked, list_item = name, other.index, other.item
        waits = rules(plans, expressions, other) if rules_wait(other) else []
        if waits:
            waiting = RuledList(other.index, f"self.{field_name(other.name)}", waits, other.condition is not None)
    item = read_item(plans, expressions, entry.item, enum, entry.attribute.parent)
    return ReadEntry(
        index=entry.index,
        id=entry.name,
        name=name,
        condition=outside(entry.condition) if entry.condition is not None else None,
        repeat=count.kind if count is not None else "",
        count=expressions(count.expr) if count is not None and count.kind == "expr" and count.expr is not None else "",
        until=until,
        smallest=count.smallest if count is not None else 0,
        count_blame=blame(expressions, count.blame, element=False) if count is not None else "",
        counts_records=plan.records == entry.index,
        frame=_frame(expressions, entry.frame),
        contents=repr(entry.contents) if entry.contents is not None else "",
        enum=enum,
        item=item,
        is_bits=entry.is_bits,
        count_by_case=count is not None
        and count.kind == "expr"
        and item.once
        and (not item.has_default or any(arm.backed for _, arm in item.arms)),
        mask=mask,
        masked=masked,
        varying=", ".join(sorted({plans.naming.types[t] for t in varying_types(plans, list_item)})) if mask else "",
        has_f4=_has_f4(entry.item),
        rules=[] if rules_wait(entry) else rules(plans, expressions, entry),
        waiting=waiting,
        doc=entry.attribute.doc,
        deferred=entry.deferred,
        unique=of_element(expressions, entry.attribute.unique),
        same=of_element(expressions, entry.attribute.same),
        checksum="" if entry.sums_ahead else _checksum(entry),
        summed=[_checksum(one) for one in plan.sums_by_end.get(entry.index, ())],
        placed=entry.placed,
        again=entry.attribute.again,
        opened=entry.opened,
        stream="io" if stream is None else outside(stream),
        position="" if entry.attribute.position is None else outside(entry.attribute.position),
        position_blame=blame(outside, entry.position_blame, later=True),
        ended="io.blank" if entry.attribute.until_zeros else "io.eof",
        spared=(plan.type, entry.index) in plans.spared,
        bound=_bound(plans, plan, entry),
        spares=entry.count is None and entry.frame.blame is not None and _holds_spared(plans, entry.item),
        marked=marked,
        lazy={f"read_{plans.function(one.type)}": one for one in plans.lazy if one[:2] == (plan.type, entry.name)},
        rests=f"RESTS_OF_{plans.function(plan.type).upper()}" if rests else "",
        to_set=f"{name} = None" if marked and entry.named else "",
        tracked=entry.named and (plan.type, entry.name) in plans.running_values.lists,
    )


def _bound(plans: CodecPlans, plan: RecordPlan, entry: Entry) -> ListBound:
    """Where a list ends of which a bad element costs no more than itself."""
    return plans.list_bounds((plan.type, entry.index)) if (plan.type, entry.index) in plans.spared else UNKNOWN


def _holds_spared(plans: CodecPlans, item: Item) -> bool:
    """Whether a structure ends with a list of which a bad element costs no more than itself, or holds one whose count
    is stated."""
    if not isinstance(item, Nested) or item.type not in plans.plans:
        return False
    plan = plans.plans[item.type]
    last = plan.sequence[-1:]
    found = [entry for entry in plan.sequence if (item.type, entry.index) in plans.spared]
    return any(entry in last or _bound(plans, plan, entry).own for entry in found)


def _frame(expressions: PythonExpressions, frame: Frame) -> ReadFrame:
    return ReadFrame(
        kind=frame.kind,
        size=expressions(frame.size) if frame.size is not None else "",
        size_blame=blame(expressions, frame.blame, later=True),
        terminator=terminator(frame),
        padding=padding(frame),
        process=process(expressions, frame),
    )


def process(expressions: PythonExpressions, frame: Frame) -> str:
    """The process that bytes go through, as source: its name and its arguments."""
    found = frame.process
    if found is None:
        return ""
    package = ["package=__package__"] if found.beside else []
    package += [f'package=f"{{__package__}}.{HANDED}"'] if found.handed else []
    by = [f"by={expression(found.args[0])!r}"] if found.name == one_of.CODEC else []
    return "rt.Process(" + ", ".join([repr(found.name), *map(expressions, found.args), *package, *by]) + ")"


def of_element(expressions: PythonExpressions, key: Expr | None) -> str:
    """What elements of a list are compared by, as a function of one; empty: they aren't."""
    return "" if key is None else f"lambda item: {expressions.with_special({'_': 'item'})(key)}"


def _checksum(entry: Entry) -> str:
    """Arguments that say which field is a checksum, and what it is of."""
    found = entry.checksum
    if found is None:
        return ""
    start = f"rt.start_of_field(self{'._parent' * found.start.climb}, {found.start.field})"
    end = f"rt.end_of_field(self{'._parent' * found.end.climb}, {found.end.field})"
    return f"{entry.index}, {found.algorithm!r}, {start}, {end}"


def read_item(
    plans: CodecPlans, expressions: PythonExpressions, item: Item, enum: str, parent: Expr | None = None
) -> ReadItem:
    """How a value is read, as source."""
    match item:
        case Number(kind, size) if size > 1 and kind[2:] == "":
            one = _named(enum, f"io.{kind}le() if self._le else io.{kind}be()")
            many = f"io.{kind}les(count) if self._le else io.{kind}bes(count)"
            many = f"({many})" if enum else many
            return ReadItem("number", kind, one, many, size, smallest=8 * size)
        case Number(kind, size):
            one, many = _named(enum, f"io.{kind}()"), f"io.{kind}s(count)"
            return ReadItem("number", kind, one, many, size, smallest=8 * size)
        case Bits(_, order, True):
            one, many = f"io.bits_{order}(1) == 1", f'io.bools(count, "{order}")'
            return ReadItem("flag", f"b1{order}", one, many, 0, smallest=1, order=order)
        case Bits(width, order):
            one = _named(enum, f"io.bits_{order}({width})")
            return ReadItem("bits", f"b{width}{order}", one, smallest=width, order=order)
        case Raw(frame):
            return ReadItem("raw", "bytes", frame=_frame(expressions, frame) if frame is not None else None)
        case Text(encoding, frame):
            own = _frame(expressions, frame) if frame is not None else None
            return ReadItem("text", "str", encoding=encoding, exact=is_exact(encoding), frame=own)
        case Nested(type, args):
            return ReadItem(
                "nested",
                type.rpartition("::")[2],
                function=f"read_{plans.function(type)}",
                args="".join(f", {argument}" for argument in (*map(expressions, args), *told(expressions, parent))),
                deferring=any(attribute.deferred for attribute in plans.types[type].attributes),
                smallest=plans.sizes.types[type].minimum,
                backed=_backed(plans, item),
            )
        case Choice(on, cases, once, _):
            values = [value for value, _ in cases]
            by_match = all(v is None or _is_pattern(v) for v in values)
            arms = tuple(
                (expressions(value) if value is not None else None, read_item(plans, expressions, case, enum, parent))
                for value, case in cases
            )
            return ReadItem("choice", arms=arms, on=expressions(on), by_match=by_match, once=once)


def told(expressions: PythonExpressions, parent: Expr | None) -> list[str]:
    """What a structure has as its ``_parent`` where the spec says so (``parent``), as source."""
    if parent is None:
        return []
    return ["None" if isinstance(parent, Literal_) else expressions(parent)]


def is_exact(encoding: str) -> bool:
    """Whether all bytes that are text in an encoding are what the text is encoded to again."""
    try:
        name = codecs.lookup(encoding).name
    except LookupError:
        return True  # there is no such text
    return name in _EXACT or name.startswith(("iso8859-", "cp125"))


_EXACT = frozenset(
    {"ascii", "utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "cp437", "cp850", "cp866", "koi8-r"}
)


def _backed(plans: CodecPlans, item: Nested) -> str:
    """The list whose elements the slots lie between, which bounds how many there may be; empty: these are none."""
    slot = slot_of(plans.library, StructWire(item.type, item.args))
    return f"self.{field_name(slot.offsets)}" if slot is not None else ""


def blame(expressions: PythonExpressions, found: Blame | None, element: bool = True, *, later: bool = False) -> str:
    """Arguments that name the field to blame: owner, place among its entries, element; ``later``: the owner may be what
    gives it."""
    if found is None:
        return "None"
    index = ""
    if element and found.element is not None:
        index = f", {expressions.along(found.element_way)(found.element)}"
    owner = expressions.along(found.way).this
    # Elements of lists may be made only when they are asked for, as the digits of a number are: not unless one is bad.
    return f"{'lambda: ' if later and owner.endswith(']') else ''}{owner}, {found.field}{index}"


def terminator(frame: Frame) -> str:
    """Arguments that say how bytes end: terminator, whether it is part of them, is passed over, must be there."""
    found = frame.terminator
    return "" if found is None else f"{found.bytes!r}, {found.include}, {found.consume}, {found.eos_error}"


def padding(frame: Frame) -> str:
    """How bytes are cut out of a larger size, as source; empty: they fill it."""
    found = frame.terminator
    if found is None:
        return "" if frame.pad_right is None else f"Padding({frame.pad_right})"
    return f"Padding({frame.pad_right}, {found.bytes!r}{', include=True' if found.include else ''})"


def _has_f4(item: Item) -> bool:
    match item:
        case Number(kind):
            return kind.startswith("f4")
        case Choice(_, cases, _, _):
            return any(_has_f4(case) for _, case in cases)
    return False


def _named(enum: str, source: str) -> str:
    return f"rt.named({enum}, {source})" if enum else source


def _is_pattern(value: Expr) -> bool:
    return isinstance(value, EnumMember) or (isinstance(value, Literal_) and not isinstance(value.value, float))


def _enums(plan: RecordPlan) -> set[str]:
    """Enums that the reader of a type names: of its fields, and in its expressions."""
    return enums_in(plan) | {entry.enum for entry in plan.entries if entry.enum is not None}
