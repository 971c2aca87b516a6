"""What views say of columns that values name, and of cells: ``views.py`` of a codec."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bytewright_codegen.backends.python.arrow_types import ArrowTypes
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.backends.views.view_inverses import (
    case_name,
    cells_inverse,
    default_of,
    inverse_of,
    origin_of,
    shown_through,
    stored_at,
)
from bytewright_codegen.ir.expressions import EnumMember, Expr, Member
from bytewright_codegen.ir.values import ArrayValue, EnumValue, IntValue, StructValue
from bytewright_codegen.ir.views import NamedCells, NewHeader, Property, View
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import Choice, Nested
from bytewright_codegen.plans.reading import Item as ReadItem


@dataclass(frozen=True)
class PropertyView:
    """What is said of a column beside its values, as source; ``stored``: empty where it is calculated. ``type`` and
    ``form``: of an integer or a list, otherwise empty."""

    id: str
    value: str
    labels: dict[int, str]
    option: str | None
    is_mode: bool
    is_case: bool
    stored: str
    default: str | None
    doc: str
    type: str = ""
    form: str = ""


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
    properties: list[PropertyView]


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
    properties: list[PropertyView]


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


def pivot_of(plans: CodecPlans, types: ArrowTypes, expressions: PythonExpressions, view: View) -> PivotView:
    """Columns that values name."""
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
        names = [case_name(plans, value) for value, _ in entry.item.cases]
        kinds = types.cases(entry.item)
        case = inside(entry.item.on)
        if isinstance(entry.item.on.type, EnumValue):
            # The objects of the parser that kaitai-struct-compiler makes have enums of their own, which know no labels.
            case = f"rt.named({plans.naming.enums[entry.item.on.type.enum]}, {case})"
        case = f"rt.label_of({case})"
        origin = origin_of(plans, holder, entry.item.blame)
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
        inverse=inverse_of(plans, view, entry.item),
        properties=[_property(plans, types, expressions, one, entry.item) for one in pivot.properties],
    )


def _property(
    plans: CodecPlans, types: ArrowTypes, expressions: PythonExpressions, stated: Property, item: ReadItem | None
) -> PropertyView:
    """What is said of a column beside its values; ``item``: what the elements of its vector are."""
    kind = stated.value.type
    value, labels = expressions(stated.value), {}
    listed = types.of_expression(stated.value) if isinstance(kind, ArrayValue | IntValue) else ("", "")
    if isinstance(kind, EnumValue):
        entries = plans.enums[kind.enum].entries
        labels = {entry.value: entry.label or entry.id for entry in entries}
        # The objects of the parser that kaitai-struct-compiler makes have enums of their own, which know no labels.
        value = f"rt.label_of(rt.named({plans.naming.enums[kind.enum]}, {value}))"
    default = default_of(plans, stated.value)
    blame = plans.blame_of(stated.value)
    of_case = item.blame if isinstance(item, Choice) else None
    return PropertyView(
        id=stated.id,
        value=value,
        labels=labels,
        option=stated.option,
        is_mode=stated.is_mode,
        is_case=of_case is not None
        and blame is not None
        and (of_case.owner, of_case.field) == (blame.owner, blame.field),
        stored=stored_at(plans, stated.value),
        default=case_name(plans, default) if isinstance(default, EnumMember) else None,
        doc=stated.doc,
        type=listed[0],
        form=listed[1],
    )


def cells_of(plans: CodecPlans, types: ArrowTypes, expressions: PythonExpressions, view: View) -> CellsView:
    """Columns of the cells of a list with an element per column of the header."""
    pivot = view.cells
    assert pivot is not None
    names, kinds, case, nullable = ["value"], [types.of_expression(pivot.cell)], '"value"', True
    cell = types.value_of(expressions, pivot.cell)
    header = plans.header
    step = _step_type(plans, view)
    found = header.found(pivot.cell, step) if header is not None and step is not None else None
    if found is not None:
        nullable = found.conditional or pivot.constant is not None
        item = plans.entry(found.owner.type, found.attribute.id).item
        nullable = nullable or (isinstance(item, Choice) and all(value is not None for value, _ in item.cases))
        on = header.hoisted(item.on, found.owner) if header is not None and isinstance(item, Choice) else None
        if isinstance(item, Choice) and on is not None:
            cell = expressions(pivot.cell)  # a column has one case for all records
            names = [case_name(plans, value) for value, _ in item.cases]
            kinds = [(kind, shown_through(found.shown, form)) for kind, form in types.cases(item)]
            case = expressions(on)
            if isinstance(on.type, EnumValue):
                case = f"rt.named({plans.naming.enums[on.type.enum]}, {case})"
            case = f"rt.label_of({case})"
    return CellsView(
        each=expressions(pivot.each),
        name=expressions(pivot.name),
        cell=cell,
        case=case,
        cases=[(n, k) for n, (k, _) in zip(names, kinds, strict=True)],
        forms=[(n, f) for n, (_, f) in zip(names, kinds, strict=True) if f],
        nullable=nullable,
        constant=expressions(pivot.constant) if pivot.constant is not None else "",
        constants=_constants(plans, types, pivot.constant) if pivot.constant is not None else [],
        times=pivot.times or "",
        new=pivot.new,
        each_id=expression(pivot.each),
        inverse=cells_inverse(pivot.cell),
        properties=[_property(plans, types, expressions, one, None) for one in pivot.properties],
    )


def variants_of(plans: CodecPlans, types: ArrowTypes, expressions: PythonExpressions, view: View) -> VariantsView:
    """The columns of each entry that a file may choose."""
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
        case = f"rt.label_of(rt.named({plans.naming.enums[cells.case.type.enum]}, {case}))"
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
            inner.append((case_name(plans, value), below[1]))
        arrow, form = types.cases(replace(item, cases=((value, kind),)))[0] if below is None else (repr(below[0]), "")
        shown.append((case_name(plans, value), arrow, form))
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
    names = [case_name(plans, value) for value, _ in entry.item.cases]
    return [(name, form) for name, (_, form) in zip(names, types.cases(entry.item), strict=True) if form]


def _constant_of(plans: CodecPlans, type: str) -> str:
    """What is called how values name the members of a type."""
    return f"CELLS_OF_{plans.function(type)}".upper()


def _step_type(plans: CodecPlans, view: View) -> str | None:
    """The type of a view's steps."""
    kind = view.each.type if view.each is not None else None
    item = kind.item if isinstance(kind, ArrayValue) else None
    return item.type if isinstance(item, StructValue) else None
