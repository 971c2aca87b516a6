"""Focus."""

from construct import Bytes, Const, FocusedSeq, Int8ul, Rebuild, Struct, Terminated, len_, this

VALUES = [{"x": b"abc", "y": 5}]

toy = Struct(
    "x" / FocusedSeq("value", "magic" / Const(b"M"), "n" / Rebuild(Int8ul, len_(this.value)), "value" / Bytes(this.n)),
    "y" / FocusedSeq("v", Const(b"a"), "v" / Int8ul, Terminated),
)
