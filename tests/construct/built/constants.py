"""Constants."""

from typing import Any

from construct import Bit, BitsInteger, BitStruct, Const, CString, Enum, Flag, Int8ul, Int16ub, Struct

VALUES: list[Any] = [{"g": {}}]

toy = Struct(
    Const(b"ab"),
    "v" / Const(3, Int16ub),
    "t" / Const("hi", CString("utf8")),
    "e" / Const("two", Enum(Int8ul, one=1, two=2)),
    "f" / Const(True, Flag),
    "g" / BitStruct("x" / Const(1, Bit), "y" / Const(5, BitsInteger(7))),
)
