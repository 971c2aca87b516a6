"""Fills the column ``_metadata``, batch by batch, for the rows of a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.io.source import Source
from bytewright.tables.row_metadata import metadata_of
from bytewright.views.evaluate.framing import Extents
from bytewright.views.evaluate.malformed import Malformed
from bytewright.views.evaluate.resync import Resync
from bytewright.views.evaluate.steps import Steps

Numbers = npt.NDArray[np.int64]


class RowSources:
    """Where the rows of one file come from, batch by batch.

    Args:
        field: the column that says so.
        more: what the view tells of the file in it, as arrays of one value each.
        source: the bytes.
        steps: what reads them.
        row: number of the first row.
        by_record: rows and records have the same numbers.
        streams: the file has records; otherwise all of it is one.
        extents: where the records lie; None: the steps have noted that.
        resync: what finds records behind bad ones; None: nothing does.
    """

    def __init__(
        self,
        field: pa.Field[Any],
        more: list[pa.Array[Any]],
        source: Source,
        steps: Steps,
        *,
        row: int,
        by_record: bool,
        streams: bool,
        extents: Extents | None,
        resync: Resync | None,
    ) -> None:
        self._field = field
        self._more = more
        self._source = source
        self._steps = steps
        self._row = row
        self._by_record = by_record
        self._streams = streams
        self._extents = extents
        self._resync = resync

    def of(self, told: Sequence[Numbers], bad: Malformed | None) -> pa.Array[Any]:
        """The column of rows that come from records of these numbers; of elements of lists also their edges."""
        records, *edges = told
        rows = records if self._by_record else np.arange(self._row, self._row + len(records))
        self._row += len(records)
        if bad is not None:
            end = self._source.size if bad.end is None else bad.end
            offsets, lengths = np.array([bad.start]), np.array([max(0, end - bad.start)])
        elif edges:
            offsets, lengths = edges[0], edges[1] - edges[0]
        else:
            offsets, lengths = self._extents_of(records)
        low, high = (int(offsets.min()), int(offsets.max())) if len(offsets) else (0, 0)
        resumed = () if bad is not None or self._resync is None else self._resync.resumed(low, high)
        return metadata_of(self._field, self._source, rows, records, offsets, lengths, resumed, self._more)

    def go_on_behind(self, bad: Malformed) -> None:
        """Take note of a place that the records' lengths don't lead over."""
        if self._extents is not None and bad.end is not None:
            self._extents.restart(bad.end, bad.record + 1)

    def _extents_of(self, records: Numbers) -> tuple[Numbers, Numbers]:
        if not self._streams:
            return np.zeros_like(records), np.full_like(records, self._source.size)
        if self._extents is not None:
            return self._extents.of(records)
        edges = np.array(self._steps.edges, np.int64)
        at = records - self._steps.edges_from
        if len(at) and at[0] >= 0 and int(at[-1]) + 1 < len(edges):
            return edges[at], edges[at + 1] - edges[at]
        return np.full_like(records, -1), np.full_like(records, -1)
