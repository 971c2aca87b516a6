"""What the beginning of a record looks like, by which one is found where nothing says where it lies."""

from __future__ import annotations

from dataclasses import dataclass

from bytewright.kernels.plan.frames import LengthFrame

LEAST_BITS = 4.0
"""Evidence of less than this a record is no evidence: what isn't a record would pass too often."""

PROVEN_BITS = 48.0
"""What the records from a place on must prove together, for it to be a beginning."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A number that every record has at the same place.

    Attributes:
        offset: bytes between the beginning of the record and the number.
        kind: how it is stored, as in ``u4le``.
        ranges: what it may be: the first and the last number of each range.
    """

    offset: int
    kind: str
    ranges: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Beginning:
    """What all records of a file have in common. A bit halves the chance that something else passes for a record.

    Attributes:
        marks: numbers at fixed places.
        bits: what these are worth, and what else every record has to fulfil.
        sums: bits of the largest checksum that a record may have.
        smallest: bytes that a record has at least.
        frame: how a record says how long it is, if one of its numbers does.
        alike: whether what precedes the records says how long each of them is.
    """

    marks: tuple[Mark, ...]
    bits: float
    sums: int = 0
    smallest: int = 1
    frame: LengthFrame | None = None
    alike: bool = False

    @property
    def most(self) -> float:
        """What a record is worth that has everything, in bits."""
        return self.bits + self.sums
