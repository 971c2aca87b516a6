"""What an ingestion asks of a table, whatever keeps it; and a directory of Parquet files as one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import pyarrow as pa

from bytewright.errors import BytewrightError, OptionError, UnreadableError
from bytewright.host.suggest import hint
from bytewright.io.file_listing import local_path
from bytewright.io.filesystems import is_remote, said
from bytewright.spark.ingest.manifest import PREFIX, Manifest, version_of
from bytewright.spark.write.target import open_target

if TYPE_CHECKING:
    from bytewright.io.filesystems import Storage
    from bytewright.spark.ingest.files import Job, Output
    from bytewright.spark.write.target import Target

_ATTEMPTS = 100


@dataclass(frozen=True, slots=True)
class Change:
    """What a commit changes.

    Attributes:
        outputs: the files that appear.
        seen: what the table said when it was read, by which the change was made.
        added: the entries of the files that were read.
        gone: files of the table that go.
        fresh: whether all go that were there.
    """

    outputs: tuple[Output, ...]
    seen: Manifest
    added: pa.Table
    gone: tuple[str, ...] = ()
    fresh: bool = False


class Store(Protocol):
    """A table that an ingestion writes.

    Attributes:
        name: what users call it.
        target: the directory of its files.
        keeps: whether its files hold the columns that make directories as well.
        below: where in the directory they lie; empty, or ends with a slash.
    """

    name: str
    target: Target
    keeps: bool
    below: str

    def has_table(self) -> bool:
        """Whether there is a table.

        Raises:
            BytewrightError: something else is in its place.
        """
        ...

    def manifest(self) -> Manifest:
        """Which files' rows it holds."""
        ...

    def columns(self, schema: pa.Schema, partition_by: Sequence[str]) -> pa.Schema:
        """The columns of rows as the table has them.

        Args:
            schema: as they are read.
            partition_by: columns that make directories.

        Raises:
            BytewrightError: it has no such column, or no such type.
        """
        ...

    def commit(self, job: Job, change: Change, columns: pa.Schema) -> None:
        """Let a change appear, all of it or nothing.

        Raises:
            ConflictError: others have changed the table since.
            WriteError: it can't be written.
        """
        ...

    def abandon(self) -> None:
        """Delete what commits that failed have left beside the table's files."""
        ...


AGAIN = "Run it again: it begins with what is there now."


def fitting(schema: pa.Schema, table: pa.Schema, name: str) -> pa.Schema:
    """Columns with the types that a table has for them.

    Raises:
        OptionError: it has no such column.
    """
    for column in schema:
        if column.name not in table.names:
            raise OptionError(
                f"the table has no column {column.name}",
                path=name,
                hint=f"{hint(column.name, table.names, 'columns')} Name those that it has (columns=…).",
            )
    return pa.schema([column.with_type(table.field(column.name).type) for column in schema])


def place_of(job: Job, output: Output, below: str = "") -> str:
    """The name in a table of a file of a job."""
    return below + output.directory + job.final(output.name)


def write_manifest(target: Target, job: Job, change: Change) -> tuple[str, str, tuple[str, ...]]:
    """Write the manifest of a change into the directory of a job.

    Returns:
        its name there, its name in the table, and the names of those whose place it takes.
    """
    import pyarrow.parquet as pq

    table, replaced = change.seen.with_added(change.added, fresh=change.fresh)
    name = change.seen.next(job.id)
    with target.writing(job.folder, f"manifest-{change.seen.version}") as file:
        pq.write_table(table, file, compression="zstd")
    return f"manifest-{change.seen.version}", name, replaced


def newest(target: Target, opened: Callable[[Collection[str]], str]) -> Manifest:
    """The manifest of a table; ``opened`` chooses the newest of the names that there are.

    Raises:
        UnreadableError: the system can't read it, or it is damaged.
    """
    for _ in range(_ATTEMPTS):
        try:
            return Manifest.load(opened(target.names(PREFIX)), target.reading)
        except FileNotFoundError:
            continue  # another commit has taken its place
        except (OSError, pa.ArrowException) as error:
            raise UnreadableError(f"what has been ingested can't be read: {said(error)}", path=target.uri) from None
    raise BytewrightError("what has been ingested can't be read", path=target.uri)


class ParquetStore:
    """Parquet files in a directory, as Spark writes them: columns that make directories are in their names only.

    Args:
        to: the directory, or its URI.
        storage: arguments of its file system.
    """

    keeps = False
    below = ""

    def __init__(self, to: str, storage: Storage) -> None:
        self.target = open_target(to if is_remote(to) else str(local_path(to)), storage)
        self.name = self.target.uri

    def has_table(self) -> bool:
        """Whether there is a directory with something in it: a job that was killed may have left an empty one."""
        there = self.target.look()
        if there == "file":
            raise BytewrightError(
                "there is a file of that name", path=self.name, hint="Name a directory for the table."
            )
        if there == "folder" and not self.target.shows_files():
            self.target.recover()  # what a killed job has left is no table
            return bool(self.target.names(""))
        return there == "folder"

    def manifest(self) -> Manifest:
        """Which files' rows it holds."""
        return newest(self.target, _newest)

    def columns(self, schema: pa.Schema, partition_by: Sequence[str]) -> pa.Schema:
        """As they are read: each file says what its columns are."""
        return schema

    def commit(self, job: Job, change: Change, columns: pa.Schema) -> None:
        """Move the files into the table, and with them what says of which files they are."""
        outputs = list(change.outputs)
        if not job.layout.partition_by and not outputs and (change.fresh or not self.target.shows_files()):
            outputs.append(job.write_empty(columns))
        written, name, replaced = write_manifest(self.target, job, change)
        final = {one.name: place_of(job, one) for one in outputs} | {written: name}
        old = None if change.fresh else [*replaced, *change.gone]
        self.target.commit(
            job.folder,
            [*final],
            final.__getitem__,
            replace=old is None or bool(old),
            old=old,
            agreed=lambda there: version_of(_newest(there)) == change.seen.version,
        )

    def abandon(self) -> None:
        """Nothing is left: a commit takes back what it has moved."""


def _newest(names: Collection[str]) -> str:
    """The newest manifest of a directory; empty: there is none."""
    return max(names, key=version_of, default="") if any(map(version_of, names)) else ""
