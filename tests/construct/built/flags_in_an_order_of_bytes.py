"""Flags in an order of bytes."""

from construct import FlagsEnum, Int16ub, Int16ul, Struct

VALUES = [{"a": {"x": True, "y": False, "z": True}, "b": {"x": True, "y": True}}, {"a": {}, "b": {}}]

toy = Struct("a" / FlagsEnum(Int16ul, x=1, y=0x100, z=0x8000), "b" / FlagsEnum(Int16ub, x=1, y=0x100))
