"""ESDB with spaces: what the kernel needs to make columns of each view.

Generated from specs/esdb/esdb_spaces.ksy; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.kernels.plan import RowPlan

ROW_PLANS: dict[str, RowPlan | str] = {
    "events": "lists in bytes that are bounded or processed before they are read",
    "index_events": "lists in bytes that are bounded or processed before they are read",
    "blocks": "elements of lists in lists that don't lie at a place of their own",
}
"""By name of the view: its plan, or why the kernel can't read it."""
