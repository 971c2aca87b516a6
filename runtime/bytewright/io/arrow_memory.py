"""Bytes of a source in memory that Arrow's pool takes back and gives again, for libraries that open them.

Pages that are new to a process cost several times what reading into them does.
"""

from __future__ import annotations

import pyarrow as pa

from bytewright.io.source import BytesSource, Source


def pooled(source: Source, offset: int, size: int) -> memoryview:
    """Some bytes of a source, fewer at its end.

    Args:
        source: the source; bytes in memory are not copied.
        offset: where the bytes begin.
        size: how many they are; they must have been found to be there before so much is allocated.
    """
    if isinstance(source, BytesSource):
        return source.view(offset, size)
    whole = memoryview(pa.allocate_buffer(size))
    return whole[: source.read_into(offset, whole)]
