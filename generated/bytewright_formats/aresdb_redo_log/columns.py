"""AresDB redo log: what the kernel needs to make columns of each view.

Generated from specs/aresdb/aresdb_redo_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.kernels.plan import RowPlan

ROWS_PLAN = "the kernel can't read it yet"

COLUMNS_PLAN = "the kernel can't read it yet"

ROW_PLANS: dict[str, RowPlan | str] = {
    "rows": ROWS_PLAN,
    "columns": COLUMNS_PLAN,
}
"""By name of the view: its plan, or why the kernel can't read it."""
