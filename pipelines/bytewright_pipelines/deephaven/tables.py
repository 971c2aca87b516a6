"""Partitioned tables that are kept of logs: in Delta, or in Parquet. Both know how far the logs were applied.

What a partition gets at a time (its delete, the rows behind it, the positions of its logs) is one commit of Delta's. In
Parquet its directory is exchanged for another one: readers that list the directories in the moment between two renames
don't find the partition, and those that have listed the former files may miss them when they open them.
"""

from __future__ import annotations

import itertools
import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal, TypedDict, Unpack
from urllib.parse import quote

import pyarrow as pa
import pyarrow.parquet as pq

from bytewright.errors import BytewrightError, OptionError, WriteError
from bytewright.host.locks import HeldError, locked
from bytewright.host.optional import needed
from bytewright.io.filesystems import said
from bytewright.io.folders import is_there, local_folder, sync_all, sync_folder
from bytewright_pipelines.deephaven.judging import Position
from bytewright_pipelines.deephaven.sets import PARTITION_COLUMNS, Applied, AppliedPartition, Logs, apply_sets, logs_of

POSITIONS = "_positions.json"
"""File in the directory of a partition that says how far its logs were applied; readers of Parquet don't look at it."""


class Settings(TypedDict, total=False):
    """How records are applied: arguments of `bytewright_pipelines.deephaven.sets.apply_sets`."""

    strict_sets: bool
    application_version: int | None
    unknown: Literal["report", "fail"]
    partition_columns: tuple[str, str]


def apply_to_delta(
    paths: str | Sequence[str],
    table: str | os.PathLike[str],
    options: Mapping[str, Any] | None = None,
    *,
    storage_options: dict[str, str] | None = None,
    **settings: Unpack[Settings],
) -> Applied:
    """Apply to a Delta table what logs say since they were applied to it last.

    Each partition is a commit: a delete and the rows behind it are seen together, and the position of each log is in
    the same commit (as a transaction of the application `bytewright:` and the log's name), so that no row is applied
    twice or lost, whoever stops where. Of two that apply the same logs at a time, one gets an error.

    Args:
        paths: logs, whose names say their partitions.
        table: path or URI of the table, which is made if it isn't there, partitioned by the partition columns.
        options: options of the reader.
        storage_options: what deltalake needs to know of the storage.
        settings: arguments of `bytewright_pipelines.deephaven.sets.apply_sets`.

    Returns:
        What was applied.

    Raises:
        OptionError: names of logs don't say their partitions; see also `apply_sets`.
        ReadError: a log is bad, or breaks a rule; nothing is applied.
        WriteError: somebody else changed the partition meanwhile, or the table can't be written.
        CodecError: deltalake isn't installed.
    """
    deltalake = needed("deltalake", "delta")
    where = os.fspath(table)
    logs = _with_names(paths)
    known: Any = None  # what others commit of the same logs from here on is a conflict
    if deltalake.DeltaTable.is_deltatable(where, storage_options):
        known = deltalake.DeltaTable(where, storage_options=storage_options)
    reached = {file: known and known.transaction_version(_application(file)) for file in _files(logs)}
    start = [Position(file, offset) for file, offset in reached.items() if offset is not None]
    applied = apply_sets(_files(logs), options, start=start, **settings)
    names = list(settings.get("partition_columns", PARTITION_COLUMNS))
    for partition in applied.partitions:
        moved = [one for one in partition.judgements if reached.get(one.file) != one.position]
        if not moved:
            continue
        transactions = [deltalake.Transaction(_application(one.file), one.position) for one in moved]
        equal = [f"{_name(name)} = {_text(value)}" for name, value in zip(names, partition.values, strict=True)]
        replaces = {"mode": "overwrite", "predicate": " AND ".join(equal)}
        rows = _Rows(applied.to_batches(partition))
        try:
            deltalake.write_deltalake(
                known or where,
                pa.RecordBatchReader.from_batches(applied.schema, rows),
                partition_by=names,
                schema_mode="merge" if known is not None else None,
                storage_options=storage_options,
                commit_properties=deltalake.CommitProperties(app_transactions=transactions),
                **(replaces if partition.emptied and known is not None else {"mode": "append"}),
            )
        except Exception as error:  # of deltalake's, of Arrow's, or of what reads the rows
            if rows.failure is not None:
                raise rows.failure from None
            hint = "If somebody else applies the same logs, apply them again."
            raise WriteError(f"the table can't be written: {said(error)}", path=where, hint=hint) from error
        known = known or deltalake.DeltaTable(where, storage_options=storage_options)
    return applied


def apply_to_parquet(
    paths: str | Sequence[str],
    folder: str | os.PathLike[str],
    options: Mapping[str, Any] | None = None,
    **settings: Unpack[Settings],
) -> Applied:
    """Apply to a Parquet table what logs say since they were applied to it last.

    The directory of a partition is exchanged for one that has its former files too, unless the partition was deleted,
    the new rows, and the positions of its logs. Whoever is stopped leaves the former directory or the new one.

    Args:
        paths: logs, whose names say their partitions.
        folder: local directory of the table, with directories ``COLUMN=VALUE`` for the partition columns.
        options: options of the reader.
        settings: arguments of `bytewright_pipelines.deephaven.sets.apply_sets`.

    Returns:
        What was applied.

    Raises:
        OptionError: names of logs don't say their partitions; see also `apply_sets`.
        ReadError: a log is bad, or breaks a rule; nothing is applied.
        WriteError: somebody else applies logs to the table, or it can't be written.
    """
    base = Path(folder)
    logs = _with_names(paths)
    names = settings.get("partition_columns", PARTITION_COLUMNS)
    with _held(base):
        start = []
        for each in logs:
            assert each.partition is not None
            place = _place(base, names, (each.partition.internal, each.partition.column))
            _recover(place)
            start += _reached(place, each)
        applied = apply_sets(_files(logs), options, start=start, **settings)
        begun = {position.file: position.offset for position in start}
        for partition in applied.partitions:
            if any(begun.get(one.file) != one.position for one in partition.judgements):
                _exchange(_place(base, names, partition.values), applied, partition)
    return applied


# --- logs ------------------------------------------------------------------------------------------------------------


def _with_names(paths: str | Sequence[str]) -> list[Logs]:
    """The logs that paths name, by partition.

    Raises:
        OptionError: their names don't say it.
    """
    logs = logs_of(paths)
    if logs[0].partition is None:
        expected = "NAMESPACE.TABLE.SET.INTERNAL.COLUMN.bin.TIME, which says the partition"
        file = logs[0].files[0][0]
        raise OptionError("name of a log", path=file, expected=expected, found=file.rpartition("/")[2])
    return logs


def _files(logs: Sequence[Logs]) -> list[str]:
    return [file for each in logs for file, _ in each.files]


# --- Delta -----------------------------------------------------------------------------------------------------------


class _Rows:
    """Batches that libraries take, which hand on no more than the text of an error."""

    def __init__(self, batches: Iterator[pa.RecordBatch]) -> None:
        self._batches = batches
        self.failure: BytewrightError | None = None

    def __iter__(self) -> Iterator[pa.RecordBatch]:
        try:
            yield from self._batches
        except BytewrightError as error:
            self.failure = error
            raise


def _application(file: str) -> str:
    """What a log is called among the transactions of a table, wherever it lies."""
    return "bytewright:" + file.rpartition("/")[2]


def _name(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _text(value: str) -> str:
    return "'" + value.replace("'", "''") + "'"


# --- Parquet ---------------------------------------------------------------------------------------------------------


def _place(base: Path, names: Sequence[str], values: Sequence[str]) -> Path:
    """The directory of a partition."""
    return base.joinpath(*(f"{quote(n, safe=' ')}={quote(v, safe=' ')}" for n, v in zip(names, values, strict=True)))


@contextmanager
def _held(base: Path) -> Iterator[None]:
    """Hold a table that nobody else may write to meanwhile.

    Raises:
        WriteError: somebody holds it, or it can't be written.
    """
    try:
        base.mkdir(parents=True, exist_ok=True)
        with locked(str(base), wait=0.0):
            yield
    except HeldError:
        raise WriteError("somebody else applies logs to the table", path=str(base)) from None
    except OSError as error:
        raise WriteError(f"the table can't be written: {said(error)}", path=str(base)) from error


def _beside(place: Path) -> tuple[Path, Path]:
    """Where a directory is made before it gets its name, and where the former one is kept meanwhile."""
    return place.with_name(f".{place.name}.new"), place.with_name(f".{place.name}.old")


def _recover(place: Path) -> None:
    """Finish, or undo, what somebody who was stopped has begun."""
    new, old = _beside(place)
    if is_there(old) and not is_there(place):
        (new if is_there(new) else old).rename(place)
    for left in (new, old):
        if is_there(left):
            shutil.rmtree(left)


def _reached(place: Path, logs: Logs) -> list[Position]:
    try:
        said: dict[str, int] = json.loads((place / POSITIONS).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return []
    return [Position(file, said[name]) for file, _ in logs.files if (name := file.rpartition("/")[2]) in said]


def _exchange(place: Path, applied: Applied, partition: AppliedPartition) -> None:
    """Exchange the directory of a partition for one in which the logs are applied."""
    new, old = _beside(place)
    local_folder(str(new)).make()
    # Not by a glob, which passes over what can't be listed.
    before = sorted(place.iterdir()) if is_there(place) and not partition.emptied else []
    former = [file for file in before if file.suffix == ".parquet"]
    for file in former:
        os.link(file, new / file.name)
    kept = json.loads((place / POSITIONS).read_text(encoding="utf-8")) if is_there(place) else {}
    kept |= {one.file.rpartition("/")[2]: one.position for one in partition.judgements}
    fields = list(applied.schema)[: len(applied.schema) - len(partition.values)]
    _write(new, len(former), pa.schema(fields), applied.to_batches(partition))
    (new / POSITIONS).write_text(json.dumps(kept), encoding="utf-8")
    sync_all(new)
    if is_there(place):
        place.rename(old)
    new.rename(place)
    sync_folder(place.parent)
    if is_there(old):
        shutil.rmtree(old)


def _write(folder: Path, number: int, schema: pa.Schema, batches: Iterator[pa.RecordBatch]) -> None:
    """Write the rows into a file, if there are any; directories say the partition columns."""
    first = next(batches, None)
    if first is None:
        return
    path = folder / f"part-{number:05d}.parquet"
    while is_there(path):
        number += 1
        path = folder / f"part-{number:05d}.parquet"
    with pq.ParquetWriter(path, schema) as writer:
        for batch in itertools.chain([first], batches):
            writer.write_batch(batch.select(schema.names))
