"""What drawn models are to cover, computed from the plans: each case, each ``if`` both ways, each bound …"""

from __future__ import annotations

from collections.abc import Iterator, Set

from bytewright_codegen.analysis.dependencies import Dependencies, Place
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.backends.python.naming import member_name
from bytewright_codegen.backends.python.reader import padding
from bytewright_codegen.ir.expressions import Binary, EnumMember, Expr, Literal_, Member, Name, Unary
from bytewright_codegen.ir.schema import Valid
from bytewright_codegen.plans.ranges import Range, integer, range_of, width_of
from bytewright_codegen.plans.reading import Bits, Choice, Entry, Item, Nested, Number, Raw, Text, frame_of
from bytewright_codegen.plans.writing import CountOf, EntryWriting, NullsOf
from bytewright_codegen.semantics.constants import apply

LONG = 17
"""Length of a long list, as `bytewright.testing.draft` draws it."""
_FEW = 256

Cases = tuple[tuple[Expr | None, Item], ...]


def goals(plans: CodecPlans, dependencies: Dependencies, sizes: Set[Place]) -> list[str]:
    """The goals of a codec's own types, as source; ``sizes``: fields that others are as large or as many as."""
    found: list[str] = []
    used = _used(plans)
    marks = {(c.owner, c.field) for plan in plans.writing for w in plan.entries for c in w.closings}
    for plan in plans.writing:
        if plan.type not in used:
            continue
        name = plans.naming.types[plan.type]
        for writing in plan.entries:
            if writing.entry.attribute.again:
                continue
            place = f"{name}, {writing.entry.index}"
            is_size = (plan.type, writing.entry.index) in sizes
            for kind, arguments in _entry(plans, dependencies, writing):
                if kind == "Beyond" and (plan.type, writing.entry.index) in marks:
                    continue  # what marks the last of a list is found, whatever was set
                if not (is_size and kind == "Values"):  # its bounds would be the sizes of a file
                    found.append(f"{kind}({place}{arguments})")
    return found


def _entry(plans: CodecPlans, dependencies: Dependencies, writing: EntryWriting) -> Iterator[tuple[str, str]]:
    entry = writing.entry
    if entry.condition is not None:
        trace = dependencies(entry.condition)
        if trace.fields or trace.stream:  # otherwise it is the same in every file
            yield "Either", ""
    if writing.equation is not None or entry.contents is not None or not entry.named:
        return
    if entry.count is not None and _varies(plans, dependencies, entry):
        yield "Lengths", _lengths(plans, dependencies, entry)
    if entry.masked_by is not None:
        yield "Nulls", ""
    yield from _item(plans, entry, entry.item, "")


def _varies(plans: CodecPlans, dependencies: Dependencies, entry: Entry) -> bool:
    """Whether a list may have any length: nothing counts it, or a field that follows from it."""
    assert entry.count is not None
    if entry.count.kind != "expr":
        return True
    trace = dependencies(entry.count.expr)
    if len(trace.fields) != 1:
        return False
    [(owner, index)] = trace.fields
    equation = plans.derivations[owner].entries[index].equation
    if equation is None or not isinstance(equation.quantity, CountOf):
        return False
    counter = plans.derivations[owner].entries[index].entry
    limits = range_of(counter, counter.item)
    return limits is not None and limits.low <= 0 and limits.high >= 64


def _lengths(plans: CodecPlans, dependencies: Dependencies, entry: Entry) -> str:
    """How short and how long a list is to be, where that isn't empty and `LONG`."""
    assert entry.count is not None
    if entry.attribute.unique is not None:
        return ", least=1, long=2"  # of keys drawn at random few differ; what must be in the list is in every one
    if _by_nulls(plans, dependencies, entry):
        return ", least=-1"  # an empty one is left out, as one of nothing but nulls is
    if entry.count.kind == "until":
        return ", least=1, long=2"  # one that a value ends rarely becomes long
    if entry.count.kind == "eos":
        return ""
    [(owner, index)] = dependencies(entry.count.expr).fields
    writing = plans.derivations[owner].entries[index]
    assert writing.equation is not None
    assert isinstance(writing.equation.quantity, CountOf)
    lists = writing.equation.quantity.lists
    solve = next((solve for path, solve in lists if path.steps[-1] == (entry.name, True)), None)
    limits = range_of(writing.entry, writing.entry.item)
    if solve is None or limits is None:
        return ""
    drawn = _solved(lists[0][1], LONG)  # what strategies draw is the length of the first
    least = next((n for n in range(LONG) if _solved(solve, n) >= limits.low), 0)
    long = next((n for n in range(LONG) if _solved(solve, n) >= drawn), LONG)
    return (f", least={least}" if least else "") + (f", long={long}" if long < LONG else "")


def _by_nulls(plans: CodecPlans, dependencies: Dependencies, entry: Entry) -> bool:
    """Whether a list is there or not by how many of its values are null."""
    fields = dependencies(entry.condition).fields
    equations = (plans.derivations[owner].entries[index].equation for owner, index in fields)
    return any(equation is not None and isinstance(equation.quantity, NullsOf) for equation in equations)


def _item(plans: CodecPlans, entry: Entry, item: Item, when: str) -> Iterator[tuple[str, str]]:
    match item:
        case Choice(on, cases, _, _):
            yield from _choice(plans, entry, on, cases)
        case Number() | Bits() if entry.enum is not None:
            yield from _enum(plans, entry, item, when)
        case Bits(flag=True):
            yield "Values", f", (False, True){when}"
            yield "Beyond", f", (-1, 2){when}"
        case Number() | Bits():
            yield from _number(plans, entry, item, when)
        case Raw() | Text() if (
            entry.valid is None and (frame := frame_of(entry, item)).kind != "size" and not padding(frame)
        ):
            yield "Sizes", when
            if isinstance(item, Text) and frame.terminator is None and item.encoding.lower() != "ascii":
                yield "BeyondAscii", when


def _choice(plans: CodecPlans, entry: Entry, on: Expr, cases: Cases) -> Iterator[tuple[str, str]]:
    expressions = PythonExpressions(plans.naming)
    values = [value for value, _ in cases if value is not None]
    cases = _occurring(plans, on, cases)
    names = [_label(value, expressions) for value, _ in cases]
    tests = []
    for value, _ in cases:
        if value is not None:
            tests.append(f"lambda self, _index: {_equal(on, value, expressions)}")
        else:
            others = _none_of(on, values, expressions)
            tests.append(f"lambda self, _index: {others}")
    yield "Cases", ", {" + ", ".join(f"{name!r}: {test}" for name, test in zip(names, tests, strict=True)) + "}"
    for (_, case), name, test in zip(cases, names, tests, strict=True):
        yield from _item(plans, entry, case, f", case={name!r}, when={test}")


def _occurring(plans: CodecPlans, on: Expr, cases: Cases) -> Cases:
    """The cases of a switch that some value chooses."""
    possible = _possible(plans, on)
    if possible is None:
        return cases
    others = possible - {integer(plans.enums, value) for value, _ in cases if value is not None}
    return tuple((v, case) for v, case in cases if (others if v is None else integer(plans.enums, v) in possible))


def _used(plans: CodecPlans) -> set[str]:
    """The types that a file may hold."""
    found: set[str] = set()
    todo: list[Item] = [Nested(plans.spec.root.name, ())]
    while todo:
        match todo.pop():
            case Nested(type) if type not in found:
                found.add(type)
                todo += [w.entry.item for w in plans.derivations[type].entries if not w.entry.attribute.again]
            case Choice(on, cases):
                todo += [case for _, case in _occurring(plans, on, cases)]
    return found


def _possible(plans: CodecPlans, on: Expr) -> set[int] | None:
    """The few integers that decide a switch, where that is just a field; None where they are many, or calculated."""
    if isinstance(on, Member) and on.name == "to_i":
        on = on.target
    if not isinstance(on, Name | Member) or on.binding != "attribute" or on.owner is None:
        return None
    entry = plans.entry(on.owner, on.name)
    width = width_of(entry.item)
    allowed = _allowed(plans, entry.valid)
    if width is None or allowed is not None:
        return allowed
    if entry.valid is not None and entry.valid.in_enum and entry.enum is not None:
        return {e.value for e in plans.enums[entry.enum].entries}
    return set(range(width.low, width.high + 1)) if width.high - width.low < _FEW else None


def _label(value: Expr | None, expressions: PythonExpressions) -> str:
    if value is None:
        return "_"
    return value.member if isinstance(value, EnumMember) else expressions(value).strip("'\"")


def _enum(plans: CodecPlans, entry: Entry, item: Item, when: str) -> Iterator[tuple[str, str]]:
    assert entry.enum is not None
    width = width_of(item)
    if width is None:
        return
    valid = entry.valid
    allowed = _allowed(plans, valid)
    if allowed is not None:
        expressions = PythonExpressions(plans.naming)
        assert valid is not None
        yield "Values", f", ({', '.join(expressions(v) for v in valid.any_of)},){when}"
        yield "Beyond", f", ({_other(allowed, width)},){when}"
    elif valid is not None and valid.in_enum:
        yield "Values", f", {_members(plans, entry.enum, width)}{when}"
        other = _other({e.value for e in plans.enums[entry.enum].entries}, width)
        yield "Beyond", f", ({other},){when}"
    elif valid is None:
        yield "Values", f", {_members(plans, entry.enum, width)}{when}"
        yield "Beyond", f", ({width.low - 1}, {width.high + 1}){when}"


def _members(plans: CodecPlans, enum: str, width: Range) -> str:
    """The members of an enum that fit, as source."""
    name = plans.naming.enums[enum]
    entries = plans.enums[enum].entries
    fitting = [e for e in entries if width.low <= e.value <= width.high]
    if len(fitting) == len(entries):
        return f"tuple({name})"
    return "(" + "".join(f"{name}.{member_name(e.id)}, " for e in fitting) + ")"


def _number(plans: CodecPlans, entry: Entry, item: Item, when: str) -> Iterator[tuple[str, str]]:
    width, limits = width_of(item), range_of(entry, item)
    if width is None or limits is None:
        assert isinstance(item, Number)
        if entry.valid is None:
            yield "Floats", f", {8 * item.size}{when}"
        return
    valid = entry.valid
    allowed = _allowed(plans, valid)
    if allowed is not None:
        yield "Values", f", {tuple(sorted(allowed))}{when}"
        yield "Beyond", f", ({_other(allowed, width)},){when}"
        return
    if valid is not None and (valid.eq is not None or valid.any_of):
        return
    yield "Beyond", f", ({limits.low - 1}, {limits.high + 1}){when}"
    loose = valid is not None and any(b is not None and integer(plans.enums, b) is None for b in (valid.min, valid.max))
    if valid is None or (valid.expr is None and not loose):
        bounds = sorted({limits.low, min(limits.low + 1, limits.high), max(limits.high - 1, limits.low), limits.high})
        yield "Values", f", {tuple(bounds)}{when}"


def _allowed(plans: CodecPlans, valid: Valid | None) -> set[int] | None:
    """The values that ``any-of`` lists, where they are constant integers."""
    if valid is None or not valid.any_of:
        return None
    values = {integer(plans.enums, v) for v in valid.any_of}
    return None if None in values else {v for v in values if v is not None}


def _other(allowed: set[int], width: Range) -> int:
    """A number that is not among those allowed; one that fits its bytes, if there is one."""
    return next((n for n in range(width.low, width.high + 1) if n not in allowed), width.high + 1)


def _equal(on: Expr, value: Expr, expressions: PythonExpressions) -> str:
    """A test whether what decides a switch has a value."""
    if isinstance(value, Literal_) and isinstance(value.value, bool):
        return expressions(on) if value.value else expressions.negated(on)
    return f"{expressions(on, tight=True)} == {expressions(value, tight=True)}"


def _none_of(on: Expr, values: list[Expr], expressions: PythonExpressions) -> str:
    """A test whether what decides a switch has none of some values."""
    match values:
        case []:
            return "True"
        case [Literal_(bool() as value)]:
            return expressions.negated(on) if value else expressions(on)
    listed = [expressions(value, tight=True) for value in values]
    none = f"not in ({', '.join(listed)})" if len(listed) > 1 else f"!= {listed[0]}"
    return f"{expressions(on, tight=True)} {none}"


def _solved(expr: Expr, quantity: int) -> int:
    """What the expression that solves an equation gives for a quantity."""
    match expr:
        case Name():
            return quantity
        case Binary(operator, left, right):
            a, b = _solved(left, quantity), _solved(right, quantity)
            return apply(operator, a, b) or 0
        case Unary("~" | "-" as sign, operand):
            inner = _solved(operand, quantity)
            return ~inner if sign == "~" else -inner
        case Literal_(int() as value):
            return value
    raise AssertionError("equations are solved over integers")
