"""Unsigned LEB128 integer: what the kernel needs to make columns of each view.

Generated from specs/esdb/uvarint.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api.columns import RowPlan

ROW_PLANS: dict[str, RowPlan | str] = {
    "rows": "'i', a parameter of a file",
}
"""By name of the view: its plan, or why the kernel can't read it."""
