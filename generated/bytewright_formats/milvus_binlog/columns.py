"""Milvus binlog: what the kernel needs to make columns of each view.

Generated from specs/milvus/milvus_binlog.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.generated_api.columns import RowPlan

ROW_PLANS: dict[str, RowPlan | str] = {
    "rows": "rows that a library decodes",
    "events": "a first row that is none of the elements",
    "descriptor": "all that it shows stands before the records",
}
"""By name of the view: its plan, or why the kernel can't read it."""
