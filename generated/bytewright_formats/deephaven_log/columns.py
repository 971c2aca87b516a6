"""Deephaven intraday binary log: what the kernel needs to make columns of each view.

Generated from specs/deephaven/deephaven_log.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.kernels.plan import RowPlan

ROW_PLANS: dict[str, RowPlan | str] = {
    "rows": "'has_digest', which the bytes before a checksum decide",
    "records": "'has_digest', which the bytes before a checksum decide",
    "columns": "all that it shows stands before the records",
}
"""By name of the view: its plan, or why the kernel can't read it."""
