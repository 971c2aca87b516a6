"""Views: their columns with Arrow and Spark types, and which engine reads them."""

from __future__ import annotations

from collections.abc import Mapping

from bytewright_codegen.backends.codec import CodecPlans
from bytewright_codegen.backends.shown_views import ShownView, shown_views
from bytewright_codegen.explain.tables import aligned


def view_lines(plans: CodecPlans, kernels: Mapping[str, str]) -> list[str]:
    """The views of a spec.

    Args:
        plans: of the spec.
        kernels: by name of the view, why the kernel can't read it; empty where it can.
    """
    lines = []
    for view in shown_views(plans):
        default = " (default)" if view.default else ""
        lines.append(f"{view.name}{default}: {_engine(kernels.get(view.name, 'there is no plan for it'))}")
        lines += [f"  {line}" for line in _steps(view)]
        rows = [(c.name, c.arrow + ("?" if c.nullable else ""), c.spark, f"= {c.value}") for c in view.columns]
        lines += aligned(rows, widest=40)
        if view.more:
            lines.append(f"  … and {view.more.replace('`', '')}")
    return lines


def _engine(why_not: str) -> str:
    return f"read through objects ({why_not})" if why_not else "read by the kernel"


def _steps(view: ShownView) -> list[str]:
    return [view.steps.replace("`", "")] if view.steps else []
