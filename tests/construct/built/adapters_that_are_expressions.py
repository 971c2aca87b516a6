"""Adapters that are expressions."""

from construct import Array, Computed, ExprAdapter, Int8ul, Int16ub, Struct, obj_, this

VALUES = [{"k": 2, "year": 1970, "level": 0.5, "list": [3, 4]}, {"k": 0, "year": 2000, "level": 0.0, "list": [1, 2]}]

toy = Struct(
    "k" / Int8ul,
    "year" / ExprAdapter(Int8ul, obj_ + 1900, obj_ - 1900),
    "level" / ExprAdapter(Int16ub, lambda obj, ctx: obj / 256, lambda obj, ctx: int(obj * 256)),
    "list" / Array(2, ExprAdapter(Int8ul, obj_ + 1, obj_ - 1)),
    "next" / Computed(this.year + 1),
)
