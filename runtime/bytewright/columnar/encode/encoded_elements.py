"""Elements that are encoded: their bytes, one behind another, and where each of them begins."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.kernels.drivers.encoder import Array, Encoder
from bytewright.kernels.plan.failures import Unsupported
from bytewright.kernels.program.assemble_encoding import Path

Places = npt.NDArray[np.int64]
_MOST_BYTES = (1 << 31) - 1
"""Bytes that one column holds: its offsets are int32."""


@dataclass(slots=True)
class EncodedElements:
    """Elements that are encoded.

    Attributes:
        ends: where each begins in ``data``, and where the last one ends: one number more than there are elements.
        data: memory in which their bytes lie, one behind another.
    """

    ends: Places
    data: memoryview

    @classmethod
    def made(
        cls, encoder: Encoder, count: int, held: Mapping[Path, Array], chosen: Places | None = None
    ) -> EncodedElements:
        """What an encoder makes of a batch, in its memory, until it makes something else; see `Encoder.encode`."""
        ends = np.empty(count + 1, np.int64)
        return cls(ends, encoder.whole(count, held, ends, chosen))

    @classmethod
    def of(cls, each: Sequence[bytes]) -> EncodedElements:
        """Elements of which each has these bytes."""
        return cls(np.cumsum([0, *map(len, each)], dtype=np.int64), memoryview(b"".join(each)))

    @classmethod
    def joined(cls, parts: Sequence[EncodedElements]) -> EncodedElements:
        """Some and more behind them."""
        if len(parts) == 1:
            return parts[0]
        sizes = np.concatenate([np.zeros(1, np.int64), *(part.sizes for part in parts)])
        return cls(np.cumsum(sizes), memoryview(b"".join(part.content for part in parts)))

    def __len__(self) -> int:
        return len(self.ends) - 1

    def __iter__(self) -> Iterator[memoryview]:
        """The bytes of each."""
        return (self.data[begin:end] for begin, end in pairwise(self.ends.tolist()))

    @property
    def sizes(self) -> Places:
        """How many bytes each takes."""
        return np.diff(self.ends)

    @property
    def places(self) -> Places:
        """The address of each."""
        found: Places = np.frombuffer(self.data, np.uint8).ctypes.data + self.ends[:-1]
        return found

    @property
    def content(self) -> memoryview:
        """Their bytes and no others."""
        return self.data[int(self.ends[0]) : int(self.ends[-1])]

    def part(self, first: int, behind: int) -> EncodedElements:
        """Some of them."""
        return EncodedElements(self.ends[first : behind + 1], self.data)

    def grouped(self, edges: Places) -> EncodedElements:
        """What so many of them are together; ``edges``: which is the first of each group, and how many there are."""
        return EncodedElements(self.ends[edges], self.data)

    def keep(self) -> None:
        """Have memory of their own: the encoder is going to make others."""
        self.data = memoryview(bytes(self.data))

    def column(self) -> Any:
        """The bytes of each, as a column that lies in the same memory.

        Raises:
            Unsupported: they are more than a column holds.
        """
        offsets = self.ends - self.ends[0]
        if int(offsets[-1]) > _MOST_BYTES:
            raise Unsupported("more bytes than one column holds")
        buffers = [None, pa.py_buffer(offsets.astype(np.int32).data), pa.py_buffer(self.content)]
        return pa.Array.from_buffers(pa.binary(), len(self), buffers)
