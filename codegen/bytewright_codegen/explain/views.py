"""Views: their columns with Arrow and Spark types, and which engine reads each of them."""

from __future__ import annotations

from bytewright_codegen.backends.docs.shown_views import ShownView, shown_views
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.explain.engines import Engines, reading
from bytewright_codegen.explain.tables import aligned
from bytewright_codegen.lowering.expressions.values import Refusal
from bytewright_codegen.plans.notation import expression


def view_lines(plans: CodecPlans) -> list[str]:
    """The views of a spec."""
    lines = []
    for view in shown_views(plans):
        default = " (default)" if view.default else ""
        engines = reading(plans, view.name)
        lines.append(f"{view.name}{default}: {_read(engines)}")
        lines += [f"  {line}" for line in _steps(view)]
        lines += [f"  looked up by {line}" for line in _look_ups(plans, view.name)]
        rows = [
            (c.name, engines.of(c.name), c.arrow + ("?" if c.nullable else ""), c.spark, f"= {c.value}")
            for c in view.columns
        ]
        lines += aligned(rows, widest=40)
        if view.more:
            lines.append(f"  … and {view.more.replace('`', '')}")
        lines += engines.lines() + _beside(engines)
    return lines


def _read(engines: Engines) -> str:
    if not engines.reasons:
        return "read by the kernel"
    if engines.rows is not None:
        return "read by the kernel, with columns that objects make of records which are rows:"
    return "read through objects, as the kernel can't read:"


def _beside(engines: Engines) -> list[str]:
    """What is looked at only where a column asks for it, and what has objects read more than that."""
    if engines.rows is None:
        return []
    told = {
        "not read, nor checked, unless a column asks for it": engines.rows.lazy,
        "records that have it are read as objects, as nothing bounds it": engines.rows.left,
    }
    lines = []
    for text, places in told.items():
        fields = dict.fromkeys(f"{place.owner.rpartition('::')[2]}.{place.field}" for place in places)
        lines += [f"  {text}: {', '.join(fields)}"] if fields else []
    for column, handed in engines.rows.handed.items():
        if isinstance(handed, Refusal):
            what = {"file": "the whole file"}.get(engines.read_whole, f"whole {engines.read_whole}s")
            alone = ", and so all columns, unless engine is columns" if engines.read_whole == "region" else ""
            lines.append(f"  for {column}, objects read {what}: {handed.reason}{alone}")
        else:
            spans = [".".join((*span.way, span.field)) for span in handed.spans]
            values = [".".join(path) for path in handed.values]
            asked = [f"read the bytes of {', '.join(spans)}"] if spans else []
            asked += [f"are told {', '.join(values)}"] if values else []
            lines.append(f"  for {column}, objects {', and '.join(asked) or 'read nothing of the record'}")
    return lines


def _look_ups(plans: CodecPlans, name: str) -> list[str]:
    """What options choose, and which lists are searched for it."""
    stated = next((view for view in plans.spec.views if view.name == name), None)
    lines = []
    for one in stated.selections if stated is not None else ():
        bounds = ((word, expr) for word, expr in (("through", one.through), ("from", one.start)) if expr is not None)
        searched = "".join(f", {word} {expression(expr)}" for word, expr in bounds)
        lines.append(f"{one.option}: {expression(one.equals)}{searched}")
    return lines


def _steps(view: ShownView) -> list[str]:
    return [view.steps.replace("`", "")] if view.steps else []
