"""Which rows of a log count: sets of records that are complete, and rows on their own.

A log is judged by the flags of its rows and by its commands alone. What rows hold is read afterwards, of those that
count.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import pyarrow as pa

import bytewright
from bytewright.errors import OptionError, TruncatedError, ValueInvalidError
from bytewright.tables.table import Table
from bytewright.views.evaluate.framing import Part
from bytewright_formats.deephaven_log import CODEC

MEMBER, START, END, ALONE = 0, 1, 2, 3
"""What the flags of a row say: neither starts nor ends a set, starts one, ends one, is a set of its own."""

_DELETE, _COMMAND, _OTHER = 4, 5, 6
"""Records that are no rows: the command that deletes the partition, any other command, anything else."""

COMMAND_RECORD, DELETE_PARTITION = 20000, 10000

ABORTED_BY = {START: "a start", ALONE: "a row on its own", _DELETE: "DELETE_PARTITION", _COMMAND: "a command"}
"""What aborts a pending set, in words."""

_SAID: dict[str, pa.DataType] = {
    "file": pa.string(),
    "offset": pa.int64(),
    "end": pa.int64(),
    "rows": pa.int64(),
    "reason": pa.string(),
}
DROPPED = pa.schema(_SAID)
"""Columns of what is said of rows that were dropped: where their set lies, how many they are, and why."""

Integers = npt.NDArray[np.int64]
_NONE: Integers = np.empty(0, np.int64)


@dataclass(frozen=True, slots=True)
class Position:
    """How far a log was applied: behind the last record that counts, never inside of a set.

    Attributes:
        file: path of the log.
        offset: where the next record begins, in bytes.
    """

    file: str
    offset: int


@dataclass(frozen=True, slots=True)
class Rules:
    """How strictly logs are judged.

    Attributes:
        strict_sets: whether a row that continues or ends a set which no row has started is an error. Otherwise it
            counts as a row on its own.
        application_version: version of the application's protocol that logs must have, unless they state none; None:
            any.
        unknown: whether commands and types of records that aren't known are reported or an error.
    """

    strict_sets: bool = False
    application_version: int | None = None
    unknown: Literal["report", "fail"] = "report"

    def __post_init__(self) -> None:
        if self.unknown not in ("report", "fail"):
            raise OptionError("unknown", expected="report or fail", found=repr(self.unknown))


@dataclass(frozen=True, slots=True)
class Report:
    """What became of the records of logs.

    Attributes:
        rows: rows that are visible.
        sets: sets that were applied.
        aborted_sets: sets that were dropped, as something else came before their end.
        aborted_rows: their rows.
        pending_sets: sets at the end of the last log of a partition, which are applied when their end comes.
        pending_rows: their rows.
        unstarted_rows: rows without flags outside of sets, applied as rows on their own.
        unstarted_ends: rows that end a set which no row has started, likewise.
        deletes: how often a partition was deleted.
        deleted_rows: rows that had been applied before, of the records that were read.
        interrupted_sets: aborted sets which a command other than a delete interrupted.
        unknown_commands: commands that aren't known.
        unknown_records: records of types that aren't known.
        unfinished_bytes: bytes at the ends of logs that are no whole record yet.
    """

    rows: int = 0
    sets: int = 0
    aborted_sets: int = 0
    aborted_rows: int = 0
    pending_sets: int = 0
    pending_rows: int = 0
    unstarted_rows: int = 0
    unstarted_ends: int = 0
    deletes: int = 0
    deleted_rows: int = 0
    interrupted_sets: int = 0
    unknown_commands: int = 0
    unknown_records: int = 0
    unfinished_bytes: int = 0

    def __add__(self, other: Report) -> Report:
        return Report(*(getattr(self, one.name) + getattr(other, one.name) for one in fields(self)))


@dataclass(frozen=True, slots=True, eq=False)
class Judgement:
    """What counts of a log.

    Attributes:
        file: its path.
        begins: where runs of records begin whose rows are visible, in bytes, ascending.
        ends: where they end.
        cuts: where records begin at which the log can be divided for reading, ascending.
        emptied: whether the partition was deleted, so that nothing counts that was applied before.
        position: where whoever goes on begins.
        report: what became of the records.
        dropped: see `DROPPED`.
    """

    file: str
    begins: Integers = field(default_factory=lambda: _NONE)
    ends: Integers = field(default_factory=lambda: _NONE)
    cuts: Integers = field(default_factory=lambda: _NONE)
    emptied: bool = False
    position: int = 0
    report: Report = field(default_factory=Report)
    dropped: pa.Table = field(default_factory=DROPPED.empty_table)

    @property
    def parts(self) -> list[tuple[int, int]]:
        """Where pieces of the log begin and end that have all visible rows and can be read apart from each other."""
        if not len(self.begins):
            return []
        first, last = self.begins[0], self.ends[-1]
        places = [first, *self.cuts[(self.cuts > first) & (self.cuts < last)], last]
        return [(int(start), int(stop)) for start, stop in itertools.pairwise(places)]

    def visible(self, offsets: Integers) -> npt.NDArray[np.bool_]:
        """Which records are visible, by where they begin."""
        began, ended = (np.searchsorted(places, offsets, side="right") for places in (self.begins, self.ends))
        return began > ended

    def closed(self) -> Judgement:
        """The same of a log that another one follows: what is pending at its end stays without an end."""
        if not self.report.pending_sets:
            return self
        report = replace(
            self.report,
            aborted_sets=self.report.aborted_sets + self.report.pending_sets,
            aborted_rows=self.report.aborted_rows + self.report.pending_rows,
            pending_sets=0,
            pending_rows=0,
        )
        last = self.dropped.slice(self.dropped.num_rows - 1)
        reason = pa.array(["aborted by the end of the log"])
        last = last.set_column(4, "reason", reason)
        dropped = pa.concat_tables([self.dropped.slice(0, self.dropped.num_rows - 1), last])
        return replace(self, report=report, dropped=dropped, position=last.column("end")[0].as_py())

    def forgotten(self) -> Judgement:
        """The same of a log whose rows a later log of the partition deletes."""
        report = replace(self.report, rows=0, deleted_rows=self.report.deleted_rows + self.report.rows)
        return replace(self, begins=_NONE, ends=_NONE, report=report)


def judge(
    file: str, size: int, options: Mapping[str, Any], rules: Rules, start: int | None = None, cut_bytes: int = 1 << 27
) -> Judgement:
    """Judge a log.

    Args:
        file: its path.
        size: its size in bytes.
        options: options of the reader.
        rules: how strictly.
        start: where to begin: a position that was reached; None: at the beginning.
        cut_bytes: how far the places at which it can be divided are apart.

    Raises:
        ReadError: the log is bad, or breaks a rule.
    """
    if start is not None and start > size:
        hint = "It was cut or written anew since: apply it from the beginning."
        raise TruncatedError(
            path=file, offset=size, expected=f"{start} bytes, which were applied", found=f"{size}", hint=hint
        )
    if start == size:
        return Judgement(file, position=size)
    # What only rows show has no effect here.
    of_rows = {option.id.lower() for option in CODEC.options}
    options = {name: value for name, value in options.items() if name.partition(".")[0].lower() not in of_rows}
    begin = _begin(file, options, rules)
    end = begin if start is None else start
    judging = Judging(file, rules, end, cut_bytes)
    records = _Records(file, options)
    for batch in records.rows(end):
        for events in _with_commands(batch, records, end):
            judging.feed(*events)
        end = int(batch[1][-1])
    for events in records.commands_behind(end):
        judging.feed(*events)
    return judging.judgement(size)


def _begin(file: str, options: Mapping[str, Any], rules: Rules) -> int:
    """Where the records of a log begin; its header is looked at.

    Raises:
        ReadError: the header is bad, or states another version of the application.
    """
    (header,) = bytewright.open(file, CODEC, "header", options=options).to_table().to_pylist()
    found = header["application_version"]
    # Without a version the newest listener reads the log, whichever that is.
    if rules.application_version is not None and found not in (0, rules.application_version):
        expected = f"{rules.application_version}, the version of whoever applies the log"
        raise ValueInvalidError("application_version", path=file, offset=0, expected=expected, found=str(found))
    return int(header["length"])


Events = tuple[Integers, Integers, Integers]
"""Records: where they begin, where they end, and what they are."""


class _Records:
    """The records of a log, without what rows hold."""

    def __init__(self, file: str, options: Mapping[str, Any]) -> None:
        self._rows = _opened(file, options, "sets", ["record_offset", "record_end", "record_flags"])
        self._commands = _opened(file, options, "commands", ["offset", "end", "type", "command"])

    def rows(self, start: int) -> Iterator[Events]:
        """The rows from a place on, in batches."""
        for batch in self._rows.to_batches(part=Part(start, row=None)):
            if batch.num_rows:
                offsets, ends, flags = (column.to_numpy(zero_copy_only=False) for column in batch.columns)
                yield offsets, ends, (flags & ALONE).astype(np.int64)

    def commands(self, start: int, stop: int | None = None) -> Iterator[Events]:
        """The records that are no rows from one place to another."""
        for batch in self._commands.to_batches(part=Part(start, stop, row=None)):
            if batch.num_rows:
                offsets, ends = (batch.column(name).to_numpy() for name in ("offset", "end"))
                kinds = zip(batch.column("type").to_pylist(), batch.column("command").to_pylist(), strict=True)
                yield offsets, ends, np.array([_code(*kind) for kind in kinds], np.int64)

    def commands_behind(self, end: int) -> Iterator[Events]:
        """Those behind the last row. The log may have grown since: only those count that no other row is before."""
        for offsets, ends, codes in self.commands(end):
            follow = offsets == np.concatenate([[end], ends[:-1]])
            count = len(offsets) if follow.all() else int(np.argmin(follow))
            yield offsets[:count], ends[:count], codes[:count]
            if count < len(offsets):
                return
            end = int(ends[-1])


def _opened(file: str, options: Mapping[str, Any], view: str, columns: list[str]) -> Table:
    return bytewright.open(file, CODEC, view, columns, options)


def _code(kind: int | None, command: int | None) -> int:
    if kind != COMMAND_RECORD:
        return _OTHER
    return _DELETE if command == DELETE_PARTITION else _COMMAND


def _with_commands(rows: Events, records: _Records, end: int) -> Iterator[Events]:
    """Rows with what lies between them, and between them and the record before, which ends at ``end``."""
    offsets, ends, codes = rows
    before = np.concatenate([[end], ends[:-1]])
    begin = 0
    for gap in map(int, np.flatnonzero(before != offsets)):
        if gap > begin:
            yield offsets[begin:gap], ends[begin:gap], codes[begin:gap]
        yield from records.commands(int(before[gap]), int(offsets[gap]))
        begin = gap
    yield offsets[begin:], ends[begin:], codes[begin:]


@dataclass(slots=True)
class _Pending:
    """A set whose end hasn't come yet."""

    offset: int
    end: int
    rows: int


class Judging:
    """Judges records batch by batch, from what they are and where they lie."""

    def __init__(self, file: str, rules: Rules, start: int, cut_bytes: int) -> None:
        self._file, self._rules, self._cut_bytes = file, rules, cut_bytes
        self._pending: _Pending | None = None
        self._runs: list[Integers] = []
        self._cuts: list[int] = []
        self._dropped: list[pa.RecordBatch] = []
        self._report = Report()
        self._emptied = False
        self._end, self._last_cut, self._records = start, start, 0

    def feed(self, offsets: Integers, ends: Integers, codes: Integers) -> None:
        """Take the next records.

        Raises:
            ValueInvalidError: one breaks a rule.
        """
        if not len(codes):
            return
        index = np.arange(len(codes))
        turns = (codes != MEMBER) & (codes != _OTHER)
        # Of each record, the last one before it that began or ended something; -1: none in this batch.
        latest = np.maximum.accumulate(np.where(turns, index, -1))
        before = np.concatenate([[-1], latest[:-1]])
        inside = np.where(before >= 0, codes[before] == START, self._pending is not None)
        continued = (codes == MEMBER) | (codes == END)
        self._check(offsets, codes, continued & ~inside)
        # Which set a row belongs to: the index of its start, or -1 where that is in a batch before.
        in_set = (continued & inside) | (codes == START)
        owner = np.where(codes == START, index, before)
        sizes = np.bincount(owner[in_set] + 1, minlength=len(codes) + 1)
        starts = np.flatnonzero(codes == START)
        if self._pending is not None:
            starts = np.concatenate([[-1], starts])
            sizes[0] += self._pending.rows
        places = np.flatnonzero(turns)
        following = np.searchsorted(places, starts, side="right")
        closed = following < len(places)
        closing = places[following[closed]]
        applied = closed.copy()
        applied[closed] = codes[closing] == END
        begins = np.concatenate([offsets, [-1 if self._pending is None else self._pending.offset]])
        counts = np.zeros(len(codes) + 1, bool)
        counts[starts] = applied  # the last one is that of -1
        visible = (codes == ALONE) | (continued & ~inside) | (in_set & counts[owner])
        rows_before = self._pending.rows if self._pending is not None and counts[-1] else 0

        aborted = closed & ~applied
        by = closing[~applied[closed]]
        self._drop(
            begins[starts[aborted]],
            offsets[by],
            sizes[starts[aborted] + 1],
            [f"aborted by {ABORTED_BY[c]}" for c in codes[by].tolist()],
        )
        deletes = np.flatnonzero(codes == _DELETE)
        last_delete = int(deletes[-1]) if len(deletes) else -1
        all_rows = int(visible.sum()) + rows_before
        if last_delete >= 0:
            visible[:last_delete] = False
            rows_before = 0
            self._runs.clear()
            self._cuts.clear()
            self._emptied = True
        now = int(visible.sum()) + rows_before
        deleted = self._report.rows + all_rows - now if last_delete >= 0 else 0
        if rows_before:
            assert self._pending is not None
            self._add_runs(np.array([[self._pending.offset, self._pending.end]]))
        self._add_runs(_runs(visible[codes <= ALONE], offsets[codes <= ALONE], ends[codes <= ALONE]))
        self._report += Report(
            rows=now - (self._report.rows if last_delete >= 0 else 0),
            sets=int(applied.sum()),
            aborted_sets=int(aborted.sum()),
            aborted_rows=int(sizes[starts[aborted] + 1].sum()),
            unstarted_rows=int(((codes == MEMBER) & ~inside).sum()),
            unstarted_ends=int(((codes == END) & ~inside).sum()),
            deletes=len(deletes),
            deleted_rows=deleted,
            interrupted_sets=int((codes[by] == _COMMAND).sum()),
            unknown_commands=int((codes == _COMMAND).sum()),
            unknown_records=int((codes == _OTHER).sum()),
        )
        self._follow(offsets, ends, codes, starts, closed, sizes)

    def _follow(
        self, offsets: Integers, ends: Integers, codes: Integers, starts: Integers, closed: Any, sizes: Integers
    ) -> None:
        """Remember what the next batch needs to know of this one."""
        if len(starts) and not closed[-1]:
            start = int(starts[-1])
            rows = np.flatnonzero(codes <= ALONE)
            held = self._pending
            end = int(ends[rows[-1]]) if len(rows) or held is None else held.end
            offset = int(offsets[start]) if start >= 0 or held is None else held.offset
            self._pending = _Pending(offset, end, int(sizes[start + 1]))
        else:
            self._pending = None
        wanted = np.arange(self._last_cut + self._cut_bytes, int(offsets[-1]) + 1, self._cut_bytes)
        if len(wanted):
            self._cuts += [int(offsets[place]) for place in np.unique(np.searchsorted(offsets, wanted))]
            self._last_cut = self._cuts[-1]
        self._end = int(ends[-1])
        self._records += len(codes)

    def _check(self, offsets: Integers, codes: Integers, unstarted: npt.NDArray[np.bool_]) -> None:
        wrong = np.zeros(len(codes), bool)
        if self._rules.strict_sets:
            wrong |= unstarted
        if self._rules.unknown == "fail":
            wrong |= codes >= _COMMAND
        if not wrong.any():
            return
        at = int(np.argmax(wrong))
        expected = "a set that a row before has started" if codes[at] <= ALONE else "a command that is known: 10000"
        found = {
            MEMBER: "a row of a set (flags 0), none of which is pending",
            END: "the end of a set (flags 2), none of which is pending",
            _COMMAND: "another command",
            _OTHER: "a record of another type",
        }[int(codes[at])]
        raise ValueInvalidError(
            f"records[{self._records + at}]", path=self._file, offset=int(offsets[at]), expected=expected, found=found
        )

    def _drop(self, begins: Integers, ends: Integers, rows: Integers, reasons: list[str]) -> None:
        if reasons:
            columns = [
                pa.array([self._file] * len(reasons)),
                pa.array(begins),
                pa.array(ends),
                pa.array(rows),
                pa.array(reasons),
            ]
            self._dropped.append(pa.record_batch(columns, schema=DROPPED))

    def _add_runs(self, runs: Integers) -> None:
        if not len(runs):
            return
        if self._runs and self._runs[-1][-1, 1] == runs[0, 0]:
            self._runs[-1][-1, 1] = runs[0, 1]
            runs = runs[1:]
        if len(runs):
            self._runs.append(runs)

    def judgement(self, size: int) -> Judgement:
        """What counts of all records that were taken, of a log of that size."""
        position, report = self._end, replace(self._report, unfinished_bytes=max(0, size - self._end))
        if self._pending is not None:
            held = self._pending
            offset, end, rows = (np.array([number]) for number in (held.offset, held.end, held.rows))
            self._drop(offset, end, rows, ["pending at the end"])
            report = replace(report, pending_sets=1, pending_rows=held.rows)
            position = held.offset
        runs = np.concatenate(self._runs) if self._runs else np.empty((0, 2), np.int64)
        return Judgement(
            self._file,
            runs[:, 0],
            runs[:, 1],
            np.array(self._cuts, np.int64),
            self._emptied,
            position,
            report,
            pa.Table.from_batches(self._dropped, DROPPED),
        )


def _runs(visible: npt.NDArray[np.bool_], offsets: Integers, ends: Integers) -> Integers:
    """Where visible rows that follow each other begin and end."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], visible, [False]]).astype(np.int8)))
    firsts, lasts = edges[::2], edges[1::2] - 1
    return np.stack([offsets[firsts], ends[lasts]], axis=1)
