"""What expressions do with numbers beyond their operators: functions as IEEE 754 has them, and lists by formula."""

from __future__ import annotations

import math

MOST = 1 << 24
"""Items that a list by formula may have: nothing is stored for them, so that a few bytes could ask for any number."""


MOST_SHIFT = 1 << 12
"""Bits by which a number may be shifted up: a few bytes could ask for one that fills the memory."""


def shifted(number: int, count: int) -> int:
    """A number shifted up by so many bits.

    Raises:
        OverflowError: they are more than numbers may be shifted by.
        ValueError: they are below 0.
    """
    if count > MOST_SHIFT:
        raise OverflowError(f"a shift by {count} bits, where {MOST_SHIFT} are the most")
    return number << count


def power(base: float, exponent: float) -> float:
    """A power; infinity where it is too large, NaN where it isn't defined."""
    try:
        return math.pow(base, exponent)
    except OverflowError:
        odd = float(exponent).is_integer() and math.fmod(exponent, 2) != 0
        return -math.inf if base < 0 and odd else math.inf
    except ValueError:
        if base == 0:  # a negative power of zero
            odd = float(exponent).is_integer() and math.fmod(exponent, 2) != 0
            return math.copysign(math.inf, base) if odd else math.inf
        return math.nan


def exponential(exponent: float) -> float:
    """A power of e; infinity where it is too large."""
    try:
        return math.exp(exponent)
    except OverflowError:
        return math.inf


def logarithm(number: float) -> float:
    """A natural logarithm: of zero negative infinity, of what is below NaN."""
    if number == 0:
        return -math.inf
    return math.nan if number < 0 else math.log(number)


def doublings(number: int) -> int:
    """How often one is doubled until the next time would make it larger than a number; 0 for what is below one."""
    return max(1, number).bit_length() - 1


def places(size: int) -> range:
    """The places in a list of a size.

    Raises:
        ValueError: it is larger than lists may be.
    """
    if size > MOST:
        raise ValueError(f"a list of {size} items, where {MOST} are the most")
    return range(size)
