"""Columns of some of the elements of a domain: of those that a condition chooses."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, TypeVar

from bytewright.kernels import plan
from bytewright.kernels.plan import Cells, CellVariant, Column, Elements, Expr, RowPlan
from bytewright_codegen.ir.location import Location
from bytewright_codegen.lowering.expressions.arithmetic import lowered
from bytewright_codegen.lowering.expressions.values import Refusal

SHOWN = "shown"

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


def _below(column: Column, at: Location) -> Column:
    """A column of a domain as one of a domain below it."""
    if isinstance(column, plan.Struct):
        return replace(_lowered(column), columns=tuple(_below(member, at) for member in column.columns))
    if isinstance(column, (plan.List, plan.Map, plan.Outer, plan.Inner)):
        raise Refusal("lists in elements of a list that a condition chooses", at)
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
