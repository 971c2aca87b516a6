"""Rows of the kernel, completed by what objects know of them, and held back as long as their record may be bad."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.columnar.scan.arranged import Kept
from bytewright.columnar.scan.object_columns import ObjectColumns
from bytewright.kernels.plan import codes
from bytewright.kernels.plan.failures import BadRecord
from bytewright.views.evaluate.layout import RECORD_NUMBER, Layout

if TYPE_CHECKING:
    from bytewright.columnar.scan.aggregate_scan import AggregateScan
    from bytewright.columnar.scan.nested_scan import NestedScan

HELD = 64 << 20
"""Bytes of rows that are held back until it shows that the record which they are of is good."""


class CompletedRows:
    """Rows of a file with the columns that objects make: nothing of a record that is passed over as it is bad, nor,
    but of very many, rows of a bad one: objects give those before what is wrong with it.

    Args:
        objects: makes the columns.
        alone: whether rows are good or bad by themselves.
        tolerates: whether bad records are passed over.
    """

    def __init__(self, objects: ObjectColumns, *, alone: bool, tolerates: bool) -> None:
        self._objects = objects
        self._tolerates = tolerates
        self._holds = not alone and (tolerates or objects.several)
        self._last_given = (-1, 0)

    def of(self, batches: Iterable[pa.RecordBatch], kept: Kept | None) -> Iterator[pa.RecordBatch]:
        """The batches of a scan with all columns; ``kept`` chooses rows of them, but of files that are the only record.

        Raises:
            BadRecord: see `bytewright.kernels.drivers.scan.Scan`; or a column of a record can't be made.
        """
        objects = self._objects
        held: list[pa.RecordBatch] = []
        held_of = -1
        try:
            chosen = batches if kept is None or objects.of_file else map(kept, batches)
            for piece in objects.pieces(chosen):
                batch = objects.completed(piece)
                bad, numbers = objects.bad, objects.record_numbers(batch)
                last = int(numbers[-1]) if bad is None else bad[1]
                if held and held_of != last:
                    yield from held
                    held = []
                elif not self._tolerates and sum(one.nbytes for one in held) > HELD:
                    yield from held
                    self._note_given(np.full(sum(one.num_rows for one in held), held_of))
                    held = []
                first = int(np.searchsorted(numbers, last)) if self._holds else len(numbers)
                if first:
                    yield batch.slice(0, first)
                    self._note_given(numbers[:first])
                if bad is not None:
                    held = []
                    raise BadRecord(bad[0], codes.LEFT, "", bad[1])
                if first < len(numbers):
                    held.append(batch.slice(first))
                    held_of = last
        except BadRecord:
            yield from held
            raise
        yield from held

    def given_of(self, number: int) -> int:
        """How many rows of a record have been given: a column that objects make may be bad in a later one of it."""
        last, rows = self._last_given
        return rows if last == number else 0

    def _note_given(self, numbers: npt.NDArray[np.int64]) -> None:
        """Note how many rows of the last record have been given, by the numbers of their records."""
        number = int(numbers[-1])
        rows = len(numbers) - int(np.searchsorted(numbers, number))
        self._last_given = number, rows + self.given_of(number)


def of_whole_records(rows: NestedScan | AggregateScan, layout: Layout) -> Iterator[pa.RecordBatch]:
    """The rows of records in regions, with the columns of a layout: each is held until the next one comes."""
    held: list[tuple[pa.RecordBatch, bool]] = []
    held_of, shown = -1, range(len(layout.columns))
    for batch in rows.batches():
        numbers = batch.column(RECORD_NUMBER).to_numpy()
        last, of_kernel = int(numbers[-1]), rows.of_kernel
        first = int(np.searchsorted(numbers, last))
        if held_of != last:
            for one, rows.of_kernel in held:
                yield one
            held = []
        if first:
            rows.of_kernel = of_kernel
            yield batch.slice(0, first).select(shown)
        held.append((batch.slice(first).select(shown), of_kernel))
        held_of = last
    for one, rows.of_kernel in held:
        yield one
