"""Formats as Spark data sources: ``format("bytewright").option("spec", NAME)``, and ``format(NAME)`` for every codec.

Spark runs a source in three places, and sends it on by pickle: a process on the driver that asks for the schema, one
that plans the partitions, and the workers that read them. Nothing heavy is imported before it is needed: Spark imports
every module called ``pyspark_*`` when it looks for sources, and one that fails or dawdles would harm all the others.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, ClassVar

from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from bytewright.errors import InputMissingError, OptionError
from bytewright.spark.failure import short_errors
from bytewright.spark.files import DataFile, list_files, pack
from bytewright.spark.options import ReadOptions
from bytewright.spelling import hint

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pyarrow as pa
    from pyspark.sql.types import StructType

    from bytewright.table import Table


class BytewrightDataSource(DataSource):
    """Reads files of any installed format.

    Options are those of `ReadOptions`, and what the format itself knows. Anything else is an error.
    """

    SPEC: ClassVar[str | None] = None
    """The codec that the source belongs to; None: the option ``spec`` names it."""

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        self._files: list[DataFile] | None = None
        self._available: pa.Schema | None = None
        with short_errors():
            self._options = ReadOptions.parse(options, self.SPEC)

    @classmethod
    def name(cls) -> str:
        """What ``format(…)`` calls it."""
        return cls.SPEC or "bytewright"

    def schema(self) -> StructType:
        """Schema of all files: that of the first one by name, read from its headers; with ``mergeSchema`` of all."""
        from bytewright.arrow import spark_schema

        with short_errors():
            self._files = self._list()
            self._available = _schema(self._files, self._options)
            return spark_schema(self._available)

    def reader(self, schema: StructType) -> DataSourceReader:
        """Reads the columns of ``schema``, which may be the user's: what he leaves out is not decoded.

        Raises:
            OptionError: a column is unknown or has another type, or there is none.
        """
        with short_errors():
            if not schema.fields:
                raise OptionError(
                    "the schema has no columns",
                    hint="Spark would count no rows at all: name at least one column, a narrow one to count cheaply.",
                )
            # Both go to every task with this object: the files would be for nothing there.
            files, self._files = self._files, None
            if files is None:
                files = self._list(may_be_empty=True)
            _check(schema, files, self._available, self._options)
            return FileReader(schema, files, self._options)

    def _list(self, may_be_empty: bool = False) -> list[DataFile]:
        options = self._options
        if not options.paths:
            # Also what happens to tables of the catalog: Spark keeps their options from sources in Python.
            raise OptionError(
                "there is no path to read",
                hint="Name files, directories or globs: .load(PATH), or SELECT … FROM table WITH (path = '…').",
            )
        files = list_files(options.paths, name_filter=options.name_filter, recursive=options.recursive)
        if not files and not may_be_empty:
            raise InputMissingError(
                "there are no files to take the schema from",
                path=", ".join(options.paths),
                hint="Names that begin with _ or . are passed over, and so are directories in directories "
                "unless recursiveFileLookup=true.",
            )
        return files


class FilePartition(InputPartition):
    """Files that one task reads, one after another."""

    def __init__(self, files: Sequence[DataFile]) -> None:
        super().__init__(tuple(files))
        self.files = tuple(files)


class FileReader(DataSourceReader):
    """Plans the partitions on the driver, and reads them in the workers."""

    def __init__(self, schema: StructType, files: list[DataFile], options: ReadOptions) -> None:
        self._schema = schema
        self._files = files
        self._options = options

    def __getstate__(self) -> dict[str, Any]:
        """What tasks need: they get their files as partitions."""
        return {**self.__dict__, "_files": []}

    def partitions(self) -> list[InputPartition]:
        """The files, dealt out by size, in the order of their names."""
        options = self._options
        groups = pack(
            self._files,
            max_bytes=options.max_partition_bytes,
            open_cost=options.open_cost_in_bytes,
            min_partitions=options.min_partitions,
        )
        return [FilePartition(group) for group in groups]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """The rows of one partition, in batches of bounded size that have exactly the schema that Spark expects."""
        from pyspark.sql.pandas.types import to_arrow_schema

        # No files at all: Spark then makes up a partition of its own.
        files = partition.files if isinstance(partition, FilePartition) else ()
        want = to_arrow_schema(self._schema, timezone="UTC")
        with short_errors():
            for file in files:
                yield from _read(file, want, self._options)


def source_for(name: str) -> type[BytewrightDataSource]:
    """The data source of one codec, to be ``DefaultSource`` in a module ``pyspark_NAME``, where Spark finds it.

    Whether there is such a codec is asked when the source is used.
    """
    # Named after where it will be, so that it is pickled by reference.
    body = {"SPEC": name, "__module__": f"pyspark_{name}", "__qualname__": "DefaultSource"}
    return type("DefaultSource", (BytewrightDataSource,), {"__doc__": f"Reads files of the format {name}.", **body})


def _open(files: Sequence[DataFile], options: ReadOptions, columns: Sequence[str] | None) -> Table:
    from bytewright.table import open as open_table

    return open_table(
        [file.path for file in files],
        spec=options.spec,
        view=options.view,
        columns=columns,
        options=options.settings,
        engine=options.engine,
        texts=options.texts,
    )


def _schema(files: Sequence[DataFile], options: ReadOptions) -> pa.Schema:
    """The columns that a read of ``files`` gives, as Arrow has them."""
    return _open(files if options.merge else files[:1], options, options.columns).schema


def _check(schema: StructType, files: Sequence[DataFile], first: pa.Schema | None, options: ReadOptions) -> None:
    """Refuse a schema that the files can't be read by."""
    from pyspark.sql.pandas.types import to_arrow_schema

    from bytewright.spark.conform import Conformer, match

    if not files:
        return
    want = to_arrow_schema(schema, timezone="UTC")
    have = first if first is not None else _schema(files, options)
    Conformer(have, want, files[0].path)
    missing = [name for name in want.names if match(name, have.names) is None]
    # Files may have columns that the first one has not, and be read for them. Looked for only where one is missing.
    for file in files[1:]:
        if not missing:
            return
        others = _open([file], options, options.columns).schema.names
        missing = [name for name in missing if match(name, others) is None]
    if missing:
        raise OptionError(
            f"no file has a column {missing[0]}", path=files[0].path, hint=hint(missing[0], have.names, "columns")
        )


def _read(file: DataFile, want: pa.Schema, options: ReadOptions) -> Iterator[pa.RecordBatch]:
    from bytewright.spark.conform import Conformer, bounded

    table = _open([file], options, options.columns)
    conform = Conformer(table.schema, want, file.path)
    if options.columns is None and len(conform.names) < len(table.schema):
        # Where the file has none of the columns, one of it is still needed to tell how many rows there are.
        table = _open([file], options, conform.names or table.schema.names[:1])
    for batch in table.to_batches():
        yield from bounded(conform(batch))
    for warning in table.warnings:
        sys.stderr.write(f"bytewright: warning: {warning}\n")
