"""Functions of floats, which travel as their bits."""

from __future__ import annotations

import math

from bytewright.kernels.native.machine.intrinsics import bits_of, float_of, load_8, narrowed, rest_of, store_8, widened
from bytewright.kernels.native.machine.jit import inner

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
    elif function == 13:
        for i in range(n):
            x, y = load_8(left + left_step * i), load_8(right + right_step * i)
            store_8(out + 8 * i, computed(13, x, y))
    elif function == 14:
        for i in range(n):
            store_8(out + 8 * i, narrowed(float_of(load_8(left + left_step * i))))
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


@inner
def computed(function: int, left: int, right: int) -> int:
    """One of `codes.FUNCTIONS`, but for those that take long, of two numbers."""
    x, y = float_of(left), float_of(right)
    found = 0.0
    if function == 9:
        return int(x == y)
    if function == 10:
        return int(x < y)
    if function == 11:
        return int(x <= y)
    if function == 12:
        return int(x) if -_MOST < x < _MOST else 0
    if function == 14:
        return int(narrowed(x))
    if function == 0:
        found = x + y
    elif function == 1:
        found = x - y
    elif function == 2:
        found = x * y
    elif function == 6:
        found = float(left)
    elif function == 7:
        found = x / y
    elif function == 8:
        found = widened(left)
    else:
        found = _remainder(x, y)
    return bits_of(found)


@inner
def _remainder(x: float, y: float) -> float:
    """What is left of ``x`` when it is divided by ``y``, with the sign of that."""
    rest = rest_of(x, y)
    if rest == 0.0:
        return math.copysign(0.0, y)
    return rest + y if (rest < 0.0) != (y < 0.0) else rest
