"""The processes of Kaitai's language: one row each, which the compiler and both engines read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Kind = Literal["integer", "bytes"]


@dataclass(frozen=True)
class BuiltIn:
    """What a process takes and does.

    Args:
        takes: for each argument, what it may be.
        keeps_size: whether what is decoded is as large as what is stored.
        kernel: the operation by which the kernel decodes it; None: objects do.
    """

    takes: tuple[tuple[Kind, ...], ...] = ()
    keeps_size: bool = False
    kernel: Literal["xor", "rotate"] | None = None


BUILT_IN: Mapping[str, BuiltIn] = {
    "zlib": BuiltIn(),
    "xor": BuiltIn((("integer", "bytes"),), keeps_size=True, kernel="xor"),
    "rol": BuiltIn((("integer",),), keeps_size=True, kernel="rotate"),
    "ror": BuiltIn((("integer",),), keeps_size=True, kernel="rotate"),
}
"""By the names that specs have. `codecs/process.py` decodes and encodes them."""
