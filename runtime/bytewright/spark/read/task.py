"""What a task does: pieces of files to Arrow batches of a wanted schema."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from bytewright.errors import InputMissingError, OptionError, ReadError
from bytewright.io.source import Prefix
from bytewright.spark import filters
from bytewright.spark.read import hive

if TYPE_CHECKING:
    from bytewright.io.file_listing import DataFile
    from bytewright.kernels.drivers.walk_codes import WalkObjects
    from bytewright.schema.discovery import PivotKeys
    from bytewright.spark.options import ReadOptions
    from bytewright.tables.table import Table
    from bytewright.tables.versions import VersionedTable
    from bytewright.views.evaluate.framing import Part


@dataclass(frozen=True, slots=True)
class Piece:
    """A file, or a part of one.

    Attributes:
        file: the file.
        size: bytes of it that are read.
        part: which part; None: all of it.
        keys: the columns that values of the whole file name, where they were looked for.
    """

    file: DataFile
    size: int
    part: Part | None = None
    keys: PivotKeys | None = None


@dataclass(slots=True)
class Outcome:
    """What happened while pieces were read.

    Attributes:
        rows: rows that were given.
        malformed: bad records that were passed over.
        malformed_bytes: bytes that they take.
        warnings: what was noticed, one line each.
    """

    rows: int = 0
    malformed: int = 0
    malformed_bytes: int = 0
    warnings: list[str] = field(default_factory=list)

    def tell(self) -> None:
        """Say it on standard error, where Spark's log has it."""
        for warning in self.warnings:
            sys.stderr.write(f"bytewright: warning: {warning}\n")
        self.warnings.clear()


def decodes(options: ReadOptions) -> bool:
    """Whether a library decodes the rows of the view: then all files must have values of one type."""
    from bytewright.views.evaluate.layout import levels_of, view_of

    return any(levels_of(view_of(codec, options.view))[-1].decode is not None for codec in options.codecs)


def open_files(
    files: list[DataFile],
    options: ReadOptions,
    columns: list[str] | None = None,
    keys: PivotKeys | None = None,
    part: Part | None = None,
) -> Table:
    """Files of the version that the first one is of as a table, by the options of a read, but for its columns.

    ``part``: of a log that grows, where columns are looked for that values name, if not in all of it."""
    from bytewright.tables.opening import open as open_table

    options = options.of_version(files[0])
    if part is not None and files[0].grows:
        return _rest(files[0], options, columns, keys, part)
    return open_table(
        [Prefix(file.path, file.size, file.inode) if file.grows else file.path for file in files],
        spec=options.codecs[0],
        view=options.view,
        columns=columns,
        options=options.settings,
        engine=options.engine,
        texts=options.texts,
        keys=keys,
        run=options.run,
        threads=1,  # Spark says how many tasks there are
    )


def _rest(file: DataFile, options: ReadOptions, columns: list[str] | None, keys: PivotKeys | None, part: Part) -> Table:
    """What a batch has of a log that grows, all of whose columns are told by these records."""
    from bytewright.codec.settings import limits_on_disk, parse
    from bytewright.tables.inputs import Input
    from bytewright.tables.table import Table
    from bytewright.views.evaluate.layout import view_of

    codec = options.codecs[0]
    settings = parse(codec, options.settings, texts=options.texts, run=options.run)
    one = Input(Prefix(file.path, file.size, file.inode), options.storage, limits_on_disk(options.settings), part)
    return Table(codec, view_of(codec, options.view), [one], settings, columns, options.engine, keys=keys)


def open_versions(files: list[DataFile], options: ReadOptions) -> VersionedTable:
    """Files of several versions as a table, likewise."""
    from bytewright.tables.opening import open as open_table

    return open_table(
        [file.path for file in files],
        spec=options.codecs,
        view=options.view,
        options=options.settings,
        engine=options.engine,
        texts=options.texts,
        threads=1,
    )


@dataclass(frozen=True, slots=True)
class Request:
    """What rows are to look like.

    Attributes:
        columns: the columns, and behind them those that only filters look at.
        shown: how many of them are shown.
        partition: the columns that names of directories make.
        options: how files are read.
        keys: the columns that values name of the files that the schema is of, where they were looked for.
        walks: machine code of what finds where records end, which the driver has made; None: tasks interpret that.
    """

    columns: pa.Schema
    shown: int
    partition: pa.Schema
    options: ReadOptions
    keys: PivotKeys | None = None
    walks: WalkObjects | None = None

    def in_run(self, run: str) -> Request:
        """The same, where the directory for bad records of the query is called so."""
        return replace(self, options=replace(self.options, run=run))


def read(pieces: Iterable[Piece], request: Request, tell: Callable[[Outcome], None]) -> Iterator[pa.RecordBatch]:
    """The rows of pieces, one after another.

    Args:
        pieces: what is read.
        request: what rows are to look like.
        tell: gets what happened at the end of each piece.

    Raises:
        ReadError: a file is bad, and neither mode nor options tolerate it.
        InputMissingError: one is gone.
    """
    from bytewright import kernels
    from bytewright.spark.read.batch_sizes import coalesced

    kernels.leave_walks(request.walks)
    yield from coalesced(batch for group in _groups(pieces, request) for batch in _read_group(group, request, tell))


_MOST = 4096
"""Files of a group, at most."""
_SMALL = 1 << 20
"""Bytes of a file that is read with others, at most."""


def _groups(pieces: Iterable[Piece], request: Request) -> Iterator[list[Piece]]:
    """Pieces in their order, with small files whose directories say the same together."""
    group: list[Piece] = []
    # Files of several versions, or that a library decodes, are looked at one by one.
    grouped = len(request.options.codecs) == 1 and not decodes(request.options)
    for piece in pieces:
        small = grouped and piece.part is None and piece.size <= _SMALL
        if group and not (small and piece.file.values == group[0].file.values and len(group) < _MOST):
            yield group
            group = []
        if small:
            group.append(piece)
        else:
            yield [piece]
    if group:
        yield group


def _read_group(group: Sequence[Piece], request: Request, tell: Callable[[Outcome], None]) -> Iterator[pa.RecordBatch]:
    """The rows of a group; each file in which something is to be looked at, or that says other things of its columns
    than those that the schema is of, is read on its own."""
    if len(group) == 1:
        yield from _read_piece(group[0], request, tell)
        return
    shown = _shown_at_once(group, request)
    if shown is None:
        for piece in group:
            yield from _read_piece(piece, request, tell)
        return
    done = Outcome()
    try:
        for item in shown.table.in_bulk():
            if isinstance(item, int):
                yield from _read_piece(group[item], request, tell)
                continue
            batch = shown.complete(item)
            done.rows += batch.num_rows
            if batch.num_rows:
                yield batch
    finally:
        tell(done)


def _read_piece(piece: Piece, request: Request, tell: Callable[[Outcome], None]) -> Iterator[pa.RecordBatch]:
    """The rows of a piece."""
    options = request.options
    done = Outcome()
    try:
        for batch in _rows(piece, request, done):
            done.rows += batch.num_rows
            yield batch
    except ReadError as error:
        if not options.ignore_corrupt:
            raise
        done.warnings.append(f"the rest of the file is left out (ignoreCorruptFiles): {error}")
    except InputMissingError as error:
        if not options.ignore_missing:
            raise
        done.warnings.append(f"the file is left out (ignoreMissingFiles): {error}")
    finally:
        tell(done)


def asked(options: ReadOptions, partition: pa.Schema, available: pa.Schema) -> pa.Schema:
    """Which columns of a file may be shown: those of the option ``columns`` that it has, or all.

    Columns that names of directories make are none of the file's.
    """
    from bytewright.schema.conform import match
    from bytewright.schema.selection import select

    if options.columns is None:
        return available
    found: list[pa.Field[pa.DataType]] = []
    for name in options.columns:
        if match(name, partition.names) is not None:
            continue
        try:
            found += select(available, [name]).schema
        except OptionError:
            continue  # a column of other files
    return pa.schema(found)


def _looking_up(options: ReadOptions, table: Table, partition: pa.Schema) -> ReadOptions:
    """Options that have a view read only what filters can let through, where it has indexes for that."""
    known = {one.option for one in table.view.selections}
    known -= {name.lower() for name in (*options.settings, *partition.names)}
    found = filters.chosen(options.filters, known & set(table.available.names))
    return replace(options, settings={**options.settings, **found}) if found else options


@dataclass(frozen=True, slots=True)
class _Shown:
    """Files as a request shows them.

    Attributes:
        table: the columns that are read.
        complete: makes the rows that are shown of a batch of theirs.
    """

    table: Table
    complete: Callable[[pa.RecordBatch], pa.RecordBatch]


def _rows(piece: Piece, request: Request, done: Outcome) -> Iterator[pa.RecordBatch]:
    from bytewright.views.evaluate.framing import WHOLE

    options = request.options.of_version(piece.file)
    shown = _shown([piece.file], open_files([piece.file], options, keys=piece.keys, part=piece.part), request)
    table = shown.table
    try:
        batches = _in_order(table, piece.part or WHOLE)
        yield from (one for one in map(shown.complete, batches) if one.num_rows)
    finally:
        done.malformed += table.malformed
        done.malformed_bytes += table.malformed_bytes
        done.warnings += map(str, table.warnings)


def _shown_at_once(group: Sequence[Piece], request: Request) -> _Shown | None:
    """Files as a request shows them that all have the columns of its schema, or none; None: these aren't known, or are
    not enough."""
    from bytewright.schema.conform import match
    from bytewright.views.evaluate.layout import has_properties, needs_discovery

    options = request.options
    files = [piece.file for piece in group]
    try:
        if request.keys is None:
            one = open_files(files[:1], options)
            if needs_discovery(one.view, one.settings) or has_properties(one.view):
                return None
        whole = open_files(files, options, keys=request.keys)
        known = [*whole.available.names, *request.partition.names]
        if request.keys is not None and any(match(name, known) is None for name in request.columns.names):
            return None  # a file may have more columns than those that the schema is of
        return _shown(files, whole, request)
    except (ReadError, InputMissingError, OptionError):
        return None  # each file says for itself what is wrong


def _shown(files: list[DataFile], whole: Table, request: Request) -> _Shown:
    """Files, of which all columns are there, as a request shows them."""
    from bytewright.schema.conform import Conformer, match

    options, partition, columns = request.options.of_version(files[0]), request.partition, request.columns
    options = _looking_up(options, whole, partition)
    have = asked(options, partition, whole.available)
    have = pa.schema([*have, *(f for f in whole.available if f.name not in have.names and _tested(f.name, request))])
    data = pa.schema([field for field in columns if match(field.name, partition.names) is None])
    _check_said(whole, data, files[0].path)
    versions = len(request.options.codecs) > 1
    conform = Conformer(have, data, files[0].path, may_lack=versions)
    # Where the file has none of the columns, one of it is still needed to tell how many rows there are.
    names = conform.names or whole.available.names[:1]
    table = open_files(files, options, names, keys=whole.keys)
    table.is_told_of_python = True  # the driver says it
    if options.filters:
        known = {field.name: name for field in data if (name := match(field.name, have.names)) is not None}
        table.condition = filters.condition_on(options.filters, columns, known)
    values = dict(files[0].values)
    fixed: dict[str, Any] = {}
    for column in columns:
        name = match(column.name, partition.names)
        if name is not None:
            fixed[column.name] = hive.value_of(values.get(name), column.type, options.zone, name)

    def complete(batch: pa.RecordBatch) -> pa.RecordBatch:
        found = conform(batch)
        if fixed:
            arrays = [
                pa.repeat(fixed[name], batch.num_rows) if name in fixed else found.column(name)
                for name in columns.names
            ]
            found = pa.RecordBatch.from_arrays(arrays, schema=columns)
        if options.filters:
            found = filters.applied(options.filters, found)
        return found if request.shown == len(columns) else found.select(range(request.shown))

    return _Shown(table, complete)


def _check_said(table: Table, want: pa.Schema, path: str) -> None:
    """Refuse a file that says something else of a column than what the DataFrame's columns were taken from."""
    from bytewright.schema.conform import match
    from bytewright.schema.properties import mismatch, of_field
    from bytewright.views.evaluate.layout import properties_of

    properties = properties_of(table.view)
    for column in want if properties else ():
        name = match(column.name, table.available.names)
        if name is None:
            continue
        wanted = of_field(column, properties).values
        have = of_field(table.available.field(name), properties)
        for stated in properties:
            expected, found = wanted.get(stated.id), have.values.get(stated.id)
            if expected not in (None, found):
                error = mismatch(stated, column.name, str(expected), found or "more than one")
                error.path = path
                raise error


def _tested(name: str, request: Request) -> bool:
    """Whether a column is there for filters only."""
    return name in request.columns.names[request.shown :]


def _in_order(table: Table, part: Part) -> Iterator[pa.RecordBatch]:
    """The rows of a part. Of several bad records of a file the first one is told, as without parts: another task may
    have met a later one first. (Not where parts are searched for: that would take a pass.)"""
    try:
        yield from table.to_batches(part=part)
    except ReadError:
        if part.start is not None and (part.indexed or not part.searched):
            for _ in table.to_batches(part=replace(part, start=None, stop=part.start, record=0, row=0)):
                pass
        raise
