"""Blocks that lie elsewhere than their references say, as bytes were lost before them, or put in.

All blocks behind such a place are displaced by as many bytes, and so is what follows the last one. So it needs no
search, and blocks that nothing tells from other bytes are found where their own checksums prove them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import accumulate
from typing import Any


class Displacement:
    """Where the blocks of a file lie, from one of which on all are displaced by the same number of bytes.

    Args:
        stated: where blocks begin, and their sizes, as references say both, by what tells the blocks apart.
        behind: where something begins that may have followed the last one.
        is_block: whether a block proves itself at a place.

    Attributes:
        stated: as given.
    """

    def __init__(
        self, stated: Mapping[Any, tuple[int, int]], behind: Iterable[int], is_block: Callable[[Any, int], bool]
    ) -> None:
        self.stated = stated
        self._is_block = is_block
        end = max((start + size for start, size in stated.values()), default=0)
        self._tried = sorted({place - end for place in behind} - {0}, key=abs) if stated else []
        self._order = sorted(stated, key=lambda block: stated[block])
        self._places = {block: place for place, block in enumerate(self._order)}

    @cached_property
    def _shifts(self) -> dict[Any, int | None]:
        """By how much each block is displaced, None where it proves itself nowhere; nothing at all, if none is.

        A block may prove itself at two places, as another one of its size lies where its reference leads to. So as many
        as can be are to lie as stated up to one of them, and displaced behind these."""
        most = 0
        best: tuple[int, int, int, list[bool], list[bool]] | None = None
        starts = [self.stated[block][0] for block in self._order]
        for shift in self._tried:
            moved = [self._proves(block, shift) for block in self._order]
            if not any(moved):
                continue
            there = [self._proves(block, 0) for block in self._order]
            behind = [*accumulate(reversed(moved), initial=0)][::-1]  # how many prove themselves from a number on
            most, stays, end = max(most, sum(there)), 0, 0
            for place, block in enumerate(self._order):
                first = max(place, bisect_left(starts, end - shift))  # none lies in what stays before it
                if stays + behind[first] > most:
                    most, best = stays + behind[first], (place, first, shift, there, moved)
                if there[place]:
                    stays, end = stays + 1, sum(self.stated[block])
        if best is None:
            return {}
        place, first, shift, there, moved = best
        stay = [0 if good else None for good in there[:place]]
        move = [shift if good else None for good in moved[first:]]
        return dict(zip(self._order, [*stay, *[None] * (first - place), *move], strict=True))

    def _proves(self, block: Any, shift: int) -> bool:
        return self._is_block(block, self.stated[block][0] + shift)

    def of(self, block: Any) -> int | None:
        """By how much a block is displaced; None: others are, and it proves itself nowhere."""
        return self._shifts.get(block, 0)

    def extent(self, block: Any) -> tuple[int, int]:
        """From where to where a block lies, or what is left of it: of several bad ones where displacement begins, the
        first one has all that lies between the good ones."""
        (start, size), shifts = self.stated[block], self._shifts
        if not shifts:
            return start, start + size
        place = self._places[block]
        low = next((i for i in range(place, -1, -1) if shifts[self._order[i]] is not None), -1)
        high = next((i for i in range(place, len(self._order)) if shifts[self._order[i]] is not None), None)
        before = (0 if low < 0 else shifts[self._order[low]]) or 0
        behind = before if high is None else shifts[self._order[high]] or 0
        if before == behind or high is None:
            return start + before, start + size + before
        end = self.stated[self._order[high]][0] + behind
        begin = self.stated[self._order[low + 1]][0] + before
        return (begin, max(begin, end)) if place == low + 1 else (max(begin, end),) * 2

    @cached_property
    def gap(self) -> tuple[Any, int, int] | None:
        """The first displaced block, and from where to where bytes lie before it that were put in, where
        no bad block lies there; None: one does, or nothing is displaced."""
        for before, block in zip([None, *self._order], self._order, strict=False):
            last = 0 if before is None else self._shifts.get(before, 0)
            if last == 0 and self._shifts.get(block, 0):
                start, end = (0, 0) if before is None else self.stated[before]
                begin, there = start + end, self.stated[block][0] + (self.of(block) or 0)
                return block, min(begin, there), there
        return None
