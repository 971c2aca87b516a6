"""The rows of a file of which several parts are read at once, in threads; where each begins is found by search."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Generic, Protocol, Self, TypeVar

import pyarrow as pa

from bytewright.codec.settings import Settings
from bytewright.errors import OptionError, ReadError, SplitError
from bytewright.views.evaluate.framing import Part

PART_BYTES = 32 << 20
"""Size of a part where nobody says it."""


class Divided(Protocol):
    """What is asked of a table of one file."""

    settings: Settings
    schema: pa.Schema

    def only(self, columns: Sequence[str]) -> Self:
        """See `bytewright.tables.table.Table.only`."""
        ...

    def splits(self, target_bytes: int, *, search: bool = False) -> list[Part]:
        """See `bytewright.tables.table.Table.splits`."""
        ...

    def found(self, part: Part) -> Part | None:
        """See `bytewright.tables.table.Table.found`."""
        ...

    def to_batches(self, *, part: Part) -> Iterator[pa.RecordBatch]:
        """See `bytewright.tables.table.Table.to_batches`."""
        ...

    def take_note(self, other: Self) -> None:
        """See `bytewright.tables.table.Table.take_note`."""
        ...


Table = TypeVar("Table", bound=Divided)


@dataclass(slots=True)
class _Read(Generic[Table]):
    """What was read of a part.

    Attributes:
        part: which one, as it was found.
        table: what read it.
        batches: its rows.
        split: whether they end elsewhere than where the next part begins.
        error: what came behind them.
    """

    part: Part
    table: Table
    batches: list[pa.RecordBatch]
    split: bool = False
    error: ReadError | None = None


def in_parts(table: Table, target_bytes: int, threads: int | None) -> Iterator[pa.RecordBatch]:
    """See `bytewright.tables.table.Table.in_parts`."""
    if table.settings.badRecordsPath is not None:
        raise OptionError(
            "option badRecordsPath has no effect on parts that are read at once", hint="Read in one pass."
        )
    waiting = deque(table.splits(target_bytes, search=True))
    count = threads or os.cpu_count() or 1
    running: deque[Future[_Read[Table] | None]] = deque()
    pool = ThreadPoolExecutor(count)
    before: _Read[Table] | None = None
    try:
        while waiting or running:
            while waiting and len(running) <= count:
                running.append(pool.submit(_read, table, waiting.popleft()))
            read = running.popleft().result()
            if read is None:
                continue
            if before is not None:
                # The part begins at no record: it belongs to the one before it, from whose beginning on all is known.
                read = _read(table, replace(before.part, stop=read.part.stop))
                assert read is not None
            before = read if read.split else None
            if before is not None:
                continue
            table.take_note(read.table)
            yield from read.batches
            if read.error is not None:
                raise read.error
    finally:
        pool.shutdown(cancel_futures=True)


def _read(table: Table, part: Part) -> _Read[Table] | None:
    """The rows of a part; None: no record begins in it."""
    twin = table.only(table.schema.names)
    there = part if part.found else twin.found(part)
    if there is None:
        return None
    read = _Read(there, twin, [])
    try:
        read.batches.extend(twin.to_batches(part=there))
    except SplitError:
        read.split = True
    except ReadError as error:
        read.error = error
    return read
