"""Placeholder lists: so many bytes without elements, into which values are put later, or only a count of records.

A model that holds them is written like any other; each knows then where it lies in the file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Never

from bytewright.io.rope import Part


class PlaceholderList(Sequence[Any]):
    """A list of equal values.

    Attributes:
        value: each of them; None: they are null.
        nulls: how many count as null.
        turned: whether all bits are written the other way round (numbers: as bytes that are 1), to see where they are.
        place: where it was written, in bytes from the beginning of what is written; -1: nowhere, or behind bits.
        end: where it ends, likewise.
        bits: the bits that say which values are there, once they were asked for.
    """

    def __init__(self, count: int, value: Any, nulls: int = 0) -> None:
        self._count = count
        self.value = value
        self.nulls = nulls
        self.turned = False
        self.place = self.end = -1
        self.bits: PlaceholderList | None = None

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return [self.value] * len(range(*place.indices(self._count)))
        if not -self._count <= place < self._count:
            raise IndexError(place)
        return self.value

    def __iter__(self) -> Iterator[Any]:
        for _ in range(self._count):
            yield self.value

    def validity(self) -> PlaceholderList:
        """Bits that say which values are there, which are put later, too."""
        if self.bits is None:
            self.bits = PlaceholderList(self._count, self.nulls == 0)
        return self.bits

    def turn(self) -> None:
        """Have it written otherwise from now on."""
        self.turned = True
        if self.bits is not None:
            self.bits.turned = True

    def written(self, place: int, end: int) -> None:
        """Note where it was written."""
        self.place, self.end = place, end


class ExternalList(Sequence[Any]):
    """A list of structures that are made apart: it counts, but nobody comes to its elements.

    Args:
        count: how many there are.
        part: their bytes; None: it takes none where it is written.

    Attributes:
        place: where it was written, in bytes from the beginning of what is written; -1: nowhere, or behind bits.
    """

    def __init__(self, count: int, part: Part | None = None) -> None:
        self._count = count
        self.part = part
        self.place = -1

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, place: Any) -> Never:
        raise IndexError(place)

    def __iter__(self) -> Iterator[Any]:
        """Nothing: whoever goes through them comes to none."""
        return iter(())
