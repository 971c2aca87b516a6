"""The column ``_metadata``: where a row comes from, under the names that Spark's file sources use."""

from __future__ import annotations

import os

import numpy as np
import pyarrow as pa

from bytewright.arrow import TIMESTAMP
from bytewright.source import Source

METADATA = pa.field(
    "_metadata",
    pa.struct(
        [
            pa.field("file_path", pa.string(), nullable=False),
            pa.field("file_name", pa.string(), nullable=False),
            pa.field("file_size", pa.int64(), nullable=False),
            pa.field("file_modification_time", TIMESTAMP),
            pa.field("row_index", pa.int64(), nullable=False),
        ]
    ),
    nullable=False,
)


def with_metadata(batch: pa.RecordBatch, source: Source, first: int) -> pa.RecordBatch:
    """A batch with the column; its first row is row number ``first`` of the file's rows, from 0."""
    count = batch.num_rows
    moment = _modified(source.name)
    column = pa.StructArray.from_arrays(
        [
            pa.repeat(_text(source.name), count),
            pa.repeat(_text(os.path.basename(source.name)), count),
            pa.repeat(pa.scalar(source.size, pa.int64()), count),
            pa.repeat(pa.scalar(moment, TIMESTAMP), count),
            pa.array(np.arange(first, first + count), pa.int64()),
        ],
        fields=list(METADATA.type),
    )
    return pa.RecordBatch.from_arrays([*batch.columns, column], schema=batch.schema.append(METADATA))


def _text(path: str) -> str:
    """The path without bytes that are no text, which Arrow's strings can't hold."""
    return os.fsencode(path).decode("utf-8", "replace")


def _modified(path: str) -> int | None:
    """Microseconds since 1970; None for what is no file."""
    try:
        return os.stat(path).st_mtime_ns // 1000
    except OSError:
        return None
