"""Signed bits."""

from construct import Array, Bit, BitsInteger, BitStruct

VALUES = [{"a": -8, "b": 4095, "c": [1, 0, 0, 1, 1, 1, 0, 1]}, {"a": 7, "b": 1, "c": [0, 0, 0, 0, 0, 0, 0, 0]}]

toy = BitStruct("a" / BitsInteger(4, signed=True), "b" / BitsInteger(12), "c" / Array(8, Bit))
