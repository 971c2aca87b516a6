"""What writers know of null in lists with validity bits, whose elements readers parse all the same."""

from __future__ import annotations

from collections.abc import Iterator

from bytewright_codegen.analysis.slots import slot_of
from bytewright_codegen.backends.python.codec import CodecPlans
from bytewright_codegen.backends.python.expressions import PythonExpressions
from bytewright_codegen.backends.python.naming import spec_of
from bytewright_codegen.backends.python.reader import read_item
from bytewright_codegen.ir.schema import StructWire
from bytewright_codegen.plans.reading import Bits, Choice, Entry, Item, Nested, Number, Raw, RecordPlan


def reads_null(plans: CodecPlans, entry: Entry, item: Nested) -> str:
    """The function that reads an element that may be null, as source; empty: zeros do, or nothing, as in a slot."""
    slot = slot_of(plans.library, StructWire(item.type, item.args))
    if entry.masked_by is None or slot is not None or _takes_zeros(plans, item.type):
        return ""
    expressions = PythonExpressions(plans.naming, special={"_io": "io", "_index": "_index"})
    found = read_item(plans, expressions, item, "", entry.attribute.parent)
    return f"lambda io, _index=_index: {found.function}(io, self, {entry.name!r}, _index{found.args})"


def begins_with_bits(plans: CodecPlans, type: str) -> bool:
    """Whether structures of a type may begin in the middle of a byte."""
    for entry in _plan(plans, type).entries:
        if entry.placed:
            continue
        match entry.item:
            case Bits():
                return True
            case Nested(inner) if entry.frame.kind == "none" and begins_with_bits(plans, inner):
                return True
        if entry.condition is None and entry.count is None:
            return False
    return False


def readers_for_null(plans: CodecPlans) -> dict[str, set[str]]:
    """The functions that `reads_null` calls, by the package that has them, from this one."""
    found: dict[str, set[str]] = {}
    for entry in (entry for plan in plans.reading for entry in plan.entries):
        for item in _structures(entry.item):
            if not reads_null(plans, entry, item):
                continue
            if plans.is_foreign(item.type):
                own = found.setdefault(f".{spec_of(item.type)}", set())
                own.add(plans.naming.imported_function("read", item.type))
            else:
                found.setdefault("", set()).add(f"read_{plans.function(item.type)}")
    return found


def _takes_zeros(plans: CodecPlans, type: str) -> bool:
    """Whether structures of a type are of one size and begin with a byte, and zeros of that size are one."""
    of_bytes = plans.sizes.types[type].bytes is not None and not begins_with_bits(plans, type)
    return of_bytes and _has_no_rules(plans, type)


def _has_no_rules(plans: CodecPlans, type: str) -> bool:
    for entry in _plan(plans, type).entries:
        stated = (entry.valid, entry.contents, entry.checksum, *entry.attribute.compared, entry.attribute.logical)
        if any(one is not None for one in stated):
            return False
        match entry.item:
            case Number() | Bits():
                pass
            case Raw(None) if entry.frame.kind == "size" and entry.frame.process is None:
                pass
            case Nested(inner) if entry.frame.kind == "none" and _has_no_rules(plans, inner):
                pass
            case _:
                return False
    return not any(instance.valid for instance in plans.types[type].instances)


def _structures(item: Item) -> Iterator[Nested]:
    match item:
        case Nested():
            yield item
        case Choice(_, cases):
            for _, case in cases:
                yield from _structures(case)


def _plan(plans: CodecPlans, type: str) -> RecordPlan:
    return (plans.others[spec_of(type)] if plans.is_foreign(type) else plans).plans[type]
