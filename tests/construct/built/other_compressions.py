"""Other compressions."""

from construct import Compressed, GreedyBytes, GreedyRange, Int8ub, Int16ub, Prefixed, Struct

VALUES = [{"a": b"abc" * 50, "b": [1, 2, 3]}, {"a": b"", "b": []}]

toy = Struct(
    "a" / Prefixed(Int16ub, Compressed(GreedyBytes, "bzip2", 3)),
    "b" / Prefixed(Int8ub, Compressed(GreedyRange(Int8ub), "lzma")),
)
