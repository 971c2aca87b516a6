from construct import Const, Float32l, Float64l, FocusedSeq, Int8ul, Int16ul, PrefixedArray, Struct

point = Struct("x" / Float32l, "y" / Float32l)
shapes = Struct(
    "shapes" / PrefixedArray(Int8ul, PrefixedArray(Int16ul, point)),
    "pair" / (Int8ul >> Int16ul),
    "scale" / FocusedSeq("value", "unit" / Const(7, Int8ul), "value" / Float64l),
)
