"""Members that cases share."""

from construct import Bytes, If, Int8ul, Int16ul, Struct, Switch, this

VALUES = [{"k": 1, "x": {"n": 1}, "y": b"a"}, {"k": 2, "x": {"n": 2}, "y": b"ab"}, {"k": 3, "x": 9, "y": None}]

toy = Struct(
    "k" / Int8ul,
    "x" / Switch(this.k, {1: Struct("n" / Int8ul), 2: Struct("n" / Int16ul), 3: Int8ul}),
    "y" / If(this.k < 3, Bytes(this.x.n)),
)
