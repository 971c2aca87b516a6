"""``valid`` as source: a test, and what to say where it fails."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.ir.expressions import EnumMember, Expr, Literal_, Unary
from bytewright_codegen.ir.schema import Valid
from bytewright_codegen.ir.walk import asks_place
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import Entry, Number

VALUE = "value"
"""What the value is called in a rule's source."""


@dataclass(frozen=True)
class Rule:
    """One rule: ``wrong`` is true where ``value`` breaks it; ``expected`` is source of a text that says what is.

    ``found``: what errors show in place of the value. ``left``: that is how many bytes it has. ``spared``: it isn't
    asked where only what bounds reading is looked at. ``late``: writers know only in the end what it asks for."""

    wrong: str
    expected: str
    found: str = ""
    left: bool = False
    spared: bool = False
    late: bool = False


def rules(plans: CodecPlans, outer: PythonExpressions, entry: Entry, *, late: bool = False) -> list[Rule]:
    """The rules of an entry; null in a list breaks none, unless readers ask them before they know of it."""
    found = [replace(rule, late=late) for rule in _rules(plans, outer, entry)]
    if entry.masked_by is None:
        return found
    known = entry.masked_by < entry.index or rules_wait(entry)
    null = f"{VALUE} is not None and" if known else f"{VALUE} is None or"
    return [replace(rule, wrong=f"{null} ({rule.wrong})") for rule in found]


def rules_wait(entry: Entry) -> bool:
    """Whether readers ask the rules of a list behind the bits that tell of null: not those that ask for a place."""
    placed = entry.valid is not None and any(map(asks_place, entry.valid.exprs))
    return entry.masked_by is not None and entry.masked_by > entry.index and not placed


def _rules(plans: CodecPlans, outer: PythonExpressions, entry: Entry) -> list[Rule]:
    found: list[Rule] = []
    logical = entry.attribute.logical
    if logical is not None and logical.members is not None:
        members = dict(logical.members)
        expected = "text of a JSON object"
        if members:
            expected += ", in which " + ", ".join(f"{name} is a {kind}" for name, kind in members.items())
        found.append(Rule(f"not rt.is_json({VALUE}, {members!r})", repr(expected)))
    if entry.valid is None:
        return found
    if entry.asks_for_end:
        expected = '"the end of the file" if self._parent is None else "the end of the bytes around it"'
        return [Rule(f"len({VALUE}) > 0", expected, left=True)]
    is_float = isinstance(entry.item, Number) and entry.item.kind.startswith("f")
    stated = rules_of(plans, outer, entry.valid, entry.enum, is_float)
    return [*found, *(replace(rule, spared=not entry.bounds) for rule in stated)]


def rules_of(plans: CodecPlans, outer: PythonExpressions, valid: Valid, enum: str | None, is_float: bool) -> list[Rule]:
    """The rules that a ``valid`` states of a value."""
    found: list[Rule] = []
    if valid.eq is not None:
        found.append(Rule(f"{VALUE} != {outer(valid.eq, tight=True)}", _text(plans, outer, "", valid.eq)))
    # NaN is neither less than a bound nor greater: it must not pass for inside.
    if valid.min is not None:
        least = outer(valid.min, tight=True)
        wrong = f"not {VALUE} >= {least}" if is_float else f"{VALUE} < {least}"
        found.append(Rule(wrong, _text(plans, outer, "at least ", valid.min)))
    if valid.max is not None:
        most = outer(valid.max, tight=True)
        wrong = f"not {VALUE} <= {most}" if is_float else f"{VALUE} > {most}"
        found.append(Rule(wrong, _text(plans, outer, "at most ", valid.max)))
    if valid.any_of:
        values = ", ".join(outer(v) for v in valid.any_of)
        names = [constant_text(plans, v) for v in valid.any_of]
        known = [name for name in names if name is not None]
        if len(known) == len(names):
            text = repr("one of " + ", ".join(known))
        else:
            text = f'"one of " + ", ".join(map(rt.shown_value, ({values},)))'
        one, *others = valid.any_of
        wrong = f"{VALUE} not in ({values})" if others else f"{VALUE} != {outer(one, tight=True)}"
        found.append(Rule(wrong, text))
    if valid.in_enum and enum is not None:
        labels = [e.label or e.id for e in plans.enums[enum].entries]
        shown = ", ".join(labels[:12]) + (", …" if len(labels) > 12 else "")
        found.append(Rule(f"not isinstance({VALUE}, {plans.naming.enums[enum]})", repr(f"one of {shown}")))
    if valid.expr is not None:
        inner = outer.with_special({"_": VALUE})
        found.append(Rule(f"not ({inner(valid.expr)})", repr(f"a value for which {expression(valid.expr)}")))
    return found


def _text(plans: CodecPlans, outer: PythonExpressions, before: str, expr: Expr) -> str:
    constant = constant_text(plans, expr)
    if constant is not None:
        return repr(before + constant)
    # No formatted string: what the expression's source has in it (quotes, backslashes) can't stand in one before 3.12.
    return f"{before!r} + rt.shown_value({outer(expr)})" if before else f"rt.shown_value({outer(expr)})"


def constant_text(plans: CodecPlans, expr: Expr) -> str | None:
    """A constant as errors show it; None where an expression is none."""
    match expr:
        case Literal_(bool() | float() | str() as value):
            return str(value)
        case Literal_(int() as value):
            return f"{value} (0x{value:x})" if value >= 1 << 16 else str(value)
        case EnumMember(enum, member):
            entry = next(e for e in plans.enums[enum].entries if e.id == member)
            return entry.label or entry.id
        case Unary("-", Literal_(value)):
            return f"-{value}"
    return None
