"""``columns.py``: what the kernel needs to make columns of each view."""

from __future__ import annotations

import re

from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import RowPlan
from bytewright_codegen.backends.codec import CodecPlans
from bytewright_codegen.backends.expressions import PythonExpressions
from bytewright_codegen.backends.naming import field_name
from bytewright_codegen.backends.row_plans import definitions
from bytewright_codegen.backends.templates import render
from bytewright_codegen.backends.views import rendered_views
from bytewright_codegen.ir.expressions import Expr
from bytewright_codegen.passes.rows import Rows


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
    expressions = PythonExpressions(
        plans.naming, "scope.root", {"_column": "scope.column"}, "scope.options", plans.may_be_absent
    )
    entries = expressions.with_special({"_": "scope.element"})
    asked: dict[str, str] = {}
    for rows in plans.rows.values():
        if isinstance(rows, Rows):
            asked |= {name: expressions(expr) for name, expr in rows.givens.items()}
            asked |= {name: _texts(expressions, *table) for name, table in rows.tables.items()}
            asked |= {name: expressions(expr) for name, expr in rows.lists.items()}
            asked |= {name: entries(expr) for name, expr in rows.parts.items()}
    text = "\n".join(asked.values())
    enums = [name for name in plans.naming.enums.values() if re.search(rf"\b{name}\.", text)]
    return render(
        "columns.py.jinja",
        spec=plans.spec,
        definitions=found,
        shown=shown,
        names=sorted(names),
        header=asked,
        enums=sorted({*plans.own_enums(plans.enums)} & set(enums)),
        foreign_enums=[
            (module, used)
            for module, known in plans.foreign_enums(plans.enums)
            if (used := sorted({*known} & {*enums}))
        ],
    )


def _texts(expressions: PythonExpressions, items: Expr, way: tuple[str, ...]) -> str:
    """The texts of a list, as source."""
    listed = expressions(items)
    return f"[{'.'.join(['item', *map(field_name, way)])} for item in {listed}]" if way else f"list({listed})"
