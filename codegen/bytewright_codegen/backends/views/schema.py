"""``schema.py``: the Arrow schema of each view."""

from __future__ import annotations

from dataclasses import dataclass

from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.templates import render
from bytewright_codegen.backends.views.views import ViewView, columns_of, rendered_views


@dataclass(frozen=True)
class _SchemaView:
    constant: str
    name: str
    columns: list[tuple[str, str, bool]]
    pivot: str


def schema(plans: CodecPlans) -> str:
    """Source of a codec's ``schema.py``."""
    return render("schema.py.jinja", spec=plans.spec, views=[_view(plans, v) for v in rendered_views(plans)])


def _view(plans: CodecPlans, view: ViewView) -> _SchemaView:
    columns = columns_of(plans, view)
    fields = [(c.id, c.type, c.nullable) for c in columns.columns]
    return _SchemaView(view.constant, view.name, fields, columns.pivot)
