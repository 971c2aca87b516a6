"""The column ``_metadata``: where a row comes from, under the names that Spark's file sources use."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.arrow.types import TIMESTAMP
from bytewright.io.source import Source, status_of

Numbers = npt.NDArray[np.int64]

METADATA = pa.field(
    "_metadata",
    pa.struct(
        [
            pa.field("file_path", pa.string(), nullable=False),
            pa.field("file_name", pa.string(), nullable=False),
            pa.field("file_size", pa.int64(), nullable=False),
            pa.field("file_modification_time", TIMESTAMP),
            pa.field("row_index", pa.int64(), nullable=False),
            pa.field("record_index", pa.int64(), nullable=False),
            pa.field("record_offset", pa.int64()),
            pa.field("record_length", pa.int64()),
            pa.field("resynchronised", pa.bool_(), nullable=False),
        ]
    ),
    nullable=False,
)


def metadata_field(more: Iterable[pa.Field[Any]]) -> pa.Field[Any]:
    """The column with what a view tells of a file besides."""
    kind: Any = METADATA.type
    return pa.field(METADATA.name, pa.struct([*kind, *more]), nullable=False)


def metadata_of(
    field: pa.Field[Any],
    source: Source,
    rows: Numbers,
    records: Numbers,
    offsets: Numbers,
    lengths: Numbers,
    resumed: Sequence[tuple[int, int]] = (),
    more: Iterable[pa.Array[Any]] = (),
) -> pa.Array[Any]:
    """The column.

    Args:
        field: `METADATA`, or what `metadata_field` makes.
        source: the file that the rows come from.
        rows: number of each row in the file, from 0.
        records: number of the record that each row comes from.
        offsets: where that record begins, in bytes; below 0 where nothing says so.
        lengths: how many bytes it has; likewise.
        resumed: from where to where records lie by which a place behind a bad one was proved to be a beginning.
        more: what a view tells of the file besides, as arrays of one value each.
    """
    count = len(rows)
    judged = np.zeros(count, np.bool_)
    for start, stop in resumed:
        judged |= (offsets >= start) & (offsets < stop)
    kind: Any = field.type
    return pa.StructArray.from_arrays(
        [
            pa.repeat(_text(source.name), count),
            pa.repeat(_text(posixpath.basename(source.name)), count),
            pa.repeat(pa.scalar(source.size, pa.int64()), count),
            pa.repeat(pa.scalar(modified(source), TIMESTAMP), count),
            pa.array(rows, pa.int64()),
            pa.array(records, pa.int64()),
            pa.array(offsets, pa.int64(), mask=offsets < 0),
            pa.array(lengths, pa.int64(), mask=lengths < 0),
            pa.array(judged),
            *(pa.repeat(one[0], count) for one in more),
        ],
        fields=list(kind),
    )


def _text(path: str) -> str:
    """The path without bytes that are no text, which Arrow's strings can't hold."""
    return os.fsencode(path).decode("utf-8", "replace")


def modified(source: Source) -> int | None:
    """When a file was last modified, in microseconds since 1970; None for what is no file.

    Raises:
        UnreadableError: the system doesn't say so.
        InputMissingError: it can't tell whether this is a file.
    """
    known = getattr(source, "modified", None)
    if known is not None:
        return int(known)
    status = status_of(source.name)
    return None if status is None else status.st_mtime_ns // 1000
