"""A length that counts itself."""

from construct import GreedyBytes, Int8ul, Int16ul, Prefixed, Struct

VALUES = [{"a": b"abc", "b": {"x": 1, "y": b"z"}}, {"a": b"", "b": {"x": 1, "y": b""}}]

toy = Struct(
    "a" / Prefixed(Int16ul, GreedyBytes, includelength=True),
    "b" / Prefixed(Int8ul, Struct("x" / Int8ul, "y" / GreedyBytes)),
)
