"""Single values that are worth trying: bounds and their neighbours, members of enums, floats that break things."""

from __future__ import annotations

import enum
from functools import lru_cache
from typing import Any

from hypothesis import strategies as st

EDGES = {
    32: (0.0, -0.0, 1.0, -1.5, 3.4028234663852886e38, 2.0**-126, 2.0**-149, -(2.0**-149), 0.10000000149011612),
    64: (0.0, -0.0, 1.0, -1.5, 1.7976931348623157e308, 2.0**-1022, 2.0**-1074, -(2.0**-1074), 0.1),
}
"""Floats of each width: zeros, largest, smallest normal, denormal, one that is no short decimal in binary."""
SPECIAL = (float("nan"), float("inf"), float("-inf"))


# Made once each, as the strategies of a spec are few and used often. Typed: members of different enums may be equal.
_once = lru_cache(maxsize=None, typed=True)


@_once
def integers(low: int, high: int, likely: tuple[int, ...] = ()) -> st.SearchStrategy[int]:
    """Integers of a range; often its bounds, their neighbours, and those that are said to be ``likely``."""
    picked = {n for n in (0, 1, low, low + 1, high - 1, high) if low <= n <= high}
    edges = st.sampled_from(sorted(picked, key=abs))
    often = [st.sampled_from(likely)] * 2 if likely else []
    return st.one_of(*often, edges, st.integers(low, high))


@_once
def sizes(low: int, high: int) -> st.SearchStrategy[int]:
    """Integers of a range that others are as large or as many as: small ones."""
    return st.integers(max(low, min(0, high)), min(high, max(low, 20)))


@_once
def rooms(low: int, high: int) -> st.SearchStrategy[int]:
    """Integers of a range that say how much room a structure has: enough, as a rule."""
    return st.integers(max(low, min(64, high)), min(high, 400))


@_once
def positions(low: int, high: int) -> st.SearchStrategy[int]:
    """Integers of a range on which it rests where something lies: few, so that files stay small, and some far apart."""
    few = st.integers(max(low, min(0, high)), min(high, max(low, 12)))
    apart = st.integers(1, 31).map(lambda n: min(high, max(low, 64 * n)))
    return st.one_of(few, apart)


@_once
def floats(width: int) -> st.SearchStrategy[float]:
    """Floats of 32 or 64 bits."""
    drawn: st.SearchStrategy[float] = st.floats(width=width)  # type: ignore[arg-type]
    return st.one_of(st.sampled_from(EDGES[width]), st.sampled_from(SPECIAL), drawn)


@_once
def booleans() -> st.SearchStrategy[bool]:
    """True and false."""
    return st.booleans()


@_once
def choices(*values: Any) -> st.SearchStrategy[Any]:
    """One of some values."""
    return st.sampled_from(values)


@_once
def members(
    kind: type[enum.IntEnum], low: int | None = None, high: int | None = None, *, unnamed: bool = False
) -> st.SearchStrategy[Any]:
    """Members of an enum that lie in a range; ``unnamed``: also numbers of the range that have no name."""
    known = tuple(m for m in kind if (low is None or m >= low) and (high is None or m <= high))
    named: st.SearchStrategy[Any] = st.sampled_from(known)
    if not unnamed or low is None or high is None:
        return named
    around = tuple(n for n in sorted({m + d for m in known for d in (-1, 1)} | {low, high}) if low <= n <= high)
    numbers = st.sampled_from(around).map(lambda n: kind._value2member_map_.get(n, n))
    return st.one_of(named, named, numbers)
