"""Events sorted by their blocks: as many as there is room for in memory, others in a temporary file."""

from __future__ import annotations

import heapq
import tempfile
from collections.abc import Iterator
from itertools import groupby, pairwise
from operator import itemgetter
from typing import Any

import numpy as np
import pyarrow as pa
from pyarrow import compute

from bytewright.errors import WriteError
from bytewright_pipelines.esdb.formats import ADDED

pc: Any = compute  # the stubs know too little of arrays of unknown types

_BATCH_BYTES = 1 << 20
"""Bytes of a batch in a file, about: of each run, one is in memory while they are merged."""
_MOST_DATA = (1 << 31) - 1
"""Bytes of the data of a block's events, at most: they are made into a block at once."""


class _Batches:
    """Batches in a temporary file, which can be read when all are there."""

    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(prefix="bytewright-")  # noqa: SIM115 - `close` closes it
        self._writer: Any = pa.ipc.new_file(self._file, ADDED)
        self._reader: Any = None
        self.count = 0

    def add(self, batch: pa.RecordBatch) -> int:
        """Put a batch behind the others; gives its number."""
        self._writer.write_batch(batch)
        self.count += 1
        return self.count - 1

    def get(self, number: int) -> pa.RecordBatch:
        """A batch, by its number; no other can be added any more."""
        if self._reader is None:
            self._writer.close()
            self._file.seek(0)
            self._reader = pa.ipc.open_file(self._file)
        batch: pa.RecordBatch = self._reader.get_batch(number)
        return batch

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


class SortedEvents:
    """Events by their blocks, those of a block in the order in which they were added.

    Args:
        room: bytes of events that are in memory, at most, besides those of one block.

    Attributes:
        count: how many events there are.
    """

    def __init__(self, room: int) -> None:
        self._room = room
        self._waiting: list[pa.RecordBatch] = []
        self._size = self.count = 0
        self._runs: _Batches | None = None
        self._begins: list[int] = []
        self._sorted: _Batches | None = None
        self._places: dict[str, tuple[int, int]] = {}
        self._held: dict[str, list[pa.RecordBatch]] = {}

    def add(self, batch: pa.RecordBatch) -> None:
        """Add events, whose blocks are in any order."""
        self._waiting.append(batch)
        self.count += batch.num_rows
        self._size += batch.nbytes
        if self._size > self._room:
            self._runs = self._runs or _Batches()
            self._begins.append(self._runs.count)
            table = self._taken()
            rows = max(1, table.num_rows * _BATCH_BYTES // max(1, table.nbytes))
            for some in table.to_batches(max_chunksize=rows):
                self._runs.add(some)

    def blocks(self) -> list[str]:
        """The ids of all blocks in their order. No events can be added any more."""
        if self._runs is None:
            for name, batch in _by_block(self._taken().to_batches()):
                self._held.setdefault(name, []).append(batch)
            return list(self._held)
        self._sorted = _Batches()
        for name, found in groupby(self._merged(self._runs), itemgetter(0)):
            first = self._sorted.count
            for _, batch in found:
                self._sorted.add(batch)
            self._places[name] = first, self._sorted.count
        self._runs.close()
        return list(self._places)

    def of(self, name: str) -> pa.RecordBatch:
        """The events of a block.

        Raises:
            WriteError: there are too many.
        """
        if self._sorted is None:
            batches = self._held[name]
        else:
            batches = [self._sorted.get(number) for number in range(*self._places[name])]
        size = sum(pc.sum(pc.binary_length(batch["data"])).as_py() or 0 for batch in batches)
        if size > _MOST_DATA:
            raise WriteError(f"the block {name}", expected=f"at most {_MOST_DATA} bytes of data", found=str(size))
        return _joined(batches)

    def close(self) -> None:
        """Let go of everything."""
        for one in (self._runs, self._sorted):
            if one is not None:
                one.close()
        self._waiting, self._held = [], {}

    def _taken(self) -> pa.Table:
        """The events that wait, sorted."""
        table = pa.Table.from_batches(self._waiting, ADDED)
        self._waiting, self._size = [], 0
        return table.take(pc.sort_indices(table, sort_keys=[("block", "ascending")]))

    def _merged(self, runs: _Batches) -> Iterator[tuple[str, pa.RecordBatch]]:
        """All runs, and what waits, in the order of the blocks."""
        ends = [*self._begins[1:], runs.count]
        each: list[Iterator[tuple[str, pa.RecordBatch]]] = [
            _by_block(runs.get(number) for number in range(first, behind))
            for first, behind in zip(self._begins, ends, strict=True)
        ]
        each.append(_by_block(iter(self._taken().to_batches())))
        # Of several that are alike, what comes first is what comes first here.
        return heapq.merge(*each, key=lambda one: one[0].encode())


def _by_block(batches: Any) -> Iterator[tuple[str, pa.RecordBatch]]:
    """The events of each block in batches that are sorted; a block may come several times, one after another."""
    for batch in batches:
        if not batch.num_rows:
            continue
        names = batch["block"].dictionary_encode()
        numbers = names.indices.to_numpy()
        edges = [0, *(np.flatnonzero(np.diff(numbers)) + 1).tolist(), len(numbers)]
        for first, behind in pairwise(edges):
            yield names.dictionary[int(numbers[first])].as_py(), batch.slice(first, behind - first)


def _joined(batches: list[pa.RecordBatch]) -> pa.RecordBatch:
    if len(batches) == 1:
        return batches[0]
    (batch,) = pa.Table.from_batches(batches, ADDED).combine_chunks().to_batches()
    return batch
