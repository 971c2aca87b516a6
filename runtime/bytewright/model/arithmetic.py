"""What expressions do with numbers beyond their operators: functions as IEEE 754 has them, and lists by formula."""

from __future__ import annotations

import math
from typing import Any

MOST = 1 << 24
"""Items that a list by formula may have: nothing is stored for them, so that a few bytes could ask for any number."""


MOST_SHIFT = 1 << 12
"""Bits by which a number may be shifted up: a few bytes could ask for one that fills the memory."""

_MOST_BITS = 2 * MOST_SHIFT
"""Bits of a product: calculated values that are multiplied by each other double theirs each time."""

_MOST_TEXT = 1 << 24
"""Characters of texts that are joined: likewise."""

_MOST_NESTED = 1 << 20
"""Items of lists in lists that expressions spell out: likewise."""


def shifted(number: int, count: int) -> int:
    """A number shifted up by so many bits.

    Raises:
        OverflowError: they are more than numbers may be shifted by.
        ValueError: they are below 0.
    """
    if count > MOST_SHIFT:
        raise OverflowError(f"a shift by {count} bits, where {MOST_SHIFT} are the most")
    return number << count


def product(left: int, right: int) -> int:
    """A product of numbers that are calculated themselves.

    Raises:
        OverflowError: it would be larger than numbers may be.
    """
    if left.bit_length() + right.bit_length() > _MOST_BITS:
        raise OverflowError(f"a product of more than {_MOST_BITS} bits")
    return left * right


def list_of_lists(*lists: list[Any] | None) -> list[list[Any] | None]:
    """A list of lists.

    Raises:
        OverflowError: with all that is in these, it would have more items than a list by formula may have.
    """
    found = list(lists)
    count = 0
    waiting: list[list[Any]] = [found]
    while waiting:
        for item in waiting.pop():
            count += 1
            if isinstance(item, list):
                waiting.append(item)
        if count > _MOST_NESTED:
            raise OverflowError(f"lists in lists of more than {_MOST_NESTED} items")
    return found


def joined_text(*parts: str) -> str:
    """Texts one behind the other.

    Raises:
        OverflowError: that would be more characters than a text may have.
    """
    if sum(map(len, parts)) > _MOST_TEXT:
        raise OverflowError(f"a text of more than {_MOST_TEXT} characters")
    return "".join(parts)


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
