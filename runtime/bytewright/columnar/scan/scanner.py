"""Scans a file with the kernel: the only seam between tables and `bytewright.kernels`.

The kernel finds that and where a record is bad; what is wrong with it is found by reading that record again as objects.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Hashable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from bytewright.arrow.conditions import Condition
from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.columnar.scan.arranged import Kept, Notes, arranged, is_arranged
from bytewright.columnar.scan.completed_rows import CompletedRows, of_whole_records
from bytewright.columnar.scan.left_records import LeftRecords
from bytewright.columnar.scan.object_columns import ObjectColumns, RegionColumns, made_by_objects, placed
from bytewright.columnar.scan.preparation.file_plans import (
    count_of,
    given_of,
    is_alike,
    is_one_record,
    numbered,
    pivot_columns,
    plan_of,
    shown_by,
    start_of_records,
    written_out,
)
from bytewright.columnar.scan.preparation.header_values import header_of
from bytewright.columnar.scan.preparation.program_pool import Prepared, give, take
from bytewright.errors import ReadError
from bytewright.host.gc_pause import spared
from bytewright.io.source import Source
from bytewright.kernels.plan import CHECKSUMS, SLACK, Aside, RegionFrame, RowPlan, codes
from bytewright.kernels.plan.failures import BadRecord, Unsupported
from bytewright.limits import Limits
from bytewright.model.structures import Struct
from bytewright.schema.scope import Scope
from bytewright.schema.view import View
from bytewright.views.evaluate.framing import WHOLE, Part
from bytewright.views.evaluate.layout import RECORD_NUMBER, RECORD_START, Layout
from bytewright.views.evaluate.malformed import EndOf, Malformed, behind
from bytewright.views.evaluate.record_batches import evaluate, most_rows
from bytewright.views.evaluate.reread import error_of
from bytewright.views.evaluate.resync import Resync
from bytewright.views.evaluate.steps import Steps
from bytewright.views.evaluate.tolerant import tolerate

if TYPE_CHECKING:
    from bytewright.columnar.scan.aggregate_scan import AggregateScan
    from bytewright.columnar.scan.nested_scan import NestedScan
    from bytewright.kernels.drivers.parallel_scan import Edges, ParallelScan
    from bytewright.kernels.drivers.scan import Scan  # needs Numba


NOTICED, NOTICED_BYTES = 100, 1 << 16
"""Records with bytes that no field describes that are looked at, and how many bytes these have: all records may have
some, and each is read as objects."""


def scan(
    codec: Codec,
    view: View,
    source: Source,
    settings: Settings,
    layout: Layout,
    batch_rows: int,
    warnings: list[tuple[int, str]],
    *,
    strict: bool = False,
    part: Part = WHOLE,
    end_of: EndOf | None = None,
    counted: Counter[str] | None = None,
    threads: int = 1,
    edges: Edges | None = None,
    held: Held | None = None,
    condition: Condition | None = None,
) -> Iterator[pa.RecordBatch | Malformed]:
    """The rows of a view, with the columns of ``layout`` in its order.

    The same as `bytewright.views.evaluate.record_batches.evaluate`: bounded batches, and an error only after the rows
    before it. What is noticed and tolerated is added to ``warnings``, as ``(offset, text)``; bytes that no field
    describes are noticed in the first `NOTICED` records that have some, of large ones in the first `NOTICED_BYTES`.

    Args:
        codec: the format.
        view: the view.
        source: the file.
        settings: the options.
        layout: the columns, at least one.
        batch_rows: rows that a batch has at most.
        warnings: what is noticed goes there.
        strict: whether bytes that no field describes are an error.
        part: which records are read.
        end_of: where a bad record ends; it comes in its place, and the rows go on behind it. None: it is an error.
        counted: how many rows the kernel gave is added to what it says of ``columns``, all others to ``objects``.
        threads: how many read parts of a large file at once.
        edges: where these may be divided; None: nowhere.
        held: what stays for the next look-up in the file; None: there is none.
        condition: on the rows: of those that can't fulfil it, some may be missing. It doesn't matter to which records
            are bad. None: there is none.
    """
    counted = Counter() if counted is None else counted
    rows = _Rows(
        codec, view, source, settings, layout, batch_rows, warnings, strict, part, end_of, threads, edges, held
    )
    rows.condition = condition
    if not is_arranged(view, plan_of(codec, view)):
        return rows.batches(counted)

    def plain(view: View, layout: Layout, settings: Settings, noted: Notes, kept: Kept, counted: Counter[str]) -> Any:
        found = _Rows(codec, view, source, settings, layout, batch_rows, noted, strict, WHOLE, None, 1, None, None)
        found.condition, found.kept = condition, kept
        return found.batches(counted)

    steps = Steps(codec, source, settings, strict=strict, lazy=view.lazy)
    plan, otherwise = plan_of(codec, view), rows.by_objects(counted)
    return arranged(view, plan, layout, settings, steps, plain, otherwise, batch_rows, warnings, counted)


@dataclass
class Held:
    """What stays of a file for the next look-up in it.

    Attributes:
        steps: the file as objects.
        rows: what scanned regions in it; None: nothing has.
        batch_rows: how many rows a batch of that has at most.
    """

    steps: Steps
    rows: NestedScan | None = None
    batch_rows: int = 0


class _Rows:
    """Scans a file, and reads again as objects what the kernel stops at."""

    def __init__(
        self,
        codec: Codec,
        view: View,
        source: Source,
        settings: Settings,
        layout: Layout,
        batch_rows: int,
        warnings: list[tuple[int, str]],
        strict: bool,
        part: Part,
        end_of: EndOf | None,
        threads: int,
        edges: Edges | None,
        held: Held | None,
    ) -> None:
        self._codec = codec
        self._view = view
        self._source = source
        self._settings = settings
        self._layout = layout
        self._batch_rows = batch_rows
        self._warnings = warnings
        self._part = part
        self._end_of = end_of
        self._threads = threads
        self._edges = edges
        self._held = held
        # One for all bad records of the file: what precedes the records is read once.
        self._steps = Steps(codec, source, settings, strict=strict, lazy=view.lazy) if held is None else held.steps
        self._objects: ObjectColumns | None = None
        self._completed: CompletedRows | None = None
        self._steps.resync = end_of if isinstance(end_of, Resync) else None
        self._most_rows = most_rows(source.size, settings.limits)
        self._left = LeftRecords(codec, view, self._steps, part, layout, batch_rows)
        self._one_record = is_one_record(codec, view)
        # Of a record that makes several rows, those before one that is bad are given.
        self._several = bool(view.deeper) or any(inner.each is not None for inner in layout.levels[1:])
        self._several = self._several or (layout.levels[-1].rows is not None and layout.pivot is None)
        self._by_element = RECORD_START in layout.schema.names
        self._rows_given = self._bad_given = 0
        self._over = self._blank = self._of_kernel = self._by_others = False
        self._unreadable: ReadError | None = None
        self._behind: int | None = None
        self.condition: Condition | None = None
        self.kept: Kept | None = None
        """Chooses rows of the kernel of which objects make columns; of files that are the only record, none."""

    def batches(self, counted: Counter[str]) -> Iterator[pa.RecordBatch | Malformed]:
        """The rows of the file; counts which engine they come from."""
        for item in self._items():
            if self._by_element:
                item = self._counted_on(item)
            if isinstance(item, Malformed):
                self._bad_given += 1
            else:
                self._rows_given += item.num_rows
                others = self._left.among if self._of_kernel else item.num_rows
                for engine, rows in (("columns", item.num_rows - others), ("objects", others)):
                    if rows:
                        counted[engine] += rows
            yield item

    def by_objects(self, counted: Counter[str]) -> Iterator[pa.RecordBatch | Malformed]:
        """The same, all made by objects."""
        for item in self._all_by_objects():
            counted["objects"] += 0 if isinstance(item, Malformed) else item.num_rows
            yield item

    def _counted_on(self, item: pa.RecordBatch | Malformed) -> pa.RecordBatch | Malformed:
        """What comes next, with the numbers of its records: elements of lists in lists, each of them a row or bad."""
        first = self._rows_given + self._bad_given
        if isinstance(item, Malformed):
            return replace(item, record=first)
        numbers = pa.array(np.arange(first, first + item.num_rows))
        return item.set_column(item.schema.names.index(RECORD_NUMBER), RECORD_NUMBER, numbers)

    def _items(self) -> Iterator[pa.RecordBatch | Malformed]:
        part, steps = self._part, self._steps
        if isinstance(plan_of(self._codec, self._view).frame, RegionFrame):
            yield from self._by_region()
            return
        key, one_record = self._key(), self._one_record
        try:
            start = start_of_records(steps, self._view)
            root = steps.root(self._view) if steps.streams(self._view) and not one_record else None
            if made_by_objects(self._layout):
                self._objects, self._completed = self._object_columns(root)
            ready = None if key is None else take(self._codec, self._settings, key)
            if ready is None:
                self._header = header_of(self._codec, self._view, self._layout, root, self._settings)
                self._plan = self._written_out()
            else:
                self._header, self._plan = ready.header, ready.plan
        except ReadError:
            yield from self._all_by_objects()  # objects know what is wrong with a header
            return
        except Unsupported as unreadable:
            yield from self._all_by_objects()
            self._warnings.append(
                (0, f"read through objects, as the kernel can't read what the header says: {unreadable}")
            )
            return
        self._warnings += steps.warnings
        if start == self._source.size and root is not None:
            yield from self._all_by_objects()  # bits that the header leaves of its last byte are no end of the file
            return
        start = start if part.start is None else part.start
        if ready is None:
            usual = self._scan(start, self._settings.limits, tolerant=False)
        else:
            usual = ready.scan
            usual.aside = self._left.passed_over
            usual.restart(self._source, start=start, stop=part.stop, record=part.record)
        if one_record:
            if (yield from self._until_bad(usual)) is not None:
                yield from self._rest_by_objects()
            return
        last = yield from self._scanned(self._spread(usual))
        if not self._by_others:
            place, following = (self._source.size, None) if last is None else (last.position, last.record)
            part.land(place, self._source, following)
        if self._steps.count(self._view) is not None and part.stop is None and last is not None:
            # Records that the file has no bytes for, or what follows the last one.
            yield from self._part_by_objects(Part(last.position, None, last.record), steps)
        if key is not None:
            give(self._codec, self._settings, key, Prepared(self._header, self._plan, usual))

    def _object_columns(self, root: Struct | None) -> tuple[ObjectColumns, CompletedRows]:
        """What makes the columns that objects make, and rows with them."""
        plan = plan_of(self._codec, self._view)
        given = self._batch_rows, self._warnings
        made = ObjectColumns(self._codec, self._view, self._steps, self._layout, root, plan, *given)
        alone = made.of_file or not self._several or (self._steps.spares(self._view) and made.of_one_row)
        return made, CompletedRows(made, alone=bool(alone), tolerates=self._end_of is not None)

    def _spread(self, usual: Scan) -> Scan | ParallelScan:
        """A scan that threads share, where they may and the file is large enough."""
        if self._threads < 2 or self._edges is None or self._objects is not None:
            return usual
        from bytewright.kernels.drivers import parallel_scan

        if usual.numbers_records or usual.stop - usual.position < 2 * parallel_scan.PART_BYTES:
            return usual
        limits, place = self._settings.limits, usual.position

        def another() -> Scan:
            scan = self._scan(place, limits, tolerant=False)
            scan.aside = None  # objects read one record at a time
            return scan

        return parallel_scan.ParallelScan(usual, another, self._edges, self._threads)

    def _key(self) -> Hashable | None:
        """What tells a scan for this file from others with the same settings, where nothing in the file does; None:
        something may."""
        if self.condition is not None or self._codec.header is None or not is_alike(self._codec):
            return None
        size = self._source.size if plan_of(self._codec, self._view).sized else None
        return self._view.name, self._steps.strict, self._layout.schema, self._batch_rows, size

    def _scanned(
        self, usual: Scan | ParallelScan
    ) -> Generator[pa.RecordBatch | Malformed, None, Scan | ParallelScan | None]:
        """The rows of a scan, and what objects say of the records that it stops at.

        Gives the scan that came to the end; None where it ended before, as nothing says how to go on."""
        limits, part, steps = self._settings.limits, self._part, self._steps
        stop = part.stop
        noticed = looked_at = 0
        tolerates = False
        tolerant: Scan | None = None
        while (bad := (yield from self._until_bad(usual))) is not None:
            record = bad.record + 1
            if bad.code == codes.LEFT and (mixed := self._left.mixed(bad.record)) is not None:
                self._plan = self._written(mixed)
                usual, tolerant = self._scan(bad.offset, limits, tolerant=False), None
                usual.restart(self._source, start=bad.offset, stop=stop, record=bad.record)
                continue
            if (across := self._across(bad, stop)) is not None:
                stop = across
                usual.restart(self._source, start=bad.offset, stop=stop, record=bad.record)
                continue
            before = len(self._warnings)
            left = bad.code == codes.LEFT or (self._several and self._given_before(bad.record) > 0)
            end = None if left else self._end(bad)
            if left or (self._several and end is None):
                self._blank, self._unreadable = False, None
                if self._is_split(bad):
                    # A part of its last byte may be left: the file goes on, with a record that it has no bytes for.
                    yield from self._part_by_objects(Part(bad.offset, None, bad.record), steps)
                    return None
                end = yield from self._by_objects(bad)
                if end is None:
                    return None
                stop = None if stop is None else max(stop, end)
                usual.restart(self._source, start=end, stop=stop, record=record)
                continue
            if self._blank:
                return None  # what follows are zeros, which are no record
            if end == bad.offset:  # the kernel finds no records without bytes
                if end == self._source.size and part.stop is None:
                    return usual  # none of those behind it has any
                yield from self._by_objects(bad)
                usual.restart(self._source, start=end, stop=stop, record=record)
                continue
            if end is not None:
                tolerant = tolerant or self._scan(bad.offset, limits.of_any_record(self._source.size), tolerant=True)
                tolerant.restart(self._source, start=bad.offset, stop=end, record=bad.record)
                again = yield from self._until_bad(tolerant)
                if self._over:
                    return None
                if again is not None and (self._several or again.code == codes.LEFT):
                    del self._warnings[before:]  # objects notice it once more
                    end = yield from self._by_objects(again)
                    if end is None:
                        return None
                elif again is not None:
                    bad, end = again, None
            spared = self._settings.checks == "frames"
            if end is None and self._behind is not None and (self._codec.placed or self._leaves or spared):
                # What lies at a place of its own counts only where a column that is shown asks for it; of a record
                # that is to be left to objects, the kernel may not find where it ends; and it may lack what only a rule
                # asks for that isn't looked at.
                end = yield from self._by_objects(bad)
            elif end is None:
                end = yield from self._told(bad)
            else:
                if len(self._warnings) > before:
                    noticed, looked_at = noticed + 1, looked_at + end - bad.offset
                if not tolerates and (noticed == NOTICED or looked_at > NOTICED_BYTES):
                    tolerates = True
                    text = f"{noticed} records with {self._tolerated()}; more may follow, of which nothing is said"
                    self._warnings.append((end, text))
                    usual = self._scan(end, limits, tolerant=True)
            if end is None:
                return None
            stop = None if stop is None else max(stop, end)
            usual.restart(self._source, start=end, stop=stop, record=record)
        return None if self._over else usual

    def _across(self, bad: BadRecord, stop: int | None) -> int | None:
        """Where a good record ends that the kernel stopped at only as it leads over the end of a part that is only
        thought to be one; None: it is another one."""
        if not self._part.is_checked or stop is None:
            return None
        try:
            end = self._steps.end_of(self._view, bad.offset, bad.record)
        except ReadError:
            return None
        return end if end is not None and end > stop else None

    def _is_split(self, bad: BadRecord) -> bool:
        """Whether a record that the kernel leaves to objects is the last one of a file, and may not end it."""
        if not plan_of(self._codec, self._view).splits or self._part.stop is not None:
            return False
        try:
            return self._steps.end_of(self._view, bad.offset, bad.record) == self._source.size
        except ReadError:
            return False

    def _by_region(self) -> Iterator[pa.RecordBatch | Malformed]:
        """The rows of a view whose innermost lists lie in regions, or whose columns count what does."""
        noticed, tolerates = len(self._warnings), self._end_of is not None
        streams, steps, layout = self._steps.streams(self._view), self._steps, self._layout
        if streams and self._part != WHOLE:
            yield from self._all_by_objects()  # other records may lead to the same region
            return
        if streams and tolerates:
            # Bad records have no rows, also where regions of them are good.
            settings = replace(self._settings, mode="FAILFAST")
            steps = Steps(self._codec, self._source, settings, strict=steps.strict, lazy=self._view.lazy)
            layout = layout if RECORD_NUMBER in layout.schema.names else layout.numbered(streams=True)
        rows = self._rows_of_regions(steps, layout)
        found = of_whole_records(rows, self._layout) if layout is not self._layout else rows.batches()
        try:
            for batch in spared(found):  # what is around the regions is read as objects
                self._of_kernel = rows.of_kernel
                yield batch
        except ReadError:
            if not tolerates:
                raise
        else:
            return
        finally:
            self._of_kernel = False
            self._warnings += steps.warnings
        del self._warnings[noticed:]  # by what an index says of blocks, objects know which of them are good
        yield from self._rest_by_objects()

    def _rows_of_regions(self, steps: Steps, layout: Layout) -> NestedScan | AggregateScan:
        """What scans regions, as a file that is read as objects leads to them."""
        from bytewright.columnar.scan.aggregate_scan import AggregateScan
        from bytewright.columnar.scan.nested_scan import NestedScan

        plan, held = plan_of(self._codec, self._view), self._held
        common = self._view, steps, layout, self._settings, self._given(), self._batch_rows
        objects = None
        if made_by_objects(layout):
            objects = RegionColumns(self._codec, self._view, steps, layout, plan, self._batch_rows, self._warnings)
        if self._view.counted is not None:
            return AggregateScan(plan, *common)
        if held is not None and held.rows is not None and held.batch_rows == self._batch_rows:
            held.rows.again(self._settings, objects)
            return held.rows
        plan = numbered(plan, streams=steps.streams(self._view))
        rows = NestedScan(plan if objects is None else placed(plan), *common, objects)
        if held is not None and steps is self._steps:
            held.rows, held.batch_rows = rows, self._batch_rows
        return rows

    def _all_by_objects(self) -> Iterator[pa.RecordBatch | Malformed]:
        steps = Steps(self._codec, self._source, self._settings, strict=self._steps.strict, lazy=self._view.lazy)
        return self._part_by_objects(self._part, steps)

    def _part_by_objects(self, part: Part, steps: Steps) -> Iterator[pa.RecordBatch | Malformed]:
        """The rows of a part of the file, and what is wrong with it."""
        self._by_others = True
        if self._end_of is None:
            yield from self._evaluated(steps, steps.of(self._view, part.start, part.record, part.stop))
            part.land(steps.at, self._source, steps.following)
            return
        try:
            yield from tolerate(self._layout, steps, self._end_of, self._most_rows, self._batch_rows, part)
        finally:
            self._warnings += steps.warnings

    def _told(self, bad: BadRecord) -> Generator[pa.RecordBatch | Malformed, None, int | None]:
        """What objects say of a bad record; gives where the next one begins, None where nothing says so."""
        error = self._error(bad)
        if error is None:
            return None
        return (yield from (self._spared if self._steps.spares(self._view) else self._passed)(error, bad))

    def _passed(self, error: ReadError, bad: BadRecord) -> Generator[pa.RecordBatch | Malformed, None, int | None]:
        """Go on behind a bad record, if the mode is one that does; gives where it ends, None where nothing says so."""
        if self._end_of is None:
            raise error from None
        if not self._steps.streams(self._view):
            yield from self._rest_by_objects()  # a file that is read as a whole may have blocks that are good
            return None
        # Of a record that can be read, whose values don't fit, that says it.
        end = self._end_of(bad.offset) if self._behind is None and not self._steps.is_spent else self._behind
        yield Malformed(error, bad.record, bad.offset, end)
        return end

    def _spared(self, error: ReadError, bad: BadRecord) -> Generator[pa.RecordBatch | Malformed, None, int | None]:
        """The same of one with a list whose elements say how long they are: the good ones are given by objects."""
        steps = self._steps
        if self._end_of is None:
            found = self._evaluated(steps, steps.record(self._view, bad.offset, bad.record).scopes)
            yield from behind(found, self._given_before(bad.record))
            raise error from None
        end_of, told = self._end_of, list[int | None]()

        def noted(start: int) -> int | None:
            told.append(end_of(start))
            return told[-1]

        part = Part(bad.offset, bad.offset + 1, bad.record)
        items = tolerate(self._layout, steps, noted, self._most_rows, self._batch_rows, part)
        for item in behind(items, self._given_before(bad.record)):
            yield item
            if isinstance(item, Malformed) and (told or item.end is None):
                return item.end  # the record itself, not one of its list; what follows is the kernel's again
        return None if steps.torn else steps.reached

    def _tolerated(self) -> str:
        what = "bytes that no field describes"
        return f"{what}, or checksums that don't fit" if self._settings.verifyChecksum == "report" else what

    def _scan(self, start: int, limits: Limits, *, tolerant: bool) -> Scan:
        """A scan that begins at a place; ``tolerant``: it passes over what is noticed but no error."""
        from bytewright.kernels.drivers.scan import Scan
        from bytewright.kernels.drivers.scan import Settings as Sizes

        given = self._given()
        if tolerant:
            given[SLACK] = 0
            given[CHECKSUMS] &= self._settings.verifyChecksum == "fail"
        by_objects, asked = ({}, ()) if self._objects is None else (self._objects.names, self._objects.asked)
        names = [one for one in self._layout.schema.names if one not in self._header.apart and one not in by_objects]
        scan = partial(
            Scan,
            self._plan,
            self._source,
            columns=[*names, *asked],
            pivot=pivot_columns(self._plan, self._layout),
            given=given,
            start=start,
            stop=self._part.stop,
            record=self._part.record,
            limits=limits,
            settings=Sizes(batch_rows=self._batch_rows),
            aside=self._left.passed_over,
            records=count_of(self._steps, self._view),
        )
        made = scan(condition=self._kernel_condition)
        if any(_kind(made.schema.field(name)) != _kind(self._layout.schema.field(name)) for name in names):
            made = scan()  # columns are cast, which may refuse a value
        made.describe(self._layout.schema)
        return made

    @property
    def _kernel_condition(self) -> Condition | None:
        """The condition by which the kernel leaves rows out; None where what is done with the rows of the kernel may
        refuse a record, or rests on how many there are."""
        others = self._objects or self._one_record or self._header.units or not self._steps.streams(self._view)
        return None if others else self.condition

    @property
    def _leaves(self) -> bool:
        """Whether the plan leaves records to objects."""
        return any(isinstance(step, Aside) for step in self._plan.steps)

    def _given(self) -> dict[str, int]:
        return given_of(self._settings, self._source.size, whole=self._one_record)

    def _written_out(self) -> RowPlan:
        """The plan for the file's header."""
        return self._written(plan_of(self._codec, self._view))

    def _written(self, plan: RowPlan) -> RowPlan:
        """A plan as it is for the file's header."""
        plan = numbered(plan, placed=self._by_element)
        plan = shown_by(plan if self._objects is None else placed(plan), self._layout, self._settings)
        return written_out(plan, self._codec, self._header, self._layout, self._given())

    def _until_bad(self, scan: Scan | ParallelScan) -> Generator[pa.RecordBatch | Malformed, None, BadRecord | None]:
        objects, left = self._objects, self._left
        left.begin(self.kept)
        watched = left.watched(scan)
        try:
            for batch in watched if self._completed is None else self._completed.of(watched, self.kept):
                try:
                    for completed in self._header.completed(batch, self._layout):
                        yield from self._shown(left.completed(completed))
                except pa.ArrowInvalid:
                    self._over = True
                    yield from self._rest_by_objects()
                    return None
            yield from self._shown(left.rest())
        except BadRecord as bad:
            if objects is not None and objects.bad is not None and objects.of_file:
                self._over = True
                objects.forget()
                yield from self._rest_by_objects()
                return None
            try:
                yield from self._shown(left.rest(bad.record))
            except BadRecord as earlier:
                bad = earlier
            return bad.with_traceback(None)  # which would keep the memory of the batch before it
        return None

    def _shown(self, found: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """Rows of the kernel, with those that waited for them."""
        for batch in found:
            self._of_kernel = True
            yield batch
        self._of_kernel = False

    def _given_before(self, number: int) -> int:
        """How many rows of a record have been given before it showed that it is bad."""
        return 0 if self._completed is None else self._completed.given_of(number)

    def _rest_by_objects(self) -> Iterator[pa.RecordBatch | Malformed]:
        """What was not given yet, up to a record with a value that is none of its column's type, and its error."""
        rows, bad = self._rows_given, self._bad_given
        for item in self._all_by_objects():
            if isinstance(item, Malformed):
                if bad == 0:
                    yield item
                bad = max(0, bad - 1)
                continue
            if item.num_rows > rows:
                yield item.slice(rows)
            rows = max(0, rows - item.num_rows)

    def _by_objects(self, bad: BadRecord) -> Generator[pa.RecordBatch | Malformed, None, int | None]:
        """The rows of a record that the kernel leaves to objects; gives where it ends, None where the file does."""
        steps = self._steps
        record = steps.record(self._view, bad.offset, bad.record)
        found = behind(self._evaluated(steps, record.scopes), self._given_before(bad.record))
        try:
            # A record that is passed over has no rows at all.
            yield from found if self._end_of is None else list(found)
        except ReadError as error:
            self._behind = record.end
            tolerates = self._end_of is not None and steps.spares(self._view)
            return (yield from self._spared(error, bad) if tolerates else self._passed(error, bad))
        return record.end

    def _evaluated(self, steps: Steps, scopes: Iterator[tuple[Scope, ...]]) -> Iterator[pa.RecordBatch]:
        """The rows of steps that objects read."""
        try:
            yield from evaluate(self._layout, scopes, self._most_rows, self._batch_rows, lambda: steps.warnings)
        finally:
            self._warnings += steps.warnings

    def _end(self, bad: BadRecord) -> int | None:
        """Where a record ends that the kernel stopped at, but objects accept; None: it is bad.

        There is something that is noticed and tolerated, or it is larger than ``maxRecordBytes``, but no field of it
        is, or it has no bytes.
        """
        steps = self._steps
        self._behind = None
        try:
            end = self._behind = steps.end_of(self._view, bad.offset, bad.record)
        except ReadError as error:
            self._unreadable = error
            return None
        if end is None and not steps.torn:
            self._blank = True
        empty = end == bad.offset and bad.code in (codes.SIZE, codes.TRUNCATED)
        if not steps.warnings and bad.code != codes.LIMIT and not empty:
            return None
        self._warnings += steps.warnings
        return end

    def _error(self, bad: BadRecord) -> ReadError | None:
        """The error of a bad record; None where it is an unfinished one that may be left out."""
        steps = self._steps
        error, self._unreadable = self._unreadable, None
        if error is None:
            # It can be read, so it is a value that doesn't fit.
            error = error_of(steps, self._layout, self._settings.limits, bad.offset, bad.record)
        self._warnings += steps.warnings
        return error


def _kind(field: pa.Field[Any]) -> str:
    """The type of a column, whatever in it may be null."""
    return str(field.type).replace(" not null", "")
