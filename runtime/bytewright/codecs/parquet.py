"""Tables in Parquet, by pyarrow, for ``decode`` in any spec: ``by: bytewright.codecs.parquet``.

What the footer says is checked against limits before anything is read; rows come in batches of bounded size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Literal, TypeVar

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from bytewright.errors import LimitError
from bytewright.limits import Limits

_BATCH_BYTES = 16 << 20
"""Bytes that a batch has at most, as far as the size of its rows is known."""
_LARGE = 256 << 20
"""Bytes that a batch has at most if each of its rows has the largest value of a dictionary."""
_ROW = 8
"""Bytes that a row counts at least: rows of which nothing is stored cost nothing."""
_AROUND = 1 << 20
"""Bytes of a Parquet file beyond an eighth more than its values that are expected at most: dictionaries, a footer."""
_FAILURES = (pa.ArrowException, OSError, ValueError, OverflowError, MemoryError, NotImplementedError)
"""What pyarrow raises where a file is damaged."""

Compression = Literal["zstd", "snappy", "gzip", "none"]
Version = Literal["1.0", "2.4", "2.6"]
Found = TypeVar("Found")


class Parquet:
    """Parquet files."""

    def open(self, data: bytes, limits: Limits) -> ParquetTable:
        """A table; its rows are not read yet.

        Raises:
            ValueError: the bytes are no Parquet file.
            LimitError: its footer says that it has more rows or bytes than it may.
        """
        return ParquetTable(data, limits)

    def encode(
        self,
        table: pa.Table,
        *,
        compression: Compression = "zstd",
        level: int | None = None,
        version: Version = "2.6",
        dictionary: bool = True,
        **others: Any,
    ) -> bytes:
        """The bytes of a table, as one row group; what columns say of themselves is stored with their Arrow types.

        Args:
            table: the table.
            compression: of the pages, as pyarrow names it.
            level: of the compression; None: its usual one.
            version: of the format that the types of columns are of.
            dictionary: whether values that repeat are stored once.
            others: none.

        Raises:
            ValueError: a setting is unknown or wrong.
        """
        if others:
            raise ValueError(f"settings of Parquet, found {', '.join(others)}")
        try:
            found = in_memory(
                table,
                version=version,
                compression=compression,
                compression_level=level,
                use_dictionary=dictionary,
                store_schema=any(field.metadata for field in table.schema),
            )
        except _FAILURES as error:
            raise ValueError(f"a table that Parquet can hold ({_said(error)})") from None
        return found.to_pybytes()


def in_memory(table: pa.Table, **settings: Any) -> pa.Buffer:
    """A table as a Parquet file of one row group.

    Args:
        table: the table.
        settings: of `pyarrow.parquet.write_table`.

    Raises:
        pyarrow.ArrowException: the table is none that Parquet can hold.
    """
    whole = max(1, table.num_rows)
    # a buffer that grows is copied into fresh pages each time: what the file hardly exceeds is taken at once, and pages
    # that aren't reached are never touched
    room = pa.allocate_buffer(table.nbytes + table.nbytes // 8 + _AROUND)
    fixed = pa.FixedSizeBufferWriter(room)
    try:
        pq.write_table(table, fixed, row_group_size=whole, **settings)
        return room.slice(0, fixed.tell())
    except OSError:  # written out of bounds
        growing = pa.BufferOutputStream()
        pq.write_table(table, growing, row_group_size=whole, **settings)
        return growing.getvalue()


class ParquetTable:
    """A table in Parquet.

    Attributes:
        schema: its columns, as Arrow has them.
        rows: how many rows its footer says that it has.
    """

    def __init__(self, data: bytes, limits: Limits) -> None:
        self._reader = pa.BufferReader(data)
        plain = _called(lambda: pq.ParquetFile(self._reader, page_checksum_verification=True))
        self._metadata = plain.metadata
        self.schema: pa.Schema = _called(lambda: plain.schema_arrow)
        self.rows: int = self._metadata.num_rows
        self._bytes = _checked(self._metadata, len(data), limits)
        self._most = limits.maxDecodedBytes
        self._file = plain

    def _longest(self) -> int:
        """Bytes of the largest value in a dictionary, of columns of variable size: it may be much larger than what
        names it in a row.

        Raises:
            ValueError: the bytes are no Parquet file.
        """
        longest = 0
        for number in range(self._metadata.num_columns):
            path = self._metadata.schema.column(number)
            if path.physical_type != "BYTE_ARRAY":
                continue
            for group in range(self._metadata.num_row_groups):
                chunk = self._metadata.row_group(group).column(number)
                if chunk.has_dictionary_page or any("DICTIONARY" in one for one in chunk.encodings):
                    longest = max(longest, self._longest_of(group, path.path))
        return longest

    def _longest_of(self, group: int, column: str) -> int:
        """Likewise, of a column in a row group; reads a row of it."""
        file = _called(
            lambda: pq.ParquetFile(
                self._reader, metadata=self._metadata, read_dictionary=[column], page_checksum_verification=True
            )
        )
        batches = file.iter_batches(batch_size=1, row_groups=[group], columns=[column], use_threads=False)
        first = _called(lambda: next(batches, None))
        found: Any = first.column(0) if first is not None else None
        if not isinstance(found, pa.DictionaryArray) or not len(found.dictionary):
            return 0
        values: Any = found.dictionary
        return int(pc.max(pc.binary_length(values)).as_py())

    def batches(self, most_rows: int) -> Iterator[pa.RecordBatch]:
        """The rows, in batches of at most so many.

        Raises:
            ValueError: the bytes are no Parquet file.
            LimitError: they hold more than they may.
        """
        width = max(self._bytes // max(1, self.rows), sum(_width(field.type) for field in self.schema), 1)
        longest = self._longest()
        if longest * most_rows > _LARGE:
            width = max(width, longest)
        size = max(1, min(most_rows, min(_BATCH_BYTES, self._most) // width))
        batches = _called(lambda: self._file.iter_batches(batch_size=size, use_threads=False))
        while True:
            batch = _called(lambda: next(batches, None))
            if batch is None:
                return
            if batch.nbytes > self._most:
                found = f"{batch.nbytes} in {batch.num_rows} rows"
                raise LimitError(expected=f"at most {self._most} decoded bytes (maxDecodedBytes)", found=found)
            yield batch


def _width(kind: pa.DataType) -> int:
    """Bytes of a value of fixed size; 0 for others."""
    if pa.types.is_fixed_size_binary(kind):
        return int(kind.byte_width)
    return kind.bit_width // 8 if pa.types.is_primitive(kind) else 0


def _checked(metadata: Any, stored: int, limits: Limits) -> int:
    """Refuse a footer that contradicts itself or asks for too much; gives the bytes that columns say they have.

    Batches pass through, so that a table may have any size; but a few bytes, of which columns repeat one value, may ask
    for billions of rows."""
    rows = size = 0
    for number in range(metadata.num_row_groups):
        group = _called(partial(metadata.row_group, number))
        rows += group.num_rows
        if group.num_rows < 0:
            raise ValueError(f"row groups of at least 0 rows, found {group.num_rows}")
        for column in range(group.num_columns):
            chunk = group.column(column)
            if chunk.total_uncompressed_size < 0 or chunk.num_values < 0:
                raise ValueError("column chunks of at least 0 bytes and values")
            size += max(chunk.total_uncompressed_size, chunk.num_values)
    if metadata.num_rows != rows:
        raise ValueError(f"as many rows as the row groups have, {rows}, found {metadata.num_rows}")
    most, times = limits.maxDecodedBytes, limits.maxExpansion
    if max(size, rows * _ROW) > max(most, times * stored):
        found = f"{rows} rows in {size} bytes, of which {stored} are stored"
        expected = (
            f"at most {most} decoded bytes (maxDecodedBytes), 8 a row at least, or {times} times as many as are stored"
        )
        raise LimitError(expected=f"{expected} (maxExpansion)", found=found)
    return size


def _called(call: Callable[[], Found]) -> Found:
    """What pyarrow gives; a ValueError where it fails.

    Raises:
        ValueError: says what pyarrow said, in one line.
    """
    try:
        return call()
    except _FAILURES as error:
        raise ValueError(f"Parquet that can be read ({_said(error)})") from None


def _said(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
