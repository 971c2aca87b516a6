"""Choices by what lies in other structures, of which other values are errors; constants in frames."""

from construct import Byte, Const, Error, GreedyRange, Int8ub, Int16ub, Prefixed, Struct, Switch, this

VALUES = [
    {"rows": [{"head": {"kind": 1}, "body": 5, "tag": 2, "inner": {"value": 500}, "mark": 7}]},
    {"rows": []},
]

inner = Struct("value" / Switch(this._.tag, {1: Byte, 2: Int16ub}, default=Error))
row = Struct(
    "head" / Struct("kind" / Byte),
    "body" / Switch(this.head.kind, {1: Byte, 2: Int16ub}, default=Error),
    "tag" / Byte,
    "inner" / inner,
    "mark" / Prefixed(Int8ub, Const(7, Int16ub)),
)
toy = Struct("rows" / GreedyRange(row))
