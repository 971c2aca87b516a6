"""Tables in Parquet, by pyarrow, for ``decode`` in any spec: ``by: bytewright.codecs.parquet``.

What the footer says is checked against limits before anything is read; rows come in batches of bounded size.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Literal, TypeVar

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from bytewright.errors import LimitError
from bytewright.limits import Limits

_BATCH_BYTES = 16 << 20
"""Bytes that a batch has at most, as far as the size of its rows is known."""
_ROW = 8
"""Bytes that a row counts at least, against ``maxDecodedBytes``: rows of which nothing is stored cost nothing."""
_FAILURES = (pa.ArrowException, OSError, ValueError, OverflowError, MemoryError, NotImplementedError)
"""What pyarrow raises where a file is damaged."""

Found = TypeVar("Found")


class Parquet:
    """Parquet files.

    Args:
        compression: of what is encoded, as pyarrow names it.
    """

    def __init__(self, compression: Literal["zstd", "none"] = "zstd") -> None:
        self._compression: Literal["zstd", "none"] = compression

    def open(self, data: bytes, limits: Limits) -> ParquetTable:
        """A table; its rows are not read yet.

        Raises:
            ValueError: the bytes are no Parquet file.
            LimitError: its footer says that it has more rows or bytes than it may.
        """
        return ParquetTable(data, limits)

    def encode(self, table: pa.Table) -> bytes:
        """The bytes of a table, as one row group."""
        sink = pa.BufferOutputStream()
        pq.write_table(table, sink, compression=self._compression, row_group_size=max(1, table.num_rows))
        return sink.getvalue().to_pybytes()


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
        self._bytes = _checked(self._metadata, limits)
        # A dictionary may have values that are much larger than what names them: these are put in place batch by batch.
        dictionaries = self._with_dictionary()
        self._file = plain
        if dictionaries:
            self._file = _called(
                lambda: pq.ParquetFile(
                    self._reader,
                    metadata=self._metadata,
                    read_dictionary=dictionaries,
                    page_checksum_verification=True,
                )
            )

    def _with_dictionary(self) -> list[str]:
        """The columns of bytes of variable size that have a dictionary in some row group."""
        found = []
        for number, field in enumerate(self.schema):
            kind = field.type
            if not (pa.types.is_string(kind) or pa.types.is_binary(kind)) or number >= self._metadata.num_columns:
                continue
            for group in range(self._metadata.num_row_groups):
                chunk = self._metadata.row_group(group).column(number)
                if chunk.has_dictionary_page or any("DICTIONARY" in one for one in chunk.encodings):
                    found.append(field.name)
                    break
        return found

    def batches(self, most_rows: int) -> Iterator[pa.RecordBatch]:
        """The rows, in batches of at most so many.

        Raises:
            ValueError: the bytes are no Parquet file.
        """
        width = max(self._bytes // max(1, self.rows), sum(_width(field.type) for field in self.schema), 1)
        size = max(1, min(most_rows, _BATCH_BYTES // width))
        batches = _called(lambda: self._file.iter_batches(batch_size=size, use_threads=False))
        while True:
            batch = _called(lambda: next(batches, None))
            if batch is None:
                return
            yield from self._in_place(batch)

    def _in_place(self, batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
        """A batch with the values of dictionaries in their places, in pieces of bounded size."""
        weights = np.zeros(batch.num_rows, np.int64)
        encoded = False
        for column in batch.columns:
            if isinstance(column, pa.DictionaryArray):
                encoded = True
                values: Any = column.dictionary
                lengths: Any = pc.binary_length(values)
                if len(lengths) and batch.num_rows * pc.max(lengths).as_py() > _BATCH_BYTES:
                    weights += np.asarray(pc.take(lengths, column.indices).fill_null(0)).astype(np.int64)
        if not encoded:
            yield batch
            return
        ends = np.cumsum(weights)
        start = 0
        while start < batch.num_rows:
            before = int(ends[start - 1]) if start else 0
            stop = max(start + 1, int(np.searchsorted(ends, before + _BATCH_BYTES, "right")))
            piece = batch.slice(start, stop - start)
            arrays = [_plain(column) for column in piece.columns]
            yield pa.RecordBatch.from_arrays(arrays, schema=self.schema)
            start = stop


def _plain(column: Any) -> Any:
    return column.dictionary_decode() if isinstance(column, pa.DictionaryArray) else column


def _width(kind: pa.DataType) -> int:
    """Bytes of a value of fixed size; 0 for others."""
    if pa.types.is_fixed_size_binary(kind):
        return int(kind.byte_width)
    return kind.bit_width // 8 if pa.types.is_primitive(kind) else 0


def _checked(metadata: Any, limits: Limits) -> int:
    """Refuse a footer that contradicts itself or asks for too much; gives the bytes that columns say they have."""
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
    most = limits.maxDecodedBytes
    if max(size, rows * _ROW) > most:
        found = f"{rows} rows in {size} bytes"
        raise LimitError(expected=f"at most {most} decoded bytes (maxDecodedBytes), 8 a row at least", found=found)
    return size


def _called(call: Callable[[], Found]) -> Found:
    """What pyarrow gives; a ValueError where it fails.

    Raises:
        ValueError: says what pyarrow said, in one line.
    """
    try:
        return call()
    except _FAILURES as error:
        said = (str(error).strip().splitlines() or [type(error).__name__])[0]
        raise ValueError(f"Parquet that can be read ({said})") from None
