"""Row plans: how the kernel makes the rows of a view, or why it can't.

Types are read symbolically: the position of a field is an expression over earlier fields, of which the first is where
its record, or the element of its list, begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import nullcontext
from dataclasses import replace
from functools import partial

from bytewright.kernels import plan as kernel
from bytewright.kernels.plan import Const, Index, RowPlan, Select
from bytewright.kernels.program.specialize_encoding import nodes_of
from bytewright_codegen.analysis.blame import blame
from bytewright_codegen.analysis.sizes import Sizes
from bytewright_codegen.ir.expressions import Name
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.location import Location
from bytewright_codegen.ir.schema import Attribute, Spec, ValueInstance
from bytewright_codegen.ir.values import ArrayValue, EnumValue, StructValue
from bytewright_codegen.ir.views import CellPivot, Property, Variants, View, ViewColumn
from bytewright_codegen.lowering.expressions.arithmetic import difference, lowered
from bytewright_codegen.lowering.expressions.header import placeless
from bytewright_codegen.lowering.expressions.steps import not_too_deep
from bytewright_codegen.lowering.expressions.values import (
    TOO_MUCH,
    Context,
    HeldEntry,
    Num,
    Refusal,
    Sequence,
    Structure,
)
from bytewright_codegen.lowering.layout.chosen_elements import has_lists, of_chosen, read_chosen
from bytewright_codegen.lowering.layout.columns import ColumnLowering, named_type, shown_members
from bytewright_codegen.lowering.layout.lazy_fields import Lazy, by_structure
from bytewright_codegen.lowering.layout.lists import Unrolls
from bytewright_codegen.lowering.layout.regions import region_of
from bytewright_codegen.lowering.layout.varints import spelled, varint_value
from bytewright_codegen.lowering.layout.vector_cases import pivot_cases
from bytewright_codegen.lowering.read.arranged import comparable, complete, unarranged
from bytewright_codegen.lowering.read.counted_entries import counting
from bytewright_codegen.lowering.read.record_rows import RecordRows
from bytewright_codegen.lowering.read.records import asks_for_records
from bytewright_codegen.lowering.read.region_rows import RegionRows
from bytewright_codegen.lowering.read.row_plans import NoPlan, Rows, Scope
from bytewright_codegen.plans.reading import Bits, Choice, Nested, RecordPlan

_MOST_ROWS = 1 << 20
"""Rows of one element that the kernel looks at one by one."""
_MOST_ROUNDS = 8
"""How often a view is looked at for fields that objects read."""


def rows(
    library: Library,
    spec: Spec,
    plans: Mapping[str, RecordPlan],
    known: Sizes,
    view: View | None = None,
    others: Set[Lazy] = frozenset(),
    *,
    before: bool = False,
) -> Rows | NoPlan:
    """The row plan of a view.

    Args:
        library: the resolved specs.
        spec: the one that the view belongs to.
        plans: record plans of all types of the library, by absolute name.
        known: sizes.
        view: the view; None: the default view of a spec that states none.
        others: the fields that readers of other specs can leave until somebody asks for them.
        before: whether the view shows what stands before the file's records.
    """
    if before and view is not None:
        if view.each is None and view.rows is None:
            return NoPlan("all that it shows stands before the records, and is one row", view.loc)
        return _read(library, spec, preceding(spec, plans), known, view)
    if asks_for_records(plans[spec.root.name], view):
        plans = _as_one_record(spec, plans)
    plain = unarranged(view)
    found = _read(library, spec, plans, known, plain)
    if isinstance(found, Rows):
        return _with_whole(library, spec, plans, known, view, found) if plain is view else found
    root, chain = plans[spec.root.name], _chain(library, plain)
    of_file = chain[0].each is None if chain else root.rows is None
    if not _has_records(root, chain) or (of_file and found.reason == TOO_MUCH):
        return found
    effort = replace(library.effort)
    by_column = _read(library, spec, plans, known, plain, {}, others)
    library.effort.spent, library.effort.built = effort.spent, effort.built
    return complete(by_column, plain) if isinstance(by_column, Rows) else found


def preceding(spec: Spec, plans: Mapping[str, RecordPlan]) -> dict[str, RecordPlan]:
    """Plans by which a file is what stands before its records."""
    root = plans[spec.root.name]
    return {**plans, root.type: replace(root, entries=root.entries[: root.records], records=None)}


def _as_one_record(spec: Spec, plans: Mapping[str, RecordPlan]) -> dict[str, RecordPlan]:
    """Plans by which a file is one record."""
    return {**plans, spec.root.name: replace(plans[spec.root.name], records=None)}


def lazy_inside(
    library: Library, spec: Spec, plans: Mapping[str, RecordPlan], known: Sizes, others: Set[Lazy]
) -> frozenset[Lazy]:
    """The fields that objects read only where a column asks for them, where what a spec describes lies in a record of
    another spec; ``others``: what readers of those that it imports can leave. See `rows`."""
    as_one, effort = _as_one_record(spec, plans), replace(library.effort)
    try:
        with not_too_deep(spec.loc):
            return by_structure(RowLowering(library, spec, as_one, known, lazy={}, others=others).whole_file(), plans)
    except Refusal:
        return frozenset()  # of such a record, objects make all
    finally:
        library.effort.spent, library.effort.built = effort.spent, effort.built


def _with_whole(
    library: Library, spec: Spec, plans: Mapping[str, RecordPlan], known: Sizes, view: View | None, found: Rows
) -> Rows:
    """The row plan with one beside it that takes a small file for one record: of records that are read by what precedes
    them, as they are counted there or laid out, where the kernel can read that as well."""
    root, plan = plans[spec.root.name], found.plan
    led = root.counted or found.givens or found.tables or found.lists
    chain = _chain(library, view)
    named = all(one.pivot is None and one.cells is None and one.variants is None for one in chain)
    if root.records is None or not led or not named or isinstance(plan.frame, kernel.WholeFrame | kernel.RegionFrame):
        return found
    if any(one.placed for one in plans.values()):
        return found  # bytes that no field describes are noticed by objects
    effort = replace(library.effort)
    try:
        with not_too_deep(spec.loc):
            made = RowLowering(library, spec, _as_one_record(spec, plans), known).rows(view)
    except Refusal:
        return found
    finally:
        library.effort.spent, library.effort.built = effort.spent, effort.built
    asks = made.givens or made.tables or made.lists or made.plan.sized or made.plan.mixed or made.alike
    if asks or not isinstance(made.plan.frame, kernel.WholeFrame):
        return found
    return replace(found, plan=replace(plan, whole=made.plan))


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
    """Whether each step of a view is the file, a record of it, or an element of a list in its sequence or in lists, of
    whose rows objects may make some of the columns; ``chain``: the view, and those inside of it."""
    if not chain:
        return root.rows is None or (not root.rows.placed and isinstance(root.rows.item, Nested))
    for view in chain:
        named = view.pivot is None and view.cells is None and view.variants is None and view.decode is None
        whole = view.first is None and view.files is None and not view.requirements and not view.metadata
        if not (named and whole):
            return False
    view = chain[0]
    if len(view.lists) > 1 or view.each is None:
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
    others: Set[Lazy] = frozenset(),
) -> Rows | NoPlan:
    """The row plan of a view; ``lazy``: fields that objects read, and as many more as it takes (None: the kernel reads
    all fields, and makes all columns), those of other specs only if they are among ``others``."""
    refused: Refusal | None = None
    mixed: Rows | None = None
    # Integers that groups of bits spell are read as a whole, unless the groups are shown, too.
    spell = any(spelled(library, plans, type) and not varint_value(library, plans, type) for type in plans)
    for integers in (True, False) if spell else (False,):
        for taken, chooses, unrolls in _ways(library, spec, plans, view):
            try:
                with not_too_deep(spec.loc):
                    making = partial(
                        RowLowering, library, spec, taken, known, chooses=chooses, integers=integers, unrolls=unrolls
                    )
                    found = _settled(making, spec, view, lazy, others)
                if taken is not plans and (found.reference is not None or found.counted is not None):
                    raise Refusal("what elements of records refer to, or count", spec.loc)
                if not chooses or not found.differs or lazy is not None:
                    return found if mixed is None else _beside(found, mixed)
                mixed = found
            except Refusal as refusal:
                usual = not integers and not chooses and taken is plans
                refused = refusal if usual and (refused is None or unrolls == "entries") else refused
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
    making: Callable[..., RowLowering],
    spec: Spec,
    view: View | None,
    lazy: Mapping[Lazy, Refusal] | None,
    others: Set[Lazy],
) -> Rows:
    """The same in one way: what objects read in one place of a type, they read in all.

    Raises:
        Refusal: there is none.
    """
    for _ in range(_MOST_ROUNDS):
        lowering = making(lazy=lazy, others=others)
        found = lowering.rows(view)
        if lazy is None or len(found.lazy) == len(lazy):
            return found
        lazy = found.lazy
    raise Refusal("fields of which objects read some in one place and others in another", spec.loc)


def _ways(
    library: Library, spec: Spec, plans: Mapping[str, RecordPlan], view: View | None
) -> Iterator[tuple[Mapping[str, RecordPlan], bool, Unrolls]]:
    """In which ways a file may be read, the best first: by which plans; whether records that a view leaves out are
    read as well, each of which costs more where objects read it; and which lists are written out, an element for each
    column, which no column can show."""
    root, chain = plans[spec.root.name], _chain(library, view)
    by_column = any(one.cells is not None or one.variants is not None for one in chain)
    unrolls: Unrolls = "all" if root.records is None or by_column or not _show_lists(library, chain) else "entries"
    if view is not None and view.where is not None:
        yield plans, True, unrolls
    yield plans, False, unrolls
    count = root.entries[root.records].count if root.records is not None else None
    if count is not None and (count.kind == "expr" or (view is not None and len(view.lists) > 1)):
        # Records that need more of what precedes them than numbers are elements of one record, the file; and objects
        # read those that lead to regions anywhere in it.
        yield _as_one_record(spec, plans), False, unrolls
    if unrolls != "all":
        yield plans, False, "all"
    if not by_column:
        yield plans, False, "none"


def _show_lists(library: Library, chain: list[View]) -> bool:
    """Whether a column of a view may show a list; ``chain``: the view, and those inside of it."""
    columns = [column for view in chain for column in view.columns]
    return not chain or any(column.members or has_lists(library.types, column.expr.type) for column in columns)


class RowLowering(RecordRows, RegionRows):
    """Makes the row plan of a view, in one way; see `rows`."""

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

    def whole_file(self) -> Mapping[Lazy, Refusal]:
        """What objects read of a file that is the only record.

        Raises:
            Refusal: the kernel can't read it.
        """
        self._file(self._plans[self._spec.root.name], None)
        return self._layout.lazy or {}

    def _lies_in_regions(self, view: View) -> bool:
        """Whether the innermost list of a view is read by itself, and not with the record, or the file, that has it."""
        if self._before or self._begins_with_records(view):
            return False
        if self._plans[self._spec.root.name].records is not None or self._leads_on(view):
            return True
        try:
            region_of(self._plans, view)
        except Refusal:
            return False
        return True

    def plan(self, view: View | None) -> RowPlan:
        """The plan alone; see `rows`."""
        if view is not None:
            _refuse_other_rows(view)
        if view is not None and not self._before and not self._begins_with_records(view):
            found_counts = counting(self._library, self._plans, self._known, view)
            if found_counts is not None:
                self.counted, table = found_counts
                return table
        if view is not None and len(view.lists) > 1 and self._lies_in_regions(view):
            return self._in_lists(view)
        if view is not None and (view.order is not None or view.selections):
            raise Refusal("elements in an order of their own, or chosen by options", view.loc)
        self._layout.explores = view is not None and view.variants is not None
        self._layout.asks_places = not self._layout.explores
        frame, scope = self._outermost(view)
        self._layout.evaluation.complete = True
        chain, chosen = self._views(view, scope)
        if chain:
            scope = chain[-1][1]
        known = None if chosen is None else chosen[0]
        if chosen is not None and (again := self._again(chain, *chosen)) is not None:
            scope, known = again
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
        asked = nullcontext() if known is None else self._layout.evaluation.branch(scope.domain, known)
        # Those that no condition leaves out have rows.
        each = chosen if count is None or counted else None
        with asked:
            for stated, where in chain:
                for column in stated.columns:
                    if column.id not in found and column.id not in self._by_objects:
                        context = where.context() if shown == scope.domain else where.context_of_rows(shown)
                        self._make(found, column.id, partial(self._column, columns, column, context, counted), each)
        if not chain:
            for member in shown_members(self._library.types[scope.structure.type]):
                assert member.id is not None
                self._make(found, member.id, partial(self._member, columns, scope.structure, member), each)
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

    def _views(
        self, view: View | None, scope: Scope
    ) -> tuple[list[tuple[View, Scope]], tuple[kernel.Expr, Location] | None]:
        """A view, its inner view, and so on, with what each shows; and the condition that chooses elements of the
        first."""
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
        return chain, chosen

    def _again(
        self, chain: list[tuple[View, Scope]], condition: kernel.Expr, at: Location
    ) -> tuple[Scope, kernel.Expr] | None:
        """The elements that a condition chooses, read once more where a column shows a list in them, and the condition
        over these; None: none does."""
        view, scope = chain[0]
        root = self._plans[self._spec.root.name]
        listed = scope.listed
        if listed is None and root.records is not None and self._begins_with_records(view):
            listed = root.entries[root.records]
        if len(chain) > 1 or listed is None or view.where is None or not self._shows_lists(view):
            return None
        if not isinstance(scope.element, Structure):
            return None  # no list lies in it
        element, index = read_chosen(self._layout, self._steps, listed, scope.element, scope.index, condition, at)
        scope = replace(scope, element=element, domain=element.domain, index=index)
        return scope, self._layout.evaluation.number(view.where, scope.context()).expr

    def _shows_lists(self, view: View) -> bool:
        """Whether a column of a view, each of whose elements is one row, may show a list."""
        alone = view.rows is None and view.pivot is None and view.cells is None and view.variants is None
        return alone and _show_lists(self._library, [view])

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

    # --- what is shown -----------------------------------------------------------------------------------------------

    def _column(self, columns: ColumnLowering, column: ViewColumn, context: Context, counted: bool) -> kernel.Column:
        if not counted:
            return comparable(columns.stated(column, context), column)
        if isinstance(column.expr, Name) and column.expr.name == "_row" and column.condition is None:
            return kernel.Number(column.id, named_type(column.type_name or "s8"), Index())
        if column.members or column.never or column.named or column.condition is not None or column.counted is not None:
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
        listed = evaluation.elements.unrolled(stated.cell, context)
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
        listed = evaluation.elements.unrolled(cells.cell, context)
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
            inside.structure.path,
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


def _refuse_other_rows(view: View) -> None:
    """Refuse a view whose rows aren't elements of the file's lists, or not these alone."""
    if view.decode is not None:
        raise Refusal("rows that a library decodes", view.decode.loc)
    if view.first is not None:
        raise Refusal("a first row that is none of the elements", view.first.loc)
    if view.files is not None or view.requirements or view.metadata:
        raise Refusal("what the beginning of a file says of all of it", view.loc)


def _unguarded(count: kernel.Expr) -> kernel.Expr:
    """The length that a list has where it is there."""
    return count.then if isinstance(count, Select) and count.otherwise == Const(0) else count
