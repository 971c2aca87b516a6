"""Plans as they are for a file: with what its header and the options say, and what is known of every file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pyarrow as pa

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.columnar.scan.preparation.header_values import Header
from bytewright.kernels.plan import (
    CHECKSUMS,
    FILE_END,
    FREE_TURNS,
    MOST_EMPTY,
    MOST_ROWS,
    MOST_TURNS,
    RULES,
    SLACK,
    Beside,
    Column,
    Const,
    Expr,
    Given,
    Index,
    List,
    Map,
    Named,
    Number,
    Piece,
    Region,
    RegionFrame,
    RowPlan,
    Start,
    Texts,
    Up,
    WholeFrame,
)
from bytewright.kernels.plan import Struct as StructColumn
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.plan.record_ends import depth
from bytewright.kernels.plan.types import INTEGERS, arrow_type
from bytewright.kernels.program.pivot import PivotColumn as KernelColumn
from bytewright.kernels.program.pivot import column_of_type
from bytewright.kernels.program.specialize import unroll
from bytewright.kernels.program.unrolled.header_values import HeaderValues
from bytewright.schema.pivots import Pivot
from bytewright.schema.value_forms import tagged_member
from bytewright.schema.view import View
from bytewright.views.evaluate.layout import RECORD_END, RECORD_NUMBER, RECORD_START, CellColumn, Layout, PivotColumn
from bytewright.views.evaluate.record_batches import most_rows
from bytewright.views.evaluate.steps import Steps


def numbered(plan: RowPlan, *, placed: bool = False, streams: bool = False) -> RowPlan:
    """The plan with a last column `RECORD_NUMBER`; ``placed``: and with `RECORD_START` and `RECORD_END`; ``streams``:
    records of the file lead to its regions, if it has some."""
    number: Expr = Index()
    if isinstance(plan.frame, RegionFrame):
        # Where regions of a file hold the records, the file is the only one that counts.
        number = Beside(RECORD_NUMBER, Region()) if streams else Const(0)
    for _ in range(depth(plan)):
        number = Up(number)
    more = [Number(RECORD_NUMBER, "int64", number)]
    if placed and plan.extent is not None:
        more += map(Number, (RECORD_START, RECORD_END), ("int64", "int64"), plan.extent)
    return replace(plan, columns=(*plan.columns, *more))


def shown_by(plan: RowPlan, layout: Layout, settings: Settings) -> RowPlan:
    """The plan with columns as options show them.

    Raises:
        Unsupported: the kernel doesn't show a column so.
    """
    if settings.enums == "int":
        plan = with_numbers(plan, layout.schema)
    return with_tags(plan) if settings.switchTags else plan


def with_numbers(plan: RowPlan, schema: pa.Schema) -> RowPlan:
    """The plan with the numbers of enums in place of their names, where a schema has numbers.

    Raises:
        Unsupported: they are none that the kernel shows.
    """
    kinds = {field.name: field.type for field in schema}
    columns = (_numeric(one, kinds[one.name]) if one.name in kinds else one for one in plan.columns)
    return replace(plan, columns=tuple(columns))


def with_tags(plan: RowPlan) -> RowPlan:
    """The plan of which structs of switches say which of their members is set."""
    return replace(plan, columns=tuple(map(_tagged, plan.columns)))


def _tagged(column: Column) -> Column:
    match column:
        case StructColumn(columns=members, case=case):
            members = tuple(map(_tagged, members))
            if case is not None:
                members = tuple(replace(one, name=tagged_member(one.name)) for one in members)
                members = (replace(case, names=tuple(map(tagged_member, case.names))), *members)
            return replace(column, columns=members, case=None)
        case List(element=element):
            return replace(column, element=_tagged(element))
        case Map(key=key, value=value):
            return replace(column, key=_tagged(key), value=_tagged(value))
    return column


def _numeric(column: Column, kind: Any) -> Column:
    match column:
        case Named(name, value, valid=valid, fits=fits) if not pa.types.is_string(kind):
            found = next((integer for integer in INTEGERS[:-1] if arrow_type(integer) == kind), None)
            if found is None:
                raise Unsupported(f"an enum of {kind}")
            return Number(name, found, value, valid, fits)
        case StructColumn(columns=members):
            return replace(column, columns=tuple(_numeric(one, kind.field(one.name).type) for one in members))
        case List(element=element):
            return replace(column, element=_numeric(element, kind.value_type))
        case Map(key=key, value=value):
            return replace(column, key=_numeric(key, kind.key_type), value=_numeric(value, kind.item_type))
    return column


def given_of(settings: Settings, size: int, *, whole: bool = False) -> dict[str, int]:
    """What plans are told of a file of ``size`` bytes, besides what headers say; ``whole``: it is the only record."""
    limits = settings.limits
    return {
        FILE_END: size,
        MOST_ROWS: most_rows(size, limits),
        MOST_TURNS: limits.maxSteps,
        FREE_TURNS: limits.maxSteps if whole else limits.free_steps,
        MOST_EMPTY: max(limits.maxSteps, 8 * size) if whole else limits.free_steps,
        SLACK: 1,
        **checked(settings),
    }


def checked(settings: Settings) -> dict[str, int]:
    """What plans are told of the checks that are made."""
    return {RULES: int(settings.checks != "frames"), CHECKSUMS: int(settings.verifyChecksum != "skip")}


def written_out(plan: RowPlan, codec: Codec, header: Header, layout: Layout, given: Mapping[str, int]) -> RowPlan:
    """The plan for files of one header; columns of the layout that records don't hold are the header's.

    Raises:
        Unsupported: the kernel can't read what the header says.
    """
    if codec.header is None:
        return plan
    made = unroll(_with_nulls(plan, header, layout), given, header.value, header.cells)
    there = {column.name for column in made.columns}
    for column in layout.columns:
        if column.name not in there and isinstance(column, CellColumn):
            header.apart.setdefault(column.name, pa.array([None], column.type))
    return made


def _with_nulls(plan: RowPlan, header: Header, layout: Layout) -> RowPlan:
    """The plan, in which columns are null that show what the header has none of; also those that nobody asks for."""
    refused = {field.name for field in layout.schema if not field.nullable}
    values = HeaderValues(header.value)
    columns = [one if one.name in refused else _or_null(one, values) for one in plan.columns]
    return replace(plan, columns=tuple(columns))


def _or_null(column: Column, header: HeaderValues) -> Column:
    """A column, or null in all rows where it is just something of the header that isn't there."""
    match column:
        case Number(value=Given(name)) | Named(value=Given(name)):
            null: Column = replace(column, value=Const(0), valid=Const(0), fits=None)
        case Piece(address=Texts("", name, Const(0), Const(0))):
            null = replace(column, address=Start(), length=Const(0), valid=Const(0), fits=None)
        case _:
            return column
    return null if header.is_none(name) else column


def is_alike(codec: Codec) -> bool:
    """Whether nothing in a file decides how it is read: it is its records."""
    return [field.name for field in codec.root.FIELDS] == [codec.records_field]


def plan_of(codec: Codec, view: View) -> RowPlan:
    """The plan of a view that the kernel doesn't refuse."""
    plan = codec.row_plans[view.name]
    assert isinstance(plan, RowPlan)
    return plan


def start_of_records(steps: Steps, view: View) -> int:
    """Where the first record of a view begins.

    Raises:
        ReadError: what precedes it is bad.
    """
    if not steps.streams(view) or is_one_record(steps.codec, view):
        return 0
    steps.root(view)
    return steps.first


def count_of(steps: Steps, view: View) -> int | None:
    """How many records the kernel finds in a file; None: they go on to its end."""
    if steps.precedes(view):
        return 1  # what stands before those of the file
    return None if is_one_record(steps.codec, view) else steps.count(view)


def is_one_record(codec: Codec, view: View) -> bool:
    """Whether the kernel takes a file for one record that has several for objects."""
    plan = codec.row_plans.get(view.name)
    counted = codec.record_count is not None and view.each_field == codec.records_field
    return counted and isinstance(plan, RowPlan) and isinstance(plan.frame, WholeFrame)


def pivot_columns(plan: RowPlan, layout: Layout) -> list[KernelColumn]:
    """The columns of a layout that values name, as the kernel knows them."""
    return [_kernel_column(plan, layout.pivot, one) for one in layout.columns if isinstance(one, PivotColumn)]


def _kernel_column(plan: RowPlan, pivot: Pivot | None, column: PivotColumn) -> KernelColumn:
    assert plan.pivot is not None
    assert pivot is not None
    certain = column.said.certain
    named = {one.id: one for one in pivot.properties}
    numbers = {name: {label: number for number, label in one.labels.items()} for name, one in named.items()}
    alone = any(named[name].is_case for name in certain)
    said = tuple((name, numbers[name][value]) for name, value in certain.items() if not named[name].is_case)
    if column.labels is not None:
        count = max(column.labels, default=-1) + 1
        labels = tuple(column.labels[i] for i in range(count))
        return KernelColumn(column.key, column.name, column.case, None, labels, alone, said)
    if alone:
        return KernelColumn(column.key, column.name, column.case, None, None, alone, said)
    found = column_of_type(plan.pivot, column.key, column.name, column.type)
    assert found is not None
    return replace(found, said=said)
