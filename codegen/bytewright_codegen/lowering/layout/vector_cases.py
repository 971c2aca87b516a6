"""What the values of a pivot's vectors may be, by the cases of their switch."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bytewright.kernels.plan import NUMBER_KINDS, Case, Part
from bytewright_codegen.analysis.cases import Cases, Known
from bytewright_codegen.ir.expressions import EnumMember, Literal_, Name
from bytewright_codegen.ir.expressions import Expr as SpecExpr
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.location import Location
from bytewright_codegen.lowering.expressions.values import Refusal
from bytewright_codegen.lowering.layout.slots import content_of, offsets_of
from bytewright_codegen.plans.reading import Bits, Choice, Item, Nested, Raw, RecordPlan
from bytewright_codegen.plans.reading import Number as NumberItem


def pivot_cases(library: Library, plans: Mapping[str, RecordPlan], item: Item, at: Location) -> tuple[Case, ...]:
    """What the values of a vector may be.

    Raises:
        Refusal: the kernel can't make columns of them.
    """
    if not isinstance(item, Choice):
        return (_any_case(library, plans, "value", item, at, None),)
    cases = Cases(library)
    return tuple(
        _any_case(library, plans, _case_name(library, value), each, at, cases.holder(item, value))
        for value, each in item.cases
    )


def _any_case(
    library: Library, plans: Mapping[str, RecordPlan], name: str, item: Item, at: Location, holder: Known | None
) -> Case:
    """What the values of a vector, or its slots, may be."""
    if not isinstance(item, Nested) or offsets_of(library, item) is None:
        return _case(library, plans, name, item, at)
    lists, inner = content_of(library, plans, item, holder)
    return replace(_case(library, plans, name, inner, at), lists=lists)


def _case_name(library: Library, value: SpecExpr | None) -> str:
    match value:
        case EnumMember(enum, member):
            entry = next(e for e in library.enums[enum].entries if e.id == member)
            return entry.label or entry.id
        case Literal_(constant):
            return str(constant)
    return "_"


def _case(library: Library, plans: Mapping[str, RecordPlan], name: str, item: Item, at: Location) -> Case:
    match item:
        case NumberItem(kind, size):
            if kind not in NUMBER_KINDS:
                raise Refusal("vectors of numbers whose byte order a file decides", at)
            return Case(name, size, (Part(kind),))
        case Bits(1, order):
            return Case(name, 0, (Part("bit" if order == "le" else "bit_be"),))
        case Nested(type):
            return _struct_case(library, plans, name, type, at)
    raise Refusal("vectors of this type", at)


def _struct_case(library: Library, plans: Mapping[str, RecordPlan], name: str, type: str, at: Location) -> Case:
    typedef = library.types[type]
    parts: list[Part] = []
    offset = 0
    for entry in plans[type].sequence:
        constant = entry.frame.size.value if isinstance(entry.frame.size, Literal_) else None
        if isinstance(entry.item, NumberItem) and entry.enum is None and entry.attribute.logical is None:
            size, kind = entry.item.size, entry.item.kind
            if kind not in NUMBER_KINDS:
                raise Refusal("vectors of numbers whose byte order a file decides", at)
        elif isinstance(entry.item, Raw) and isinstance(constant, int):
            size, kind = constant, "bytes"
        else:
            raise Refusal("vectors of structures with such a member", entry.loc)
        if entry.named:
            parts.append(Part(kind, entry.name, offset, size if kind == "bytes" else 0))
        offset += size
    if typedef.shown_as is None:
        return Case(name, offset, tuple(parts))
    shown = typedef.shown_as
    part = next((p for p in parts if isinstance(shown, Name) and p.name == shown.name), None)
    if part is None:
        raise Refusal("vectors of structures that are shown as something computed", at)
    logical = typedef.logical
    if logical is not None and (logical.kind != "uuid" or part.kind != "bytes" or part.size != 16):
        raise Refusal(f"vectors with the meaning {logical.kind}", at)
    kind = "uuid" if logical is not None else part.kind
    return Case(name, offset, (Part(kind, "", part.offset, 0 if kind == "uuid" else part.size),))
