"""Statements of generated writers that find what follows from what a user sets, before anything is written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bytewright_codegen.analysis.slots import slot_of
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.emission import parameters
from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.backends.python.naming import field_name
from bytewright_codegen.ir.expressions import Expr, Invoke, ListLiteral, Literal_, Name
from bytewright_codegen.ir.schema import StructWire
from bytewright_codegen.ir.values import BytesValue, StrValue
from bytewright_codegen.ir.walk import asks_place, asks_stream, is_constant
from bytewright_codegen.plans.reading import Choice, Entry, Item, Nested, Number, Raw, Text, nested_types
from bytewright_codegen.plans.writing import (
    QUANTITY,
    Closing,
    Constant,
    CountOf,
    EntryWriting,
    Inferred,
    NullsOf,
    Path,
    PositionOf,
    PresenceOf,
    Said,
    Settled,
    SizeOf,
    ValidityOf,
    WritingPlan,
)


def otherwise_stored(writing: EntryWriting) -> Expr | None:
    """What is stored of a field of which nothing is said: its default, or what stands for null."""
    entry = writing.entry
    if writing.default is not None or writing.equation is not None or entry.count is not None:
        return writing.default
    return entry.attribute.null if entry.attribute.null is not None else _unnamed_text(entry)


def _unnamed_text(entry: Entry) -> Expr | None:
    """What stands before a terminator where the field has no id, so that nobody says it."""
    if entry.attribute.id is not None or entry.frame.kind != "terminator" or entry.count is not None:
        return None
    if isinstance(entry.item, Raw):
        return ListLiteral((), entry.loc, BytesValue())
    return Literal_("", entry.loc, StrValue()) if isinstance(entry.item, Text) else None


def has_late_default(writing: EntryWriting) -> bool:
    """Whether a default is only taken once it is known that the field is there: its condition rests on late fields."""
    entry = writing.entry
    stored = otherwise_stored(writing)
    return stored is not None and writing.late_condition and entry.count is None and not entry.placed


def rebuilt(plans: CodecPlans, plan: WritingPlan) -> list[str]:
    """What is computed of other fields that follow from something, once these are known: statements."""
    expressions = PythonExpressions(plans.naming, special={"_index": "self._index"})
    found = []
    for writing in plan.entries:
        if is_rebuilt_late(plans, plan, writing):
            assert writing.equation is not None
            assert isinstance(writing.equation.quantity, Constant)
            found.append(_constant(expressions, writing, writing.equation.quantity.value))
    return found


def is_rebuilt_late(plans: CodecPlans, plan: WritingPlan, writing: EntryWriting) -> bool:
    """Whether a field is computed of others that follow from something themselves, or of structures behind it, which
    are only made when it is known which these are."""
    equation = writing.equation
    if equation is None or not isinstance(equation.quantity, Constant):
        return False
    asked = plans.dependencies(equation.quantity.value).fields
    behind = plan.entries[writing.entry.index + 1 :]
    if any(nested_types(w.entry.item) and (plan.type, w.entry.index) in asked for w in behind):
        return True
    return writing.entry.condition is None and any(
        w.equation is not None and (type, w.entry.index) in asked
        for type, plan in plans.derivations.items()
        for w in plan.entries
    )


def _constant(expressions: PythonExpressions, writing: EntryWriting, value: Expr) -> str:
    derive = writing.entry.attribute.derive
    if derive is None or derive.kind != "value":
        return f"rt.derive_constant(self, {writing.entry.index}, out, {expressions(value)})"
    conditional = ", conditional=True" if writing.entry.condition is not None else ""
    return f"rt.derive_value(self, {writing.entry.index}, out, lambda: {expressions(value)}{conditional})"


def _reserved_late(writing: EntryWriting) -> bool:
    """Whether room for a list of late values is made when it is written, if it wasn't before: most that stand under a
    condition are left out, which is known by then."""
    entry, equation = writing.entry, writing.equation
    if entry.condition is None or entry.placed or entry.count is None or entry.count.expr is None:
        return False
    late = writing.by_size or writing.late_condition or writing.otherwise or writing.absences
    if late or asks_stream(entry.condition) or equation is None or not isinstance(entry.item, Number):
        return False
    return isinstance(equation.quantity, SizeOf | PositionOf)


def _reserved(expressions: PythonExpressions, writing: EntryWriting) -> str:
    """What ``reserve`` is told of a list of late values."""
    entry, equation = writing.entry, writing.equation
    assert equation is not None
    assert entry.count is not None
    assert entry.count.expr is not None
    when_empty = getattr(equation.quantity, "when_empty", None)
    empty = expressions(when_empty) if when_empty is not None else "None" if _is_stated_place(writing) else "0"
    keeps = ", keeps=True" if _keeps(writing) else ""
    return f"self, {entry.index}, out, {expressions(entry.count.expr)}, {empty}{keeps}"


def _is_stated_place(writing: EntryWriting) -> bool:
    """Whether a field says where something lies, as the spec states: of what isn't there, nothing tells it."""
    derive = writing.entry.attribute.derive
    return derive is not None and derive.kind in ("position-of", "end-of")


def _keeps(writing: EntryWriting) -> bool:
    """Whether what was read stays in a rebuilt file where nothing settles it."""
    assert writing.equation is not None
    quantity = writing.equation.quantity
    return not getattr(quantity, "certain", True) or (
        _is_stated_place(writing) and getattr(quantity, "when_empty", None) is None
    )


def reserve(plans: CodecPlans, writing: EntryWriting) -> str:
    """The statement that reserves a list whose length is known late; empty: it isn't one."""
    at_element = PythonExpressions(plans.naming, special={"_index": "self._index"})
    return f"rt.reserve_list({_reserved(at_element, writing)})" if _reserved_late(writing) else ""


def late_default(plans: CodecPlans, writing: EntryWriting) -> str:
    """What is stored of a field of which nothing is said, as source; empty: that was found out before."""
    stored = otherwise_stored(writing)
    if stored is None or not has_late_default(writing):
        return ""
    special = {"_io": "out", "_index": "_index"}
    return PythonExpressions(plans.naming, special=special, options="out.options")(stored)


def early(plans: CodecPlans, plan: WritingPlan, writing: EntryWriting) -> list[str]:
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
        found.append(f"rt.stored_value(self, {entry.index})")
    logical = entry.attribute.logical
    if logical is not None and logical.index is not None and entry.count is None:
        found.append(f"rt.derive_index(self, {entry.index}, {expressions(logical.index)})")
    if entry.named and equation is None and (plan.type, entry.index) in plans.deciding:
        found.append(f"rt.check_fits(self, {entry.index})")
    if entry.contents is not None and entry.named:
        found.append(f"rt.derive_constant({place}, {entry.contents!r})")
    if equation is not None:
        match equation.quantity:
            case Constant(value):
                if not is_rebuilt_late(plans, plan, writing):
                    found.append(_constant(expressions, writing, value))
            case CountOf(lists):
                own = [_lists(plans, path, solve) for path, solve in lists if not path.holder]
                conditional = ", conditional=True" if entry.condition is not None else ""
                if own or not lists:
                    found.append(f"rt.derive_count({', '.join([place, *own])}{conditional})")
            case NullsOf(values, all, none, some):
                arguments = ", ".join(expressions(e) for e in (values, all, none, some))
                found.append(f"rt.derive_nulls({place}, {arguments})")
            case ValidityOf(of):
                nothing = _nothing(plans, _listed(plans, plan, of).item)
                found.append(f"rt.derive_validity({place}, self.{field_name(of)}{nothing and f', {nothing}'})")
            case PresenceOf():
                found.append(_presence(plans, plan, entry, equation.quantity))
            case _ if equation.digits is not None:
                model = plans.naming.types[equation.digits.type]
                found.append(f"rt.begin_varint({place}, {model}, {equation.digits.items}, {equation.digits.digit})")
            case _ if entry.count is not None and entry.count.expr is not None:
                call = f"rt.reserve_list({_reserved(expressions, writing)}"
                if entry.condition is not None and _reserved_late(writing):
                    call += f", there=lambda: {expressions(entry.condition)}"
                found.append(f"{call})")
            case _:
                text = ""
                if equation.base:
                    width = entry.frame.size
                    text = f", digits={expressions(width) if width is not None and is_constant(width) else '1'}"
                keeps = ", keeps=True" if _keeps(writing) else ""
                condition = expressions(entry.condition) if entry.condition is not None and equation.shared else ""
                unless = getattr(equation.quantity, "unless", None)
                stays = f", unless={expressions(unless)}" if unless is not None else ""
                empty = getattr(equation.quantity, "when_empty", None)
                if empty is not None:
                    stays += f", when_empty={expressions(empty)}"
                elif unless is None and _is_stated_place(writing):
                    stays += ", certain=True"
                call = f"rt.reserve_value({place}{text}{keeps}{stays})"
                found.append(f"if {condition}:\n    {call}" if condition else call)
    elif writing.default is not None and not has_late_default(writing):
        absent = _absent(plans, expressions, writing, name)
        default = PythonExpressions(plans.naming, special={"_index": "self._index"}, options="out.options")(
            writing.default
        )
        if entry.count is not None and entry.count.expr is not None:
            found.append(f"if {absent}:\n    {name} = [{default}] * ({expressions(entry.count.expr)})")
        else:
            found.append(f"if {absent}:\n    {name} = {default}")
    elif entry.attribute.null is not None and not has_late_default(writing):
        absent = _absent(plans, expressions, writing, name)
        sentinel = PythonExpressions(plans.naming, options="out.options")(entry.attribute.null)
        found.append(f"if {absent}:\n    {name} = {sentinel}")
    elif (unnamed := _unnamed_text(entry)) is not None and not has_late_default(writing):
        found.append(f"if {_absent(plans, expressions, writing, name)}:\n    {name} = {expressions(unnamed)}")
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
        if clue.members:
            members = (f"({name!r}, {_said(said)})" for name, said in clue.members)
            parts.append(f"members=({', '.join(members)},)")
        clues.append(f"Clue({', '.join(parts)})")
    if inferred.way:
        return f"rt.infer_below(self, {_names(inferred.way)}, {inferred.field}, {', '.join(clues)})"
    name = field_name(plans.attribute(inferred.owner, inferred.field).id or "")
    return f"if self.{name} is None:\n    rt.infer_value(self, {inferred.field}, self, {', '.join(clues)})"


def _closing(closing: Closing, entry: Entry) -> str:
    """The statement that says of a list's elements which one is the last."""
    return (
        f"rt.derive_last_element(self, {entry.index}, out, {_names(closing.way)}, {closing.field}, "
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
    return f"rt.derive_count_below(self, ({below},), {settled.field}, out, {counts})"


def nulls_without(plans: CodecPlans, plan: WritingPlan, writing: EntryWriting) -> str:
    """The list of whose nulls nothing tells where validity bits are left out, whether it is there, and `_nothing`.

    Slots aside: one without bytes is null."""
    if writing.equation is None or not isinstance(writing.equation.quantity, ValidityOf):
        return ""
    listed = _listed(plans, plan, writing.equation.quantity.of)
    item = listed.item
    if isinstance(item, Choice):
        item = replace(item, cases=tuple((test, case) for test, case in item.cases if not _is_slot(plans, case)))
    nothing = _nothing(plans, item)
    if _is_slot(plans, item) or (item != listed.item and not nothing):
        return ""
    found = str(listed.index)
    if listed.condition is not None:
        expressions = PythonExpressions(plans.naming, special={"_io": "out"})
        found += f", there=lambda: {expressions(listed.condition)}"
    return f"{found}, nothing={nothing}" if nothing else found


def _is_slot(plans: CodecPlans, item: Item) -> bool:
    return isinstance(item, Nested) and slot_of(plans.library, StructWire(item.type, item.args)) is not None


def _listed(plans: CodecPlans, plan: WritingPlan, name: str) -> Entry:
    return next(entry for entry in plans.plans[plan.type].entries if entry.name == name)


def _nothing(plans: CodecPlans, item: Item) -> str:
    """Whether a switch has no case for an element of a list, as a function; empty: it has one for any."""
    if not isinstance(item, Choice) or not item.cases or asks_place(item.on):
        return ""
    if any(test is None for test, _ in item.cases):
        return ""
    expressions = PythonExpressions(plans.naming, special={"_index": "_index"})
    tests = [expressions(test, tight=True) for test, _ in item.cases if test is not None]
    none = f"not in ({', '.join(tests)})" if len(tests) > 1 else f"!= {tests[0]}"
    return f"lambda _index: {expressions(item.on, tight=True)} {none}"


def _absent(plans: CodecPlans, expressions: PythonExpressions, writing: EntryWriting, name: str) -> str:
    """A test that a field is left out where it should be there, as far as that is known before bytes are written."""
    condition = writing.entry.condition
    unsure = writing.late_condition and not isinstance(writing.default, Invoke)  # code is not asked in vain
    if condition is None or unsure or plans.dependencies(condition).stream:
        return f"{name} is None"
    return f"{name} is None and {expressions(condition, tight=True)}"


def _presence(plans: CodecPlans, plan: WritingPlan, entry: Entry, quantity: PresenceOf) -> str:
    """The statements that derive presence bits; what they ask of the items may rest on the items' parameters."""
    expressions = PythonExpressions(plans.naming, special={"_index": "self._index"})
    inner = expressions.with_special({"_": "item"})
    listed = next(w for w in plan.entries if w.entry.name == quantity.items)
    item = listed.entry.item
    outside = PythonExpressions(plans.naming, special={"_index": "_index"})
    params = parameters(plans, outside, listed.entry, item) if isinstance(item, Nested) else ()
    items = f"self.{field_name(quantity.items)}"
    lines = []
    if params:
        lines.append(f"for _index, item in enumerate({items} or ()):")
        lines += [f"    item.{name} = {value}" for name, value in params]
    assert entry.count is not None
    assert entry.count.expr is not None
    where = f"lambda item: {inner(quantity.where) if quantity.where is not None else 'True'}"
    arguments = f"{items}, {field_name(quantity.member)!r}, lambda item: {inner(quantity.at)}, {where}"
    call = f"rt.derive_presence(self, {entry.index}, out, {expressions(entry.count.expr)}, {arguments})"
    condition = expressions(entry.condition) if entry.condition is not None else None
    lines += [call] if condition is None else [f"if {condition}:", f"    {call}"]
    return "\n".join(lines)


def made_list(plans: CodecPlans, writing: EntryWriting) -> bool:
    """Whether an entry is a list whose structures the writer makes where it is left out."""
    entry = writing.entry
    counted = entry.count is not None and entry.count.kind == "expr"
    return counted and writing.default is None and writing.equation is None and plans.made(entry)


def known_from(plans: CodecPlans, plan: WritingPlan, entry: Entry) -> int:
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


def make(plans: CodecPlans, entry: Entry) -> str:
    """The statement that makes the structures of a list that is left out."""
    assert entry.count is not None
    assert entry.count.expr is not None
    expressions = PythonExpressions(plans.naming, special={"_index": "self._index"})
    return f"rt.make_structures(self, {entry.index}, {expressions(entry.count.expr)})"


def _lists(plans: CodecPlans, path: Path, solve: Expr) -> str:
    names = ", ".join(repr(field_name(step)) for step, _ in path.steps)
    if isinstance(solve, Name):
        return f"rt.lists_at({names})"
    text = PythonExpressions(plans.naming, special={QUANTITY: "number"})(solve)
    return f"rt.lists_at({names}, solve=lambda number: {text})"
