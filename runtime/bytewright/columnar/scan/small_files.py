"""Reads many small files at once: their bytes are put together, and the kernel makes the rows of all in one call."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np
import pyarrow as pa

from bytewright.columnar.scan.batch_scan import BatchScan
from bytewright.errors import UnreadableError
from bytewright.io.source import Source

FEWEST = 4
"""Files that are worth being put together."""
_MOST = 1024
"""Files that are put together, at most."""
_MOST_BYTES = 4 << 20
"""Bytes that they have together, at most, where there are several."""
_SMALL = 1 << 20
"""Bytes of a file, at most."""


def in_bulk(
    sources: Iterable[Source | None], scan_of: Callable[[], BatchScan | None]
) -> Iterator[pa.RecordBatch | int]:
    """The rows of files, of which many small ones are read at once; in place of the rows of a file that has to be read
    on its own, its number.

    Args:
        sources: the files; None: one that is to be read on its own.
        scan_of: gives what reads files at once; None: nothing does.
    """
    reader = _Reader(scan_of)
    first, waiting, size = 0, list[bytes](), 0
    for number, source in enumerate(sources):
        data = reader.bytes_of(source)
        if waiting and (data is None or len(waiting) == _MOST or size + len(data) > _MOST_BYTES):
            yield from reader.rows(waiting, first)
            waiting, size = [], 0
        if data is None:
            yield number
            continue
        if not waiting:
            first = number
        waiting.append(data)
        size += len(data)
    yield from reader.rows(waiting, first)


class _Reader:
    """Makes rows of files whose bytes are there."""

    def __init__(self, scan_of: Callable[[], BatchScan | None]) -> None:
        self._scan_of = scan_of
        self._scan: BatchScan | None = None
        self._able = True

    def bytes_of(self, source: Source | None) -> bytes | None:
        """The bytes of a small file; None: it is to be read on its own."""
        if source is None or source.size > _SMALL or not self._has_scan():
            return None
        try:
            return source.read(0, source.size)
        except UnreadableError:
            return None  # whoever reads it says what is wrong

    def _has_scan(self) -> bool:
        if self._scan is None and self._able:
            self._scan = self._scan_of()
            self._able = self._scan is not None
        return self._able

    def rows(self, files: Sequence[bytes], first: int) -> Iterator[pa.RecordBatch | int]:
        """The rows of files, or the numbers of those that are to be read on their own, counted from ``first``."""
        if self._scan is None or len(files) < FEWEST:
            yield from range(first, first + len(files))
            return
        scan: BatchScan | None
        scan, self._scan = self._scan, None  # it can't be used again before it has come to the end
        data = memoryview(b"".join(files))
        ends = np.cumsum([0, *map(len, files)], dtype=np.int64)
        starts = scan.starts(data, np.stack([ends[:-1], ends[1:]], axis=1))
        alone = starts < 0
        edges = [0, *(np.flatnonzero(alone[1:] != alone[:-1]) + 1).tolist(), len(files)]
        for start, stop in itertools.pairwise(edges):
            done = start
            if not alone[start] and scan is not None:
                bounds = np.stack([starts[start:stop], ends[start + 1 : stop + 1]], axis=1)
                try:
                    for item in scan.rows(data, bounds):
                        if isinstance(item, int):
                            yield first + start + item
                            done = start + item + 1
                        else:
                            batch, numbers = item
                            done = start + int(numbers[-1]) + 1
                            yield batch
                    done = stop
                except pa.ArrowInvalid:
                    scan = None  # what has stopped in a file can't go on with others
            yield from range(first + done, first + stop)
        self._scan = scan
