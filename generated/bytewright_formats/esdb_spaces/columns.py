"""ESDB with spaces: what the kernel needs to make columns of each view.

Generated from specs/esdb/esdb_spaces.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.kernels.plan import RowPlan

ROW_PLANS: dict[str, RowPlan | str] = {
    "events": "elements in an order of their own, or chosen by options",
    "index_events": "elements in an order of their own, or chosen by options",
    "blocks": "elements in an order of their own, or chosen by options",
}
"""By name of the view: its plan, or why the kernel can't read it."""
