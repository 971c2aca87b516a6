"""Padding of what varies."""

from construct import Aligned, Bytes, CString, Int8ul, Int16ul, Padded, Struct, this

VALUES = [{"n": 3, "a": b"abc", "b": {"x": 1, "y": 2}, "c": "hi"}]

toy = Struct(
    "n" / Int8ul,
    "a" / Padded(this.n + 4, Bytes(this.n)),
    "b" / Aligned(4, Struct("x" / Int8ul, "y" / Int16ul)),
    "c" / Padded(8, CString("utf8")),
)
