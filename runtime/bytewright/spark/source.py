"""Formats as Spark data sources: ``format("bytewright").option("spec", NAME)``, and ``format(NAME)`` for every codec.

Spark runs a source in three places, and sends it on by pickle: a process on the driver that asks for the schema, one
that plans the partitions, and the workers that read them. Nothing heavy is imported before it is needed: Spark imports
every module called ``pyspark_*`` when it looks for sources, and one that fails or dawdles would harm all the others.
"""

from __future__ import annotations

import sys
import uuid
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

from pyspark.sql.datasource import (
    DataSource,
    DataSourceReader,
    DataSourceStreamReader,
    DataSourceStreamWriter,
    DataSourceWriter,
    InputPartition,
)

from bytewright.errors import BytewrightError, OptionError
from bytewright.spark import catalog_tables
from bytewright.spark.options import ReadOptions, WriteOptions
from bytewright.spark.process.closed_pipes import end_with_pipe
from bytewright.spark.process.failure import in_worker, short_errors
from bytewright.spark.process.gc_freeze import settled

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    import pyarrow as pa
    from pyspark.sql.types import StructType

    from bytewright.io.file_listing import DataFile
    from bytewright.schema.discovery import PivotKeys
    from bytewright.spark.read.planning import Planner
    from bytewright.spark.read.shares import Share
    from bytewright.spark.read.task import Piece, Request


class BytewrightDataSource(DataSource):
    """Reads and writes files of any installed format.

    Options are those of `ReadOptions` or `WriteOptions`, and what the format itself knows. Anything else is an error.
    """

    SPEC: ClassVar[str | None] = None
    """The codec that the source belongs to; None: the option ``spec`` names it."""

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        self._keys: dict[DataFile, PivotKeys | None] = {}
        self._inferred = False
        self._made = catalog_tables.declared(options)
        self._options: ReadOptions | None = None
        # Spark doesn't say which it is for. A process that plans a write plans nothing else; one that commits a batch
        # of a stream is told what only such a write is told.
        written = "pyspark.sql.worker.write_into_data_source" in sys.modules or any(
            name.lower() in ("checkpointlocation", "txnappid") for name in options
        )
        if options and not written:
            self._options = self._parsed(options if self._made is None else self._made)

    def _parsed(self, options: Mapping[str, str]) -> ReadOptions:
        with short_errors():
            return ReadOptions.parse(options, self.SPEC)

    @classmethod
    def name(cls) -> str:
        """What ``format(…)`` calls it."""
        return cls.SPEC or "bytewright"

    def schema(self) -> StructType:
        """Schema of all files: that of the first one by name, read from its headers; with ``mergeSchema`` of all.

        Raises:
            OptionError: an option is wrong, or a table of the catalog can't keep it.
            InputMissingError: there is no file.
            ReadError: the first file is bad.
        """
        from bytewright.arrow.types import spark_schema
        from bytewright.spark.read.planning import Planner

        with settled(), short_errors():
            options = self._read_options({})
            if self._made is not None:
                catalog_tables.check(self._made, options.codecs)
            planner = Planner(options)
            schema = spark_schema(planner.schema())
            self._keys = planner.keys
            self._inferred = True
            return schema if self._made is None else catalog_tables.keeping(schema, self._made)

    def __getstate__(self) -> dict[str, Any]:
        """What a process that is asked for a schema hands on, as the last thing that it does."""
        end_with_pipe()
        return self.__dict__

    def _read_options(self, of_table: Mapping[str, str]) -> ReadOptions:
        """The options, or those of a table where there are none."""
        if self.options and self._options is not None:
            return self._options
        return ReadOptions.parse(self.options or of_table, self.SPEC)

    def reader(self, schema: StructType) -> DataSourceReader:
        """Reads the columns of ``schema``, which may be the user's: what he leaves out is not decoded.

        Raises:
            OptionError: a column is unknown or has another type, or there is none.
        """
        from bytewright.spark.read.planning import Planner

        with short_errors():
            if not schema.fields:
                raise OptionError(
                    "the schema has no columns",
                    hint="Spark would count no rows at all: name at least one column, a narrow one to count cheaply.",
                )
            # Files are listed anew, as a view keeps this object. Tasks get it, too: to them, keys would be for nothing.
            keys, self._keys = self._keys, {}
            options = self._read_options({} if self.options else catalog_tables.options_of(schema))
            if options.stream is not None:
                raise OptionError(f"option {options.stream.given} is for streams", hint="Read with spark.readStream.")
            planner = Planner(options, may_be_empty=True, keys=keys)
            return FileReader(catalog_tables.without(schema), planner, options)

    def streamReader(self, schema: StructType) -> DataSourceStreamReader:  # noqa: N802 - Spark calls it so
        """Reads files as they come, each once.

        Raises:
            OptionError: an option has no effect on streams.
        """
        from bytewright.spark.streaming.reader import FileStreamReader, RefusedReader

        with short_errors():
            try:
                return FileStreamReader(schema, self._read_options({}), inferred=self._inferred)
            except BytewrightError as error:
                if not in_worker():
                    raise
                return RefusedReader(error)

    def writer(self, schema: StructType, overwrite: bool) -> DataSourceWriter:
        """Writes rows of ``schema`` to files of the format.

        Raises:
            OptionError: an option or a column is wrong.
            WriteError: the format can't be written from such rows.
        """
        from bytewright.spark.sink import FileWriter

        with settled(), short_errors():
            options = self.options or catalog_tables.options_of(schema, written=True)
            return FileWriter(
                catalog_tables.without(schema), WriteOptions.parse(options, self.SPEC), overwrite=overwrite
            )

    def streamWriter(self, schema: StructType, overwrite: bool) -> DataSourceStreamWriter:  # noqa: N802
        """Writes the rows of each batch of a stream to files of the format, once however often a batch runs.

        Raises:
            OptionError: an option or a column is wrong, or nothing tells the stream from others.
            WriteError: the format can't be written from such rows.
        """
        from bytewright.spark.streaming.writer import StreamWriter

        with settled(), short_errors():
            if overwrite:
                raise OptionError("output mode complete: files of earlier batches stay", hint="Use append or update.")
            return StreamWriter(schema, WriteOptions.parse(self.options, self.SPEC))


class FilePartition(InputPartition):
    """Files, and parts of files, that one task reads one after another.

    Attributes:
        pieces: what is known when the read is planned.
        share: which of the files that come later belong to it.
    """

    def __init__(self, pieces: Sequence[Piece], share: Share) -> None:
        super().__init__((tuple(pieces), share))
        self.pieces = tuple(pieces)
        self.share = share


class FileReader(DataSourceReader):
    """Plans the partitions on the driver, and reads them in the workers.

    It takes no filters that Spark pushes: all queries on a DataFrame share one plan, so that the filters of one would
    count in others.
    """

    def __init__(self, schema: StructType, planner: Planner, options: ReadOptions) -> None:
        from bytewright.arrow.types import from_spark
        from bytewright.views.evaluate.bad_records import new_run

        self._id = uuid.uuid4().hex
        self._run = new_run()
        self._planner: Planner | None = planner
        self._options = options.anywhere()
        self._want = from_spark(schema)
        self._request: Request = planner.request(self._want, options)

    def __getstate__(self) -> dict[str, Any]:
        """What tasks need: they get their files as partitions."""
        end_with_pipe()  # the last thing that a process does which is asked for partitions
        return {**self.__dict__, "_planner": None}

    def partitions(self) -> list[InputPartition]:
        """The files, in the order of their names, dealt out by size; large ones in parts."""
        from bytewright.spark.read.shares import shares

        assert self._planner is not None
        with settled(), short_errors():
            # Where there is nothing, a partition stands for what comes.
            groups = self._planner.partitions(self._want, self._request.options.filters) or [[]]
            dealt = shares(self._planner.files, len(groups))
            return [FilePartition(group, share) for group, share in zip(groups, dealt, strict=True)]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """The rows of one partition, in batches of bounded size that have exactly the schema that Spark expects."""
        from bytewright.spark.read.task import read

        assert isinstance(partition, FilePartition)
        with settled(), short_errors():
            pieces, request = self._current(partition)
            yield from read(pieces, request.in_run(self._run_of_query()), lambda done: done.tell())

    def _run_of_query(self) -> str:
        """The directory for bad records of the query.

        All queries on a DataFrame share this object, but no stage; a task that runs once more is of the same one."""
        from pyspark import TaskContext

        context = TaskContext.get()
        return self._run if context is None else f"{self._run}-{context.stageId()}"

    def _current(self, partition: FilePartition) -> tuple[Iterable[Piece], Request]:
        """What a partition has when its query runs, and what is asked of it."""
        from pyspark import TaskContext

        from bytewright.spark.read.planning import Planner
        from bytewright.spark.read.shares import current

        options, share = self._options, partition.share
        if not options.refresh:
            return partition.pieces, self._request
        if share.count == 1 and not share.planned:  # there was no file that could have been asked for its columns
            planner = Planner(options, may_be_empty=True)
            request = planner.request(self._want, options)
            return chain.from_iterable(planner.partitions(self._want, options.filters)), request
        context = TaskContext.get()
        query = None if context is None else (self._id, context.stageId())
        return current(partition.pieces, share, options, query), self._request


def source_for(name: str) -> type[BytewrightDataSource]:
    """The data source of one codec, to be ``DefaultSource`` in a module ``pyspark_NAME``, where Spark finds it.

    Whether there is such a codec is asked when the source is used.
    """
    # Named after where it will be, so that it is pickled by reference.
    body = {"SPEC": name, "__module__": f"pyspark_{name}", "__qualname__": "DefaultSource"}
    return type(
        "DefaultSource", (BytewrightDataSource,), {"__doc__": f"Reads and writes files of the format {name}.", **body}
    )
