"""How columns of views are turned round: where in a file, or in what a row gives, a column's value goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from bytewright.kernels.plan.encoding import CASE
from bytewright.model.switches import case_member
from bytewright_codegen.analysis.cases import Cases, Known
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.backends.python.naming import field_name
from bytewright_codegen.ir.expressions import (
    Binary,
    Cast,
    Compare,
    EnumMember,
    Expr,
    Item,
    Literal_,
    Logical,
    Member,
    Name,
    Unary,
)
from bytewright_codegen.ir.schema import Attribute, StructWire, SwitchWire, ValueInstance
from bytewright_codegen.ir.values import BoolValue, FloatValue, IntValue, StructValue, StrValue
from bytewright_codegen.ir.views import View
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import Blame, Choice, Nested, Number
from bytewright_codegen.plans.reading import Item as ReadItem
from bytewright_codegen.semantics.values import is_union


def inverse_of(plans: CodecPlans, view: View, item: ReadItem) -> str:
    """How a pivot's columns become structures again, as source; empty where the spec doesn't tell."""
    pivot = view.pivot
    assert pivot is not None
    each, vector = way_to(pivot.each), way_to(pivot.vector)
    if not each or not vector:
        return ""
    keys = plans.blame_of(pivot.key)
    kinds = item.blame if isinstance(item, Choice) else None
    parts = [f"each={each!r}", f"vector={vector!r}"]
    for name, found in (("keys", keys), ("kinds", kinds)):
        if found is not None and found.element is not None:
            parts.append(f"{name}={field_name(plans.types[found.owner].fields[found.field].id or '')!r}")
    match pivot.name:
        case Binary("+", Literal_(str() as prefix), Member(_, "to_s")):
            parts.append(f"prefix={prefix!r}")
    if place_of(pivot.each)[:1] == ("element",):
        parts.append("of_step=True")
    is_name = isinstance(pivot.key.type, StrValue) and expression(pivot.name) == expression(pivot.key)
    if is_name and way_to(pivot.key):
        parts.append(f"name={way_to(pivot.key)!r}")
        kind = way_to(item.on) if isinstance(item, Choice) else ()
        if kind:
            parts.append(f"kind={(*vector[:-1], *kind)!r}")
    if isinstance(item, Choice):
        parts.append(f"natural={_natural(plans, item)!r}")
    beside = _beside(plans, pivot.each)
    if beside:
        parts.append(f"beside={beside!r}")
    return f"rt.PivotInverse({', '.join(parts)})"


def _beside(plans: CodecPlans, each: Expr) -> tuple[str, ...]:
    """The lists of a structure that have as many elements as one of them, by the same expression."""
    if not isinstance(each, Name) or each.owner is None:
        return ()
    attributes = plans.types[each.owner].attributes
    count = next((_count_of(one) for one in attributes if one.id == each.name), None)
    return tuple(field_name(one.id) for one in attributes if count and one.id and _count_of(one) == count)


def _count_of(attribute: Attribute) -> str | None:
    """How many elements a list has, as text of the spec; None: that isn't said so."""
    repeat = attribute.repeat
    return expression(repeat.expr) if repeat is not None and repeat.kind == "expr" and repeat.expr else None


def stored_at(plans: CodecPlans, value: Expr) -> str:
    """Where a property of a column is stored, as source; empty where it is calculated."""
    found = _stored(plans, value)
    return "" if found is None else f"rt.Stored({found[0]!r}, {found[1]!r})"


def _stored(plans: CodecPlans, value: Expr) -> tuple[str, tuple[str, ...]] | None:
    """A list beside that of the columns (empty: none), and the way from its element, or from the column itself."""
    match value:
        case Name(name, binding="attribute") | Member(Name("_"), name, binding="attribute"):
            return "", (field_name(name),)
        case Member(target, name, binding="attribute"):
            above = _stored(plans, target)
            return (above[0], (*above[1], field_name(name))) if above is not None else None
        case Name(name, binding="instance", owner=owner) | Member(Name("_"), name, binding="instance", owner=owner):
            match _instance(plans, owner, name):
                case Item(Member(Name("_parent"), listed, binding="attribute"), Name(binding="parameter")):
                    return field_name(listed), ()
                case None | Item():
                    return None
                case expr:
                    return _stored(plans, expr)
    return None


def _instance(plans: CodecPlans, owner: str | None, name: str) -> Expr | None:
    """What a value instance of a type calculates."""
    typedef = plans.library.types.get(owner or "")
    found = next((one for one in typedef.instances if one.id == name), None) if typedef is not None else None
    return found.expr if isinstance(found, ValueInstance) else None


def default_of(plans: CodecPlans, value: Expr) -> Expr | None:
    """What a stored property of a column is where nobody sets it."""
    match value:
        case Name(name, binding="attribute", owner=owner) | Member(_, name, binding="attribute", owner=owner):
            typedef = plans.library.types.get(owner or "")
            fields = typedef.attributes if typedef is not None else ()
            return next((field.default for field in fields if field.id == name), None)
        case Name(name, binding="instance", owner=owner) | Member(Name("_"), name, binding="instance", owner=owner):
            match _instance(plans, owner, name):
                case Item(target) | target if target is not None:
                    return default_of(plans, target)
    return None


def _natural(plans: CodecPlans, choice: Choice) -> tuple[str, ...]:
    """The cases that store what they show: signed integers, floats, booleans, and what is no number."""
    cases = Cases(plans.library)
    return tuple(
        case_name(plans, value)
        for value, item in choice.cases
        if not _is_unsigned(plans, cases, item, cases.holder(choice, value))
    )


def _is_unsigned(plans: CodecPlans, cases: Cases, item: ReadItem, holder: Known | None) -> bool:
    """Whether a value, or what stands for it at any depth, is an unsigned integer."""
    while isinstance(item, Nested):
        shown = plans.types[item.type].shown_as
        if not isinstance(shown, Name) or shown.binding != "attribute":
            return False
        holder = cases.inside(item, holder)
        chosen = cases.chosen(plans.entry(item.type, shown.name).item, holder)
        if chosen is None:
            return False
        item = chosen
    return isinstance(item, Number) and item.kind.startswith("u")


def cells_inverse(cell: Expr) -> str:
    """How cells become fields again, as source; empty where the spec doesn't tell."""
    below: list[str] = []
    while isinstance(cell, Member) and cell.binding == "attribute":
        below.insert(0, field_name(cell.name))
        cell = cell.target
    match cell:
        case Item(target, Name("_column")) if below and (way := way_to(target)):
            return f"rt.CellsInverse(each={way!r}, cell={tuple(below)!r})"
    return ""


def shown_through(members: tuple[str, ...], form: str) -> str:
    """The form of values inside structures that they stand for."""
    for member in reversed(members):
        form = f"rt.Via({field_name(member)!r}{', ' + form if form else ''})"
    return form


def case_name(plans: CodecPlans, value: Expr | None) -> str:
    """What a codec calls the value that chooses a case."""
    match value:
        case None:
            return "_"
        case EnumMember(enum, member):
            entry = next(e for e in plans.enums[enum].entries if e.id == member)
            return entry.label or entry.id
        case Literal_(constant):
            return str(constant)
    return str(value.loc)


def way_to(
    expr: Expr | None, placed: Placed = lambda _: False, cases: Callable[[Cast], str] = lambda _: ""
) -> tuple[str, ...]:
    """Names in Python of a path of fields; empty where an expression is none.

    Args:
        expr: the expression.
        placed: whether a member is a field at a place of its own that counts, too.
        cases: names the case of a switch that something is taken for; empty: the path doesn't say it.
    """
    match expr:
        case Member(Cast(target) as cast, name) if cases(cast) and _is_field(expr, placed):
            above = way_to(target, placed, cases)
            return (*above, f"{CASE}{cases(cast)}", field_name(name)) if above else ()
        case Name(name) if _is_field(expr, placed):
            return (field_name(name),)
        case Member(Name("_"), name) if _is_field(expr, placed):
            return (field_name(name),)
        case Member(target, name) if _is_field(expr, placed):
            above = way_to(target, placed, cases)
            return (*above, field_name(name)) if above else ()
        case Cast(target):
            above = way_to(target, placed, cases)
            return (*above, f"{CASE}{cases(expr)}") if above and cases(expr) else above
    return ()


Placed = Callable[[Expr], bool]


def _is_field(expr: Name | Member, placed: Placed) -> bool:
    return expr.binding == "attribute" or (expr.binding == "instance" and placed(expr))


def placed_by(plans: CodecPlans) -> Placed:
    """Says of a member whether it is a field at a place of its own, of which a writer finds the place, and which no
    other field describes."""

    def is_placed(expr: Expr) -> bool:
        member = plans.absence.member(expr)
        return isinstance(member, Attribute) and member.placed and not member.again

    return is_placed


def cases_by(plans: CodecPlans) -> Callable[[Cast], str]:
    """Says of which case of a switch something is taken for; empty: it is no switch, or its values tell no cases
    apart."""

    def case_of(cast: Cast) -> str:
        member = plans.absence.member(cast.target)
        if not isinstance(member, Attribute) or not isinstance(member.wire, SwitchWire) or member.repeat is not None:
            return ""
        if isinstance(cast.type, StructValue):
            kind = cast.type.type
            known = any(isinstance(wire, StructWire) and wire.type == kind for _, wire in member.wire.cases)
            return kind.rpartition("::")[2] if known else ""
        is_number = isinstance(cast.type, IntValue | FloatValue) and is_union(cast.target)
        return case_member(cast.type_name) if is_number else ""

    return case_of


def said_by(plans: CodecPlans, where: Expr | None) -> tuple[tuple[tuple[str, ...], Any], ...]:
    """What a condition says of each element that fulfils it: ways to fields of it, and their values."""
    match where:
        case Logical("and", left, right):
            return (*said_by(plans, left), *said_by(plans, right))
        case Compare("==", left, right):
            for one, other in ((left, right), (right, left)):
                value = _constant(plans, other)
                if value is not None and (way := _in_each(one)):
                    return ((way, value),)
        case Unary("not", operand) if isinstance(operand.type, BoolValue) and (way := _in_each(operand)):
            return ((way, False),)
        case Member() if isinstance(where.type, BoolValue) and (way := _in_each(where)):
            return ((way, True),)
    return ()


def _in_each(expr: Expr) -> tuple[str, ...]:
    """The way from an element to one of its fields; empty: an expression is none."""
    place = place_of(expr)
    return place[1:] if place[:1] == ("element",) else ()


def _constant(plans: CodecPlans, expr: Expr) -> Any:
    match expr:
        case Literal_(value):
            return value
        case EnumMember(enum, member):
            return next(entry.value for entry in plans.enums[enum].entries if entry.id == member)
    return None


def _in_element(expr: Expr) -> Expr:
    """A path from an element of a list that a view goes through, as one from ``_``."""
    match expr:
        case Member(target):
            return replace(expr, target=_in_element(target))
        case Name():
            return replace(expr, name="_", binding="special")
    return expr


def place_of(
    expr: Expr,
    levels: Mapping[str, int] | None = None,
    placed: Placed = lambda _: False,
    cases: Callable[[Cast], str] = lambda _: "",
) -> tuple[str, ...]:
    """Where the value of a column is stored; empty where it is calculated.

    Args:
        expr: the value.
        levels: the lists around the innermost one that a view goes through, by what their elements are called.
        placed: as of `way_to`.
        cases: likewise.
    """
    match expr:
        case Name("_index"):
            return ("index",)
        case Name("_row"):
            return ("row",)
    node = expr
    while isinstance(node, Member | Cast):
        node = node.target
    if isinstance(node, Name) and node.binding == "level":
        way = way_to(_in_element(expr), placed, cases)
        return (f"level{levels[node.name]}", *way) if way and levels and node.name in levels else ()
    way = way_to(expr, placed, cases)
    if not way:
        return ()
    return ("element" if isinstance(node, Name) and node.name == "_" else "root", *way)


def origin_of(plans: CodecPlans, holder: str, found: Blame | None) -> str:
    """Where the value that decides a switch is stored, as a tuple of structure, field and element."""
    if found is None:
        return ""
    expressions = PythonExpressions(plans.naming, holder)
    owner = expressions.along(found.way).this
    element = "None"
    if found.element is not None:
        element = expressions.along(found.element_way)(found.element)
    field = plans.types[found.owner].fields[found.field].id
    return f"({owner}, {field!r}, {element})"
