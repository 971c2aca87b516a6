"""``views.py``: the views of a codec, as data and small functions; ``schema.py``: their Arrow and Spark schemas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from bytewright_codegen.backends.arrow_types import ArrowTypes, members
from bytewright_codegen.backends.codec import CodecPlans
from bytewright_codegen.backends.column_values import column_value, each_item, from_element, pairs_of
from bytewright_codegen.backends.expressions import PythonExpressions
from bytewright_codegen.backends.naming import field_name
from bytewright_codegen.backends.reader import process
from bytewright_codegen.backends.templates import render
from bytewright_codegen.ir.expressions import Binary, EnumMember, Expr, Item, Literal_, Member, Name
from bytewright_codegen.ir.schema import (
    Attribute,
    Decode,
    FileChoice,
    NamedCells,
    NewHeader,
    TableType,
    TypeDef,
    ValueInstance,
    View,
    ViewColumn,
)
from bytewright_codegen.ir.values import ArrayValue, EnumValue, StructValue
from bytewright_codegen.ir.walk import children, replaced
from bytewright_codegen.notation import expression
from bytewright_codegen.passes.cases import Cases, Known
from bytewright_codegen.passes.rows import Rows, Unsupported
from bytewright_codegen.plans.reading import Blame, Choice, Nested, Number
from bytewright_codegen.plans.reading import Item as ReadItem
from bytewright_codegen.symbolic.mirrors import Mirror
from bytewright_codegen.symbolic.outside import raised


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


@dataclass(frozen=True)
class SelectionView:
    """What an option chooses, as source; ``level`` and ``around`` say the elements of which lists are looked at."""

    option: str
    key: str
    level: int
    equals: str
    around: int
    through: str


@dataclass(frozen=True)
class PivotView:
    """A pivot, as source."""

    each: str
    key: str
    name: str
    vector: str
    case: str
    cases: list[tuple[str, str]]
    forms: list[tuple[str, str]]
    schema: str | None
    origin: str
    each_id: str
    inverse: str


@dataclass(frozen=True)
class CellsView:
    """Columns that a header names, as source."""

    each: str
    name: str
    cell: str
    case: str
    cases: list[tuple[str, str]]
    forms: list[tuple[str, str]]
    nullable: bool
    constant: str
    constants: list[tuple[str, str]]
    times: str
    new: NewHeader | None
    each_id: str
    inverse: str


@dataclass(frozen=True)
class NamedCellsView:
    """Structures whose members values name, as source; ``others``: what it is called for cases that are such."""

    constant: str
    each: str
    name: str
    case: str
    cell: str
    inner: str
    cases: list[tuple[str, str]]
    forms: list[tuple[str, str]]
    others: list[tuple[str, str]]


@dataclass(frozen=True)
class VariantsView:
    """Columns that each step names, as source."""

    of: str
    cells: str
    option: str
    among: str
    name: str
    each: str
    each_id: str


@dataclass(frozen=True)
class RegionView:
    """Where the innermost list lies, as source; ``names``: by name in the plan, the list and the pairs; ``numbers``:
    what is the same for a whole region, ``of_pages`` even for all that a page of a table says; ``referred``: what the
    bytes go through that its elements refer to; ``directory``: what says where a page of the table lies that says so,
    by name."""

    stream: str
    position: str
    condition: str
    size: str
    process: str
    names: list[tuple[str, str, str]]
    follows: bool
    numbers: dict[str, str]
    referred: str
    directory: dict[str, str]
    of_pages: dict[str, str]


@dataclass(frozen=True)
class DecodeView:
    """Rows that a library makes, as source.

    ``cases``: test, type and what the table says of itself; ``encodings``: test and settings."""

    bytes: str
    codec: str
    column: str
    doc: str
    cases: list[tuple[str, str, str]]
    origin: str
    path: str
    encodings: list[tuple[str, str]]


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
    cells: CellsView | None = None
    of_header: bool = False
    variants: VariantsView | None = None
    deeper: tuple[str, ...] = ()
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

    @property
    def beyond(self) -> bool:
        """Whether it says more of a file than which of its values are columns."""
        return self.decode is not None or self.files is not None or bool(self.requirements)

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
        pairs="Pairs(" in repr((rendered, cells)),
        variants=any(view.variants is not None for view in rendered),
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
    return sorted(found, key=lambda v: not v.default)


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
        "_offset": "start_of(scope.element)",
        "_length": "length_of(scope.element)",
    }
    lists = view.lists
    names = {passed.name: i for i, passed in enumerate(lists[:-1]) if isinstance(passed, Name | Member)}
    special |= {name: f"scope.levels[{level}]" for name, level in names.items()}
    outer = PythonExpressions(plans.naming, "scope.root", special, "scope.options", plans.may_be_absent)
    inner, inner_root = "", ""
    if view.inner is not None:
        target = _inner_type(view)
        module = target.split("::")[0] if target is not None else plans.spec.id
        inner = view.inner.upper() if module == plans.spec.id else f"{module}_{view.inner}".upper()
        element = PythonExpressions(plans.naming, "scope.element", special, "scope.options")
        inner_root = element(view.inner_path) if view.inner_path is not None else "scope.element"
    return ViewView(
        constant=view.name.upper(),
        name=view.name,
        default=view.default or len(plans.spec.views) == 1,
        doc=view.doc,
        each=outer(lists[0]) if lists else "",
        each_field=_each_field(view),
        rows=outer(view.rows) if view.rows is not None else "",
        columns=[_column(types, outer, c, has_first=view.first is not None) for c in view.columns],
        decode=_decode(plans, outer, view.decode) if view.decode is not None else None,
        first=outer(view.first) if view.first is not None else "",
        files=_files(outer, view.files) if view.files is not None else None,
        requirements=tuple((outer(one.holds), _field_of(plans, outer, one.field)) for one in view.requirements),
        metadata=tuple(_column(types, outer, c) for c in view.metadata),
        pivot=_pivot(plans, types, outer, view) if view.pivot is not None else None,
        inner=inner,
        inner_root=inner_root,
        each_path=_way(view.each),
        rows_path=_way(view.rows),
        inner_path=_way(view.inner_path),
        where=outer(view.where) if view.where is not None else "",
        cells=_cells(plans, types, outer, view) if view.cells is not None else None,
        variants=_variants(plans, types, outer, view) if view.variants is not None else None,
        of_header=plans.of_header(view),
        deeper=tuple(outer(from_element(passed)) for passed in lists[1:]),
        spared=plans.spared_level(view),
        order=outer(view.order) if view.order is not None else "",
        order_level=_level_of(view.order, names) if view.order is not None else 0,
        selections=tuple(
            SelectionView(
                selection.option,
                outer(selection.key),
                _level_of(selection.equals, names),
                outer(selection.equals),
                _level_of(selection.through, names) if selection.through is not None else 0,
                outer(selection.through) if selection.through is not None else "",
            )
            for selection in view.selections
        ),
        region=_region(plans, outer, plans.rows[view.name]),
        counted=_counted(plans, outer, plans.rows[view.name]),
    )


def _region(plans: CodecPlans, expressions: PythonExpressions, rows: Rows | Unsupported) -> RegionView | None:
    if not isinstance(rows, Rows) or rows.region is None:
        return None
    attribute, frame = rows.region.holder.attribute, rows.region.holder.frame
    assert attribute.position is not None
    around = expressions(from_element(rows.region.around))
    holder = PythonExpressions(plans.naming, around, options="scope.options")
    return RegionView(
        stream=holder(attribute.stream) if attribute.stream is not None else f"{around}._io",
        position=holder(attribute.position),
        condition=holder(attribute.condition) if attribute.condition is not None else "",
        size=holder(frame.size) if frame.size is not None else "",
        process=process(holder, frame),
        names=[(name, *pairs_of(expressions, named)) for name, named in rows.names.items()],
        follows=rows.region.listed.placed,
        referred=process(holder, rows.reference.target.frame) if rows.reference is not None else "",
        numbers={name: holder(number) for name, number in rows.numbers.items()},
        directory=_directory(plans, expressions, rows.mirror, attribute.stream) if rows.mirror is not None else {},
        of_pages=_of_pages(plans, expressions, rows.mirror, rows.numbers) if rows.mirror is not None else {},
    )


def _counted(plans: CodecPlans, expressions: PythonExpressions, rows: Rows | Unsupported) -> str:
    """Where the pages lie whose entries columns count: the stream, the place and the size of each, as source."""
    if not isinstance(rows, Rows) or rows.counted is None:
        return ""
    one = expressions.with_special({"_": "one"})
    where = _directory(plans, one, rows.counted, None)
    place = ", ".join(where[name] for name in ("stream", "position", "size"))
    assert isinstance(rows.counted.pages, Item)
    outer, rest = each_item(one, rows.counted.pages.target)
    return f"(({place}) for one in {expressions(outer, tight=True)} or (){rest})"


def _of_pages(
    plans: CodecPlans, expressions: PythonExpressions, mirror: Mirror, numbers: Mapping[str, Expr]
) -> dict[str, str]:
    """What is asked of structures around a page, as seen from the one that has the list that stands for its entries."""
    page = PythonExpressions(plans.naming, expressions(from_element(mirror.pages)), options="scope.options")
    above = {name: raised(number) for name, number in numbers.items()}
    return {name: page(number) for name, number in above.items() if number is not None}


def _directory(
    plans: CodecPlans, expressions: PythonExpressions, mirror: Mirror, regions: Expr | None
) -> dict[str, str]:
    """Where a page lies, as seen from the structure that has the list that stands for its entries."""
    holder = expressions(from_element(mirror.pages))
    owner = PythonExpressions(plans.naming, holder, options="scope.options")(mirror.owner)
    page = PythonExpressions(plans.naming, owner, options="scope.options")
    attribute = mirror.page.attribute
    assert attribute.position is not None
    assert mirror.page.frame.size is not None
    own, parent = (Name(name, mirror.page.loc, None, "special") for name in ("_", "_parent"))
    return {
        "stream": page(attribute.stream) if attribute.stream is not None else f"{owner}._io",
        "position": page(attribute.position),
        "size": page(mirror.page.frame.size),
        "regions": expressions(replaced(regions, parent, own)) if regions is not None else f"{holder}._io",
    }


def _decode(plans: CodecPlans, expressions: PythonExpressions, decode: Decode) -> DecodeView:
    cases = [
        (
            expressions(case.where) if case.where is not None else "True",
            _shape(case.type),
            repr(dict(case.metadata)) if case.metadata else "",
        )
        for case in decode.cases
    ]
    return DecodeView(
        expressions(decode.bytes),
        decode.codec,
        decode.column,
        decode.doc,
        cases,
        _field_of(plans, expressions, decode.bytes),
        repr(_place(decode.bytes)[1:]) if _place(decode.bytes)[:1] == ("element",) else "",
        [
            (expressions(one.where) if one.where is not None else "True", repr(dict(one.settings)))
            for one in decode.encodings
        ],
    )


_SHAPES = {
    **{f"s{size}": f"pa.int{8 * size}()" for size in (1, 2, 4, 8)},
    "u1": "pa.uint8()",
    "u2": "pa.uint16()",
    "u4": "pa.uint32()",
    "f4": "pa.float32()",
    "f8": "pa.float64()",
    "str": "pa.string()",
    "bytes": "pa.binary()",
    "bool": "pa.bool_()",
}


def _shape(kind: TableType) -> str:
    """What values of a table are shown as, as source."""
    match kind.kind:
        case "list":
            return f"ListShape({_shape(kind.items[0])})"
        case "map":
            return f"MapShape({_shape(kind.items[0])}, {_shape(kind.items[1])})"
        case "struct":
            members = ", ".join(f"{n!r}: ({', '.join(map(_shape, kinds))},)" for n, kinds in kind.members)
            tags = {name: (member, values) for name, member, values in kind.tags}
            return f"StructShape({{{members}}}{f', tags={tags!r}' if tags else ''})"
    return f"PlainShape({_SHAPES[kind.name]})"


def _files(expressions: PythonExpressions, files: FileChoice) -> FilesView:
    return FilesView(files.option, expressions(files.value), files.names, dict(files.known))


def _field_of(plans: CodecPlans, expressions: PythonExpressions, expr: Expr) -> str:
    """The structure that holds what a path names, with the id of the field that says so, as a tuple in source."""
    if isinstance(expr, Member) and expr.binding == "attribute":
        return f"({expressions(expr.target)}, {expr.name!r})"
    return f"(scope.root, {expr.name!r})" if isinstance(expr, Name) else '(scope.root, "")'


def _level_of(expr: Expr, names: Mapping[str, int]) -> int:
    """Whose elements an expression is about: which list of those that a view goes through, or the last one."""
    found = {names[name.name] for name in _names(expr) if name.binding == "level"}
    return max(found) if found else len(names)


def _names(expr: Expr) -> Iterator[Name]:
    if isinstance(expr, Name):
        yield expr
    for child in children(expr):
        yield from _names(child)


def _column(
    types: ArrowTypes, expressions: PythonExpressions, column: ViewColumn, *, has_first: bool = False
) -> ColumnView:
    kind, form, nullable = types.of_column(column)
    value = column_value(types, expressions, column)
    if column.first is not None:
        first = expressions(column.first)
        value = value if first == value else f"({first} if scope.index < 0 else {value})"
    elif has_first and any(name.name in ("_", "_offset", "_length") for name in _names(column.expr)):
        value = f"(None if scope.index < 0 else {value})"
    stored = not (column.never or column.members or column.condition or column.named or column.counted or column.first)
    return ColumnView(
        id=column.id,
        type=kind,
        form=form,
        value=value,
        nullable=nullable,
        per_row="scope.row" in value,
        path=_place(column.expr) if stored else (),
        doc=column.doc,
    )


def _default(plans: CodecPlans) -> ViewView:
    """The view of a spec that states none: the elements of the root's only list of structures, or the whole file."""
    root = plans.spec.root
    repeated = [a for a in root.attributes if a.repeat is not None]
    shown, each = root, ""
    if len(repeated) == 1:
        entry = plans.plans[root.name].entries[root.attributes.index(repeated[0])]
        if isinstance(entry.item, Nested):
            shown, each = plans.types[entry.item.type], entry.name
    types = ArrowTypes(plans)
    columns = [_member(types, shown, m) for m in members(shown)]
    return ViewView(
        constant="ROWS",
        name="rows",
        default=True,
        doc=f"One row per element of ``{each}``." if each else "The file as one row.",
        each=f"scope.root.{field_name(each)}" if each else "",
        each_field=each,
        rows="",
        columns=columns,
        pivot=None,
        inner="",
        inner_root="",
        each_path=(field_name(each),) if each else (),
        rows_path=(),
        inner_path=(),
    )


def _member(types: ArrowTypes, typedef: TypeDef, member: Attribute | ValueInstance) -> ColumnView:
    kind, form = types.of_member(typedef, member)
    assert member.id is not None
    name = field_name(member.id)
    mixed = types.is_mixed(typedef, member)
    return ColumnView(
        id=member.id,
        type=kind,
        form=form,
        value=f"switched(scope.element, {name!r})" if mixed else f"scope.element.{types.python_name(member)}",
        nullable=types.is_nullable(typedef, member),
        per_row=False,
        path=("element", name) if isinstance(member, Attribute) else (),
        doc=member.doc,
    )


def _pivot(plans: CodecPlans, types: ArrowTypes, expressions: PythonExpressions, view: View) -> PivotView:
    pivot = view.pivot
    assert pivot is not None
    vector = pivot.vector
    assert isinstance(vector, Member)
    assert vector.owner is not None
    plan = plans.plans[vector.owner]
    entry = next(e for e in plan.entries if e.name == vector.name)
    holder = expressions(vector.target)
    inside = PythonExpressions(plans.naming, holder)
    if isinstance(entry.item, Choice):
        names = [_case_name(plans, value) for value, _ in entry.item.cases]
        kinds = types.cases(entry.item)
        case = inside(entry.item.on)
        if isinstance(entry.item.on.type, EnumValue):
            # The objects of the parser that kaitai-struct-compiler makes have enums of their own, which know no labels.
            case = f"named({plans.naming.enums[entry.item.on.type.enum]}, {case})"
        case = f"label_of({case})"
        origin = _origin(plans, holder, entry.item.blame)
    else:
        names, kinds, case, origin = ["value"], [types.of(entry.attribute.value)], '"value"', ""
    cases = [(n, k) for n, (k, _) in zip(names, kinds, strict=True)]
    forms = [(n, f) for n, (_, f) in zip(names, kinds, strict=True) if f]
    return PivotView(
        each=expressions(pivot.each),
        key=expressions(pivot.key),
        name=expressions(pivot.name),
        vector=expressions(vector),
        case=case,
        cases=cases,
        forms=forms,
        schema=pivot.schema,
        origin=origin,
        each_id=getattr(pivot.each, "name", ""),
        inverse=_inverse(plans, view, entry.item),
    )


def _cells(plans: CodecPlans, types: ArrowTypes, expressions: PythonExpressions, view: View) -> CellsView:
    pivot = view.cells
    assert pivot is not None
    names, kinds, case, nullable = ["value"], [types.of_expression(pivot.cell)], '"value"', True
    header = plans.header
    step = _step_type(plans, view)
    found = header.found(pivot.cell, step) if header is not None and step is not None else None
    if found is not None:
        nullable = found.conditional or pivot.constant is not None
        item = plans.entry(found.owner.type, found.attribute.id).item
        on = header.hoisted(item.on, found.owner) if header is not None and isinstance(item, Choice) else None
        if isinstance(item, Choice) and on is not None:
            names = [_case_name(plans, value) for value, _ in item.cases]
            kinds = [(kind, _shown_through(found.shown, form)) for kind, form in types.cases(item)]
            case = expressions(on)
            if isinstance(on.type, EnumValue):
                case = f"named({plans.naming.enums[on.type.enum]}, {case})"
            case = f"label_of({case})"
            nullable = nullable or all(value is not None for value, _ in item.cases)
    return CellsView(
        each=expressions(pivot.each),
        name=expressions(pivot.name),
        cell=expressions(pivot.cell),
        case=case,
        cases=[(n, k) for n, (k, _) in zip(names, kinds, strict=True)],
        forms=[(n, f) for n, (_, f) in zip(names, kinds, strict=True) if f],
        nullable=nullable,
        constant=expressions(pivot.constant) if pivot.constant is not None else "",
        constants=_constants(plans, types, pivot.constant) if pivot.constant is not None else [],
        times=pivot.times or "",
        new=pivot.new,
        each_id=expression(pivot.each),
        inverse=_cells_inverse(pivot.cell),
    )


def _each_field(view: View) -> str:
    """The root's field through whose elements a view goes, one by one."""
    first = view.lists[0] if view.lists else None
    plain = view.order is None and not view.selections
    return first.name if isinstance(first, Name) and plain else ""


def _variants(plans: CodecPlans, types: ArrowTypes, expressions: PythonExpressions, view: View) -> VariantsView:
    variants = view.variants
    assert variants is not None
    of = variants.of.type
    assert isinstance(of, StructValue)
    cells = plans.types[of.type].cells
    assert cells is not None
    return VariantsView(
        of=expressions(variants.of),
        cells=_constant_of(plans, of.type),
        option=variants.option or "",
        among=expressions(variants.among) if variants.among is not None else "",
        name=expressions(variants.name) if variants.name is not None else "",
        each=expressions(variants.each) if variants.each is not None else "",
        each_id=f"{expression(variants.of)}.{expression(cells.each)}",
    )


def _constant_of(plans: CodecPlans, type: str) -> str:
    """What is called how values name the members of a type."""
    return f"CELLS_OF_{plans.function(type)}".upper()


def named_cells(plans: CodecPlans) -> list[NamedCellsView]:
    """How values name the members of structures that the spec's views show as columns, and of those inside."""
    types = ArrowTypes(plans)
    todo = [
        v.variants.of.type.type for v in plans.spec.views if v.variants and isinstance(v.variants.of.type, StructValue)
    ]
    found: dict[str, NamedCellsView] = {}
    while todo:
        type = todo.pop()
        cells = plans.types[type].cells
        if type not in found and cells is not None:
            found[type], inner = _named_cells(plans, types, type, cells)
            todo += inner
    return [found[type] for type in sorted(found)]


def _named_cells(
    plans: CodecPlans, types: ArrowTypes, type: str, cells: NamedCells
) -> tuple[NamedCellsView, list[str]]:
    """How values name the members of a type, and the types of those that have such members themselves."""
    this = PythonExpressions(plans.naming, "this", {"_column": "column"})
    described = PythonExpressions(plans.naming, "this", {"_": "one"})
    assert cells.case is not None
    case = described(cells.case)
    if isinstance(cells.case.type, EnumValue):
        case = f"label_of(named({plans.naming.enums[cells.case.type.enum]}, {case}))"
    found = cells.cell
    assert isinstance(found, Member)
    assert found.owner is not None
    item = plans.entry(found.owner, found.name).item
    shown: list[tuple[str, str, str]] = []
    inner: list[tuple[str, str]] = []
    for value, kind in item.cases if isinstance(item, Choice) else ():
        below = types.way_to_cells(kind.type) if isinstance(kind, Nested) else None
        assert isinstance(item, Choice)
        if below is not None:
            inner.append((_case_name(plans, value), below[1]))
        arrow, form = types.cases(replace(item, cases=((value, kind),)))[0] if below is None else (repr(below[0]), "")
        shown.append((_case_name(plans, value), arrow, form))
    view = NamedCellsView(
        constant=_constant_of(plans, type),
        each=this(cells.each),
        name=described(cells.name),
        case=case,
        cell=this(cells.cell),
        inner=described(cells.inner) if cells.inner is not None else "",
        cases=[(name, kind) for name, kind, _ in shown],
        forms=[(name, form) for name, _, form in shown if form],
        others=[(name, _constant_of(plans, other)) for name, other in inner],
    )
    return view, [other for _, other in inner]


def _constants(plans: CodecPlans, types: ArrowTypes, constant: Expr) -> list[tuple[str, str]]:
    """The forms of values that are the same in all rows, by case, where these are stored by cases of their own."""
    if not isinstance(constant, Member) or constant.owner is None:
        return []
    entry = next((e for e in plans.plans[constant.owner].entries if e.name == constant.name), None)
    if entry is None or not isinstance(entry.item, Choice):
        return []
    names = [_case_name(plans, value) for value, _ in entry.item.cases]
    return [(name, form) for name, (_, form) in zip(names, types.cases(entry.item), strict=True) if form]


def _step_type(plans: CodecPlans, view: View) -> str | None:
    """The type of a view's steps."""
    kind = view.each.type if view.each is not None else None
    item = kind.item if isinstance(kind, ArrayValue) else None
    return item.type if isinstance(item, StructValue) else None


def _shown_through(members: tuple[str, ...], form: str) -> str:
    """The form of values inside structures that they stand for."""
    for member in reversed(members):
        form = f"Via({field_name(member)!r}{', ' + form if form else ''})"
    return form


def _cells_inverse(cell: Expr) -> str:
    """How cells become fields again, as source; empty where the spec doesn't tell."""
    below: list[str] = []
    while isinstance(cell, Member) and cell.binding == "attribute":
        below.insert(0, field_name(cell.name))
        cell = cell.target
    match cell:
        case Item(target, Name("_column")) if below and (way := _way(target)):
            return f"CellsInverse(each={way!r}, cell={tuple(below)!r})"
    return ""


def _way(expr: Expr | None) -> tuple[str, ...]:
    """Names in Python of a path of attributes; empty where an expression is none."""
    match expr:
        case Name(name, binding="attribute"):
            return (field_name(name),)
        case Member(Name("_"), name, binding="attribute"):
            return (field_name(name),)
        case Member(target, name, binding="attribute"):
            above = _way(target)
            return (*above, field_name(name)) if above else ()
    return ()


def _place(expr: Expr) -> tuple[str, ...]:
    """Where the value of a column is stored; empty where it is calculated."""
    match expr:
        case Name("_index"):
            return ("index",)
        case Name("_row"):
            return ("row",)
    way = _way(expr)
    node = expr
    while isinstance(node, Member):
        node = node.target
    if not way:
        return ()
    return ("element" if isinstance(node, Name) and node.name == "_" else "root", *way)


def _inverse(plans: CodecPlans, view: View, item: ReadItem) -> str:
    """How a pivot's columns become structures again, as source; empty where the spec doesn't tell."""
    pivot = view.pivot
    assert pivot is not None
    each, vector = _way(pivot.each), _way(pivot.vector)
    if not each or not vector:
        return ""
    keys = plans.blame_of(pivot.key)
    kinds = item.blame if isinstance(item, Choice) else None
    parts = [f"each={each!r}", f"vector={vector!r}"]
    for name, found in (("keys", keys), ("kinds", kinds)):
        if found is not None and found.element is not None:
            parts.append(f"{name}={field_name(plans.types[found.owner].fields[found.field].id or '')!r}")
    match pivot.name:
        case Binary("+", Literal_(str() as prefix), Member(_, "to_s")):
            parts.append(f"prefix={prefix!r}")
    if isinstance(item, Choice):
        parts.append(f"natural={_natural(plans, item)!r}")
    return f"PivotInverse({', '.join(parts)})"


def _natural(plans: CodecPlans, choice: Choice) -> tuple[str, ...]:
    """The cases that store what they show: signed integers, floats, booleans, and what is no number."""
    cases = Cases(plans.library)
    return tuple(
        _case_name(plans, value)
        for value, item in choice.cases
        if not _is_unsigned(plans, cases, item, cases.holder(choice, value))
    )


def _is_unsigned(plans: CodecPlans, cases: Cases, item: ReadItem, holder: Known | None) -> bool:
    """Whether a value, or what stands for it at any depth, is an unsigned integer."""
    while isinstance(item, Nested):
        shown = plans.types[item.type].shown_as
        if not isinstance(shown, Name) or shown.binding != "attribute":
            return False
        holder = cases.inside(item, holder)
        chosen = cases.chosen(plans.entry(item.type, shown.name).item, holder)
        if chosen is None:
            return False
        item = chosen
    return isinstance(item, Number) and item.kind.startswith("u")


def _case_name(plans: CodecPlans, value: Expr | None) -> str:
    match value:
        case None:
            return "_"
        case EnumMember(enum, member):
            entry = next(e for e in plans.enums[enum].entries if e.id == member)
            return entry.label or entry.id
        case Literal_(constant):
            return str(constant)
    return str(value.loc)


def _origin(plans: CodecPlans, holder: str, found: Blame | None) -> str:
    """Where the value that decides a switch is stored, as a tuple of structure, field and element."""
    if found is None:
        return ""
    expressions = PythonExpressions(plans.naming, holder)
    owner = expressions.along(found.way).this
    element = "None"
    if found.element is not None:
        element = expressions.along(found.element_way)(found.element)
    field = plans.types[found.owner].fields[found.field].id
    return f"({owner}, {field!r}, {element})"
