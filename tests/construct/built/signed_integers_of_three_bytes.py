"""Signed integers of three bytes."""

from construct import BytesInteger, Int24sb, Int24sl, Struct

VALUES = [{"a": -1, "b": -8388608, "c": -2}, {"a": 8388607, "b": 0, "c": 3}]

toy = Struct("a" / Int24sb, "b" / Int24sl, "c" / BytesInteger(5, signed=True))
