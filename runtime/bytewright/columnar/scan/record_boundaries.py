"""Finds record boundaries by reading the records, where no length states them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.columnar.scan.preparation.file_plans import given_of, plan_of
from bytewright.columnar.scan.preparation.header_values import Header
from bytewright.errors import ReadError
from bytewright.io.source import Source
from bytewright.kernels.plan import CHECKSUMS, SLACK, FixedFrame, LengthFrame, RowPlan, WalkFrame, ends
from bytewright.kernels.plan.failures import BadRecord
from bytewright.kernels.program.specialize import unroll
from bytewright.schema.view import View
from bytewright.views.evaluate.framing import Places
from bytewright.views.evaluate.malformed import EndOf
from bytewright.views.evaluate.steps import Steps


def walks(codec: Codec, view: View, *, framed: bool = False) -> bool:
    """Whether the kernel reads the records of a view, and nothing but that tells where they end.

    ``framed``: it may also be told by lengths, which aren't trusted.
    """
    plan = codec.row_plans.get(view.name)
    kinds = (WalkFrame, LengthFrame, FixedFrame) if framed else (WalkFrame,)
    streams = codec.records is not None and view.each_field == codec.records_field != ""
    return streams and isinstance(plan, RowPlan) and isinstance(plan.frame, kinds)


class ReadingWalk:
    """A walk over the records of a source by reading them; see `bytewright.views.evaluate.framing.Walk`.

    Attributes:
        start: where the first record begins, in bytes.
        first: its number.
        over: whether there is no further one, or nothing says where it ends.
        back: where the rows go on, if that is before places that were noted; None: it isn't.
    """

    def __init__(
        self,
        codec: Codec,
        view: View,
        source: Source,
        settings: Settings,
        start: int,
        record: int = 0,
        *,
        step: int = 0,
        end_of: EndOf | None = None,
        settled: Callable[[int], int] = int,
    ) -> None:
        """Begin a walk.

        Args:
            codec: the format.
            view: a view that `walks`.
            source: what is read.
            settings: the options.
            start: where the first record begins, in bytes.
            record: its number.
            step: bytes that lie at least between two places that are noted; 0: every one is.
            end_of: where a bad record ends.
            settled: from where on rows tell nothing of having been looked for, where they go on at a place: what is
                before isn't noted where there are steps.

        Raises:
            ReadError: what precedes the records is bad.
            Unsupported: the kernel can't read what the header says.
        """
        from bytewright.kernels.drivers.scan import Scan  # takes a while to import

        self._steps = Steps(codec, source, settings, lazy=view.lazy)
        self._view = view
        self._source = source
        self._step = step
        self._end_of = end_of
        self._settled = settled
        self._least = 0
        header = Header(self._steps.root(view), codec.header or {}, settings.values)
        given = given_of(settings, source.size) | {SLACK: 0}
        given[CHECKSUMS] &= settings.verifyChecksum == "fail"  # nothing says where a record ends that is bad
        plan = ends(plan_of(codec, view))
        if codec.header is not None:
            plan = unroll(plan, given, header.value)
        self.start = self._noted = start
        self.first = self._record = record
        self._scan = Scan(
            plan,
            source,
            given=given,
            start=start,
            record=record,
            limits=settings.limits,
            records=self._steps.count(view),
        )
        self.over = False
        self.back: int | None = None

    def restart(self, start: int) -> None:
        """Walk anew, from a record on."""
        self.over = False
        self._scan.restart(self._source, start=start, record=self._record)

    def go_on(self) -> tuple[Places, Places]:
        """Where the next noted records begin (or the last one ends), and their numbers: none where the walk is over."""
        while not self.over:
            try:
                batch = next(self._scan, None)
                if batch is None:
                    self.over = True
                    break
                found = batch.column(0).to_numpy()
            except BadRecord as bad:
                end = self._end(bad)
                if end is None or end <= bad.offset:
                    self.over, self.back = True, end
                    break
                self._least = self._settled(end)
                self._scan.restart(self._source, start=end, record=bad.record + 1)
                found = np.array([end], np.int64)
            numbers = np.arange(self._record + 1, self._record + 1 + len(found))
            self._record += len(found)
            kept = self._kept(found)
            if len(kept):
                return found[kept], numbers[kept]
        nothing = np.zeros(0, np.int64)
        return nothing, nothing

    def _end(self, bad: BadRecord) -> int | None:
        """Where a record ends that the kernel stopped at; None: nothing says so."""
        try:
            return self._steps.end_of(self._view, bad.offset, bad.record)
        except ReadError:
            return None if self._end_of is None else self._end_of(bad.offset)

    def _kept(self, found: Places) -> Places:
        """Which of some places are noted."""
        if not self._step:
            return np.arange(len(found))
        kept: list[int] = []
        while (at := int(np.searchsorted(found, max(self._noted + self._step, self._least)))) < len(found):
            kept.append(at)
            self._noted = int(found[at])
        return np.array(kept, np.int64)
