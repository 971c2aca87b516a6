"""What is said of types."""

from construct import Array, BitStruct, Byte, Flag, Hex, Int16ul, Lazy, Padding, Struct

VALUES = [{"at": {"x": 1, "y": 2}, "more": [{"x": 3, "y": 4}], "bits": {"a": True}, "shown": 7, "late": 8}]

point = Struct("x" / Byte, "y" / Byte) * "A place."

toy = Struct(
    "at" / point * "Where it is.",
    "more" / Array(1, point),
    "bits" / BitStruct("a" / Flag, Padding(7)),
    "shown" / Hex(Byte),
    "late" / Lazy(Int16ul),
)
