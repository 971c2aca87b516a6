"""An Iceberg table as what an ingestion writes: Parquet files that tasks wrote, and a commit of pyiceberg's that adds
them.

The manifest of what was read is a file beside the data. A property of the table names it, which is set in the same
transaction. A commit is made for one snapshot of the table, and never tried for a later one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from bytewright.errors import ConflictError, InputMissingError, OptionError, WriteError
from bytewright.host.optional import needed
from bytewright.io.file_listing import local_path
from bytewright.io.filesystems import is_remote
from bytewright.spark.ingest.manifest import Manifest
from bytewright.spark.ingest.stores import AGAIN, Change, fitting, newest, place_of, write_manifest
from bytewright.spark.write.target import open_target

if TYPE_CHECKING:
    from bytewright.io.filesystems import Storage
    from bytewright.spark.ingest.files import Job

_NEWEST = "bytewright.ingested"
_RETRIES = "commit.retry.num-retries"


class IcebergStore:
    """An Iceberg table of a catalog that pyiceberg's configuration names.

    Args:
        to: ``NAMESPACE.TABLE`` of the catalog ``default``, or ``CATALOG:NAMESPACE.TABLE``.
        storage: arguments of the file system of its files; pyiceberg has its own.
    """

    keeps = True
    below = "data/"

    def __init__(self, to: str, storage: Storage) -> None:
        library = needed("pyiceberg.catalog", "iceberg")
        from pyiceberg import exceptions

        self._exceptions = exceptions
        catalog, _, self._identifier = to.rpartition(":")
        self.name = to
        if "." not in self._identifier:
            raise OptionError("the name of an Iceberg table", expected="NAMESPACE.TABLE", found=self._identifier)
        try:
            self._catalog = library.load_catalog(catalog or "default")
        except Exception as error:
            raise InputMissingError(
                f"the catalog can't be reached: {str(error).splitlines()[0]}",
                path=catalog or "default",
                hint="Name it in ~/.pyiceberg.yaml, or in PYICEBERG_CATALOG__…__URI.",
            ) from None
        self._moved: list[str] = []
        self._storage = storage
        self._staged: Any = None
        location = self._table().location() if self.has_table() else self._stage(None).table_metadata.location
        self._location = location.rstrip("/")
        self.target = open_target(
            self._location if is_remote(self._location) else str(local_path(self._location)), storage
        )

    def _stage(self, columns: pa.Schema | None) -> Any:
        """A transaction that makes the table."""
        schema = pa.schema([pa.field("n", pa.int32())]) if columns is None else columns
        try:
            return self._catalog.create_table_transaction(self._identifier, schema)
        except self._exceptions.NoSuchNamespaceError:
            raise InputMissingError("there is no such namespace in the catalog", path=self.name) from None

    def has_table(self) -> bool:
        """Whether the catalog has the table."""
        return bool(self._catalog.table_exists(self._identifier))

    def _table(self) -> Any:
        table = self._catalog.load_table(self._identifier)
        # pyiceberg would make a commit that failed again for the state that came meanwhile, for which it isn't meant.
        properties = {**table.metadata.properties, _RETRIES: "0"}
        table.metadata = table.metadata.model_copy(update={"properties": properties})
        return table

    def manifest(self) -> Manifest:
        """Which files' rows it holds."""
        return self._manifest(self._table() if self.has_table() else None)

    def _manifest(self, table: Any) -> Manifest:
        name = "" if table is None else table.metadata.properties.get(_NEWEST, "")
        return newest(self.target, lambda names: name)

    def columns(self, schema: pa.Schema, partition_by: Sequence[str]) -> pa.Schema:
        """The columns as the table has them: Iceberg's integers have 32 bits at least."""
        stored = pa.schema([column.with_type(_stored(column)) for column in schema])
        if not self.has_table():
            return stored
        table = self._table()
        names = {one.field_id: one.name for one in table.schema().fields}
        divided = [names.get(one.source_id) for one in table.spec().fields]
        if list(partition_by) != divided:
            raise OptionError("the columns that make directories", expected=str(divided), found=str(list(partition_by)))
        known = {column.name for column in table.schema().as_arrow()}
        return fitting(stored, pa.schema([one for one in stored if one.name in known]), self.name)

    def commit(self, job: Job, change: Change, columns: pa.Schema) -> None:
        """Move the files into the table's directory, and let a snapshot have them."""
        table = self._table() if self.has_table() else None
        if self._manifest(table).version != change.seen.version:
            raise ConflictError("others have changed it meanwhile", path=self.name, hint=AGAIN)
        written, name, replaced = write_manifest(self.target, job, change)
        final = {one.name: place_of(job, one, self.below) for one in change.outputs}
        left = {one: place for one, place in final.items() if place not in self._moved} | {written: name}
        self.target.commit(job.folder, [*left], left.__getitem__, replace=False)
        moved, self._moved = [*self._moved, *left.values()], []  # from here on a snapshot may have them, whatever comes
        try:
            self._snapshot(table, [*final.values()], name, change, columns, job.layout.partition_by)
        except (self._exceptions.CommitFailedException, self._exceptions.TableAlreadyExistsError):
            self._moved = moved
            raise ConflictError("others have changed it meanwhile", path=self.name, hint=AGAIN) from None
        except Exception as error:
            said = str(error).splitlines() or [type(error).__name__]
            raise WriteError(f"pyiceberg can't commit: {said[0]}", path=self.name) from error
        for old in replaced:
            self.target.delete(old)

    def _snapshot(
        self, table: Any, places: list[str], name: str, change: Change, columns: pa.Schema, by: Sequence[str]
    ) -> None:
        from pyiceberg.expressions import AlwaysTrue

        transaction = self._stage(columns) if table is None else table.transaction()
        if table is None and by:
            with transaction.update_spec() as spec:
                for column in by:
                    spec.add_identity(column)
        if table is not None and change.fresh:
            transaction.delete(AlwaysTrue())
        if table is not None and change.gone:
            gone = {f"{self._location}/{one}" for one in change.gone}
            found = [task.file for task in table.scan().plan_files() if task.file.file_path in gone]
            if len(found) != len(gone):
                raise WriteError("files whose rows are to be replaced are gone", path=self.name)
            with transaction.update_snapshot().overwrite() as replaced:
                for file in found:
                    replaced.delete_data_file(file)
        if places:
            transaction.add_files([f"{self._location}/{place}" for place in places])
        else:
            with transaction.update_snapshot().fast_append():
                pass
        transaction.set_properties({_NEWEST: name})
        transaction.commit_transaction()

    def abandon(self) -> None:
        """Delete files that lie beside the table's, and are none of them."""
        for name in self._moved:
            self.target.delete(name)
        self._moved = []


def _stored(column: pa.Field[Any]) -> pa.DataType:
    """The type that Iceberg has in place of one that it lacks."""
    kind: Any = column.type
    if pa.types.is_int8(kind) or pa.types.is_int16(kind):
        return pa.int32()
    if pa.types.is_duration(kind) or pa.types.is_time(kind):
        raise OptionError(f"the column {column.name}: Iceberg has no type for {kind}", hint="Leave it out (columns=…).")
    if pa.types.is_struct(kind):
        return pa.struct([kind.field(place).with_type(_stored(kind.field(place))) for place in range(kind.num_fields)])
    if pa.types.is_list(kind):
        return pa.list_(kind.value_field.with_type(_stored(kind.value_field)))
    if pa.types.is_map(kind):
        item: Any = kind.item_field.with_type(_stored(kind.item_field))
        return pa.map_(_stored(kind.key_field), item)
    same: pa.DataType = kind
    return same
