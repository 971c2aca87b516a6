"""Row plans: how the kernel makes the rows of a view, or why it can't.

Types are read symbolically: the position of a field is an expression over earlier fields, of which the first is where
its record, or the element of its list, begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise

from bytewright.columnar.scan.reference_scan import BEHIND, LIST, PLACE
from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import RECORDS, Const, End, Index, RowPlan, Select, Start
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.plan.record_ends import framed
from bytewright.kernels.program.assemble import assemble
from bytewright.kernels.program.specialize import unroll
from bytewright.kernels.program.specialize_encoding import nodes_of
from bytewright_codegen.analysis.blame import blame
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.ir.expressions import Expr, Item, Member, Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.location import NOWHERE, Location
from bytewright_codegen.ir.schema import (
    Attribute,
    CellPivot,
    Named,
    Property,
    Spec,
    ValueInstance,
    Variants,
    View,
    ViewColumn,
)
from bytewright_codegen.ir.values import ArrayValue, EnumValue, IntValue, StructValue
from bytewright_codegen.ir.walk import replaced
from bytewright_codegen.lowering.expressions.arithmetic import difference, inlined, is_named, lowered, weighs_more
from bytewright_codegen.lowering.expressions.checks import StatedCheck
from bytewright_codegen.lowering.expressions.header import Header, placeless
from bytewright_codegen.lowering.expressions.steps import Steps, not_too_deep, refuse
from bytewright_codegen.lowering.expressions.values import (
    HIGHEST,
    LOWEST,
    Context,
    HeldEntry,
    Num,
    Place,
    Refusal,
    Sequence,
    Stream,
    Structure,
    Value,
)
from bytewright_codegen.lowering.layout.bit_positions import Inside
from bytewright_codegen.lowering.layout.chosen_elements import has_lists, of_chosen, read_chosen
from bytewright_codegen.lowering.layout.columns import ColumnLowering, named_type, pivot_cases, shown_members
from bytewright_codegen.lowering.layout.regions import ListRegion, region_of, uses_element
from bytewright_codegen.lowering.layout.structures import Layout, Lazy
from bytewright_codegen.lowering.layout.varints import spelled, varint_value
from bytewright_codegen.lowering.read.chains import chain_of
from bytewright_codegen.lowering.read.counted_entries import counting
from bytewright_codegen.lowering.read.entry_lists import Mirror
from bytewright_codegen.lowering.read.handed import Handed, Hands
from bytewright_codegen.lowering.read.index_blocks import Block, blocks
from bytewright_codegen.lowering.read.index_pages import directory
from bytewright_codegen.lowering.read.outer_structures import Whole, whole
from bytewright_codegen.lowering.read.references import Reference, reference_of
from bytewright_codegen.plans.reading import Bits, Choice, Entry, Nested, RecordPlan

_FILE = kernel.Given("where the file begins")
FIRST_READ = "whether the first record can be read"
"""What plans ask for whose records must be like the first one, beside `FIRST_VALUE`: what that gives."""
FIRST_VALUE = "what the first record gives"
_SMALL = 200
"""Nodes of an expression that may say no more than a length."""


_MOST_ROWS = 1 << 20
"""Rows of one element that the kernel looks at one by one."""
_MOST_ROUNDS = 8
"""How often a view is looked at for fields that objects read."""

_FIRST: dict[str, int] = {"u4le": 4, "u2le": 2, "u1": 1}
"""Numbers that a record may begin with, and their bytes."""


@dataclass(frozen=True, slots=True)
class NoPlan:
    """Why the kernel can't make the rows of a view, and what in the spec stands in its way."""

    reason: str
    location: Location

    @classmethod
    def of(cls, refusal: Refusal) -> NoPlan:
        """What a refusal says."""
        return cls(refusal.reason, refusal.location)


@dataclass(frozen=True, slots=True)
class Refused:
    """All that the kernel can't make of a view, or of a file's records.

    Attributes:
        rows: what stands in the way of all columns, in the order in which it is met.
        columns: what stands in the way of one, by its name.
    """

    rows: tuple[NoPlan, ...]
    columns: Mapping[str, tuple[NoPlan, ...]]


@dataclass(frozen=True, slots=True)
class Rows:
    """A row plan, and what it asks of the header of a file, by the names that it has for that.

    Attributes:
        plan: the plan.
        givens: numbers: expressions over the root and the number of a column.
        tables: lists of texts: the list, and the way from an item to its text.
        region: where the innermost list of the view lies, where the kernel reads only that.
        mirror: the list around it, where the kernel reads what that says, too.
        block: what the pages lie in that say it, where the kernel finds these as well.
        whole: the structure that says where regions lie, where the kernel reads it as a whole.
        names: what values in it stand for, by the names that the plan has for that.
        numbers: what is asked of the structure that has the list, likewise.
        reference: what the elements of the list refer to, where that is shown in their place.
        counted: the list whose elements columns count, where that is what the plan is for.
        lists: lists whose entries records choose.
        lazy: the fields that objects read, where a column asks for them, and why.
        by_objects: the columns that objects make, by name, and why.
        handed: of these, what objects are handed for each, or why they read whole records.
        left: the fields because of which objects read the records that have them, and why.
        differs: whether records that are rows are read in fewer steps than all.
        parts: numbers and lists of texts of such entries: expressions over an entry, ``_``, and the number of a column.
        alike: what the first record is asked for, ``_``, where the others must be like it.
    """

    plan: RowPlan
    givens: Mapping[str, Expr]
    tables: Mapping[str, tuple[Expr, tuple[str, ...]]]
    region: ListRegion | None = None
    mirror: Mirror | None = None
    block: Block | None = None
    whole: Whole | None = None
    names: Mapping[str, Named] = field(default_factory=dict)
    numbers: Mapping[str, Expr] = field(default_factory=dict)
    reference: Reference | None = None
    counted: Mirror | None = None
    lists: Mapping[str, Expr] = field(default_factory=dict)
    parts: Mapping[str, Expr] = field(default_factory=dict)
    lazy: Mapping[Lazy, Refusal] = field(default_factory=dict)
    by_objects: Mapping[str, Refusal] = field(default_factory=dict)
    handed: Mapping[str, Handed | Refusal] = field(default_factory=dict)
    left: Mapping[Lazy, Refusal] = field(default_factory=dict)
    differs: bool = False
    alike: Expr | None = None


def rows(
    library: Library, spec: Spec, plans: Mapping[str, RecordPlan], known: Sizes, view: View | None = None
) -> Rows | NoPlan:
    """The row plan of a view.

    Args:
        library: the resolved specs.
        spec: the one that the view belongs to.
        plans: record plans of all types of the library, by absolute name.
        known: sizes.
        view: the view; None: the default view of a spec that states none.
    """
    found = _read(library, spec, plans, known, view)
    if isinstance(found, Rows) or not _has_records(plans[spec.root.name], _chain(library, view)):
        return found
    effort = replace(library.effort)
    by_column = _read(library, spec, plans, known, view, lazy={})
    library.effort.spent, library.effort.built = effort.spent, effort.built
    return by_column if isinstance(by_column, Rows) else found


def _chain(library: Library, view: View | None) -> list[View]:
    """A view, its inner view, and so on."""
    found: list[View] = []
    while view is not None:
        found.append(view)
        stated = view.inner_path if view.inner_path is not None else view.each
        kind = None if stated is None else stated.type
        kind = kind.item if isinstance(kind, ArrayValue) else kind
        views = library.spec_of(kind.type).views if isinstance(kind, StructValue) and view.inner is not None else ()
        view = next((one for one in views if one.name == view.inner), None)
    return found


def _has_records(root: RecordPlan, chain: list[View]) -> bool:
    """Whether each step of a view is a record of the file, or an element of a list in its sequence or in lists, of
    whose rows objects may make some of the columns; ``chain``: the view, and those inside of it."""
    if not chain:
        return root.rows is not None and not root.rows.placed and isinstance(root.rows.item, Nested)
    for view in chain:
        named = view.pivot is None and view.cells is None and view.variants is None and view.decode is None
        whole = view.first is None and view.files is None and not view.requirements and not view.metadata
        if not (named and whole):
            return False
    view = chain[0]
    if len(view.lists) > 1:
        return True
    first = view.lists[0] if view.lists else None
    if not isinstance(first, Name) or view.order is not None or view.selections:
        return False
    entry = next((entry for entry in root.entries if entry.name == first.name), None)
    return entry is not None and not entry.placed and entry.count is not None and isinstance(entry.item, Nested)


def _read(
    library: Library,
    spec: Spec,
    plans: Mapping[str, RecordPlan],
    known: Sizes,
    view: View | None,
    lazy: Mapping[Lazy, Refusal] | None = None,
) -> Rows | NoPlan:
    """The row plan of a view; ``lazy``: fields that objects read, and as many more as it takes (None: the kernel reads
    all fields, and makes all columns)."""
    refused: Refusal | None = None
    mixed: Rows | None = None
    # Integers that groups of bits spell are read as a whole, unless the groups are shown, too.
    spell = any(spelled(library, plans, type) and not varint_value(library, plans, type) for type in plans)
    for integers in (True, False) if spell else (False,):
        for taken, chooses in _ways(spec, plans, view):
            try:
                with not_too_deep(spec.loc):
                    found = _settled(library, spec, taken, known, view, lazy, chooses=chooses, integers=integers)
                if not chooses or not found.differs or lazy is not None:
                    return found if mixed is None else _beside(found, mixed)
                mixed = found
            except Refusal as refusal:
                refused = refusal if not integers and not chooses and taken is plans else refused
        if mixed is not None:
            return mixed
    assert refused is not None
    return NoPlan.of(refused)


def _beside(found: Rows, mixed: Rows) -> Rows:
    """Both ways to read the records that a view chooses: only these, and all; but one where the header decides the
    layout, as plans for that are large."""
    if mixed.plan.cells is not None or any(isinstance(step, kernel.Unrolled) for step in mixed.plan.steps):
        return found
    made = replace(found.plan, mixed=mixed.plan)
    return replace(found, plan=made, givens={**mixed.givens, **found.givens}, tables={**mixed.tables, **found.tables})


def _settled(
    library: Library,
    spec: Spec,
    plans: Mapping[str, RecordPlan],
    known: Sizes,
    view: View | None,
    lazy: Mapping[Lazy, Refusal] | None,
    *,
    chooses: bool,
    integers: bool,
) -> Rows:
    """The same in one way: what objects read in one place of a type, they read in all.

    Raises:
        Refusal: there is none.
    """
    for _ in range(_MOST_ROUNDS):
        lowering = RowLowering(library, spec, plans, known, chooses=chooses, integers=integers, lazy=lazy)
        found = lowering.rows(view)
        if lazy is None or len(found.lazy) == len(lazy):
            return found
        lazy = found.lazy
    raise Refusal("fields of which objects read some in one place and others in another", spec.loc)


def _ways(
    spec: Spec, plans: Mapping[str, RecordPlan], view: View | None
) -> Iterator[tuple[Mapping[str, RecordPlan], bool]]:
    """In which ways a file may be read, the best first: by which plans, and whether records that a view leaves out are
    read as well: each of them costs more where objects read it."""
    if view is not None and view.where is not None:
        yield plans, True
    yield plans, False
    root = plans[spec.root.name]
    count = root.entries[root.records].count if root.records is not None else None
    if count is not None and count.kind == "expr":
        # Records that need more of what precedes them than numbers are elements of one record, the file.
        yield {**plans, root.type: replace(root, records=None)}, False


@dataclass
class Scope:
    """Where columns of a view are computed: the view's root, its element, and the domain of its steps."""

    root: Structure
    element: Structure
    domain: str
    index: Num
    levels: Mapping[str, Structure] = field(default_factory=dict)
    """Elements of the lists that the view went through, by the names of these."""
    listed: Entry | None = None
    """The list that the element is of, where that isn't the list of the file's records."""

    def context(self, **special: Value) -> Context:
        """What expressions of a column see; ``special``: what else names stand for."""
        start = self.element.start if self.element.start is not None else self.element.stream.base
        # What is decoded isn't in the file: its places are those in what it is decoded with.
        decoded = self.element.stream.decoded
        offset = kernel.Offset(start) if decoded is None else difference(start, decoded)
        # A record ends where its frame does, also while it is being read.
        length = difference(End() if start == Start() else self.element.position, start)
        found: dict[str, Value] = {
            "_": self.element,
            "_index": self.index,
            "_row": Num(self.domain, Const(0), 0, 0),
            "_offset": Num(self.domain, offset, 0, 1 << 62),
            "_length": Num(self.domain, length, 0, 1 << 48),
        }
        return Context(self.root, self.domain, {**self.levels, **found, **special})

    def context_of_rows(self, domain: str) -> Context:
        """What expressions of a column see where the element has several rows, a domain of its own."""
        found = self.context(_row=Num(domain, Index(), 0, kernel.MOST_ELEMENTS))
        return replace(found, domain=domain)


class RowLowering:
    """Makes the row plan of a view, in one way; see `rows`."""

    def __init__(
        self,
        library: Library,
        spec: Spec,
        plans: Mapping[str, RecordPlan],
        known: Sizes,
        *,
        chooses: bool = False,
        integers: bool = False,
        lazy: Mapping[Lazy, Refusal] | None = None,
    ) -> None:
        """``chooses``: whether records that a view leaves out are read as well. ``lazy``: see `_read`.
        ``integers``: see `Layout`."""
        self._library = library
        self._spec = spec
        self._plans = plans
        self._steps = Steps(library)
        root = plans[spec.root.name]
        self._header = None if root.records is None else Header(library, spec, root.entries[root.records].name)
        self._layout = Layout(self._steps, self._plans, known, self._header, integers=integers)
        self._layout.spec = spec.id
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

    def rows(self, view: View | None) -> Rows:
        """The plan of a view, with what it asks of a header.

        Raises:
            Refusal: the kernel can't make its rows in this way.
        """
        made = self.plan(view)
        asked = {node.name for node in nodes_of(made) if isinstance(node, kernel.Given)}
        asked |= {node.value for node in nodes_of(made) if isinstance(node, kernel.Texts) and not node.list}
        givens = {name: expr for name, expr in self._layout.evaluation.givens.items() if name in asked}
        evaluation = self._layout.evaluation
        lists, parts = evaluation.listed.lists, evaluation.listed.parts
        made = replace(made, sized=kernel.FILE_END in asked)
        found = Rows(made, givens, evaluation.tables, counted=self.counted, lists=lists, parts=parts)
        found = replace(found, lazy=self._layout.lazy or {}, by_objects=self._by_objects, differs=self._differs)
        found = replace(found, left=self._layout.left, handed=self._handed, alike=self._alike)
        if self.region is None:
            return found
        found = replace(found, region=self.region, mirror=self.mirror, names=evaluation.names)
        return replace(found, numbers=self.numbers, reference=self.reference, block=self.block, whole=self.whole)

    def plan(self, view: View | None) -> RowPlan:
        """The plan alone; see `rows`."""
        if view is not None and view.decode is not None:
            raise Refusal("rows that a library decodes", view.decode.loc)
        if view is not None and view.first is not None:
            raise Refusal("a first row that is none of the elements", view.first.loc)
        if view is not None and (view.files is not None or view.requirements or view.metadata):
            raise Refusal("what the beginning of a file says of all of it", view.loc)
        if view is not None and not self._begins_with_records(view):
            found_counts = counting(self._library, self._plans, self._known, view)
            if found_counts is not None:
                self.counted, table = found_counts
                return table
        if view is not None and len(view.lists) > 1 and not self._begins_with_records(view):
            return self._in_lists(view)
        if view is not None and (view.order is not None or view.selections):
            raise Refusal("elements in an order of their own, or chosen by options", view.loc)
        self._layout.explores = view is not None and view.variants is not None
        self._layout.asks_places = not self._layout.explores
        frame, scope = self._outermost(view)
        self._layout.evaluation.complete = True
        chain: list[tuple[View, Scope]] = []
        chosen: tuple[kernel.Expr, Location] | None = None
        while view is not None:
            if not view.plain and (len(chain) or view.order is not None or view.selections):
                raise Refusal("elements of lists in lists, in an order of their own, or chosen by options", view.loc)
            if view.where is not None and view is not self._conditional:
                if chain:
                    raise Refusal("elements of a list that a condition chooses", view.where.loc)
                chosen = self._layout.evaluation.number(view.where, scope.context()).expr, view.where.loc
            chain.append((view, scope))
            if view.inner is None:
                break
            view, scope = self._inner(view, scope)
        if chosen is not None and len(chain) == 1 and self._shows_lists(chain[0][0]) and scope.listed is not None:
            element, index = read_chosen(self._layout, self._steps, scope.listed, scope.element, scope.index, *chosen)
            scope = replace(scope, element=element, domain=element.domain, index=index)
            chain, chosen = [(chain[0][0], scope)], None
        last = chain[-1][0] if chain else None
        counted = last is not None and last.rows is not None and last.pivot is not None
        domain, count = scope.domain, None
        if last is not None and last.rows is not None:
            count = self._layout.evaluation.number(last.rows, scope.context())
            domain = "rows" if counted else self._rows_of(scope.domain, count, chosen)
        shown = scope.domain if counted else domain
        columns = ColumnLowering(self._steps, self._layout.evaluation, shown, counted, self._layout.lists.each)
        columns.gradual = bool(chain) and (len(chain[0][0].lists) > 1 or shown != scope.domain)
        found: dict[str, kernel.Column] = {}
        # Of a record that is left out, no column asks for anything.
        asked = nullcontext() if chosen is None else self._layout.evaluation.branch(scope.domain, chosen[0])
        # Those that no condition leaves out have rows.
        each = chosen if count is None or counted else None
        with asked:
            for stated, where in chain:
                for column in stated.columns:
                    if column.id not in found and column.id not in self._by_objects:
                        context = where.context() if shown == scope.domain else where.context_of_rows(shown)
                        self._make(found, column.id, partial(self._column, columns, column, context, counted), each)
        if not chain:
            for member in shown_members(self._library.types[scope.element.type]):
                assert member.id is not None
                self._make(found, member.id, partial(self._member, columns, scope.element, member), each)
        found |= self._hand([one for one, _ in chain], frame, [one for _, one in chain] or [scope], domain)
        if self._by_objects and not found and chosen is None and self._conditional is None:
            raise next(iter(self._by_objects.values()))
        pivot = None
        if chain and chain[-1][0].pivot is not None:
            pivot = self._pivot(chain[-1][0], scope, count)
        cells = None
        if chain and chain[-1][0].cells is not None:
            cells = self._cells(chain[-1][0].cells, columns, scope)
        if chain and chain[-1][0].variants is not None:
            cells = self._members(chain[-1][0].variants, columns, scope)
        steps = self._steps.written
        if counted and count is not None:
            steps = [*steps, kernel.Rows(domain, scope.domain, count.expr, "")]
        made = RowPlan(frame, tuple(steps), domain, tuple(found.values()), pivot, cells, splits=self._splits)
        if len(chain) == 1 and len(chain[0][0].lists) > 1 and count is None:
            made = replace(made, extent=self._extent(scope.element))
        if chosen is not None and (count is None or counted):
            condition, at = chosen
            if domain != chain[0][1].domain or pivot is not None or (made.cells is not None and self._layout.explores):
                raise Refusal("more than one row per element, of elements that a condition chooses", at)
            made = of_chosen(made, kernel.Binary("!=", condition, Const(0)), at)
        self._verify(made)
        return made

    def _shows_lists(self, view: View) -> bool:
        """Whether a column of a view, each of whose elements is one row, may show a list."""
        alone = view.rows is None and view.pivot is None and view.cells is None and view.variants is None
        types = self._library.types
        return alone and any(column.members or has_lists(types, column.expr.type) for column in view.columns)

    def _rows_of(self, domain: str, count: Num, chosen: tuple[kernel.Expr, Location] | None) -> str:
        """The domain of an element's rows that don't belong to a pivot: none where a condition leaves the element out.

        Where they stand beside no list, they take no bytes, and the kernel holds all of a record's at once: where there
        are very many, objects read it.
        """
        found = count.expr if chosen is None else Select(chosen[0], count.expr, Const(0))
        with self._steps.trial():
            before = len(self._steps.written)
            self._steps.elements(domain, found, "rows")
            alone = len(self._steps.written) > before
        if alone and count.high > _MOST_ROWS:
            self._steps.leave(domain, kernel.Binary("<=", found, Const(_MOST_ROWS)), "")
        return self._steps.elements(domain, found, "rows")

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
        root = self._plans[self._spec.root.name]
        lazy = {(place.owner, place.field) for place in self._layout.lazy or ()}
        levels: list[Structure] = []
        for scope in scopes:
            levels += [*scope.levels.values(), *([] if scope.element is scope.root else [scope.element])]
        outside = int(domain != scopes[-1].domain)
        try:
            if isinstance(frame, kernel.RegionFrame):
                hands = Hands(self._library, self._plans, root.type, None, lazy, levels, region=self._around(views[0]))
            elif root.records is None or isinstance(frame, kernel.WholeFrame):
                raise Refusal("the file is the only record", self._spec.loc)
            elif len(levels) < (sum(len(view.lists) for view in views) or 1):
                raise Refusal("lists in lists of one name", self._spec.loc)
            else:
                hands = Hands(self._library, self._plans, root.type, root.records, lazy, levels, outside=outside)
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

    def _around(self, view: View) -> str:
        """The type of the structure whose only list is that in a region, if it lies in the file.

        Raises:
            Refusal: it is decoded first.
        """
        assert self.region is not None
        if self.region.holder.frame.process is not None:
            raise Refusal("it lies in what is decoded", self.region.holder.loc)
        return self.region.type

    def _extent(self, element: Structure) -> tuple[kernel.Expr, kernel.Expr] | None:
        """Where an element of a list begins and ends in the file; None: it lies in what bytes decode to."""
        if element.start is None or element.stream.decoded is not None:
            return None
        return kernel.Offset(element.start), kernel.Offset(element.position)

    def _verify(self, made: RowPlan) -> None:
        parts = (made.frame, made.steps, made.columns, made.pivot, made.extent)
        if any(node == _FILE for part in parts for node in nodes_of(part)):
            raise Refusal("positions in the file, not in the record", self._spec.loc)
        if made.cells is not None or any(isinstance(step, kernel.Unrolled) for step in made.steps):
            return  # it can be assembled when a header says what it consists of
        given = dict.fromkeys((*self._layout.evaluation.givens, FIRST_READ, FIRST_VALUE), 0)
        asked = [node for part in parts for node in nodes_of(part)]
        lists = {node.list for node in asked if isinstance(node, kernel.Entry | kernel.Sought | kernel.Texts)}
        texts = {node.value for node in asked if isinstance(node, kernel.Texts)}
        tables = {node.table for node in asked if isinstance(node, kernel.Tabled)}
        narrowed = any(isinstance(node, kernel.Float) and node.function == "narrow" for node in asked)

        def value(name: str, column: int, entry: object = 0) -> object:
            """What a header may hold: two entries in each list, which may be texts."""
            if name in tables:
                return ["", ""]
            return [0, 1] if name in lists else "" if name in texts else int(entry == 1)

        try:
            if lists or tables or narrowed:
                made = unroll(made, {}, value)
            assemble(made, given=given)
        except Unsupported as error:
            raise Refusal(str(error), self._spec.loc) from error

    # --- lists in lists, of which the innermost lies in regions -------------------------------------------------------

    def _in_lists(self, view: View) -> RowPlan:
        if isinstance(view.each, Member) and isinstance(view.each.target, Item):
            return self._by_chain(view)
        region = self.region = region_of(self._plans, view)
        try:
            reference = reference_of(self._library, self._plans, view, region)
        except Refusal:
            frame, scope = self._in_region(region)
            return self._of_regions(view, region, frame, scope)
        if view.where is not None and not region.passed:
            raise Refusal("elements of a list that a condition chooses", view.where.loc)
        return self._by_reference(view, region, reference)

    def _by_reference(self, view: View, region: ListRegion, reference: Reference) -> RowPlan:
        """The elements of the innermost list refer to what lies elsewhere: each of that is a region."""
        lists = RowLowering(self._library, self._spec, self._plans, self._known)
        entries, fields = lists.entries(region, reference)
        around = Stream(RECORDS, kernel.RegionStart(), kernel.RegionEnd())
        parent = Structure("", RECORDS, around, Start(), None, "")
        prefix = f"{region.listed.name}[*]."
        assert isinstance(region.listed.item, Nested)
        assert isinstance(reference.target.item, Nested)
        index = Num(RECORDS, kernel.Beside(f"{prefix}_index", kernel.Region()), 0, kernel.MOST_ELEMENTS)
        item, name = reference.target.item, reference.target.name
        self._refuse_unmade(reference.target, "process", "type")
        self._refuse_lazy(reference.target)

        def read() -> Structure:
            element = Structure(region.listed.item.type, RECORDS, around, Start(), parent, "")  # type: ignore[union-attr]
            element.index, element.start = index, Start()
            for field_name, number in fields.items():
                beside = kernel.Beside(prefix + field_name, kernel.Region())
                element.fields[field_name] = Num(RECORDS, beside, number.low, min(number.high, HIGHEST))
            place = Place(RECORDS, Start(), Stream(RECORDS, Start(), End(), _FILE), element, name)
            element.fields[name] = found = self._layout.structure(item, place)
            element.position = found.position
            return element

        with self._steps.trial():
            end = read().position
            frame = kernel.RegionFrame(self._steps.naming(RECORDS), end, Const(1))
        element = read()
        self.numbers = dict(reference.numbers)
        self.reference = reference
        return self._of_regions(view, region, frame, Scope(parent, element, RECORDS, index), entries)

    def entries(self, region: ListRegion, reference: Reference) -> tuple[RowPlan, Mapping[str, Num]]:
        """The plan by which a list of references is read, and the numbers that its elements hold."""
        frame, scope = self._in_region(region)
        special: dict[str, Value] = {
            name: Num(RECORDS, kernel.Beside(name, kernel.Region()), LOWEST, HIGHEST) for name in reference.numbers
        }
        context = Context(scope.element, RECORDS, special)
        evaluation = self._layout.evaluation
        fields = {
            name: evaluation.exact(value)
            for name, value in scope.element.fields.items()
            if isinstance(value, Num) and value.domain == RECORDS and value.present is None and not value.is_float
        }
        prefix = f"{region.listed.name}[*]."
        found = {
            LIST: kernel.Region(),
            f"{prefix}_index": Index(),
            PLACE: evaluation.exact(evaluation.number(reference.position, context)).expr,
            BEHIND: evaluation.exact(evaluation.number(reference.end, context)).expr,
            **{prefix + name: number.expr for name, number in fields.items()},
        }
        columns = tuple(kernel.Number(name, "int64", value) for name, value in found.items())
        made = RowPlan(frame, tuple(self._steps.written), RECORDS, columns)
        self._verify(made)
        return made, fields

    def _in_region(self, region: ListRegion) -> tuple[kernel.RegionFrame, Scope]:
        """The elements of a list that lies in a region, one behind the other."""
        checks = self._layout.checks
        self._refuse_unmade(region.holder, "process", "type", more=checks.of_values(region.type))
        inside = Inside(self._plans)
        inside.check_records((region.listed,), region.listed)
        if inside.never_ends(region.listed):
            raise Refusal("elements up to the end of a region that leave a part of a byte", region.listed.loc)
        stream = Stream(RECORDS, Start(), End(), _FILE)
        around = Stream(RECORDS, kernel.RegionStart(), kernel.RegionEnd())
        parent = Structure(region.type, RECORDS, around, Start(), None, "")
        index = Num(RECORDS, Index(), 0, kernel.MOST_ELEMENTS)
        place = Place(RECORDS, Start(), stream, parent, "")
        with self._steps.trial():
            element, end = self._layout.one(region.listed, place, index)
            parent.position = end
            last = self._last(region, parent, element)
            frame = kernel.RegionFrame(self._steps.naming(RECORDS), end, last, region.passed, region.tail.hex())
            parent.position = Start()
        if region.passed and last is not None:
            self._refuse_unchecked(region, last, place, index)
            self._steps.suppose(kernel.Binary("==", last, Const(0)))
        element, _ = self._layout.one(region.listed, place, index)
        self._steps.account(parent, checks.of_entry(region.listed), region.listed.loc)
        assert isinstance(element, Structure)
        return frame, Scope(parent, element, RECORDS, index)

    def _refuse_unmade(self, entry: Entry, *made: str, more: frozenset[StatedCheck] = frozenset()) -> None:
        """Leave checks of a field to objects, but for some kinds, which are made elsewhere; ``more``: others of what
        lies in it."""
        checks = self._layout.checks.of_entry(entry) | more
        refuse((check for check in checks if check.kind not in made), entry.loc)

    def _refuse_lazy(self, entry: Entry) -> None:
        """Objects make no columns of what an element leads to, or of what is decoded: it lies elsewhere than the
        element."""
        if self._layout.lazy is not None:
            raise Refusal("columns by objects of what lies elsewhere than the element", entry.loc)

    def _by_chain(self, view: View) -> RowPlan:
        """The elements of the innermost list lead to each other: the region is the stream that they lie in."""
        self.region, chain = region, chain = chain_of(self._library, self._plans, view)
        self._refuse_lazy(chain.target)
        # That no place comes twice is seen when the chain is followed.
        ruled = self._layout.checks.of_values(region.type)
        self._refuse_unmade(region.listed, "-valid: {unique: …}", "type", more=ruled)
        stream = Stream(RECORDS, Start(), End(), _FILE)
        around = Stream(RECORDS, kernel.RegionStart(), kernel.RegionEnd())
        parent = Structure("", RECORDS, around, Start(), None, "")
        index = Num(RECORDS, Index(), 0, kernel.MOST_ELEMENTS)
        names = {name: f"{region.listed.name}[*].{name}" for name in chain.numbers}

        def read() -> tuple[Structure, kernel.Expr]:
            element = Structure(region.type, RECORDS, around, Start(), parent, "")
            element.index, element.start = index, Start()
            for name, beside in names.items():
                number = kernel.Beside(beside, kernel.Region())
                element.instances[name] = Num(RECORDS, number, LOWEST, HIGHEST)
            place = Place(RECORDS, Start(), stream, element, chain.target.name)
            element.fields[chain.target.name], element.position = self._layout.one(chain.target, place, None)
            self._steps.account(element, self._layout.checks.of_entry(chain.target), chain.target.loc)
            return element, element.position

        with self._steps.trial():
            element, end = read()
            context = Context(element, RECORDS, {"_": element})
            following = self._layout.evaluation.number(Name(chain.following, view.loc, None, "instance"), context)
            at = self._steps.let(RECORDS, chain.following, following.expr)
            element.instances[chain.following] = replace(following, expr=at)
            last = self._layout.evaluation.number(chain.until, context).expr
            frame = kernel.RegionFrame(self._steps.naming(RECORDS), end, last, next=at)
        element, _ = read()
        self.numbers = {beside: chain.numbers[name] for name, beside in names.items()}
        return self._of_regions(view, region, frame, Scope(parent, element, RECORDS, index))

    def _of_regions(
        self, view: View, region: ListRegion, frame: kernel.RegionFrame, scope: Scope, entries: RowPlan | None = None
    ) -> RowPlan:
        """The plan of a view, whose regions objects find, or the kernel; ``entries``: that of lists that refer to
        them."""
        columns = ColumnLowering(
            self._steps, self._layout.evaluation, RECORDS, False, self._layout.lists.each, by_region=True
        )
        made_of: dict[str, kernel.Column] = {}
        where = None if view.where is None or region.passed else view.where
        chosen = None
        if where is not None:
            chosen = self._layout.evaluation.number(where, scope.context()).expr, where.loc
        # Of an element that is left out, no column asks for anything.
        with nullcontext() if chosen is None else self._layout.evaluation.branch(RECORDS, chosen[0]):
            for column in view.columns:
                self._make(made_of, column.id, partial(self._shown, columns, column, scope), chosen)
        if self._by_objects and (chosen is not None or not made_of):
            raise next(iter(self._by_objects.values()))
        outer = [column for column in view.columns if isinstance(made_of.get(column.id), kernel.Outer)]
        made_of |= self._hand([view], frame, [scope], RECORDS)
        made = RowPlan(frame, tuple(self._steps.written), RECORDS, tuple(made_of.values()), entries=entries)
        if chosen is not None:
            made = of_chosen(made, kernel.Binary("!=", chosen[0], Const(0)), chosen[1])
        self._verify(made)
        asked = {node.name for node in nodes_of(made) if isinstance(node, kernel.Beside)}
        self.numbers = {name: number for name, number in self.numbers.items() if name in asked}
        with suppress(Refusal):  # objects find the regions
            names = self._layout.evaluation.names
            self.mirror, table = directory(self._library, self._plans, self._known, view, region, names, self.numbers)
            return replace(made, directory=self._by_block(view, region, table, outer))
        if not self._layout.evaluation.names and entries is None:
            common = self._library, self._plans, self._known, self._spec.root.name
            with suppress(Refusal):  # objects find the regions
                self.whole, table = whole(*common, view, region, self.numbers, outer)
                return replace(made, directory=table)
        return made

    def _by_block(self, view: View, region: ListRegion, table: RowPlan, outer: list[ViewColumn]) -> RowPlan:
        """The plan of pages, with that of the blocks that they lie in, where the kernel finds the pages as well."""
        assert self.mirror is not None
        told = {column.name for column in table.columns}
        shown = [column for column in outer if column.id not in told]
        stream, mirror = region.holder.attribute.stream, self.mirror
        with suppress(Refusal):  # objects find the pages
            self.block, pages = blocks(
                self._library, self._plans, self._known, view, mirror, stream, self.numbers, shown
            )
            return replace(table, directory=pages)
        return table

    def _last(self, region: ListRegion, parent: Structure, element: Value) -> kernel.Expr | None:
        """Whether an element is the last one of its list; None: the list ends with its bytes."""
        count = region.listed.count
        assert count is not None
        if count.kind == "eos":
            return None
        assert count.expr is not None
        found = self._layout.evaluation.number(count.expr, Context(parent, RECORDS, {"_": element}))
        return self._steps.let(RECORDS, "last", found.expr) if weighs_more(_SMALL, found.expr, {}) else found.expr

    def _refuse_unchecked(self, region: ListRegion, last: kernel.Expr, place: Place, index: Num) -> None:
        """What is passed over is only walked: that must be all that it takes to check it."""
        with self._steps.trial():
            self._steps.suppose(last)
            self._layout.one(region.listed, place, index)
            for step in self._steps.written:
                match step:
                    case kernel.Let() | kernel.Elements():
                        continue
                    case kernel.Need(kernel.RECORDS, high=kernel.End()):
                        continue
                    case kernel.Aside(kernel.RECORDS, kernel.Binary("<", Const(0), size)) if self._is_walked(size):
                        continue
                raise Refusal("rules for the element that ends a list", region.listed.loc)

    def _is_walked(self, size: kernel.Expr) -> bool:
        """Whether the walk over a record looks at a size itself."""
        return isinstance(inlined(size, self._steps.names.get(RECORDS, {})), kernel.VarintSize)

    def _shown(self, columns: ColumnLowering, column: ViewColumn, scope: Scope) -> kernel.Column:
        """A column of a view whose innermost list lies in regions."""
        if column.first is not None or column.counted is not None:
            raise Refusal("columns that count, or that have another value in the first row", column.loc)
        stands = column.never or column.members or column.named is not None
        if not stands and not uses_element(column.expr):
            if column.condition is not None:
                raise Refusal("a value of a list further out under a condition", column.loc)
            return columns.outer(column)
        return columns.stated(column, scope.context())

    # --- what is read ------------------------------------------------------------------------------------------------

    def _outermost(self, view: View | None) -> tuple[kernel.Frame, Scope]:
        root = self._plans[self._spec.root.name]
        if root.records is not None:
            entry = root.entries[root.records]
            through = view.lists if view is not None else ()
            is_it = view is not None and self._begins_with_records(view)
            # Without a view, the elements of the only list of structures are the rows.
            alone = view is None and root.rows is entry
            if (is_it or alone) and isinstance(entry.item, Nested):
                frame, scope = self._record(root.type, entry, view)
                return frame, self._through(through, scope)
        if view is not None and not view.plain:
            raise Refusal("elements of lists in lists that aren't those of records", view.loc)
        return self._file(root, view)

    def _begins_with_records(self, view: View) -> bool:
        """Whether the first list that a view goes through is that of the file's records."""
        root = self._plans[self._spec.root.name]
        first = view.lists[0] if view.lists else None
        return root.records is not None and isinstance(first, Name) and first.name == root.entries[root.records].name

    def _through(self, lists: tuple[Expr, ...], scope: Scope) -> Scope:
        """The elements of the last of some lists, each of which the elements of the one before it have."""
        for outer, path in pairwise(lists):
            every = Item(outer, Name("*", NOWHERE, IntValue(), "special"), NOWHERE)
            inside = replaced(path, placeless(every), Name("_", NOWHERE, None, "special"))
            named = {outer.name: scope.element} if isinstance(outer, Name | Member) else {}
            found = self._stepped(inside, scope)
            scope = replace(found, levels={**scope.levels, **named})
        return scope

    def _record(self, root: str, entry: Entry, view: View | None) -> tuple[kernel.Frame, Scope]:
        """The elements of the root's list, one after another to the end of the file."""
        inside = Inside(self._plans)
        inside.check_records(self._plans[root].sequence, entry)
        self._splits = inside.never_ends(entry)
        stream = Stream(RECORDS, Start(), End(), _FILE, whole=True)
        around = Stream(RECORDS, Start(), End(), _FILE, whole=True)
        parent = Structure(root, RECORDS, around, Start(), None, "")
        if self._header is not None:
            parent.owner = self._header.root
        index = Num(RECORDS, Index(), 0, 1 << 40)
        place = Place(RECORDS, Start(), stream, parent, "")
        with self._steps.trial():
            _, end = self._layout.one(entry, place, index)
            frame = self._frame(end, entry)
            usual = list(self._steps.written)
        where = view.where if view is not None and len(view.lists) == 1 else None  # of others it is no record's
        if where is not None:
            condition = self._condition(where, parent, index)
            if self._chooses:
                self._differs = self._is_otherwise(condition, usual, entry, place, index)
            else:
                self._conditional = view
                self._layout.want(condition)
        if entry.attribute.until_zeros:
            self._leave_zeros(entry)
        element, _ = self._layout.one(entry, place, index)
        if entry.attribute.same is not None:
            self._refuse_others(entry.attribute.same, entry, element, parent, index)
        self._steps.account(parent, self._layout.checks.of_entry(entry), entry.loc)
        assert isinstance(element, Structure)
        self._layout.settle(certain=True)
        if self._splits:
            end = kernel.Offset(element.position)
            self._steps.leave(RECORDS, kernel.Binary("!=", end, kernel.Given(kernel.FILE_END)), entry.name)
        return frame, Scope(parent, element, RECORDS, index)

    def _refuse_others(self, key: Expr, entry: Entry, element: Value, parent: Structure, index: Num) -> None:
        """Refuse records that don't give what the first one does; where that can't be read, none is refused."""
        context = Context(parent, RECORDS, {"_": element, "_index": index})
        value = self._layout.lists.comparable(self._layout.evaluation.number(key, context), key)
        unread = kernel.Binary("==", kernel.Given(FIRST_READ), Const(0))
        alike = kernel.any_of(unread, kernel.Binary("==", value, kernel.Given(FIRST_VALUE)))
        self._steps.check(RECORDS, alike, entry.name, None, rule=True)
        self._steps.carry(parent, StatedCheck(entry.index, "-valid: {same: …}"))
        self._alike = key

    def _leave_zeros(self, entry: Entry) -> None:
        """Leave records to objects that may be nothing but zeros: these look whether more than zeros follows."""
        smallest = 0 if entry.count is None else entry.count.smallest // 8
        found = next((kind for kind, size in _FIRST.items() if size <= smallest), None)
        if found is None:
            raise Refusal("records that end at zeros, and may have no bytes", entry.loc)
        self._steps.need(RECORDS, Start(), kernel.Const(_FIRST[found]), Start(), End(), entry.name, None)
        self._steps.leave(RECORDS, kernel.Binary("!=", kernel.Load(found, Start()), kernel.Const(0)), entry.name)

    def _is_otherwise(
        self,
        condition: Callable[[Structure], kernel.Expr],
        usual: list[kernel.Step],
        entry: Entry,
        place: Place,
        index: Num,
    ) -> bool:
        """Whether records are laid out otherwise where a condition holds: it is cheaper to read only those then."""
        with self._steps.trial():
            self._layout.want(condition)
            self._layout.one(entry, place, index)
            self._layout.settle(certain=True)
            return [step for step in self._steps.written if not isinstance(step, kernel.Aside)] != usual

    def _condition(self, where: Expr, root: Structure, index: Num) -> Callable[[Structure], kernel.Expr]:
        """What a record must fulfil to be one of a view's rows."""
        return lambda element: (
            self._layout.evaluation.number(where, Scope(root, element, RECORDS, index).context()).expr
        )

    def _frame(self, end: kernel.Expr, entry: Entry) -> kernel.Frame:
        """How records are found that have just been read and end there."""
        at = entry.loc
        names = self._steps.names.get(RECORDS, {})
        if not weighs_more(_SMALL, end, names):
            found = framed(inlined(end, names))
            if isinstance(found, kernel.FixedFrame) and found.size < 1:
                raise Refusal("records of no bytes", at)
            if found is not None:
                return found
        if not is_named(end, names):
            raise Refusal("records whose end only shows when they are read by what the header says", at)
        return kernel.WalkFrame(self._steps.naming(RECORDS), end)

    def _file(self, root: RecordPlan, view: View | None) -> tuple[kernel.Frame, Scope]:
        """The whole file is one record."""
        stream = Stream(RECORDS, Start(), End())
        place = Place(RECORDS, Start(), stream, None, "")
        element = self._layout.structure(Nested(root.type, ()), place)
        if not any(plan.placed for plan in self._plans.values()):
            self._steps.slack(RECORDS, difference(End(), element.position), "", None)
        scope = Scope(element, element, RECORDS, Num(RECORDS, Const(0), 0, 0))
        if view is None:
            if root.rows is not None:
                scope = self._each(element.fields[root.rows.name], scope, root.entries[0].loc)
        elif view.each is not None:
            scope = self._stepped(view.each, scope)
        return kernel.WholeFrame(), scope

    def _stepped(self, each: Expr, scope: Scope) -> Scope:
        return self._each(self._layout.evaluation.value(each, scope.context()), scope, each.loc)

    def _each(self, value: Value, scope: Scope, at: Location) -> Scope:
        if not isinstance(value, Sequence):
            raise Refusal("elements of something that isn't a list", at)
        child, element = self._layout.lists.each(value, Name("", at))
        if not isinstance(element, Structure):
            raise Refusal("elements that aren't structures", at)
        index = Num(child, Index(), 0, kernel.MOST_ELEMENTS)
        return Scope(scope.root, element, child, index, listed=value.entry)

    def _inner(self, view: View, scope: Scope) -> tuple[View, Scope]:
        root: Value = scope.element
        if view.inner_path is not None:
            root = self._layout.evaluation.value(
                view.inner_path, Context(scope.element, scope.domain, {"_": scope.element, "_index": scope.index})
            )
        if not isinstance(root, Structure):
            raise Refusal("a view of something that isn't a structure", view.loc)
        inner = next(v for v in self._library.spec_of(root.type).views if v.name == view.inner)
        found = Scope(root, root, scope.domain, Num(scope.domain, Const(0), 0, 0))
        return inner, self._stepped(inner.each, found) if inner.each is not None else found

    # --- what is shown -----------------------------------------------------------------------------------------------

    def _column(self, columns: ColumnLowering, column: ViewColumn, context: Context, counted: bool) -> kernel.Column:
        if column.named is not None:
            raise Refusal("columns with values that others stand for", column.loc)
        if not counted:
            return columns.stated(column, context)
        if isinstance(column.expr, Name) and column.expr.name == "_row" and column.condition is None:
            return kernel.Number(column.id, named_type(column.type_name or "s8"), Index())
        if column.members or column.never or column.condition is not None or column.counted is not None:
            raise Refusal("such a column repeated for each row", column.loc)
        found = columns.stated(column, context)
        if not isinstance(found, kernel.Number) or found.valid is not None:
            raise Refusal("such a column repeated for each row", column.loc)
        fits = None if found.fits is None else lowered(found.fits, 1)
        return kernel.Number(found.name, found.type, lowered(found.value, 1), None, fits)

    def _member(self, columns: ColumnLowering, element: Structure, member: Attribute | ValueInstance) -> kernel.Column:
        """A column of a spec that states no views."""
        return columns.member(element, member)

    def _cells(self, stated: CellPivot, columns: ColumnLowering, scope: Scope) -> kernel.Cells:
        evaluation = self._layout.evaluation
        number = Num(scope.domain, kernel.Given(kernel.COLUMN), 0, kernel.MOST_ELEMENTS)
        context = scope.context(_column=number)
        listed = evaluation.unrolled(stated.cell, context)
        name = listed.unrolled if listed is not None else ""
        return kernel.Cells(name, columns.variants(listed, stated.cell, context))

    def _members(self, stated: Variants, columns: ColumnLowering, scope: Scope) -> kernel.Cells:
        """The columns of a structure whose members an entry of a list names that the record chooses."""
        evaluation = self._layout.evaluation
        structure = evaluation.value(stated.of, scope.context())
        cells = self._library.types[structure.type].cells if isinstance(structure, Structure) else None
        if not isinstance(structure, Structure) or cells is None or stated.among is None or stated.each is None:
            raise Refusal("columns that other structures name", stated.loc)
        number = Num(scope.domain, kernel.Given(kernel.COLUMN), 0, kernel.MOST_ELEMENTS)
        context = Context(structure, scope.domain, {"_column": number, "_index": number})
        listed = evaluation.unrolled(cells.cell, context)
        described = evaluation.value(cells.each, context)
        if listed is None or not isinstance(described, HeldEntry) or described.list != placeless(stated.among):
            raise Refusal("columns that don't lie in a list which an entry of the option describes", stated.loc)
        return kernel.Cells(listed.unrolled, columns.variants(listed, cells.cell, context))

    def _pivot(self, view: View, scope: Scope, count: Num | None) -> kernel.Pivot:
        stated = view.pivot
        assert stated is not None
        inside = self._stepped(stated.each, scope)
        context = inside.context()
        vector = self._layout.evaluation.value(stated.vector, context)
        if not isinstance(vector, Sequence) or vector.domain != inside.domain or count is None:
            raise Refusal("vectors that don't lie in the elements of the pivot", stated.loc)
        if difference(_unguarded(vector.count.expr), lowered(count.expr, 1)) != Const(0):
            raise Refusal("vectors that have another length than there are rows", stated.loc)
        present: kernel.Expr = Const(1)
        validity: kernel.Expr = Const(0)
        if vector.validity is not None:
            bits = vector.validity.entry.item
            if not isinstance(bits, Bits) or bits.width != 1 or bits.order != "le":
                raise Refusal("validity bits in another order", vector.validity.entry.loc)
            validity = vector.validity.address
            nulls = vector.validity.present
            present = Const(2) if nulls is None else Select(nulls, Const(2), Const(1))
        if any(one is not None and one.bits != Const(0) for one in (vector, vector.validity)):
            raise Refusal("a vector of bits that begins inside a byte", vector.entry.loc)
        if vector.present is not None:
            present = Select(vector.present, present, Const(0))
        return kernel.Pivot(
            inside.domain,
            self._layout.evaluation.number(stated.key, context).expr,
            vector.case if vector.case is not None else Const(0),
            pivot_cases(self._library, self._plans, vector.entry.item, stated.loc),
            present,
            validity,
            vector.address,
            inside.element.path,
            vector.offsets.address if vector.offsets is not None else None,
            vector.offsets.entry.item.kind if vector.offsets is not None else "",  # type: ignore[union-attr]
            tuple(self._property(one, context) for one in stated.properties if not self._is_case(one, vector)),
        )

    def _property(self, stated: Property, context: Context) -> kernel.Property:
        """What is said of a vector beside its values."""
        kind = stated.value.type
        assert isinstance(kind, EnumValue)
        numbers = tuple(sorted(entry.value for entry in self._library.enums[kind.enum].entries))
        return kernel.Property(stated.id, self._layout.evaluation.number(stated.value, context).expr, numbers)

    def _is_case(self, stated: Property, vector: Sequence) -> bool:
        """Whether a property is what decides how the values of a vector are stored."""
        item = vector.entry.item
        case = item.blame if isinstance(item, Choice) else None
        found = blame(self._library, stated.value)
        return case is not None and found is not None and (case.owner, case.field) == (found.owner, found.field)


def _unguarded(count: kernel.Expr) -> kernel.Expr:
    """The length that a list has where it is there."""
    return count.then if isinstance(count, Select) and count.otherwise == Const(0) else count
