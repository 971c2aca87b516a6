"""How files, or parts of them, are dealt out to partitions, by the rules of Spark's own file sources."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from bytewright.spark.options import OPEN_COST_IN_BYTES

Sized = TypeVar("Sized", bound="_Sized")


class _Sized(Protocol):
    @property
    def size(self) -> int:
        """Bytes."""
        ...


def target_bytes(
    sizes: Sequence[int], max_bytes: int, open_cost: int, min_partitions: int, least: int | None = None
) -> int:
    """How many bytes a partition should have, by the rule of Spark's file sources.

    ``max_bytes``, or less where that leaves fewer than ``min_partitions`` busy, but not less than ``least`` (None:
    ``open_cost``); every file counts ``open_cost`` more than its size.
    """
    total = sum(size + open_cost for size in sizes)
    return min(max_bytes, max(open_cost if least is None else least, total // max(1, min_partitions)))


def pack(pieces: Sequence[Sized], target: int, open_cost: int = OPEN_COST_IN_BYTES) -> list[list[Sized]]:
    """Deal files or parts of files out to partitions, in their order.

    A partition takes pieces until the next one would bring it over the target."""
    partitions: list[list[Sized]] = []
    filled = 0
    for piece in pieces:
        if not partitions or filled + piece.size > target:
            partitions.append([])
            filled = 0
        partitions[-1].append(piece)
        filled += piece.size + open_cost
    return partitions
