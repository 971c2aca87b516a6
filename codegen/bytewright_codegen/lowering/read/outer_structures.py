"""Plans of what says where the regions of a view lie, where no index does: a structure as a whole, or a small file.

Such a structure is a record, and each element of the lists that the view goes through in it a row, which says where
its region lies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from bytewright.columnar.scan.index_blocks import LENGTH, REACH, REGIONS, STREAM
from bytewright.columnar.scan.page_tables import PAGE, PLACE, SIZE, THERE
from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import RECORDS, Const, End, RowPlan, Start
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.program.assemble import assemble
from bytewright.kernels.program.specialize_encoding import nodes_of
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.ir.expressions import Expr, Item, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import Attribute
from bytewright_codegen.ir.views import View, ViewColumn
from bytewright_codegen.ir.walk import is_constant
from bytewright_codegen.lowering.expressions.arithmetic import lowered
from bytewright_codegen.lowering.expressions.evaluation import Evaluation
from bytewright_codegen.lowering.expressions.steps import Steps, refuse
from bytewright_codegen.lowering.expressions.values import Context, Num, Place, Refusal, Stream, Structure, Value
from bytewright_codegen.lowering.expressions.values import Sequence as List
from bytewright_codegen.lowering.layout.columns import ColumnLowering
from bytewright_codegen.lowering.layout.regions import ListRegion
from bytewright_codegen.lowering.layout.structures import Layout
from bytewright_codegen.lowering.read.outer_values import asks_level
from bytewright_codegen.lowering.read.page_entries import file_of
from bytewright_codegen.plans.reading import Entry, Nested, RecordPlan

_ELSEWHERE = kernel.Given("where what is around a structure begins")


@dataclass(frozen=True, slots=True)
class Whole:
    """What is read as a whole, since it says where regions lie.

    Attributes:
        holder: the field that it is, at a place of its own; None: it is the file.
        around: the way to the structure that has that field: an element of a list.
        counted: how many regions, or such structures, there are in the file, where that is known without what says
            where they lie.
        own: whether it has but one region.
        within: whether the file, as a whole, says where such structures lie.
    """

    holder: Entry | None
    around: Expr | None
    counted: Expr | None
    own: bool
    within: bool = False


def whole(
    library: Library,
    plans: Mapping[str, RecordPlan],
    known: Sizes,
    root: str,
    view: View,
    region: ListRegion,
    numbers: Mapping[str, Expr],
    shown: Sequence[ViewColumn],
) -> tuple[Whole, RowPlan]:
    """What says where the regions of a view lie, and the plan by which the kernel reads it.

    Args:
        library: the resolved specs.
        plans: record plans by type.
        known: sizes.
        root: the type of the file.
        view: the view.
        region: where its innermost list lies.
        numbers: what is asked of the structures that have the innermost lists, by the names that the plan of the
            regions has for it.
        shown: the columns that are the same for a whole region.

    Raises:
        Refusal: objects must read it.
    """
    record = _record(plans, region.around)
    attribute, frame = region.holder.attribute, region.holder.frame
    if frame.process is not None and not all(map(is_constant, frame.process.args)):
        raise Refusal("regions that are decoded in different ways", region.holder.loc)
    if record is None:
        if view.order is not None:
            raise Refusal("elements in an order of their own", view.order.loc)
        return Whole(None, None, _counted(plans[root], region.around), own=False), _of_file(
            library, plans, known, root, region.around, region.holder, shown, numbers
        )
    way, holder = record
    reading = _Reading(library, plans, known)
    assert isinstance(way, Member)
    assert way.owner is not None
    made = reading.inside(way, holder, way.owner, region.around)
    plan = made.plan(attribute, frame.size, shown, numbers)
    told = {column.name for column in plan.columns}
    left = [column for column in shown if column.id not in told]
    levels = set(reading.levels) - _names(way.target)
    asked = [*(column.expr for column in left), *((view.order,) if view.order is not None else ())]
    if any(asks_level(expr, level) for expr in asked for level in levels):
        raise Refusal("what lists in a structure show", holder.loc)
    found = Whole(holder, way.target, None, own=isinstance(region.around, Member))
    with suppress(Refusal):  # objects find the structures
        if view.order is not None or _record(plans, way.target) is not None:
            return found, plan
        at = _of_file(library, plans, known, root, way.target, holder, left, {}, structures=True)
        plan = replace(plan, directory=at)
        found = replace(found, within=True, counted=_counted(plans[root], way.target))
    return found, plan


def _record(plans: Mapping[str, RecordPlan], way: Expr) -> tuple[Member, Entry] | None:
    """The last structure at a place of its own on a way, and the field that it is; None: all of it is in the file.

    Raises:
        Refusal: it doesn't say where it ends, or is nothing that each element of a list has.
    """
    while isinstance(way, Member | Item):
        if isinstance(way, Member) and way.owner is not None and way.owner in plans:
            holder = next((entry for entry in plans[way.owner].entries if entry.name == way.name), None)
            if holder is not None and holder.placed and isinstance(holder.item, Nested) and holder.count is None:
                frame, attribute = holder.frame, holder.attribute
                bounded = frame.kind == "size" and frame.terminator is None and frame.pad_right is None
                plain = holder.condition is None and holder.valid is None and not holder.item.args
                placed = attribute.position is not None and attribute.parent is None
                if not (bounded and plain and placed and frame.process is None and isinstance(way.target, Item)):
                    raise Refusal("structures that don't say where they lie", holder.loc)
                return way, holder
        way = way.target
    return None


def _listed(way: Expr) -> Name | Member:
    """The list of the file that a way goes through.

    Raises:
        Refusal: it goes through several, or to something else first.
    """
    match way:
        case Item(Name() | Member() as listed, Name("*")):
            outer: Expr = listed
            while isinstance(outer, Member):
                outer = outer.target
            if isinstance(outer, Name):
                return listed
    raise Refusal("lists in lists of a file", way.loc)


def _counted(file: RecordPlan, way: Expr) -> Expr | None:
    """How many elements the list of the file has that a way goes through, where that is known before it is read."""
    listed = _listed(way)
    entry = next((one for one in file.entries if isinstance(listed, Name) and one.name == listed.name), None)
    if entry is None or not entry.placed or entry.count is None or entry.count.kind != "expr":
        return None
    return entry.count.expr


def _names(way: Expr) -> set[str]:
    """The names of the lists that a way goes through."""
    found: set[str] = set()
    while isinstance(way, Member | Item):
        if isinstance(way, Item) and isinstance(way.target, Name | Member):
            found.add(way.target.name)
        way = way.target
    return found


def _of_file(
    library: Library,
    plans: Mapping[str, RecordPlan],
    known: Sizes,
    root: str,
    around: Expr,
    holder: Entry,
    shown: Sequence[ViewColumn],
    numbers: Mapping[str, Expr],
    *,
    structures: bool = False,
) -> RowPlan:
    """The plan by which a file says where something lies that each element of its list has."""
    listed = _listed(around)
    if plans[root].records is not None or library.types[root].params:
        raise Refusal("a file of records", holder.loc)
    made = _Reading(library, plans, known).file(root, around)
    found = made.plan(holder.attribute, holder.frame.size, shown, numbers, structures=structures)
    told = {column.name for column in found.columns}
    if any(asks_level(column.expr) for column in shown if column.id not in told):
        raise Refusal("what a list of the file shows", listed.loc)
    return found


class _Reading:
    """Reads a structure, and the elements of lists in it."""

    def __init__(self, library: Library, plans: Mapping[str, RecordPlan], known: Sizes) -> None:
        self._steps = Steps(library)
        self._layout = Layout(self._steps, plans, known)
        self._layout.asks_places = True
        self._evaluation: Evaluation = self._layout.evaluation
        self._stream = Stream(RECORDS, Start(), End())
        self.levels: dict[str, Value] = {}

    def file(self, root: str, around: Expr) -> _Reading:
        """Read a file, to an element of one of its lists."""
        self._root = self._layout.structure(Nested(root, ()), Place(RECORDS, Start(), self._stream, None, ""))
        return self._to(around, None, self._root)

    def inside(self, way: Member, holder: Entry, owner: str, around: Expr) -> _Reading:
        """Read a structure, to an element of one of its lists, or itself."""
        elsewhere = Stream(RECORDS, _ELSEWHERE, _ELSEWHERE)
        self._root = file_of(elsewhere)
        outside = Structure(owner, RECORDS, elsewhere, _ELSEWHERE, self._root, "")
        checks = self._layout.checks.of_entry(holder)
        refuse((check for check in checks if check.kind != "type"), holder.loc)
        assert isinstance(holder.item, Nested)
        found = self._layout.structure(holder.item, Place(RECORDS, Start(), self._stream, outside, ""))
        outside.fields[holder.name] = found
        assert isinstance(way.target, Item)
        assert isinstance(way.target.target, Name | Member)
        self.levels[way.target.target.name] = outside
        return self._to(around, way, found)

    def _to(self, around: Expr, record: Expr | None, found: Structure) -> _Reading:
        self._evaluation.complete = True
        element, self._domain = self._gone(around, record, found)
        if not isinstance(element, Structure):
            raise Refusal("regions of what isn't a structure", around.loc)
        self._element = element
        return self

    def _gone(self, way: Expr, record: Expr | None, found: Structure) -> tuple[Value, str]:
        """What a way leads to from the structure that is read, and the domain that it belongs to."""
        if way is record:
            return found, RECORDS
        if isinstance(way, Item) and isinstance(way.target, Name | Member):
            listed, domain = self._gone(way.target, record, found)
            if not isinstance(listed, List) or listed.domain != domain or listed.present is not None:
                raise Refusal("a list that isn't in each structure", way.loc)
            domain, element = self._layout.lists.each(listed, way)
            self.levels[way.target.name] = element
            return element, domain
        if isinstance(way, Member):
            owner, domain = self._gone(way.target, record, found)
            if not isinstance(owner, Structure) or owner.domain != domain:
                raise Refusal("a way that doesn't go through structures", way.loc)
            name = Name(way.name, way.loc, way.type, way.binding, way.owner)
            return self._evaluation.value(name, Context(owner, domain, {})), domain
        return self._evaluation.value(way, Context(found, RECORDS, {})), RECORDS

    def plan(
        self,
        attribute: Attribute,
        size: Expr | None,
        shown: Sequence[ViewColumn],
        numbers: Mapping[str, Expr],
        *,
        structures: bool = False,
    ) -> RowPlan:
        """The plan, of which a row says where something lies; ``structures``: something that is read as a whole."""
        evaluation, domain, element = self._evaluation, self._domain, self._element
        here, of_view = Context(element, domain, {"_": element}), Context(self._root, domain, self.levels)
        assert attribute.position is not None
        stream = element.stream
        if attribute.stream is not None:
            asked = evaluation.value(attribute.stream, here)
            if not isinstance(asked, Stream):
                raise Refusal("a stream of something else", attribute.loc)
            stream = asked
        if stream.known is not self._stream.known:
            raise Refusal("a place in another stream", attribute.loc)
        number = lowered(kernel.Region(), self._steps.levels(RECORDS, domain) or 0)
        there: kernel.Expr = Const(1)
        condition = attribute.condition
        if condition is not None:
            there = evaluation.number(condition, here).expr
        with evaluation.asked(condition, here):
            place = evaluation.number(attribute.position, here).expr
            length = None if size is None else evaluation.number(size, here).expr
        found: list[kernel.Column] = [kernel.Number(PAGE, "int64", number)]
        found.append(kernel.Number(PLACE, "int64", place, fits=Const(0) <= place))
        if length is not None:
            found.append(kernel.Number(SIZE, "int64", length, fits=Const(0) <= length))
        if structures:
            assert length is not None
            whole = lowered(kernel.Binary("-", End(), Start()), self._steps.levels(RECORDS, domain) or 0)
            found += [
                kernel.Number(name, "int64", value)
                for name, value in ((STREAM, Const(0)), (LENGTH, whole), (REGIONS, place), (REACH, length))
            ]
        else:
            found.append(kernel.Number(THERE, "bool", there))
        for name, expr in numbers.items():
            found.append(kernel.Number(name, "int64", evaluation.exact(evaluation.number(expr, here)).expr))
        columns = ColumnLowering(self._steps, evaluation, domain, False, self._layout.lists.each, by_region=True)
        for column in shown:
            with suppress(Refusal):  # objects know it
                with self._steps.trial():
                    self._column(columns, column, of_view)
                found.append(self._column(columns, column, of_view))
        made = RowPlan(kernel.RegionFrame((), kernel.RegionEnd()), tuple(self._steps.written), domain, tuple(found))
        if any(node == _ELSEWHERE for part in (made.steps, made.columns) for node in nodes_of(part)):
            raise Refusal("what is around a structure", attribute.loc)
        try:
            assemble(made)
        except Unsupported as error:
            raise Refusal(str(error), attribute.loc) from error
        return made

    def _column(self, columns: ColumnLowering, column: ViewColumn, context: Context) -> kernel.Column:
        value = self._evaluation.value(column.expr, context)
        if isinstance(value, Num):
            value = self._evaluation.bring(value, context.domain, column.expr)
        return columns.column(column.id, value, column.expr.type, column.loc, column.logical, column.type_name)
