"""Which integers a field may hold: what its width allows, narrowed by ``valid``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bytewright_codegen.ir.expressions import EnumMember, Expr, Literal_, Unary
from bytewright_codegen.ir.schema import EnumDef
from bytewright_codegen.plans.reading import Bits, Entry, Item, Number


class Range(NamedTuple):
    """All integers from ``low`` to ``high``, both included."""

    low: int
    high: int


def width_of(item: Item) -> Range | None:
    """What fits the bytes or bits of a value; None for anything but integers."""
    match item:
        case Number(kind, size) if kind[0] == "u":
            return Range(0, (1 << 8 * size) - 1)
        case Number(kind, size) if kind[0] == "s":
            return Range(-(1 << 8 * size - 1), (1 << 8 * size - 1) - 1)
        case Bits(width):
            return Range(0, (1 << width) - 1)
    return None


def range_of(entry: Entry, item: Item) -> Range | None:
    """What fits and lies between the bounds of ``valid``, as far as they are constant."""
    limits = width_of(item)
    valid = entry.valid
    if limits is None or valid is None:
        return limits
    low, high = _literal(valid.min), _literal(valid.max)
    return Range(
        limits.low if low is None else max(limits.low, low), limits.high if high is None else min(limits.high, high)
    )


def integer(enums: Mapping[str, EnumDef], expr: Expr) -> int | None:
    """The integer that an expression always is; None where it is none, or not always the same."""
    if isinstance(expr, EnumMember):
        return next(e.value for e in enums[expr.enum].entries if e.id == expr.member)
    return _literal(expr)


def _literal(expr: Expr | None) -> int | None:
    match expr:
        case Literal_(bool()):
            return None
        case Literal_(int() as value):
            return value
        case Unary("-", operand):
            negated = _literal(operand)
            return None if negated is None else -negated
    return None
