"""Functions of floats, which travel as their bits."""

from __future__ import annotations

import math

from bytewright.kernels.intrinsics import bits_of, float_of, load_8, store_8, widened
from bytewright.kernels.jit import inner

_MOST = float(1 << 62)


@inner
def compute(
    function: int, left: int, left_step: int, right: int, right_step: int, where: int, where_step: int, n: int, out: int
) -> None:
    """One of `codes.FUNCTIONS` of the floats in registers, into a register; those that take long only where they are
    asked for."""
    if function == 0:
        for i in range(n):
            value = float_of(load_8(left + left_step * i)) + float_of(load_8(right + right_step * i))
            store_8(out + 8 * i, bits_of(value))
    elif function == 1:
        for i in range(n):
            value = float_of(load_8(left + left_step * i)) - float_of(load_8(right + right_step * i))
            store_8(out + 8 * i, bits_of(value))
    elif function == 2:
        for i in range(n):
            value = float_of(load_8(left + left_step * i)) * float_of(load_8(right + right_step * i))
            store_8(out + 8 * i, bits_of(value))
    elif function == 6:
        for i in range(n):
            store_8(out + 8 * i, bits_of(float(load_8(left + left_step * i))))
    elif function == 7:
        for i in range(n):
            store_8(
                out + 8 * i, bits_of(float_of(load_8(left + left_step * i)) / float_of(load_8(right + right_step * i)))
            )
    elif function == 8:
        for i in range(n):
            wide = widened(load_8(left + left_step * i))
            store_8(out + 8 * i, bits_of(wide))
    elif 9 <= function <= 11:
        for i in range(n):
            x, y = float_of(load_8(left + left_step * i)), float_of(load_8(right + right_step * i))
            store_8(out + 8 * i, x == y if function == 9 else x < y if function == 10 else x <= y)
    elif function == 12:
        for i in range(n):
            z = float_of(load_8(left + left_step * i))
            store_8(out + 8 * i, int(z) if -_MOST < z < _MOST else 0)
    else:
        for i in range(n):
            if load_8(where + where_step * i) == 0:
                continue
            x = float_of(load_8(left + left_step * i))
            if function == 3:
                store_8(out + 8 * i, bits_of(math.pow(x, float_of(load_8(right + right_step * i)))))
            elif function == 4:
                store_8(out + 8 * i, bits_of(math.exp(x)))
            else:
                store_8(out + 8 * i, bits_of(math.log(x)))
