"""Sets of ranges of bytes."""

from __future__ import annotations

from bisect import bisect_left, insort


class Ranges:
    """Ranges of bytes that don't overlap, ascending; what touches becomes one."""

    __slots__ = ("_ranges",)

    def __init__(self) -> None:
        self._ranges: list[tuple[int, int]] = []

    @property
    def end(self) -> int:
        """The byte after the last."""
        return self._ranges[-1][1] if self._ranges else 0

    def overlaps(self, start: int, end: int) -> list[tuple[int, int]]:
        """What of a range is in the set."""
        place = bisect_left(self._ranges, (start, start))
        found = []
        for at in range(max(0, place - 1), len(self._ranges)):
            low, high = self._ranges[at]
            if low >= end:
                break
            if high > start:
                found.append((max(low, start), min(high, end)))
        return found

    def lacks(self, start: int, end: int) -> list[tuple[int, int]]:
        """What of a range is not in the set."""
        found = []
        for low, high in [*self.overlaps(start, end), (end, end)]:
            if start < low:
                found.append((start, low))
            start = max(start, high)
        return found

    def add(self, start: int, end: int) -> None:
        """Put a range into the set."""
        if start >= end:
            return
        place = bisect_left(self._ranges, (start, start))
        while place > 0 and self._ranges[place - 1][1] >= start:
            place -= 1
        stop = place
        while stop < len(self._ranges) and self._ranges[stop][0] <= end:
            low, high = self._ranges[stop]
            start, end = min(low, start), max(high, end)
            stop += 1
        del self._ranges[place:stop]
        insort(self._ranges, (start, end))
