"""Deephaven intraday binary log: what the kernel needs to make columns of each view.

Generated from specs/deephaven/deephaven_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.kernels.plan import RowPlan

ROW_PLANS: dict[str, RowPlan | str] = {
    "rows": "'header' isn't read with the record, or not yet",
    "records": "'header' isn't read with the record, or not yet",
    "columns": "a list that ends where its elements say",
}
"""By name of the view: its plan, or why the kernel can't read it."""
