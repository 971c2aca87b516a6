"""All that stands in the kernel's way to the rows of a view, where `rows` stops at the first."""

from __future__ import annotations

from collections.abc import Mapping

from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import Const, RowPlan
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import Attribute, Spec, ValueInstance
from bytewright_codegen.ir.views import View, ViewColumn
from bytewright_codegen.lowering.expressions.steps import not_too_deep
from bytewright_codegen.lowering.expressions.values import Context, Refusal, Structure
from bytewright_codegen.lowering.layout.columns import ColumnLowering
from bytewright_codegen.lowering.read.arranged import unarranged
from bytewright_codegen.lowering.read.row_plans import NoPlan, Refused, Scope
from bytewright_codegen.lowering.read.rows import RowLowering, preceding
from bytewright_codegen.plans.reading import RecordPlan


def refusals(
    library: Library,
    spec: Spec,
    plans: Mapping[str, RecordPlan],
    known: Sizes,
    view: View | None = None,
    *,
    before: bool = False,
) -> Refused:
    """Why the kernel can't make the rows of a view, column by column.

    Args:
        library: the resolved specs.
        spec: the one that the view belongs to.
        plans: record plans of all types of the library, by absolute name.
        known: sizes.
        view: the view; None: the default view of a spec that states none.
        before: whether it shows what stands before the file's records.
    """
    survey = _Survey(library, spec, preceding(spec, plans) if before else plans, known)
    try:
        with not_too_deep(spec.loc):
            survey.plan(unarranged(view))
    except Refusal as refusal:
        survey.noted.append(refusal)
    return Refused(tuple(dict.fromkeys(map(NoPlan.of, survey.noted))), survey.columns)


class _Survey(RowLowering):
    """Goes on where it refuses something; what comes of it is no plan."""

    def __init__(self, library: Library, spec: Spec, plans: Mapping[str, RecordPlan], known: Sizes) -> None:
        super().__init__(library, spec, plans, known)
        self.noted: list[Refusal] = []
        self.columns: dict[str, tuple[NoPlan, ...]] = {}
        self._layout.noted = self.noted

    def _verify(self, made: RowPlan) -> None:
        """Nothing runs it."""

    def _frame(self, end: kernel.Expr, at: Location) -> kernel.Frame:
        return kernel.WholeFrame() if self.noted else super()._frame(end, at)

    def _column(self, columns: ColumnLowering, column: ViewColumn, context: Context, counted: bool) -> kernel.Column:
        try:
            return super()._column(columns, column, context, counted)
        except Refusal as refusal:
            return self._left(column.id, refusal)

    def _shown(self, columns: ColumnLowering, column: ViewColumn, scope: Scope) -> kernel.Column:
        try:
            return super()._shown(columns, column, scope)
        except Refusal as refusal:
            return self._left(column.id, refusal)

    def _member(self, columns: ColumnLowering, element: Structure, member: Attribute | ValueInstance) -> kernel.Column:
        try:
            return super()._member(columns, element, member)
        except Refusal as refusal:
            return self._left(member.id or "", refusal)

    def _left(self, name: str, refusal: Refusal) -> kernel.Column:
        """Note that a column is refused; gives another in its place."""
        self.columns.setdefault(name, (NoPlan.of(refusal),))
        return kernel.Number(name, "int64", Const(0))
