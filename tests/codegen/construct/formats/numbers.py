from construct import (
    ByteSwapped, BytesInteger, Computed, Float32l, Float64b, Int8ub, Int16sb, Int24ub, Int24ul, Int32ub, Int32ul,
    Int64sb, Int64sl, Int64ub, Struct, this,
)  # fmt: skip

numbers = Struct(
    "a" / Int8ub,
    "b" / Int16sb,
    "c" / Int32ul,
    "d" / Int64sl,
    "e" / Float32l,
    "f" / Float64b,
    "g" / ByteSwapped(Int32ub),
    "h" / Int24ub,
    "i" / Int24ul,
    "j" / BytesInteger(2, signed=True),
    "k" / BytesInteger(5),
    "l" / Int64ub,
    "sum" / Int64sb,
    "twice" / Computed(this.a * 2),
    "half" / Computed(this.b // 2),
    "rest" / Computed(lambda ctx: ctx.b % 7),
    "mixed" / Computed(lambda ctx: ctx.c & 255 if ctx.a > 10 and ctx.b < 3 else ctx.a << 2 | 1),
    "ratio" / Computed(this.e / 2.0),
)
