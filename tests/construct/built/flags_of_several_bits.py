"""Flags of several bits."""

from construct import Bytes, FlagsEnum, If, Int16ul, Struct, this

VALUES = [
    {"a": {"x": True, "xy": False, "none": True}, "b": b"ab"},
    {"a": {"x": True, "xy": True, "high": True}, "b": b"ab"},
    {"a": {"x": False}, "b": None},
]

toy = Struct("a" / FlagsEnum(Int16ul, none=0, x=1, xy=3, high=0x8000), "b" / If(this.a.x, Bytes(2)))
