"""Several rules for a value: bounds, values, expressions, any two of them."""

from construct import Check, ExprValidator, Int8ub, OneOf, Struct, obj_, this

VALUES = [{"a": 3, "b": 4, "c": 2, "d": 6, "e": 9, "f": 5}, {"a": 2, "b": 9, "c": 4, "d": 0, "e": 9, "f": 8}]

toy = Struct(
    "a" / Int8ub,
    Check(this.a >= 2),
    Check(this.a <= 9),
    "b" / ExprValidator(Int8ub, obj_ > 3),
    Check(this.b <= 9),
    "c" / OneOf(Int8ub, [2, 4, 250]),
    Check(this.c <= 9),
    "d" / ExprValidator(Int8ub, obj_ & 1 == 0),
    Check(this.d % 3 == 0),
    "e" / Int8ub,
    Check(this.e >= 4),
    Check(this.e >= 9),
    "f" / Int8ub,
    Check(this.f != this.e),
    Check(this.f <= this.e),
    Check(this.f >= 5),
)
