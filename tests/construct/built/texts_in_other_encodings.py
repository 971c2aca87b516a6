"""Texts in other encodings."""

from construct import CString, GreedyString, Int8ul, PaddedString, PascalString, Struct

VALUES = [{"a": "hi", "b": "é", "c": "ab", "d": "xy", "e": "ü"}, {"a": "", "b": "", "c": "", "d": "", "e": ""}]

toy = Struct(
    "a" / CString("utf_16_be"),
    "b" / PascalString(Int8ul, "utf_16_le"),
    "c" / PaddedString(8, "utf_16_le"),
    "d" / CString("utf_32_le"),
    "e" / GreedyString("latin1"),
)
