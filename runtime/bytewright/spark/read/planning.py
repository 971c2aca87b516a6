"""What the driver finds out before a read: files, columns, and which task reads what."""

from __future__ import annotations

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

from bytewright.errors import InputMissingError, OptionError, ReadError
from bytewright.host.suggest import hint
from bytewright.io.file_listing import DataFile, Values
from bytewright.io.filesystems import is_remote
from bytewright.spark import filters
from bytewright.spark.read import hive
from bytewright.spark.read.packing import pack, target_bytes
from bytewright.spark.read.task import Piece, Request, asked, decodes, open_files, open_versions

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pyarrow as pa

    from bytewright.kernels.drivers.walk_codes import WalkObjects
    from bytewright.schema.discovery import PivotKeys
    from bytewright.spark.options import ReadOptions
    from bytewright.tables.table import Table
    from bytewright.tables.versions import VersionedTable

MUCH = 1 << 20
"""Bytes that are read in Python before that is said."""


class Planner:
    """The files of one read, and their columns.

    Attributes:
        files: the files, sorted by path.
        partition: the columns that names of directories make.
        keys: the columns that the values of files name, as far as they were looked for.
    """

    def __init__(
        self,
        options: ReadOptions,
        *,
        may_be_empty: bool = False,
        keys: Mapping[DataFile, PivotKeys | None] | None = None,
        files: list[DataFile] | None = None,
    ) -> None:
        """List the files.

        Args:
            options: the options of the read.
            may_be_empty: whether there need be no file.
            keys: the columns that values name, where they are known already.
            files: the files, where they are known already.

        Raises:
            OptionError: no path is named, or directories disagree.
            InputMissingError: there are no files, and there must be one.
        """
        self._options = options
        self.keys = dict(keys or {})
        self._indexed: bool | None = None
        if not options.paths:
            raise OptionError(
                "there is no path to read",
                hint="Name files, directories or globs: .load(PATH), or SELECT … FROM table WITH (path = '…'). "
                "A table keeps its path where CREATE TABLE names no columns.",
            )
        self.files = options.files() if files is None else files
        if not self.files and not may_be_empty:
            raise InputMissingError(
                "there are no files to take the schema from",
                path=", ".join(options.paths),
                hint="Names that begin with _ or . are passed over, and so are directories in directories "
                "unless recursiveFileLookup=true.",
            )
        self.partition = hive.columns_of(
            (file.values for file in self.files), infer=options.infer_partition_types, zone=options.zone
        )

    def schema(self) -> pa.Schema:
        """The columns that are shown where nobody says which: data, partition, and what tells of rows."""
        import pyarrow as pa

        from bytewright.schema.conform import match
        from bytewright.schema.selection import select

        table = self._table()
        if self._options.columns is not None:
            found: list[pa.Field[pa.DataType]] = []
            asked_for: set[str] = set()
            for name in self._options.columns:
                if name in asked_for:
                    raise OptionError(f"column {name} is asked for twice")
                asked_for.add(name)
                of_directory = match(name, self.partition.names)
                found += (
                    [self.partition.field(of_directory)] if of_directory else select(table.available, [name]).schema
                )
            return pa.schema(found)
        told = [field for field in table.schema if field.name in table.told]
        partition = {field.name.lower(): field for field in self.partition}
        # A column of the data that a directory's name makes as well keeps its place.
        data = [partition.pop(field.name.lower(), field) for field in table.schema if field not in told]
        return pa.schema([*data, *partition.values(), *told])

    def request(self, want: pa.Schema, options: ReadOptions) -> Request:
        """What tasks are asked for, where these columns are wanted.

        Raises:
            OptionError: no file has one of the columns, or has it with another type; a filter can't be applied.
        """
        import pyarrow as pa

        from bytewright.schema.conform import match

        if not self.files:
            return Request(want, len(want), self.partition, options)
        table = self._table(may_lack=True)
        self._check(want, table)
        shown = [name for name in table.available.names if match(name, want.names) is not None]
        asked_for = table.only(shown or table.available.names[:1])
        self._tell_of_python(asked_for)
        available = pa.schema([*table.available, *self.partition])
        filters.check(options.filters, available)
        if options.splitting == "search":
            asked_for.check_search()
        tested = dict.fromkeys(one.column[0] for group in options.filters for one in group)
        only = [available.field(name).with_nullable(True) for name in tested if name not in want.names]
        keys = None if table.keys is None else table.keys.of_others()
        return Request(pa.schema([*want, *only]), len(want), self.partition, options, keys, self._walks())

    def _walks(self) -> WalkObjects | None:
        """Machine code of what finds where records end, for all tasks; None: the kernel finds it otherwise."""
        from bytewright import kernels
        from bytewright.views.evaluate.layout import view_of

        options = self._options
        if len(options.codecs) > 1 or options.engine == "objects" or not kernels.can_be_had():
            return None
        codec = options.codecs[0]
        plan = codec.row_plans.get(view_of(codec, options.view).name)
        if plan is None or isinstance(plan, str):
            return None
        return kernels.walk_objects(plan, sum(file.size for file in self.files))

    def _tell_of_python(self, table: Table | VersionedTable) -> None:
        """Say on the driver that tasks will read a lot in Python, where that is for what the kernel can't do."""
        if sum(file.size for file in self.files) > MUCH:
            for said in table.in_python:
                sys.stderr.write(f"bytewright: warning: {said}\n")

    def _check(self, want: pa.Schema, table: Table | VersionedTable) -> None:
        """Refuse columns that the files can't be read by."""
        import pyarrow as pa

        from bytewright.schema.conform import Conformer, match

        options = self._options
        strict = next((field.name for field in want if not field.nullable), None)
        if strict is not None:
            raise OptionError(
                f"the column {strict} of the schema", expected="one that may be null", found="one that may not be"
            )
        data = pa.schema([field for field in want if match(field.name, self.partition.names) is None])
        corrupt = options.corrupt
        if corrupt in data.names and corrupt in table.told and not pa.types.is_binary(data.field(corrupt).type):
            raise OptionError(
                f"the column {corrupt} of bad records",
                expected="binary",
                found=str(data.field(corrupt).type),
                hint="Records are bytes; cast the column in Spark if they are text.",
            )
        have = asked(options, self.partition, table.available)
        Conformer(have, data, self.files[0].path, may_lack=len(options.codecs) > 1)
        missing = [name for name in data.names if match(name, have.names) is None]
        # Files may have columns that the first one has not, and be read for them. Looked for only where one is missing.
        for file in self.files[1:]:
            if not missing:
                break
            try:
                others = asked(options, self.partition, open_files([file], options).available).names
            except (ReadError, InputMissingError):
                continue  # whoever reads it says so
            missing = [name for name in missing if match(name, others) is None]
        if missing and _has_columns(table):
            known = [name for name in have.names if name not in table.told]
            raise OptionError(
                f"no file has a column {missing[0]}",
                path=self.files[0].path,
                hint=hint(missing[0], [*known, *self.partition.names], "columns"),
            )

    def partitions(
        self, want: pa.Schema, conditions: filters.Filters, some: list[DataFile] | None = None
    ) -> list[list[Piece]]:
        """What each task reads.

        Args:
            want: the columns.
            conditions: conditions on the rows; those on columns that names of directories make leave out files.
            some: of the files, those that are read; None: all.
        """
        options = self._options
        files = self._kept(self.files if some is None else some, want, conditions)
        target = target_bytes(
            [file.size for file in files],
            options.max_partition_bytes,
            options.open_cost_in_bytes,
            options.min_partitions,
            options.least_partition_bytes,
        )
        many = [file for file in files if self._may_split(file, target)]
        by_size = many if options.splitting == "search" else [file for file in many if self._asks_index(file, want)]
        found = {file: self._windows(file, target) for file in by_size}
        others = [file for file in many if file not in found and self._is_passed_over(file)]
        if others:
            with ThreadPoolExecutor(min(len(others), os.cpu_count() or 1)) as pool:
                found |= zip(others, pool.map(lambda file: self._split(file, target, want), others), strict=True)
        pieces = [
            piece for file in files for piece in found.get(file) or [Piece(file, file.size, keys=self._known(file))]
        ]
        return pack(pieces, target, options.open_cost_in_bytes)

    def _known(self, file: DataFile) -> PivotKeys | None:
        """The columns of a file, where it is the one that was looked at for the schema."""
        return self.keys.get(file)

    def _may_split(self, file: DataFile, target: int) -> bool:
        from bytewright.io.compressed import algorithm_of

        splitting = self._options.splitting
        allowed = splitting != "none" and (splitting == "search" or file.indexed or self._is_passed_over(file))
        return allowed and file.size > target and algorithm_of(file.path) is None

    def _is_passed_over(self, file: DataFile) -> bool:
        """Whether the driver makes a pass over a file to divide it."""
        splitting = self._options.splitting
        return splitting == "all" or (splitting == "local" and not is_remote(file.path))

    def _asks_index(self, file: DataFile, want: pa.Schema) -> bool:
        """Whether tasks ask the index beside a file where their parts begin."""
        if not file.indexed or self._options.ignore_corrupt:
            return False
        if self._indexed is None:
            from bytewright.schema.conform import match

            table = self._table(may_lack=True)
            shown = [name for name in table.available.names if match(name, want.names) is not None]
            self._indexed = table.only(shown or table.available.names[:1]).is_indexed
        return self._indexed

    def _windows(self, file: DataFile, target: int) -> list[Piece]:
        """The parts of a file by its size alone: tasks search for their records, or ask the index beside it."""
        from bytewright.views.evaluate.framing import windows

        asks = file.indexed and not self._options.ignore_corrupt
        parts = [replace(part, indexed=asks) for part in windows(file.size, target)]
        sizes = [(file.size if part.stop is None else part.stop) - (part.start or 0) for part in parts]
        return [Piece(file, size, part, self._known(file)) for part, size in zip(parts, sizes, strict=True)]

    def _split(self, file: DataFile, target: int, want: pa.Schema) -> list[Piece]:
        """The parts of a file; its reader says what is wrong with it, if something is."""
        from bytewright.tables.row_metadata import METADATA

        options = self._options
        if METADATA.name not in want.names:
            # Numbers of rows, which may take a pass to count, are shown there only.
            options = replace(options, settings={k: v for k, v in options.settings.items() if k != "includeMetadata"})
        try:
            table = open_files([file], options, keys=self._known(file))
            parts = table.splits(target, indexed=False)
        except (ReadError, InputMissingError):
            return [Piece(file, file.size)]
        ends = [file.size if part.stop is None else part.stop for part in parts]
        return [Piece(file, end - (part.start or 0), part, table.keys) for part, end in zip(parts, ends, strict=True)]

    def _kept(self, files: list[DataFile], want: pa.Schema, conditions: filters.Filters) -> list[DataFile]:
        """Of some files, those that may have rows."""
        import pyarrow as pa

        named = set(self.partition.names)
        groups = [[one for one in group if one.column[0] in named] for group in conditions]
        if not groups or not all(groups):
            return files
        kinds = {name: (want if name in want.names else self.partition).field(name).type for name in named}
        kept: dict[Values, bool] = {}
        for file in files:
            if file.values not in kept:
                arrays = [
                    pa.array([hive.value_of(text, kinds[name], self._options.zone, name).as_py()], kinds[name])
                    for name, text in file.values
                ]
                row = pa.RecordBatch.from_arrays(arrays, names=[name for name, _ in file.values])
                conditions_here = tuple(tuple(group) for group in groups)
                kept[file.values] = filters.applied(conditions_here, row).num_rows > 0
        return [file for file in files if kept[file.values]]

    def _table(self, *, may_lack: bool = False) -> Table | VersionedTable:
        """The files that the columns come from: the first one that has some, where bad ones are tolerated.

        Args:
            may_lack: whether there need be no such file.

        Raises:
            ReadError: the header of the file is bad.
        """
        options = self._options
        several = len(options.codecs) > 1
        together = options.merge or several or decodes(options)
        for place, file in enumerate(self.files):
            last = together or place == len(self.files) - 1
            chosen = self.files if together else [file]
            try:
                known = self.keys.get(file) if not options.merge else None
                table = open_versions(chosen, options) if several else open_files(chosen, options, keys=known)
            except (ReadError, InputMissingError) as error:
                passed = options.ignore_corrupt if isinstance(error, ReadError) else options.ignore_missing
                if not passed or last:
                    raise
                continue
            tolerant = options.ignore_corrupt or table.settings.mode != "FAILFAST"
            if not _has_columns(table) and not (tolerant and (may_lack or not last)):
                raise self._without_columns(chosen)
            if not _has_columns(table) and not last:
                continue
            if not options.merge:
                self.keys.update((one, table.keys) for one in chosen)
            return table
        raise AssertionError("there is a file")

    def _without_columns(self, files: list[DataFile]) -> ReadError | OptionError:
        """What is wrong with files that have no columns."""
        settings = {name: text for name, text in self._options.settings.items() if name != "badRecordsPath"}
        strict = replace(self._options, settings={**settings, "mode": "FAILFAST"})
        try:
            for _ in open_files(files, strict).to_batches():
                pass
        except ReadError as error:
            return error
        codec = self._options.of_version(files[0]).codecs[0]
        return OptionError("the file has no columns", path=files[0].path, hint=codec.without_columns)


def _has_columns(table: Table | VersionedTable) -> bool:
    """Whether there are columns of the data, not only those that tell of rows."""
    return len(table.available) > len(table.told)
