"""Views: their columns with Arrow and Spark types, and which engine reads them."""

from __future__ import annotations

from bytewright.kernels.plan import RowPlan
from bytewright_codegen.backends.docs.shown_views import ShownView, shown_views
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.explain.tables import aligned
from bytewright_codegen.lowering.read.rows import NoPlan


def view_lines(plans: CodecPlans) -> list[str]:
    """The views of a spec."""
    lines = []
    for view in shown_views(plans):
        default = " (default)" if view.default else ""
        lines.append(f"{view.name}{default}: {_engine(plans.row_plans[view.name])}")
        lines += [f"  {line}" for line in _steps(view)]
        rows = [(c.name, c.arrow + ("?" if c.nullable else ""), c.spark, f"= {c.value}") for c in view.columns]
        lines += aligned(rows, widest=40)
        if view.more:
            lines.append(f"  … and {view.more.replace('`', '')}")
    return lines


def _engine(plan: RowPlan | NoPlan) -> str:
    return f"read through objects ({plan.reason})" if isinstance(plan, NoPlan) else "read by the kernel"


def _steps(view: ShownView) -> list[str]:
    return [view.steps.replace("`", "")] if view.steps else []
