"""What two sequences have in common, in order: the longest such, by which one becomes the other in the fewest steps.

Sequences are numbers that stand for contents. What begins and ends both alike is left out, and so is what only one of
them has. Of the rest, each place of the one is paired with those of the other where the same stands; the longest chain
of pairs that ascends on both sides is what stays (Hunt and Szymanski).
"""

from __future__ import annotations

import hashlib
import os
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]

MOST_PAIRS = 1 << 21
"""Pairs that are looked at however short the sequences are; of longer ones as many as they have elements. Where the
same occurs so often that there are more, each is paired with those near its own turn, and the chain may not be the
longest."""
_KEY = os.urandom(16)
"""Nobody can make two contents of the same number."""


class Gap(NamedTuple):
    """What lies between what stays: places of the one sequence, and of the other, of which one may be empty."""

    begin: int
    end: int
    new_begin: int
    new_end: int

    @property
    def sizes(self) -> tuple[int, int]:
        """How many places of each."""
        return self.end - self.begin, self.new_end - self.new_begin


class Digests:
    """Numbers that stand for contents, 8 bytes each, in their order."""

    def __init__(self) -> None:
        self._data = bytearray()

    def add(self, content: bytes | memoryview) -> None:
        """Take the next one."""
        self._data += hashlib.blake2b(content, digest_size=8, key=_KEY).digest()

    def __len__(self) -> int:
        return len(self._data) // 8

    def numbers(self) -> Numbers:
        """All of them."""
        return np.frombuffer(bytes(self._data), np.int64)


def gaps(old: Numbers, new: Numbers) -> list[Gap]:
    """Where two sequences differ."""
    least = min(len(old), len(new))
    head = _alike(old[:least], new[:least])
    tail = _alike(old[head:][::-1][: least - head], new[head:][::-1][: least - head])
    places, others = _chain(old[head : len(old) - tail], new[head : len(new) - tail])
    stays = np.concatenate([[head - 1], places + head, [len(old) - tail]])
    new_stays = np.concatenate([[head - 1], others + head, [len(new) - tail]])
    between = np.flatnonzero((np.diff(stays) > 1) | (np.diff(new_stays) > 1))
    return [
        Gap(int(stays[at]) + 1, int(stays[at + 1]), int(new_stays[at]) + 1, int(new_stays[at + 1])) for at in between
    ]


def _alike(one: Numbers, other: Numbers) -> int:
    """How many of the first elements are the same."""
    unlike = one != other
    return int(unlike.argmax()) if unlike.any() else len(one)


def _chain(old: Numbers, new: Numbers) -> tuple[Numbers, Numbers]:
    """The longest chain of pairs, as places of both."""
    places, others = np.flatnonzero(np.isin(old, new)), np.flatnonzero(np.isin(new, old))
    old, new = old[places], new[others]
    if len(old) == len(new) and bool((old == new).all()):
        return places, others
    order = np.argsort(new, kind="stable")
    sorted_new = new[order]
    first, behind = sorted_new.searchsorted(old, "left"), sorted_new.searchsorted(old, "right")
    most = max(MOST_PAIRS, len(old))
    if int((behind - first).sum()) > most:
        near = max(1, most // len(old))
        turn = first + _turns(old) - near // 2
        first = np.clip(turn, first, np.maximum(first, behind - near))
        behind = np.minimum(behind, first + near)
    kept, new_kept = _longest(first.tolist(), behind.tolist(), order.tolist())
    return places[kept], others[new_kept]


def _turns(numbers: Numbers) -> Numbers:
    """Of each element, how many of the same are before it."""
    order = np.argsort(numbers, kind="stable")
    ordered = numbers[order]
    turns = np.empty(len(numbers), np.int64)
    turns[order] = np.arange(len(numbers)) - ordered.searchsorted(ordered, "left")
    return turns


def _longest(first: list[int], behind: list[int], order: list[int]) -> tuple[list[int], list[int]]:
    """The longest chain; the element ``i`` is paired with those at ``order[first[i]:behind[i]]``."""
    ends, links = list[int](), list[int]()  # of the chain of each length, the place where it ends, and its last pair
    places, others, before = array("q"), array("q"), array("q")
    for place, (begin, end) in enumerate(zip(first, behind, strict=True)):
        for at in range(end - 1, begin - 1, -1):  # downwards: no two of one element are in a chain
            other = order[at]
            length = bisect_left(ends, other)
            before.append(links[length - 1] if length else -1)
            if length == len(ends):
                ends.append(other)
                links.append(len(places))
            else:
                ends[length], links[length] = other, len(places)
            places.append(place)
            others.append(other)
    kept, new_kept = list[int](), list[int]()
    pair = links[-1] if links else -1
    while pair >= 0:
        kept.append(places[pair])
        new_kept.append(others[pair])
        pair = before[pair]
    return kept[::-1], new_kept[::-1]


def paired(gap: Gap, old: Sequence[Iterable[Any]], new: Sequence[Iterable[Any]]) -> list[tuple[int | None, int | None]]:
    """Which elements of a gap became which, in order, so that as much as possible stays the same.

    Args:
        gap: the gap.
        old: what can be the same of each element of the one sequence.
        new: likewise of the other one.

    Returns:
        Pairs of places; None: there is no counterpart.
    """
    olds, news = [frozenset(one) for one in old], [frozenset(one) for one in new]
    # best[i][j]: of what lies behind.
    best = [[0] * (len(news) + 1) for _ in range(len(olds) + 1)]
    for i in range(len(olds) - 1, -1, -1):
        for j in range(len(news) - 1, -1, -1):
            both = 1 + 2 * len(olds[i] & news[j]) + best[i + 1][j + 1]
            best[i][j] = max(both, best[i + 1][j], best[i][j + 1])
    found: list[tuple[int | None, int | None]] = []
    i = j = 0
    while i < len(olds) or j < len(news):
        if j == len(news) or (i < len(olds) and best[i][j] == best[i + 1][j]):
            found.append((gap.begin + i, None))
            i += 1
        elif i == len(olds) or best[i][j] == best[i][j + 1]:
            found.append((None, gap.new_begin + j))
            j += 1
        else:
            found.append((gap.begin + i, gap.new_begin + j))
            i, j = i + 1, j + 1
    return found


def in_order(gap: Gap) -> list[tuple[int | None, int | None]]:
    """The elements of a gap, one after another; those that are left over have no counterpart."""
    old, new = range(gap.begin, gap.end), range(gap.new_begin, gap.new_end)
    least = min(len(old), len(new))
    both: list[tuple[int | None, int | None]] = list(zip(old[:least], new[:least], strict=True))
    return [*both, *((one, None) for one in old[least:]), *((None, one) for one in new[least:])]
