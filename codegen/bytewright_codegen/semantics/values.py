"""Types of values: built-in names, how several become one, which compare and which can be passed for which."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import reduce

from bytewright_codegen.ir.expressions import Cast, Expr, Member, Name
from bytewright_codegen.ir.schema import TypeDef
from bytewright_codegen.ir.values import (
    AnyValue,
    ArrayValue,
    BoolValue,
    BytesValue,
    EnumValue,
    FloatValue,
    IntValue,
    StreamValue,
    StructValue,
    StrValue,
    Value,
)

_INT = re.compile(r"([us])(1|[248](?:le|be)?)")
_FLOAT = re.compile(r"f([48])(?:le|be)?")
_BITS = re.compile(r"b([0-9]+)(?:le|be)?")
_NAMED: dict[str, Value] = {
    "str": StrValue(),
    "strz": StrValue(),
    "bytes": BytesValue(),
    "bool": BoolValue(),
    "struct": StructValue(""),
    "io": StreamValue(),
    "any": AnyValue(),
}


def builtin_value(name: str) -> Value | None:
    """The type of a value by a built-in name (``u4``, ``f8be``, ``b3``, ``str``, ``bool``, ``io`` …).

    Returns:
        None for any other name.
    """
    if match := _INT.fullmatch(name):
        return IntValue(int(match[2][0]) * 8, match[1] == "s")
    if match := _FLOAT.fullmatch(name):
        return FloatValue(int(match[1]) * 8)
    if match := _BITS.fullmatch(name):
        return BoolValue() if match[1] == "1" else IntValue(int(match[1]), signed=False)
    return _NAMED.get(name)


def describe(value: Value) -> str:
    """A type in words, for messages: ``u4``, ``integer``, ``list of text`` …"""
    match value:
        case IntValue(0):
            return "an integer"
        case IntValue(bits, signed):
            return f"an integer ({'s' if signed else 'u'}{bits // 8})" if bits % 8 == 0 else f"an integer (b{bits})"
        case FloatValue():
            return "a float"
        case BoolValue():
            return "a boolean"
        case StrValue():
            return "text"
        case BytesValue():
            return "bytes"
        case EnumValue(enum):
            return f"enum '{enum}'"
        case StructValue(name):
            return f"'{name}'" if name else "a structure of any type"
        case ArrayValue(AnyValue()):
            return "a list"
        case ArrayValue(item):
            return f"a list of {describe(item).removeprefix('an ').removeprefix('a ')}"
        case StreamValue():
            return "a stream"
        case AnyValue():
            return "one of several types"


def fold(values: Iterable[Value]) -> Value:
    """The type that stands for several in a ternary or a list.

    Returns:
        Integers widen, numbers become a float of 64 bits where any is one, structures become any structure;
        ``AnyValue`` where nothing stands for all.
    """
    return reduce(lambda a, b: _fold(a, b, mix_numbers=True), values)


def fold_cases(values: Iterable[Value]) -> Value:
    """The type that stands for the cases of a switch: as ``fold``, but integers and floats don't mix."""
    return reduce(lambda a, b: _fold(a, b, mix_numbers=False), values)


def _fold(a: Value, b: Value, mix_numbers: bool) -> Value:
    if a == b:
        return a
    match a, b:
        case IntValue(), IntValue():
            return _widened(a, b)
        case FloatValue(), FloatValue():
            return FloatValue(64)
        case (FloatValue(), IntValue()) | (IntValue(), FloatValue()) if mix_numbers:
            return FloatValue(64)
        case StructValue(), StructValue():
            return StructValue("")
        case ArrayValue(x), ArrayValue(y):
            return ArrayValue(_fold(x, y, mix_numbers))
    return AnyValue()


def _widened(a: IntValue, b: IntValue) -> IntValue:
    if not a.bits or not b.bits:
        return calculated(a, b)
    if a.signed == b.signed:
        return IntValue(max(a.bits, b.bits), a.signed)
    signed, unsigned = (a, b) if a.signed else (b, a)
    wanted = max(signed.bits, unsigned.bits + 1)
    return next((IntValue(bits, signed=True) for bits in (8, 16, 32, 64) if bits >= wanted), calculated(a, b))


def calculated(*operands: IntValue) -> IntValue:
    """The type of an integer that is calculated of others."""
    return IntValue(wide=any(one.is_wide for one in operands))


def comparable(a: Value, b: Value, operator: str = "==") -> bool:
    """Whether two values can be compared; enums and booleans only for equality."""
    match a, b:
        case (IntValue() | FloatValue(), IntValue() | FloatValue()):
            return True
        case (StrValue(), StrValue()) | (BytesValue(), BytesValue()):
            return True
        case (BoolValue(), BoolValue()) | (EnumValue(), EnumValue()):
            return a == b and operator in ("==", "!=")
    return False


def assignable(value: Value, to: Value) -> bool:
    """Whether a value can be passed for a parameter of a type."""
    match value, to:
        case (_, AnyValue()) | (IntValue(), IntValue() | FloatValue()) | (FloatValue(), FloatValue()):
            return True
        case StructValue(), StructValue(""):
            return True
        case ArrayValue(a), ArrayValue(b):
            return assignable(a, b)
    return value == to


def standing(types: Mapping[str, TypeDef], value: Value | None) -> Value | None:
    """The type of what stands for a structure at any depth (``value`` of ``-show``), or of a value that is none."""
    met: set[str] = set()
    while isinstance(value, StructValue) and value.type in types and value.type not in met:
        met.add(value.type)
        shown = types[value.type].shown_as
        if shown is None:
            break
        value = shown.type
    return value


def is_case(expr: Expr) -> bool:
    """Whether an expression is the structure that one case of a switch has: in other cases there is nothing."""
    if not isinstance(expr, Cast) or not isinstance(expr.type, StructValue) or not is_union(expr.target):
        return False
    return not isinstance(expr.target, Name | Member) or expr.target.name not in ("_parent", "_root")


def is_union(expr: Expr) -> bool:
    """Whether an expression has values of several types that have none in common."""
    return is_union_type(expr.type)


def is_union_type(kind: Value | None) -> bool:
    """Whether a type stands for several that have none in common."""
    return isinstance(kind, AnyValue) or kind == StructValue("")
