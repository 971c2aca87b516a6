"""A table as one of Arrow's datasets: engines that know these (DuckDB, Polars) ask for columns and filter rows.

Only the columns that are asked for, and those that the filter names, are read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.dataset as arrow_dataset

from bytewright.errors import BytewrightError

if TYPE_CHECKING:
    from bytewright.table import Table


class TableDataset(arrow_dataset.Dataset):
    """Files of one format; every scan reads them anew.

    Attributes:
        tables: what has been read so far, one table per scan, for their warnings.
        failure: the first error of a scan; other libraries hand on its text at most.
    """

    def __init__(self, table: Table) -> None:
        # Arrow's own constructor refuses to be called; what it sets up is never asked, as every method is here.
        self._table = table
        self.tables: list[Table] = []
        self.failure: BytewrightError | None = None

    @property
    def schema(self) -> pa.Schema:
        """Names and types of the columns."""
        return self._table.schema

    def scanner(self, columns: Any = None, filter: Any = None, *more: Any, **settings: Any) -> Any:
        """What reads the columns of the rows that a filter keeps.

        Args:
            columns: their names; None: all.
            filter: an expression of Arrow's, or None.
            more: settings of Arrow's own files; they don't matter here.
            settings: likewise.
        """
        return self._scanner(columns, filter, self._needed(columns, filter))

    def _needed(self, columns: Sequence[str] | None, filter: Any) -> list[str] | None:
        """The columns that must be read; an expression doesn't say which it names, but its text has their names."""
        if columns is None:
            return None
        text = str(filter)
        return [name for name in self.schema.names if name in columns or (filter is not None and name in text)]

    def _scanner(self, columns: Sequence[str] | None, filter: Any, needed: Sequence[str] | None) -> Any:
        table = self._table if needed is None else self._table.only(needed)
        self.tables.append(table)
        shown = list(columns) if columns is not None else None
        reader = pa.RecordBatchReader.from_batches(table.schema, self._batches(table))
        return arrow_dataset.Scanner.from_batches(reader, columns=shown, filter=filter)

    def _batches(self, table: Table) -> Iterator[pa.RecordBatch]:
        try:
            yield from table.to_batches()
        except BytewrightError as error:
            self.failure = self.failure or error
            raise

    def to_batches(self, columns: Any = None, filter: Any = None, *more: Any, **settings: Any) -> Any:
        """The rows as batches; arguments as for `scanner`."""
        return self.scanner(columns, filter).to_batches()

    def to_table(self, columns: Any = None, filter: Any = None, *more: Any, **settings: Any) -> pa.Table:
        """All rows; arguments as for `scanner`."""
        table: pa.Table = self.scanner(columns, filter).to_table()
        return table

    def head(self, num_rows: int, columns: Any = None, filter: Any = None, *more: Any, **settings: Any) -> pa.Table:
        """The first rows; arguments as for `scanner`."""
        table: pa.Table = self.scanner(columns, filter).head(num_rows)
        return table

    def count_rows(self, filter: Any = None, *more: Any, **settings: Any) -> int:
        """How many rows a filter keeps."""
        return int(self.scanner(columns=self.schema.names[:1], filter=filter).count_rows())
