"""Plans of directories: how the kernel reads the tables that say where the regions of a view lie."""

from __future__ import annotations

from collections.abc import Mapping

from bytewright.directories import PAGE, PLACE, SIZE, THERE
from bytewright.kernels import plan as kernel
from bytewright.kernels.assemble import assemble
from bytewright.kernels.failures import PlanError
from bytewright.kernels.plan import RECORDS, Const, End, RowPlan, Start, Up
from bytewright_codegen.ir.expressions import Expr, Item, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Named, View
from bytewright_codegen.ir.walk import children, is_constant
from bytewright_codegen.notation import expression
from bytewright_codegen.passes.sizes import Sizes
from bytewright_codegen.plans.reading import Nested, RecordPlan
from bytewright_codegen.symbolic.columns import Columns
from bytewright_codegen.symbolic.header import placeless
from bytewright_codegen.symbolic.layout import Layout, Place
from bytewright_codegen.symbolic.mirrors import Mirror, mirror_of
from bytewright_codegen.symbolic.regions import Region
from bytewright_codegen.symbolic.steps import Steps
from bytewright_codegen.symbolic.values import Context, Num, Refusal, Sequence, Stream, Structure, Value


def directory(
    library: Library,
    plans: Mapping[str, RecordPlan],
    known: Sizes,
    view: View,
    region: Region,
    names: Mapping[str, Named],
    numbers: Mapping[str, Expr],
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

    Raises:
        Refusal: objects must read it.
    """
    mirror = mirror_of(library, plans, region.around)
    return mirror, _Lowering(library, plans, known, mirror).plan(view, region, names, numbers)


class _Lowering:
    def __init__(self, library: Library, plans: Mapping[str, RecordPlan], known: Sizes, mirror: Mirror) -> None:
        self._steps = Steps(library)
        self._layout = Layout(self._steps, plans, known)
        self._layout.asks_places = True
        self._mirror = mirror

    def plan(self, view: View, region: Region, names: Mapping[str, Named], numbers: Mapping[str, Expr]) -> RowPlan:
        mirror, evaluation = self._mirror, self._layout.evaluation
        section, child = self._element()
        # Lists that a view goes through are called by their names.
        levels: dict[str, Value] = {"_": section, mirror.name: section}
        context = Context(section, child, levels)
        columns = Columns(self._steps, evaluation, child, False, self._layout.each, by_region=True)
        place: kernel.Expr = kernel.Region()
        levels_up = self._steps.levels(RECORDS, child)
        assert levels_up is not None
        for _ in range(levels_up):
            place = Up(place)
        found: list[kernel.Column] = [kernel.Number(PAGE, "int64", place)]
        attribute, frame = region.holder.attribute, region.holder.frame
        assert attribute.position is not None
        there = Const(1) if attribute.condition is None else evaluation.number(attribute.condition, context).expr
        found.append(kernel.Number(THERE, "bool", there))
        found.append(self._number(PLACE, attribute.position, context))
        if frame.size is not None:
            found.append(self._number(SIZE, frame.size, context))
        if frame.process is not None and not all(map(is_constant, frame.process.args)):
            raise Refusal("regions that are decoded in different ways", region.holder.loc)
        self._refuse_own_stream(attribute.stream)
        for column in view.columns:
            if not column.members and not column.never and _asks(column.expr, mirror.name):
                value = evaluation.value(column.expr, context)
                found.append(
                    columns.column(column.id, value, column.expr.type, column.loc, column.logical, column.type_name)
                )
        for name, named in names.items():
            self._refuse_others(region, named)
            found.append(kernel.Number(f"{name}=", "int64", evaluation.number(named.key, context).expr))
            text = evaluation.value(named.shown, context)
            found.append(columns.column(name, text, named.shown.type, named.shown.loc))
        for name, asked in numbers.items():
            number = evaluation.exact(evaluation.number(asked, context))
            found.append(kernel.Number(name, "int64", number.expr))
        frame_of_page = kernel.RegionFrame((), kernel.RegionEnd())
        made = RowPlan(frame_of_page, tuple(self._steps.written), child, tuple(found))
        try:
            assemble(made)
        except PlanError as error:
            raise Refusal(str(error), region.holder.loc) from error
        return made

    def _element(self) -> tuple[Structure, str]:
        """An element of the list, which knows its entry, and the domain of the entries."""
        mirror = self._mirror
        stream = Stream(RECORDS, Start(), End())
        assert isinstance(mirror.page.item, Nested)
        owner = Structure("", RECORDS, stream, Start(), None, "")
        page = self._layout.structure(mirror.page.item, Place(RECORDS, Start(), stream, owner, ""))
        self._steps.leave(RECORDS, page.position.equals(End()), "")
        value: Value = page
        for name in mirror.path:
            value = value.fields[name] if isinstance(value, Structure) else value
        if not isinstance(value, Sequence):
            raise Refusal("entries that are no list", mirror.page.loc)
        child, entry = self._layout.each(value, Name(mirror.name, mirror.page.loc))
        holder = Structure(mirror.holder, RECORDS, stream, Start(), None, "")
        section = Structure(mirror.element, child, stream, Start(), holder, "")
        section.params[mirror.parameter] = entry
        section.index = Num(child, kernel.Index(), 0, kernel.MOST_ELEMENTS)
        return section, child

    def _number(self, name: str, expr: Expr, context: Context) -> kernel.Column:
        number = self._layout.evaluation.number(expr, context).expr
        return kernel.Number(name, "int64", number, fits=Const(0) <= number)

    def _refuse_own_stream(self, stream: Expr | None) -> None:
        """All regions of a page lie in one stream, which what the list is in knows."""
        way = stream
        while isinstance(way, Member):
            way = way.target
        if stream is not None and not (isinstance(way, Name) and way.name == "_parent"):
            raise Refusal("regions in a stream of each element's own", stream.loc)

    def _refuse_others(self, region: Region, named: Named) -> None:
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


def _asks(expr: Expr, level: str) -> bool:
    """Whether an expression asks for the element of a list that a view goes through."""
    if isinstance(expr, Name) and expr.binding == "level":
        return expr.name == level
    return any(_asks(child, level) for child in children(expr))
