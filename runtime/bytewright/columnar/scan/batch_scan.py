"""Scans many small files in memory with one call of the kernel: a file's and a batch's costs are paid once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.columnar.scan.arranged import is_arranged
from bytewright.columnar.scan.object_columns import made_by_objects
from bytewright.columnar.scan.preparation.capability import refusal
from bytewright.columnar.scan.preparation.file_plans import (
    given_of,
    is_alike,
    pivot_columns,
    plan_of,
    shown_by,
    start_of_records,
    written_out,
)
from bytewright.columnar.scan.preparation.header_values import Header, header_of
from bytewright.errors import ReadError
from bytewright.io.source import BytesSource, Source
from bytewright.kernels.plan import RegionEnd, RegionFrame, RowPlan, Rows, WholeFrame, codes
from bytewright.kernels.plan.failures import BadRecord, Unsupported
from bytewright.kernels.plan.record_ends import REGION, by_region
from bytewright.schema.view import View
from bytewright.views.evaluate.layout import Layout
from bytewright.views.evaluate.steps import Steps

if TYPE_CHECKING:
    from bytewright.kernels.drivers.region_scan import RegionScan, Wave  # needs Numba

Numbers = npt.NDArray[np.int64]

_LARGEST = 1 << 20
"""Bytes of a file that is read with others, at most: to begin a larger one costs little, next to what it holds."""
_LARGEST_WHOLE = 64 << 10
"""Likewise where a file is one record then, of which all elements are held at once."""


def together(
    codec: Codec, view: View, settings: Settings, layout: Layout, batch_rows: int, *, strict: bool = False
) -> BatchScan | None:
    """What reads many files of a format at once; None where each has to be looked at on its own.

    Args:
        codec: the format.
        view: the view.
        settings: the options.
        layout: the columns, at least one.
        batch_rows: rows that a batch has at most.
        strict: whether bytes that no field describes are an error.
    """
    from bytewright.kernels.drivers.region_scan import RegionScan
    from bytewright.kernels.drivers.scan import Settings as Sizes

    nothing = BytesSource(b"")
    steps = Steps(codec, nothing, settings, strict=strict)
    if refusal(codec, view, settings, strict=strict) is not None or settings.header is not None:
        return None
    if not layout.schema.names:
        return None  # batches without columns don't say how many rows they are of
    if made_by_objects(layout) or is_arranged(view, plan_of(codec, view)):
        return None
    whole = plan_of(codec, view).whole
    asked = plan_of(codec, view) if whole is None else whole
    alike = whole is not None or is_alike(codec) or _is_one_record(asked, steps, view)
    headed = codec.header is None and steps.streams(view) and codec.record_count is None
    if asked.sized or not (alike or headed):
        return None
    given = given_of(settings, 0)
    try:
        root = steps.root(view) if whole is None and alike and steps.streams(view) else None
        header = header_of(codec, view, layout, root, settings)
        plan = by_region(shown_by(asked, layout, settings))
        plan = None if plan is None else written_out(plan, codec, header, layout, given)
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
        pivot=pivot_columns(plan, layout),
        given=given,
        limits=settings.limits,
        settings=Sizes(batch_rows=batch_rows),
    )
    if scan.runs(codes.OFFSET):
        return None  # where things lie in all files together is nowhere in theirs
    # A file that is one record is one without bytes, too.
    smallest = int(isinstance(plan.frame, RegionFrame) and plan.frame.end == RegionEnd())
    # Of rows that are only counted, a larger file may have more than are given here.
    counted = any(isinstance(step, Rows) for step in plan.steps)
    largest = _LARGEST if whole is None else _LARGEST_WHOLE
    largest = min(largest, settings.limits.maxSteps // 8) if counted else largest

    def begin(source: Source) -> int | None:
        """Where the records of a file begin."""
        own = Steps(codec, source, settings, strict=strict)
        try:
            start = start_of_records(own, view)
        except ReadError:
            return None
        return None if own.warnings or start == source.size else start

    return BatchScan(scan, waves, header, layout, smallest, largest, None if alike else begin)


class BatchScan:
    """Reads many files at once.

    Attributes:
        smallest: bytes of a file, at least; others are read on their own.
        largest: likewise, at most.
    """

    def __init__(
        self,
        scan: RegionScan,
        waves: list[Wave],
        header: Header,
        layout: Layout,
        smallest: int,
        largest: int,
        begin: Callable[[Source], int | None] | None = None,
    ) -> None:
        self._scan = scan
        self._waves = waves
        self._header = header
        self._layout = layout
        self.smallest = smallest
        self.largest = largest
        self._begin = begin

    def starts(self, data: memoryview, bounds: Numbers) -> Numbers:
        """Where the records of files begin; -1 for each that must be read on its own.

        Args:
            data: where the files lie.
            bounds: where each begins and ends, shape (files, 2).
        """
        sizes = bounds[:, 1] - bounds[:, 0]
        begins = np.where((self.smallest <= sizes) & (sizes <= self.largest), bounds[:, 0], -1)
        if self._begin is not None:
            for number in np.flatnonzero(begins >= 0).tolist():
                start, stop = bounds[number].tolist()
                first = self._begin(BytesSource(data[start:stop]))
                begins[number] = -1 if first is None else start + first
        return begins

    def rows(self, data: memoryview, bounds: Numbers) -> Iterator[tuple[pa.RecordBatch, Numbers] | int]:
        """The rows of all files, and for each the number of the file that it is of; instead of the rows of a file in
        which something is to be looked at, its number alone. Either must be taken to the end.

        Args:
            data: where the files lie.
            bounds: where the records of each begin and end, shape (files, 2).

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
