"""Plans of index pages: how the kernel reads the tables that say where the regions of a view lie."""

from __future__ import annotations

from collections.abc import Mapping

from bytewright.columnar.scan.page_tables import ORDER, PAGE, PLACE, SIZE, THERE
from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import Const, RowPlan
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.ir.expressions import Expr, Item, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.views import Named, View
from bytewright_codegen.ir.walk import is_constant
from bytewright_codegen.lowering.expressions.header import placeless
from bytewright_codegen.lowering.expressions.values import Refusal
from bytewright_codegen.lowering.layout.regions import ListRegion
from bytewright_codegen.lowering.read.entry_lists import Mirror, mirror_of
from bytewright_codegen.lowering.read.outer_values import asks_level, raised
from bytewright_codegen.lowering.read.page_entries import Entries
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import RecordPlan


def directory(
    library: Library,
    plans: Mapping[str, RecordPlan],
    known: Sizes,
    view: View,
    region: ListRegion,
    names: Mapping[str, Named],
    numbers: Mapping[str, Expr],
    order: Expr | None = None,
) -> tuple[Mirror, RowPlan]:
    """The list around the innermost one of a view, and the plan by which the kernel reads what it says.

    Args:
        library: the resolved specs.
        plans: record plans by type.
        known: sizes.
        view: the view.
        region: where its innermost list lies.
        names: what values in the regions stand for, by the names that their plan has for that.
        numbers: what is asked of the structures that have the innermost lists, likewise.
        order: what these are sorted by.

    Raises:
        Refusal: objects must read it.
    """
    mirror = mirror_of(library, plans, region.around)
    return mirror, _Lowering(library, plans, known, mirror).plan(view, region, names, numbers, order)


class _Lowering:
    def __init__(self, library: Library, plans: Mapping[str, RecordPlan], known: Sizes, mirror: Mirror) -> None:
        self._entries = Entries(library, plans, known, mirror)
        self._mirror = mirror

    def plan(
        self,
        view: View,
        region: ListRegion,
        names: Mapping[str, Named],
        numbers: Mapping[str, Expr],
        order: Expr | None,
    ) -> RowPlan:
        mirror, evaluation, context = self._mirror, self._entries.evaluation, self._entries.context
        of_view = self._entries.of_view
        columns = self._entries.columns()
        found: list[kernel.Column] = [kernel.Number(PAGE, "int64", self._entries.page)]
        attribute, frame = region.holder.attribute, region.holder.frame
        assert attribute.position is not None
        there = Const(1) if attribute.condition is None else evaluation.number(attribute.condition, context).expr
        found.append(kernel.Number(THERE, "bool", there))
        found.append(self._number(PLACE, attribute.position))
        if frame.size is not None:
            found.append(self._number(SIZE, frame.size))
        if frame.process is not None and not all(map(is_constant, frame.process.args)):
            raise Refusal("regions that are decoded in different ways", region.holder.loc)
        self._refuse_own_stream(attribute.stream)
        for column in view.columns:
            if not column.members and not column.never and asks_level(column.expr, mirror.name):
                value = evaluation.value(column.expr, of_view)
                found.append(
                    columns.column(column.id, value, column.expr.type, column.loc, column.logical, column.type_name)
                )
        for name, named in names.items():
            self._refuse_others(region, named)
            found.append(kernel.Number(f"{name}=", "int64", evaluation.number(named.key, of_view).expr))
            text = evaluation.value(named.shown, of_view)
            found.append(columns.column(name, text, named.shown.type, named.shown.loc))
        if order is not None:
            found.append(kernel.Number(ORDER, "int64", evaluation.exact(evaluation.number(order, of_view)).expr))
        for name, asked in numbers.items():
            if raised(asked) is not None:
                continue  # objects say it once for a page
            number = evaluation.exact(evaluation.number(asked, context))
            found.append(kernel.Number(name, "int64", number.expr))
        return self._entries.plan(found)

    def _number(self, name: str, expr: Expr) -> kernel.Column:
        number = self._entries.evaluation.number(expr, self._entries.context).expr
        return kernel.Number(name, "int64", number, fits=Const(0) <= number)

    def _refuse_own_stream(self, stream: Expr | None) -> None:
        """All regions of a page lie in one stream, which what the list is in knows, or in the file."""
        way = stream
        while isinstance(way, Member):
            way = way.target
        if stream is not None and not (isinstance(way, Name) and way.name in ("_parent", "_root")):
            raise Refusal("regions in a stream of each element's own", stream.loc)

    def _refuse_others(self, region: ListRegion, named: Named) -> None:
        """What values stand for must be said by the very elements that are read here."""
        way = self._mirror.pages.target if isinstance(self._mirror.pages, Item) else self._mirror.pages
        while isinstance(way, Member):
            way = way.target
        if isinstance(way, Item) and isinstance(way.target, Name | Member) and isinstance(region.around, Item):
            # The list around the pages is called by its name.
            begin = expression(placeless(way))
            whole = expression(placeless(region.around.target))
            if whole.replace(begin, way.target.name, 1) == expression(placeless(named.items)):
                return
        raise Refusal("what values stand for, by another list", named.items.loc)
