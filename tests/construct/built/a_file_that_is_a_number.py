"""A file that is a number."""

from construct import Int8ul, Prefixed, VarInt

VALUES = [5, 300]

toy = Prefixed(Int8ul, VarInt)
