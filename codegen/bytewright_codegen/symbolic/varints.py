"""Types whose values are unsigned LEB128 integers: a list of groups of seven bits, and what they make."""

from __future__ import annotations

from collections.abc import Mapping

from bytewright_codegen.ir.expressions import Member, Name, Unary
from bytewright_codegen.ir.library import Library
from bytewright_codegen.ir.schema import TypeDef, Valid, ValueInstance
from bytewright_codegen.notation import expression
from bytewright_codegen.plans.reading import Bits, Entry, Nested, RecordPlan


def varint_value(library: Library, plans: Mapping[str, RecordPlan], type: str) -> str | None:
    """The id of the instance that is the integer; None: the type is something else.

    What a type is shows in how it says it: as many bytes as say that another follows (in their highest bit), and a
    value of each that adds its lower bits to those of the bytes before.

    Args:
        library: the resolved specs.
        plans: record plans by type.
        type: absolute name of the type.
    """
    typedef, entries = library.types[type], plans[type].entries
    if typedef.params or len(entries) != 1:
        return None
    (groups,) = entries
    if not isinstance(groups.item, Nested) or groups.count is None or groups.count.kind != "until":
        return None
    if groups.condition is not None or groups.placed or groups.valid is not None or len(groups.item.args) != 1:
        return None
    index = groups.item.args[0]
    group, parts = library.types[groups.item.type], plans[groups.item.type].entries
    if not isinstance(index, Name) or index.name != "_index" or len(group.params) != 1 or len(parts) != 2:
        return None
    more, low = parts
    if not (_is_bits(more, 1) and _is_bits(low, 7) and more.valid is None):
        return None
    until = groups.count.expr
    if not isinstance(until, Unary) or expression(until) != f"not _.{more.name}":
        return None
    number = group.params[0].id
    if low.valid is not None and not _bounds_last(low.valid, number):
        return None
    sums = _instance(typedef, f"{groups.name}.last.", "")
    return sums if sums is not None and _adds_up(group, groups.name, low.name, number, typedef, sums) else None


def _is_bits(entry: Entry, width: int) -> bool:
    plain = entry.named and entry.count is None and entry.condition is None and not entry.placed
    return plain and isinstance(entry.item, Bits) and entry.item.width == width and entry.item.order == "be"


def _bounds_last(valid: Valid, number: str) -> bool:
    """Whether a rule just says that the last group of 64 bits has one."""
    others = (valid.eq, valid.min, valid.expr, *valid.any_of)
    if valid.max is None or any(other is not None for other in others) or valid.in_enum:
        return False
    return expression(valid.max) == f"{number} < 9 ? 127 : 1"


def _instance(typedef: TypeDef, begin: str, end: str) -> str | None:
    """The only value instance whose expression begins and ends so."""
    found = [
        instance.id
        for instance in typedef.instances
        if isinstance(instance, ValueInstance)
        and instance.condition is None
        and isinstance(instance.expr, Member)
        and expression(instance.expr).startswith(begin)
        and expression(instance.expr).endswith(end)
    ]
    return found[0] if len(found) == 1 else None


def _adds_up(group: TypeDef, groups: str, low: str, number: str, typedef: TypeDef, sums: str) -> bool:
    """Whether the value of a group is that of those before it and its own bits."""
    shown = next(i for i in typedef.instances if i.id == sums)
    assert isinstance(shown, ValueInstance)
    assert isinstance(shown.expr, Member)
    name = shown.expr.name
    value = next((i for i in group.instances if isinstance(i, ValueInstance) and i.id == name), None)
    if value is None or value.condition is not None:
        return False
    before = f"({number} == 0 ? 0 : _parent.{groups}[{number} - 1].{name}.as<u8>)"
    own = f"{low}.as<u8> << 7 * {number}"
    return expression(value.expr) in (f"{before} + ({own})", f"{before} | {own}")
