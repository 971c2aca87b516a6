"""The plan as a whole, and plans that are made of one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bytewright.kernels.plan.columns import Cells, Column, Number, Pivot
from bytewright.kernels.plan.expressions import End, Expr, Index, Match, Offset, Up
from bytewright.kernels.plan.frames import Frame
from bytewright.kernels.plan.names import RECORDS
from bytewright.kernels.plan.steps import Rows, Step, Unrolled


@dataclass(frozen=True, slots=True)
class RowPlan:
    """How a file becomes rows.

    Attributes:
        frame: how records are found.
        steps: what is checked and named, in reading order.
        rows: the domain whose elements are the rows.
        columns: the columns that the plan itself names.
        pivot: the columns that values name, after the others.
        cells: the columns that a header names, likewise.
        directory: of records in regions: how a table that says where these lie becomes rows, one for each region that
            there may be. A page of the table is a record. See `bytewright.columnar.scan.index_pages` for the columns.
        entries: of records that lists in regions refer to: how such a list becomes rows, one for each record. See
            `bytewright.columnar.scan.reference_scan` for the columns.
        extent: where what a row shows begins and ends, as places in the input, where rows are elements of a list in a
            record.
        splits: whether records may leave a part of their last byte: the last one of a file is left to objects, which
            know whether there is more to it then.
        sized: whether it asks for the size of the file (`FILE_END`), so that its program reads files of one size.
        mixed: of a plan that leaves records aside which are no rows, one that reads these as well: it costs more for
            each record, but less where many are none. None: there is none, or it is that already.
        whole: of records that something in front of them counts, or says how to read: a plan that takes a file for one
            record, by which many small files are read at once. None: there is none.
    """

    frame: Frame
    steps: tuple[Step, ...]
    rows: str
    columns: tuple[Column, ...]
    pivot: Pivot | None = None
    cells: Cells | None = None
    directory: RowPlan | None = None
    entries: RowPlan | None = None
    extent: tuple[Expr, Expr] | None = None
    splits: bool = False
    sized: bool = False
    mixed: RowPlan | None = None
    whole: RowPlan | None = None


def discovery(plan: RowPlan) -> RowPlan:
    """A plan with the same checks that gives a row per vector of a pivot: ``record`` (number in the file), ``key`` and
    ``case``, all int64. It tells which columns a file has without looking at a value, or at how
    many rows there are.

    ``case`` is the place in ``cases`` and, in digits behind it (`said`), the places of the properties among their
    numbers, from 1; 0: none of them.

    Raises:
        ValueError: the plan has no pivot.
    """
    if plan.pivot is None:
        raise ValueError("the plan has no pivot")
    case = plan.pivot.case
    for one in plan.pivot.properties:
        place = Match(one.value, one.numbers, tuple(range(len(one.numbers)))) + 1
        case = case * (len(one.numbers) + 1) + place
    columns = (
        Number("record", "int64", Up(Index())),
        Number("key", "int64", plan.pivot.key),
        Number("case", "int64", case),
    )
    steps = tuple(step for step in plan.steps if not isinstance(step, Rows))
    return RowPlan(plan.frame, steps, plan.pivot.domain, columns)


def said(pivot: Pivot, code: int) -> tuple[int, tuple[int | None, ...]]:
    """The case (negative: none) and the properties' numbers that `discovery` means by a ``case``."""
    found: list[int | None] = []
    for one in reversed(pivot.properties):
        code, place = divmod(code, len(one.numbers) + 1)
        found.insert(0, one.numbers[place - 1] if place else None)
    return code, tuple(found)


def chosen(plan: RowPlan) -> RowPlan:
    """A plan that gives a row per row of another: ``entry``, the number (int64) of the entry of a header's list that
    describes it. What the elements of its list hold is not looked at.

    Raises:
        ValueError: nothing is described in this way.
    """
    listed = next((step for step in plan.steps if isinstance(step, Unrolled) and step.by is not None), None)
    if listed is None or listed.by is None or listed.domain != plan.rows:
        raise ValueError("the plan has no lists that an entry describes")
    bare = replace(listed, variants=tuple(replace(one, steps=(), aside=False) for one in listed.variants))
    steps = tuple(bare if step is listed else step for step in plan.steps)
    return RowPlan(plan.frame, steps, plan.rows, (Number("entry", "int64", listed.by),))


def ends(plan: RowPlan) -> RowPlan:
    """A plan with the same checks that gives a row per record: ``end``, where it ends in the source, int64."""
    steps = tuple(step for step in plan.steps if not isinstance(step, Rows))
    return RowPlan(plan.frame, steps, RECORDS, (Number("end", "int64", Offset(End())),))
