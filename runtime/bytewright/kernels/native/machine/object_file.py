"""Machine code: an object file, with the name of its function."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """A compiled function.

    Attributes:
        symbol: what the object file calls it.
        content: the object file, in the format of this system.
    """

    symbol: str
    content: bytes
