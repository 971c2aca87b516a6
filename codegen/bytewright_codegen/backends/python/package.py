"""``__init__.py``: the codec object and what a codec offers; ``pyspark_<codec>``, by which Spark finds it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bytewright.codec.makers import Deal
from bytewright.kernels.plan.beginning import Beginning
from bytewright_codegen.analysis.block_index import StoredNumber
from bytewright_codegen.analysis.dependencies import Place
from bytewright_codegen.analysis.option_uses import option_uses
from bytewright_codegen.backends.python.arrow_types import ArrowTypes
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.column_values import from_element
from bytewright_codegen.backends.python.naming import field_name, spec_of
from bytewright_codegen.backends.templates import render
from bytewright_codegen.ir.expressions import EnumMember, Expr, ListLiteral, Literal_
from bytewright_codegen.ir.values import ArrayValue, StructValue, Value
from bytewright_codegen.ir.views import Maker, listed
from bytewright_codegen.lowering.read.row_plans import Rows, handed_alone
from bytewright_codegen.plans.notation import expression
from bytewright_codegen.plans.reading import Entry, Nested, Number


def pyspark(plans: CodecPlans) -> str:
    """Source of a codec's module for Spark."""
    return render("pyspark.py.jinja", spec=plans.spec)


def package(plans: CodecPlans, api: int, declared: str = "", *, asks_header: bool) -> str:
    """Source of a codec's ``__init__.py``.

    Args:
        plans: of the codec.
        api: what generated code and the runtime agree on.
        declared: what the construct of a whole file is called, where the spec is a declaration in Construct.
        asks_header: whether plans for writing ask a header for something.
    """
    root = plans.spec.root
    plan = plans.reading[0]
    names = sorted(plans.naming.types[p.type] for p in plans.reading)
    names = sorted([*names, *(plans.naming.enums[e.name] for e in plans.spec.enums)])
    functions = [f for o in plans.spec.options for f in (o.loader, o.otherwise) if f is not None]
    loaders = sorted({tuple(f.split(":", 1)) for f in functions})
    parameters = [(field_name(p.id), p.id) for p in root.params if any(o.id == p.id for o in plans.spec.options)]
    return render(
        "codec.py.jinja",
        spec=plans.spec,
        api=api,
        names=names,
        root=plans.naming.types[root.name],
        function=plans.function(root.name),
        records=plan.entries[plan.records].name if plan.records is not None else "",
        records_field=field_name(plan.entries[plan.records].name) if plan.records is not None else "",
        counted=plan.counted,
        passed=_passed(plans),
        beginning=plans.beginning,
        index=_index(plans),
        append_refusal=plans.append_refusal,
        declared=declared,
        signature=signature(plans),
        options=plans.spec.options,
        loaders=loaders,
        makers=[_maker(plans, maker) for maker in plans.spec.makers],
        named=[(maker.name, _columns(plans, maker.inner)) for maker in plans.spec.makers if maker.inner],
        columnar=sorted({_function(maker.columnar) for maker in plans.spec.makers if maker.columnar is not None}),
        deals=any(maker.dealt is not None for maker in plans.spec.makers),
        placed=plans.surveyed,
        alone=bool(plans.read_alone),
        alone_by=sorted({spec_of(type) for type, _ in handed_alone(plans.rows.values())} - {plans.spec.id}),
        header=any(
            isinstance(found, Rows) and (found.givens or found.tables or found.lists or found.alike)
            for found in plans.rows.values()
        ),
        mirrors=bool(plans.mirrored),
        encoding_header=asks_header,
        parameters=tuple(parameters),
        uses=option_uses(plans.library, plans.spec),
        structures={p.id: found for p in root.params if (found := _structure(plans, p.value))},
        exported=["CODEC", *names, "parse", "schema", "write"],
    )


def _passed(plans: CodecPlans) -> str:
    """The function that passes over a record; empty: there is none."""
    plan = plans.reading[0]
    if not plans.records_passed or plan.records is None:
        return ""
    entry = plan.entries[plan.records]
    if plans.records_passed == "alike":
        return f"pass_one_of_{entry.name}"
    item = entry.item
    assert isinstance(item, Nested)
    return "" if item.args else f"pass_{plans.function(item.type)}"


@dataclass(frozen=True)
class _Stored:
    """A `StoredNumber` by names in Python."""

    way: tuple[str, ...]
    classes: tuple[str, ...]
    more: int


@dataclass(frozen=True)
class _Index:
    """A `BlockIndex` by names in Python."""

    way: tuple[str, ...]
    classes: tuple[str, ...]
    lists: tuple[bool, ...]
    block: str
    read: str
    beginning: Beginning | None
    offset: _Stored | None
    size: _Stored | None
    beside: list[tuple[str, str]]
    levels: dict[str, int]


def _index(plans: CodecPlans) -> _Index | None:
    """Where the blocks of a file are said to lie."""
    found = plans.block_index
    if found is None:
        return None

    def names(way: Iterable[Place]) -> tuple[str, ...]:
        return tuple(field_name(plans.all_plans[type].entries[index].name) for type, index in way)

    def classes(way: Iterable[Place]) -> tuple[str, ...]:
        items = (plans.all_plans[type].entries[index].item for type, index in way)
        return tuple(plans.naming.types[item.type] for item in items if isinstance(item, Nested))

    def stored(number: StoredNumber | None) -> _Stored | None:
        return None if number is None else _Stored(names(number.way), classes(number.way), number.more)

    levels = {view.name: found.level(view) for view in plans.spec.views}
    return _Index(
        names(found.way),
        classes(found.way),
        tuple(plans.all_plans[type].entries[index].count is not None for type, index in found.way),
        names([(found.type, found.field)])[0],
        f"read_{plans.function(found.block)}",
        plans.block_beginning,
        stored(found.offset),
        stored(found.size),
        [
            (field_name(entry.name), plans.naming.types[entry.item.type])
            for entry in plans.plans[plans.spec.root.name].entries
            if entry.count is None and isinstance(entry.item, Nested) and entry.item.type in plans.plans
            if entry.index != found.way[0][1]
            and entry.condition is None
            and not entry.attribute.again
            and plans.constructible(entry.item.type)
        ],
        {name: level for name, level in levels.items() if level is not None},
    )


def _structure(plans: CodecPlans, value: Value | None) -> str:
    """The class of the structures that a parameter is, or holds; empty: it holds none."""
    item = value.item if isinstance(value, ArrayValue) else value
    return plans.naming.types.get(item.type, "") if isinstance(item, StructValue) else ""


def _function(text: str) -> tuple[str, str]:
    """The module and the name of a function beside the spec."""
    module, _, name = text.partition(":")
    return module, name


def _maker(plans: CodecPlans, maker: Maker) -> tuple[Maker, str, str, list[tuple[str, str]], str]:
    """Rows of which a file is made: the module and the function that do it, the types of columns as source, and what
    is dealt out, likewise."""
    module, function = maker.function.split(":", 1)
    found = deal_of(maker)
    deal = "" if found is None else f"Deal({found.outer!r}, {found.inner!r}, {found.limit!r})"
    return maker, module, function, _columns(plans, maker.columns), deal


def deal_of(maker: Maker) -> Deal | None:
    """What rows of which code makes a file deal out."""
    if maker.dealt is None:
        return None
    (outer,) = listed(maker.dealt)
    inner = expression(from_element(maker.dealt)).split(".")[1:]
    return Deal(tuple(expression(outer).split(".")), tuple(inner), maker.limit or "")


def _columns(plans: CodecPlans, columns: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Names of columns, with the source of their types."""
    types = ArrowTypes(plans)
    found = []
    for name, kind in columns:
        item = types.of_name(kind.removesuffix("[]"))
        found.append((name, f'pa.list_(pa.field("element", {item}))' if kind.endswith("[]") else item))
    return found


_HEAD = 1 << 12
"""Bytes of a file in which constants tell its format."""


def signature(plans: CodecPlans) -> list[tuple[int, bytes]]:
    """Bytes that every file begins with, as far as they stand at fixed places; those of structures there, too."""
    return _constants(plans, plans.spec.root.name, {})


def _constants(plans: CodecPlans, type: str, known: dict[str, list[tuple[int, bytes]]]) -> list[tuple[int, bytes]]:
    """Constants of a structure by their offsets from its beginning; ``known``: those of structures that were met."""
    if type in known:
        return known[type]
    found: list[tuple[int, bytes]] = []
    known[type] = []  # of itself, while it isn't known
    plan = next((one for one in plans.reading if one.type == type), None)
    offset = 0
    for entry in () if plan is None else plan.sequence:
        if entry.condition is not None or entry.count is not None or offset >= _HEAD:
            break
        constant = _constant(plans, entry)
        if constant is not None:
            found.append((offset, constant))
        elif isinstance(entry.item, Nested) and entry.attribute.process is None:
            inner = _constants(plans, entry.item.type, known)
            found += [(offset + place, data) for place, data in inner if offset + place < _HEAD]
        size = plans.sizes.attributes[type, entry.index].bytes
        if size is None:
            break
        offset += size
    known[type] = found
    return found


def _constant(plans: CodecPlans, entry: Entry) -> bytes | None:
    if entry.contents is not None:
        return entry.contents
    if entry.valid is None or entry.valid.eq is None:
        return None
    value = _number(plans, entry.valid.eq)
    if isinstance(value, int) and isinstance(entry.item, Number) and entry.item.kind[0] in "us":
        big = entry.item.kind.endswith("be")
        return value.to_bytes(entry.item.size, "big" if big else "little", signed=entry.item.kind[0] == "s")
    return None


def _number(plans: CodecPlans, expr: Expr) -> object:
    match expr:
        case Literal_(value):
            return value
        case EnumMember(enum, member):
            return next(e.value for e in plans.enums[enum].entries if e.id == member)
        case ListLiteral():
            return None
    return None
