"""Files of one format as one table: `bytewright.open`."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa

from bytewright.arrow.backwards import Order, backwards, is_backwards
from bytewright.arrow.conditions import Condition, without
from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings, check_read
from bytewright.columnar.scan import scanner as kernel
from bytewright.columnar.scan.batch_scan import BatchScan, together
from bytewright.columnar.scan.object_columns import made_by_objects
from bytewright.columnar.scan.preparation import capability
from bytewright.columnar.scan.small_files import FEWEST, in_bulk
from bytewright.errors import InputMissingError, OptionError, ReadError, ReadInPythonWarning
from bytewright.host.gc_pause import spared
from bytewright.io.source import Source
from bytewright.schema.discovery import PivotKeys
from bytewright.schema.selection import everything, select
from bytewright.schema.view import View
from bytewright.tables.column_discovery import ColumnDiscovery
from bytewright.tables.engines import MANY, ORACLES, Engine, Engines
from bytewright.tables.file_rows import FileRead, FileRows, Notice, read_ahead
from bytewright.tables.inputs import Input
from bytewright.tables.lookup.open_files import LookUps, keys_of
from bytewright.tables.row_metadata import METADATA, metadata_field
from bytewright.tables.row_sources import Numbers, RowSources
from bytewright.views.evaluate.bad_records import BadRecords
from bytewright.views.evaluate.block_search import may_lack
from bytewright.views.evaluate.framing import WHOLE, Extents, Part, parts, windows
from bytewright.views.evaluate.layout import (
    FixedColumn,
    Layout,
    has_properties,
    in_extension_types,
    layout_of,
    levels_of,
    needs_discovery,
    row_per_record,
    view_of,
)
from bytewright.views.evaluate.malformed import CORRUPT_RECORD, ERROR, Malformed, PassedOver, row_of
from bytewright.views.evaluate.record_batches import BATCH_ROWS, DECODED_ROWS, bounded, evaluate, most_rows
from bytewright.views.evaluate.resync import Resync
from bytewright.views.evaluate.steps import Steps
from bytewright.views.evaluate.tolerant import tolerate

BACKWARDS = 4 << 20
"""Bytes of each of the parts, about, in which a file is read from its end."""

READ_AHEAD = 16 << 20
"""Bytes of a file, at most, that is read before all rows of the files before it have been given."""

KERNEL_ROWS = 65_536
"""Rows of a batch of the kernel's where nothing else is said: each batch costs some 0.1 ms of Python, which fewer rows
would show."""


def _landing(
    items: Iterator[pa.RecordBatch | Malformed], part: Part, steps: Steps
) -> Iterator[pa.RecordBatch | Malformed]:
    """The rows of a part, whose end is looked at when they have come."""
    yield from items
    part.land(steps.at, steps.source, steps.following)


def _least(rows: int, limit: int | None) -> int:
    return rows if limit is None else min(rows, limit)


def _unpickled(codec: Codec, view: str, *asked: Any) -> Table:
    *positional, how = asked
    return Table(codec, view_of(codec, view), *positional, **how)


class Table(FileRows):
    """Files of one format, as rows.

    Attributes:
        codec: the format.
        view: which rows are shown.
        settings: the options.
        schema: names and types of the columns shown.
        available: those of all columns that could be.
        condition: on the rows: of those that can't fulfil it, some may be missing; which records are bad doesn't depend
            on it. None: there is none.
        told: names of those that the view doesn't have: where a row comes from, and what is wrong with it.
        keys: the columns that values name, as far as files were looked at for them.
        malformed: how many bad records were passed over, of those whose rows have been read.
        malformed_bytes: how many bytes they take.
        warnings: what was noticed and tolerated; complete when the rows have been read.
        engines: which engine makes the rows of each file that has been begun, in their order.
        counted: how many rows came from which engine so far; of what is read by the kernel, some records may be left to
            objects.
        tell: told of each bad record that is passed over; None: nobody is.
        is_told_of_python: whether it has been said that many rows are read in Python.
    """

    def __init__(
        self,
        codec: Codec,
        view: View,
        inputs: Sequence[Input],
        settings: Settings,
        columns: Sequence[str] | None = None,
        engine: Engine = "auto",
        batch_rows: int | None = None,
        *,
        strict: bool = False,
        keys: PivotKeys | None = None,
        threads: int = 1,
        condition: Condition | None = None,
    ) -> None:
        super().__init__()
        check_read(codec, view, settings)
        self.codec = codec
        self.view = view
        self.settings = settings
        self._inputs = list(inputs)
        decodes = levels_of(view)[-1].decode is not None
        self._asked_columns = columns
        self._asked_rows = batch_rows
        self._batch_rows = batch_rows or (DECODED_ROWS if decodes else BATCH_ROWS)
        self._kernel_rows = batch_rows or KERNEL_ROWS
        self._strict = strict
        self._threads = threads
        self.condition = condition
        self._reads = Engines(codec, view, settings, engine, strict=strict, several=len(self._inputs) > 1)
        self.keys = keys
        self._counts = False
        self.is_told_of_python = False
        self._lookups: list[LookUps] = []
        self.tell: Callable[[Malformed], None] | None = None
        self._metadata = False  # the types of columns are found without it
        layout = self._layout()
        data = layout.schema
        if settings.mode == "PERMISSIVE" or may_lack(codec, view, settings):
            data = pa.schema([field.with_nullable(True) for field in data])
        self._corrupt = settings.columnNameOfCorruptRecord or CORRUPT_RECORD
        more = levels_of(view)[0].metadata
        metadata = self._metadata_field = metadata_field(pa.field(c.id, c.type, c.nullable) for c in more)
        extra = [
            (metadata, settings.includeMetadata, settings.includeMetadata),
            (ERROR, settings.includeError, ERROR.name not in data.names),
            (
                pa.field(self._corrupt, pa.binary()),
                settings.columnNameOfCorruptRecord is not None,
                self._corrupt not in data.names,
            ),
        ]
        for field, asked, _ in extra:
            if asked and field.name in data.names:
                raise OptionError(f"the view has a column {field.name} of its own", hint="Name another.")
        if settings.extensionTypes:
            data, plain = in_extension_types(layout, data), data
            named = [one.name for one, was in zip(data, plain, strict=True) if one.type != was.type]
            self.condition = condition and without(condition, named)
        whole = pa.schema([*data, *(field for field, asked, _ in extra if asked)])
        self.available = pa.schema([*data, *(field for field, _, there in extra if there)])
        self.told = tuple(self.available.names[len(data) :])
        self._selection = (
            everything(self.available, whole.names) if columns is None else select(self.available, columns)
        )
        shown = [place for place in self._selection.needed if place < len(layout.columns)]
        self._extra = [self.available.field(place) for place in self._selection.needed if place >= len(layout.columns)]
        self._metadata = metadata in self._extra
        if self._metadata and engine == "columns" and not capability.tells_places(codec, view):
            raise OptionError("engine columns can't tell _metadata of records in lists", hint="Leave the engine out.")
        self._counted = not shown and len(layout.columns) > 0  # a column is needed to count rows, and not shown
        self._shown = layout.only([capability.cheapest(layout)] if self._counted else shown)
        self._reads.check(self._shown)
        self.schema = self._selection.schema
        permissive = settings.mode == "PERMISSIVE"
        self._fields = [field.with_nullable(True) if permissive else field for field in self._shown.schema]
        self._given = pa.schema([*self._fields[1 if self._counted else 0 :], *self._extra])

    def __reduce__(self) -> tuple[Any, ...]:
        """What pickle is told: the files by their paths, and how they are read; codecs go with their code."""
        how = {"strict": self._strict, "keys": self.keys, "threads": self._threads, "condition": self.condition}
        columns = None if self._asked_columns is None else list(self._asked_columns)
        asked = self._inputs, self.settings, columns, self._reads.asked, self._asked_rows
        return _unpickled, (self.codec, self.view.name, *asked, how)

    @property
    def title(self) -> str:
        """See `FileRows`."""
        return f"{self.codec.name}, view {self.view.name}"

    # --- which columns -------------------------------------------------------------------------------------------

    def _layout(self) -> Layout:
        if not needs_discovery(self.view, self.settings) and not has_properties(self.view):
            return layout_of(self.view, self.settings)
        if self.keys is not None:
            return layout_of(self.view, self.settings, self.keys)
        self.keys = ColumnDiscovery(self.codec, self.view, self.settings, self._reads, strict=self._strict).of(
            self._inputs
        )
        return layout_of(self.view, self.settings, self.keys)

    # --- looking up ------------------------------------------------------------------------------------------------

    @property
    def inputs(self) -> Sequence[Input]:
        """The files."""
        return self._inputs

    def use(self, settings: Settings) -> None:
        """Go by other values of the format's options, on which the columns don't rest."""
        self.settings = settings
        self._reads.use(settings)
        for one in self._inputs:
            if one.steps is not None:
                one.steps.settings = settings

    def lookup(
        self,
        keys: Mapping[str, Any] | None = None,
        /,
        *,
        limit: int | None = None,
        order: Order = "asc",
        **more: Any,
    ) -> pa.Table:
        """The rows of some keys: those that the options of the same names choose, for any of several values.

        What leads to them is read once: files stay open, and pages of indexes in memory, within bounds, until nobody
        has the table any more. A file of this machine that has changed is read anew. Several threads may look up in
        one table.

        Args:
            keys: a value, or a list of values, by the name of an option by which the view selects (``select``).
            limit: rows that are given, at most; no more is read than these need. None: all.
            order: that of the view (``asc``), or from the last row to the first (``desc``).
            more: further keys.

        Returns:
            The rows, in the order of the view, or backwards.

        Raises:
            OptionError: rows aren't looked up by such an option, a value is wrong, there is no such order, or the limit
                is negative.
            ReadError: a file is bad.
        """
        found = self.lookup_batches(keys, limit=limit, order=order, **more)
        return pa.Table.from_batches(list(found), schema=self.schema)

    def lookup_batches(
        self,
        keys: Mapping[str, Any] | None = None,
        /,
        *,
        limit: int | None = None,
        order: Order = "asc",
        **more: Any,
    ) -> Iterator[pa.RecordBatch]:
        """The same as `lookup`, batch by batch."""
        sought = keys_of(self.codec, self.view, {**(keys or {}), **more})
        if not all(sought.values()):
            return
        try:
            found = self._lookups.pop()
        except IndexError:
            found = LookUps(self._beside([one.again() for one in self._inputs], self.schema.names, threads=1))
        try:
            yield from found.rows(sought, limit, order)
        finally:
            if not self._lookups:  # of several threads, one leaves what it has read
                self._lookups.append(found)

    # --- rows --------------------------------------------------------------------------------------------------------

    def only(self, columns: Sequence[str], condition: Condition | None = None) -> Table:
        """A table of some of the columns of this one, which can be read beside it.

        Args:
            columns: names of columns that are shown.
            condition: on the rows: of those that can't fulfil it, some may be missing. None: that of this one.

        Raises:
            OptionError: one is unknown.
        """
        return self._beside([one.again() for one in self._inputs], columns, self._threads, condition or self.condition)

    def _beside(
        self, inputs: Sequence[Input], columns: Sequence[str], threads: int, condition: Condition | None = None
    ) -> Table:
        """A table of such files, with some of the columns."""
        return Table(
            self.codec,
            self.view,
            inputs,
            self.settings,
            columns or None,  # a table may have none
            self._reads.asked,
            self._asked_rows,
            strict=self._strict,
            keys=self.keys,
            threads=threads,
            condition=condition,
        )

    def splits(
        self, target_bytes: int, after: Part = WHOLE, *, search: bool = False, indexed: bool = True
    ) -> list[Part]:
        """The only file in parts, each of which ends with the record that fills so many bytes.

        Their rows, one part after another, are those of the file: what a part gives doesn't depend on the others. It
        costs a pass over the lengths of all records, or over the records themselves where nothing else says where they
        end, or readers go on behind bad lengths, or number records in doing so; with ``_metadata``, where a record
        gives several rows, one over the rows as well. What lies behind a record whose end nothing says is one part, and
        so is a file whose records the kernel doesn't read.

        Where an index lies beside the file (`bytewright.index`), there is no pass: parts begin at its places. Where it
        errs, reading the part before raises `SplitError`; one that doesn't fit the file is a warning.

        With ``search`` nothing is read: whoever reads a part looks for its first record and for that of the next one,
        by what the declaration says of any record. Where that errs, reading the part before raises `SplitError`.

        Args:
            target_bytes: so many.
            after: the part of the file that is divided, all from some record on; not with ``search``.
            search: whether the parts are searched for when they are read.
            indexed: whether an index may say where they begin.

        Raises:
            InputMissingError: the file is missing.
            OptionError: nothing is searched for in files of the view, or a column counts from their beginning.
        """
        (one,) = self._inputs
        if search:
            self.check_search()
        source = one.open()
        try:
            if search:
                return windows(source.size, max(1, target_bytes))
            if indexed and after == WHOLE and source.size > target_bytes and self.is_indexed:
                index = self._reads.divided_by(one)
                self._notice_index(one)
                if index is not None:
                    return index.parts(target_bytes)
            steps = self._reads.steps(one)
            if not steps.streams(self.view) or source.size - (after.start or 0) <= target_bytes:
                return [after]
            if self._metadata and self.view.spared:
                return [after]  # its records are elements of lists in records, which nothing counts beforehand
            walk = self._reads.walk(one, after, step=max(1, target_bytes))
            if walk is None:
                return [after]
            found = parts(walk, source.size, steps.count(self.view), after)
            if not self._reads.holds(one, found, walk, numbered=self._metadata or ERROR in self._extra):
                walk = self._reads.walk(one, after, step=max(1, target_bytes), by_length=False)
                found = [after] if walk is None else parts(walk, source.size, steps.count(self.view), after)
        finally:
            one.close(done=False)
        return self._counted_parts(found) if self._metadata and not row_per_record(self.codec, self.view) else found

    def check_search(self) -> None:
        """Check that files of the view can be divided by search.

        Raises:
            OptionError: they can't be; says why.
        """
        reason = self._unsearchable
        if reason is not None:
            raise OptionError(
                f"the view {self.view.name} of {self.codec.name} can't be divided by search: {reason}",
                hint="splitFiles=all reads a file once to divide it; a column that isn't shown doesn't count.",
            )

    @property
    def _unsearchable(self) -> str | None:
        """Why files of the view can't be divided by search; None: they can."""
        shown = [one.column.id for one in self._shown.columns if isinstance(one, FixedColumn) and one.level == 0]
        reason = self._reads.unsearchable([] if self._counted else shown)
        if reason is None and self._metadata:
            reason = f"{METADATA.name} counts rows and records from the beginning of the file"
        return reason

    @property
    def is_indexed(self) -> bool:
        """Whether an index that lies beside a file (`bytewright.index`) divides it, as far as nothing is read."""
        counts = self._metadata and not row_per_record(self.codec, self.view)
        return self._reads.is_indexed and not counts

    def found(self, part: Part) -> Part | None:
        """A part that `splits` plans by search, with the places that are found; None: it has no record.

        Raises:
            ReadError: what precedes the records is bad, in mode FAILFAST.
        """
        (one,) = self._inputs
        try:
            return self._found(one, part)
        finally:
            one.close(done=False)

    def _found(self, one: Input, part: Part) -> Part | None:
        return self._reads.found(one, part, searches=not part.indexed or self._unsearchable is None)

    def _notice_index(self, one: Input) -> None:
        """Note why an index beside a file doesn't count."""
        if said := self._reads.index(one).said:
            self._notice(one.open(), [(0, f"its index is passed over: {said}")])

    def _counted_parts(self, found: list[Part]) -> list[Part]:
        """The parts with the numbers of their first rows, up to the first one that has a bad record."""
        counted: list[Part] = []
        row = 0
        for part in found:
            counted.append(replace(part, row=row))
            if part.stop is None:
                break
            self._counts = True  # whoever reads the rows notes what is bad
            try:
                row += sum(batch.num_rows for batch in self.to_batches(part=part))
            except ReadError:
                counted[-1] = replace(counted[-1], stop=None)
                break
            finally:
                self._counts = False
        self.malformed = self.malformed_bytes = 0
        self.warnings.clear()
        self.engines.clear()
        self.counted.clear()
        return counted

    def _backwards(self, one: Input, part: Part, limit: int | None) -> Iterator[pa.RecordBatch]:
        """The rows of one file from the last one to the first, part by part where it can be divided."""
        parts, begun, left = [part], len(self.engines) + 1, limit
        passed = PassedOver(one.open())
        if part.stop is None and self._reads.is_meant(one) and self._reads.steps(one).streams(self.view):
            # Others find the parts: in passing over records they note what is noted here when rows are given.
            parts = self._beside([one.again()], self.schema.names, 1).splits(BACKWARDS, part, indexed=False)
        try:
            for each in reversed(parts):
                if left == 0:
                    return
                for batch in backwards(self._rows(one, each, passed=passed), left):
                    yield batch
                    if left is not None:
                        left -= batch.num_rows
        finally:
            del self.engines[begun:]
            self._notice_malformed(one.open(), passed)

    def _rows(
        self,
        one: Input,
        part: Part,
        limit: int | None = None,
        order: Order = "asc",
        passed: PassedOver | None = None,
    ) -> Iterator[pa.RecordBatch]:
        """The rows of a part of a file; ``passed``: notes bad records, of which whoever gives it tells."""
        if is_backwards(order):
            yield from self._backwards(one, part, limit)
            return
        source = one.open()
        if not self._reads.is_meant(one):
            return
        begins = part.start is None
        if part.searched and not part.found:
            there = self._found(one, part)
            if there is None:
                return
            part = there
        by_kernel = self._reads.by_kernel(one, self._shown, places=self._metadata)
        by_kernel = by_kernel and not (self._reads.is_too_few(one, limit) or self._reads.is_kept(one))
        self.engines.append(
            "columns" if by_kernel else self._reads.asked if self._reads.asked in ORACLES else "objects"
        )
        steps = self._reads.steps(one)
        streams = steps.streams(self.view)
        spares = steps.spares(self.view) > 0
        layout = self._shown.numbered(streams=streams, spares=spares) if self._metadata else self._shown
        resync = self._reads.resync(one, part) if self.settings.mode != "FAILFAST" else None
        end_of = self._reads.end_of(one, part) if resync is None else resync
        items: Iterator[pa.RecordBatch | Malformed]
        warnings: list[tuple[int, str]] = []
        if by_kernel:
            threads = 1 if part.is_checked or limit is not None else self._threads
            items = kernel.scan(
                self.codec,
                self.view,
                source,
                self.settings,
                layout,
                self._reads.batch_of(self._kernel_rows, limit),
                warnings,
                strict=self._strict,
                part=part,
                end_of=end_of,
                counted=self.counted,
                threads=threads,
                edges=None if threads == 1 else self._reads.edges(one),
                held=one.held,
                condition=None if self._metadata or self._counted else self.condition,
            )
        else:
            most, batch_rows = most_rows(source.size, self.settings.limits), _least(self._batch_rows, limit)
            start, stop, record = part.start, part.stop, part.record
            if end_of is None:
                begun, one.begun = one.begun, None
                whole = begun is not None and part == WHOLE
                scopes = begun if begun is not None and whole else steps.of(self.view, start, record, stop)
                items = spared(evaluate(layout, scopes, most, batch_rows, lambda: steps.warnings))
                items = _landing(items, part, steps)
            else:
                items = spared(tolerate(layout, steps, end_of, most, batch_rows, part))
        told, passed = passed is not None, passed or PassedOver(source)
        noted = self._noted(one, part)
        try:
            yield from self._finished(items, one, part, passed, noted, resync, streams=streams, by_kernel=by_kernel)
            if noted is not None:
                noted.commit(whole=True)
        except GeneratorExit:
            if noted is not None:
                noted.commit(whole=False)
            raise
        finally:
            self._notice(source, warnings if by_kernel else steps.warnings)
            if begins and one.index is not None:
                self._notice_index(one)
            if not told:
                self._notice_malformed(source, passed)

    def _noted(self, one: Input, part: Part) -> BadRecords | None:
        """Where bad records of a part of a file are noted."""
        settings = self.settings
        if settings.badRecordsPath is None or self._counts:
            return None
        what = one.open().name, part.start, part.stop, self.view.name
        return BadRecords(settings.badRecordsPath, settings.run, settings.maxCorruptBytes, one.storage, *what)

    def _finished(
        self,
        items: Iterator[pa.RecordBatch | Malformed],
        one: Input,
        part: Part,
        passed: PassedOver,
        noted: BadRecords | None,
        resync: Resync | None,
        *,
        streams: bool,
        by_kernel: bool,
    ) -> Iterator[pa.RecordBatch]:
        """What an engine gives with what is asked for beyond its columns; of bad records others are told."""
        source = one.open()
        numbers: list[Numbers]
        places = self._places(one, part, resync, streams=streams, by_kernel=by_kernel) if self._metadata else None
        permissive = self.settings.mode == "PERMISSIVE"
        told = [field for field in self._extra if field != self._metadata_field]
        width = len(self._fields)
        try:
            for item in items:
                if not by_kernel and not isinstance(item, Malformed):
                    self.counted["kaitai" if self._reads.asked == "kaitai" else "objects"] += item.num_rows
                if not isinstance(item, Malformed):
                    self._tell_of_python()
                if isinstance(item, Malformed):
                    if part.searched:
                        self._uncounted(item.error)
                    passed.add(item)
                    if self.tell is not None:
                        self.tell(item)
                    if noted is not None:
                        noted.add(item, source)
                    if places is not None:
                        places.go_on_behind(item)
                    if not permissive:
                        continue
                    row = row_of(item, [*self._fields, *told], self._corrupt, source, self.settings.maxCorruptBytes)
                    data, extra, numbers = row[:width], row[width:], [np.array([item.record], np.int64)]
                else:
                    data = item.columns[:width]
                    extra = [pa.nulls(item.num_rows, field.type) for field in told]
                    numbers = [column.to_numpy() for column in item.columns[width:]]
                if places is not None:
                    extra.insert(0, places.of(numbers, item if isinstance(item, Malformed) else None))
                shown = self._selected(data, extra)
                if shown.num_columns:  # without any, there are no rows that Arrow could count
                    yield from bounded(shown)
        except ReadError as error:
            if error.path is None:
                error.path = source.name
            if part.searched:
                self._uncounted(error)
                if part.start is not None and error.hint is None:
                    error.hint = (
                        f"The part begins at offset {part.start}, found by search; splitFiles=all finds all by a pass."
                    )
            raise

    @property
    def in_python(self) -> tuple[str, ...]:
        """What to say of rows that are read in Python, as the kernel can't read the view; empty: it can, or they were
        asked for so."""
        said = self._reads.in_python(self._shown)
        return () if said is None else (said,)

    def _tell_of_python(self) -> None:
        """Say once that many rows are read in Python, where that is for what the kernel can't do."""
        by_objects = self.counted["columns"] if made_by_objects(self._shown) else 0
        if self.is_told_of_python or self.counted["objects"] + by_objects < MANY:
            return
        self.is_told_of_python = True
        for said in self.in_python:
            warnings.warn(said, ReadInPythonWarning, stacklevel=2)

    def _uncounted(self, error: ReadError) -> None:
        """Take the number of its record out of an error: in a part that was searched for nobody knows it."""
        error.field = re.sub(
            rf"^{re.escape(self.codec.records_id)}\[\d+\]", f"{self.codec.records_id}[?]", error.field or ""
        )
        error.field = error.field or None

    def _selected(self, data: Sequence[pa.Array[Any]], extra: Sequence[pa.Array[Any]]) -> pa.RecordBatch:
        """What is shown of the columns that an engine gives, and of those beyond them."""
        first = 1 if self._counted else 0
        return self._selection.apply(pa.RecordBatch.from_arrays([*data[first:], *extra], schema=self._given))

    # --- many files in memory ----------------------------------------------------------------------------------------

    def together(self, size: int) -> BatchScan | None:
        """What reads files at once that have so many bytes together, as this table reads each, `shown` says the rest;
        None: they are to be read one by one."""
        if self._reads.asked not in ("auto", "columns") or self._metadata or self._reads.choice is not None:
            return None
        if self._reads.asked == "auto" and not self._reads.is_worth(size):
            return None
        return together(self.codec, self.view, self.settings, self._shown, self._kernel_rows, strict=self._strict)

    def in_bulk(self) -> Iterator[pa.RecordBatch | int]:
        """The rows of all files, of which many small ones are read at once; in place of the rows of a file that has to
        be read on its own, its number. Nothing is noticed in the others.
        """
        done = 0
        for item in in_bulk(self._sources(), lambda: self.together(0)):
            if isinstance(item, int):
                self.engines += ["columns"] * (item - done)
                done = item + 1
                yield item
            else:
                self.counted["columns"] += item.num_rows
                yield from bounded(self.shown(item))
        self.engines += ["columns"] * (len(self._inputs) - done)

    def _sources(self) -> Iterator[Source | None]:
        """The files, each open until the next one is asked for; None: it can't be opened."""
        for one in self._inputs:
            try:
                yield one.open()
            except InputMissingError:
                yield None
            finally:
                one.close(done=False)

    def _in_turn(self, part: Part, limit: int | None) -> Iterator[pa.RecordBatch | FileRead | Input]:
        """See `FileRows`."""
        if part != WHOLE or limit is not None or len(self._inputs) < FEWEST:
            items: Iterator[pa.RecordBatch | Input] = iter(self._inputs)
        else:
            items = (self._inputs[item] if isinstance(item, int) else item for item in self.in_bulk())
        # Others are told of bad records in the order of the files, and not of those in files that nobody has asked for.
        in_order = self.settings.badRecordsPath is not None or self.tell is not None
        alone = self._threads == 1 or len(self._inputs) == 1 or limit is not None or in_order
        yield from items if alone else read_ahead(items, self._apart, self._threads)

    def _apart(self, one: Input) -> Table | None:
        """What reads a file ahead of its turn; None: nothing does, as the interpreter lets only the kernel run beside
        others."""
        try:
            source = one.open()
        except InputMissingError:
            return None
        if source.size > READ_AHEAD or not self._reads.by_kernel(one, self._shown, places=self._metadata):
            return None
        return self._beside([one.handed_over()], self.schema.names, 1, self.condition)

    def shown(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """What is shown of good records that `together` has read."""
        return self._selected(batch.columns, [pa.nulls(batch.num_rows, field.type) for field in self._extra])

    def _places(self, one: Input, part: Part, resync: Resync | None, *, streams: bool, by_kernel: bool) -> RowSources:
        source, steps = one.open(), self._reads.steps(one)
        # Objects note where the records of a whole file lie; the walk is compiled.
        noted = not by_kernel and part.start is None and self.settings.mode == "FAILFAST"
        walk = self._reads.walk(one, part) if streams and not noted and not steps.spares(self.view) else None
        return RowSources(
            self._metadata_field,
            self._reads.told_of(one),
            source,
            steps,
            row=part.row or 0,
            by_record=row_per_record(self.codec, self.view),
            streams=streams,
            extents=None if walk is None else Extents(walk),
            resync=resync,
        )

    def _notice_malformed(self, source: Source, passed: PassedOver) -> None:
        self.malformed += passed.places
        self.malformed_bytes += passed.size
        if passed.first is not None:
            dropped = "left out" if self.settings.mode == "DROPMALFORMED" else "shown as nulls"
            bad, error = passed.first, passed.first.error
            text = f"bad records that are {dropped}: {passed}; the first: {error.field or 'file'}: {bad.reason}"
            self._notice(source, [(bad.start if error.offset is None else error.offset, text)])

    def _notice(self, source: Source, warnings: Sequence[tuple[int, str]]) -> None:
        for offset, text in warnings:
            notice = Notice(source.name, offset, text)
            if notice not in self.warnings:
                self.warnings.append(notice)
