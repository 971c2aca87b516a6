"""Conditions inside lists and frames."""

from construct import Array, FixedSized, If, IfThenElse, Int8ul, Int16ul, Struct, this

VALUES = [{"n": 2, "x": [1, 2], "y": 3, "z": [4, 5]}, {"n": 1, "x": [None, None], "y": 7, "z": [400, 500]}]

toy = Struct(
    "n" / Int8ul,
    "x" / Array(2, If(this.n > 1, Int8ul)),
    "y" / FixedSized(2, If(this.n, Int16ul)),
    "z" / Array(2, IfThenElse(this.n > 1, Int8ul, Int16ul)),
)
