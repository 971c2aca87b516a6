"""How the kernel tells where columns of views are stored of which conditions decide that."""

from __future__ import annotations

from bytewright.codec.plan_file import column_name
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.naming import field_name
from bytewright_codegen.backends.views.views import ViewView, rendered_views
from bytewright_codegen.lowering.read.row_plans import NoPlan
from bytewright_codegen.lowering.write.choices import choices
from bytewright_codegen.lowering.write.encoding import Encoded

_ROOT = "a column that is stored in the root or in records, as conditions say"


def choice_plans(plans: CodecPlans) -> dict[str, Encoded | NoPlan]:
    """By the names of views and columns (`bytewright.codec.plan_file.column_name`), a plan, or why there is none."""
    found: dict[str, Encoded | NoPlan] = {}
    for view in rendered_views(plans):
        found |= {column_name(view.name, id): one for id, one in _of_view(plans, view).items()}
    return found


def _of_view(plans: CodecPlans, view: ViewView) -> dict[str, Encoded | NoPlan]:
    """Those of the columns of a view."""
    several = {one.id: one.ways for one in view.columns if len(one.ways) > 1}
    encoding = plans.encoding_of(view.name)
    if not several or not isinstance(encoding, Encoded) or encoding.plan.way != (encoding.plan.field,):
        return {}  # by objects, for another reason
    lists = next((one for one in plans.spec.views if one.name == view.name and view.name in plans.nested), None)
    if lists is None and view.each_path != (field_name(encoding.plan.field),):
        return {}  # its rows are no records
    of_root = {id for id, ways in several.items() if any(way.path[:1] == ("root",) for way in ways)}
    tests = {id: [way.tests for way in ways] for id, ways in several.items() if id not in of_root}
    known = plans.all_plans, plans.derivations, plans.sizes
    made = choices(plans.library, plans.spec, lists, *known, tests)
    return {**dict.fromkeys(of_root, NoPlan(_ROOT, plans.spec.loc)), **made}
