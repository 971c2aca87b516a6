"""The rows of files, one file after another, handed out as Arrow, data frames and Parquet."""

from __future__ import annotations

import os
import traceback
from abc import ABC, abstractmethod
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any, NamedTuple

import pyarrow as pa

from bytewright.arrow.backwards import Order, is_backwards
from bytewright.arrow.conditions import Condition
from bytewright.arrow.expressions import columns_of, condition_of, expression_of, filtered
from bytewright.arrow.notebook import described, html_of
from bytewright.errors import BytewrightError, InputMissingError, OptionError, ReadError, UnreadableError
from bytewright.host.optional import needed
from bytewright.io.atomic_files import replacing
from bytewright.tables import parquet_files
from bytewright.tables.engines import Engine
from bytewright.tables.inputs import Input
from bytewright.views.evaluate.framing import WHOLE, Part

if TYPE_CHECKING:
    from concurrent.futures import Future


class Notice(NamedTuple):
    """Something that was noticed in a file and tolerated: where, and what."""

    path: str
    offset: int
    text: str

    def __str__(self) -> str:
        return f"{self.path}: offset {self.offset} (0x{self.offset:x}): {self.text}"


class FileRead:
    """A file that another thread reads.

    Args:
        table: what reads it.
        most: bytes of rows that are held, about; as many again are made while these are taken.
        submit: has another thread call a function.

    Attributes:
        table: see above.
        error: what came behind the rows.
    """

    def __init__(self, table: FileRows, most: int, submit: Callable[[Callable[[], bool]], Future[bool]]) -> None:
        self.table = table
        self.error: BytewrightError | None = None
        self._most = most
        self._submit = submit
        self._made: list[pa.RecordBatch] = []
        self._rows = table.to_batches()
        self._read = submit(self.make)

    def make(self) -> bool:
        """Make the next rows; whether there are no more. No thread waits until they are taken: nobody may take them any
        more."""
        held = 0
        try:
            for batch in self._rows:
                self._made.append(batch)
                held += batch.nbytes
                if held >= self._most:
                    return False
        except (ReadError, UnreadableError, InputMissingError) as error:
            self.error = error
        return True

    def batches(self) -> Iterator[pa.RecordBatch]:
        """Its rows."""
        is_over = False
        while not is_over:
            is_over = self._read.result()
            made, self._made = self._made, []
            if not is_over:
                self._read = self._submit(self.make)
            yield from made


class FileRows(ABC):
    """Files as rows.

    Attributes:
        schema: names and types of the columns shown.
        available: those of all columns that could be.
        condition: on the rows: of those that can't fulfil it, some may be missing. None: there is none.
        malformed: how many bad records were passed over, of those whose rows have been read.
        malformed_bytes: how many bytes they take.
        warnings: what was noticed and tolerated; complete when the rows have been read.
        engines: which engine makes the rows of each file that has been begun, in their order.
        counted: how many rows came from which engine so far; of what is read by the kernel, some records may be left to
            objects.
    """

    schema: pa.Schema
    available: pa.Schema
    condition: Condition | None
    malformed: int
    malformed_bytes: int
    warnings: list[Notice]
    engines: list[Engine]
    counted: Counter[str]
    _inputs: list[Input]

    def __init__(self) -> None:
        self.malformed = self.malformed_bytes = 0
        self.warnings = []
        self.engines = []
        self.counted = Counter()
        self._turn = Lock()

    @property
    @abstractmethod
    def title(self) -> str:
        """The format, or formats, and the view."""

    def __repr__(self) -> str:
        """What is read of which files; no row is read for that."""
        return described(self.title, [one.label for one in self._inputs], self.schema)

    def _repr_html_(self) -> str:
        """What notebooks show: the same, and the first rows."""
        return html_of(repr(self), self.only(self.schema.names))

    @abstractmethod
    def _rows(self, one: Input, part: Part, limit: int | None = None, order: Order = "asc") -> Iterator[pa.RecordBatch]:
        """The rows of one file."""

    @abstractmethod
    def only(self, columns: Sequence[str], condition: Condition | None = None) -> FileRows:
        """A table of some of the columns of this one, which can be read beside it.

        Args:
            columns: names of columns that are shown.
            condition: on the rows: of those that can't fulfil it, some may be missing. None: that of this one.

        Raises:
            OptionError: one is unknown.
        """

    def _in_turn(self, part: Part, limit: int | None) -> Iterator[pa.RecordBatch | FileRead | Input]:
        """The files in their order; in place of those that are read at once, or by other threads, their rows."""
        yield from self._inputs

    def to_batches(
        self,
        on_error: Callable[[BytewrightError], None] | None = None,
        part: Part = WHOLE,
        *,
        limit: int | None = None,
        filters: Any = None,
        order: Order = "asc",
    ) -> Iterator[pa.RecordBatch]:
        """The rows, file by file, as batches of bounded size.

        A bad file ends its own rows; the others go on. Several threads may read the same table, and one may read it
        several times at once: each gets all rows.

        Args:
            on_error: told of the error of each bad file when its rows have been given; None: the first such error is
                raised after the last row of all files.
            part: of the only file: one of its `splits`.
            limit: rows that are given in all, at most; no more is read than these need. None: all rows.
            filters: which rows are given: an expression of Arrow's, or a list of ``(column, operator, value)`` that
                must all hold, or of such lists of which one must, as in ``pyarrow.parquet.read_table``. All columns
                that could be shown may be named. Which records are bad doesn't depend on it. None: all rows.
            order: as they are stored (``asc``), or from the last row of the last file to the first one of the first
                (``desc``): a file whose records can be divided (`splits`) is read from its end, part by part, and a bad
                record is an error before any row of its part is given; others are read as a whole.

        Raises:
            OptionError: ``filters`` names a column that isn't there, or is no filter; there is no such order; the limit
                is negative.
        """
        is_backwards(order)
        if limit is not None and limit < 0:
            raise OptionError("limit", expected="a number of at least 0", found=str(limit))
        if filters is not None:
            yield from self._filtered(filters, on_error, part, limit, order)
            return
        if not self._turn.acquire(blocking=False):
            other = self.only(self.schema.names)  # the files are open, and what reads them stands somewhere
            try:
                yield from other.to_batches(on_error, part, limit=limit, order=order)
            finally:
                self._take_note(other)
            return
        try:
            yield from self._pass(on_error, part, limit, order)
        except BytewrightError as error:
            # Who keeps it is not to keep what was read, nor the program, which the next file could have.
            traceback.clear_frames(error.__traceback__)
            raise
        finally:
            self._turn.release()

    def _filtered(
        self,
        filters: Any,
        on_error: Callable[[BytewrightError], None] | None,
        part: Part,
        limit: int | None,
        order: Order,
    ) -> Iterator[pa.RecordBatch]:
        """The rows that a filter keeps."""
        shown, names = self.schema.names, self.available.names
        try:
            expression = expression_of(filters, self.available)
            needed = [name for name in columns_of(expression, names) if name not in shown]
            filtered(pa.RecordBatch.from_pylist([], self.available), expression)
        except (pa.ArrowException, TypeError, ValueError) as error:
            said = " ".join(str(error).split())
            hint = "Arrow compares columns of decimals with decimals: decimal.Decimal." if "Precision" in said else None
            raise OptionError(f"filters: {said}", hint=hint) from None
        table = self.only([*shown, *needed], condition_of(expression))
        left = limit
        try:
            for batch in table.to_batches(on_error, part, order=order):
                for kept in filtered(batch, expression):
                    given = kept.select(shown).slice(0, left)
                    if given.num_rows:
                        yield given
                    if left is not None:
                        left -= given.num_rows
                        if left == 0:
                            return
        finally:
            self._take_note(table)

    def _pass(
        self, on_error: Callable[[BytewrightError], None] | None, part: Part, limit: int | None, order: Order
    ) -> Iterator[pa.RecordBatch]:
        first: BytewrightError | None = None
        left = limit
        for one in self._inputs[::-1] if is_backwards(order) else self._in_turn(part, limit):
            if isinstance(one, pa.RecordBatch):
                yield one
                continue
            if left == 0:
                break
            try:
                for batch in self._rows(one, part, left, order) if isinstance(one, Input) else self._rows_of(one):
                    given = batch.slice(0, left)
                    yield given
                    if left is not None:
                        left -= given.num_rows
                        if left == 0:
                            break
            except (ReadError, UnreadableError, InputMissingError) as error:
                if on_error is not None:
                    on_error(error.with_traceback(None))  # which would keep what was read
                elif len(self._inputs) == 1:
                    raise
                first = first or error
            finally:
                if isinstance(one, Input):
                    one.close()
        if first is not None and on_error is None:
            raise first

    def _rows_of(self, read: FileRead) -> Iterator[pa.RecordBatch]:
        try:
            yield from read.batches()
        finally:
            self._take_note(read.table)
        if read.error is not None:
            raise read.error

    def _take_note(self, other: FileRows) -> None:
        """Count what another table of the same files has come across as one's own."""
        self.malformed += other.malformed
        self.malformed_bytes += other.malformed_bytes
        self.warnings += [notice for notice in other.warnings if notice not in self.warnings]
        self.engines += other.engines
        self.counted.update(other.counted)

    def to_table(self, filters: Any = None, *, limit: int | None = None, order: Order = "asc") -> pa.Table:
        """All rows.

        Args:
            filters: which of them; see `to_batches`, also for the others.
            limit: how many, at most.
            order: in which order.

        Raises:
            OptionError: ``filters`` names a column that isn't there, or is no filter; there is no such order; the limit
                is negative.
            ReadError: a file is bad.
        """
        batches = self.to_batches(limit=limit, filters=filters, order=order)
        return pa.Table.from_batches(list(batches), schema=self.schema)

    def to_reader(self) -> pa.RecordBatchReader:
        """The rows as Arrow's reader of batches, which raises our errors when it comes to them."""
        return pa.RecordBatchReader.from_batches(self.schema, self.to_batches())

    def to_parquet(self, path: Any, **settings: Any) -> None:
        """All rows as a Parquet file that tells Arrow and Spark what files say of columns beside their values.

        Args:
            path: the file: a path or URI, under which it appears when all is written, or a file object.
            settings: of ``pyarrow.parquet.ParquetWriter``.

        Raises:
            ReadError: a file is bad.
            WriteError: it can't be written.
        """
        if isinstance(path, str | os.PathLike) and settings.get("filesystem") is None:
            with replacing(path) as file:
                parquet_files.write(self.to_batches(), self.schema, file, **settings)
        else:
            parquet_files.write(self.to_batches(), self.schema, path, **settings)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """The rows by Arrow's PyCapsule protocol, for every library that knows it; each call reads the files anew.

        An error of ours reaches the other side as text.
        """
        return self.to_reader().__arrow_c_stream__(requested_schema)  # type: ignore[no-untyped-call]

    def to_pandas(self, **settings: Any) -> Any:
        """All rows as a data frame of pandas'.

        Args:
            settings: of ``pyarrow.Table.to_pandas``.

        Raises:
            ReadError: a file is bad.
            CodecError: pandas is missing.
        """
        needed("pandas", "pandas")
        return self.to_table().to_pandas(**settings)

    def to_polars(self) -> Any:
        """All rows as a data frame of Polars', which shares Arrow's memory.

        Raises:
            ReadError: a file is bad.
            CodecError: Polars is missing.
        """
        return needed("polars", "polars").from_arrow(self.to_table())

    def scan(self) -> Any:
        """The same as a lazy frame of Polars', which reads the columns and rows that a query is about, batch by batch.

        It is ``polars.scan_pyarrow_dataset`` of `dataset`: that hands on conditions as expressions of Arrow's, which
        tell the kernel which rows it need not make. Plug-ins of Polars' are given its own expressions, which nobody
        else can read, and their interface is unstable.

        Raises:
            CodecError: Polars is missing.
        """
        return needed("polars", "polars").scan_pyarrow_dataset(self.dataset())

    def dataset(self) -> Any:
        """The same as a dataset of Arrow's: DuckDB, DataFusion and Polars read only the columns and rows that a
        query is about."""
        from bytewright.tables.dataset import TableDataset

        return TableDataset(self.only(self.schema.names))


def read_ahead(
    items: Iterator[pa.RecordBatch | Input], apart: Callable[[Input], FileRows | None], threads: int
) -> Iterator[pa.RecordBatch | FileRead | Input]:
    """The same items, with what threads read in place of files.

    Args:
        items: files, and rows of such.
        apart: makes what reads a file ahead of its turn, where something may.
        threads: how many read at once.
    """
    from concurrent.futures import ThreadPoolExecutor  # takes a while to load

    from bytewright.kernels.drivers.parallel_scan import MOST_HELD

    reads: deque[FileRead] = deque()
    most = MOST_HELD // (threads + 2)
    pool = ThreadPoolExecutor(threads, "bytewright")
    try:
        for item in items:
            table = apart(item) if isinstance(item, Input) else None
            if table is not None:
                reads.append(FileRead(table, most, pool.submit))
                if len(reads) > threads:
                    yield reads.popleft()
                continue
            while reads:
                yield reads.popleft()
            yield item
        while reads:
            yield reads.popleft()
    finally:
        pool.shutdown(cancel_futures=True)
