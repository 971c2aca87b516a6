"""Sorted string table: what the kernel needs to make columns of each view.

Generated from specs/esdb/sstable.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api.columns import RowPlan, WholeFrame

ROWS_PLAN = RowPlan(frame=WholeFrame(), steps=(), rows="records", columns=())

ROW_PLANS: dict[str, RowPlan | str] = {
    "rows": ROWS_PLAN,
}
"""By name of the view: its plan, or why the kernel can't read it."""
