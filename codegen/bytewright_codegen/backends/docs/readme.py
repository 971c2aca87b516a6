"""``README.md`` of a codec: the format as its spec documents it, and how to use it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bytewright_codegen.backends.docs.diagram import diagram
from bytewright_codegen.backends.docs.shown_views import ShownView, shown_views
from bytewright_codegen.backends.docs.type_layout import Laid, amount, layout
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.naming import spec_of
from bytewright_codegen.backends.python.package import signature
from bytewright_codegen.backends.templates import render
from bytewright_codegen.backends.testing.example import example
from bytewright_codegen.ir.logical_types import Logical
from bytewright_codegen.ir.schema import Attribute, ValueInstance
from bytewright_codegen.plans.english import follows
from bytewright_codegen.plans.notation import expression, short
from bytewright_codegen.plans.reading import Choice, Item, Nested
from bytewright_codegen.plans.writing import WritingPlan


def readme(plans: CodecPlans, package: str, declared: str = "") -> str:
    """Text of a codec's ``README.md``.

    Args:
        plans: of the codec.
        package: what the package of codecs is called.
        declared: what the construct of a whole file is called, where the spec is a declaration in Construct.
    """
    spec = plans.spec
    made = example(plans)
    (_, names), *others = made.imports
    views = shown_views(plans)
    return render(
        "README.md.jinja",
        spec=spec,
        package=package,
        root=plans.naming.types[spec.root.name],
        extension=spec.extensions[0] if spec.extensions else "bin",
        certain=bool(signature(plans)) or bool(spec.extensions),
        imports=[(spec.id, [*names, "parse", "write"]), *others],
        example=made.source,
        types=[_type(plans, plan) for plan in plans.writing],
        enums=[_enum(plans, enum.name) for enum in spec.enums],
        views=[_view(view) for view in views],
        first=views[0],
        options=spec.options,
        imported=[
            (other, plans.library.by_id[other].title or other) for other in dict(plans.library.imports).get(spec.id, ())
        ],
        stock=_stock(plans),
        declared=declared,
    )


@dataclass(frozen=True)
class _Line:
    offset: str
    size: str
    type: str
    name: str
    doc: str


@dataclass(frozen=True)
class _Type:
    name: str
    title: str
    doc: str
    size: str
    params: list[tuple[str, str, str]]
    is_file: bool
    diagram: str
    lines: list[_Line]
    switches: list[tuple[str, str, list[tuple[str, str]]]]
    values: list[tuple[str, str, str]]
    derived: list[tuple[str, str]]


def _type(plans: CodecPlans, writing: WritingPlan) -> _Type:
    typedef = plans.types[writing.type]
    entries = layout(plans.plans[writing.type], plans.sizes)
    root = typedef is plans.spec.root
    derived = []
    for one in writing.entries:
        found = follows(writing, one, plans.derivations)
        if found is not None and one.entry.named:
            text = found.what if found.sure else f"{found.what}; where there is none, set it"
            derived.append((code(found.field), cell(text)))
    return _Type(
        name=short(writing.type),
        title="The file" if root else f"`{short(writing.type)}`",
        doc="" if root else typedef.doc.strip(),
        size=_size(plans, writing.type),
        params=[(code(p.id), code(p.type_name), cell(p.doc)) for p in typedef.params],
        is_file=root and all(any(o.id == p.id for o in plans.spec.options) for p in typedef.params),
        diagram=diagram(entries),
        lines=[_line(plans, laid) for laid in entries],
        switches=[_switch(laid) for laid in entries if isinstance(laid.entry.item, Choice)],
        values=[
            (code(i.id), code(expression(i.expr)), cell(i.doc))
            for i in typedef.instances
            if isinstance(i, ValueInstance)
        ],
        derived=derived,
    )


def _size(plans: CodecPlans, type: str) -> str:
    size = plans.sizes.types[type]
    if size.exact is not None:
        return amount(size.exact // 8, "byte") if size.exact % 8 == 0 else amount(size.exact, "bit")
    return f"{amount(-(-size.minimum // 8), 'byte')} or more" if size.minimum >= 8 else ""


def _line(plans: CodecPlans, laid: Laid) -> _Line:
    entry = laid.entry
    parts = [entry.attribute.doc.strip().rstrip(".")] if entry.attribute.doc.strip() else []
    if laid.condition:
        parts.append(f"Only if `{laid.condition}`")
    if laid.times:
        word = "Repeated" if laid.times.startswith(("to", "until")) else "As many as"
        times = laid.times if word == "Repeated" and laid.times.startswith("to") else f"`{laid.times}`"
        parts.append(f"{word} {times}")
    if entry.enum is not None:
        anchor = f"#enum-{short(entry.enum)}" if not plans.is_foreign(entry.enum) else ""
        parts.append(f"A value of [`{short(entry.enum)}`]({anchor})" if anchor else f"A value of `{short(entry.enum)}`")
    if laid.rule:
        value, bracket, text = laid.rule.removeprefix("= ").partition(" (")
        always = f"Always `{value}`{f', `{text[:-1]}` in ASCII' if bracket and entry.contents else ''}"
        parts.append(always if laid.rule.startswith("= ") else f"Must be {laid.rule}")
    meaning = _meaning(entry.attribute.logical)
    if meaning and "1970" not in entry.attribute.doc:
        parts.append(meaning)
    if entry.masked_by is not None:
        mask = plans.plans[_owner(plans, laid)].entries[entry.masked_by].name
        parts.append(f"Null where its bit of `{mask}` is not set")
    if entry.attribute.default is not None:
        parts.append(f"`{expression(entry.attribute.default)}` unless it is set")
    if not entry.named and entry.contents is None:
        parts.append("Written as zeros, or as it was read")
    kind = code(laid.type)
    if isinstance(entry.item, Choice):
        kind = f"by {code(expression(entry.item.on))}, see below"
    elif isinstance(entry.item, Nested):
        kind = f"[{kind}]({_section(plans, entry.item.type)})"
    return _Line(
        offset=_computed(laid.offset),
        size=_computed(laid.size),
        type=kind,
        name=code(entry.name) if entry.named else "—",
        doc=cell(". ".join(parts) + "." if parts else ""),
    )


def _section(plans: CodecPlans, type: str) -> str:
    """Where a type is documented."""
    if not plans.is_foreign(type):
        return "#the-file" if type == plans.spec.root.name else f"#{short(type)}"
    anchor = "" if type == spec_of(type) else f"#{short(type)}"
    return f"../{spec_of(type)}/README.md{anchor}"


def _computed(text: str) -> str:
    """A number, a few words, or an expression, which is code."""
    if " bits from " in text:
        return text
    words = (
        text.replace(", bits", "").replace(", bit", "").replace("bits", "").replace("bit", "").replace("–", "").split()
    )
    plain = all(word.isdigit() or word in ("varies", "to", "the", "end", "or", "more") for word in words)
    if plain:
        return text
    if text.startswith("end of "):
        name, plus, rest = text.removeprefix("end of ").partition(" + ")
        return f"end of {code(name) if not name.startswith('entry ') else name}{' + ' + code(rest) if plus else ''}"
    if text.endswith(" bits"):
        return f"{code(text.removesuffix(' bits'))} bits"
    return f"up to {code(text.removeprefix('up to '))}" if text.startswith("up to ") else code(text)


def _owner(plans: CodecPlans, laid: Laid) -> str:
    return next(p.type for p in plans.reading if laid.entry in p.entries)


def _meaning(logical: Logical | None) -> str:
    if logical is None:
        return ""
    if logical.kind == "timestamp":
        unit = {"s": "seconds", "ms": "milliseconds", "us": "microseconds", "ns": "nanoseconds"}[logical.unit or "s"]
        return f"A moment, in {unit} since 1970-01-01 UTC"
    return {"uuid": "A UUID", "json": "JSON", "long": "Shown as a signed long"}.get(logical.kind, f"A {logical.kind}")


def _switch(laid: Laid) -> tuple[str, str, list[tuple[str, str]]]:
    item = laid.entry.item
    assert isinstance(item, Choice)
    cases = [(code(expression(v)) if v is not None else "anything else", code(_kind(case))) for v, case in item.cases]
    return code(laid.name), code(expression(item.on)), cases


def _kind(item: Item) -> str:
    kind = getattr(item, "kind", None) or getattr(item, "type", None)
    if kind is not None:
        return short(str(kind))
    width = getattr(item, "width", None)
    return f"b{width}" if width is not None else type(item).__name__.lower().replace("raw", "bytes")


def _enum(plans: CodecPlans, name: str) -> tuple[str, list[tuple[str, str, str]], bool]:
    entries = plans.enums[name].entries
    wide = any(e.value >= 1 << 16 for e in entries)
    rows = [(f"0x{e.value:08x}" if wide else str(e.value), code(e.label or e.id), cell(e.doc)) for e in entries]
    return short(name), rows, any(doc for _, _, doc in rows)


@dataclass(frozen=True)
class _View:
    name: str
    default: bool
    doc: str
    columns: list[tuple[str, str, str, str]]
    more: str


def _view(view: ShownView) -> _View:
    columns = [
        (code(c.name), code(c.spark.replace("`", "")), "yes" if c.nullable else "", cell(c.doc)) for c in view.columns
    ]
    return _View(view.name, view.default, view.doc.replace("``", "`"), columns, view.more)


def _stock(plans: CodecPlans) -> list[str]:
    """What a parser by kaitai-struct-compiler makes otherwise, by the keys that it ignores."""
    found: dict[str, None] = {}
    attributes = [a for t in plans.spec.types for a in (*t.attributes, *t.instances)]
    logical = {a.logical.kind for a in attributes if a.logical is not None}
    logical |= {t.logical.kind for t in plans.spec.types if t.logical is not None}
    if "timestamp" in logical:
        found["Moments (`-type: {timestamp: …}`) are integers there."] = None
    if logical - {"timestamp"}:
        kinds = ", ".join(f"`{kind}`" for kind in sorted(logical - {"timestamp"}))
        found[f"Values with a logical type ({kinds}) are what is stored."] = None
    for t in plans.spec.types:
        if t.shown_as is not None:
            found[f"A `{short(t.name)}` is an object; here its `{expression(t.shown_as)}` stands for it in views."] = (
                None
            )
    for a in attributes:
        if isinstance(a, Attribute) and a.validity_of is not None:
            mask, values = code(a.id or ""), code(a.validity_of)
            found[f"Elements of {values} whose bit in {mask} is not set are what is stored; here they are null."] = None
    if any(e.label is not None for enum in plans.spec.enums for e in enum.entries):
        found["Members of enums have only their ids; here some have a label of their own."] = None
    if plans.spec.views or plans.spec.options:
        found["It has neither views nor options: it gives objects, not rows."] = None
    found["It doesn't write: what follows from what is known to ours alone."] = None
    found["It doesn't mind bytes that no field describes; here they are reported."] = None
    return list(found)


def code(text: str) -> str:
    """Text as code, inside a table."""
    return f"`{text}`".replace("|", "\\|")


def cell(text: str) -> str:
    """Text inside a table."""
    return re.sub(r"\s+", " ", text).strip().replace("|", "\\|")
