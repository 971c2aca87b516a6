"""Shows which strategies make files of rows, and why the others don't, as far as the spec tells."""

from __future__ import annotations

from bytewright.columnar.encode.containers.encoder import refusal_of as refusal_of_items
from bytewright.columnar.encode.plain_values.arrays import alike_cases
from bytewright.columnar.encode.row_encoder import refusal_of
from bytewright.kernels.plan.encoding import CASE
from bytewright.model.member_names import id_of
from bytewright.tables.encode_strategies import BY_CODE, NO_ITEMS, NO_LISTS, NO_VECTORS
from bytewright_codegen.backends.docs.shown_views import shown_views
from bytewright_codegen.backends.kernel.choices import choice_plans
from bytewright_codegen.backends.kernel.plan_file import templates
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.naming import field_name
from bytewright_codegen.backends.python.package import deal_of
from bytewright_codegen.backends.views.views import rendered_views
from bytewright_codegen.explain.cures import cure_of
from bytewright_codegen.explain.engines import writing
from bytewright_codegen.explain.tables import aligned
from bytewright_codegen.ir.expressions import Cast, Expr
from bytewright_codegen.ir.values import AnyValue, ArrayValue, StructValue
from bytewright_codegen.ir.views import Maker
from bytewright_codegen.ir.walk import children
from bytewright_codegen.lowering.read.row_plans import NoPlan
from bytewright_codegen.lowering.write.encoding import Encoded


def strategy_lines(plans: CodecPlans) -> list[str]:
    """The strategies for the rows of each view, and for other rows that code makes files of; where objects make them,
    column by column why."""
    lines = []
    shown = {view.name: view for view in shown_views(plans)}
    unlike, alike = columns_refused(plans), _alike(plans)
    for rows, refusals in refusals_of(plans).items():
        if refusals["rows"] != BY_CODE and (unwritten := _unwritten(plans, rows)):
            lines += [f"{rows}: can't be written: {unwritten}", f"  {cure_of(unwritten, writes=True)}"]
            continue
        accepted = [name for name, why in refusals.items() if not why]
        lines.append(f"{rows}: encoded by {', else by '.join([*accepted, 'objects'])}")
        lines += [f"  not by {name}: {why}" for name, why in refusals.items() if why]
        if not refusals["rows"]:
            lines += [f"  not by rows with the column {column}: {why}" for column, why in unlike.get(rows, {}).items()]
            lines += [
                f"  not by rows where a root says of {way} what several of its cases have"
                for way in alike.get(rows, ())
            ]
        engines = writing(plans, rows)
        if not accepted and rows in shown and engines.reasons:
            lines += aligned([(column.name, engines.of(column.name)) for column in shown[rows].columns])
            lines += engines.lines()
    why = plans.append_refusal
    return [*lines, f"records can't be appended to a file: {why}" if why else "records may be appended to a file"]


def _unwritten(plans: CodecPlans, rows: str) -> str:
    """Why nothing makes files of the rows of a view; empty: no such reason is known."""
    view = next((view for view in plans.spec.views if view.name == rows), None)
    listed = None if view is None or view.each is None else view.each.type
    if isinstance(listed, ArrayValue) and not isinstance(listed.item, StructValue | AnyValue):
        return "its elements aren't structures"
    if view is not None and len(view.lists) > 1 and any(map(_casts, view.lists)):
        return "it goes through lists in one case of a switch"
    return ""


def _casts(expr: Expr) -> bool:
    return isinstance(expr, Cast) or any(map(_casts, children(expr)))


def _alike(plans: CodecPlans) -> dict[str, list[str]]:
    """By the names of views, the switches of which a root may say what tells nobody but objects which case it is."""
    found = {}
    for view in rendered_views(plans):
        encoding = plans.encoding_of(view.name)
        if isinstance(encoding, Encoded):
            ways = alike_cases(encoding.plan.sources, [column.path[1:] for column in view.columns])
            found[view.name] = [".".join(id_of(step) for step in way if not step.startswith(CASE)) for way in ways]
    return found


def columns_refused(plans: CodecPlans) -> dict[str, dict[str, str]]:
    """By the names of views, the columns without which alone rows are encoded by rows, and why."""
    found: dict[str, dict[str, str]] = {}
    for name, plan in choice_plans(plans).items():
        view, _, column = name.partition(".")
        if isinstance(plan, NoPlan):
            found.setdefault(view, {})[column] = plan.reason
    return found


def refusals_of(plans: CodecPlans) -> dict[str, dict[str, str]]:
    """By the names of rows, why each strategy but that of objects doesn't accept them; empty: it does."""
    unlike = templates(plans)
    found: dict[str, dict[str, str]] = {}
    for view in rendered_views(plans):
        encoding = plans.encoding_of(view.name)
        plan = encoding.plan if isinstance(encoding, Encoded) else encoding.reason
        way = tuple(map(field_name, encoding.plan.way)) if isinstance(encoding, Encoded) else ()
        more = bool(view.rows) or any(one is not None for one in (view.pivot, view.variants, view.decode))
        known = refusal_of(plan, way, view.each_path, inner=bool(view.inner), more=more) or ""
        found[view.name] = {
            "rows": known,
            "template": unlike.get(view.name, NO_VECTORS),
            "containers": NO_ITEMS,
            "list columns": NO_LISTS,
        }
    for maker in plans.spec.makers:
        found[maker.view or maker.name] = {
            "rows": BY_CODE,
            "template": BY_CODE,
            "containers": _items_refusal(plans, maker),
            "list columns": "" if maker.arrow and plans.elements else NO_LISTS,
        }
    return found


def _items_refusal(plans: CodecPlans, maker: Maker) -> str:
    """Why the kernel doesn't make the items of which code makes columns; empty: it does."""
    if maker.columnar is None:
        return NO_ITEMS
    plan = plans.encoding.plan if isinstance(plans.encoding, Encoded) else plans.encoding.reason
    return refusal_of_items(plan, deal_of(maker)) or ""
