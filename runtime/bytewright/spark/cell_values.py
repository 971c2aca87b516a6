"""Whole files as values of a column: arrays of bytes to arrays of lists of rows, and back. Arrow in, Arrow out.

Plain data goes to the tasks; each makes a codec and settings of it once.
"""

from __future__ import annotations

import itertools
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa

from bytewright.codec import settings
from bytewright.codec.codec import Codec
from bytewright.codec.maker_columns import check_columns
from bytewright.columnar.scan.batch_scan import BatchScan, Numbers
from bytewright.errors import OptionError, ReadError, WriteError
from bytewright.io.source import BytesSource
from bytewright.schema.conform import Conformer
from bytewright.schema.discovery import PivotKeys
from bytewright.schema.variant_columns import everything
from bytewright.schema.view import View
from bytewright.spark.write import fitting
from bytewright.tables import row_models as rows
from bytewright.tables import write
from bytewright.tables.inputs import Input
from bytewright.tables.row_numbering import numbered
from bytewright.tables.table import Table
from bytewright.tables.write_job import Written
from bytewright.views.evaluate.layout import (
    needs_discovery,
    row_per_file,
    stated_names,
    variants_of,
    view_of,
)
from bytewright.views.evaluate.malformed import CORRUPT_RECORD, Malformed, row_of


@dataclass
class CellValues:
    """What is the same for all values of a column.

    Attributes:
        codec: the format.
        view: name of the view; None: the default one.
        options: options by name, as text.
        texts: what the files that options name hold, by the option's id: they are read once, on the driver.
    """

    codec: Codec
    view: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)

    def __getstate__(self) -> dict[str, Any]:
        """Without what tasks find out themselves."""
        return {name: value for name, value in self.__dict__.items() if not name.startswith("_")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    @cached_property
    def _view(self) -> View:
        return view_of(self.codec, self.view)

    @cached_property
    def _settings(self) -> settings.Settings:
        return settings.parse(self.codec, self.options, texts=self.texts)


_TOGETHER = 64
"""Batches that are put together: each may be a few rows in memory for many."""


@dataclass
class Reader(CellValues):
    """Turns files into their rows.

    Attributes:
        columns: names of the columns that rows have; None: all that any value may have.
        want: the schema of rows, as Spark writes it in Arrow; None: that of the view.
        skip: bytes in front of each file that are none of its own.
    """

    columns: tuple[str, ...] | None = None
    want: pa.Schema | None = None
    skip: int = 0

    @property
    def is_single(self) -> bool:
        """Whether each file is one row."""
        return row_per_file(self._view)

    @property
    def schema(self) -> pa.Schema:
        """The columns of rows, where nobody says which are wanted.

        Raises:
            OptionError: they depend on the values.
        """
        if needs_discovery(self._view, self._settings) and variants_of(self._view) is None:
            raise OptionError(
                f"which columns the view {self._view.name} of {self.codec.name} has depends on the values",
                hint="Say it: schema=…, or set the option that names them.",
            )
        return self._none.schema

    def __call__(self, values: Any) -> pa.Array[Any]:
        """The rows of files.

        Args:
            values: an array of bytes, each a whole file; nulls stay.

        Returns:
            An array of lists of structs.

        Raises:
            ReadError: a value is bad, and the mode doesn't tolerate that.
        """
        counts, flat = self._read(values)
        # Where there is no value, the list begins nowhere.
        edges = pa.array(np.cumsum([0, *counts]), pa.int32(), mask=np.append(values.is_null(), False))
        made: Any = pa.ListArray
        lists: pa.Array[Any] = made.from_arrays(edges, flat, type=pa.list_(pa.field("element", flat.type)))
        return lists

    def row_of_each(self, values: Any) -> pa.Array[Any]:
        """The only row of each file.

        Args:
            values: as above.

        Returns:
            An array of structs; null where there is no value, or a bad one that is left out.

        Raises:
            ReadError: a value is bad, and the mode doesn't tolerate that.
        """
        counts, flat = self._read(values)
        rows: pa.Array[Any] = flat.take(pa.array(np.cumsum(counts) - 1, mask=counts == 0))
        return rows

    def tuples(self, values: Sequence[bytes | None]) -> Iterator[tuple[Any, ...]]:
        """The rows of files, as Spark's functions of tables give them in Python; a null has none.

        Raises:
            ReadError: a value is bad, and the mode doesn't tolerate that.
        """
        _, flat = self._read(pa.array(values, pa.binary()))
        columns = [one.to_pylist(maps_as_pydicts="strict") for one in flat.flatten()]
        yield from zip(*columns, strict=True)

    def _read(self, values: Any) -> tuple[Numbers, Any]:
        """How many rows each file has, and the rows of all, as structs."""
        schema = self.want if self.want is not None else self.schema
        kind = pa.struct(list(schema))
        # Each batch may be a few rows in memory for many, so they are put together now and then.
        found: list[pa.Array[Any]] = []
        pieces: list[pa.Array[Any]] = []
        counts = np.zeros(len(values), np.int64)
        for batch, numbers in self._rows(values):
            np.add.at(counts, numbers, 1)
            conformed = batch if batch.schema.equals(schema) else Conformer(batch.schema, schema)(batch)
            pieces.append(pa.StructArray.from_arrays(conformed.columns, fields=list(schema)))
            if len(pieces) >= _TOGETHER:
                found.append(pa.concat_arrays(pieces))
                pieces.clear()
        found += pieces
        return counts, pa.concat_arrays(found) if found else pa.array([], kind)

    def _rows(self, values: Any) -> Iterator[tuple[pa.RecordBatch, Numbers]]:
        """The rows of all values in their order, and the number of the value that each is of."""
        there = values.is_valid().to_numpy(zero_copy_only=False)
        data, bounds = _laid_out(values)
        bounds[:, 0] += self.skip
        sizes = bounds[:, 1] - bounds[:, 0]
        together = self._together(int(sizes[there].sum()))
        small, known = np.zeros(len(values), bool), bounds
        if together is not None:
            starts = together.starts(data, bounds)
            small = there & (starts >= 0)
            known = np.stack([starts, bounds[:, 1]], axis=1)
        edges = [0, *(np.flatnonzero(small[1:] != small[:-1]) + 1).tolist(), len(values)]
        for start, stop in itertools.pairwise(edges):
            if start < stop and small[start] and together is not None:
                start = yield from self._read_together(together, data, bounds, known[start:stop], start)
            for number in range(start, stop):
                if there[number]:
                    yield from self._read_alone(data, bounds, number)

    def _read_together(
        self, together: BatchScan, data: memoryview, bounds: Numbers, records: Numbers, first: int
    ) -> Generator[tuple[pa.RecordBatch, Numbers], None, int]:
        """The rows of files that are read at once, by where their records lie; gives the number of the first
        that isn't read then."""
        following = 0
        # What reads them can't be used again before it has come to the end.
        self._ready = None
        try:
            for item in together.rows(data, records):
                if isinstance(item, int):
                    yield from self._read_alone(data, bounds, first + item)
                    following = item + 1
                else:
                    batch, numbers = item
                    yield self._none.shown(batch), numbers + first
                    following = int(numbers[-1]) + 1
        except pa.ArrowInvalid:
            return first + following
        self._ready = together
        return first + len(records)

    def _read_alone(self, data: memoryview, bounds: Numbers, number: int) -> Iterator[tuple[pa.RecordBatch, Numbers]]:
        start, stop = bounds[number].tolist()
        if start > stop:
            batch = self._too_short(bytes(data[start - self.skip : stop]))
            yield batch, np.full(batch.num_rows, number)
            return
        for batch in self._table(bytes(data[start:stop])).to_batches():
            yield batch, np.full(batch.num_rows, number)

    def _too_short(self, value: bytes) -> pa.RecordBatch:
        """What stands for a value that ends in what precedes the file."""
        expected = f"at least {self.skip} bytes, as skipBytes says"
        error = ReadError("the value is too short", expected=expected, found=str(len(value)))
        schema, mode = self.schema if self.want is None else self.want, self._settings.mode
        if mode == "FAILFAST":
            raise error
        if mode == "DROPMALFORMED":
            return pa.RecordBatch.from_pylist([], schema)
        corrupt = self._settings.columnNameOfCorruptRecord or CORRUPT_RECORD
        bad, most = Malformed(error, 0, 0, None), self._settings.maxCorruptBytes
        return pa.RecordBatch.from_arrays(row_of(bad, list(schema), corrupt, BytesSource(value), most), schema=schema)

    def _together(self, size: int) -> BatchScan | None:
        """What reads files at once that have so many bytes together; None: they are to be read one by one."""
        if self._keys is None and needs_discovery(self._view, self._settings):
            return None  # each value has columns of its own
        ready = self.__dict__.get("_ready")
        return self._none.together(size) if ready is None else ready

    @cached_property
    def _keys(self) -> PivotKeys | None:
        """The columns that values may name, where that is known without them."""
        variants = variants_of(self._view)
        if variants is None:
            # What values say of columns beside their values has no place in a column of theirs.
            return None if needs_discovery(self._view, self._settings) else PivotKeys()
        return everything(variants, self._settings.values, stated_names(self._view))

    @cached_property
    def _none(self) -> Table:
        """The table of a file without bytes, which no one reads."""
        return self._table(b"")

    def _table(self, data: bytes) -> Table:
        return Table(self.codec, self._view, [Input(data)], self._settings, self.columns, "auto", keys=self._keys)


def _laid_out(values: Any) -> tuple[memoryview, Numbers]:
    """Where the values of an array of bytes lie: memory, and where each begins and ends in it."""
    if not pa.types.is_binary(values.type):
        values = values.cast(pa.binary())
    _, offsets, data = values.buffers()
    ends = np.frombuffer(offsets, np.int32, len(values) + 1, 4 * values.offset) if len(values) else np.zeros(1)
    bounds = np.stack([ends[:-1], ends[1:]], axis=1).astype(np.int64)
    return memoryview(b"" if data is None else data), bounds


@dataclass
class Writer(CellValues):
    """Turns rows into files.

    Attributes:
        root: what rows don't hold, as JSON; None: nothing.
        said: columns whose metadata say what those of the rows were stored as; None: those of the values do.
        rows: how many rows the last call wrote.
        encoded: of how many of them the kernel made what is written.
    """

    root: str | None = None
    said: pa.Schema | None = None
    rows: int = field(default=0, init=False)
    encoded: int = field(default=0, init=False)

    def check(self, schema: pa.Schema) -> None:
        """Refuse rows of a schema that can't be written whatever is in them.

        Raises:
            BytewrightError: there is no such column, one has another type, or the view can't be turned round.
        """
        fitting.check(schema, self._columns(schema))

    def __call__(self, values: Any) -> pa.Array[Any]:
        """The files of rows.

        Args:
            values: an array of lists of structs, or of structs: the rows of each file; nulls stay.

        Returns:
            An array of bytes.

        Raises:
            WriteError: rows are none of the format; names which value and row.
        """
        there = np.flatnonzero(values.is_valid().to_numpy(zero_copy_only=False))
        kept = values.drop_null()
        sizes = np.ones(len(kept), np.int64) if pa.types.is_struct(kept.type) else kept.value_lengths().to_numpy()
        structs = kept if pa.types.is_struct(kept.type) else kept.flatten()
        table = self._told(pa.Table.from_batches([pa.RecordBatch.from_struct_array(structs)]))
        made: list[bytes | None] = [None] * len(values)
        self.rows, self.encoded = len(table), 0
        done = 0
        try:
            for data, written in self._files(table, np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)):
                made[there[done]] = data
                self.encoded += written.encoded
                done += 1
        except WriteError as error:
            error.field = f"values[{there[done]}]" + (f".{error.field}" if error.field else "")
            raise
        return pa.array(made, pa.binary())

    def _told(self, table: pa.Table) -> pa.Table:
        """Rows with what is said of their columns."""
        if self.said is None:
            return table
        told: dict[str, Any] = {field.name: field.metadata for field in self.said if field.metadata}
        return table.cast(
            pa.schema([one.with_metadata(told.get(one.name) or dict(one.metadata or {})) for one in table.schema])
        )

    def _columns(self, schema: pa.Schema) -> pa.Schema:
        maker = rows.maker_of(self.codec, self.view, self._settings)
        if maker is not None:
            check_columns(maker, schema, self.root)
            assert maker.schema is not None
            return pa.schema([maker.schema.field(name) for name in schema.names])
        layout, names = rows.layout_of_rows(self.codec, schema, self.view, self._settings, self.root)
        fields = [layout.schema.field(name) for name in names]
        return pa.schema([field.with_name(name) for field, name in zip(fields, schema.names, strict=True)])

    def _files(self, table: pa.Table, edges: Numbers) -> Iterator[tuple[bytes, Written]]:
        """The files of rows, those of each behind those of the one before, and how they were made."""
        given = self.view, self._settings, self.root
        columns = self._columns(table.schema)
        is_made = rows.maker_of(self.codec, self.view, self._settings) is not None
        fitted = _fitted(table, columns) if is_made else None
        if fitted is not None:
            yield from write.bytes_of_each(self.codec, fitted, edges, *given)
            return
        layout = None
        if self.root is None and not is_made:
            layout, _ = rows.layout_of_rows(self.codec, table.schema, self.view, self._settings, None)
        for first, behind in itertools.pairwise(edges.tolist()):
            one = fitting.fitted(table.slice(first, behind - first), columns)
            yield write.bytes_of(self.codec, one if layout is None else numbered(one, layout), *given)


def _fitted(table: pa.Table, columns: pa.Schema) -> pa.Table | None:
    """The rows of all files; None where those of one don't fit, which is to be found."""
    try:
        return fitting.fitted(table, columns)
    except WriteError:
        return None


def told(codec: Codec, options: Mapping[str, Any], view: str | None, *, written: bool) -> Mapping[str, str]:
    """What the files that options name hold; checks all options.

    Args:
        codec: the format.
        options: options by name.
        view: of which view, or which other rows, the rows are; None: the default one.
        written: whether rows are written; otherwise they are read.

    Raises:
        BytewrightError: a view, an option or a file is unknown or wrong.
    """
    parsed = settings.parse(codec, options)
    settings.refuse_extension_types(parsed)
    if parsed.badRecordsPath is not None:
        raise OptionError(
            "option badRecordsPath has no effect on files in a column",
            hint="With mode=PERMISSIVE, columnNameOfCorruptRecord adds a column with the bytes of bad records.",
        )
    if written:
        settings.check_written(codec, view, parsed)
    else:
        settings.check_read(codec, view_of(codec, view), parsed)
    return parsed.texts
