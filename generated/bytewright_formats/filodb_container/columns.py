"""FiloDB RecordContainer (BinaryRecord v2): what the kernel needs to make columns of each view.

Generated from specs/filodb/filodb_container.py; change that and run ``bytewright generate``.
"""

from __future__ import annotations

from bytewright.kernels.plan import RowPlan

ROW_PLANS: dict[str, RowPlan | str] = {
    "records": "elements of lists in lists, in a view that does more than show them",
    "containers": "a list that ends where its elements say",
}
"""By name of the view: its plan, or why the kernel can't read it."""
