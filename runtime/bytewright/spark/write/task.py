"""What a task of a write does: rows to files of a format.

A file is made whole in memory, as what is in it may depend on all of its rows. How much memory they will take is told
from the first ones, so that too many are an error, and not the end of the process.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from bytewright.arrow.python_rows import rows_of
from bytewright.codec import settings
from bytewright.codec.maker_columns import check_columns
from bytewright.errors import OptionError, WriteError
from bytewright.io.compressed import SUFFIXES
from bytewright.spark.options import COMPRESSIONS
from bytewright.spark.write import fitting
from bytewright.spark.write.target import folder_of, open_target
from bytewright.spark.write.weighing import weight
from bytewright.tables import row_models
from bytewright.tables import write as writing
from bytewright.tables.required_columns import checked
from bytewright.tables.row_numbering import columns_of, numbered
from bytewright.views.evaluate.layout import view_of

if TYPE_CHECKING:
    from bytewright.codec.codec import Codec
    from bytewright.codec.makers import Maker
    from bytewright.codec.settings import Settings
    from bytewright.spark.options import WriteOptions
    from bytewright.spark.write.target import Target
    from bytewright.views.evaluate.layout import Layout

_SAMPLE = 256
"""Rows that are weighed."""
_COPIES = 3
"""What rows take again while bytes are made of their objects, and as bytes, by what they take as objects; measured."""


@dataclass(frozen=True)
class Sink:
    """One write, as its tasks know it.

    Attributes:
        job: what tells it from all others.
        to: the directory that gets the files: an absolute path, or a URI.
        options: its options.
        schema: the columns of the rows that are written.
    """

    job: str
    to: str
    options: WriteOptions
    schema: pa.Schema

    def __getstate__(self) -> dict[str, Any]:
        """What tasks are sent: they find out the rest themselves."""
        return {name: self.__dict__[name] for name in ("job", "to", "options", "schema")}

    @property
    def folder(self) -> str:
        """The directory in the table where tasks write."""
        return folder_of(self.job)

    @property
    def target(self) -> Target:
        """The table."""
        return open_target(self.to, self.options.storage)

    def final(self, name: str) -> str:
        """The name in the table of a file that a task has written."""
        part, _, piece = name.split(".")
        extension = next(iter(self._codec.extensions), "bin") + COMPRESSIONS[self.options.compression]
        return f"{part}-{self.job}{'-' if piece else ''}{piece}.{extension}"

    def check(self) -> tuple[str, ...]:
        """Refuse what can't be written whatever is in the rows.

        Returns:
            What is lost of what the rows were read from, one line each.

        Raises:
            BytewrightError: a column is unknown, missing or of another type; the view can't be written from rows.
        """
        if not self.schema.names:
            raise OptionError("there are no columns to write")
        if self._maker is not None:
            check_columns(self._maker, self.schema, self.options.root)
            fitting.check(self.schema, self._columns)
            return ()
        layout, names = self._layout
        fitting.check(self.schema, self._columns)
        checked(self.schema, lambda: (), view_of(self._codec, self.options.view), self._settings)
        missing = next((column.name for column in columns_of(layout) if column.name not in names), None)
        if missing is not None and self.options.root is not None:
            raise OptionError(
                f"the column {missing} is missing",
                expected="a column that says which of the root's structures a row belongs to, counted from 0",
                found=", ".join(names),
            )
        return layout.warnings

    def write(self, batches: Iterable[pa.RecordBatch], part: str, attempt: str) -> tuple[str, ...]:
        """Write the rows of a partition; gives the names of the files in `folder`, none where there are no rows.

        Args:
            batches: the rows.
            part: what the names begin with.
            attempt: what tells an attempt to do it from others.

        Raises:
            WriteError: a value can't be written; names the row, or the field that it would be.
        """
        names: list[str] = []
        for table in self._tables(batches):
            piece = f"c{len(names):05d}" if self._most_rows else ""
            names.append(f"{part}.{attempt}.{piece}")
            self._write(table, names[-1])
        return tuple(names)

    def write_empty(self) -> tuple[str, ...]:
        """Write a file without rows, for those who look for its columns; none where the format has no such file."""
        name = "part-00000.empty."
        try:
            self._write(self.schema.empty_table(), name)
        except WriteError:
            return ()
        return (name,)

    def _tables(self, batches: Iterable[pa.RecordBatch]) -> Iterator[pa.Table]:
        """The rows of each file."""
        most = self._most_rows
        file = _Gathered(self)
        for batch in batches:
            rest = batch.select(self.schema.names)
            if rest.schema != self.schema:  # settings of the session may make texts large
                rest = rest.cast(self.schema)
            while rest.num_rows:
                taken = rest.slice(0, most - file.rows) if most else rest
                rest = rest.slice(taken.num_rows)
                file.add(taken)
                if file.rows == most:
                    yield file.take()
        if file.rows:
            yield file.take()

    def _write(self, table: pa.Table, name: str) -> None:
        try:
            data = self._bytes_of(table)
        except WriteError as error:
            error.path = f"{self.to.rstrip('/')}/{self.final(name)}"
            if error.hint is None and (error.found == "nothing" or error.field == self._codec.root.__name__):
                error.hint = "What the rows don't hold is said by other columns of the view, or by the option root."
            named = (error.field or "").startswith("rows[")
            row = None if named else self._bad_row(table)
            if row is not None:
                error.field = f"rows[{row}]: {error.field}" if error.field else f"rows[{row}]"
            raise
        with self.target.writing(self.folder, name) as file:
            algorithm: Any = SUFFIXES.get(COMPRESSIONS[self.options.compression])
            if algorithm is None:
                file.write(data)
                return
            with pa.CompressedOutputStream(file, algorithm) as stream:
                stream.write(data)

    def _bytes_of(self, table: pa.Table) -> bytes:
        options = self.options
        try:
            found, _ = writing.bytes_of(self._codec, self._rows(table), options.view, self._settings, options.root)
            return found
        finally:
            if table.num_rows >= _SAMPLE:
                gc.collect()  # structures know what they lie in: such circles stay until somebody looks for them

    def _bad_row(self, table: pa.Table) -> int | None:
        """A row that can't be written even in a file of its own; None: there is none such."""
        first, count = 0, table.num_rows
        while count > 1:
            half = count // 2
            if not self._can_be_written(table.slice(first, half)):
                count = half
            elif not self._can_be_written(table.slice(first + half, count - half)):
                first, count = first + half, count - half
            else:
                return None
        return first if count else None

    def _can_be_written(self, table: pa.Table) -> bool:
        try:
            self._bytes_of(table)
        except WriteError:
            return False
        return True

    def model_of(self, table: pa.Table) -> Any:
        """The objects that rows become.

        Raises:
            WriteError: they are no rows of the format.
        """
        options = self.options
        table = self._rows(table)
        if self._maker is not None:
            return row_models.made_of(self._codec, self._maker, table, self._settings)
        return row_models.model_of_table(self._codec, table, options.view, self._settings, options.root)

    def _rows(self, table: pa.Table) -> pa.Table:
        """Rows as the view, or what makes a file of them, has them."""
        table = fitting.fitted(table, self._columns)
        if self._maker is None and self.options.root is None:
            table = numbered(table, self._layout[0])
        return table

    @property
    def _codec(self) -> Codec:
        return self.options.codec

    @cached_property
    def _settings(self) -> Settings:
        return settings.parse(self._codec, self.options.settings, texts=self.options.texts)

    @cached_property
    def _maker(self) -> Maker | None:
        """What makes a file of the rows, where they are none that a view shows."""
        return row_models.maker_of(self._codec, self.options.view, self._settings)

    @property
    def _most_rows(self) -> int:
        """How many rows a file may have; 0: any number."""
        if self._maker is not None:
            return self.options.most_rows
        layout, _ = self._layout
        is_row = all(view.each is None and view.rows is None for view in layout.levels)
        return 1 if is_row else self.options.most_rows

    @cached_property
    def _columns(self) -> pa.Schema:
        """What the view has for each column of the rows, under their names."""
        if self._maker is not None:
            columns = self._maker.schema
            assert columns is not None
            return pa.schema([columns.field(name) for name in self.schema.names])
        layout, names = self._layout
        fields = [layout.schema.field(name) for name in names]
        return pa.schema([field.with_name(name) for field, name in zip(fields, self.schema.names, strict=True)])

    @cached_property
    def _layout(self) -> tuple[Layout, list[str]]:
        """The columns of the view, and those of the rows by their names there."""
        options = self.options
        return row_models.layout_of_rows(self._codec, self.schema, options.view, self._settings, options.root)


class _Gathered:
    """The rows of a file, whose memory is held against what it may take.

    Attributes:
        rows: how many there are.
    """

    def __init__(self, sink: Sink) -> None:
        self._sink = sink
        self._batches: list[pa.RecordBatch] = []
        self._size = 0
        self._per_row = 0
        self.rows = 0

    def add(self, batch: pa.RecordBatch) -> None:
        """Add rows.

        Raises:
            WriteError: they are too many for one file.
        """
        self._batches.append(batch)
        self._size += batch.nbytes
        self.rows += batch.num_rows
        if not self._per_row and self.rows >= _SAMPLE:
            self._per_row = self._weighed(self._table().slice(0, _SAMPLE))
        most = self._sink.options.most_memory
        memory = _COPIES * max(self.rows * self._per_row, self._size)
        if memory > most:
            fewer = max(1, self.rows * most // memory)
            raise WriteError(
                path=self._sink.to,
                expected=f"rows of one file that take at most {most} bytes of memory (maxFileMemory)",
                found=f"{self.rows} rows, which take about {memory}",
                hint=f"Set maxRecordsPerFile to {fewer} or less, or write more partitions: repartition(…).",
            )

    def take(self) -> pa.Table:
        """Give all rows; the next ones are another file's."""
        table = self._table()
        self._batches, self._size, self.rows = [], 0, 0
        return table

    def _table(self) -> pa.Table:
        return pa.Table.from_batches(self._batches, self._sink.schema)

    def _weighed(self, sample: pa.Table) -> int:
        """Bytes that a row takes as objects."""
        held: list[Any] = [rows_of(sample)]
        try:
            with contextlib.suppress(WriteError):  # some rows needn't be a file, with a root of all: that shows later
                held.append(self._sink.model_of(sample))
            return weight(held) // sample.num_rows
        finally:
            held.clear()
            gc.collect()
