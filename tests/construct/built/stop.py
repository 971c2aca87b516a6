"""Stop."""

from construct import Int8ul, PascalString, StopIf, Struct, this

VALUES = [{"n": 0}, {"n": 1, "a": 3, "b": "x"}]

toy = Struct("n" / Int8ul, StopIf(this.n == 0), "a" / Int8ul, "b" / PascalString(Int8ul, "utf8"))
