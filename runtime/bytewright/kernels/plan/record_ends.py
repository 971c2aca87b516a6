"""How records are found whose end is a sum: by their size, or by a length that they say."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bytewright.kernels.plan import (
    RECORDS,
    Binary,
    Const,
    Elements,
    Expr,
    FixedFrame,
    LengthFrame,
    Let,
    Load,
    Number,
    Region,
    RegionEnd,
    RegionFrame,
    RowPlan,
    Rows,
    Run,
    Start,
    Unrolled,
    Up,
    WalkFrame,
    add,
)

REGION = "number of the region"
"""The column that says in which region a row lies."""

Terms = dict[Expr, int]
Walked = Let | Elements | Run | Unrolled
"""What says where records and elements end that are read to tell."""


def terms(expr: Expr) -> tuple[Terms, int]:
    """An expression as a sum of atoms, each a number of times, and a constant."""
    found: Terms = {}
    constant = collect(expr, 1, found)
    return {atom: times for atom, times in found.items() if times}, constant


def collect(expr: Expr, times: int, found: Terms) -> int:
    """Add so many times an expression to a sum of atoms; gives the constant that belongs to it."""
    match expr:
        case Const(value):
            return times * value
        case Binary("+", left, right):
            return collect(left, times, found) + collect(right, times, found)
        case Binary("-", left, right):
            return collect(left, times, found) + collect(right, -times, found)
        case Binary("*", left, Const(value)) | Binary("*", Const(value), left):
            return collect(left, times * value, found)
    found[expr] = found.get(expr, 0) + times
    return 0


def framed(end: Expr) -> FixedFrame | LengthFrame | None:
    """The frame of records that end there; None where only a walk finds that. It may be a size that no record can have.

    Args:
        end: address behind the record, computed from `Start`.
    """
    atoms, extra = terms(end)
    if atoms.pop(Start(), 0) != 1:
        return None
    match list(atoms.items()):
        case []:
            return FixedFrame(extra)
        case [(Load(kind, address), 1)] if not kind.startswith("f"):
            above, offset = terms(address)
            if above == {Start(): 1}:
                return LengthFrame(kind, offset, extra, offset + int(kind[1]))
    return None


def is_described(steps: Iterable[Walked]) -> bool:
    """Whether steps that say where something ends go through a list that the header describes."""
    return any(isinstance(one, Unrolled) or (isinstance(one, Run) and is_described(one.steps)) for one in steps)


def by_region(plan: RowPlan) -> RowPlan | None:
    """The plan for records of many files that lie in one place one behind the other, each file a region; None where
    records lie in regions themselves, or a header describes lists that say where they end.

    A last column `REGION` is the number of the file.
    """
    frame = plan.frame
    steps: tuple[Walked, ...] = ()
    match frame:
        case RegionFrame():
            return None
        case WalkFrame(steps) if is_described(steps):
            return None
        case WalkFrame(steps, end):
            pass
        case LengthFrame(kind, at, extra):
            end = add(Start(), Load(kind, add(Start(), at)), extra)
        case FixedFrame(size):
            end = add(Start(), size)
        case _:
            end = RegionEnd()
    return numbered(replace(plan, frame=RegionFrame(steps, end)))


def numbered(plan: RowPlan) -> RowPlan:
    """The same plan of records in regions, with a last column `REGION`."""
    number: Expr = Region()
    for _ in range(depth(plan)):
        number = Up(number)
    return replace(plan, columns=(*plan.columns, Number(REGION, "int64", number)))


def depth(plan: RowPlan) -> int:
    """How many domains the rows' domain lies below the records."""
    parents = {step.domain: step.parent for step in plan.steps if isinstance(step, (Elements, Rows, Run))}
    domain = plan.rows
    found = 0
    while domain != RECORDS:
        domain = parents[domain]
        found += 1
    return found
