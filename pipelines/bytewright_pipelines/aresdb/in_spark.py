"""The same replay in Spark, for tables that no memory holds: by the hash of keys, in the order of the logs."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
import pyarrow as pa

from bytewright.arrow.types import spark_schema
from bytewright.compute.digests import xxh32_of
from bytewright.errors import ReadError
from bytewright.views.evaluate.framing import WHOLE, Part
from bytewright_pipelines.aresdb.logs import Batch, Batches, Log, Position, Tail, is_end, logs_of
from bytewright_pipelines.aresdb.replaying import (
    GROUP_ROWS,
    Backfill,
    Logs,
    ReplayError,
    backfilled,
    behind,
    tail_of,
    terms_of,
    unread,
)
from bytewright_pipelines.aresdb.rules import Fatal, Terms, combining, judged
from bytewright_pipelines.aresdb.schema import TableSchema, source
from bytewright_pipelines.aresdb.store import Store, keys_of, unlabelled

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

PART_BYTES = 64 << 20
"""Bytes of a file that a task reads, about."""
PARTITION_ROWS = 1 << 21
"""Rows of logs, and of a snapshot, that a task folds, about."""
_ALL = 1 << 62
"""More than the batches of any file."""
_SNAPSHOT = -1
"""Stands for the batch of rows of a snapshot."""

Arrow = Iterator[pa.RecordBatch]


@dataclass(slots=True)
class ReplayedInSpark:
    """What became of logs; see `bytewright_pipelines.aresdb.Replayed`.

    Attributes:
        table: the live table. It is made when it is asked for, each time anew, in no order.
        max_event_times: for each file with a batch, the time of its newest event.
        position: the last batch that was applied, now or before; None: there was none.
        batches: how many were applied.
        rows: how many of their rows were.
        backfill_rows: how many rows wait for a merge.
        tails: the ends of files that were left out.
    """

    table: DataFrame
    max_event_times: dict[int, int] = field(default_factory=dict)
    position: Position | None = None
    batches: int = 0
    rows: int = 0
    backfill_rows: int = 0
    tails: list[Tail] = field(default_factory=list)
    _job: Any = None

    def backfill(self) -> Iterator[Backfill]:
        """What waits for a merge, in the order of the logs, one batch after another."""
        frame = self._job.frame(_Backfill(self._job.work), "number bigint, whole boolean, rows binary").sort("number")
        for row in frame.toLocalIterator():
            batch = self._job.work.batches[row["number"]]
            table = pa.ipc.open_stream(bytes(row["rows"])).read_all()
            yield Backfill(batch.position, batch.arrival, row["whole"], table)


@dataclass(frozen=True, slots=True)
class _Task:
    """Batches of a part of a file; the first one's place among all."""

    path: str
    file: int
    part: Part
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class _Work:
    """What tasks are told: they get it with the function that they run."""

    schema: TableSchema
    terms: Terms
    batches: Batches
    tasks: tuple[_Task, ...]
    partitions: int
    held: frozenset[str] = frozenset()
    """Columns of the snapshot."""

    def groups(self, task: _Task) -> Iterator[tuple[int, Sequence[Batch], pa.Table]]:
        """The batches of a task some at a time: the place of the first one, and their rows."""
        place = task.first
        batches = self.batches[task.first : task.first + task.count]
        for group, rows in Log(task.path, task.file, self.schema).rows(batches, GROUP_ROWS, task.part):
            yield place, group, rows
            place += len(group)

    def before(self, end: Position | None, cut: Mapping[int, int]) -> _Work:
        """The same, for batches before one, and in some files before a number."""

        def stays(batch: Batch) -> bool:
            inside = batch.position.batch < cut.get(batch.position.file, batch.position.batch + 1)
            return inside and (end is None or batch.position < end)

        tasks = []
        for task in self.tasks:
            batches = self.batches[task.first : task.first + task.count]
            count = sum(map(stays, batches))  # the first ones
            if count:
                tasks.append(replace(task, count=count))
        return replace(self, tasks=tuple(tasks))

    @property
    def wire(self) -> pa.Schema:
        """Rows on their way to those of the same key."""
        names = {source(number): number for number in {*self.schema.shown, *self.schema.keys}}
        for batch in self.batches:
            names |= {write.name: write.column for write in batch.writes if "_" in write.name}
        fields: list[pa.Field[Any]] = [
            pa.field("_partition", pa.int32()),
            pa.field("_batch", pa.int64()),
            pa.field("_row", pa.int32()),
        ]
        fields += [pa.field(name, self.schema.columns[number].kind.arrow) for name, number in names.items()]
        return pa.schema(fields)


def replay_in_spark(
    spark: SparkSession,
    schema: TableSchema | Mapping[str, Any] | str | os.PathLike[str],
    logs: Logs,
    snapshot: DataFrame | None = None,
    *,
    cutoff: int = 0,
    checkpoint: tuple[int, int] | None = None,
    now: int | None = None,
    retention: int | None = None,
    from_: tuple[int, int] | None = None,
    tails: Literal["report", "fail"] = "report",
    partitions: int | None = None,
) -> ReplayedInSpark:
    """Replay the redo logs of a table in Spark.

    The logs are read twice: for the first place where the replay stops, and to fold what comes before it. Tasks find
    the files by the same paths as the driver.

    Args:
        spark: the session that does it.
        schema: the table.
        logs: a folder of logs, or paths.
        snapshot: rows that the table has already.
        cutoff: see `bytewright_pipelines.aresdb.replay`, as of what follows.
        checkpoint: file and batch up to which rows that wait for a merge have been merged.
        now: the time in seconds.
        retention: days after which events are dropped.
        from_: file and batch that have been applied, with all before them.
        tails: whether ends of files that can't be read are reported, or errors.
        partitions: into how many parts keys are put, each of which fits the memory of a task; None: by the rows of
            the logs and of the snapshot.

    Returns:
        The table, and what else came of it.

    Raises:
        ReplayError: a batch can't be applied; ``result`` has what those before it made.
        OptionError: the schema or the name of a log is wrong.
        InputMissingError: something is missing.
    """
    described = TableSchema.parse(schema).keeping(retention)
    terms = terms_of(described, cutoff, checkpoint, now)
    listed = logs_of(logs, described)
    begin = None if from_ is None else Position(*from_)
    kept = 0 if snapshot is None or partitions is not None else snapshot.count()
    work = _work(described, terms, listed, begin, partitions, kept)
    held = frozenset(() if snapshot is None else snapshot.columns)
    job = _Job(spark, replace(work, held=held), snapshot)
    return job.run(listed, begin, tails)


def _work(
    schema: TableSchema, terms: Terms, logs: Sequence[Log], begin: Position | None, partitions: int | None, kept: int
) -> _Work:
    """The batches of logs, and which task reads which."""
    batches: list[Batch] = []
    tasks: list[_Task] = []
    for log in logs:
        good = [batch for batch in behind(log, begin) if batch.wrong is None]
        if good:
            parts = log.parts(PART_BYTES) if good[-1].offset > PART_BYTES else [WHOLE]
            ends = [part.record for part in parts[1:]] + [good[-1].position.batch + 1]
            for part, end in zip(parts, ends, strict=True):
                inside = [place for place, batch in enumerate(good) if part.record <= batch.position.batch < end]
                if inside:
                    first = len(batches) + inside[0]
                    tasks.append(_Task(log.path, log.number, part, first, len(inside)))
            batches += good
        if len(good) < len(behind(log, begin)):
            break  # nothing behind what is wrong counts
    rows = kept + sum(batch.rows for batch in batches)
    return _Work(schema, terms, Batches(batches), tuple(tasks), partitions or 2 + rows // PARTITION_ROWS)


class _Job:
    """A replay in a session."""

    def __init__(self, spark: SparkSession, work: _Work, snapshot: DataFrame | None) -> None:
        self._spark = spark
        self._snapshot = snapshot
        self.work = work

    def frame(self, function: Any, schema: Any) -> DataFrame:
        """What a function makes of the tasks, each of which has a partition."""
        count = len(self.work.tasks)
        return self._spark.range(0, count, 1, max(1, count)).mapInArrow(function, schema)

    def run(self, logs: Sequence[Log], begin: Position | None, tails: str) -> ReplayedInSpark:
        """Find where it stops, and say what is before that."""
        columns = "number bigint, newest bigint, rows bigint, late bigint, row int, what string, error string"
        judged = sorted(self.frame(_Judge(self.work), columns).collect(), key=lambda row: row["number"])
        bad: dict[int, tuple[int, dict[str, Any]]] = {}
        stops: list[tuple[Position, Fatal | None]] = []
        for row in judged:
            if row["error"] is not None:
                said = json.loads(row["error"])
                bad.setdefault(said["file"], (said["batch"], said))
            elif row["what"] is not None:
                position = self.work.batches[row["number"]].position
                stops.append((position, Fatal(position, row["row"], row["what"])))
        cut = {file: batch for file, (batch, _) in bad.items()}
        stops = [(at, fatal) for at, fatal in stops if at.batch < cut.get(at.file, _ALL)]
        errors: dict[int, ReadError] = {}
        for log in logs:
            wrong = [batch for batch in behind(log, begin) if batch.wrong is not None]
            error = _error_of(bad[log.number][1]) if log.number in bad else None if wrong else log.error
            if wrong and error is None:
                stops.append((wrong[0].position, Fatal(wrong[0].position, None, wrong[0].wrong or "")))
            if error is not None:
                errors[log.number] = error
                if not is_end(error) or tails == "fail":
                    stops.append((Position(log.number, cut.get(log.number, _ALL)), None))
        end, fatal = min(stops, key=lambda stop: stop[0]) if stops else (None, None)
        self.work = self.work.before(end, cut)
        if any(combining(self.work.schema, self.work.batches[n]) for n in self._numbers()):
            found = [Fatal(self.work.batches[r["number"]].position, r["row"], r["what"]) for r in self._stops()]
            if found:
                fatal = min(found, key=lambda one: (one.position, one.row))  # each partition has rows of its own
                end = fatal.position
                self.work = self.work.before(end, cut)
        result = self._result(judged, begin, end, {log.number: log for log in logs}, errors)
        if end is None:
            return result
        log = next(log for log in logs if log.number == end.file)
        if fatal is None:
            raise unread(log, errors[log.number], result)
        offset = next(batch.offset for batch in log.batches if batch.position == end)
        raise ReplayError.at(fatal, log.path, offset, result)

    def _numbers(self) -> list[int]:
        """The places of the batches that tasks read."""
        return [number for task in self.work.tasks for number in range(task.first, task.first + task.count)]

    def _result(
        self,
        judged: Sequence[Any],
        begin: Position | None,
        end: Position | None,
        logs: Mapping[int, Log],
        errors: Mapping[int, ReadError],
    ) -> ReplayedInSpark:
        result = ReplayedInSpark(self._table(), position=begin, _job=self)
        kept = set(self._numbers())
        for row in judged:
            if row["error"] is not None:
                continue
            position = self.work.batches[row["number"]].position
            if row["number"] in kept:
                result.batches += 1
                result.rows += row["rows"]
                result.backfill_rows += row["late"]
                result.position = position
            elif position != end:
                continue
            newest = result.max_event_times.get(position.file, 0)
            result.max_event_times[position.file] = max(newest, row["newest"])
        if end is not None and end.batch < len(logs[end.file].batches):
            result.max_event_times.setdefault(end.file, 0)
        for number, error in errors.items():
            if end is None or number < end.file:
                result.tails.append(tail_of(logs[number], error))
        return result

    def _dealt(self) -> DataFrame:
        """Rows with those of the same key, in the order of the logs."""
        wire = spark_schema(self.work.wire)
        rows = self.frame(_Deal(self.work), wire)
        if self._snapshot is not None:
            rows = self._snapshot.mapInArrow(_DealSnapshot(self.work), wire).unionByName(rows)
        dealt: DataFrame = rows.repartitionById(self.work.partitions, "_partition")
        return dealt.sortWithinPartitions("_batch", "_row")

    def _table(self) -> DataFrame:
        return self._dealt().mapInArrow(_Fold(self.work), spark_schema(self.work.schema.arrow))

    def _stops(self) -> list[Any]:
        """Where batches update what they may not."""
        return self._dealt().mapInArrow(_Stop(self.work), "number bigint, row int, what string").collect()


def _error_of(said: Mapping[str, Any]) -> ReadError:
    names = ("message", "path", "offset", "field", "expected", "found")
    return ReadError(**{name: said[name] for name in names})


# --- in tasks ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Judge:
    """What becomes of the rows of each batch, up to the first at which a replay stops."""

    work: _Work

    def __call__(self, given: Arrow) -> Arrow:
        work = self.work
        for task in _given(work, given):
            found: list[dict[str, Any]] = []
            place = task.first
            try:
                for place, group, rows in work.groups(task):
                    verdict = judged(work.schema, work.terms, group, rows)
                    counts, late = (
                        np.bincount(verdict.runs[flags], minlength=len(group)).tolist()
                        for flags in (verdict.applied, verdict.late)
                    )
                    for number, batch in enumerate(group):
                        fatal = verdict.fatal
                        stops = fatal is not None and batch.position == fatal.position
                        found.append(
                            {
                                "number": place + number,
                                "newest": verdict.newest[number],
                                "rows": counts[number],
                                "late": late[number],
                                "row": fatal.row if fatal is not None and stops else None,
                                "what": fatal.what if fatal is not None and stops else None,
                                "error": None,
                            }
                        )
                        if stops:
                            break
                    if verdict.fatal is not None:
                        break
            except ReadError as error:
                names = ("message", "path", "offset", "field", "expected", "found")
                read = {one["number"] for one in found}
                bad = next(n for n in range(task.first, task.first + task.count + 1) if n not in read)
                last = task.first + task.count - 1
                at = work.batches[min(bad, last)].position.batch + (bad > last)
                said = {name: getattr(error, name) for name in names} | {"file": task.file, "batch": at}
                nothing = dict.fromkeys(("newest", "rows", "late", "row", "what"))
                found.append({"number": bad, **nothing, "error": json.dumps(said)})
            yield from pa.Table.from_pylist(found, _JUDGED).to_batches()


_LONG: Any = pa.int64()
_INT: Any = pa.int32()
_TEXT: Any = pa.string()
_JUDGED = pa.schema(
    {"number": _LONG, "newest": _LONG, "rows": _LONG, "late": _LONG, "row": _INT, "what": _TEXT, "error": _TEXT}
)
_STOPS = pa.schema({"number": _LONG, "row": _INT, "what": _TEXT})
_WAITING = pa.schema({"number": _LONG, "whole": pa.bool_(), "rows": pa.binary()})


@dataclass(frozen=True, slots=True)
class _Deal:
    """Rows that are applied, with the partition of their key."""

    work: _Work

    def __call__(self, given: Arrow) -> Arrow:
        work, wire = self.work, self.work.wire
        for task in _given(work, given):
            for place, group, rows in work.groups(task):
                verdict = judged(work.schema, work.terms, group, rows)
                ends = np.cumsum([0, *(batch.rows for batch in group)])
                runs = verdict.runs[verdict.applied]
                numbers = np.flatnonzero(verdict.applied) - ends[runs]
                yield from _sent(work, wire, rows.filter(pa.array(verdict.applied)), place + runs, numbers)


@dataclass(frozen=True, slots=True)
class _DealSnapshot:
    """Rows of a snapshot, likewise."""

    work: _Work

    def __call__(self, given: Arrow) -> Arrow:
        schema, wire = self.work.schema, self.work.wire
        for batch in given:
            table = pa.Table.from_batches([batch])
            Store(schema).load(table)  # for what is wrong with it on its own
            columns = {
                source(number): unlabelled(table.column(schema.columns[number].name), schema.columns[number])
                for number in schema.shown
                if schema.columns[number].name in table.column_names
            }
            places = np.full(len(table), _SNAPSHOT, np.int64)
            yield from _sent(self.work, wire, pa.table(columns), places, np.arange(len(table)))


def _sent(work: _Work, wire: pa.Schema, rows: pa.Table, batches: Any, numbers: Any) -> Arrow:
    keys = keys_of(work.schema, rows)
    begins = np.arange(len(keys), dtype=np.int64) * keys.shape[1]
    digests = xxh32_of(keys.reshape(-1), begins, np.full(len(keys), keys.shape[1], np.int64), 1)
    columns: list[Any] = [
        pa.array((digests % work.partitions).astype(np.int32)),
        pa.array(np.asarray(batches, np.int64)),
        pa.array(np.asarray(numbers, np.int32)),
    ]
    for field_ in list(wire)[3:]:
        there = field_.name in rows.column_names
        columns.append(rows.column(field_.name).cast(field_.type) if there else pa.nulls(len(rows), field_.type))
    yield from pa.Table.from_arrays(columns, schema=wire).to_batches(max_chunksize=1 << 16)


@dataclass(frozen=True, slots=True)
class _Fold:
    """The live table of a partition."""

    work: _Work

    def __call__(self, given: Arrow) -> Arrow:
        store = Store(self.work.schema)
        for _ in _applied(self.work, store, given):
            pass
        yield from store.table().to_batches(max_chunksize=1 << 16)


@dataclass(frozen=True, slots=True)
class _Stop:
    """The first batch of a partition that updates what it may not."""

    work: _Work

    def __call__(self, given: Arrow) -> Arrow:
        for number, fatal in _applied(self.work, Store(self.work.schema), given):
            row = {"number": number, "row": fatal.row, "what": fatal.what}
            yield from pa.Table.from_pylist([row], _STOPS).to_batches()
            return


def _applied(work: _Work, store: Store, given: Arrow) -> Iterator[tuple[int, Fatal]]:
    """Apply rows in the order in which they come; gives where that stops."""
    wire = work.wire
    left = wire.empty_table()
    for batch in _and_an_end(given):
        if batch is not None:
            table = pa.Table.from_batches([batch])
            left = pa.concat_tables([left, table.cast(wire)])
            numbers = left.column("_batch").to_numpy()
            # A batch that goes on in what comes next is applied as one.
            whole = int(np.searchsorted(numbers, numbers[-1])) if len(numbers) else 0
        else:
            numbers, whole = left.column("_batch").to_numpy(), len(left)
        rows, left = left.slice(0, whole), left.slice(whole)
        if not whole:
            continue
        ready, firsts = np.unique(numbers[:whole], return_index=True)
        bounds = [*firsts.tolist(), whole]
        at = 0
        while at < len(ready):
            upto = at + 1
            if ready[at] == _SNAPSHOT:
                store.load(_shown(work, rows.slice(bounds[at], bounds[upto] - bounds[at])))
                at = upto
                continue
            group = [work.batches[ready[at]]]
            while not group[0].repeats and upto < len(ready) and not work.batches[ready[upto]].repeats:
                group.append(work.batches[ready[upto]])
                upto += 1
            part = rows.slice(bounds[at], bounds[upto] - bounds[at])
            runs = np.repeat(np.arange(upto - at, dtype=np.int32), np.diff(bounds[at : upto + 1]))
            _, fatal = store.apply(group, part, runs, part.column("_row").to_numpy())
            if fatal is not None:
                number = next(n for n, one in zip(ready[at:upto], group, strict=True) if one.position == fatal.position)
                yield int(number), fatal
                return
            at = upto


def _shown(work: _Work, rows: pa.Table) -> pa.Table:
    """Rows on their way as a snapshot has them."""
    columns = work.schema.columns
    shown = [number for number in work.schema.shown if columns[number].name in work.held]
    return pa.table({columns[number].name: rows.column(source(number)) for number in shown})


def _and_an_end(given: Arrow) -> Iterator[pa.RecordBatch | None]:
    yield from given
    yield None


@dataclass(frozen=True, slots=True)
class _Backfill:
    """What waits for a merge: of each batch, its rows as a stream of Arrow's."""

    work: _Work

    def __call__(self, given: Arrow) -> Arrow:
        work = self.work
        for task in _given(work, given):
            for place, group, rows in work.groups(task):
                if not work.schema.is_fact:
                    continue
                verdict = judged(work.schema, work.terms, group, rows)
                numbers = {batch.position: place + number for number, batch in enumerate(group)}
                found: dict[str, list[Any]] = {"number": [], "whole": [], "rows": []}
                for one in backfilled(work.schema, group, rows, verdict):
                    stream = io.BytesIO()
                    with pa.ipc.new_stream(stream, one.table.schema) as writer:
                        writer.write_table(one.table)
                    found["number"].append(numbers[one.position])
                    found["whole"].append(one.whole)
                    found["rows"].append(stream.getvalue())
                yield from pa.table(found, _WAITING).to_batches()


def _given(work: _Work, given: Arrow) -> Iterator[_Task]:
    for batch in given:
        for number in batch.column(0).to_numpy().tolist():
            yield work.tasks[number]
