"""Chains: lists of structures without bytes, each standing for what lies where the one before it says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bytewright_codegen.ir.expressions import Cast, Compare, Conditional, Expr, Item, Literal_, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import ValueInstance
from bytewright_codegen.ir.values import BoolValue, IntValue
from bytewright_codegen.ir.views import View
from bytewright_codegen.lowering.expressions.values import Refusal
from bytewright_codegen.lowering.layout.regions import ListRegion, uses_element
from bytewright_codegen.lowering.read.outer_values import raised
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import Entry, Nested, RecordPlan


@dataclass(frozen=True, slots=True)
class Chain:
    """How the elements of a list lead to each other.

    Attributes:
        target: the field of an element at a place of its own: what the element stands for.
        place: the instance of an element that says where that is.
        following: the instance that says where that of the next element is.
        until: whether an element is the last one.
        numbers: instances that say the same for all elements, as expressions over the structure that has the list.
    """

    target: Entry
    place: str
    following: str
    until: Expr
    numbers: Mapping[str, Expr]


def chain_of(library: Library, plans: Mapping[str, RecordPlan], view: View) -> tuple[ListRegion, Chain]:
    """The innermost list of a view, which is a chain: the region of its elements is the stream that they lie in, which
    the first one's place leads to.

    Args:
        library: the resolved specs.
        plans: record plans by type.
        view: the view.

    Raises:
        Refusal: it isn't one.
    """
    match view.each:
        case Member(Item() as around, name, owner=str(owner)):
            listed = next((entry for entry in plans[owner].entries if entry.name == name), None)
        case _:
            listed = None
    if view.each is None or listed is None or not listed.placed or not isinstance(listed.item, Nested):
        raise Refusal("elements of lists in lists that don't lie at a place of their own", view.loc)
    type, attribute = library.types[listed.item.type], listed.attribute
    refusal = Refusal("a list at a place of its own that is no chain", listed.loc)
    if listed.count is None or listed.count.kind != "until" or listed.count.expr is None or listed.valid is not None:
        raise refusal
    if attribute.parent is not None or listed.frame.kind != "none":
        raise refusal
    if plans[type.name].sequence or len(type.params) != 1 or expression(listed.item.args[0]) != "_index":
        raise refusal
    chosen = (view.order, *(selection.equals for selection in view.selections))
    if any(one is not None and uses_element(one) for one in chosen):
        raise Refusal("elements of a chain that are sorted, or chosen one by one", view.loc)
    instances = {one.id: one for one in type.instances if isinstance(one, ValueInstance) and one.condition is None}
    target, place = _target(plans[type.name], instances, refusal)
    if attribute.unique is None or expression(attribute.unique) != f"_.{place}":
        raise Refusal("a chain that may lead in a circle ('-valid: {unique: …}')", listed.loc)
    first, following = _steps(instances[place], type.params[0].id, listed.name, refusal)
    numbers: dict[str, Expr] = {}
    for name, instance in instances.items():
        number = raised(instance.expr) if isinstance(instance.expr.type, IntValue | BoolValue) else None
        if number is not None:
            numbers[name] = number
    stream = raised(target.attribute.stream) if target.attribute.stream is not None else None
    if stream is None or following not in instances:
        raise refusal
    # As its place would be stated if it were one field.
    holder = replace(listed, count=None, attribute=replace(attribute, position=first, stream=stream))
    region = ListRegion(around, holder, type.name, listed, False, b"")
    return region, Chain(target, place, following, listed.count.expr, numbers)


def _target(plan: RecordPlan, instances: Mapping[str, ValueInstance], refusal: Refusal) -> tuple[Entry, str]:
    """What an element stands for, and the instance that says where that is."""
    for entry in plan.placed:
        position = entry.attribute.position
        if isinstance(position, Name) and position.name in instances:
            plain = entry.count is None and entry.condition is None and entry.valid is None
            stream = entry.attribute.stream
            if not plain or entry.frame.kind != "none" or entry.attribute.parent is not None:
                raise refusal
            if not isinstance(entry.item, Nested) or stream is None:
                raise refusal
            return entry, position.name
    raise refusal


def _steps(place: ValueInstance, number: str, listed: str, refusal: Refusal) -> tuple[Expr, str]:
    """Where the first element's place is said, over the structure that has the list, and what says it of the next."""
    match place.expr:
        case Conditional(Compare("==", Name(index), Literal_(0)), first, behind) if index == number:
            while isinstance(behind, Cast):
                behind = behind.target
            before = f"_parent.{listed}[{number} - 1]"
            place_of_first = raised(first)
            if isinstance(behind, Member) and expression(behind.target) == before and place_of_first is not None:
                return place_of_first, behind.name
    raise refusal
