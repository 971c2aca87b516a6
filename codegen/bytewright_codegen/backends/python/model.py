"""``model.py``: typed dataclasses."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import PurePath

from bytewright_codegen.analysis.arguments import keeps_parameters
from bytewright_codegen.analysis.solve import Reference
from bytewright_codegen.backends.python.accepted_types import accepted, chosen
from bytewright_codegen.backends.python.arrow_types import ArrowTypes, way_in_item
from bytewright_codegen.backends.python.codec import CodecPlans, enums_in, named_in
from bytewright_codegen.backends.python.column_values import column_value
from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.backends.python.naming import field_name, item_name, member_name, spec_of
from bytewright_codegen.backends.python.tracked_expressions import TrackedExpressions
from bytewright_codegen.backends.templates import render
from bytewright_codegen.ir.expressions import Expr, Member, Name
from bytewright_codegen.ir.expressions import Item as ItemAt
from bytewright_codegen.ir.schema import Attribute, TypeDef, ValueInstance
from bytewright_codegen.ir.values import ArrayValue, EnumValue, StructValue, Value
from bytewright_codegen.ir.views import NamedCells
from bytewright_codegen.ir.walk import asks_position
from bytewright_codegen.plans.reading import Bits, Choice, Entry, Item, Nested, Number, Raw, Text, nested_types
from bytewright_codegen.plans.writing import CountOf, Digits, EntryWriting, LengthOf
from bytewright_codegen.semantics.values import is_case


def model(plans: CodecPlans) -> str:
    """Source of a codec's ``model.py``."""
    return render(
        "model.py.jinja",
        spec=plans.spec,
        circular=plans.circular,
        enums=[_enum(plans, name) for name in _own_enums(plans)],
        structs=[_struct(plans, plans.types[p.type]) for p in plans.reading],
        imports=_imports(plans),
        root=plans.naming.types[plans.spec.root.name],
    )


@dataclass(frozen=True)
class _EnumView:
    name: str
    doc: str
    members: list[tuple[str, str, str]]
    labels: list[tuple[str, str]]


@dataclass(frozen=True)
class _FieldView:
    name: str
    annotation: str
    default: str
    doc: str
    init: bool
    lazy: bool = False
    taken: str = ""
    """What a constructor takes, as an annotation."""


@dataclass(frozen=True)
class _InstanceView:
    name: str
    annotation: str
    doc: str
    value: str
    absent: str | None
    noted: bool


@dataclass(frozen=True)
class _ItemView:
    """The item of a list of which a field is the place: its name, the field's, when there is none, the item."""

    name: str
    field: str
    absent: str
    value: str


@dataclass(frozen=True)
class _CellsView:
    """The members of a structure that values name, as source; ``way``: where they are stored, if that is known."""

    each: str
    name: str
    cell: str
    way: str


@dataclass(frozen=True)
class _StructView:
    name: str
    type: str
    doc: str
    fields: list[_FieldView]
    entries: list[str]
    instances: list[_InstanceView]
    items: list[_ItemView]
    shown_as: str
    spelt: Digits | None
    alone: bool
    leb128: int
    held: Reference | None
    logical: str
    presence: list[tuple[str, int]]
    text: str
    parameters: list[tuple[str, str, str]]
    columns: list[tuple[str, str]]
    cells: _CellsView | None
    tracked: list[str]


def _own_enums(plans: CodecPlans) -> list[str]:
    return [e.name for e in plans.spec.enums]


def _enum(plans: CodecPlans, name: str) -> _EnumView:
    definition = plans.enums[name]
    wide = all(e.value >= 0 for e in definition.entries) and any(e.value >= 1 << 16 for e in definition.entries)
    members = [(member_name(e.id), f"0x{e.value:08X}" if wide else str(e.value), e.doc) for e in definition.entries]
    labels = [(f"0x{e.value:08X}" if wide else str(e.value), e.label) for e in definition.entries if e.label]
    return _EnumView(plans.naming.enums[name], f"Values of ``{name.rpartition('::')[2]}``.", members, labels)


def _cells(plans: CodecPlans, cells: NamedCells) -> _CellsView:
    this = PythonExpressions(plans.naming, "this", {"_column": "column"})
    described = PythonExpressions(plans.naming, "this", {"_": "one"})
    return _CellsView(this(cells.each), described(cells.name), this(cells.cell), _way_to_cells(cells.cell))


def _way_to_cells(cell: Expr) -> str:
    """The field that is the list of cells, and the ids that lead from an item of it to the value, as source; empty: the
    spec doesn't tell."""
    way: list[str] = []
    while isinstance(cell, Member) and cell.binding == "attribute":
        way.insert(0, cell.name)
        cell = cell.target
    match cell:
        case ItemAt(Name(name, binding="attribute"), Name("_column")) if way:
            return repr((name, tuple(way)))
    return ""


def _struct(plans: CodecPlans, typedef: TypeDef) -> _StructView:
    naming = plans.naming
    expressions = PythonExpressions(naming, "this")
    writing = plans.derivations[typedef.name]
    fields = []
    for parameter in typedef.params:
        annotation = naming.annotation(parameter.value)
        fields.append(_FieldView(field_name(parameter.id), annotation, "None", parameter.doc, init=False))
    fields += [_field(plans, entry) for entry in writing.entries if entry.entry.named]
    told = [i for i in typedef.instances if isinstance(i, ValueInstance) and i.checksum_field is not None]
    for instance in told:
        doc = f"{instance.doc} Readers find out; writers take it for true.".strip()
        fields.append(_FieldView(field_name(instance.id), "bool | None", "None", doc, init=True, taken="bool | None"))
    values = [i for i in typedef.instances if isinstance(i, ValueInstance) and i not in told]
    instances = [_instance(plans, typedef, instance) for instance in values]
    items = [_item(expressions, a) for a in typedef.attributes if a.logical is not None and a.logical.index is not None]
    fields.sort(key=lambda f: f.default == "None")
    shown, held = typedef.shown_as, plans.held(typedef.name)
    return _StructView(
        name=naming.types[typedef.name],
        type=typedef.name,
        doc=typedef.doc or f"A ``{typedef.name.rpartition('::')[2]}``.",
        fields=fields,
        entries=[
            _entry(plans, writing.type, w, [other.entry.name for other in writing.entries]) for w in writing.entries
        ],
        instances=instances,
        items=items,
        text=expressions(typedef.to_string) if typedef.to_string is not None else "",
        shown_as=field_name(shown.name) if shown is not None and hasattr(shown, "name") else "",
        spelt=plans.spelt(typedef.name),
        alone=plans.alone(typedef.name),
        leb128=plans.leb128(typedef.name),
        held=held[1] if held is not None else None,
        logical=typedef.logical.kind if typedef.logical is not None else "",
        columns=[(c.id, column_value(ArrowTypes(plans), expressions, c)) for c in typedef.columns],
        cells=_cells(plans, typedef.cells) if typedef.cells is not None else None,
        tracked=plans.tracked(typedef),
        parameters=[
            (p.id, field_name(p.id), _class(plans, p.value)) for p in typedef.params if typedef.name in plans.told
        ],
        presence=[
            (field_name(i.id), next(p for p, a in enumerate(typedef.attributes) if a.id == i.checksum_field))
            for i in told
        ],
    )


def _class(plans: CodecPlans, value: Value | None) -> str:
    """The class of a parameter's values, or of the items of these, as source."""
    match value:
        case ArrayValue(item):
            return _class(plans, item)
        case StructValue(type) if type:
            return plans.naming.types[type]
        case EnumValue(enum):
            return plans.naming.enums[enum]
    return "None"


def _instance(plans: CodecPlans, typedef: TypeDef, instance: ValueInstance) -> _InstanceView:
    key = (typedef.name, instance.id)
    noted = key in plans.running_values.asked
    # The structure of one case is nothing where another was chosen; what is asked of it is an error then.
    kind = TrackedExpressions if noted else PythonExpressions
    expressions = kind(plans.naming, "this", absent=is_case if is_case(instance.expr) else None)
    return _InstanceView(
        field_name(instance.id),
        plans.naming.annotation(instance.value),
        instance.doc,
        _calculated(plans, expressions, instance, running=key in plans.running_values.values),
        expressions.negated(instance.condition) if instance.condition is not None else None,
        noted,
    )


def _calculated(plans: CodecPlans, expressions: PythonExpressions, instance: ValueInstance, *, running: bool) -> str:
    """A calculated value as source; one that asks where the stream stands is as it was when it was first asked for."""
    expr = instance.expr
    value = expressions(expr)
    if instance.enum is not None:
        value = f"rt.named({plans.naming.enums[instance.enum]}, {value})"
    if running:
        return f"rt.running_value(this, {field_name(instance.id)!r}, lambda this: {value})"
    return f"this._once({field_name(instance.id)!r}, lambda: {value})" if asks_position(instance.expr) else value


def _item(expressions: PythonExpressions, attribute: Attribute) -> _ItemView:
    assert attribute.logical is not None
    assert attribute.logical.index is not None
    place = f"this.{field_name(attribute.id or '')}"
    absent = f"{place} is None"
    if attribute.null is not None:
        absent += f" or {place} == {expressions(attribute.null, tight=True)}"
    value = f"rt.item_at({expressions(attribute.logical.index)}, {place})"
    return _ItemView(item_name(attribute.id or ""), attribute.id or "", absent, value)


def _field(plans: CodecPlans, writing: EntryWriting) -> _FieldView:
    entry = writing.entry
    annotation = plans.naming.annotation(entry.attribute.value)
    if isinstance(entry.item, Choice) and entry.count is None:
        annotation = chosen(plans, entry.item)
    if entry.masked_by is not None:
        annotation = f"{annotation} | None"
    if entry.count is not None:
        annotation = f"list[{annotation}]"
    required = plans.required(writing)
    if (absent := _may_be_absent(entry)) and annotation != "Any":
        annotation = f"{annotation} | None"
    doc = entry.attribute.doc
    if not plans.settable(writing):
        doc = f"{doc} Derived.".strip()
    elif writing.equation is not None:
        measured = "count" if isinstance(writing.equation.quantity, CountOf | LengthOf) else "measure"
        some = "Some of its bits are derived" if writing.equation.shared else "Derived"
        doc = f"{doc} {some} where there is something to {measured}.".strip()
    elif writing.needless:
        doc = f"{doc} May be left out where it follows from what is there.".strip()
    name = field_name(entry.name)
    taken = accepted(plans, entry)
    if (absent or not required) and taken != "Any":
        taken = f"{taken} | None"
    return _FieldView(name, annotation, "" if required else "None", doc, plans.settable(writing), entry.placed, taken)


def _may_be_absent(entry: Entry) -> bool:
    """Whether reading may give no value."""
    if entry.condition is not None or entry.placed:
        return True
    return isinstance(entry.item, Choice) and all(key is not None for key, _ in entry.item.cases)


def _entry(plans: CodecPlans, type: str, writing: EntryWriting, names: list[str]) -> str:
    """The `Field` of an entry of a type, as source; ``names``: those of all entries of its structure."""
    entry = writing.entry
    parts = [repr(entry.name), repr(field_name(entry.name) if entry.named else ""), repr(_kind(entry, entry.item))]
    if entry.count is not None:
        parts.append("repeated=True")
    if (writing.equation is not None and not writing.equation.shared) or entry.contents is not None:
        stays = writing.equation is not None and writing.equation.stays
        parts.append("derived='stays'" if stays else "derived=True")
    if entry.enum is not None:
        parts.append(f"enum={plans.naming.enums[entry.enum]}")
    logical = entry.attribute.logical
    if logical is not None and logical.kind == "timestamp":
        parts.append(f"unit={logical.unit!r}")
    elif logical is not None and _is_taken(logical.kind, _kind(entry, entry.item)):
        parts.append(f"logical={logical.kind!r}")
    if logical is not None and logical.key is not None and logical.shown is not None:
        sides = tuple(way_in_item(side) for side in (logical.key, logical.shown))
        if all(sides):
            parts.append(f"pairs={sides!r}")
    if entry.masked_by is not None:
        parts.append(f"mask={field_name(names[entry.masked_by])!r}")
    if plans.made(entry) and entry.count is None:
        parts.append("made=True")
    if isinstance(entry.item, Nested) and entry.count is None and not _may_be_absent(entry):
        parts.append("always=True")
    if entry.placed:
        parts.append("placed=True")
        position = entry.attribute.position
        if position is not None and keeps_parameters(plans.types, type, position):
            parts.append(f"handed={f'{PurePath(position.loc.file).name}:{position.loc.line}'!r}")
    if entry.attribute.again:
        parts.append("again=True")
    if plans.deferrable(entry):
        parts.append("lasts=True")
    if nested_types(entry.item) and entry.frame.kind != "none":
        parts.append("stream='decoded'" if entry.frame.process is not None else "stream='own'")
    if entry.attribute.hint:
        parts.append(f"hint={entry.attribute.hint!r}")
    given = writing.equation is not None or entry.contents is not None or entry.attribute.default is not None
    decides = plans.decides((type, entry.index)) if not given and entry.condition is None and not entry.placed else []
    if decides:
        parts.append(f"decides={tuple(decides)!r}")
    match entry.item:
        case Nested(nested):
            parts.append(f"struct={plans.naming.types[nested]}")
        case Choice(_, cases, _, _):
            shown = {}
            for _, case in cases:
                kind = _kind(entry, case)
                if isinstance(case, Nested):
                    shown[case.type.rpartition("::")[2]] = plans.naming.types[case.type]
                else:
                    shown[kind] = repr(kind)
            parts.append("cases={" + ", ".join(f"{k!r}: {v}" for k, v in shown.items()) + "}")
        case Text(encoding):
            parts.append(f"encoding={encoding!r}")
    return f"Field({', '.join(parts)})"


def _is_taken(meaning: str, kind: str) -> bool:
    """Whether writers take what a value of a kind means, besides what is stored."""
    match meaning:
        case "long":
            return kind.startswith(("u8", "b64"))
        case "bool":
            return not kind.startswith("b1") or kind[2:3].isdigit()
    return meaning in ("uuid", "utf16-unit")


def _kind(entry: Entry, item: Item) -> str:
    match item:
        case Number(kind):
            return kind
        case Bits(width, order):
            return f"b{width}{order}"
        case Raw():
            return "bytes" if entry.named else "padding"
        case Text():
            return "str"
        case Nested():
            return "struct"
        case Choice():
            return "switch"


def _imports(plans: CodecPlans) -> list[tuple[str, list[str]]]:
    """Modules of other specs and what is taken from them."""
    found: dict[str, set[str]] = {}
    for type in plans.foreign_types():
        found.setdefault(spec_of(type), set()).add(plans.naming.imported(type))
    exprs = [(i.expr, i.condition) for t in plans.spec.types for i in t.instances if isinstance(i, ValueInstance)]
    for spec, names in plans.foreign_enums(enums_in(*exprs)):
        found.setdefault(spec, set()).update(names)
    values = (a.value for t in plans.spec.types for a in (*t.params, *t.attributes, *t.instances))
    for name in named_in(*values):
        if plans.is_foreign(name):
            found.setdefault(spec_of(name), set()).add(plans.naming.imported(name))
    return [(spec, sorted(names)) for spec, names in sorted(found.items())]
