"""The Parquet files that tasks write: how the rows of a task are divided among them, and in which order they stand."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from bytewright.errors import OptionError, WriteError
from bytewright.host.suggest import hint
from bytewright.io.file_listing import NULL
from bytewright.spark.write.target import folder_of, open_target
from bytewright.tables.parquet_files import noted

if TYPE_CHECKING:
    from bytewright.io.filesystems import Storage

COMPRESSIONS = ("snappy", "zstd", "gzip", "lz4", "none")
"""How Parquet pages may be compressed."""

GROUP_BYTES = 32 << 20
"""Size in memory of a row group: it is held until it is written."""
GROUP_ROWS = 1 << 20
SORTED_BYTES = 128 << 20
"""Size in memory of the rows that are sorted together, and make a file, where no size is asked for."""
HELD_BYTES = 256 << 20
"""Bytes of rows that a task holds for all files that it is writing."""
OPEN = 64
"""Files that a task is writing at one time, at most."""

_SAMPLE = 4096
_FEW = 128
"""Distinct values among the first rows with which a dictionary is worth building."""
_SPELLED = frozenset("\"#%'*/:=?\\\x7f{[]^")
"""Characters that names of directories spell, as Spark has it."""


@dataclass(frozen=True, slots=True)
class Layout:
    """How rows lie in the files of a table.

    Attributes:
        compression: of Parquet pages: one of `COMPRESSIONS`.
        partition_by: columns whose values make directories.
        sort_by: columns by which the rows of a file are sorted.
        max_bytes: how large a file may become; None: as large as the rows of a task make it.
        keeps: whether files hold the columns that make directories as well.
    """

    compression: str = "snappy"
    partition_by: tuple[str, ...] = ()
    sort_by: tuple[str, ...] = ()
    max_bytes: int | None = None
    keeps: bool = False

    def check(self, schema: pa.Schema) -> None:
        """Refuse what rows with some columns can't be divided or sorted by.

        Raises:
            OptionError: there is no such column, or it has such a type.
        """
        for name in (*self.partition_by, *self.sort_by):
            if name not in schema.names:
                raise OptionError(f"there is no column {name}", hint=hint(name, schema.names, "columns"))
        for name in self.partition_by:
            if not _names_directories(schema.field(name).type):
                raise OptionError(
                    f"the column {name}",
                    expected="integers, text, dates, decimals or booleans, of which names of directories are made",
                    found=str(schema.field(name).type),
                )
        for name in self.sort_by:
            if name in self.partition_by or pa.types.is_nested(schema.field(name).type):
                raise OptionError(f"rows can't be sorted by {name}", hint="Name a column of single values.")
        if len(self.partition_by) == len(schema):
            raise OptionError("all columns make directories", hint="Files need one that doesn't.")

    def stored(self, schema: pa.Schema) -> pa.Schema:
        """The columns that are in the files."""
        if self.keeps:
            return schema
        return pa.schema([one for one in schema if one.name not in self.partition_by])


@dataclass(frozen=True, slots=True)
class Output:
    """A file that a task has written.

    Attributes:
        name: its name in the directory of the job.
        rows: how many rows are in it.
        size: its size in bytes.
        values: of the columns that make its directory, as text; None is null.
        stats: of its columns, as tables of Delta note them, in JSON.
    """

    name: str
    rows: int
    size: int
    values: tuple[tuple[str, str | None], ...] = ()
    stats: str = ""

    @property
    def directory(self) -> str:
        """Where in the table it belongs; empty, or ends with a slash."""
        return "".join(f"{_spelled(name)}={NULL if not text else _spelled(text)}/" for name, text in self.values)


@dataclass(frozen=True, slots=True)
class Job:
    """One ingestion, as its tasks know it.

    Attributes:
        id: what tells it from all others.
        to: the directory of the table.
        storage: arguments of the table's file system.
        layout: how rows lie in its files.
        columns: the columns as the table has them; None: as they are read.
    """

    id: str
    to: str
    storage: Storage
    layout: Layout = Layout()
    columns: pa.Schema | None = None

    @property
    def folder(self) -> str:
        """The directory in the table where tasks write; readers pass over it by its name."""
        return folder_of(self.id)

    def final(self, name: str) -> str:
        """The name in the table of a file that a task has written."""
        return f"{name.partition('.')[0]}-{self.id}.{self.layout.compression}.parquet"

    def write(self, batches: Iterator[pa.RecordBatch], schema: pa.Schema, attempt: str) -> list[Output]:
        """Write the rows of a task below `folder`; they are on the disk when this returns.

        Args:
            batches: the rows.
            schema: their columns.
            attempt: what tells the task, and how often it has run.

        Raises:
            WriteError: a file can't be written, or a value isn't one of the table's column.
        """
        columns = schema if self.columns is None else self.columns
        with ExitStack() as stack:
            writing = _Writing(self, columns, attempt, stack)
            for batch in batches:
                writing.take(_cast(batch, columns, self.to))
            return writing.done()

    def write_empty(self, schema: pa.Schema) -> Output:
        """Write a file without rows, which says what the columns are."""
        columns = schema if self.columns is None else self.columns
        with ExitStack() as stack:
            writing = _Writing(self, columns, "empty", stack)
            writing.take(pa.RecordBatch.from_pylist([], columns))
            return writing.done()[0]


def _cast(batch: pa.RecordBatch, columns: pa.Schema, where: str) -> pa.RecordBatch:
    if batch.schema.equals(columns):
        return batch
    arrays = []
    for column in columns:
        try:
            arrays.append(batch.column(column.name).cast(column.type))
        except pa.ArrowException as error:
            raise WriteError(
                f"column {column.name}: {error}",
                path=where,
                expected=f"what fits {column.type}, as the table has it",
                found=str(batch.schema.field(column.name).type),
            ) from None
    return pa.RecordBatch.from_arrays(arrays, schema=columns)


class _File:
    """A file that is being written, and the rows that wait for it."""

    def __init__(self, values: tuple[tuple[str, str | None], ...]) -> None:
        self.values = values
        self.waiting: list[pa.RecordBatch] = []
        self.held = 0
        self.rows = 0
        self.name = ""
        self.file: Any = None
        self.writer: Any = None
        self.stack = ExitStack()


class _Writing:
    """The files of one task: one for each directory, and the next one where one is full."""

    def __init__(self, job: Job, schema: pa.Schema, attempt: str, stack: ExitStack) -> None:
        self._job = job
        self._schema = job.layout.stored(schema)
        self._part, _, self._attempt = attempt.partition(".")
        self._stack = stack
        self._files: dict[tuple[tuple[str, str | None], ...], _File] = {}
        self._done: list[Output] = []
        self._begun = 0

    def take(self, batch: pa.RecordBatch) -> None:
        """Take rows; those that are enough for a row group, or a sorted file, are written."""
        layout = self._job.layout
        for values, rows in _divided(batch, layout.partition_by):
            file = self._files.pop(values, None) or _File(values)
            self._files[values] = file  # those that got rows last stand last
            kept = rows.select(self._schema.names)
            file.waiting.append(kept)
            file.held += kept.nbytes
            if file.held >= self._enough or sum(map(len, file.waiting)) >= GROUP_ROWS:
                self._flush(file)
        while sum(file.held for file in self._files.values()) > HELD_BYTES:
            self._flush(max(self._files.values(), key=lambda file: file.held))
        while sum(file.writer is not None for file in self._files.values()) > OPEN:
            self._close(next(file for file in self._files.values() if file.writer is not None))

    @property
    def _enough(self) -> int:
        most = self._job.layout.max_bytes
        if self._job.layout.sort_by:
            return SORTED_BYTES if most is None else most
        return GROUP_BYTES if most is None else min(GROUP_BYTES, most)

    def done(self) -> list[Output]:
        """Write what is left, and end all files."""
        for file in list(self._files.values()):
            self._close(file)
        return self._done

    def _flush(self, file: _File) -> None:
        """Write the rows that wait for a file."""
        layout = self._job.layout
        table = pa.Table.from_batches(file.waiting, self._schema)
        first, held = file.waiting[0], file.held
        file.waiting, file.held = [], 0
        if layout.sort_by:
            table = table.sort_by([(name, "ascending") for name in layout.sort_by])
        most = layout.max_bytes
        pieces = 1 if most is None else -(-held // most) or 1
        length = -(-len(table) // pieces) or 1
        for start in range(0, len(table) or 1, length):
            if most is not None and file.writer is not None and file.file.tell() + held // pieces > most:
                self._end(file)
            if file.writer is None:
                self._open(file, first)
            piece = table.slice(start, length)
            file.writer.write_table(piece, row_group_size=GROUP_ROWS)
            file.rows += len(piece)
        if layout.sort_by:
            self._end(file)

    def _open(self, file: _File, first: pa.RecordBatch) -> None:
        import pyarrow.parquet as pq

        job = self._job
        part = self._part if not self._begun else f"{self._part}-c{self._begun:05}"
        self._begun += 1
        file.name = ".".join(filter(None, (f"part-{part}", self._attempt, "parquet")))
        file.stack = ExitStack()
        self._stack.push(file.stack)
        file.file = file.stack.enter_context(open_target(job.to, job.storage).writing(job.folder, file.name))
        codec: Any = job.layout.compression
        few: Any = _repetitive(first)
        file.writer = pq.ParquetWriter(file.file, self._schema, compression=codec, use_dictionary=few)
        file.writer.add_key_value_metadata(noted(self._schema))

    def _close(self, file: _File) -> None:
        if file.waiting:
            self._flush(file)
        if file.writer is not None:
            self._end(file)
        del self._files[file.values]

    def _end(self, file: _File) -> None:
        file.writer.close()
        size = file.file.tell()
        integers = {one.name for one in self._schema if pa.types.is_integer(one.type)}
        stats = _stats(file.writer.writer.metadata, file.rows, integers)
        file.stack.close()
        self._done.append(Output(file.name, file.rows, size, file.values, stats))
        file.writer, file.rows = None, 0


def _divided(
    batch: pa.RecordBatch, by: Sequence[str]
) -> Iterator[tuple[tuple[tuple[str, str | None], ...], pa.RecordBatch]]:
    """The rows of a batch, by the values of some columns, in their order."""
    if not by:
        yield (), batch
        return
    numbered = pa.table([batch.column(name) for name in by], [str(place) for place in range(len(by))])
    numbered = numbered.append_column("rows", pa.array(range(len(batch)), pa.int64()))
    keys = [str(place) for place in range(len(by))]
    groups = numbered.group_by(keys, use_threads=False).aggregate([("rows", "list")])
    for place in range(len(groups)):
        values = tuple((name, _as_text(groups[key][place].as_py())) for name, key in zip(by, keys, strict=True))
        yield values, batch.take(groups["rows_list"][place].values)


def _as_text(value: Any) -> str | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    return None if value is None else str(value)


def _names_directories(kind: pa.DataType) -> bool:
    plain = pa.types.is_integer(kind) or pa.types.is_string(kind) or pa.types.is_date32(kind)
    return plain or pa.types.is_boolean(kind) or pa.types.is_decimal(kind)


def _spelled(text: str) -> str:
    return "".join(f"%{ord(one):02X}" if one < " " or one in _SPELLED else one for one in text)


def _repetitive(batch: pa.RecordBatch) -> list[str]:
    """The columns that a dictionary makes smaller, by their first rows."""
    import pyarrow.compute as pc

    found = []
    for column in batch.schema:
        kind = column.type
        plain = pa.types.is_integer(kind) or pa.types.is_string(kind) or pa.types.is_timestamp(kind)
        if plain and "." not in column.name and len(batch):
            sample = batch.column(column.name).slice(0, _SAMPLE)
            if pc.count_distinct(sample).as_py() <= min(_FEW, len(sample) // 4):
                found.append(column.name)
    return found


def _stats(metadata: Any, rows: int, integers: Collection[str]) -> str:
    """What is known of the integers in a file, as tables of Delta note it: by that, readers leave out files."""
    found: dict[str, dict[str, int]] = {"minValues": {}, "maxValues": {}, "nullCount": {}}
    for place in range(metadata.num_columns):
        groups = [metadata.row_group(group).column(place) for group in range(metadata.num_row_groups)]
        name = metadata.schema.column(place).path
        stats = [group.statistics for group in groups]
        whole = bool(stats) and all(one is not None and one.has_null_count for one in stats)
        if name not in integers or not whole:
            continue
        found["nullCount"][name] = sum(one.null_count for one in stats)
        bounds = [(one.min, one.max) for one in stats if one.has_min_max]
        if bounds:
            found["minValues"][name] = min(least for least, _ in bounds)
            found["maxValues"][name] = max(most for _, most in bounds)
    return json.dumps({"numRecords": rows, **found})


def as_told(outputs: Sequence[Output]) -> list[Mapping[str, Any]]:
    """What tasks tell the driver of their files."""
    return [
        {"name": one.name, "rows": one.rows, "size": one.size, "values": one.values, "stats": one.stats}
        for one in outputs
    ]


def of_told(told: Sequence[Mapping[str, Any]]) -> list[Output]:
    """The files that tasks have told of."""
    return [
        Output(one["name"], one["rows"], one["size"], tuple((n, t) for n, t in one["values"]), one["stats"])
        for one in told
    ]
