"""Plans of blocks: how the kernel finds the index pages in each of the structures that have some.

The regions of a view lie in blocks, each with an index of its own that says where. The blocks lie at places of their
own, which an index of the file may say, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from bytewright.columnar.scan.index_blocks import LENGTH, REACH, REGIONS, STREAM
from bytewright.columnar.scan.page_tables import PAGE, PLACE, SIZE
from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import RECORDS, Const, End, RowPlan, Start, Up
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.program.assemble import assemble
from bytewright.kernels.program.specialize_encoding import nodes_of
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.ir.expressions import Expr, Item, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.views import View, ViewColumn
from bytewright_codegen.ir.walk import replaced
from bytewright_codegen.lowering.expressions.evaluation import Evaluation
from bytewright_codegen.lowering.expressions.steps import Steps, refuse
from bytewright_codegen.lowering.expressions.values import Context, Num, Place, Refusal, Stream, Structure, Value
from bytewright_codegen.lowering.expressions.values import Sequence as List
from bytewright_codegen.lowering.layout.columns import ColumnLowering
from bytewright_codegen.lowering.layout.regions import ListRegion
from bytewright_codegen.lowering.layout.structures import Layout
from bytewright_codegen.lowering.read.entry_lists import Mirror
from bytewright_codegen.lowering.read.index_pages import directory
from bytewright_codegen.lowering.read.outer_values import asks_level, raised
from bytewright_codegen.lowering.read.page_entries import file_of
from bytewright_codegen.plans.reading import Entry, Nested, RecordPlan

_ELSEWHERE = kernel.Given("where what is around a block begins")


@dataclass(slots=True)
class Block:
    """A structure with an index.

    Attributes:
        around: the way to the structure that it is a field of, at a place of its own: an element of a list.
        level: the name of that list.
        owner: the type of its elements.
        holder: that field.
        listed: its list without bytes, one structure for each page of the index.
        mirror: the list of ``around``, where the kernel reads the index of the file that says where blocks lie.
    """

    around: Item
    level: str
    owner: str
    holder: Entry
    listed: str
    mirror: Mirror | None = None


def block_of(plans: Mapping[str, RecordPlan], mirror: Mirror) -> Block:
    """The structure that has the pages of an index.

    Args:
        plans: record plans by type.
        mirror: the list whose elements stand for the entries of these pages.

    Raises:
        Refusal: it doesn't lie at a place of its own, as an element of a list says.
    """
    match mirror.pages:
        case Item(Member(Member(Item(Name() | Member()) as around, name, owner=str(owner)), listed, owner=str())):
            holder = next((entry for entry in plans[owner].entries if entry.name == name), None)
        case _:
            raise Refusal("pages of an index that lies in no list", mirror.pages.loc)
    refusal = Refusal("an index in what doesn't lie at a place of its own", mirror.pages.loc)
    if holder is None or not holder.placed or not isinstance(holder.item, Nested) or holder.item.args:
        raise refusal
    frame, attribute = holder.frame, holder.attribute
    bounded = frame.kind == "size" and frame.terminator is None and frame.pad_right is None and frame.process is None
    if not bounded or holder.count is not None or holder.condition is not None or holder.valid is not None:
        raise refusal
    if attribute.position is None or attribute.parent is not None:
        raise refusal
    assert isinstance(around.target, Name | Member)
    return Block(around, around.target.name, owner, holder, listed)


def blocks(
    library: Library,
    plans: Mapping[str, RecordPlan],
    known: Sizes,
    view: View,
    mirror: Mirror,
    regions: Expr | None,
    numbers: Mapping[str, Expr],
    shown: Sequence[ViewColumn],
) -> tuple[Block, RowPlan]:
    """The structure that has the pages of an index, and the plan by which the kernel finds these in it: a block is a
    record, a page a row.

    Args:
        library: the resolved specs.
        plans: record plans by type.
        known: sizes.
        view: the view.
        mirror: the list whose elements stand for the entries of the pages.
        regions: the stream that the regions lie in, over such an element; None: its own.
        numbers: what is asked of these elements, by the names that the plan of the regions has for it.
        shown: the columns that the pages don't say.

    Raises:
        Refusal: objects must find the pages.
    """
    block = block_of(plans, mirror)
    found = _Lowering(library, plans, known, mirror, block).plan(regions, numbers, shown)
    told = {column.name for column in found.columns}
    left = [column for column in shown if column.id not in told]
    asked = [column.expr for column in left] + ([] if view.order is None else [view.order])
    if any(asks_level(expr, level) for expr in asked for level in (block.listed, mirror.name)):
        raise Refusal("what a page of an index shows, or an order of pages", mirror.pages.loc)
    with suppress(Refusal):  # objects find the blocks
        block.mirror, where = _whereabouts(library, plans, known, view, block, left)
        found = replace(found, directory=where)
    return block, found


class _Lowering:
    def __init__(
        self, library: Library, plans: Mapping[str, RecordPlan], known: Sizes, mirror: Mirror, block: Block
    ) -> None:
        self._steps = Steps(library)
        self._layout = Layout(self._steps, plans, known)
        self._layout.asks_places = True
        self._mirror = mirror
        self._block = block
        self._evaluation: Evaluation = self._layout.evaluation
        self._page, self._domain = self._pages()

    def _pages(self) -> tuple[Structure, str]:
        """An element of the block's list of pages, and the domain of these."""
        block, checks = self._block, self._layout.checks
        stream = Stream(RECORDS, Start(), End())
        elsewhere = Stream(RECORDS, _ELSEWHERE, _ELSEWHERE)
        self._file = file_of(elsewhere)
        outside = Structure(block.owner, RECORDS, elsewhere, _ELSEWHERE, self._file, "")
        assert isinstance(block.holder.item, Nested)
        refuse((check for check in checks.of_entry(block.holder) if check.kind != "type"), block.holder.loc)
        found = self._layout.structure(block.holder.item, Place(RECORDS, Start(), stream, outside, ""))
        outside.fields[block.holder.name] = found
        self._evaluation.complete = True
        listed = self._evaluation.value(
            Name(block.listed, block.holder.loc, None, "instance"), Context(found, RECORDS, {})
        )
        if not isinstance(listed, List):
            raise Refusal("pages that are no list", block.holder.loc)
        domain, page = self._layout.lists.each(listed, self._mirror.pages)
        if not isinstance(page, Structure):
            raise Refusal("pages that are no structures", block.holder.loc)
        self._levels: dict[str, Value] = {block.level: outside, block.listed: page}
        return page, domain

    def plan(self, regions: Expr | None, numbers: Mapping[str, Expr], shown: Sequence[ViewColumn]) -> RowPlan:
        page, evaluation, domain = self._page, self._evaluation, self._domain
        context, of_view = Context(page, domain, {"_": page}), Context(self._file, domain, self._levels)
        owner = evaluation.value(self._mirror.owner, context)
        attribute, size = self._mirror.page.attribute, self._mirror.page.frame.size
        assert attribute.position is not None
        assert size is not None
        if not isinstance(owner, Structure):
            raise Refusal("pages of something that isn't a structure", self._mirror.page.loc)
        around = Context(owner, domain, {})
        stream = owner.stream if attribute.stream is None else evaluation.value(attribute.stream, around)
        reached: Value = page.stream
        if regions is not None:
            own, parent = (Name(name, regions.loc, None, "special") for name in ("_", "_parent"))
            reached = evaluation.value(replaced(regions, parent, own), context)
        number: kernel.Expr = kernel.Region()
        for _ in range(self._steps.levels(RECORDS, domain) or 0):
            number = Up(number)
        found: list[kernel.Column] = [kernel.Number(PAGE, "int64", number)]
        found += [self._number(PLACE, attribute.position, around), self._number(SIZE, size, around)]
        for one, (first, length) in ((stream, (STREAM, LENGTH)), (reached, (REGIONS, REACH))):
            if not isinstance(one, Stream) or one.decoded is not None:
                raise Refusal("an index that isn't in the file", self._mirror.page.loc)
            start = evaluation.place(one.start, one.domain, domain, self._mirror.pages)
            end = evaluation.place(one.end, one.domain, domain, self._mirror.pages)
            found.append(kernel.Number(first, "int64", kernel.Offset(start)))
            found.append(kernel.Number(length, "int64", kernel.Binary("-", end, start)))
        for name, asked in numbers.items():
            above = raised(asked)
            if above is not None:
                found.append(kernel.Number(name, "int64", evaluation.exact(evaluation.number(above, context)).expr))
        columns = ColumnLowering(self._steps, evaluation, domain, False, self._layout.lists.each, by_region=True)
        for column in shown:
            with suppress(Refusal):  # something further out may know it
                with self._steps.trial():
                    self._column(columns, column, of_view)
                found.append(self._column(columns, column, of_view))
        made = RowPlan(kernel.RegionFrame((), kernel.RegionEnd()), tuple(self._steps.written), domain, tuple(found))
        if any(node == _ELSEWHERE for part in (made.steps, made.columns) for node in nodes_of(part)):
            raise Refusal("what is around a block", self._block.holder.loc)
        try:
            assemble(made)
        except Unsupported as error:
            raise Refusal(str(error), self._mirror.page.loc) from error
        return made

    def _number(self, name: str, expr: Expr, context: Context) -> kernel.Column:
        number = self._evaluation.number(expr, context)
        return kernel.Number(name, "int64", number.expr, fits=Const(0) <= number.expr)

    def _column(self, columns: ColumnLowering, column: ViewColumn, context: Context) -> kernel.Column:
        value = self._evaluation.value(column.expr, context)
        if isinstance(value, Num):
            value = self._evaluation.bring(value, context.domain, column.expr)
        return columns.column(column.id, value, column.expr.type, column.loc, column.logical, column.type_name)


def _whereabouts(
    library: Library,
    plans: Mapping[str, RecordPlan],
    known: Sizes,
    view: View,
    block: Block,
    shown: Sequence[ViewColumn],
) -> tuple[Mirror, RowPlan]:
    """The index of the file that says where the blocks lie, and the plan by which the kernel reads its pages.

    Raises:
        Refusal: objects find the blocks.
    """
    name, holder = block.level, block.holder
    order = view.order if view.order is not None and asks_level(view.order, name) else None
    region = ListRegion(block.around, holder, name, holder, False, b"")
    mirror, found = directory(library, plans, known, replace(view, columns=tuple(shown)), region, {}, {}, order)
    told = {column.name for column in found.columns}
    if any(asks_level(column.expr) for column in shown if column.id not in told):
        raise Refusal("what is around an index shows", block.holder.loc)
    return mirror, found
