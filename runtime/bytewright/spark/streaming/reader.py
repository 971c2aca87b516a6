"""A stream of files: each new one is read once, whole, or each log as it grows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NoReturn

from pyspark.sql.datasource import DataSourceStreamReader, InputPartition
from pyspark.sql.streaming.datasource import (
    ReadAllAvailable,
    ReadLimit,
    ReadMaxBytes,
    ReadMaxFiles,
    SupportsTriggerAvailableNow,
)

from bytewright.errors import BytewrightError, InputMissingError, OptionError
from bytewright.spark.process.failure import short_errors
from bytewright.spark.process.gc_freeze import settled
from bytewright.spark.stream_options import StreamOptions
from bytewright.spark.streaming.offsets import Offset, digest, forget
from bytewright.spark.streaming.warn import warn

if TYPE_CHECKING:
    import pyarrow as pa
    from pyspark.sql.types import StructType

    from bytewright.io.file_listing import DataFile
    from bytewright.io.folders import Folder
    from bytewright.spark.options import ReadOptions
    from bytewright.spark.read.task import Piece, Request
    from bytewright.spark.streaming.logs import Logs
    from bytewright.tables.append.compaction import Origin


class StreamPartition(InputPartition):
    """Files, and parts of files, that one task of a batch reads one after another.

    Attributes:
        pieces: the files.
        request: what rows are to look like.
    """

    def __init__(self, pieces: Sequence[Piece], request: Request) -> None:
        super().__init__((tuple(pieces), request))
        self.pieces = tuple(pieces)
        self.request = request


class FileStreamReader(DataSourceStreamReader, SupportsTriggerAvailableNow):
    """Finds the files of each batch on the driver, and reads them in the workers.

    Args:
        schema: the columns.
        options: the options of the read.
        inferred: whether the columns were taken from the files, not told by the user.
    """

    def __init__(self, schema: StructType, options: ReadOptions, *, inferred: bool) -> None:
        from bytewright.arrow.types import from_spark
        from bytewright.io.folders import open_folder

        self._options = options.anywhere()
        self._stream = options.stream or StreamOptions()
        self._want = from_spark(schema)
        self._columns = schema.simpleString() if inferred else ""
        state = self._stream.state
        self._state: Folder | None = None if state is None else open_folder(state, options.storage)
        self._logs: Logs | None = None
        self._until: list[DataFile] | None = None
        self._listed: dict[int, Piece] = {}
        self._planned: dict[int, DataFile] = {}
        self._origins: dict[str, tuple[Origin, ...]] = {}
        self._too_old = 0
        self._request: Request | None = None
        if self._stream.follow:
            from bytewright.spark.streaming.logs import Logs
            from bytewright.tables.row_metadata import METADATA

            self._logs = Logs(self._options, self._stream, numbered=METADATA.name in self._want.names)

    def __getstate__(self) -> dict[str, Any]:
        """What tasks need: they get their files as partitions."""
        return {}

    # --- offsets -----------------------------------------------------------------------------------------------------

    def initialOffset(self) -> dict[str, Any]:  # noqa: N802 - Spark calls it so
        """Where a stream begins: no file has been read."""
        with short_errors():
            return Offset(columns=self._columns).to_json(self._state)

    def getDefaultReadLimit(self) -> ReadLimit:  # noqa: N802
        """What the options say of the size of a batch."""
        stream = self._stream
        if stream.max_files is not None:
            return ReadMaxFiles(stream.max_files)
        return ReadAllAvailable() if stream.max_bytes is None else ReadMaxBytes(stream.max_bytes)

    def prepareForTriggerAvailableNow(self) -> None:  # noqa: N802
        """Have the stream end with the files that are there now."""
        with short_errors():
            self._until = self._options.files()

    def latestOffset(self, start: dict[str, Any], limit: ReadLimit) -> dict[str, Any]:  # noqa: N802
        """Where the next batch ends.

        Args:
            start: where it begins.
            limit: how many files, or bytes of files, it may have.

        Raises:
            InputMissingError: a path names nothing.
            OptionError: the columns are others than those with which the stream began, or there are too many files.
        """
        with settled(), short_errors():
            offset = self._offset(start)
            if self._logs is not None:
                found = self._grown(self._logs, offset, limit)
                return start if found == offset else found.to_json(self._state)
            new = self._new_files(offset)
            taken = _within(limit, new)
            if not taken:
                return start
            found = offset.with_files(
                ((name, one.file.modified // 1_000_000) for name, one in taken), self._stream.max_file_age
            )
            return found.to_json(self._state)

    def _grown(self, logs: Logs, offset: Offset, limit: ReadLimit) -> Offset:
        files = self._options.files() if self._until is None else self._until
        try:
            return logs.grown(offset, files, *_bounds(limit))
        except InputMissingError:
            files = self._options.files()  # logs may have been rotated since they were listed
            if self._until is not None:
                self._until = files
            return logs.grown(offset, files, *_bounds(limit))

    def _pieces_of(self, logs: Logs, before: Offset, after: Offset) -> list[Piece]:
        target = self._options.max_partition_bytes
        try:
            return logs.pieces(before, after, self._options.files(), target)
        except InputMissingError:  # likewise
            return logs.pieces(before, after, self._options.files(), target)

    def _offset(self, found: Mapping[str, Any]) -> Offset:
        offset = Offset.from_json(found, self._state)
        if self._columns and offset.columns not in ("", self._columns):
            raise OptionError(
                "the columns of the files are not those with which the stream began",
                expected=offset.columns,
                found=self._columns,
                hint="Tell the columns by .schema(…), or begin a new checkpoint.",
            )
        return offset

    def _new_files(self, offset: Offset) -> list[tuple[int, Piece]]:
        """The files that have not been read, in the order in which they are; those that are too old left out."""
        stream = self._stream
        files = self._options.files() if self._until is None else self._until
        self._listed = dict(self._pieces(files))
        new = [(name, file) for name, file in self._listed.items() if name not in offset.seen]
        if not stream.latest_first:
            oldest = (offset.newest - stream.max_file_age) * 1_000_000
            young = [one for one in new if one[1].file.modified >= oldest]
            if len(new) - len(young) > self._too_old:
                self._too_old = len(new) - len(young)
                warn(f"{self._too_old} files are older than maxFileAge: what no batch has read of them is never read")
            new = young
        return sorted(new, key=_age, reverse=stream.latest_first)

    def _pieces(self, files: Iterable[DataFile]) -> Iterator[tuple[int, Piece]]:
        """What files hold, by digests of names: one that `bytewright compact` has made is those of which it was made,
        so that what was read of these isn't read again."""
        from bytewright.spark.read.task import Piece
        from bytewright.tables.append.compaction import origins_of

        for file in files:
            origins = self._origins.get(file.path) or origins_of(file.path, self._options.storage)
            for origin in origins:
                one = replace(file, modified=origin.modified)
                path = f"{file.path.rpartition('/')[0]}/{origin.name}"
                yield digest(self._named(path)), Piece(one, origin.stop - origin.start, origin.part)
            if origins:
                self._origins[file.path] = origins
            else:
                yield digest(self._named(file.path)), Piece(file, file.size)

    def _named(self, path: str) -> str:
        return path.rpartition("/")[2] if self._stream.file_name_only else path

    # --- a batch -----------------------------------------------------------------------------------------------------

    def partitions(self, start: dict[str, Any], end: dict[str, Any]) -> list[InputPartition]:
        """The files of a batch, dealt out by size; large ones in parts.

        Raises:
            InputMissingError: a file of the batch is gone.
        """
        from bytewright.spark.read.packing import pack
        from bytewright.spark.read.planning import Planner

        if start == end:
            return []
        with settled(), short_errors():
            before, after, options = self._offset(start), self._offset(end), self._options
            pieces: list[Piece] = []
            if self._logs is None:
                pieces = self._pieces_between(before, after)
            else:
                pieces = self._pieces_of(self._logs, before, after)
            if not pieces:
                return []
            files = [piece.file for piece in pieces if piece.part is None]
            planner = Planner(options, files=files or [piece.file for piece in pieces])
            if self._request is None or self._logs is None:
                self._request = planner.request(self._want, options)
            # Columns that later records of logs name are none that were wanted: nobody looks for them once more.
            request = replace(self._request, partition=planner.partition).in_run(_run(start, end))
            groups = planner.partitions(self._want, options.filters) if files else []
            parts = [piece for piece in pieces if piece.part is not None]
            groups += pack(parts, options.max_partition_bytes, options.open_cost_in_bytes)
            return [StreamPartition(group, request) for group in groups]

    def _pieces_between(self, before: Offset, after: Offset) -> list[Piece]:
        wanted = set(after.seen) - set(before.seen)
        if not wanted <= set(self._listed):  # a batch that another process has planned
            self._listed = dict(self._pieces(self._options.files()))
        found = {name: self._listed[name] for name in wanted if name in self._listed}
        gone = len(wanted) - len(found)
        if gone:
            message = f"{gone} of the {len(wanted)} files of a batch that is read again are gone"
            if self._stream.fail_on_data_loss and not self._options.ignore_missing:
                raise InputMissingError(
                    message, path=", ".join(self._options.paths), hint="failOnDataLoss=false goes on without them."
                )
            warn(message)
        self._planned.update({name: one.file for name, one in found.items() if one.part is None})
        return sorted(found.values(), key=lambda one: (one.file.modified, one.file.path))

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """The rows of one partition, in batches of bounded size that have exactly the schema that Spark expects."""
        from bytewright.spark.read.task import read

        assert isinstance(partition, StreamPartition)
        with settled(), short_errors():
            yield from read(partition.pieces, partition.request, lambda done: done.tell())

    # --- behind a batch ----------------------------------------------------------------------------------------------

    def commit(self, end: dict[str, Any]) -> None:
        """Clean up behind a batch, as the option ``cleanSource`` says; what fails is a warning."""
        try:
            seen = Offset.from_json(end, self._state).seen
            done = {name: file for name, file in self._planned.items() if name in seen}
            self._planned = {name: file for name, file in self._planned.items() if name not in done}
            if self._state is not None:
                forget(self._state)
        except (BytewrightError, OSError) as error:
            warn(f"what the stream has seen isn't tidied up: {error}")
            return
        if self._stream.cleaning != "off":
            _clean(done.values(), self._stream.archive, self._options)


def _age(one: tuple[int, Piece]) -> tuple[int, str, int]:
    """What files are sorted by."""
    file, part = one[1].file, one[1].part
    return file.modified, file.path, 0 if part is None else part.start or 0


def _within(limit: ReadLimit, files: Sequence[tuple[int, Piece]]) -> Sequence[tuple[int, Piece]]:
    """As many files as a batch may have: one at least."""
    if isinstance(limit, ReadMaxFiles):
        return files[: limit.max_files]
    if not isinstance(limit, ReadMaxBytes):
        return files
    total = 0
    for number, (_, file) in enumerate(files):
        total += file.size
        if total > limit.max_bytes:
            return files[: max(1, number)]
    return files


def _bounds(limit: ReadLimit) -> tuple[int | None, int | None]:
    """How many logs may be read, and how many bytes of them."""
    files = limit.max_files if isinstance(limit, ReadMaxFiles) else None
    return files, limit.max_bytes if isinstance(limit, ReadMaxBytes) else None


def _run(start: Mapping[str, Any], end: Mapping[str, Any]) -> str:
    """The directory for bad records of a batch: the same one where it runs again."""
    return "stream-" + sha256(repr((sorted(start.items()), sorted(end.items()))).encode()).hexdigest()[:16]


def _clean(files: Iterable[DataFile], archive: str | None, options: ReadOptions) -> None:
    """Delete files, or move them below a directory, where they keep their whole path."""
    from bytewright.io.filesystems import is_remote, locate
    from bytewright.io.folders import local_folder, remote_folder

    for file in files:
        try:
            if is_remote(file.path):
                place = locate(file.path, options.storage)
                folder = remote_folder(place.system, "", file.path)
                name = place.path
                goal = None if archive is None else f"{locate(archive, options.storage).path}/{place.path}"
            else:
                folder, name = local_folder("/"), file.path
                goal = None if archive is None else f"{archive}/{file.path.lstrip('/')}"
            if goal is None:
                folder.delete(name)
            else:
                folder.make(goal.rpartition("/")[0])
                folder.move(name, goal)
        except (BytewrightError, OSError) as error:
            warn(f"{file.path} isn't cleaned up: {error}")


class RefusedReader(DataSourceStreamReader, SupportsTriggerAvailableNow):
    """Stands for a reader that can't be made, and says so as soon as Spark asks it for anything: what is raised where
    a reader is made, PySpark 4.3 hides behind an error of its own."""

    def __init__(self, error: BytewrightError) -> None:
        self._error = error

    def _refuse(self) -> NoReturn:
        with short_errors():
            raise self._error

    def initialOffset(self) -> dict[str, Any]:  # noqa: N802 - Spark calls it so
        """Where a stream begins.

        Raises:
            BytewrightError: always.
        """
        self._refuse()

    def getDefaultReadLimit(self) -> ReadLimit:  # noqa: N802
        """See `initialOffset`."""
        self._refuse()

    def prepareForTriggerAvailableNow(self) -> None:  # noqa: N802
        """See `initialOffset`."""
        self._refuse()

    def latestOffset(self, start: dict[str, Any], limit: ReadLimit) -> dict[str, Any]:  # noqa: N802
        """See `initialOffset`."""
        self._refuse()

    def partitions(self, start: dict[str, Any], end: dict[str, Any]) -> list[InputPartition]:
        """See `initialOffset`."""
        self._refuse()

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch]:
        """See `initialOffset`."""
        self._refuse()
