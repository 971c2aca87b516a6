"""Lists of everything."""

from construct import (
    Array,
    CString,
    Enum,
    FixedSized,
    Flag,
    GreedyBytes,
    GreedyRange,
    Int8ul,
    Int16ul,
    PascalString,
    Prefixed,
    PrefixedArray,
    Struct,
    VarInt,
)

VALUES = [
    {
        "texts": ["a", "", "bc"],
        "ends": ["x", "yz"],
        "grid": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]],
        "numbers": [1, 300],
        "flags": [True, False, True],
        "kinds": ["a", 2],
        "parts": [b"abc", b"def"],
        "sized": [1, 2, 3],
    }
]

toy = Struct(
    "texts" / PrefixedArray(Int8ul, PascalString(Int8ul, "utf8")),
    "ends" / Array(2, CString("utf8")),
    "grid" / Array(2, Array(2, Array(2, Int8ul))),
    "numbers" / Array(2, VarInt),
    "flags" / Array(3, Flag),
    "kinds" / Array(2, Enum(Int8ul, a=1, b=2)),
    "parts" / Array(2, FixedSized(3, GreedyBytes)),
    "sized" / Prefixed(Int8ul, GreedyRange(Int16ul)),
)
