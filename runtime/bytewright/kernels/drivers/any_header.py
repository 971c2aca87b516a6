"""What of a plan is the same for the files of any header: its walks."""

from __future__ import annotations

from collections.abc import Sequence

from bytewright.kernels import plan
from bytewright.kernels.plan import RowPlan
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.plan.record_ends import Walked, is_described
from bytewright.kernels.program.specialize import Unroller, unrolled
from bytewright.kernels.program.unrolled.element_names import Names


def for_any_header(row_plan: RowPlan) -> RowPlan:
    """A plan whose walks are those of the plan for the files of any header, but for those in lists that a header
    describes; what else it does is nobody's plan.

    Args:
        row_plan: the plan.

    Raises:
        Unsupported: where records end rests on such a list.
    """
    try:
        return unrolled(_AnyHeader(), row_plan, ())
    except Unsupported:
        return RowPlan(_AnyHeader().frame(row_plan.frame), (), plan.RECORDS, ())


class _AnyHeader(Unroller):
    """Writes the walks that plans for all headers have; of a header that leaves less to do, the plan has none."""

    def __init__(self) -> None:
        super().__init__({}, lambda *_asked: 0)

    def _asked_for(self, steps: Sequence[Walked], inner: Names) -> tuple[Walked, ...]:
        if is_described(steps):
            raise Unsupported("what ends where a list of the header says")
        return super()._asked_for(steps, inner)

    def _sum(self, frame: plan.WalkFrame) -> plan.Frame | None:
        return None
