"""``columns.py``: what the kernel needs to make columns of each view."""

from __future__ import annotations

import re

from bytewright.kernels import plan as kernel
from bytewright_codegen.backends.codec import CodecPlans
from bytewright_codegen.backends.templates import render
from bytewright_codegen.backends.views import rendered_views
from bytewright_codegen.passes.rows import Unsupported, rows


def columns(plans: CodecPlans) -> str:
    """Source of a codec's ``columns.py``."""
    stated = {view.name: view for view in plans.spec.views}
    found = []
    for view in rendered_views(plans):
        plan = rows(plans.library, plans.spec, stated.get(view.name))
        source = repr(plan.reason) if isinstance(plan, Unsupported) else repr(plan)
        found.append({"constant": f"{view.constant}_PLAN", "name": view.name, "source": source})
    text = "\n".join(plan["source"] for plan in found)
    names = {"RowPlan", *re.findall(r"\b([A-Z]\w+)\(", text)} & set(vars(kernel))
    return render("columns.py.jinja", spec=plans.spec, plans=found, names=sorted(names))
