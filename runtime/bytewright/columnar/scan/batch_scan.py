"""Scans many small files in memory with one call of the kernel: a file's and a batch's costs are paid once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.columnar.scan.header_values import Header, header_of
from bytewright.columnar.scan.scanner import given_of, is_alike, plan_of, refusal, written_out
from bytewright.errors import ReadError
from bytewright.io.source import BytesSource
from bytewright.kernels.plan import RegionEnd, RegionFrame, RowPlan, WholeFrame, codes
from bytewright.kernels.plan.failures import BadRecord, Unsupported
from bytewright.kernels.plan.record_ends import REGION, by_region
from bytewright.schema.view import View
from bytewright.views.evaluate.layout import Layout, PivotColumn
from bytewright.views.evaluate.steps import Steps

if TYPE_CHECKING:
    from bytewright.kernels.drivers.region_scan import RegionScan, Wave  # needs Numba

Numbers = npt.NDArray[np.int64]

_LARGEST = 1 << 20
"""Bytes of a file that is read with others, at most: to begin a larger one costs little, next to what it holds."""


def together(codec: Codec, view: View, settings: Settings, layout: Layout, batch_rows: int) -> BatchScan | None:
    """What reads many files of a format at once; None where each has to be looked at on its own.

    Args:
        codec: the format.
        view: the view.
        settings: the options.
        layout: the columns, at least one.
        batch_rows: rows that a batch has at most.
    """
    from bytewright.kernels.drivers.region_scan import RegionScan
    from bytewright.kernels.drivers.scan import Settings as Sizes

    pivots = any(isinstance(column, PivotColumn) for column in layout.columns)
    if pivots or settings.enums == "int" or refusal(codec, view, settings) is not None or plan_of(codec, view).splits:
        return None
    nothing = BytesSource(b"")
    steps = Steps(codec, nothing, settings)
    if not is_alike(codec) and not _is_one_record(plan_of(codec, view), steps, view):
        return None
    given = given_of(settings, 0)
    try:
        header = header_of(codec, view, layout, steps.root(view) if steps.streams(view) else None, settings)
        plan = by_region(written_out(plan_of(codec, view), codec, header, layout, given))
    except (ReadError, Unsupported):
        return None
    if plan is None:
        return None
    waves: list[Wave] = []
    names = [name for name in layout.schema.names if name not in header.apart]
    scan = RegionScan(
        plan,
        nothing,
        lambda: waves.pop() if waves else None,
        columns=[*names, REGION],
        given=given,
        limits=settings.limits,
        settings=Sizes(batch_rows=batch_rows),
    )
    if scan.runs(codes.OFFSET):
        return None  # where things lie in all files together is nowhere in theirs
    # A file that is one record is one without bytes, too.
    smallest = int(isinstance(plan.frame, RegionFrame) and plan.frame.end == RegionEnd())
    return BatchScan(scan, waves, header, layout, smallest, _LARGEST)


class BatchScan:
    """Reads many files at once.

    Attributes:
        smallest: bytes of a file, at least; others are read on their own.
        largest: likewise, at most.
    """

    def __init__(
        self, scan: RegionScan, waves: list[Wave], header: Header, layout: Layout, smallest: int, largest: int
    ) -> None:
        self._scan = scan
        self._waves = waves
        self._header = header
        self._layout = layout
        self.smallest = smallest
        self.largest = largest

    def rows(self, data: memoryview, bounds: Numbers) -> Iterator[tuple[pa.RecordBatch, Numbers] | int]:
        """The rows of all files, and for each the number of the file that it is of; instead of the rows of a file in
        which something is to be looked at, its number alone. Either must be taken to the end.

        Args:
            data: where the files lie.
            bounds: where each begins and ends, shape (files, 2).

        Raises:
            pa.ArrowInvalid: a row has a value that is none of its column's type.
        """
        from bytewright.kernels.drivers.region_scan import Wave

        scan = self._scan
        self._waves.append(Wave(np.ascontiguousarray(bounds, np.int64), source=BytesSource(data), files=True))
        scan.go_on()
        held: list[tuple[pa.RecordBatch, Numbers]] = []
        while True:
            try:
                for batch in scan:
                    numbers = batch.column(batch.num_columns - 1).to_numpy()
                    # Those of a file that isn't complete may have to be read again.
                    done = int(np.searchsorted(numbers, scan.region))
                    start = 0
                    for shown in self._header.completed(batch, self._layout):
                        held.append((shown, numbers[start : start + shown.num_rows]))
                        start += shown.num_rows
                    if done:
                        yield from _before(held, scan.region)
            except BadRecord:
                number = scan.region
                yield from _before(held, number)
                held.clear()
                yield number
                scan.pass_over()
                continue
            yield from held
            return


def _before(held: list[tuple[pa.RecordBatch, Numbers]], number: int) -> Iterator[tuple[pa.RecordBatch, Numbers]]:
    """The rows of files before one, which are held no longer."""
    kept = []
    for batch, numbers in held:
        done = int(np.searchsorted(numbers, number))
        if done:
            yield batch.slice(0, done), numbers[:done]
        if done < len(numbers):
            kept.append((batch.slice(done), numbers[done:]))
    held[:] = kept


def _is_one_record(plan: RowPlan, steps: Steps, view: View) -> bool:
    """Whether the kernel and objects take a file for one record, so that nothing precedes what the plan reads."""
    return isinstance(plan.frame, WholeFrame) and not steps.streams(view) and not view.requirements
