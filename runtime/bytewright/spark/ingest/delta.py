"""A Delta table as what an ingestion writes: Parquet files that tasks wrote, and a commit of deltalake's that adds
them.

The manifest is a file beside them. That it counts is said by a transaction in the log, of the job that wrote it, which
is part of the commit that adds the rows. A commit is made for one version of the table, and never tried for a later
one.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from bytewright.errors import BytewrightError, ConflictError, OptionError, UnreadableError, WriteError
from bytewright.host.optional import needed
from bytewright.io.file_listing import local_path
from bytewright.io.filesystems import is_remote
from bytewright.io.jobs.journal import JOB
from bytewright.spark.ingest.manifest import Manifest, job_of, version_of
from bytewright.spark.ingest.stores import AGAIN, Change, fitting, newest, place_of, write_manifest
from bytewright.spark.write.target import open_target

if TYPE_CHECKING:
    from bytewright.io.filesystems import Storage
    from bytewright.spark.ingest.files import Job

_APPLICATION = "bytewright.ingest."


class DeltaStore:
    """A Delta table.

    Args:
        to: its directory, or its URI.
        storage: arguments of the file system; deltalake finds its own in the environment.
    """

    keeps = False
    below = ""

    def __init__(self, to: str, storage: Storage) -> None:
        self._library = needed("deltalake", "delta")
        self.name = to if is_remote(to) else str(local_path(to))
        self.target = open_target(self.name, storage)
        self._moved: list[str] = []

    def has_table(self) -> bool:
        """Whether there is a Delta table."""
        if self._is_table():
            return True
        if self.target.look() == "file":
            raise BytewrightError(_ELSE, path=self.name)
        # The files of a table's first commit are there before its log; their job's folder is, until the log has them.
        if self.target.look() == "folder" and self.target.shows_files() and not self.target.names(JOB):
            if self._is_table():
                return True
            raise BytewrightError(_ELSE, path=self.name, hint=_FIRST)
        return False

    def _is_table(self) -> bool:
        with self._reading():
            return bool(self._library.DeltaTable.is_deltatable(self.name))

    def manifest(self) -> Manifest:
        """Which files' rows it holds."""
        return self._manifest(self._table() if self.has_table() else None)

    def _manifest(self, table: Any) -> Manifest:
        def committed(names: Collection[str]) -> str:
            for name in sorted(filter(version_of, names), key=version_of, reverse=True):
                with self._reading():
                    if table is not None and table.transaction_version(_APPLICATION + job_of(name)) is not None:
                        return name
            return ""

        return newest(self.target, committed)

    def _table(self) -> Any:
        with self._reading():
            return self._library.DeltaTable(self.name)

    @contextlib.contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except (OSError, self._library.exceptions.DeltaError) as error:
            raise UnreadableError(f"Delta's log can't be read: {_line(error)}", path=self.name) from None

    def columns(self, schema: pa.Schema, partition_by: Sequence[str]) -> pa.Schema:
        """The columns as the table has them."""
        for column in schema:
            if pa.types.is_duration(column.type) or pa.types.is_time(column.type):
                raise OptionError(f"the column {column.name}: Delta has no type for {column.type}", hint=_LEAVE_OUT)
        if not self.has_table():
            return schema
        table = self._table()
        divided = table.metadata().partition_columns
        if list(partition_by) != divided:
            raise OptionError("the columns that make directories", expected=str(divided), found=str(list(partition_by)))
        return fitting(schema, pa.schema(table.schema().to_arrow()), self.name)

    def commit(self, job: Job, change: Change, columns: pa.Schema) -> None:
        """Move the files beside the table's, and let the log say that they are of it."""
        table = self._table() if self.has_table() else None
        if self._manifest(table).version != change.seen.version:
            raise ConflictError("others have changed it meanwhile", path=self.name, hint=AGAIN)
        written, name, replaced = write_manifest(self.target, job, change)
        final = {one.name: place_of(job, one) for one in change.outputs}
        left = {one: place for one, place in final.items() if place not in self._moved} | {written: name}
        self.target.commit(job.folder, [*left], left.__getitem__, replace=False)
        moved, self._moved = [*self._moved, *left.values()], []  # from here on the log may have them, whatever comes
        try:
            self._log(table, job, change, columns)
        except Exception as error:
            failure = self._failure(error)
            try:
                landed = self._landed(job)
            except Exception:  # nobody knows
                raise WriteError(failure.message, path=self.name) from error
            if not landed:
                self._moved = moved
                raise failure from None
        for old in replaced:
            self.target.delete(old)

    def _log(self, table: Any, job: Job, change: Change, columns: pa.Schema) -> None:
        from deltalake import transaction

        now = int(time.time() * 1000)
        actions: list[Any] = [
            transaction.AddAction(place_of(job, one), one.size, dict(one.values), now, True, one.stats)
            for one in change.outputs
        ]
        counted = self._library.Transaction(_APPLICATION + job.id, change.seen.version + 1)
        properties = self._library.CommitProperties(max_commit_retries=0, app_transactions=[counted])
        by = list(job.layout.partition_by)
        if table is None:
            schema = self._library.Schema.from_arrow(columns)
            transaction.create_table_with_add_actions(
                self.name, schema, actions, mode="error", partition_by=by, commit_properties=properties
            )
            return
        actions += [transaction.RemoveAction(name, True, now) for name in change.gone]
        mode = "overwrite" if change.fresh else "append"
        table.create_write_transaction(actions, mode, table.schema(), by, commit_properties=properties)

    def _landed(self, job: Job) -> bool:
        """Whether the log has the commit, though it seemed to fail."""
        return self.has_table() and self._table().transaction_version(_APPLICATION + job.id) is not None

    def _failure(self, error: Exception) -> WriteError:
        exceptions = self._library.exceptions
        exists = type(error) is exceptions.DeltaError and "already exists" in str(error)
        if isinstance(error, exceptions.CommitFailedError) or exists:
            return ConflictError("others have changed it meanwhile", path=self.name, hint=AGAIN)
        return WriteError(f"deltalake can't commit: {_line(error)}", path=self.name)

    def abandon(self) -> None:
        """Delete files that lie beside the table's, and are none of them."""
        for name in self._moved:
            self.target.delete(name)
        self._moved = []


def _line(error: Exception) -> str:
    """The first line of what deltalake says; more of it says where in its code that was."""
    return next(iter(str(error).splitlines()), type(error).__name__)


_ELSE = "there is something else in the table's place"
_FIRST = "Name another directory, or delete what a first ingestion has left there that was killed."
_LEAVE_OUT = "Leave it out (columns=…)."
