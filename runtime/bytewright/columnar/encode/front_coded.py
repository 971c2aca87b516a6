"""Front-coded columns of strings: each stores what differs from the one before; see `bytewright.codecs.FrontCoding`."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.columnar.encode.encoded_elements import EncodedElements


def stored(strings: Any, shared: npt.NDArray[np.int64], firsts: npt.NDArray[np.int64]) -> Any:
    """What is stored of many strings, each of which begins as the one before it.

    Args:
        strings: an array of Arrow's, of bytes.
        shared: how many of its first bytes each has in common with the one before it.
        firsts: the numbers of those that have none before them.

    Raises:
        ValueError: one doesn't begin as the one before it.
    """
    offsets, sizes, data = _memory(strings)
    before = np.concatenate(([0], sizes[:-1]))
    before[firsts] = 0
    if not ((shared >= 0) & (shared <= sizes) & (shared <= before)).all():
        raise ValueError("more bytes in common than strings have")
    begins = offsets[:-1]
    if not np.array_equal(data[_places(begins, shared)], data[_places(np.roll(begins, 1), shared)]):
        raise ValueError("a string that doesn't begin as the one before it")
    ends = np.concatenate(([0], np.cumsum(sizes - shared)))
    return EncodedElements(ends, data[_places(begins + shared, sizes - shared)].data).column()


def _memory(strings: Any) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
    """Where strings begin, and the last one ends; their sizes; their bytes."""
    if not pa.types.is_binary(strings.type):
        strings = strings.cast(pa.large_binary())
    kind = np.int64 if pa.types.is_large_binary(strings.type) else np.int32
    _, offsets, data = strings.buffers()
    found = np.frombuffer(offsets, kind)[strings.offset : strings.offset + len(strings) + 1].astype(np.int64)
    return found, np.diff(found), np.frombuffer(data if data is not None else b"", np.uint8)


def _places(begins: npt.NDArray[np.int64], sizes: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """The places of bytes that lie in pieces."""
    behind = np.cumsum(sizes)
    places: npt.NDArray[np.int64] = np.repeat(begins - (behind - sizes), sizes) + np.arange(int(sizes.sum()))
    return places
