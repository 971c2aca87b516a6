"""Making plans of rows: the columns of the kernel, what objects are handed for others, and what holds of all plans."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from functools import partial

from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import RECORDS, Const, RowPlan
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.program.assemble import assemble
from bytewright.kernels.program.specialize import unroll
from bytewright.kernels.program.specialize_encoding import nodes_of
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.ir.expressions import Expr
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import Spec
from bytewright_codegen.ir.views import View
from bytewright_codegen.lowering.expressions.header import Header
from bytewright_codegen.lowering.expressions.steps import Steps
from bytewright_codegen.lowering.expressions.values import (
    Refusal,
    Structure,
    Value,
)
from bytewright_codegen.lowering.layout.chosen_elements import of_chosen
from bytewright_codegen.lowering.layout.lazy_fields import Lazy, can_be_left
from bytewright_codegen.lowering.layout.lists import Unrolls
from bytewright_codegen.lowering.layout.regions import ListRegion
from bytewright_codegen.lowering.layout.structures import Layout
from bytewright_codegen.lowering.read.entry_lists import Mirror
from bytewright_codegen.lowering.read.handed import Handed, Hands, is_stored
from bytewright_codegen.lowering.read.index_blocks import Block
from bytewright_codegen.lowering.read.outer_structures import Whole
from bytewright_codegen.lowering.read.references import Reference
from bytewright_codegen.lowering.read.row_plans import FILE, FIRST_READ, FIRST_VALUE, Scope
from bytewright_codegen.plans.reading import RecordPlan


class RowMaking:
    """What all ways to make the row plan of a view have in common."""

    def __init__(
        self,
        library: Library,
        spec: Spec,
        plans: Mapping[str, RecordPlan],
        known: Sizes,
        *,
        chooses: bool = False,
        integers: bool = False,
        unrolls: Unrolls = "all",
        lazy: Mapping[Lazy, Refusal] | None = None,
        others: Set[Lazy] = frozenset(),
    ) -> None:
        """``chooses``: whether records that a view leaves out are read as well. ``lazy`` and ``others``: see `_read`.
        ``integers``: see `Layout`; ``unrolls``: see `Lists`."""
        self._library = library
        self._spec = spec
        self._plans = plans
        self._steps = Steps(library)
        root = plans[spec.root.name]
        self._header = None if root.records is None else Header(library, spec, root.entries[root.records].name)
        self._layout = Layout(self._steps, self._plans, known, self._header, integers=integers)
        self._layout.lists.unrolls = unrolls
        self._layout.can_be_left = partial(can_be_left, spec.id, others)
        self._layout.lazy = None if lazy is None else dict(lazy)
        self._by_objects: dict[str, Refusal] = {}
        self._handed: dict[str, Handed | Refusal] = {}
        self._conditional: View | None = None
        self._chooses = chooses
        self._splits = False
        self._differs = False
        self.region: ListRegion | None = None
        self.mirror: Mirror | None = None
        self.block: Block | None = None
        self.whole: Whole | None = None
        self.numbers: dict[str, Expr] = {}
        self.reference: Reference | None = None
        self.counted: Mirror | None = None
        self._known = known
        self._alike: Expr | None = None

    @property
    def _before(self) -> bool:
        """Whether the plans are those by which a file is what stands before its records."""
        return len(self._plans[self._spec.root.name].entries) < len(self._spec.root.fields)

    def _make(
        self,
        found: dict[str, kernel.Column],
        name: str,
        make: Callable[[], kernel.Column],
        chosen: tuple[kernel.Expr, Location] | None,
    ) -> None:
        """Make a column; or leave it to objects, which may make some."""
        if self._layout.lazy is None:
            found[name] = make()
            return
        tables = dict(self._layout.evaluation.tables)
        try:
            with self._steps.attempt():
                column = make()
                if chosen is not None:
                    of_chosen(RowPlan(kernel.WholeFrame(), (), RECORDS, (column,)), Const(1), chosen[1])
                found[name] = column
        except Refusal as refusal:
            self._by_objects[name] = refusal
            self._layout.evaluation.tables = tables

    def _hand(
        self, views: list[View], frame: kernel.Frame, scopes: list[Scope], domain: str
    ) -> dict[str, kernel.Column]:
        """The columns that say what objects are handed for those that they make; ``domain``: that of the rows."""
        if not self._by_objects:
            return {}
        root = self._plans[self._spec.root.name]
        lists = sum(len(view.lists) for view in views) or int(not views and root.rows is not None)
        lazy = {(place.owner, place.field) for place in self._layout.lazy or ()}
        levels: list[Structure] = []
        above = partial(self._above, domain)
        try:
            for scope in scopes:
                levels += [*scope.levels.values(), *([] if scope.element is scope.root else [scope.structure])]
            if isinstance(frame, kernel.RegionFrame):
                region = self._around(frame)
                hands = Hands(self._library, self._plans, root.type, None, lazy, levels, above, region=region)
            elif (calculated := next((view.each for view in views if not is_stored(view)), None)) is not None:
                raise Refusal("a list that is calculated", calculated.loc)
            elif len(levels) < lists:
                raise Refusal("lists in lists of one name", self._spec.loc)
            elif not levels and root.records is not None:
                raise Refusal("a file with records that is one row", self._spec.loc)
            else:
                records = root.records
                if records is None:  # the file is the only record
                    records, levels = 0, [scopes[0].root, *levels]
                hands = Hands(self._library, self._plans, root.type, records, lazy, levels, above)
                hands.check(scope.root for scope in scopes[1:])
        except Refusal as refusal:
            self._handed = dict.fromkeys(self._by_objects, refusal)
            return {}
        for name in self._by_objects:
            try:
                self._handed[name] = hands.of(views, name)
            except Refusal as refusal:
                self._handed[name] = refusal
        return hands.columns

    def _above(self, domain: str, outer: str) -> int:
        """How many domains the rows' one lies below another one."""
        found = self._steps.levels(outer, domain)
        assert found is not None
        return found

    def _around(self, frame: kernel.RegionFrame) -> str:
        """The type of the structure whose only list is that in a region, if it lies in the file; empty: there is none.

        Raises:
            Refusal: it is decoded first, or an element stands for what lies elsewhere.
        """
        assert self.region is not None
        if self.region.holder.frame.process is not None:
            raise Refusal("it lies in what is decoded", self.region.holder.loc)
        if frame.next is not None or self.reference is not None:
            raise Refusal("it lies elsewhere than the element", self.region.listed.loc)
        return "" if self.region.alone else self.region.type

    def _extent(self, element: Value) -> tuple[kernel.Expr, kernel.Expr] | None:
        """Where an element of a list begins and ends in the file; None: it lies in what bytes decode to, or is no
        structure."""
        if not isinstance(element, Structure) or element.start is None or element.stream.decoded is not None:
            return None
        return kernel.Offset(element.start), kernel.Offset(element.position)

    def _verify(self, made: RowPlan) -> None:
        parts = (made.frame, made.steps, made.columns, made.pivot, made.extent)
        if any(node == FILE for part in parts for node in nodes_of(part)):
            raise Refusal("positions in the file, not in the record", self._spec.loc)
        if made.cells is not None or any(isinstance(step, kernel.Unrolled) for step in made.steps):
            return  # it can be assembled when a header says what it consists of
        given = dict.fromkeys((*self._layout.evaluation.givens, FIRST_READ, FIRST_VALUE), 0)
        asked = [node for part in parts for node in nodes_of(part)]
        lists = {node.list for node in asked if isinstance(node, kernel.Entry | kernel.Sought | kernel.Texts)}
        texts = {node.value for node in asked if isinstance(node, kernel.Texts)}
        tables = {node.table for node in asked if isinstance(node, kernel.Tabled)}

        def value(name: str, column: int, entry: object = 0) -> object:
            """What a header may hold: two entries in each list, which may be texts."""
            if name in tables:
                return ["", ""]
            return [0, 1] if name in lists else "" if name in texts else int(entry == 1)

        try:
            if lists or tables:
                made = unroll(made, {}, value)
            assemble(made, given=given)
        except Unsupported as error:
            raise Refusal(str(error), self._spec.loc) from error
