"""Scans a region of a source in several threads; gives the batches of one scan, in their order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import pyarrow as pa

from bytewright.errors import ReadError
from bytewright.io.source import Source
from bytewright.kernels.drivers.scan import Scan
from bytewright.kernels.plan.failures import BadRecord

PART_BYTES = 16 << 20
"""Bytes of a region below twice of which threads don't pay."""
PIECES = 2
"""Into how many parts so many bytes are divided."""
MOST_HELD = 32 << 20
"""Bytes of rows that wait, all in all, but for one batch of each part."""

Edges = Callable[[int, int, int], Iterator[int]]
"""Places at which records are thought to begin, ascending, each some bytes behind the one before it.

Called with the place where a record begins, the end of the region, and so many bytes. A place at which no record begins
costs time, but no row.
"""


_Rows = tuple[list[pa.RecordBatch], bool]
"""Some rows, and whether there are no more."""


@dataclass(slots=True)
class _Part:
    """What was read of a part.

    Attributes:
        start: where it begins.
        stop: where it should end.
        scan: what reads it, from when it is begun to when all its good rows are made.
        position: where these end.
        records: how many records they are of.
    """

    start: int
    stop: int
    scan: Scan | None = None
    position: int = 0
    records: int = 0


class ParallelScan(Iterator[pa.RecordBatch]):
    """The batches of a scan, which other threads make of parts of its region.

    Where a part doesn't end with a record, as one is bad or the next part begins at none, the scan itself goes on from
    the last record that was good: so all is as if it had read everything. It does so for a while, twice as long each
    time.

    Args:
        scan: the scan, in which nothing rests on the numbers of records, and whose source several threads can read.
        another: makes one like it, which leaves no record to others.
        edges: where its region may be divided.
        threads: how many threads there are, at least two.

    Attributes:
        schema: see `Scan`.
    """

    def __init__(self, scan: Scan, another: Callable[[], Scan], edges: Edges, threads: int) -> None:
        self._scan = scan
        self._edges = edges
        self._threads = threads
        self._idle = [another() for _ in range(threads + 1)]
        self._most = MOST_HELD // (threads + 2)
        self.schema = scan.schema
        self._patience = PART_BYTES
        self._begin(scan.position)

    @property
    def position(self) -> int:
        """See `Scan`."""
        return self._scan.position

    @property
    def record(self) -> int:
        """See `Scan`."""
        return self._scan.record

    def restart(self, source: Source, *, start: int = 0, stop: int | None = None, record: int = 0) -> None:
        """See `Scan`; behind a bad record."""
        self._rows.close()
        self._scan.restart(source, start=start, stop=stop, record=record)
        self._begin(start + self._patience)

    def __next__(self) -> pa.RecordBatch:
        return next(self._rows)

    def _begin(self, place: int) -> None:
        self._alone_until = place
        self._rows = self._batches()

    def _batches(self) -> Generator[pa.RecordBatch, None, None]:
        while True:
            if self._pays:
                yield from self._of_parts()
            batch = next(self._scan, None)
            if batch is None:
                return
            yield batch

    @property
    def _pays(self) -> bool:
        scan = self._scan
        left = scan.stop - scan.position
        return scan.position >= self._alone_until and left >= 2 * PART_BYTES and scan.is_between_records

    def _of_parts(self) -> Iterator[pa.RecordBatch]:
        """The rows of parts, as far as each ends where the next one begins; the scan then stands where they end."""
        scan = self._scan
        source, position, record, stop = scan.source, scan.position, scan.record, scan.stop
        ends = self._ends(position, stop)
        reads: deque[tuple[_Part, Future[_Rows]]] = deque()
        begin = position
        pool = ThreadPoolExecutor(self._threads, "bytewright")
        try:
            while True:
                while len(reads) <= self._threads and (end := next(ends, None)) is not None:
                    part = _Part(begin, end)
                    reads.append((part, pool.submit(self._read, source, part)))
                    begin = end
                if not reads:
                    break
                part, read = reads[0]
                batches, is_over = read.result()
                if not is_over:
                    reads[0] = part, pool.submit(self._read, source, part)
                yield from batches
                if not is_over:
                    continue
                reads.popleft()
                position, record = part.position, record + part.records
                if position != part.stop:
                    self._alone_until = position + self._patience
                    break
        finally:
            pool.shutdown(cancel_futures=True)
            self._idle += [part.scan for part, _ in reads if part.scan is not None]
        self._patience = min(2 * self._patience, stop)
        scan.restart(source, start=position, stop=stop, record=record)

    def _ends(self, start: int, stop: int) -> Iterator[int]:
        yield from self._edges(start, stop, PART_BYTES // PIECES)
        yield stop

    def _read(self, source: Source, part: _Part) -> _Rows:
        """The next good rows of a part. No thread waits until they are taken: nobody may take them any more."""
        scan, begun = part.scan or self._idle.pop(), part.scan is not None
        part.scan, batches, held, is_over = scan, list[pa.RecordBatch](), 0, True
        try:
            if not begun:
                scan.restart(source, start=part.start, stop=part.stop)
            for batch in scan:
                batches.append(batch)
                held += scan.batch_bytes
                if held >= self._most:
                    is_over = False
                    break
        except (BadRecord, ReadError):
            pass  # whoever reads the same again says it, with the number of the record
        finally:
            if is_over:
                part.position, part.records, part.scan = scan.position, scan.record, None
                self._idle.append(scan)
        return batches, is_over
