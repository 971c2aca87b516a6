"""``views.py``: the views of a codec, as data and small functions; ``schema.py``: their Arrow schemas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from bytewright_codegen.analysis.routes import Fork, Tests, branches, ends_of, route_of
from bytewright_codegen.backends.python.arrow_types import ArrowTypes, members, named
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.column_values import column_value, from_element
from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.backends.python.naming import field_name
from bytewright_codegen.backends.templates import render
from bytewright_codegen.backends.views.pivot_views import (
    CellsView,
    PivotView,
    VariantsView,
    cells_of,
    named_cells,
    pivot_of,
    variants_of,
)
from bytewright_codegen.backends.views.region_views import (
    DecodeView,
    RegionView,
    counted_elements,
    decoded_files,
    field_of,
    region_of,
)
from bytewright_codegen.backends.views.view_inverses import cases_by, place_of, placed_by, said_by, way_to
from bytewright_codegen.ir.expressions import Conditional, Expr, Member, Name
from bytewright_codegen.ir.schema import Attribute, TypeDef, ValueInstance
from bytewright_codegen.ir.views import FileChoice, View, ViewColumn
from bytewright_codegen.ir.walk import children, level_of, names_in
from bytewright_codegen.lowering.read.handed import Handed, column_of
from bytewright_codegen.lowering.read.records import asks_for_records
from bytewright_codegen.lowering.read.row_plans import Rows
from bytewright_codegen.plans.reading import Nested
from bytewright_codegen.semantics.values import is_union

Paths = frozenset[tuple[str, ...]]


class ColumnWay(NamedTuple):
    """Where what a column shows is stored where conditions hold: these as source, the path, and these themselves."""

    condition: str
    path: tuple[str, ...]
    tests: Tests


@dataclass(frozen=True)
class ColumnView:
    """A column, as source."""

    id: str
    type: str
    form: str
    value: str
    nullable: bool
    per_row: bool
    path: tuple[str, ...]
    doc: str
    ways: tuple[ColumnWay, ...] = ()
    by_objects: str = ""
    handed: str = ""
    shape: tuple[int, ...] = ()

    @property
    def is_member(self) -> bool:
        """Whether it shows what its element stores, and nothing else."""
        return len(self.path) == 2 and self.path[0] == "element" and self.value == f"scope.element.{self.path[1]}"


@dataclass(frozen=True)
class SelectionView:
    """What an option chooses, as source; ``level``, and the first of a bound, say the elements of which lists are
    looked at."""

    option: str
    key: str
    level: int
    equals: str
    through: tuple[int, str] | None
    start: tuple[int, str] | None


@dataclass(frozen=True)
class FilesView:
    """Which files an option chooses, as source."""

    option: str
    value: str
    names: str | None
    known: dict[str, int]


@dataclass(frozen=True)
class ViewView:
    """A view, as source."""

    constant: str
    name: str
    default: bool
    doc: str
    each: str
    each_field: str
    rows: str
    columns: list[ColumnView]
    pivot: PivotView | None
    inner: str
    inner_root: str
    each_path: tuple[str, ...]
    rows_path: tuple[str, ...]
    inner_path: tuple[str, ...]
    where: str = ""
    says: tuple[tuple[tuple[str, ...], Any], ...] = ()
    cells: CellsView | None = None
    of_header: bool = False
    variants: VariantsView | None = None
    deeper: tuple[str, ...] = ()
    list_paths: tuple[tuple[str, ...], ...] = ()
    left: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    order: str = ""
    order_level: int = 0
    selections: tuple[SelectionView, ...] = ()
    decode: DecodeView | None = None
    first: str = ""
    files: FilesView | None = None
    requirements: tuple[tuple[str, str], ...] = ()
    metadata: tuple[ColumnView, ...] = ()
    spared: int = 0
    region: RegionView | None = None
    counted: str = ""
    by_number: tuple[str, ...] = ()
    lazy: tuple[str, ...] = ()

    @property
    def pivoted(self) -> str:
        """What names columns beyond those that are stated; empty: nothing does."""
        if self.decode is not None:
            return "the payload"
        found = self.pivot or self.cells or self.variants
        return found.each_id if found is not None else ""


@dataclass(frozen=True)
class ColumnsOf:
    """All columns of a view that a spec fixes, inner ones included; ``pivot``: what names the rest, if any."""

    columns: list[ColumnView]
    pivot: str


def columns_of(plans: CodecPlans, view: ViewView) -> ColumnsOf:
    """The columns of a view with those of its inner view, in their order."""
    if not view.inner:
        return ColumnsOf(view.columns, view.pivoted)
    stated = next(v for v in plans.spec.views if v.name == view.name)
    target = _inner_type(stated)
    other = plans.library.spec_of(target) if target is not None else plans.spec
    inner_plans = plans if other is plans.spec else plans.of(other)
    inner = next(v for v in rendered_views(inner_plans) if v.name == stated.inner)
    below = columns_of(inner_plans, inner)
    own = {c.id for c in view.columns}
    return ColumnsOf([*view.columns, *(c for c in below.columns if c.id not in own)], below.pivot)


def views(plans: CodecPlans) -> str:
    """Source of a codec's ``views.py``."""
    rendered = rendered_views(plans)
    cells = named_cells(plans)
    imported: dict[str, set[str]] = {}
    for view in plans.spec.views:
        if view.inner is not None:
            target = _inner_type(view)
            if target is not None and target.split("::")[0] != plans.spec.id:
                imported.setdefault(target.split("::")[0], set()).add(view.inner.upper())
    return render(
        "views.py.jinja",
        spec=plans.spec,
        views=rendered,
        cells=cells,
        models=sorted({*plans.own_enums(plans.enums), plans.naming.types[plans.naming.spec]}),
        foreign_enums=plans.foreign_enums(plans.enums),
        imports=[(m, [(n, f"{m}_{n}".upper()) for n in sorted(names)]) for m, names in sorted(imported.items())],
    )


def rendered_views(plans: CodecPlans) -> list[ViewView]:
    """The views of a codec as source, the default one first."""
    found = [_view(plans, v) for v in plans.spec.views]
    if not found:
        found = [_default(plans)]
    return sorted((_by_column(plans, view) for view in found), key=lambda v: not v.default)


def _by_column(plans: CodecPlans, view: ViewView) -> ViewView:
    """A view, with what it leaves to objects where the kernel reads it."""
    rows = plans.rows[view.name]
    if not isinstance(rows, Rows) or not (rows.lazy or rows.by_objects):
        return view
    reasons = {name: refusal.reason for name, refusal in rows.by_objects.items()}
    handed = {name: _handed(one) for name, one in rows.handed.items() if isinstance(one, Handed)}
    columns = [
        replace(column, by_objects=reasons.get(column.id, ""), handed=handed.get(column.id, ""))
        for column in view.columns
    ]
    own = {column.id for column in columns}
    left = {name: (reason, handed.get(name, "None")) for name, reason in reasons.items() if name not in own}
    return replace(view, columns=columns, left=left, lazy=tuple(sorted(map(str, plans.lazy_of(view.name)))))


def _handed(found: Handed) -> str:
    """What objects are handed for a column, as source."""
    spans = [
        (tuple(map(field_name, (*one.way, one.field))), one.depth, f"{one.owner}.{one.field}", one.start, one.size)
        for one in found.spans
    ]
    values = tuple((tuple(map(field_name, path)), column_of(path)) for path in found.values)
    return f"rt.Handed(({''.join(f'rt.HandedSpan{span!r}, ' for span in spans)}), {values!r})"


def _inner_type(view: View) -> str | None:
    kind = view.inner_path.type if view.inner_path is not None else None
    return getattr(kind, "type", None)


def _view(plans: CodecPlans, view: View) -> ViewView:
    types = ArrowTypes(plans)
    special = {
        "_": "scope.element",
        "_index": "scope.index",
        "_row": "scope.row",
        "_column": "scope.column",
        "_offset": "rt.start_of(scope.element)",
        "_length": "rt.length_of(scope.element)",
    }
    lists = view.lists
    names = {passed.name: i for i, passed in enumerate(lists[:-1]) if isinstance(passed, Name | Member)}
    special |= {name: f"scope.levels[{level}]" for name, level in names.items()}
    outer = PythonExpressions(plans.naming, "scope.root", special, "scope.options", plans.absence.is_optional)
    shown = PythonExpressions(plans.naming, "scope.root", special, "scope.options", plans.absence.leads_nowhere)
    inner, inner_root = "", ""
    if view.inner is not None:
        target = _inner_type(view)
        module = target.split("::")[0] if target is not None else plans.spec.id
        inner = view.inner.upper() if module == plans.spec.id else f"{module}_{view.inner}".upper()
        element = PythonExpressions(plans.naming, "scope.element", special, "scope.options")
        inner_root = element(view.inner_path) if view.inner_path is not None else "scope.element"
    stored = frozenset(place_of(c.expr, names, placed_by(plans)) for c in view.columns if c.condition is None)
    return ViewView(
        constant=view.name.upper(),
        name=view.name,
        default=view.default or len(plans.spec.views) == 1,
        doc=view.doc,
        each=shown(lists[0]) if lists else "",
        each_field=_each_field(plans, view),
        rows=outer(view.rows) if view.rows is not None else "",
        columns=[
            _column(types, shown, c, names, has_first=view.first is not None, stored_paths=stored) for c in view.columns
        ],
        decode=decoded_files(plans, outer, view.decode) if view.decode is not None else None,
        first=outer(view.first) if view.first is not None else "",
        files=_files(outer, view.files) if view.files is not None else None,
        requirements=tuple((outer(one.holds), field_of(plans, outer, one.field)) for one in view.requirements),
        metadata=tuple(_column(types, shown, c, names) for c in view.metadata),
        pivot=pivot_of(plans, types, outer, view) if view.pivot is not None else None,
        inner=inner,
        inner_root=inner_root,
        each_path=way_to(view.each, placed_by(plans)) if len(lists) < 2 else (),
        rows_path=way_to(view.rows) if view.each is None or _is_of_element(view.rows) else (),
        inner_path=way_to(view.inner_path),
        where=outer(view.where) if view.where is not None else "",
        says=said_by(plans, view.where),
        cells=cells_of(plans, types, outer, view) if view.cells is not None else None,
        variants=variants_of(plans, types, outer, view) if view.variants is not None else None,
        of_header=plans.of_header(view),
        deeper=tuple(shown(from_element(passed)) for passed in lists[1:]),
        list_paths=_list_paths(plans, lists),
        spared=plans.spared_level(view),
        order=outer(view.order) if view.order is not None else "",
        order_level=level_of(view.order, names) if view.order is not None else 0,
        selections=tuple(
            SelectionView(
                selection.option,
                outer(selection.key),
                level_of(selection.equals, names),
                outer(selection.equals),
                *(
                    (level_of(bound, names), outer(bound)) if bound is not None else None
                    for bound in (selection.through, selection.start)
                ),
            )
            for selection in view.selections
        ),
        region=region_of(plans, outer, plans.rows[view.name]),
        counted=counted_elements(plans, outer, plans.rows[view.name]),
        by_number=_by_number(view),
    )


def _by_number(view: View) -> tuple[str, ...]:
    """The columns that rest on the numbers of records in the file; see `bytewright.schema.view.View`."""
    if any(_asks_number(expr, view) for expr in (view.where, view.rows, view.inner_path, *view.lists[1:])):
        return tuple(column.id for column in view.columns) or ("*",)
    said = ((column.id, (column.expr, column.condition, column.first)) for column in view.columns)
    return tuple(id for id, exprs in said if any(_asks_number(expr, view) for expr in exprs))


def _asks_number(expr: Expr | None, view: View) -> bool:
    """Whether an expression asks for the number of an element of the outermost list."""
    if expr is None:
        return False
    if isinstance(expr, Name) and expr.name == "_index" and len(view.lists) < 2:
        return True
    if isinstance(expr, Member) and expr.name == "_index" and expr.binding == "special":
        return True
    return any(_asks_number(child, view) for child in children(expr))


def _list_paths(plans: CodecPlans, lists: Sequence[Expr]) -> tuple[tuple[str, ...], ...]:
    """Where lists in lists are stored; see `bytewright.schema.view.View`."""
    if len(lists) < 2:
        return ()
    placed, cases = placed_by(plans), cases_by(plans)
    paths = (way_to(lists[0], placed), *(way_to(from_element(passed), placed, cases) for passed in lists[1:]))
    return paths if all(paths) else ()


def _files(expressions: PythonExpressions, files: FileChoice) -> FilesView:
    return FilesView(files.option, expressions(files.value), files.names, dict(files.known))


def _column(
    types: ArrowTypes,
    expressions: PythonExpressions,
    column: ViewColumn,
    levels: Mapping[str, int],
    *,
    has_first: bool = False,
    stored_paths: Paths = frozenset(),
) -> ColumnView:
    kind, form, nullable = types.of_column(column)
    value = column_value(types, expressions, column)
    if column.first is not None:
        first = expressions(column.first)
        value = value if first == value else f"({first} if scope.index < 0 else {value})"
    elif has_first and any(name.name in ("_", "_offset", "_length") for name in names_in(column.expr)):
        value = f"(None if scope.index < 0 else {value})"
    shows = not (column.never or column.members or column.named or column.counted or column.first)
    stored = shows and column.condition is None
    return ColumnView(
        id=column.id,
        type=kind,
        form=form,
        value=value,
        nullable=nullable,
        per_row="scope.row" in value,
        path=place_of(column.expr, levels, placed_by(types.plans), cases_by(types.plans)) if stored else (),
        doc=column.doc,
        ways=_ways(types, expressions, column, levels, stored_paths) if shows else (),
        shape=types.shape_of_column(column),
    )


def _ways(
    types: ArrowTypes, expressions: PythonExpressions, column: ViewColumn, levels: Mapping[str, int], shown: Paths
) -> tuple[ColumnWay, ...]:
    """Where the value of a column is stored, as conditions decide; see `bytewright.schema.view.Column`.

    Args:
        types: what columns show.
        expressions: where the column stands.
        column: the column.
        levels: the lists around the innermost one that the view goes through.
        shown: what other columns show. A calculated value that shows switches has ways if not all of them are there:
            otherwise it only says again what is.
    """
    placed, cases = placed_by(types.plans), cases_by(types.plans)

    def place(end: Expr) -> tuple[str, ...]:
        return place_of(end, levels, placed, cases)

    route = route_of(types.absence, column.expr)
    if not isinstance(column.expr, Conditional):
        ends = [place(end) for end in ends_of(route)]
        known = all(any(end[: len(path)] == path for path in shown if path) for end in ends)
        route = route if is_union(column.expr) and not known else column.expr
    if column.condition is not None:
        route = Fork(column.condition, route, None)
    if not all(place(end) for end in ends_of(route)):
        return ()  # of a branch that is calculated nothing says where its value goes
    found = [
        ColumnWay(_spelled(tests, expressions), place(end) if end is not None else (), tests)
        for tests, end in branches(route)
    ]
    if len(found) > 1 and not found[-1].path:
        del found[-1]  # where no condition holds there is no value either
    alone = isinstance(route, Fork) and any(way.path for way in found)
    return tuple(found) if alone and all(not way.path or way.path[0] in ("element", "root") for way in found) else ()


def _spelled(tests: Tests, expressions: PythonExpressions) -> str:
    """Conditions as source; empty: there are none."""
    spelled = ((one, expressions(one.expr, tight=True)) for one in tests)
    return " and ".join(f"{text} is None" if one.absent else text for one, text in spelled)


def _default(plans: CodecPlans) -> ViewView:
    """The view of a spec that states none: the elements of the root's only list of structures, or the whole file."""
    root = plans.spec.root
    shown, each = root, ""
    entry = plans.plans[root.name].rows
    if entry is not None and isinstance(entry.item, Nested):
        shown, each = plans.types[entry.item.type], entry.name
    types = ArrowTypes(plans)
    columns = [_member(types, shown, m) for m in members(shown)]
    return ViewView(
        constant="ROWS",
        name="rows",
        default=True,
        doc=f"One row per element of ``{each}``." if each else "The file as one row.",
        each=f"scope.root.{field_name(each)}" if each else "",
        each_field=field_name(each),
        rows="",
        columns=columns,
        pivot=None,
        inner="",
        inner_root="",
        each_path=(field_name(each),) if each else (),
        rows_path=(),
        inner_path=(),
    )


def _is_of_element(expr: Expr | None) -> bool:
    """Whether an expression is a way from the element."""
    while isinstance(expr, Member):
        expr = expr.target
    return isinstance(expr, Name) and expr.name == "_"


def _member(types: ArrowTypes, typedef: TypeDef, member: Attribute | ValueInstance) -> ColumnView:
    kind, form = types.of_member(typedef, member)
    assert member.id is not None
    name = field_name(member.id)
    path = types.path_of(named(typedef, member))
    value = f"scope.element.{types.python_name(member)}"
    if path is not None:
        value = types.value_at(path, "scope.element")
    elif types.is_mixed(typedef, member):
        value = f"rt.switched(scope.element, {name!r})"
    return ColumnView(
        id=member.id,
        type=kind,
        form=form,
        value=value,
        nullable=types.is_nullable(typedef, member),
        per_row=False,
        path=("element", name) if isinstance(member, Attribute) else (),
        doc=member.doc,
        shape=types.shape_of(member),
    )


def _each_field(plans: CodecPlans, view: View) -> str:
    """The root's field through whose elements a view goes, one by one."""
    first = view.lists[0] if view.lists else None
    plain = view.order is None and not view.selections and not asks_for_records(plans.plans[plans.spec.root.name], view)
    return field_name(first.name) if isinstance(first, Name) and plain else ""
