"""Zigzag."""

from construct import Array, Struct, ZigZag

VALUES = [{"a": -3, "b": [5, -700]}, {"a": 0, "b": [1, -1]}]

toy = Struct("a" / ZigZag, "b" / Array(2, ZigZag))
