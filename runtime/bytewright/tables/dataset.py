"""A table as one of Arrow's datasets: engines that know these (DuckDB, Polars) ask for columns and filter rows.

Only the columns that are asked for, and those that the filter names, are read; what the kernel understands of the
filter tells it which rows it need not make.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.dataset as arrow_dataset
from pyarrow.fs import LocalFileSystem

from bytewright.arrow.conditions import Condition
from bytewright.arrow.expressions import columns_of, condition_of
from bytewright.errors import BytewrightError

_REFUSAL = "Arrow can't scan files of Bytewright: use scanner(), to_batches() or to_table() of their dataset"


class Rows(Protocol):
    """Rows of files; see `bytewright.tables.file_rows.FileRows`."""

    @property
    def schema(self) -> pa.Schema:
        """Names and types of the columns."""

    def only(self, columns: Sequence[str], condition: Condition | None = None) -> Rows:
        """The same rows with some of the columns; of those that can't fulfil a condition, some may be missing."""

    def to_batches(self) -> Iterator[pa.RecordBatch]:
        """The rows."""


class TableDataset(arrow_dataset.UnionDataset):
    """Files of one format; every scan reads them anew.

    What Arrow scans in its own code, without asking for a `scanner`, ends with an error: a union with other datasets,
    a join of another dataset with this one. To it, this is a file that is never there.

    Args:
        table: the files; none of them is open.
        filter: an expression of Arrow's, which all rows fulfil that are shown; None: all are.
        known: the columns that Arrow's own code is told of; None: those of the files.

    Attributes:
        tables: what has been read so far, one table per scan, for their warnings.
        failure: the first error of a scan, or an interrupt; other libraries hand on its text at most.
    """

    def __init__(self, table: Rows, filter: Any = None, known: pa.Schema | None = None) -> None:
        arrow: Any = arrow_dataset  # its stubs know no constructors
        form, system = arrow.IpcFileFormat(), LocalFileSystem()
        known = table.schema if known is None else known
        never = arrow.FileSystemDataset([form.make_fragment(_REFUSAL, system)], known, form, system)
        arrow.UnionDataset.__init__(self, known, [never])
        if filter is not None:
            self._scan_options = {"filter": filter}  # where Arrow's own datasets have it, and Arrow looks for it
        self._table = table
        self.tables: list[Rows] = []
        self.failure: BytewrightError | KeyboardInterrupt | None = None

    def scanner(self, columns: Any = None, filter: Any = None, *more: Any, **settings: Any) -> Any:
        """What reads the columns of the rows that a filter keeps.

        Args:
            columns: their names, or expressions of Arrow's by the names of their results; None: all.
            filter: an expression of Arrow's, or None.
            more: settings of Arrow's own files; they don't matter here.
            settings: likewise.
        """
        table, filter = self._scanned(columns, filter)
        reader = pa.RecordBatchReader.from_batches(table.schema, self._batches(table))
        return arrow_dataset.Scanner.from_batches(reader, columns=columns, filter=filter)

    def _scanned(self, columns: Any, filter: Any) -> tuple[Rows, Any]:
        """The rows with the columns that a scan needs, and its whole condition."""
        filter = self._both(filter)
        condition = None if filter is None else condition_of(filter)
        table = self._table.only(self._needed(columns, filter), condition)
        self.tables.append(table)
        return table, filter

    def _both(self, filter: Any) -> Any:
        """The condition of this dataset and another one."""
        mine = self._scan_options.get("filter")
        return mine if filter is None else filter if mine is None else mine & filter

    def _needed(self, columns: Sequence[str] | Mapping[str, Any] | None, filter: Any) -> list[str]:
        """The columns that must be read."""
        names: list[str] = self.schema.names
        if columns is None:
            return names
        expressions = list(columns.values()) if isinstance(columns, Mapping) else []
        if filter is not None:
            expressions.append(filter)
        asked = {name for expression in expressions for name in columns_of(expression, names)}
        asked |= set() if isinstance(columns, Mapping) else set(columns)
        return [name for name in names if name in asked]

    def _batches(self, table: Rows) -> Iterator[pa.RecordBatch]:
        with self.noted():
            yield from table.to_batches()

    @contextmanager
    def noted(self) -> Iterator[None]:
        """Note an error of the block."""
        try:
            yield
        except (BytewrightError, KeyboardInterrupt) as error:
            self.failure = self.failure or error
            raise

    def count_rows(self, filter: Any = None, *more: Any, **settings: Any) -> int:
        """How many rows a filter keeps."""
        return int(self.scanner(columns=self.schema.names[:1], filter=filter).count_rows())

    def filter(self, expression: Any) -> TableDataset:
        """A dataset of the rows that fulfil an expression of Arrow's as well."""
        return TableDataset(self._table, self._both(expression))

    def get_fragments(self, filter: Any = None) -> Iterator[TableFragment]:
        """What is scanned apart from each other: one fragment, of all rows. A filter leaves out none."""
        yield TableFragment(self)

    # --- what Arrow does with rows in memory ------------------------------------------------------------------------

    def _held(self) -> Any:
        in_memory: Any = arrow_dataset.InMemoryDataset
        return in_memory(self.to_table())

    @property
    def children(self) -> list[Any]:
        """What the dataset consists of: its rows."""
        return [self._held()]

    def replace_schema(self, schema: pa.Schema) -> Any:
        """The rows in memory, with other types or fewer columns."""
        return self._held().replace_schema(schema)

    def sort_by(self, sorting: Any, **settings: Any) -> Any:
        """The rows in memory, sorted; see ``pyarrow.dataset.Dataset.sort_by``."""
        return self._held().sort_by(sorting, **settings)

    def join(self, right_dataset: Any, *keys: Any, **settings: Any) -> Any:
        """A join in memory with another dataset; see ``pyarrow.dataset.Dataset.join``."""
        return self._held().join(_in_memory(right_dataset), *keys, **settings)

    def join_asof(self, right_dataset: Any, *keys: Any, **settings: Any) -> Any:
        """A join in memory by the nearest key; see ``pyarrow.dataset.Dataset.join_asof``."""
        return self._held().join_asof(_in_memory(right_dataset), *keys, **settings)


class TableFragment:
    """All rows of a dataset as a fragment: engines that divide datasets (DataFusion) scan these.

    It is none of Arrow's own classes, whose code would look for rows elsewhere.

    Args:
        dataset: it.
    """

    def __init__(self, dataset: TableDataset) -> None:
        self._dataset = dataset
        self.physical_schema = dataset.schema
        self.partition_expression = pc.scalar(True)

    def scanner(
        self, schema: pa.Schema | None = None, columns: Any = None, filter: Any = None, *more: Any, **settings: Any
    ) -> Any:
        """See `TableDataset.scanner`; the schema is that of the dataset."""
        return self._dataset.scanner(columns, filter)

    def to_batches(self, *asked: Any, **settings: Any) -> Iterator[pa.RecordBatch]:
        """The rows that a scan gives, batch by batch."""
        batches: Iterator[pa.RecordBatch] = self.scanner(*asked, **settings).to_batches()
        return batches

    def to_table(self, *asked: Any, **settings: Any) -> pa.Table:
        """The rows that a scan gives."""
        rows: pa.Table = self.scanner(*asked, **settings).to_table()
        return rows

    def count_rows(self, filter: Any = None, **settings: Any) -> int:
        """How many rows a filter keeps."""
        return self._dataset.count_rows(filter)


def _in_memory(dataset: Any) -> Any:
    return dataset._held() if isinstance(dataset, TableDataset) else dataset
