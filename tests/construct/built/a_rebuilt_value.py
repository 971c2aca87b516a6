"""A rebuilt value."""

from construct import Int8ul, Int16ul, Rebuild, Struct, this

VALUES = [{"n": 4}, {"n": 0}]

toy = Struct("double" / Rebuild(Int8ul, this.n * 2), "n" / Int8ul, "sum" / Rebuild(Int16ul, this.n + this.double))
