"""Plans of tables whose entries a view counts: how the kernel tells which entries of a page are counted."""

from __future__ import annotations

from collections.abc import Mapping

from bytewright.columnar.scan.page_tables import PAGE
from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import Const, RowPlan
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.ir.expressions import Item, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.values import BoolValue, BytesValue, EnumValue, FloatValue, IntValue, StrValue
from bytewright_codegen.ir.views import View
from bytewright_codegen.lowering.expressions.values import Refusal
from bytewright_codegen.lowering.read.entry_lists import Mirror, mirror_of
from bytewright_codegen.lowering.read.page_entries import Entries
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import RecordPlan

_SINGLE = (BoolValue, BytesValue, EnumValue, FloatValue, IntValue, StrValue)


def counting(
    library: Library, plans: Mapping[str, RecordPlan], known: Sizes, view: View
) -> tuple[Mirror, RowPlan] | None:
    """The list that columns of a view count, whose elements stand for the entries of pages of a table, and the plan by
    which the kernel reads such a page: for each entry a number of the page, and whether each column counts it.

    Args:
        library: the resolved specs.
        plans: record plans by type.
        known: sizes.
        view: the view.

    Returns:
        None where no column counts such a list, or where there is more in the view than objects and counts.
    """
    counts = [(column, column.counted) for column in view.columns if column.counted is not None]
    others = (view.rows, view.pivot, view.cells, view.variants, view.inner)
    if not counts or any(other is not None for other in others):
        return None
    items = counts[0][1].items
    if any(expression(counted.items) != expression(items) for _, counted in counts):
        return None
    for column in view.columns:
        if column.counted is None and not column.never and not isinstance(column.value, _SINGLE):
            return None
    if any(column.condition is not None for column, _ in counts):
        return None
    try:
        mirror = mirror_of(library, plans, Item(items, Name("*", items.loc, IntValue(), "special"), items.loc))
        entries = Entries(library, plans, known, mirror)
        found: list[kernel.Column] = [kernel.Number(PAGE, "int64", entries.page)]
        for column, counted in counts:
            where = counted.where
            met = Const(1) if where is None else entries.evaluation.number(where, entries.context).expr
            found.append(kernel.Number(column.id, "bool", met))
        return mirror, entries.plan(found)
    except Refusal:
        return None
