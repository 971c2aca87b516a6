"""Cases of all kinds."""

from construct import (
    Array,
    Bytes,
    Float32l,
    Int8ul,
    Int16ul,
    PascalString,
    Pass,
    PrefixedArray,
    Struct,
    Switch,
    VarInt,
    this,
)

VALUES = [
    {"k": 0, "x": None},
    {"k": 1, "x": b"ab"},
    {"k": 2, "x": "hi"},
    {"k": 3, "x": [1, 2]},
    {"k": 4, "x": {"a": 3}},
    {"k": 5, "x": 1.5},
    {"k": 6, "x": [5, 6]},
    {"k": 7, "x": 300},
]

toy = Struct(
    "k" / Int8ul,
    "x"
    / Switch(
        this.k,
        {
            0: Pass,
            1: Bytes(2),
            2: PascalString(Int8ul, "utf8"),
            3: Array(2, Int8ul),
            4: Struct("a" / Int8ul),
            5: Float32l,
            6: PrefixedArray(Int8ul, Int16ul),
        },
        default=VarInt,
    ),
)
