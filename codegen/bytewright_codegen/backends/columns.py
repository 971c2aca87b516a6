"""``columns.py``: what the kernel needs to make columns of each view."""

from __future__ import annotations

from bytewright_codegen.backends.codec import CodecPlans
from bytewright_codegen.backends.templates import render
from bytewright_codegen.backends.views import rendered_views


def columns(plans: CodecPlans) -> str:
    """Source of a codec's ``columns.py``."""
    found = [
        {"constant": f"{v.constant}_PLAN", "name": v.name, "source": repr("the kernel can't read it yet")}
        for v in rendered_views(plans)
    ]
    return render(
        "columns.py.jinja", spec=plans.spec, plans=found, imports="from bytewright.kernels.plan import RowPlan"
    )
