"""Which rows of logs are applied, which wait to be merged with older ones, and which stop a replay."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from bytewright_pipelines.aresdb.logs import Batch, Position, runs_of
from bytewright_pipelines.aresdb.schema import UPDATE_MODES, TableSchema, source

DAY = 86_400
OVERWRITE = UPDATE_MODES.index("overwrite")
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Terms:
    """What a replay is asked for.

    Attributes:
        now: seconds; events behind it are dropped.
        cutoff: seconds; events before it are archived already.
        checkpoint: the last batch whose events of that kind have been merged already.
    """

    now: int
    cutoff: int = 0
    checkpoint: Position | None = None


@dataclass(frozen=True, slots=True)
class Fatal:
    """The place where a replay stops.

    Attributes:
        position: the batch.
        row: the row in that; None: it is all of it.
        what: what is wrong.
    """

    position: Position
    row: int | None
    what: str


@dataclass(slots=True)
class Verdict:
    """What becomes of the rows of some batches.

    Attributes:
        runs: for each row, which of the batches it is in.
        applied: the rows that are applied.
        late: those that wait for a merge.
        newest: the time of the newest event of each batch.
        fatal: where it stops, of what a batch shows without others.
    """

    runs: npt.NDArray[np.int32]
    applied: Flags
    late: Flags
    newest: list[int]
    fatal: Fatal | None


def judged(schema: TableSchema, terms: Terms, batches: Sequence[Batch], rows: pa.Table) -> Verdict:
    """What becomes of the rows of some batches behind one another; rows from a place where a replay stops don't count.

    Args:
        schema: the table.
        terms: what is asked for.
        batches: the batches.
        rows: their rows.
    """
    runs, count = runs_of(batches), rows.num_rows
    begins = np.concatenate([[0], np.cumsum([batch.rows for batch in batches])]).astype(np.int64)
    keyless = np.zeros(count, np.bool_)
    column: Any
    for key in schema.keys:
        if (column := rows.column(source(key))).null_count:
            keyless |= flags(pc.is_null(column))
    late = np.zeros(count, np.bool_)
    if not schema.is_fact:
        stops = [(keyless, "a column of the primary key is null")]
        verdict = Verdict(runs, np.ones(count, np.bool_), late, [0] * len(batches), None)
    else:
        column = rows.column(source(0))
        timed = ~flags(pc.is_null(column)) if column.null_count else np.ones(count, np.bool_)
        times = pc.fill_null(column, 0).to_numpy().astype(np.int64) & 0xFFFFFFFF
        arrivals = np.array([batch.arrival for batch in batches], np.int64)[runs]
        seen = timed & (times <= terms.now)
        if schema.retention > 0:
            seen &= times // DAY >= terms.now // DAY - schema.retention
        old = seen & (times < terms.cutoff)
        merged = np.array([terms.checkpoint is not None and batch.position <= terms.checkpoint for batch in batches])
        late = old & ~merged[runs] if len(batches) else old
        stops = [(keyless, "a column of the primary key is null")]
        if not schema.allows_missing_time:
            stops.append((~timed, "the time of the event is null"))
        applied = (seen & ~old) | (~timed & (arrivals >= terms.cutoff))
        verdict = Verdict(runs, applied, late, [0] * len(batches), None)
    end = count
    for stop, what in reversed(stops):  # where a row has both, the first is told
        found = int(np.argmax(stop)) if stop.any() else count
        if found < count and found <= end:
            end = found
            batch = batches[int(runs[found])]
            verdict.fatal = Fatal(batch.position, found - int(begins[runs[found]]), what)
    if schema.is_fact:
        newest = np.zeros(len(batches), np.int64)
        np.maximum.at(newest, runs[:end], np.where(seen, times, 0)[:end])
        verdict.newest = newest.tolist()
    if verdict.fatal is None or end:
        _find_shapes(schema, batches, verdict)
    return verdict


def _find_shapes(schema: TableSchema, batches: Sequence[Batch], verdict: Verdict) -> None:
    """A column of shapes without any that updates otherwise than by values: AresDB crashes when it writes a row."""
    for number, batch in enumerate(batches):
        if verdict.fatal is not None and batch.position >= verdict.fatal.position:
            return
        for write in batch.writes:
            column = schema.columns[write.column]
            if column.deleted or column.kind.name != "geoshape" or not write.all_null or not write.mode:
                continue
            rows = verdict.applied[verdict.runs == number]
            if rows.any():
                what = f"column {write.column} holds no shapes and has the update mode {UPDATE_MODES[write.mode]}"
                verdict.fatal = Fatal(batch.position, int(np.argmax(rows)), what)
                return


def combining(schema: TableSchema, batch: Batch) -> str | None:
    """Why a batch may not update rows that are there already: it adds or compares what has no numbers."""
    for write in batch.writes:
        column = schema.columns[write.column]
        if not column.deleted and not column.kind.numeric and write.mode > OVERWRITE:
            mode = UPDATE_MODES[write.mode]
            return f"column {write.column} is of the type {column.kind.name}, which an update can't {mode}"
    return None


def updating(
    batches: Sequence[Batch], runs: npt.NDArray[np.int32], places: Any, updates: Flags, schema: TableSchema
) -> Fatal | None:
    """The first row that a batch may not update.

    Args:
        batches: the batches.
        runs: of each row that is applied, which of these it is in.
        places: of each, its number in its batch.
        updates: whether its key is there already.
        schema: the table.
    """
    for number, batch in enumerate(batches):
        what = combining(schema, batch)
        if what is not None:
            found = np.flatnonzero(updates & (runs == number))
            if len(found):
                return Fatal(batch.position, int(places[found[0]]), what)
    return None


def flags(column: Any) -> Flags:
    """A column of truth values, none of which is null."""
    made: Flags = column.to_numpy(zero_copy_only=False) if isinstance(column, pa.Array) else column.to_numpy()
    return made.astype(np.bool_, copy=False)
