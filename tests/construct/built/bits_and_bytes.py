"""Bits and bytes."""

from construct import BitsInteger, BitStruct, Bytewise, Enum, Int16ul, Nibble, Padding, Struct

VALUES = [{"a": 1, "b": 2, "c": 300, "d": {"e": 5, "f": 6}, "h": "x"}]

toy = BitStruct(
    "a" / Nibble,
    "b" / Nibble,
    "c" / Bytewise(Int16ul),
    "d" / Struct("e" / BitsInteger(3), "f" / BitsInteger(5)),
    "g" / Padding(3),
    "h" / Enum(BitsInteger(5), x=1),
)
