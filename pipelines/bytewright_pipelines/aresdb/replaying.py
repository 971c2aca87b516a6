"""Replay: the table that redo logs make, as AresDB does it when it starts."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import pyarrow as pa

from bytewright.errors import BytewrightError, ReadError
from bytewright_pipelines.aresdb.logs import Batch, Log, Position, Tail, is_end, logs_of
from bytewright_pipelines.aresdb.rules import OVERWRITE, Fatal, Terms, Verdict, judged
from bytewright_pipelines.aresdb.schema import UPDATE_MODES, TableSchema
from bytewright_pipelines.aresdb.snapshots import read_snapshot
from bytewright_pipelines.aresdb.store import Store

Logs = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]
Progress = Callable[[int, int, int], object]
"""Told after each file: how many are done, of how many, and how many rows they have."""

GROUP_ROWS = 1 << 18
"""Rows that are applied at once, about."""


@dataclass(frozen=True, slots=True)
class Backfill:
    """Rows of a batch that are older than the cutoff, which wait to be merged with archived ones.

    Attributes:
        position: the batch.
        arrival_time: when it arrived, in seconds.
        whole: whether that is all of the batch; otherwise it lacks the columns that add or compare.
        table: the rows, with the columns of the batch in its order. ``bytewright.type`` and ``bytewright.update`` in
            the metadata of each say its type and its update mode.
    """

    position: Position
    arrival_time: int
    whole: bool
    table: pa.Table


@dataclass(slots=True)
class Replayed:
    """What became of logs.

    Attributes:
        table: the live table, rows in the order in which their keys came. Deleted columns are left out.
        backfill: what waits for a merge, in the order of the logs.
        max_event_times: for each file with a batch, the time of its newest event; 0: there is none, as in dimension
            tables.
        position: the last batch that was applied, now or before, by which ``from_`` goes on; None: there was none.
        batches: how many were applied.
        rows: how many of their rows were.
        tails: the ends of files that were left out, as they can't be read.
    """

    table: pa.Table
    backfill: list[Backfill] = field(default_factory=list)
    max_event_times: dict[int, int] = field(default_factory=dict)
    position: Position | None = None
    batches: int = 0
    rows: int = 0
    tails: list[Tail] = field(default_factory=list)

    @property
    def backfill_rows(self) -> int:
        """How many rows wait for a merge."""
        return sum(one.table.num_rows for one in self.backfill)


class ReplayError(BytewrightError):
    """A batch that can't be applied, at which a replay stops.

    Attributes:
        file: number of its log.
        batch: its number in that.
        row: the row that is wrong; None: it is all of the batch.
        result: what the batches before it made; None: it was lost on the way from another process.
    """

    file: int | None = None
    batch: int | None = None
    row: int | None = None
    result: Any = None

    @classmethod
    def at(cls, fatal: Fatal, path: str, offset: int | None, result: Any) -> ReplayError:
        """The error at a place.

        Args:
            fatal: the place.
            path: the log.
            offset: where the batch begins.
            result: what was made before it.
        """
        row = "" if fatal.row is None else f".rows[{fatal.row}]"
        error = cls(
            fatal.what,
            path=path,
            offset=offset,
            field=f"batches[{fatal.position.batch}]{row}",
            hint="Batches before it were applied.",
        )
        error.file, error.batch, error.row, error.result = *fatal.position, fatal.row, result
        return error


def replay(
    schema: TableSchema | Mapping[str, Any] | str | os.PathLike[str],
    logs: Logs,
    snapshot: pa.Table | str | os.PathLike[str] | None = None,
    *,
    cutoff: int = 0,
    checkpoint: tuple[int, int] | None = None,
    now: int | None = None,
    retention: int | None = None,
    from_: tuple[int, int] | None = None,
    tails: Literal["report", "fail"] = "report",
    progress: Progress | None = None,
) -> Replayed:
    """Replay the redo logs of a table.

    No file is changed. Where AresDB would cut one off, as the rest of it can't be read, the rest is left out, and the
    next file follows.

    Args:
        schema: the table: a `TableSchema`, the object or text in JSON that AresDB's controller has of it, or a path.
        logs: a folder of ``<seconds>.redolog``, or paths of such; they are read in the order of their numbers.
        snapshot: rows that the table has already, or a Parquet file or folder with them. Of a dimension table all logs
            are applied again, so that what is added counts twice, unless ``from_`` says which are in the snapshot.
        cutoff: of a fact table, the time in seconds before which events are archived; rows before it wait for a merge.
        checkpoint: of a fact table, file and batch up to which such rows have been merged already.
        now: the time in seconds; events behind it are dropped. None: the machine's.
        retention: days after which events are dropped, 0: never; None: those of the schema.
        from_: file and batch that have been applied, with all before them; the replay goes on behind it.
        tails: whether ends of files that can't be read are reported, or errors.
        progress: told how far it is.

    Returns:
        The table, and what else came of it.

    Raises:
        ReplayError: a batch can't be applied; ``result`` has what those before it made.
        OptionError: the schema, the snapshot or the name of a log is wrong.
        InputMissingError: something is missing.
    """
    described = TableSchema.parse(schema).keeping(retention)
    terms = terms_of(described, cutoff, checkpoint, now)
    listed = logs_of(logs, described)
    store = Store(described)
    if snapshot is not None:
        store.load(snapshot if isinstance(snapshot, pa.Table) else read_snapshot(snapshot))
    run = _Run(described, terms, store, None if from_ is None else Position(*from_))
    for done, log in enumerate(listed, 1):
        run.file(log, tails)
        if progress is not None:
            progress(done, len(listed), run.rows)
    return run.result()


def terms_of(schema: TableSchema, cutoff: int, checkpoint: tuple[int, int] | None, now: int | None) -> Terms:
    """What a replay is asked for, as it is for a table.

    Args:
        schema: the table.
        cutoff: see `replay`.
        checkpoint: see `replay`.
        now: see `replay`.
    """
    stated = int(time.time()) if now is None else now
    return Terms(stated, cutoff if schema.is_fact else 0, None if checkpoint is None else Position(*checkpoint))


class _Run:
    """A replay that goes on."""

    def __init__(self, schema: TableSchema, terms: Terms, store: Store, begin: Position | None) -> None:
        self._schema = schema
        self._terms = terms
        self._store = store
        self._position = self._begin = begin
        self._backfill: list[Backfill] = []
        self._newest: dict[int, int] = {}
        self._tails: list[Tail] = []
        self._batches = 0
        self.rows = 0

    def result(self) -> Replayed:
        """What has been made."""
        made = self._backfill, self._newest, self._position, self._batches, self.rows, self._tails
        return Replayed(self._store.table(), *made)

    def file(self, log: Log, tails: str) -> None:
        """Apply a file."""
        batches = behind(log, self._begin)
        good = [batch for batch in batches if batch.wrong is None]
        error: ReadError | None = None
        try:
            for group, rows in log.rows(good, GROUP_ROWS):
                self._apply(log, group, rows)
        except ReadError as found:
            error = found
        if error is None and len(good) < len(batches):
            wrong = batches[-1]
            self._newest.setdefault(log.number, 0)
            raise ReplayError.at(Fatal(wrong.position, None, wrong.wrong or ""), log.path, wrong.offset, self.result())
        error = error or log.error
        if error is not None:
            self._end(log, error, tails)

    def _end(self, log: Log, error: ReadError, tails: str) -> None:
        """What lies behind what can be read."""
        if not is_end(error) or tails == "fail":
            raise unread(log, error, self.result()) from error
        self._tails.append(tail_of(log, error))

    def _apply(self, log: Log, group: Sequence[Batch], rows: pa.Table) -> None:
        """Apply batches."""
        self._newest.setdefault(log.number, 0)
        verdict = judged(self._schema, self._terms, group, rows)
        taken, fatal = verdict.applied, verdict.fatal
        ends = np.cumsum([batch.rows for batch in group])
        if fatal is not None:
            stop = [batch.position for batch in group].index(fatal.position)
            taken = taken & (verdict.runs < stop)
        chosen = rows if taken.all() else rows.filter(pa.array(taken))
        runs = verdict.runs[taken]
        places = np.flatnonzero(taken) - np.concatenate([[0], ends])[runs]
        count, stopped = self._store.apply(group, chosen, runs, places)
        fatal = stopped or fatal
        self.rows += count
        good = [batch for batch in group if fatal is None or batch.position < fatal.position]
        newest = verdict.newest[: len(good) + (fatal is not None)]
        self._newest[log.number] = max([self._newest[log.number], *newest])
        self._batches += len(good)
        if good:
            self._position = good[-1].position
        if self._schema.is_fact:
            self._backfill += backfilled(self._schema, good, rows, verdict)
        if fatal is not None:
            offset = next(batch.offset for batch in group if batch.position == fatal.position)
            raise ReplayError.at(fatal, log.path, offset, self.result())


def behind(log: Log, begin: Position | None) -> list[Batch]:
    """The batches of a log that haven't been applied.

    Args:
        log: the log.
        begin: the last one that has; None: none has.
    """
    if begin is not None and log.number < begin.file:
        return []
    return [batch for batch in log.batches if begin is None or batch.position > begin]


def unread(log: Log, error: ReadError, result: Any) -> ReplayError:
    """The error of a file that can't be read.

    Args:
        log: the file.
        error: what is wrong with it.
        result: what was made before it.
    """
    made = ReplayError(
        error.message, **{name: getattr(error, name) for name in ("offset", "field", "expected", "found")}
    )
    made.path, made.file, made.result = log.path, log.number, result
    return made


def tail_of(log: Log, error: ReadError) -> Tail:
    """The end of a log that is left out.

    Args:
        log: the log.
        error: what is wrong with it.
    """
    return Tail(log.number, log.path, error.offset, error.what)


def backfilled(schema: TableSchema, batches: Sequence[Batch], rows: pa.Table, verdict: Verdict) -> list[Backfill]:
    """What waits for a merge of some batches.

    Args:
        schema: the table.
        batches: those that are applied, the first ones of those that were judged.
        rows: the rows of all.
        verdict: what becomes of those.
    """
    found = []
    late = np.bincount(verdict.runs[verdict.late], minlength=len(batches))
    begin = 0
    for number, batch in enumerate(batches):
        whole = late[number] == batch.rows  # so is a batch without rows
        if late[number] or whole:
            part = rows.slice(begin, batch.rows)
            if not whole:
                part = part.filter(pa.array(verdict.late[begin : begin + batch.rows]))
            kept = [write for write in batch.writes if whole or write.mode <= OVERWRITE]
            fields = []
            for write in kept:
                column = schema.columns[write.column]
                said = {"bytewright.type": column.kind.name, "bytewright.update": UPDATE_MODES[write.mode]}
                fields.append(pa.field(column.name, column.kind.arrow, metadata=said))
            table = pa.Table.from_arrays([part.column(write.name) for write in kept], schema=pa.schema(fields))
            found.append(Backfill(batch.position, batch.arrival, whole, table))
        begin += batch.rows
    return found
