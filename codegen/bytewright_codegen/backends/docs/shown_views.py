"""Views as documentation shows them: columns with the types that users see."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa

from bytewright.arrow.types import spark_type
from bytewright_codegen.backends.python.arrow_types import arrow_type
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.views.views import ColumnView, columns_of, rendered_views
from bytewright_codegen.ir.expressions import Expr
from bytewright_codegen.ir.views import View, ViewColumn
from bytewright_codegen.plans.notation import expression


@dataclass(frozen=True, slots=True)
class ShownColumn:
    """A column: ``arrow`` and ``spark`` are its types' names, ``value`` the expression that gives it."""

    name: str
    arrow: str
    spark: str
    nullable: bool
    value: str
    doc: str


@dataclass(frozen=True, slots=True)
class ShownView:
    """A view.

    Attributes:
        name: its name.
        default: whether it is the one that is shown unless another is named.
        doc: what it shows.
        steps: what its rows are, in words, with code in backticks.
        columns: the columns that every file has.
        more: which columns the file or an option names besides, with code in backticks; empty for none.
    """

    name: str
    default: bool
    doc: str
    steps: str
    columns: tuple[ShownColumn, ...]
    more: str


def shown_views(plans: CodecPlans) -> tuple[ShownView, ...]:
    """The views of a spec, the default one first."""
    found = []
    for rendered in rendered_views(plans):
        stated = next((v for v in plans.spec.views if v.name == rendered.name), None)
        columns = columns_of(plans, rendered)
        values = _values(plans, stated) if stated is not None else {}
        found.append(
            ShownView(
                name=rendered.name,
                default=rendered.default,
                doc=rendered.doc,
                steps=_steps(stated) if stated is not None else rendered.doc.replace("``", "`").rstrip("."),
                columns=tuple(
                    _column(c, values.get(c.id, f"_.{c.id}" if rendered.each else c.id)) for c in columns.columns
                ),
                more=_more(plans, stated) if columns.pivot and stated is not None else "",
            )
        )
    return tuple(found)


def _column(column: ColumnView, value: str) -> ShownColumn:
    kind = arrow_type(column.type)
    return ShownColumn(column.id, arrow_name(kind), spark_type(kind), column.nullable, value, column.doc)


def arrow_name(kind: pa.DataType) -> str:
    """Arrow's name of a type, without what is only about nullability."""
    return str(kind).replace(" not null", "")


def _steps(view: View) -> str:
    parts = []
    if view.each is not None:
        parts.append(f"for each `{expression(view.each)}[*]`")
    if view.where is not None:
        parts[-1:] = [f"{parts[-1] if parts else 'one row'} where `{expression(view.where)}`"]
    if view.order is not None:
        parts.append(f"in the order of `{expression(view.order)}`")
    if view.rows is not None:
        parts.append(f"`{expression(view.rows)}` rows")
    if view.inner is not None:
        inner = f"{expression(view.inner_path)}." if view.inner_path is not None else ""
        parts.append(f"the rows of `{inner}{view.inner}`")
    return ", ".join(parts) or "one row"


def _inner(plans: CodecPlans, view: View) -> tuple[CodecPlans, View] | None:
    if view.inner is None:
        return None
    owner = plans.spec.id
    kind = view.inner_path.type if view.inner_path is not None else None
    owner = getattr(kind, "type", owner).split("::")[0]
    other = plans if owner == plans.spec.id else plans.of(plans.library.by_id[owner])
    inner = next((v for v in other.spec.views if v.name == view.inner), None)
    return None if inner is None else (other, inner)


def _values(plans: CodecPlans, view: View) -> dict[str, str]:
    """The expression of each column by its id, of inner views too; ours hide theirs."""
    below = _inner(plans, view)
    found = _values(*below) if below is not None else {}
    return {**found, **{c.id: _value(c) for c in view.columns}}


def _value(column: ViewColumn) -> str:
    """What a column shows, as a spec would say it."""
    if column.members:
        members = ", ".join(f"{member.id} = {_value(member)}" for member in column.members)
        return "[]" if column.never else f"{expression(column.expr)}[*]: {members}"
    if column.counted is not None:
        where = f" where {expression(column.counted.where)}" if column.counted.where is not None else ""
        return f"number of {expression(column.counted.items)}[*]{where}"
    if column.named is not None:
        named = column.named
        return (
            f"{expression(named.shown)} of {expression(named.items)}[*] where "
            f"{expression(named.key)} == {expression(column.expr)}"
        )
    return "null" if column.never else expression(column.expr)


def _more(plans: CodecPlans, view: View) -> str:
    cells, pivot = view.cells, view.pivot
    if view.variants is not None:
        variants = view.variants
        text = f"one column per member of `{_of(variants.of)}` in any row, under its name"
        if variants.option is not None and variants.among is not None:
            text += (
                f" (or those of the one of `{expression(variants.among)}` that the option `{variants.option}` names)"
            )
        return text
    if view.decode is not None:
        decode = view.decode
        return f"`{decode.column}`, the values that `{decode.codec}` makes of `{_of(decode.bytes)}`, one row each"
    if cells is not None:
        text = f"one column per element of `{expression(cells.each)}[*]`, named `{_of(cells.name)}`, "
        text += f"with the values `{expression(cells.cell)}`"
        if cells.constant is not None:
            text += f", or, where it isn't null, `{_of(cells.constant)}` in all rows"
        return text
    if pivot is None:
        below = _inner(plans, view)
        return _more(*below) if below is not None else ""
    text = f"one column per `{_of(pivot.key)}` of `{expression(pivot.each)}[*]`, named `{_of(pivot.name)}`"
    if pivot.schema is not None:
        text += f" (or as the option `{pivot.schema}` says)"
    return text


def _of(expr: Expr) -> str:
    return expression(expr).removeprefix("_.")
