"""Views of one list whose elements are sorted, or chosen by options: the kernel makes the rows of the plain list, with
what is asked of its elements as columns beside the others."""

from __future__ import annotations

from dataclasses import replace

from bytewright.columnar.scan.arranged import ORDER, chosen_by
from bytewright.kernels import plan as kernel
from bytewright_codegen.ir.values import BoolValue, BytesValue, FloatValue, IntValue, StrValue
from bytewright_codegen.ir.views import View, ViewColumn
from bytewright_codegen.lowering.expressions.values import Refusal
from bytewright_codegen.lowering.read.row_plans import NoPlan, Rows

_COMPARED = IntValue | FloatValue | BoolValue | StrValue | BytesValue


def unarranged(view: View | None) -> View | None:
    """A view whose rows are those of another, in the order in which they are stored, and not yet chosen: the view
    itself, where it needs no such columns, or where it goes through several lists."""
    if view is None or view.plain or len(view.lists) != 1:
        return view
    named = (view.pivot, view.cells, view.variants, view.decode, view.first, view.files)
    if any(one is not None for one in named) or any(one.through or one.start for one in view.selections):
        return view
    columns = [ViewColumn(chosen_by(place), one.equals, one.loc) for place, one in enumerate(view.selections)]
    if view.order is not None:
        columns.append(ViewColumn(ORDER, view.order, view.order.loc))
    return replace(view, order=None, selections=(), columns=(*view.columns, *columns))


def comparable(made: kernel.Column, stated: ViewColumn) -> kernel.Column:
    """A column, if it is none of these, or objects compare its values as they are.

    Args:
        made: the column.
        stated: what it shows.

    Raises:
        Refusal: objects compare something else.
    """
    if not _is_added(stated):
        return made
    if not isinstance(made, kernel.Number | kernel.Piece) or not isinstance(stated.expr.type, _COMPARED):
        raise Refusal("elements sorted, or chosen, by neither a number nor text", stated.loc)
    if stated.id == ORDER and made.valid is not None:
        raise Refusal("elements that are sorted by what may be missing", stated.loc)
    return made


def complete(found: Rows | NoPlan, view: View | None) -> Rows | NoPlan:
    """A plan of such a view, if the kernel makes these columns."""
    if isinstance(found, Rows) and view is not None:
        left = (found.by_objects[one.id] for one in view.columns if _is_added(one) and one.id in found.by_objects)
        return next(map(NoPlan.of, left), found)
    return found


def _is_added(stated: ViewColumn) -> bool:
    return stated.id.startswith(" ")
