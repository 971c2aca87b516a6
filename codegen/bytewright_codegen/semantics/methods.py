"""Members and methods of the built-in types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bytewright_codegen.ir.values import (
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

_BYTE = IntValue(8, signed=False)


@dataclass(frozen=True, slots=True)
class Method:
    """A method: what it gives, and for each number of arguments it can be called with the types of these.

    ``literal_encoding``: the one argument is the name of an encoding, as a literal.
    """

    result: Value
    forms: tuple[tuple[Value, ...], ...] = ((),)
    literal_encoding: bool = False


_INT = {"to_s": Method(StrValue())}
_FLOAT = {"to_i": Method(IntValue()), "to_s": Method(StrValue())}
_TO_INT = {"to_i": Method(IntValue())}
_STR = {
    "length": Method(IntValue()),
    "reverse": Method(StrValue()),
    "substring": Method(StrValue(), ((IntValue(), IntValue()),)),
    "to_i": Method(IntValue(), ((), (IntValue(),))),
    "to_b": Method(BytesValue(), ((StrValue(),),), literal_encoding=True),
}
_BYTES = {
    "length": Method(IntValue()),
    "size": Method(IntValue()),
    "first": Method(_BYTE),
    "last": Method(_BYTE),
    "min": Method(_BYTE),
    "max": Method(_BYTE),
    "to_s": Method(StrValue(), ((StrValue(),),), literal_encoding=True),
    "index_of": Method(IntValue(), ((IntValue(),),)),
}
_STREAM = {"size": Method(IntValue()), "pos": Method(IntValue()), "eof": Method(BoolValue())}


def methods_of(value: Value) -> Mapping[str, Method]:
    """The methods of a built-in type by name; empty for structures and for what can only be cast."""
    match value:
        case IntValue():
            return _INT
        case FloatValue():
            return _FLOAT
        case BoolValue() | EnumValue():
            return _TO_INT
        case StrValue():
            return _STR
        case BytesValue():
            return _BYTES
        case StreamValue():
            return _STREAM
        case ArrayValue(item):
            found = {"size": Method(IntValue()), "first": Method(item), "last": Method(item)}
            if isinstance(item, IntValue | FloatValue | StrValue | BytesValue):
                found |= {"min": Method(item), "max": Method(item)}
            return found
    return {}


def item_of(value: Value) -> Value | None:
    """What ``[i]`` gives; None where there is no such thing."""
    match value:
        case ArrayValue(item):
            return item
        case BytesValue():
            return _BYTE
    return None


def printable(value: Value) -> bool:
    """Whether a value can stand in a formatted text."""
    return isinstance(value, IntValue | FloatValue | StrValue | StructValue)
