"""Rows from the last one to the first."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator
from typing import Any, Literal

import numpy as np
import pyarrow as pa

from bytewright.errors import OptionError

Order = Literal["asc", "desc"]
"""In which order rows are given: as they are stored, or from the last one to the first."""

_HELD = 64 << 20
"""Bytes of rows that wait in memory; more of them wait in a file."""


def is_backwards(order: str) -> bool:
    """Whether rows are given from the last one to the first.

    Raises:
        OptionError: it is no order.
    """
    if order not in ("asc", "desc"):
        raise OptionError("order", expected="asc or desc", found=repr(order))
    return order == "desc"


def backwards(batches: Iterable[pa.RecordBatch], limit: int | None = None) -> Iterator[pa.RecordBatch]:
    """The rows of batches from the last one to the first, which are given when all have come.

    Args:
        batches: the batches, of one schema.
        limit: how many are given, at most; None: all.
    """
    if limit == 0:
        return
    held: list[pa.RecordBatch] = []
    rows = size = 0
    with tempfile.TemporaryFile(prefix="bytewright-") as file:
        writer: Any = None
        for batch in batches:
            held.append(batch)
            rows, size = rows + batch.num_rows, size + batch.nbytes
            while limit is not None and rows - held[0].num_rows >= limit:
                first = held.pop(0)
                rows, size = rows - first.num_rows, size - first.nbytes
            if size > _HELD:
                writer = writer or pa.ipc.new_file(file, batch.schema)
                for one in held:
                    writer.write_batch(one)
                held, rows, size = [], 0, 0
        left = limit
        for batch in _last_first(held, file, writer):
            given = _turned(batch).slice(0, left)
            if given.num_rows:
                yield given
            if left is not None:
                left -= given.num_rows


def _last_first(held: list[pa.RecordBatch], file: Any, writer: Any) -> Iterator[pa.RecordBatch]:
    while held:
        yield held.pop()
    if writer is None:
        return
    writer.close()
    file.seek(0)
    with pa.ipc.open_file(file) as reader:
        for number in reversed(range(reader.num_record_batches)):
            yield reader.get_batch(number)


def _turned(batch: pa.RecordBatch) -> pa.RecordBatch:
    places: Any = pa.array(np.arange(batch.num_rows - 1, -1, -1))
    return batch.take(places)
