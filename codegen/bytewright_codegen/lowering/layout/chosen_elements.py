"""Columns of some of the elements of a domain: of those that a condition chooses."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any, TypeVar

from bytewright.kernels import plan
from bytewright.kernels.plan import Cells, CellVariant, Column, Elements, Expr, RowPlan
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import TypeDef
from bytewright_codegen.ir.values import AnyValue, ArrayValue, StructValue, Value
from bytewright_codegen.lowering.expressions.arithmetic import lowered
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.values import Num, Place, Refusal, Structure
from bytewright_codegen.lowering.layout.structures import Layout
from bytewright_codegen.plans.reading import Entry

SHOWN = "shown"
_LISTS = "lists in elements of a list that a condition chooses"

_Column = TypeVar("_Column", bound=Column)


def of_chosen(made: RowPlan, condition: Expr, at: Location) -> RowPlan:
    """A plan whose rows are those elements of its rows' domain for which a condition (0 or 1) holds.

    Args:
        made: the plan of all of them.
        condition: over its rows' domain.
        at: where the condition is stated.

    Raises:
        Refusal: a column is made of more than its row.
    """
    taken = {step.domain for step in made.steps if isinstance(step, (Elements, plan.Run, plan.Rows))}
    domain = SHOWN
    while domain in taken:
        domain += "_"
    cells = made.cells
    if cells is not None:
        variants = (CellVariant(one.when, one.steps, _below(one.column, at)) for one in cells.variants)
        cells = Cells(cells.list, tuple(variants))
    extent = made.extent
    if extent is not None:
        begin, end = extent
        extent = lowered(begin, 1), lowered(end, 1)
    return replace(
        made,
        steps=(*made.steps, Elements(domain, made.rows, condition, "")),
        rows=domain,
        columns=tuple(_below(column, at) for column in made.columns),
        cells=cells,
        extent=extent,
    )


def read_chosen(
    layout: Layout, steps: Steps, listed: Entry, element: Structure, index: Num, condition: Expr, at: Location
) -> tuple[Structure, Num]:
    """The elements of a list for which a condition holds, read once more in a domain of their own: what lies in their
    lists belongs to rows then. Gives such an element, and its number.

    Args:
        layout: what has read the list.
        steps: where that is written.
        listed: the list.
        element: any of its elements.
        index: its number.
        condition: over its domain.
        at: where the condition is stated.

    Raises:
        Refusal: an element doesn't say all that is needed to read it, or can't be read.
    """
    parent = element.parent
    if listed.placed or parent is None or element.start is None or element.told:
        raise Refusal(_LISTS, at)
    domain = steps.elements(element.domain, plan.Binary("!=", condition, plan.Const(0)), SHOWN)
    levels = steps.levels(parent.domain, domain)
    assert levels is not None
    number = replace(index, domain=domain, expr=lowered(index.expr, 1))
    place = Place(domain, lowered(element.start, 1), parent.stream.below(domain, levels), parent, element.path)
    before, layout.evaluation.complete = layout.evaluation.complete, False
    found, _ = layout.one(listed, place, number)
    layout.evaluation.complete = before
    assert isinstance(found, Structure)
    return found, number


def has_lists(types: Mapping[str, TypeDef], kind: Value | None, inside: frozenset[str] = frozenset()) -> bool:
    """Whether a list may lie in a value.

    Args:
        types: of the library.
        kind: the type of the value.
        inside: types that have been looked at around it.
    """
    if not isinstance(kind, StructValue) or kind.type not in types:
        return isinstance(kind, ArrayValue | AnyValue | StructValue)
    if kind.type in inside:
        return False
    members = [one for one in types[kind.type].attributes if one.id is not None]
    deeper = inside | {kind.type}
    return any(one.repeat is not None or has_lists(types, one.value, deeper) for one in members)


def _below(column: Column, at: Location) -> Column:
    """A column of a domain as one of a domain below it."""
    if isinstance(column, plan.Struct):
        return replace(_lowered(column), columns=tuple(_below(member, at) for member in column.columns))
    if isinstance(column, plan.Outer):
        return column  # the same for all rows of a region
    if isinstance(column, (plan.List, plan.Map, plan.Inner)):
        raise Refusal(_LISTS, at)
    return _lowered(column)


def _lowered(column: _Column) -> _Column:
    """A column whose own expressions are over the domain below."""
    changed: dict[str, Any] = {}
    for field in fields(column):
        value = getattr(column, field.name)
        if isinstance(value, plan.Arithmetic):
            changed[field.name] = lowered(value, 1)  # type: ignore[arg-type]
        elif isinstance(value, plan.Named):
            changed[field.name] = _lowered(value)
    return replace(column, **changed)
