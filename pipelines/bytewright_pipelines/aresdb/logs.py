"""Redo logs as a replay reads them: what their batches say of themselves, and their rows."""

from __future__ import annotations

import copy
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

import bytewright
from bytewright.errors import BytewrightError, InputMissingError, OptionError, ReadError
from bytewright.views.evaluate.framing import WHOLE, Part
from bytewright_formats.aresdb_redo_log import CODEC
from bytewright_formats.aresdb_upsert_batch import CODEC as BATCH_CODEC
from bytewright_pipelines.aresdb.schema import UPDATE_MODES, TableSchema, source

SUFFIX = ".redolog"


class Position(NamedTuple):
    """A batch of a log: the number of its file, and its own in that, from 0."""

    file: int
    batch: int


class Write(NamedTuple):
    """A column of a batch.

    Attributes:
        column: its id.
        name: under which name rows have it.
        mode: its update mode, by number.
        all_null: whether it is stored without values.
    """

    column: int
    name: str
    mode: int
    all_null: bool


@dataclass(frozen=True, slots=True)
class Batch:
    """What a batch says of itself.

    Attributes:
        position: which batch it is.
        offset: where it begins in its file, in bytes.
        rows: how many rows it has.
        arrival: when it arrived, in seconds.
        writes: its columns, in its order.
        wrong: why nothing of it can be applied; None: that isn't so.
    """

    position: Position
    offset: int
    rows: int
    arrival: int
    writes: tuple[Write, ...] = ()
    wrong: str | None = None

    @property
    def repeats(self) -> bool:
        """Whether a column occurs several times."""
        return any("_" in write.name for write in self.writes)


@dataclass(frozen=True, slots=True)
class Tail:
    """The end of a file that a replay leaves out.

    Attributes:
        file: number of the file.
        path: where it is.
        offset: where the end begins, in bytes.
        reason: why it can't be read.
    """

    file: int
    path: str
    offset: int | None
    reason: str


class Log:
    """A file of batches."""

    def __init__(self, path: str, number: int, schema: TableSchema) -> None:
        self.path = path
        self.number = number
        self.schema = schema

    def open(self, view: str, columns: Sequence[str] | None = None) -> Any:
        """A view of it as a table."""
        options = {"rows": {"table": "of the replay"}, "batches": {"includeMetadata": "true"}}.get(view, {})
        return bytewright.open(self.path, CODEC, view, columns, options, texts={"table": self.schema.text})

    @cached_property
    def _read(self) -> tuple[list[dict[str, Any]], ReadError | None]:
        rows, error = _rows(self.open("batches", ["arrival_time", "num_rows", "num_columns", "_metadata"]))
        return rows, error

    @property
    def error(self) -> ReadError | None:
        """What ended the batches before the file's end."""
        return self._read[1]

    @cached_property
    def batches(self) -> list[Batch]:
        """The batches up to the end of the file, or to the first that can't be read, or whose columns are wrong."""
        columns: dict[int, list[dict[str, Any]]] = {}
        read, _ = _rows(self.open("columns", ["batch", "column_id", "type", "data_mode", "update_mode"]))
        for row in read:
            columns.setdefault(row["batch"], []).append(row)
        found: list[Batch] = []
        for number, row in enumerate(self._read[0]):
            listed = columns.get(number, [])
            wrong = self._wrong(listed)
            found.append(
                Batch(
                    Position(self.number, number),
                    row["_metadata"]["record_offset"],
                    row["num_rows"],
                    round(row["arrival_time"].timestamp()),
                    () if wrong else _writes(listed),
                    wrong,
                )
            )
            if wrong:
                break
        return found

    def _wrong(self, columns: Sequence[dict[str, Any]]) -> str | None:
        """Why nothing of a batch can be applied."""
        schema = self.schema
        for row in columns:
            number = row["column_id"]
            if number >= len(schema.columns):
                return f"column {number} is none of the table's {len(schema.columns)}"
            stated = schema.columns[number].kind.name
            if row["type"] != stated:
                return f"column {number} is of the type {row['type']}, in the table {stated}"
        present = {row["column_id"] for row in columns}
        if schema.is_fact and not schema.allows_missing_time and 0 not in present:
            return "column 0, the time of events of a fact table, is missing"
        for key in schema.keys:
            if key not in present:
                return f"column {key} of the primary key is missing"
        return None

    def parts(self, size: int) -> list[Part]:
        """The file in parts of about so many bytes."""
        return list(self.open("rows").splits(size))

    def rows(
        self, batches: Sequence[Batch], most: int, part: Part = WHOLE
    ) -> Iterator[tuple[Sequence[Batch], pa.Table]]:
        """The rows of some batches in a row, some whole batches at a time; those with repeated columns on their own.

        Args:
            batches: which.
            most: rows at a time, about.
            part: what they are in.

        Raises:
            ReadError: one of them can't be read; those before it come first.
        """
        read = _Taken(self, batches[0].position.batch, part) if batches else None
        for group in _grouped(batches, most):
            assert read is not None
            wanted = sum(batch.rows for batch in group)
            rows, error = read.take(wanted)
            if error is not None:
                bad = re.match(r"batches\[(\d+)\]", error.field or "")
                group = [batch for batch in group if bad and batch.position.batch < int(bad[1])]
                rows = rows.slice(0, sum(batch.rows for batch in group))
            if group:
                yield group, self._repeated(group, rows)
            if error is not None:
                raise error

    @cached_property
    def _model(self) -> Any:
        """The file as objects, up to what can't be read."""
        return CODEC.parse_partly(self.path).model

    def _repeated(self, batches: Sequence[Batch], rows: pa.Table) -> pa.Table:
        """Rows of batches with the columns that a batch repeats."""
        if not batches[0].repeats:
            return rows
        (batch,) = batches
        # As a batch of its own, in which the columns have ids by which none hides another.
        model = copy.copy(self._model.batches[batch.position.batch].body)
        model.column_ids = list(range(len(batch.writes)))
        table = bytewright.open(BATCH_CODEC.to_bytes(model, canonical=True), BATCH_CODEC, "rows")
        values = pa.Table.from_batches(list(table.to_batches()), table.schema)
        for place, write in enumerate(batch.writes):
            if "_" in write.name:
                kind = self.schema.columns[write.column].kind.arrow
                rows = rows.append_column(write.name, values.column(source(place)).cast(kind))
        return rows


class _Taken:
    """The rows of a log, so many at a time."""

    def __init__(self, log: Log, first: int, part: Part) -> None:
        table = log.open("rows")
        names = [name for name in table.schema.names if name not in ("row", "arrival_time")]
        self._schema = pa.schema([table.schema.field(name) for name in names])
        kinds = {source(number): column.kind.arrow for number, column in enumerate(log.schema.columns)}
        self._kinds = pa.schema([(name, kinds[name]) for name in names if name in kinds])
        self._read = iter(log.open("rows", names).to_batches(part=part))
        self._first = first if first > part.record else 0
        self._left = self._schema.empty_table()

    def take(self, count: int) -> tuple[pa.Table, ReadError | None]:
        """So many rows, or those before an error."""
        held, error = [self._left], None
        missing = count - self._left.num_rows
        while missing > 0:
            try:
                batch = next(self._read)
            except StopIteration:
                raise BytewrightError("a log has become shorter while it was read") from None
            except ReadError as found:
                error = found
                break
            if self._first:
                compute: Any = pc
                batch = batch.filter(compute.greater_equal(batch.column("batch"), self._first))
            held.append(pa.Table.from_batches([batch], self._schema))
            missing -= batch.num_rows
        rows = pa.concat_tables(held)
        self._left = rows.slice(count)
        return rows.slice(0, count).drop_columns(["batch"]).cast(self._kinds), error


def _grouped(batches: Sequence[Batch], most: int) -> Iterator[list[Batch]]:
    """Batches with about so many rows together; those with repeated columns on their own."""
    group: list[Batch] = []
    rows = 0
    for batch in batches:
        if group and (rows >= most or batch.repeats or group[-1].repeats):
            yield group
            group, rows = [], 0
        group.append(batch)
        rows += batch.rows
    if group:
        yield group


def _writes(columns: Sequence[dict[str, Any]]) -> tuple[Write, ...]:
    last = Counter(row["column_id"] for row in columns)
    met: Counter[int] = Counter()
    made = []
    for row in columns:
        number = row["column_id"]
        met[number] += 1
        name = source(number, met[number] - 1 if met[number] < last[number] else None)
        made.append(Write(number, name, UPDATE_MODES.index(row["update_mode"]), row["data_mode"] == "all_null"))
    return tuple(made)


def _rows(table: Any) -> tuple[list[dict[str, Any]], ReadError | None]:
    """The rows of a table, and what ended them early."""
    rows: list[dict[str, Any]] = []
    try:
        for batch in table.to_batches():
            rows += batch.to_pylist()
    except ReadError as error:
        return rows, error
    return rows, None


def is_end(error: ReadError) -> bool:
    """Whether AresDB takes what can't be read for the end of a file, and goes on with the next one.

    It looks at the head of a batch beforehand. What is wrong behind that, or before the first batch, stops it.
    """
    field = error.field or ""
    if re.search(r"\.(len_body|version|types\[\d+\]|update_mode)$", field):
        return True
    if field.endswith(".data_mode"):
        return error.found != "3"  # which it knows, and can't read
    if field.endswith(".num_columns"):
        return True
    return field.endswith(".num_rows") and (error.found or "").startswith("-")


def logs_of(logs: str | os.PathLike[str] | Iterable[str | os.PathLike[str]], schema: TableSchema) -> list[Log]:
    """Logs in the order of their numbers.

    Args:
        logs: a folder of them, or paths.
        schema: the table that they are of.

    Raises:
        InputMissingError: there is no such folder.
        OptionError: the name of a file is no number, or two have the same.
    """
    if isinstance(logs, str | os.PathLike):
        folder = Path(logs)
        if folder.is_dir():
            paths = [str(path) for path in folder.iterdir() if path.suffix == SUFFIX]
        elif folder.exists():
            paths = [str(folder)]
        else:
            raise InputMissingError("no such file or directory", path=str(folder))
    else:
        paths = [os.fspath(path) for path in logs]
    found: dict[int, Log] = {}
    for path in paths:
        stem = os.path.basename(path).removesuffix(SUFFIX)
        if not re.fullmatch(r"[0-9]+", stem):
            raise OptionError("the name of a redo log", path=path, expected=f"seconds, and {SUFFIX}", found=stem)
        number = int(stem)
        if number in found:
            raise OptionError(
                f"two redo logs have the number {number}", path=path, hint=f"The other: {found[number].path}."
            )
        found[number] = Log(path, number, schema)
    return [found[number] for number in sorted(found)]


def runs_of(batches: Sequence[Batch]) -> np.ndarray[Any, np.dtype[np.int32]]:
    """For each row of batches behind one another, which of them it is in."""
    return np.repeat(np.arange(len(batches), dtype=np.int32), [batch.rows for batch in batches])
