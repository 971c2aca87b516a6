"""Defaults."""

from construct import Array, Bytes, Default, Enum, Flag, Float64l, Int8ul, Struct

VALUES = [{}, {"a": 4, "b": b"ab", "c": False, "d": [1, 2], "e": 5, "f": 2.5}]

toy = Struct(
    "a" / Default(Int8ul, 3),
    "b" / Default(Bytes(2), b"xy"),
    "c" / Default(Flag, True),
    "d" / Default(Array(2, Int8ul), [7, 7]),
    "e" / Default(Enum(Int8ul, one=1), "one"),
    "f" / Default(Float64l, 1.5),
)
