"""What finds the regions that the kernel scans."""

from __future__ import annotations

from typing import Protocol

from bytewright.errors import ReadError
from bytewright.kernels.drivers.region_scan import Wave
from bytewright.schema.scope import Scope


class Finder(Protocol):
    """Finds regions, wave by wave.

    Attributes:
        stopped: what ended the waves for the time being: elements whose regions aren't known, the last of which may be
            an error.
    """

    stopped: list[Scope | ReadError]

    def scope(self, number: int) -> Scope:
        """The element that a region of the last wave belongs to."""

    def together(self, number: int) -> tuple[int, int]:
        """How many regions of the last wave before one belong to the same element, whose rows have been given, and
        which is the first behind it that belongs to another."""

    def wave(self) -> Wave | None:
        """The next regions; None where there are none for the time being."""

    def close(self) -> None:
        """Let go of what regions are found by; there are no more."""
