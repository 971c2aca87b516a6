"""Scans views through lists in lists: the outer lists as objects, the innermost, in its regions, by the kernel."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from functools import partial

import numpy as np
import pyarrow as pa

from bytewright.codec.settings import Settings
from bytewright.columnar.scan.finder import Finder
from bytewright.columnar.scan.index_pages import IndexPages
from bytewright.columnar.scan.object_columns import Numbers, RegionColumns
from bytewright.columnar.scan.reference_scan import ReferenceScan
from bytewright.columnar.scan.region_locator import RegionLocator
from bytewright.errors import ReadError
from bytewright.kernels.drivers.region_scan import RegionScan, Wave
from bytewright.kernels.drivers.scan import Settings as Sizes
from bytewright.kernels.plan import RECORDS, RowPlan
from bytewright.kernels.plan.failures import BadRecord
from bytewright.kernels.plan.record_ends import REGION, numbered
from bytewright.schema.lookups import memory_of, sought_in
from bytewright.schema.scope import Scope
from bytewright.schema.view import View
from bytewright.views.evaluate.layout import Layout
from bytewright.views.evaluate.nested_lists import Around
from bytewright.views.evaluate.passes.levels import holds
from bytewright.views.evaluate.record_batches import evaluate, most_rows
from bytewright.views.evaluate.steps import Steps

_HELD = 64 << 20
"""Bytes of rows that are held back until it shows that the region which they are of is good."""


class NestedScan:
    """The rows of a view of one file.

    A region that isn't as the plan has it is read as objects, which know what is wrong with it, if anything is. As
    those do, none of a bad region's rows is given, unless there are very many.

    Attributes:
        of_kernel: whether the batch that was given last came from the kernel.
    """

    def __init__(
        self,
        plan: RowPlan,
        view: View,
        steps: Steps,
        layout: Layout,
        settings: Settings,
        given: Mapping[str, int],
        batch_rows: int,
        objects: RegionColumns | None,
    ) -> None:
        """``objects``: what makes the columns that the kernel doesn't; None: it makes all."""
        self._objects = objects
        self._has_wave = self._pauses = False
        self._held_of = -1
        self._view = view
        self._layout = layout
        self._settings = settings
        self._batch_rows = batch_rows
        self._steps = steps
        self._plan = plan
        self._given = given
        self._held: list[pa.RecordBatch] = []
        self._held_bytes = 0
        self._passed = 0
        self._open = 0, 0
        self._scan: RegionScan | None = None
        self._locator: RegionLocator | None = None
        self._references: ReferenceScan | None = None
        self.of_kernel = True

    def again(self, settings: Settings, objects: RegionColumns | None) -> None:
        """Go through the same file once more, for what else is looked up in it."""
        self._settings, self._objects = settings, objects
        self._held, self._held_bytes, self._passed = [], 0, 0
        self.of_kernel = True
        self._has_wave = self._pauses = False

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The rows.

        Raises:
            ReadError: something is bad; the rows before it have been given.
        """
        around = self._steps.around(self._view)
        with closing(self._finder(around)) as regions:
            yield from self._of(regions, around)

    def _of(self, regions: Finder, around: Around) -> Iterator[pa.RecordBatch]:
        """The rows of what is found."""
        scan = self._scan_of(regions)
        region: int | None = None
        if self._objects is not None:
            self._objects.begin(regions, around.inside)
        while True:
            try:
                for batch in scan:
                    if self._objects is not None:
                        region = yield from self._with_columns(batch, scan, self._objects)
                        if region is not None:
                            break
                    else:
                        batch, open_rows = self._counted(batch, scan)
                        yield from self._complete(batch, open_rows)
                else:
                    region = None
            except BadRecord:
                region = scan.region
                given = self._dropped(self._rows_of(region, scan))
            else:
                if region is not None:
                    given = yield from self._before(region)
            if region is not None:
                before, behind = regions.together(region)
                scope = regions.scope(region)
                yield from self._flushed()
                yield from self._by_objects(around, scope, given + before)
                scan.pass_over(behind)
                continue
            yield from self._flushed()
            if self._pauses:
                self._pauses = False
                scan.go_on()
                continue
            stopped, regions.stopped = regions.stopped, []
            if not stopped:
                return
            for one in stopped:
                if isinstance(one, ReadError):
                    raise one
                yield from self._by_objects(around, one, 0)
            scan.go_on()

    def _scan_of(self, regions: Finder) -> RegionScan:
        """What scans regions; where others were looked up before, what scanned these."""
        if self._scan is not None:
            self._scan.anew()
            return self._scan
        names: list[str] = self._layout.schema.names
        if self._objects is not None:
            names = [name for name in names if name not in self._objects.names] + [*self._objects.asked]
        plan = self._plan
        if self._chooses and self._objects is None:  # which ask for these numbers themselves
            plan, names = numbered(plan), [*names, REGION]
        scan = RegionScan(
            plan,
            self._steps.source,
            partial(self._next, regions),
            columns=names,
            given=self._given,
            limits=self._settings.limits,
            settings=Sizes(batch_rows=self._batch_rows),
            holds=not self._looks_up,
        )
        if regions in (self._locator, self._references):
            self._scan = scan
        return scan

    def _next(self, regions: Finder) -> Wave | None:
        """The next wave; after each, none for the time being where objects make columns, which ask for the structures
        that its regions belong to, or where rows are counted by their regions."""
        if (self._objects is not None or self._chooses) and self._has_wave:
            self._has_wave, self._pauses = False, True
            return None
        wave = regions.wave()
        self._has_wave = wave is not None
        self._open = 0, 0
        if self._objects is not None:
            self._objects.begin_wave()
        return wave

    @property
    def _chooses(self) -> bool:
        """Whether a condition chooses which elements are rows."""
        return self._plan.rows != RECORDS

    def _counted(self, batch: pa.RecordBatch, scan: RegionScan) -> tuple[pa.RecordBatch, int]:
        """A batch, and how many of the rows so far belong to the region that isn't complete."""
        if not self._chooses:
            return batch, scan.open
        last = batch.num_columns - 1
        return batch.select(range(last)), self._going_on(batch.column(last).to_numpy(), scan)

    def _going_on(self, numbers: Numbers, scan: RegionScan) -> int:
        """How many of the rows so far belong to the region that isn't complete; ``numbers``: of the regions of the last
        batch's rows."""
        if self._chooses:
            found = len(numbers) - int(np.searchsorted(numbers, scan.region))
            before = self._rows_of(scan.region, scan) if found == len(numbers) else 0
            self._open = scan.region, found + before
        return self._rows_of(scan.region, scan)

    def _rows_of(self, region: int, scan: RegionScan) -> int:
        """How many of the rows given so far belong to the region that the scan has come to."""
        if not self._chooses:
            return scan.open
        return self._open[1] if self._open[0] == region else 0

    def _with_columns(
        self, batch: pa.RecordBatch, scan: RegionScan, objects: RegionColumns
    ) -> Generator[pa.RecordBatch, None, int | None]:
        """The rows of a batch with the columns that objects make, up to a region with an element of which they can't,
        whose number is given, too."""
        left, regions = batch.num_rows, objects.record_numbers(batch)
        at_end = self._going_on(regions, scan)
        for piece in objects.pieces((batch,)):
            made = objects.completed(piece)
            numbers = objects.record_numbers(made)
            region = None if objects.bad is None else objects.bad[1]
            if region is not None:
                made = made.slice(0, int(np.searchsorted(numbers, region)))
            columns = [made.column(name) for name in self._layout.schema.names]
            made = pa.RecordBatch.from_arrays(columns, schema=self._layout.schema)
            left -= piece.num_rows
            if region is not None:
                if made.num_rows:
                    yield from self._complete(made, 0)
                return region
            going_on = at_end
            if left:
                following = int(regions[len(regions) - left])
                going_on = int(np.count_nonzero(numbers == following))
                # More than there are here: it began before.
                going_on += following == self._held_of and bool(self._held or self._passed)
            self._held_of = int(numbers[-1])
            yield from self._complete(made, going_on)
        return None

    def _before(self, region: int) -> Generator[pa.RecordBatch, None, int]:
        """The rows before those of a region that is bad; gives how many of that were given all the same."""
        if self._held_of == region:
            self._held, self._held_bytes = [], 0
            given, self._passed = self._passed, 0
            return given
        yield from self._flushed()
        return 0

    @property
    def _chosen(self) -> set[int]:
        """How deep the lists lie whose elements options choose."""
        values = self._settings.values
        return {one.level for one in self._view.selections if sought_in(values, one.option)}

    @property
    def _looks_up(self) -> bool:
        """Whether an option chooses what has the innermost list: then only what that leads to is read."""
        return len(self._view.deeper) - 1 in self._chosen

    def _finder(self, around: Around) -> Finder:
        """What finds the regions: the kernel, where it can read what says where they lie, and all are wanted."""
        view, limits, source = self._view, self._settings.limits, self._steps.source
        chosen = self._chosen
        found: Finder
        if self._locator is not None:
            found = self._locator
            self._locator.begin(around.scopes)
        elif self._plan.directory is None or chosen or self._steps.streams(view):
            found = RegionLocator(self._plan, view, around.scopes, self._layout, source, limits)
            self._locator = found if memory_of(self._settings.values) is not None else None
        else:
            found = IndexPages(self._plan, view, around, self._layout, source, self._given, limits)
        if self._plan.entries is None:
            return found
        if self._references is not None:
            self._references.begin()
            return self._references
        references = ReferenceScan(self._plan.entries, view, found, source, self._given, limits, few=self._looks_up)
        self._references = references if self._locator is not None else None
        return references

    # --- rows of a region that may turn out to be bad ----------------------------------------------------------------

    def _complete(self, batch: pa.RecordBatch, open_rows: int) -> Iterator[pa.RecordBatch]:
        """The rows of complete regions, now that there are those of another batch; ``open_rows`` at its end aren't."""
        done = batch.num_rows - open_rows
        if done >= 0:  # the region begins in this batch, or behind it
            self._passed = 0
            yield from self._flushed()
            if done:
                yield batch.slice(0, done)
            batch = batch.slice(done)
        if batch.num_rows:
            self._held.append(batch)
            self._held_bytes += batch.nbytes
        if self._held_bytes > _HELD:
            self._passed += sum(one.num_rows for one in self._held)
            yield from self._flushed()

    def _flushed(self) -> Iterator[pa.RecordBatch]:
        held, self._held, self._held_bytes = self._held, [], 0
        yield from held

    def _dropped(self, open_rows: int) -> int:
        """Forget the rows of a region; gives how many of them were given all the same."""
        given, self._passed = min(self._passed, open_rows), 0
        open_rows -= given
        while open_rows and self._held:
            last = self._held.pop()
            if last.num_rows > open_rows:
                self._held.append(last.slice(0, last.num_rows - open_rows))
                break
            open_rows -= last.num_rows
        return given

    def _by_objects(self, around: Around, scope: Scope, given: int) -> Iterator[pa.RecordBatch]:
        """The rows of one region, without some that were given."""
        where, steps = self._view.where, self._steps
        scopes = ((one,) for one in around.inside(scope) if where is None or holds(where, one))
        most = most_rows(steps.source.size, self._settings.limits)
        for batch in evaluate(self._layout, scopes, most, self._batch_rows, lambda: steps.warnings):
            self.of_kernel = False
            if batch.num_rows > given:
                yield batch.slice(given)
            given = max(0, given - batch.num_rows)
        self.of_kernel = True
