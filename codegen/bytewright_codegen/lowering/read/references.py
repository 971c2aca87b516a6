"""References: lists whose elements say where something lies that a view shows in their place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bytewright_codegen.ir.expressions import Binary, Expr, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import ValueInstance
from bytewright_codegen.ir.views import View
from bytewright_codegen.ir.walk import children, is_constant
from bytewright_codegen.lowering.expressions.values import Refusal
from bytewright_codegen.lowering.layout.regions import ListRegion
from bytewright_codegen.lowering.read.outer_values import expanded, hoisted, raised
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import Entry, Nested, RecordPlan

_LEVELS = 2
"""The structure that has the list, and the one that this lies in at a place of its own."""


@dataclass(frozen=True, slots=True)
class Reference:
    """What the elements of a list refer to.

    Attributes:
        target: the field of an element that is it, at a place of its own.
        position: where it begins in the stream that the list's own region lies in, over an element.
        end: where it ends there, at the latest.
        numbers: what these ask of the structure that has the region, by the special names that they have for it.
    """

    target: Entry
    position: Expr
    end: Expr
    numbers: Mapping[str, Expr]


def reference_of(library: Library, plans: Mapping[str, RecordPlan], view: View, region: ListRegion) -> Reference:
    """What a view shows of the elements of its innermost list.

    Args:
        library: the resolved specs.
        plans: record plans by type.
        view: the view.
        region: where the list lies.

    Raises:
        Refusal: it isn't one thing that each element refers to, in the stream that the list lies in.
    """
    assert isinstance(region.listed.item, Nested)
    type = region.listed.item.type
    names = {name for column in view.columns for name in _asked_of_element(column.expr)}
    target = next((entry for entry in plans[type].placed if entry.name in names), None)
    if target is None or target.attribute.position is None:
        raise Refusal("elements that refer to nothing", view.loc)
    attribute, frame = target.attribute, target.frame
    refusal = Refusal("such a place of each element's own", target.loc)
    if target.count is not None or target.condition is not None or target.valid is not None:
        raise refusal
    if not isinstance(target.item, Nested) or attribute.parent is not None or region.passed:
        raise refusal
    if frame.kind != "size" or frame.size is None or frame.terminator is not None or frame.pad_right is not None:
        raise refusal
    if frame.process is None or not all(map(is_constant, frame.process.args)):
        raise refusal
    instances = {
        one.id: one.expr
        for one in library.types[type].instances
        if isinstance(one, ValueInstance) and one.condition is None
    }
    own = region.holder.attribute.stream
    stream = raised(expanded(attribute.stream, instances), _LEVELS) if attribute.stream is not None else None
    if stream is None or own is None or expression(stream) != expression(own):
        raise refusal
    numbers: dict[str, Expr] = {}
    prefix = f"{region.listed.name}[*]."
    position, size = expanded(target.attribute.position, instances), expanded(frame.size, instances)
    end: Expr = Binary("+", position, size, target.loc, size.type)
    if isinstance(size, Binary) and size.operator == "-" and expression(size.right) == expression(position):
        end = size.left
    position, end = (hoisted(one, _LEVELS, numbers, prefix) for one in (position, end))
    return Reference(target, position, end, numbers)


def _asked_of_element(expr: Expr) -> Iterator[str]:
    """The members of a view's element that an expression asks for."""
    if isinstance(expr, Member) and isinstance(expr.target, Name) and expr.target.name == "_":
        yield expr.name
    for child in children(expr):
        yield from _asked_of_element(child)
