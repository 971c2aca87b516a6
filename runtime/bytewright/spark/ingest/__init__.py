"""Bulk ingestion: files of a format to a table of Parquet files, with Spark to plan, schedule and retry.

The data never become rows: each task reads its files as Arrow batches and writes them as Parquet (`files`). It writes
below a directory that holds the job's id; the driver moves what the tasks that count have written into the table when
all are done, and with it what says of which files that is (`manifest`), so that a file counts once. A task that fails,
or an executor that is killed, leaves nothing. What the table is kept by is a `Store` (`stores`).
"""

from __future__ import annotations

import json
import threading
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from bytewright.errors import BytewrightError, ConflictError, InputMissingError, OptionError
from bytewright.host.suggest import hint
from bytewright.spark.ingest.files import COMPRESSIONS, Job, Layout, Output, as_told, of_told
from bytewright.spark.ingest.manifest import Changed, Work, check_changed, edges_of, entries_of
from bytewright.spark.ingest.stores import AGAIN, Change, ParquetStore, Store, place_of
from bytewright.spark.options import ReadOptions
from bytewright.spark.process.failure import reason, short_errors
from bytewright.spark.process.gc_freeze import settled
from bytewright.spark.process.progress import watched
from bytewright.spark.read.planning import Planner
from bytewright.spark.read.task import Outcome, Piece, Request, read
from bytewright.views.evaluate.bad_records import new_run

if TYPE_CHECKING:
    from os import PathLike

    import pyarrow as pa
    from pyspark.sql import SparkSession

    from bytewright.io.filesystems import Storage
    from bytewright.spark.ingest.manifest import Manifest
    from bytewright.spark.process.progress import Report

__all__ = ["Job", "Layout", "Summary", "check", "follow", "ingest", "store_of"]

MODES = ("error", "overwrite", "append")
"""What happens where there is a table already."""

FORMATS = ("parquet", "delta", "iceberg")
"""What tables are kept by."""

_ATTEMPTS = 20
"""How often a run begins again that others were quicker than."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What one ingestion did; all of it measured.

    Attributes:
        spec: name of the codec.
        to: the table.
        files: number of files read.
        bytes_in: their size.
        rows: number of rows written.
        files_out: number of Parquet files written.
        bytes_out: their size.
        seconds: time from planning to commit.
        malformed: bad records that were passed over.
        malformed_bytes: bytes that they take.
        warnings: what was noticed, one line each.
        known: number of files that were passed over, as the table has their rows.
        replaced: number of Parquet files whose rows were read anew, and that are gone.
    """

    spec: str
    to: str
    files: int
    bytes_in: int
    rows: int
    files_out: int
    bytes_out: int
    seconds: float
    malformed: int = 0
    malformed_bytes: int = 0
    warnings: tuple[str, ...] = field(default=())
    known: int = 0
    replaced: int = 0

    @property
    def rows_per_second(self) -> float:
        """Rows written per second."""
        return self.rows / self.seconds

    @property
    def bytes_per_second(self) -> float:
        """Bytes read per second."""
        return self.bytes_in / self.seconds


@dataclass(frozen=True, slots=True)
class Ingestion:
    """What is asked for, checked.

    Attributes:
        spec: name of the codec.
        options: of the read.
        planner: the files that are there.
        store: the table.
        layout: how rows lie in its files.
        mode: what happens where there is a table already.
        changed: what happens with files that have changed.
    """

    spec: str
    options: ReadOptions
    planner: Planner
    store: Store
    layout: Layout
    mode: str
    changed: Changed

    @property
    def reading(self) -> str:
        """How files are read, as the table notes it: by other views or filters, their rows are other ones."""
        from bytewright.views.evaluate.layout import view_of

        codecs = self.options.codecs
        views = [view_of(codec, self.options.view).name for codec in codecs]
        return json.dumps([[codec.name for codec in codecs], views, repr(self.options.filters or "")])


def ingest(
    spark: SparkSession,
    spec: str,
    paths: Sequence[str],
    to: str | PathLike[str],
    options: Mapping[str, str] | None = None,
    layout: Layout | None = None,
    *,
    mode: str = "error",
    compression: str = "snappy",
    format: str = "parquet",
    changed: str = "error",
    max_bytes_per_commit: int | None = None,
    may_be_empty: bool = False,
    report: Report | None = None,
) -> Summary:
    """Read files of one format and write their rows to a table.

    Args:
        spark: the session that does it.
        spec: name of the codec.
        paths: files, directories and globs.
        to: directory of the table, or its URI.
        options: of the read, as for ``spark.read``: ``view``, ``columns``, ``mode``, those of the format …
        layout: how rows lie in the files of the table; None: as they come, compressed by ``compression``.
        mode: what happens where there is a table: one of `MODES`. ``append`` takes files whose rows it hasn't.
        compression: of the Parquet pages.
        format: what keeps the table: one of `FORMATS`. ``to`` is ``NAMESPACE.TABLE`` of an Iceberg table, or
            ``CATALOG:NAMESPACE.TABLE``.
        changed: what happens with files that have changed since their rows were written: ``error``, ``skip`` or
            ``replace``.
        max_bytes_per_commit: how many bytes of files are read for one commit, if there is more than one file of them:
            what is committed stays, whatever becomes of the rest. None: all files are committed in one step.
        may_be_empty: whether directories may hold no files: then nothing is done.
        report: told now and then how many tasks of how many are done.

    Raises:
        BytewrightError: an input is bad or missing, an option wrong, or ``to`` is in the way. The table is then as it
            was, or as the last commit has left it.
        ConflictError: others write into the table all the time.
    """
    layout = layout or Layout(compression)
    done: list[Summary] = []
    for left in range(_ATTEMPTS, 0, -1):
        how = "append" if done else mode  # what has been committed stays
        asked = check(
            spec, paths, to, options or {}, how, layout, format=format, changed=changed, may_be_empty=may_be_empty
        )
        try:
            done.extend(_ingested(spark, asked, report, max_bytes_per_commit))
            return _joined(done)
        except ConflictError:
            if left == 1:
                raise
    raise AssertionError("it returns or raises")


def follow(
    spark: SparkSession,
    spec: str,
    paths: Sequence[str],
    to: str | PathLike[str],
    options: Mapping[str, str] | None = None,
    layout: Layout | None = None,
    *,
    stop: threading.Event,
    every: float = 10.0,
    told: Callable[[Summary], None] = lambda summary: None,
    **how: Any,
) -> None:
    """Write rows of files as they come, until it is stopped.

    The table knows what it holds: it may be stopped, and started again, wherever it was.

    Args:
        spark: the session that does it.
        spec: name of the codec.
        paths: files, directories and globs.
        to: the table.
        options: of the read.
        layout: how rows lie in the files of the table.
        stop: set, it ends; what is being written is written first.
        every: seconds between two looks at what is there.
        told: gets what each look that found files did.
        how: more of what `ingest` takes.

    Raises:
        BytewrightError: as `ingest` does; but a directory may be empty.
    """
    while not stop.is_set():
        summary = ingest(spark, spec, paths, to, options, layout, mode="append", may_be_empty=True, **how)
        if summary.files:
            told(summary)
        stop.wait(every)


def check(
    spec: str,
    paths: Sequence[str],
    to: str | PathLike[str],
    options: Mapping[str, str],
    mode: str,
    layout: Layout | None = None,
    *,
    format: str = "parquet",
    changed: str = "error",
    may_be_empty: bool = False,
) -> Ingestion:
    """Check what an ingestion is asked to do, as far as that can be told without reading; see `ingest`.

    Raises:
        BytewrightError: an input is missing, an option wrong, or ``to`` is in the way.
    """
    if mode not in MODES:
        raise OptionError(f"unknown mode {mode!r}", hint=hint(mode, MODES, "modes"))
    layout = layout or Layout()
    if layout.compression not in COMPRESSIONS:
        raise OptionError(
            f"unknown compression {layout.compression!r}", hint=hint(layout.compression, COMPRESSIONS, "compressions")
        )
    if format not in FORMATS:
        raise OptionError(f"unknown format of tables {format!r}", hint=hint(format, FORMATS, "formats"))
    rule = check_changed(changed)
    chosen = ReadOptions.parse({**options, "paths": json.dumps(list(paths))}, spec)
    planner = Planner(chosen, may_be_empty=may_be_empty)
    store = store_of(str(to), format, chosen.storage)
    if store.has_table() and mode == "error":
        raise BytewrightError(
            "the table exists already", path=store.name, hint="Choose what happens to it: overwrite or append."
        )
    inside = [file.path for file in planner.files if store.target.holds(file.path)] if mode == "overwrite" else []
    if inside:
        raise OptionError("an input lies in the table that would be overwritten", path=inside[0])
    return Ingestion(spec, chosen, planner, store, replace(layout, keeps=store.keeps), mode, rule)


def store_of(to: str, format: str, storage: Storage) -> Store:
    """The table of a name.

    Raises:
        CodecError: the library of its format isn't installed.
        InputMissingError: its catalog can't be reached.
    """
    if format == "delta":
        from bytewright.spark.ingest.delta import DeltaStore

        return DeltaStore(to, storage)
    if format == "iceberg":
        from bytewright.spark.ingest.iceberg import IcebergStore

        return IcebergStore(to, storage)
    return ParquetStore(to, storage)


def _joined(done: Sequence[Summary]) -> Summary:
    """What several commits of one ingestion did."""
    first, *others = done
    for one in others:
        first = replace(
            one,
            **{name: getattr(first, name) + getattr(one, name) for name in _ADDED},
            warnings=tuple(dict.fromkeys(first.warnings + one.warnings)),
            known=first.known,
        )
    return first


_ADDED = (
    "files", "bytes_in", "rows", "files_out", "bytes_out", "seconds", "malformed", "malformed_bytes", "replaced",
)  # fmt: skip


def _ingested(spark: SparkSession, asked: Ingestion, report: Report | None, most: int | None) -> Iterator[Summary]:
    """One attempt; gives what each commit did.

    Raises:
        ConflictError: others have changed the table meanwhile, so that what is left must be done again.
    """
    started = time.perf_counter()
    fresh = asked.mode == "overwrite"
    if asked.store.has_table() and asked.store.target.look() == "folder":
        # Of a commit that was cut short the manifest may be there, and with it nothing to do, but old rows as well.
        # Where there is no table yet, what a killed process has left says that it is none of somebody else's files.
        asked.store.target.recover(whole=False)
    seen = asked.store.manifest()
    listed = asked.planner.files
    work = Work(listed) if fresh else seen.work(listed, asked.reading, asked.changed)
    if not work.files:
        yield Summary(asked.spec, asked.store.name, 0, 0, 0, 0, 0, time.perf_counter() - started, known=work.known)
        return
    planner = asked.planner if len(work.files) == len(listed) else Planner(asked.options, files=work.files)
    want = _as_spark(planner.schema())
    asked.layout.check(want)
    columns = asked.store.columns(want, asked.layout.partition_by)
    request = planner.request(want, asked.options).in_run(new_run())
    for number, batch in enumerate(work.batches(most)):
        if number:
            asked, seen, started = replace(asked, mode="append"), asked.store.manifest(), time.perf_counter()
            if not seen.holds_none(batch.files, asked.reading):
                raise ConflictError("others have ingested the same files", path=asked.store.name, hint=AGAIN)
        groups = planner.partitions(want, asked.options.filters, batch.files)
        yield _committed(spark, asked, batch, groups, request, columns, seen, report, started)


def _committed(
    spark: SparkSession,
    asked: Ingestion,
    work: Work,
    groups: Sequence[Sequence[Piece]],
    request: Request,
    columns: pa.Schema,
    seen: Manifest,
    report: Report | None,
    started: float,
) -> Summary:
    """Write and commit the rows of some files.

    Raises:
        ConflictError: others have changed the table meanwhile, so that it must be done again.
    """
    target = asked.store.target
    new = target.look() == "nothing"
    job = Job(uuid.uuid4().hex, target.uri, asked.options.storage, asked.layout, columns)
    hold = target.begin(job.folder)
    try:
        with watched(spark, report):
            told = _run(spark, job, groups, request)
        change = _change(asked, job, told, work, seen)
        _commit(asked, job, change, columns, work)
    except Exception as failure:
        ours = reason(failure, asked.store.name)
        if ours is None:
            raise
        raise ours from None
    finally:
        try:
            asked.store.abandon()
            target.discard(job.folder, whole=new)
        finally:
            hold.release()
    return Summary(
        spec=asked.spec,
        to=asked.store.name,
        files=len(work.files),
        bytes_in=sum(file.size for file in work.files),
        rows=sum(one.rows for one in change.outputs),
        files_out=len(change.outputs),
        bytes_out=sum(one.size for one in change.outputs),
        seconds=time.perf_counter() - started,
        malformed=sum(one.malformed for one in told),
        malformed_bytes=sum(one.malformed_bytes for one in told),
        warnings=tuple(dict.fromkeys(warning for one in told for warning in one.warnings)),
        known=work.known,
        replaced=len(work.gone),
    )


def _change(asked: Ingestion, job: Job, told: Sequence[Told], work: Work, seen: Manifest) -> Change:
    within: dict[str, list[str]] = {}
    for one in told:
        places = [place_of(job, output, asked.store.below) for output in one.outputs]
        for path in one.edges:
            within.setdefault(path, []).extend(places)
    edges = {path: digest for one in told for path, digest in one.edges.items()}
    added = entries_of(work.files, edges, within, asked.reading)
    outputs = tuple(output for one in told for output in one.outputs)
    return Change(outputs, seen, added, work.gone, asked.mode == "overwrite")


def _commit(asked: Ingestion, job: Job, change: Change, columns: pa.Schema, work: Work) -> None:
    """Commit a change; again, where others have changed what is none of its business."""
    while True:
        try:
            asked.store.commit(job, change, columns)
            return
        except ConflictError:
            now = asked.store.manifest()
            others = now.version != change.seen.version and now.holds_none(work.files, asked.reading)
            if not change.fresh and (asked.mode == "error" or change.gone or not others):
                raise
            change = replace(change, seen=now)


def _as_spark(schema: pa.Schema) -> pa.Schema:
    """The schema that the data source has: everything may be null."""
    from bytewright.arrow.types import from_spark, spark_schema

    return from_spark(spark_schema(schema))


# --- tasks -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Told:
    """What one task did.

    Attributes:
        outputs: its files.
        edges: of the files that it has read: a digest of how they begin and end.
        malformed: bad records that were passed over.
        malformed_bytes: bytes that they take.
        warnings: what was noticed.
    """

    outputs: tuple[Output, ...]
    edges: Mapping[str, bytes | None]
    malformed: int = 0
    malformed_bytes: int = 0
    warnings: tuple[str, ...] = ()

    def dump(self) -> str:
        """As it is sent to the driver."""
        return json.dumps(
            {
                "outputs": as_told(self.outputs),
                "edges": {path: None if one is None else one.hex() for path, one in self.edges.items()},
                "malformed": self.malformed,
                "malformed_bytes": self.malformed_bytes,
                "warnings": self.warnings,
            }
        )

    @classmethod
    def load(cls, sent: str) -> Told:
        """What was sent."""
        told = json.loads(sent)
        edges = {path: None if one is None else bytes.fromhex(one) for path, one in told["edges"].items()}
        outputs = tuple(of_told(told["outputs"]))
        return cls(outputs, edges, told["malformed"], told["malformed_bytes"], tuple(told["warnings"]))


def _run(spark: SparkSession, job: Job, groups: Sequence[Sequence[Piece]], request: Request) -> list[Told]:
    """Let Spark run a task per group of pieces; what the ones that count have done."""
    count = len(groups)
    tasks = spark.range(0, count, 1, max(1, count))
    told = tasks.mapInArrow(partial(_task, job=job, groups=groups, request=request), "told string").collect()
    return [Told.load(row.told) for row in told]


def _task(
    numbers: Iterator[pa.RecordBatch], job: Job, groups: Sequence[Sequence[Piece]], request: Request
) -> Iterator[pa.RecordBatch]:
    """Write the rows of some groups."""
    import pyarrow as pa
    from pyspark import TaskContext

    context = TaskContext.get()
    attempt = context.taskAttemptId() if context is not None else 0
    schema = pa.schema(request.columns.field(place) for place in range(request.shown))
    for batch in numbers:
        for number in batch.column(0).to_pylist():
            group = groups[int(number or 0)]
            outcomes: list[Outcome] = []
            with settled(), short_errors():
                edges = {piece.file.path: _edges(piece) for piece in group}
                outputs = job.write(read(group, request, outcomes.append), schema, f"{number:05}.{attempt}")
            told = Told(
                tuple(outputs),
                edges,
                sum(done.malformed for done in outcomes),
                sum(done.malformed_bytes for done in outcomes),
                tuple(warning for done in outcomes for warning in done.warnings)[:_MOST_WARNINGS],
            )
            yield pa.RecordBatch.from_pydict({"told": [told.dump()]})


def _edges(piece: Piece) -> bytes | None:
    """A digest of a file; None: it is gone, or elsewhere."""
    try:
        return edges_of(piece.file.path)
    except InputMissingError:
        return None  # whoever reads it says so


_MOST_WARNINGS = 100
