"""Arithmetic over registers.

Steps are distances of elements in bytes: 8, or 0 where one value stands for all. Registers are written in whole
vectors.
"""

from __future__ import annotations

from bytewright.kernels.native.machine import vectors
from bytewright.kernels.native.machine.intrinsics import load_8, quotient_unsigned, store_8
from bytewright.kernels.native.machine.jit import inner


@inner
def binary(operator: int, left: int, left_step: int, right: int, right_step: int, n: int, out: int) -> None:
    """One of `codes.OPERATORS`, element by element."""
    end = out + 8 * n
    left_step *= 8
    right_step *= 8
    if operator == 0:
        while out < end:
            vectors.add_8(out, left, right)
            out += 64
            left += left_step
            right += right_step
    elif operator == 1:
        while out < end:
            vectors.subtract_8(out, left, right)
            out += 64
            left += left_step
            right += right_step
    elif operator == 2:
        while out < end:
            vectors.multiply_8(out, left, right)
            out += 64
            left += left_step
            right += right_step
    elif operator == 3:
        while out < end:
            vectors.and_8(out, left, right)
            out += 64
            left += left_step
            right += right_step
    elif operator == 4:
        while out < end:
            vectors.or_8(out, left, right)
            out += 64
            left += left_step
            right += right_step
    elif operator == 5:
        while out < end:
            vectors.xor_8(out, left, right)
            out += 64
            left += left_step
            right += right_step
    elif operator == 6:
        while out < end:
            vectors.shift_left_8(out, left, right)
            out += 64
            left += left_step
            right += right_step
    elif operator == 7:
        while out < end:
            vectors.shift_right_8(out, left, right)
            out += 64
            left += left_step
            right += right_step
    elif operator == 8 or operator == 9:
        _divide(operator, left, left_step >> 3, right, right_step >> 3, n, out)
    elif operator == 10:
        while out < end:
            vectors.equal_8(out, left, right)
            out += 64
            left += left_step
            right += right_step
    elif operator == 11:
        while out < end:
            vectors.unequal_8(out, left, right)
            out += 64
            left += left_step
            right += right_step
    elif operator == 12:
        while out < end:
            vectors.less_8(out, left, right)
            out += 64
            left += left_step
            right += right_step
    elif operator == 13:
        while out < end:
            vectors.at_most_8(out, left, right)
            out += 64
            left += left_step
            right += right_step
    elif operator == 14:
        while out < end:
            vectors.smaller_8(out, left, right)
            out += 64
            left += left_step
            right += right_step
    elif operator == 15:
        while out < end:
            vectors.larger_8(out, left, right)
            out += 64
            left += left_step
            right += right_step
    else:
        _divide(operator, left, left_step >> 3, right, right_step >> 3, n, out)


@inner
def _divide(operator: int, left: int, left_step: int, right: int, right_step: int, n: int, out: int) -> None:
    for i in range(n):
        store_8(out + 8 * i, divided(operator, load_8(left + left_step * i), load_8(right + right_step * i)))


@inner
def divided(operator: int, x: int, y: int) -> int:
    """The quotient of two numbers (``operator`` 8) or what is left (9), floored; likewise of numbers of 64 bits without
    a sign (16, 17); 0 where the divisor is 0."""
    quotient = 0
    rest = 0
    if operator >= 16:
        if y != 0:
            quotient = quotient_unsigned(x, y)
            rest = x - quotient * y
        return quotient if operator == 16 else rest
    # Division by 0, and of the smallest number by -1, would be a trap of the processor.
    if y == -1:
        quotient = -x
    elif y != 0:
        quotient = x // y
        rest = x - quotient * y
    return quotient if operator == 8 else rest


@inner
def select(
    test: int, test_step: int, then: int, then_step: int, otherwise: int, other_step: int, n: int, out: int
) -> None:
    """``then`` where ``test`` isn't 0, otherwise ``otherwise``."""
    end = out + 8 * n
    while out < end:
        vectors.select_8(out, test, then, otherwise)
        out += 64
        test += 8 * test_step
        then += 8 * then_step
        otherwise += 8 * other_step


@inner
def lookup(index: int, step: int, table: int, entries: int, default: int, n: int, out: int) -> None:
    """Entries of a table of int64; the default where the index is outside."""
    end = out + 8 * n
    step *= 8
    if entries <= vectors.SMALL:
        while out < end:
            vectors.lookup_small_8(out, index, table, entries, default)
            out += 64
            index += step
    else:
        while out < end:
            vectors.lookup_8(out, index, table, entries, default)
            out += 64
            index += step


@inner
def match(value: int, step: int, table: int, entries: int, default: int, n: int, out: int) -> None:
    """The code of a value in a table of ascending values followed by their codes; the default where it isn't there."""
    for i in range(n):
        store_8(out + 8 * i, matched(load_8(value + step * i), table, entries, default))


@inner
def matched(value: int, table: int, entries: int, default: int) -> int:
    """The code of one value; see `match`."""
    low = 0
    high = entries
    while low < high:
        middle = (low + high) >> 1
        if load_8(table + 8 * middle) < value:
            low = middle + 1
        else:
            high = middle
    if low < entries and load_8(table + 8 * low) == value:
        return load_8(table + 8 * (entries + low))
    return default
