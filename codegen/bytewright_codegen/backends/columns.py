"""``columns.py``: what the kernel needs to make columns of each view."""

from __future__ import annotations

import re

from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import RowPlan
from bytewright_codegen.backends.codec import CodecPlans
from bytewright_codegen.backends.row_plans import definitions
from bytewright_codegen.backends.templates import render
from bytewright_codegen.backends.views import rendered_views


def columns(plans: CodecPlans) -> str:
    """Source of a codec's ``columns.py``."""
    made: dict[str, RowPlan] = {}
    shown: dict[str, str] = {}
    for view in rendered_views(plans):
        plan = plans.row_plans[view.name]
        if isinstance(plan, RowPlan):
            made[f"{view.constant}_PLAN"] = plan
            shown[view.name] = f"{view.constant}_PLAN"
        else:
            shown[view.name] = repr(plan.reason)
    found = definitions(made)
    text = "\n".join(f"{one.type} {one.source}" for one in found)
    names = {"RowPlan", *re.findall(r"\b([A-Z]\w+)\b", text)} & set(vars(kernel))
    return render("columns.py.jinja", spec=plans.spec, definitions=found, shown=shown, names=sorted(names))
