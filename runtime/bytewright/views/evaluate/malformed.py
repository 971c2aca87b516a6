"""Bad records that a read goes on behind (modes PERMISSIVE and DROPMALFORMED), and the row that stands for one."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from bytewright.errors import ReadError
from bytewright.io.source import Source

ERROR = pa.field(
    "_error",
    pa.struct([pa.field("reason", pa.string()), pa.field("field", pa.string()), pa.field("offset", pa.int64())]),
)
"""What is wrong with a row's record; null where nothing is."""

CORRUPT_RECORD = "_corrupt_record"
"""Usual name of the column with the bytes of bad records, as in Spark."""


@dataclass(frozen=True, slots=True)
class Malformed:
    """A bad record.

    Attributes:
        error: what is wrong with it.
        record: its number in the file.
        start: where it begins, in bytes.
        end: where it ends; None where nothing says so, and all that follows in the file belongs to it.
    """

    error: ReadError
    record: int
    start: int
    end: int | None

    def extent(self, source: Source) -> tuple[int, int]:
        """From where to where its bytes lie in the file."""
        end = source.size if self.end is None else self.end
        return self.start, max(self.start, end)

    def raw(self, source: Source, most: int) -> bytes:
        """Its bytes, at most so many."""
        start, end = self.extent(source)
        return source.read(start, min(most, end - start))

    @property
    def reason(self) -> str:
        """What is wrong, without the place."""
        error = self.error
        bare = ReadError(error.message, expected=error.expected, found=error.found, hint=error.hint)
        return str(bare)


class PassedOver:
    """What a read of a file, or of a part of one, has passed over.

    Attributes:
        places: how many bad records.
        size: how many bytes they take.
        first: the first of them in the file; None: there is none.
    """

    def __init__(self, source: Source) -> None:
        self.places = self.size = 0
        self.first: Malformed | None = None
        self._source = source

    def add(self, bad: Malformed) -> None:
        """Count a bad record."""
        start, end = bad.extent(self._source)
        if self.first is None or start < self.first.start:
            self.first = bad
        self.places += 1
        self.size += end - start

    def __str__(self) -> str:
        return amount(self.places, self.size)


def amount(places: int, size: int) -> str:
    """So many places, which take so many bytes, in words."""
    return f"{places:,} place{'s' * (places != 1)}, {size:,} byte{'s' * (size != 1)}"


EndOf = Callable[[int], int | None]
"""Gives where the record ends that begins at a place; None: its length leads nowhere, or it has none."""


def row_of(
    bad: Malformed, fields: Sequence[pa.Field[Any]], corrupt: str, source: Source, most: int
) -> list[pa.Array[Any]]:
    """The row that stands for a bad record in PERMISSIVE: nulls, but for the columns that tell of it.

    Args:
        bad: the record.
        fields: the columns.
        corrupt: name of the one that gets its bytes.
        source: the file.
        most: bytes that the row holds at most.
    """
    arrays: list[pa.Array[Any]] = []
    for field in fields:
        if field == ERROR:
            told = {"reason": bad.reason, "field": bad.error.field, "offset": bad.error.offset}
            arrays.append(pa.array([told], field.type))
        elif field.name == corrupt:
            arrays.append(pa.array([bad.raw(source, most)], field.type))
        else:
            arrays.append(pa.nulls(1, field.type))
    return arrays


def behind(items: Iterator[pa.RecordBatch | Malformed], rows: int) -> Iterator[pa.RecordBatch | Malformed]:
    """What comes without its first rows, which have been given."""
    for item in items:
        if isinstance(item, Malformed):
            yield item
            continue
        if item.num_rows > rows:
            yield item.slice(rows)
        rows = max(0, rows - item.num_rows)
