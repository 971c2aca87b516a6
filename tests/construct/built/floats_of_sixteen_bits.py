"""Floats of sixteen bits."""

from math import inf

from construct import Array, Float16b, Float16l, Int8ub, Struct

VALUES = [
    {"n": 5, "a": 1.5, "b": [0.0, -0.0, inf, -inf], "c": 2.0**-24},
    {"n": 0, "a": -65504.0, "b": [2.0**-14, -(2.0**-14) * 1023 / 1024, 0.333251953125, 1.0], "c": 1023 * 2.0**-24},
]

toy = Struct("n" / Int8ub, "a" / Float16b, "b" / Array(4, Float16l), "c" / Float16l)
