"""Records that the kernel leaves to objects: their rows are put among its own, as it goes on behind each of them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

import pyarrow as pa

from bytewright.codec.codec import Codec
from bytewright.columnar.scan.arranged import Kept
from bytewright.columnar.scan.preparation.file_plans import plan_of
from bytewright.errors import ReadError
from bytewright.host.gc_pause import relieve, spared
from bytewright.kernels.plan import RowPlan, codes
from bytewright.kernels.plan.failures import BadRecord
from bytewright.schema.scope import Scope
from bytewright.schema.view import View
from bytewright.views.evaluate.framing import Part
from bytewright.views.evaluate.layout import Layout
from bytewright.views.evaluate.record_batches import evaluate, most_rows
from bytewright.views.evaluate.steps import Steps

MOST, MOST_BYTES = 512, 1 << 20
"""Rows that wait at most, and bytes of the records that they are of, if these are several: they are objects."""

LEFT_OUT = 32
"""Records that are no rows and that objects look at, one by one, before the kernel reads them as well, if they are
one of so many at least."""


@dataclass(frozen=True, slots=True)
class _Left:
    """A record that is left: how many rows of the kernel stand before its rows, its place, and its steps; how many
    rows, and bytes of their records, wait up to it."""

    before: int
    offset: int
    number: int
    scopes: list[tuple[Scope, ...]]
    rows: int
    size: int


class LeftRecords:
    """Reads such records; their rows wait for the kernel's batch that they belong to.

    Args:
        codec: the format.
        view: the view.
        steps: the file.
        part: which records are read.
        layout: all columns that are shown.
        batch_rows: rows that a batch has at most.

    Attributes:
        among: how many rows of the batch that was given last are made by objects.
    """

    def __init__(self, codec: Codec, view: View, steps: Steps, part: Part, layout: Layout, batch_rows: int) -> None:
        self._view = view
        self._steps = steps
        self._first = part.record
        self._layout = layout
        self._batch_rows = batch_rows
        self._plan = plan_of(codec, view)
        self._count = self.among = 0
        self.begin(None)

    def begin(self, kept: Kept | None) -> None:
        """A scan begins, or begins anew: nothing waits; ``kept``: what chooses rows of it afterwards."""
        self._waiting: list[_Left] = []
        self._scanned = self._given = 0
        # One row for each step, as it isn't known otherwise how many rows are a record's.
        layout, steps = self._layout, self._steps
        shown = layout.levels[-1].rows is None and layout.pivot is None and layout.decode is None
        self._can_wait = kept is None and shown and steps.streams(self._view) and not steps.spares(self._view)

    def watched(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """The batches of a scan, for which records are read as objects."""
        for batch in spared(iter(batches)):
            self._scanned += batch.num_rows
            yield batch

    def mixed(self, number: int) -> RowPlan | None:
        """What is to read the records from that with a number on, as many of those before it are no rows; None: what
        has read these."""
        found = self._plan.mixed if self._are_many(number) else None
        self._plan = found or self._plan
        return found

    def _are_many(self, number: int) -> bool:
        many = self._count > LEFT_OUT and self._count * LEFT_OUT > number - self._first
        return many and self._plan.mixed is not None

    def passed_over(self, offset: int, number: int, rows: int) -> int | None:
        """Where a record ends that the kernel leaves to objects; None: there is more to say of it.

        Args:
            offset: where it begins.
            number: its number.
            rows: how many of the next batch stand before its rows.
        """
        self._count += 1
        if self._are_many(number):
            return None
        relieve()
        record = self._steps.record(self._view, offset, number)
        try:
            scopes = list(islice(record.scopes, MOST + 1 if self._can_wait else 1))
        except ReadError:
            return None
        end = record.end
        split = end == self._steps.source.size and self._plan.splits
        if end is None or split or self._steps.warnings:
            return None
        if scopes:
            waiting, size = len(scopes), end - offset
            if self._waiting:
                waiting, size = waiting + self._waiting[-1].rows, size + self._waiting[-1].size
            full = len(scopes) > MOST or (self._waiting and (waiting > MOST or size > MOST_BYTES))
            if full or not self._can_wait or self._steps.held:  # what has been decoded doesn't wait
                return None
            self._waiting.append(_Left(self._scanned + rows, offset, number, scopes, waiting, size))
        return end

    def completed(self, batch: pa.RecordBatch) -> Iterator[pa.RecordBatch]:
        """A batch of the kernel with all columns, and the rows that stand among its own.

        Raises:
            BadRecord: a column of a record that waits can't be made; the rows before it have been given.
        """
        behind = self._given + batch.num_rows
        ready = sum(one.before <= behind for one in self._waiting)
        if not ready:
            self._given, self.among = behind, 0
            yield batch
            return
        waiting, self._waiting = self._waiting[:ready], self._waiting[ready:]
        yield from self._joined(batch, waiting)
        self._given = behind

    def rest(self, until: int | None = None) -> Iterator[pa.RecordBatch]:
        """The rows that stand behind all of the kernel's; ``until``: of records before that with such a number. See
        `completed`."""
        waiting = [one for one in self._waiting if until is None or one.number < until]
        self._waiting = []
        if waiting:
            yield from self._joined(None, waiting)

    def _joined(self, batch: pa.RecordBatch | None, waiting: list[_Left]) -> Iterator[pa.RecordBatch]:
        scopes = (scope for one in waiting for scope in one.scopes)
        made: list[pa.RecordBatch] = []
        with contextlib.suppress(ReadError):  # that record is read again, for the error
            most = most_rows(self._steps.source.size, self._steps.settings.limits)
            made.extend(evaluate(self._layout, scopes, most, self._batch_rows))
        objects = pa.Table.from_batches(made, self._layout.schema).combine_chunks()
        pieces: list[pa.RecordBatch] = []
        bad: BadRecord | None = None
        own = taken = 0
        for one in waiting:
            if batch is not None and one.before > self._given + own:
                pieces.append(batch.slice(own, one.before - self._given - own))
                own = one.before - self._given
            if taken + len(one.scopes) > objects.num_rows:
                bad = BadRecord(one.offset, codes.LEFT, "", one.number)
                break
            pieces += objects.slice(taken, len(one.scopes)).to_batches()
            taken += len(one.scopes)
        if batch is not None and bad is None:
            pieces.append(batch.slice(own))
        joined = pa.Table.from_batches(pieces, self._layout.schema).combine_chunks()
        for piece in joined.to_batches(self._batch_rows):
            self.among, taken = taken, 0
            yield piece
        if bad is not None:
            raise bad
