"""Where values of a model lie: bytes of a file, or of decoded data."""

from __future__ import annotations

from typing import Any, NamedTuple


class Span(NamedTuple):
    """Where one value lies: first byte and the byte after its last, absolute in the file (or in decoded data)."""

    start: int
    end: int


class Strided(NamedTuple):
    """Where values of one size lie, one after another: ``length`` of ``stride`` bytes; 0: of one bit."""

    start: int
    end: int
    stride: int
    length: int


class Edges(NamedTuple):
    """Where values of different sizes lie: element *i* from ``edges[i]`` to ``edges[i + 1]``."""

    edges: list[int]

    @property
    def start(self) -> int:
        """First byte."""
        return self.edges[0]

    @property
    def end(self) -> int:
        """The byte after the last."""
        return self.edges[-1]


Place = Span | Strided | Edges


def placed(places: list[Any]) -> dict[int, Place]:
    """Where fields lie that lie one behind the other, as readers note it.

    Args:
        places: what they note: which fields there are, each by its number, or several numbers of bytes with their
            numbers and sizes; where the first one begins; and for each, where it ends, or its place, or None if it is
            absent.
    """
    fields, start, *ends = places
    found: dict[int, Place] = {}
    for field, end in zip(fields, ends, strict=False):
        if end is None:
            continue
        if not isinstance(end, int):
            found[field] = end
            start = end.end
            continue
        for index, size in ((field, end - start),) if isinstance(field, int) else field:
            if start + size <= end:
                found[index] = Span(start, start + size)
            start += size
        start = end
    return found
