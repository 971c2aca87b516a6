"""SQL over files, by DuckDB: a table's name is a path, and behind ``?`` what `bytewright.open` is told of it.

Which names are files: `bytewright.tables.sql.files`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import Any

import pyarrow as pa

from bytewright.codec.trust import Consent, Trust
from bytewright.errors import BytewrightError, OptionError
from bytewright.tables.file_rows import FileRows, Notice
from bytewright.tables.opening import Spec
from bytewright.tables.sql.files import QueriedDataset, QueriedFiles, beside

BATCH_ROWS = 65536


class Session:
    """Queries over files. What one query defines (views, macros, settings), the next one knows.

    Arguments are those of `bytewright.duckdb.register`.

    Raises:
        CodecError: DuckDB is missing.
        OptionError: consent can't be given.
        UntrustedError: ``spec`` names code to which nobody has consented.
    """

    def __init__(
        self,
        spec: Spec | Sequence[Spec] | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        strict: bool = False,
        trust: Consent | Trust = (),
        processes: Mapping[str, type] | None = None,
        threads: int | None = None,
    ) -> None:
        self._files = QueriedFiles(spec, options, strict=strict, trust=trust, processes=processes, threads=threads)
        self._duckdb = self._files.duckdb
        self._datasets: dict[str, QueriedDataset] = {}
        # Nothing is fetched; moments are shown in UTC. Files are read one batch after another anyhow, and a thread of
        # DuckDB's that met an error may outlive this one.
        settings = {"autoinstall_known_extensions": False, "TimeZone": "UTC", "threads": 1}
        self._connection = self._duckdb.connect(config=settings)

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Forget everything."""
        self._connection.close()
        self._datasets.clear()

    @property
    def warnings(self) -> list[Notice]:
        """What was noticed and tolerated in the files that were read."""
        tables: Iterator[Any] = (table for dataset in self._datasets.values() for table in dataset.tables)
        return list(dict.fromkeys(notice for table in tables for notice in table.warnings))

    def statements(self, text: str) -> list[str]:
        """The statements of a text.

        Raises:
            OptionError: it is no SQL.
        """
        try:
            return [one.query for one in self._connection.extract_statements(text)]
        except self._duckdb.Error as error:
            raise self._wrong(error) from error

    def run(self, statement: str) -> pa.RecordBatchReader | None:
        """Run one statement.

        Returns:
            Its rows, which are made as they are read; None where it has none. Errors in files and of the query
            come while they are read, as ours.

        Raises:
            OptionError: the query, an option in it or a name is wrong.
            InputMissingError: a file is missing.
            ReadError: a file is bad.
        """
        relation, failure = None, None
        try:
            names = self._files.named(statement)
            self._datasets.update({one: self._files.dataset(one) for one in names if one not in self._datasets})
            self._files.keep(statement, {one: self._datasets[one] for one in names}, self._connection)
            # Nothing is a table but files and what queries define, of which some name files.
            relation = beside(self._datasets, None, self._connection.sql, statement)
            reader = None if relation is None else relation.to_arrow_reader(BATCH_ROWS)
        except self._duckdb.Error as error:
            failure = self._wrong(error)
        # Errors lead to the frames that they passed, which would keep DuckDB's objects, and so its threads, alive.
        del relation
        if failure is not None:
            raise failure
        return None if reader is None else pa.RecordBatchReader.from_batches(reader.schema, self._batches([reader]))

    def _batches(self, readers: list[pa.RecordBatchReader]) -> Iterator[pa.RecordBatch]:
        failure = None
        try:
            yield from readers[0]
        except (self._duckdb.Error, OSError, pa.ArrowException) as error:
            failure = self._wrong(error)
        finally:
            readers.clear()
        if failure is not None:
            raise failure

    def _wrong(self, error: Exception) -> BytewrightError | KeyboardInterrupt:
        """The error of ours, or the interrupt, that stopped DuckDB, or its own as one of ours."""
        for dataset in self._datasets.values():
            if dataset.failure is not None:
                failure: BytewrightError | KeyboardInterrupt = dataset.failure
                dataset.failure = None
                return failure.with_traceback(None)
        text = re.sub(r"\s*\n\s*", " ", str(error).partition("\nLINE ")[0]).strip()
        return OptionError(f"query: {text}")

    def open(self, name: str) -> FileRows:
        """The table that a name stands for.

        Raises:
            OptionError: what stands behind ``?`` is wrong.
            InputMissingError: there is no such file.
        """
        return self._files.open(name)


def sql(
    query: str,
    spec: Spec | Sequence[Spec] | None = None,
    options: Mapping[str, Any] | None = None,
    *,
    trust: Consent | Trust = (),
    processes: Mapping[str, type] | None = None,
    threads: int | None = None,
) -> pa.Table:
    """The rows of a query over files, by DuckDB.

    Args:
        query: one statement; tables are paths in quotes: ``select count(*) from 'logs/*.bin?view=records'``.
        spec: format of files whose names don't say one; None: by their first bytes.
        options: options for all files.
        trust: code that specs which are named by their paths may run; see `bytewright.duckdb.register`.
        processes: classes for ``process`` and ``decode: by`` of ``spec``, by the names that it calls them.
        threads: how many read a large file; see `bytewright.open`.

    Raises:
        OptionError: the query, an option in it or a name is wrong.
        InputMissingError: a file is missing.
        ReadError: a file is bad.
        CodecError: DuckDB is missing.
    """
    with Session(spec, options, trust=trust, processes=processes, threads=threads) as session:
        reader = session.run(query)
        return pa.table({}) if reader is None else reader.read_all()
