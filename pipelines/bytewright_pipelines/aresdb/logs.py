"""Redo logs as a replay reads them: what their batches say of themselves, and their rows."""

from __future__ import annotations

import copy
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple, overload

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
_SECONDS = pa.timestamp("s", "UTC")


class ColumnSaid(NamedTuple):
    """What a batch says of a column."""

    column_id: int
    type: str
    data_mode: str
    update_mode: str


Listed = tuple[ColumnSaid, ...]
"""The columns of a batch, in its order."""
_NO_COLUMNS: tuple[int, Listed] = (-1, ())


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


class Batches(Sequence[Batch]):
    """Batches of which nothing is wrong, of many logs, in little memory: tasks are told of all of them."""

    def __init__(self, batches: Iterable[Batch]) -> None:
        shapes: dict[tuple[Write, ...], int] = {}
        numbers = [
            (*one.position, one.offset, one.rows, one.arrival, shapes.setdefault(one.writes, len(shapes)))
            for one in batches
        ]
        self._numbers = np.array(numbers, np.int64).reshape(-1, 6)
        self._writes = list(shapes)

    def __len__(self) -> int:
        return len(self._numbers)

    @overload
    def __getitem__(self, place: int) -> Batch: ...
    @overload
    def __getitem__(self, place: slice) -> list[Batch]: ...
    def __getitem__(self, place: int | slice) -> Batch | list[Batch]:
        if isinstance(place, slice):
            return [self._made(numbers) for numbers in self._numbers[place].tolist()]
        return self._made(self._numbers[place].tolist())

    def _made(self, numbers: list[int]) -> Batch:
        file, batch, offset, rows, arrival, shape = numbers
        return Batch(Position(file, batch), offset, rows, arrival, self._writes[shape])


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
    def _read(self) -> tuple[list[tuple[int, int, int]], ReadError | None]:
        """Of each batch: where it begins, its rows, when it arrived; and what ended them early."""
        found: list[tuple[int, int, int]] = []
        try:
            for batch in self.open("batches", ["arrival_time", "num_rows", "num_columns", "_metadata"]).to_batches():
                offsets = pc.struct_field(batch.column("_metadata"), "record_offset")
                arrivals = batch.column("arrival_time").cast(_SECONDS).cast(pa.int64())
                found += zip(
                    offsets.to_pylist(), batch.column("num_rows").to_pylist(), arrivals.to_pylist(), strict=True
                )
        except ReadError as error:
            return found, error
        return found, None

    @property
    def error(self) -> ReadError | None:
        """What ended the batches before the file's end."""
        return self._read[1]

    @cached_property
    def batches(self) -> list[Batch]:
        """The batches up to the end of the file, or to the first that can't be read, or whose columns are wrong."""
        found: list[Batch] = []
        known: dict[Listed, tuple[str | None, tuple[Write, ...]]] = {}  # most batches have the same columns
        read, _ = self._read  # before the columns: a log that grows meanwhile has those of all of these
        listed = self._columns()
        at, columns = next(listed, _NO_COLUMNS)
        for number, (offset, rows, arrival) in enumerate(read):
            there: Listed = ()
            if at == number:
                there = columns
                at, columns = next(listed, _NO_COLUMNS)
            if there not in known:
                wrong = self._wrong(there)
                known[there] = wrong, () if wrong else _writes(there)
            wrong, writes = known[there]
            found.append(Batch(Position(self.number, number), offset, rows, arrival, writes, wrong))
            if wrong:
                break
        return found

    def _columns(self) -> Iterator[tuple[int, Listed]]:
        """The columns of each batch that has any: its number, and of each its id, type, data mode and update mode."""

        def rows() -> Iterator[tuple[int, ColumnSaid]]:
            names = ["batch", "column_id", "type", "data_mode", "update_mode"]
            with suppress(ReadError):  # which ends the batches as well
                for batch in self.open("columns", names).to_batches():
                    numbers, *said = (column.to_pylist() for column in batch.columns)
                    yield from zip(numbers, map(ColumnSaid._make, zip(*said, strict=True)), strict=True)

        for number, several in groupby(rows(), key=itemgetter(0)):
            yield number, tuple(said for _, said in several)

    def _wrong(self, columns: Listed) -> str | None:
        """Why nothing of a batch can be applied."""
        schema = self.schema
        for row in columns:
            number = row.column_id
            if number >= len(schema.columns):
                return f"column {number} is none of the table's {len(schema.columns)}"
            stated = schema.columns[number].kind.name
            if row.type != stated:
                return f"column {number} is of the type {row.type}, in the table {stated}"
        present = {row.column_id for row in columns}
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


def _writes(columns: Listed) -> tuple[Write, ...]:
    last = Counter(said.column_id for said in columns)
    met: Counter[int] = Counter()
    made = []
    for said in columns:
        number = said.column_id
        met[number] += 1
        name = source(number, met[number] - 1 if met[number] < last[number] else None)
        made.append(Write(number, name, UPDATE_MODES.index(said.update_mode), said.data_mode == "all_null"))
    return tuple(made)


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
