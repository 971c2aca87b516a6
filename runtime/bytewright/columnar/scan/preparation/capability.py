"""Capability: which views the kernel can read with which options, why not, and whether it is compiled for that."""

from __future__ import annotations

from bytewright import kernels
from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.columnar.scan.object_columns import made_by_objects
from bytewright.columnar.scan.preparation.file_plans import is_one_record, plan_of
from bytewright.kernels.native.machine.cache import folder
from bytewright.kernels.plan import RegionFrame, RowPlan, WholeFrame
from bytewright.schema.view import View
from bytewright.views.evaluate.layout import FixedColumn, Layout, pivot_of


def refusal(codec: Codec, view: View, settings: Settings, *, strict: bool = False) -> str | None:
    """Why the kernel can't read this view of this format with these options; None: it can."""
    if not kernels.can_be_had():
        return kernels.MISSING
    if strict and codec.placed:
        return "strict, as what no field describes shows only when what lies at places of its own is read"
    plan = codec.row_plans.get(view.name, "it was generated without a plan for the kernel")
    if not isinstance(plan, RowPlan):
        return str(plan)
    if is_one_record(codec, view) and (settings.includeMetadata or view.variants or pivot_of(view) is not None):
        return "what records hold beyond columns that are stated, in a plan that takes the file for one record"
    if settings.enums == "int" and (plan.cells is not None or isinstance(plan.frame, RegionFrame)):
        return "option enums=int, of columns that a header names or lists in regions"
    if settings.switchTags and (plan.cells is not None or isinstance(plan.frame, RegionFrame)):
        return "option switchTags, of columns that a header names or lists in regions"
    if settings.includeModes:
        return "option includeModes"
    if settings.checks == "all" and view.lazy:
        return "option checks=all, of fields that only objects can read"
    if settings.malformedStrings != "fail":
        return f"option malformedStrings={settings.malformedStrings}"
    pivot = pivot_of(view)
    if pivot is not None and (pivot.inverse is None or pivot.inverse.prefix is None):
        return "names of columns that are calculated in another way than text and number"
    return None


def tells_places(codec: Codec, view: View) -> bool:
    """Whether the kernel, which can read a view, can say where records lie that are elements of lists in lists: each
    must give just one row; or that lead to lists elsewhere: it can't."""
    plan = codec.row_plans.get(view.name)
    if (
        isinstance(plan, RowPlan)
        and isinstance(plan.frame, RegionFrame)
        and codec.records_field == view.each_field != ""
    ):
        return False
    alone = view.spared == len(view.deeper) and view.rows is None and view.inner is None and view.where is None
    return not view.spared or (alone and plan_of(codec, view).extent is not None)


def is_loaded() -> bool:
    """Whether the kernel is in this process already."""
    return kernels.is_loaded()


def is_warm(codec: Codec, view: View) -> bool:
    """Whether the kernel is compiled as far as a view needs it that it can read, so that using it costs no wait."""
    plan = codec.row_plans.get(view.name)
    if not isinstance(plan, RowPlan):
        return False
    return kernels.can_read(plan) and (plan.whole is None or kernels.can_read(plan.whole))


def warm() -> str:
    """Compile the kernel for this installation; says where it lies."""
    kernels.warm()
    return str(folder() or "memory: no folder can be written")


def cheapest(layout: Layout) -> int:
    """The place of a column of which rows are counted where none is asked for."""
    others = made_by_objects(layout)
    return next((place for place, column in enumerate(layout.columns) if column.name not in others), 0)


def left_to_objects(codec: Codec, view: View, layout: Layout) -> str | None:
    """Why objects read all rows of a view that the kernel reads, for a column that is shown; None: they don't.

    They read all of a file for it that is the only record, and so the other columns as well, unless they are handed
    where its bytes lie."""
    found = next((f"column {name}: {reason}" for name, reason in _whole(layout).items()), None)
    if found is None or view.where is not None or not isinstance(plan_of(codec, view).frame, WholeFrame):
        return None
    return found


def reads_regions_twice(codec: Codec, view: View, layout: Layout) -> bool:
    """Whether objects read all that lies in regions which the kernel reads, too, for a column that is shown: to have
    them make all columns costs less."""
    return bool(_whole(layout)) and isinstance(plan_of(codec, view).frame, RegionFrame)


def _whole(layout: Layout) -> dict[str, str]:
    """The columns for which objects read all around them, as they can't be handed where their bytes lie, and why."""
    fixed = (one for one in layout.columns if isinstance(one, FixedColumn))
    return {one.name: one.column.by_objects for one in fixed if one.column.by_objects and one.column.handed is None}
