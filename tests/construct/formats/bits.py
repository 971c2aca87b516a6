from construct import (
    BitsInteger,
    BitsSwapped,
    BitStruct,
    Const,
    Enum,
    ExprValidator,
    Flag,
    FlagsEnum,
    If,
    Int8ub,
    Int16ub,
    Mapping,
    Nibble,
    OneOf,
    Padding,
    Struct,
    obj_,
    this,
)

mode = Enum(Nibble, none=0, fast=1, slow=2)
header = BitStruct(
    "version" / Const(2, BitsInteger(3)),
    "is_last" / Flag,
    Padding(4),
    "size" / BitsInteger(12),
    "mode" / mode,
)
color = Mapping(Int8ub, {"red": 1, "green": 2})

bits = Struct(
    "header" / header,
    "flags" / FlagsEnum(Int8ub, compressed=1, signed=2, encrypted=4),
    "low" / BitsSwapped(BitStruct("first" / Flag, "second" / Flag, Padding(6))),
    "color" / color,
    "level" / OneOf(Int8ub, [1, 2, 3]),
    "odd" / ExprValidator(Int8ub, obj_ & 1 == 1),
    "extra" / If(this.flags.compressed, Int16ub),
)
