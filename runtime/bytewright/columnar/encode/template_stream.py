"""Streams one large batch of parallel vectors, so that its encoded values are never in memory as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from bytewright.io.rope import Part, content
from bytewright.kernels.drivers import buffers
from bytewright.kernels.drivers.copier import Bytes, Copier
from bytewright.kernels.plan import encoding_codes
from bytewright.objects.write.placeholders import PlaceholderList

PIECE = 1 << 20
"""Bytes of values that are made at a time."""
_TOGETHER = 64
"""Rows that are never divided, so that bits begin with a byte."""


@dataclass(frozen=True, slots=True)
class VectorRange:
    """Where values of a vector lie, or its validity bits.

    Attributes:
        begin: its first byte.
        end: where it ends.
        table: what the kernel is told (`codes.PART`), with targets from the region's beginning.
        stride: bytes of a value; 0: it is a bit.
    """

    begin: int
    end: int
    table: npt.NDArray[np.int64]
    stride: int

    def holds(self, rows: int) -> bool:
        """Whether it is just as large as so many values are."""
        return self.end - self.begin == _size(rows, self.stride)


def hollow(parts: Iterable[Part], lists: Sequence[PlaceholderList]) -> Bytes:
    """The parts of a file as one; of those that large lists are which are not there yet, memory that nobody has
    touched: so it takes none."""
    found = [*parts]
    data = np.zeros(sum(map(len, found)), np.uint8)
    at = 0
    for part in found:
        end = at + len(part)
        if not any(not one.turned and one.place <= at and end <= one.end for one in lists):
            data[at:end] = np.frombuffer(content(part), np.uint8)
        at = end
    return data


def spread(data: Bytes, regions: Sequence[VectorRange], rows: int, copier: Copier) -> Iterator[memoryview]:
    """The bytes of a batch, in pieces that are only good until the next one is asked for.

    Args:
        data: the batch with all but what lies in the regions.
        regions: where vectors lie, one behind another.
        rows: values of each.
        copier: puts them there.
    """
    buffer = buffers.allocate(max(PIECE, *(_size(_TOGETHER, region.stride) for region in regions), 1))
    at = 0
    for region in regions:
        if region.begin > at:
            yield data[at : region.begin].data
        most = len(buffer) * 8 if region.stride == 0 else len(buffer) // region.stride
        most = most // _TOGETHER * _TOGETHER
        for first in range(0, rows, most):
            here = min(most, rows - first)
            out = buffer[: _size(here, region.stride)]
            if len(region.table) > 1:
                out[:] = 0  # there may be bytes between the parts of a value
            copier.copy(region.table, here, first, out.reshape(1, -1))
            yield out.data
        at = region.end
    yield data[at:].data


def row_of(
    source: tuple[int, int, int], there: tuple[int, int], target: int, stride: int, bits: int = -1
) -> tuple[int, ...]:
    """A row of a table: address of the values, the first of them, their kind; address and first of their validity bits;
    where values are put, how far apart, and where their validity bits are; see `codes`."""
    return (*source, *there, target, stride, bits)


def validity(there: tuple[int, int]) -> npt.NDArray[np.int64]:
    """A table that puts nothing but validity bits."""
    return np.array([row_of((0, 0, encoding_codes.COPY_NOTHING), there, 0, 0, 0)], np.int64)


def _size(rows: int, stride: int) -> int:
    return rows * stride if stride else -(-rows // 8)
