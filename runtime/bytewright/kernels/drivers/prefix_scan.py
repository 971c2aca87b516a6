"""Scans only the first bytes of large records, where nothing else of them is asked for."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from functools import cache
from time import perf_counter
from typing import Any, cast

import numpy as np
import pyarrow as pa

from bytewright.io.source import BytesSource, FileSource, Source
from bytewright.kernels import plan
from bytewright.kernels.drivers import buffers
from bytewright.kernels.drivers.scan import Scan, Settings
from bytewright.kernels.native.states import walk
from bytewright.kernels.plan import RECORDS, LengthFrame, RowPlan
from bytewright.kernels.plan.failures import BadRecord
from bytewright.kernels.plan.types import KINDS
from bytewright.limits import Limits

_SIZE = 512
"""Bytes of a head, to begin with."""
_LARGEST = 8192
"""The same at most."""
_WORTH = 32
"""How many heads long records must be for it to be worth while: a system call costs as much as copying some 10 kB."""
_FEW, _MANY = 16, 512
"""Heads that are looked at together, to begin with and at most."""
_REFUSED = 4
"""How many records may ask for more than the largest head before all others are read whole."""
_PATIENCE, _COPIED = 10e-3, 0.5e-9
"""Seconds that heads may take, and in addition as many as a byte of the records takes where all are read: a disk may
take longer to find a head than to read a record."""

_Computed = (
    *(plan.Const, plan.Given, plan.Get, plan.Start, plan.End, plan.Index, plan.Up, plan.Previous, plan.Last, plan.Sum),
    *(plan.Binary, plan.Select, plan.Lookup, plan.Match, plan.Load),
)
"""What expressions may consist of: nothing but `Load` reads what lies in a record."""


class PrefixScan:
    """Batches of a plan over records that say how long they are, of their heads alone.

    Attributes:
        position: where the first record begins of which nothing has been given, or not all.
        record: its number.
    """

    def __init__(
        self,
        plan: RowPlan,
        source: FileSource,
        *,
        given: Mapping[str, int] | None,
        stop: int | None,
        limits: Limits,
        settings: Settings,
        records: int | None,
    ) -> None:
        """Prepare to read heads; see `Scan` for what is meant. `heads_of` says whether that can be done."""
        from bytewright.kernels.native.machine import compile

        self.position = self.record = 0
        self._plan = plan
        self._given = given
        self._limits = limits
        self._settings = settings
        self._records = records
        self._size = _SIZE
        self._refused = 0
        self._scan: Scan | None = None
        self._read = compile.entered("walk.read_heads")
        self._places = np.zeros(_MANY, np.int64)
        self._state = np.zeros(walk.HEAD_STATE, np.int64)
        state, frame = self._state, plan.frame
        assert isinstance(frame, LengthFrame)
        state[walk.READER], state[walk.DESCRIPTOR] = _reader(), source.descriptor
        state[walk.HEAD_STOP] = source.size if stop is None else min(stop, source.size)
        state[walk.MOST_BYTES] = limits.maxRecordBytes
        state[walk.HEAD_LENGTH_KIND], state[walk.HEAD_AT] = KINDS[frame.kind].code, frame.at
        state[walk.HEAD_EXTRA], state[walk.HEAD_HEADER] = frame.extra, frame.header
        state[walk.HEAD_PLACES] = self._places.ctypes.data

    def are_worth(self, size: int, records: int) -> bool:
        """Whether records of so many bytes in all are so large that their heads should be read alone."""
        return records > 0 and self._refused < _REFUSED and size >= _WORTH * self._size * records

    @property
    def over(self) -> bool:
        """Whether there is no record behind those that have been given."""
        region_ends = self.position == int(self._state[walk.HEAD_STOP])
        return region_ends and (self._records is None or self.record >= self._records)

    def batches(self, position: int, record: int) -> Iterator[pa.RecordBatch]:
        """What records have from a place on, up to one that has to be read whole, or before which it isn't worth while
        any more: `position` and `record` say which.

        Args:
            position: where the first one begins.
            record: its number.
        """
        self.position, self.record = position, record
        room = _FEW
        while self._refused < _REFUSED:
            begin = perf_counter()
            found, heads, end = self._gathered(room)
            size = end - self.position
            if not self.are_worth(size, found) or perf_counter() - begin > _PATIENCE + _COPIED * size:
                return
            scan = self._made()
            if scan is None:
                self._refused = _REFUSED
                return
            scan.restart(BytesSource(heads), record=self.record)
            try:
                yield from scan
            except BadRecord as bad:
                # Only who looks at all of it knows whether it is, or whether its head is longer.
                number = bad.record - self.record
                begins = int(self._places[number])
                ends = int(self._places[number + 1]) if number + 1 < found else end
                self.position, self.record = begins, bad.record
                if self._size == _LARGEST:
                    self._refused += 1
                    return
                self._size, self._scan = min(4 * self._size, _LARGEST), None
                if not self.are_worth(ends - begins, 1):
                    return
                room = _FEW
                continue
            self.position, self.record = end, self.record + found
            if found < room:
                return
            room = min(_MANY, 4 * room)

    def _gathered(self, room: int) -> tuple[int, memoryview, int]:
        """How many heads were read of so many, these, and where the last record ends."""
        state = self._state
        if self._records is not None:
            room = max(0, min(room, self._records - self.record))
        memory = buffers.allocate(room * self._size)
        state[walk.HEADS], state[walk.HEAD_SIZE], state[walk.HEAD_ROOM] = memory.ctypes.data, self._size, room
        state[walk.HEAD_POSITION] = self.position
        found = self._read(int(state.ctypes.data))
        return found, memory.data[: found * self._size], int(state[walk.HEAD_POSITION])

    def _made(self) -> Scan | None:
        """A scan of heads; None: more is asked for."""
        looked_at = plan_of_heads(self._plan, self._size) if self._scan is None else None
        if looked_at is not None:
            source = BytesSource(b"")
            self._scan = Scan(looked_at, source, given=self._given, limits=self._limits, settings=self._settings)
        return self._scan


def heads_of(
    plan: RowPlan,
    source: Source,
    *,
    given: Mapping[str, int] | None,
    stop: int | None,
    limits: Limits,
    settings: Settings,
    records: int | None,
) -> PrefixScan | None:
    """A reader of heads; None where records don't say how long they are, or the source isn't a file of this machine's.

    Args:
        plan: what is asked of records.
        source: what is read.
        given: see `Scan`.
        stop: see `Scan`.
        limits: see `Scan`.
        settings: see `Scan`.
        records: see `Scan`.
    """
    if not isinstance(source, FileSource) or not isinstance(plan.frame, LengthFrame) or not _reader():
        return None
    return PrefixScan(plan, source, given=given, stop=stop, limits=limits, settings=settings, records=records)


@cache
def _reader() -> int:
    """Where ``pread`` of the C library lies; 0 where there is none that takes places of 64 bits."""
    try:
        found = ctypes.CDLL(None).pread
    except (AttributeError, OSError, TypeError):
        return 0
    return int(ctypes.cast(found, ctypes.c_void_p).value or 0) if ctypes.sizeof(ctypes.c_long) == 8 else 0


def plan_of_heads(whole: RowPlan, size: int) -> RowPlan | None:
    """A plan that looks at the first ``size`` bytes of the records of another, which are all that there is of them, one
    head behind the other: it gives the same rows, and refuses records that are bad or of which it would have to look at
    more. None: it would have to look at more of all of them.

    Args:
        whole: a plan whose records say how long they are.
        size: bytes of a head; no record is shorter.
    """
    frame = whole.frame
    if not isinstance(frame, LengthFrame) or size < frame.header:
        return None
    heads = _Heads(frame, size)
    for step in whole.steps:
        if not heads.take(step):
            return None
    columns = []
    for column in whole.columns:
        if not isinstance(column, plan.Number) or column.valid is not None or column.fits is not None:
            return None
        value = heads.within(column.value, whole.rows)
        if value is None:
            return None
        columns.append(replace(column, value=value))
    return RowPlan(plan.FixedFrame(size), tuple(heads.steps), whole.rows, tuple(columns))


class _Heads:
    """Steps that ask for nothing behind the heads of records."""

    def __init__(self, frame: LengthFrame, size: int) -> None:
        self.steps: list[plan.Step] = [
            plan.Let(RECORDS, _END, plan.Start() + plan.Load(frame.kind, plan.Start() + frame.at) + frame.extra)
        ]
        self._size = size
        self._starts: dict[str, plan.Expr] = {RECORDS: plan.Start()}
        self._parents = {RECORDS: RECORDS}
        self._proved: set[tuple[str, plan.Load]] = set()

    def take(self, step: plan.Step) -> bool:
        """Add a step, behind a proof that what it reads lies in the head; whether that can be said."""
        match step:
            case plan.Elements(domain, parent, _, _):
                self._parents[domain], self._starts[domain] = parent, plan.Up(self._starts[parent])
                asked = parent
            case plan.Slots(domain, case, cases, _, _, _, _, _, field):
                # What slots hold lies anywhere.
                without = tuple(int(not case.lists) for case in cases)
                return self.take(plan.Check(domain, plan.Lookup(case, without), field))
            case plan.Let() | plan.Check() | plan.Need() | plan.Slack() | plan.Aside():
                asked = step.domain
            case _:
                return False
        changed: dict[str, Any] = {}
        for one in fields(step):
            value = getattr(step, one.name)
            if isinstance(value, plan.Arithmetic):
                changed[one.name] = self.within(cast("plan.Expr", value), asked)
        if None in changed.values():
            return False
        self.steps.append(replace(step, **changed))
        return True

    def within(self, value: plan.Expr, domain: str) -> plan.Expr | None:
        """An expression over a domain whose reading lies in the head, which is proved before it; None: it isn't one."""
        if not isinstance(value, _Computed):
            return None
        if isinstance(value, plan.End):
            return plan.Get(_END)
        changed: dict[str, Any] = {}
        for one in fields(value):
            part = getattr(value, one.name)
            if isinstance(part, plan.Arithmetic):
                changed[one.name] = self.within(cast("plan.Expr", part), self._domain_of(value, one.name, domain))
        if None in changed.values():
            return None
        found = replace(value, **changed) if changed else value
        if isinstance(found, plan.Load) and (domain, found) not in self._proved:
            self._proved.add((domain, found))
            start, read = self._starts[domain], plan.Const(KINDS[found.kind].size)
            self.steps.append(plan.Need(domain, found.address, read, start, plan.add(start, self._size), ""))
        return found

    def _domain_of(self, value: plan.Expr, part: str, domain: str) -> str:
        """Over which domain a part of an expression is."""
        match value:
            case plan.Up():
                return self._parents[domain]
            case plan.Previous() if part == "first":
                return self._parents[domain]
            case plan.Last() | plan.Sum() if part == "value":
                return value.domain
        return domain


_END = "record>"
"""What the end of a record is called, behind what there is of it."""
