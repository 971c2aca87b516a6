"""Bytes that are processed one way within another."""

from construct import Compressed, GreedyBytes, Int8ul, Prefixed, ProcessRotateLeft, ProcessXor, Struct

VALUES = [
    {"twice": b"", "turned": b"\1\2", "packed": b"z" * 40},
    {"twice": b"\0\1\x80\xff", "turned": b"", "packed": b""},
]

toy = Struct(
    "twice" / Prefixed(Int8ul, ProcessXor(3, ProcessXor(b"\5\6", GreedyBytes))),
    "turned" / Prefixed(Int8ul, ProcessRotateLeft(3, 1, ProcessXor(0x81, GreedyBytes))),
    "packed" / Prefixed(Int8ul, ProcessXor(0x55, Compressed(GreedyBytes, "zlib"))),
)
