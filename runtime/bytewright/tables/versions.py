"""Files of several versions of a format as one table: each file is read by the spec that its first bytes fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from bytewright.arrow.backwards import Order
from bytewright.arrow.conditions import Condition
from bytewright.codec import registry
from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings, known_by, parse
from bytewright.errors import OptionError
from bytewright.limits import Limits
from bytewright.schema.conform import Conformer, united
from bytewright.schema.discovery import PivotKeys
from bytewright.schema.selection import everything, select
from bytewright.schema.view import View
from bytewright.tables.engines import Engine
from bytewright.tables.file_rows import FileRows
from bytewright.tables.inputs import Input
from bytewright.tables.table import Table
from bytewright.views.evaluate.framing import Part
from bytewright.views.evaluate.layout import has_properties, needs_discovery, view_of


@dataclass(frozen=True, slots=True)
class Version:
    """One of the specs, with the view that is shown and the options that it knows."""

    codec: Codec
    view: View
    settings: Settings


def versions_of(
    codecs: Sequence[Codec],
    view: str | None,
    options: Mapping[str, Any] | None,
    *,
    limits: Limits | None = None,
    mode: str | None = None,
    texts: Mapping[str, str] | None = None,
    run: str = "",
) -> list[Version]:
    """The versions of a format.

    Args:
        codecs: what their specs were compiled to.
        view: name of the view, which all must have; None: the default one of each.
        options: options by name; each goes to the versions that know it.
        limits: see `bytewright.codec.settings.parse`.
        mode: likewise.
        texts: likewise.
        run: likewise.

    Raises:
        OptionError: a version lacks the view or occurs twice, no version knows an option, or its value is wrong.
    """
    if not codecs or len({id(codec) for codec in codecs}) < len(codecs):
        raise OptionError("spec", expected="the specs of several versions", found="one twice" if codecs else "none")
    given = dict(options or {})
    unknown = {name: value for name, value in given.items() if not any(known_by(codec, name) for codec in codecs)}
    found = []
    for codec in codecs:
        own = unknown | {name: value for name, value in given.items() if known_by(codec, name)}
        settings = parse(codec, own, limits=limits, mode=mode, texts=texts, run=run)
        found.append(Version(codec, view_of(codec, view), settings))
    return found


def _unpickled(versions: Sequence[tuple[Codec, str, Settings]], *asked: Any) -> VersionedTable:
    *positional, how = asked
    known = [Version(codec, view_of(codec, view), settings) for codec, view, settings in versions]
    return VersionedTable(known, *positional, **how)


class VersionedTable(FileRows):
    """Files of several versions of a format, as rows.

    The columns are those of all versions, by name, in the order of the versions; those that a version lacks are null in
    the rows of its files.

    Attributes:
        settings: the options, as the first version knows them.
        available: names and types of all columns that could be shown.
        told: names of those that no view has; see `bytewright.tables.table.Table`.
        keys: None: what values name is found out for each version by itself.
    """

    keys = None

    def __init__(
        self,
        versions: Sequence[Version],
        inputs: Sequence[Input],
        columns: Sequence[str] | None = None,
        engine: Engine = "auto",
        batch_rows: int | None = None,
        *,
        strict: bool = False,
        keys: Sequence[PivotKeys | None] | None = None,
        threads: int = 1,
        condition: Condition | None = None,
    ) -> None:
        super().__init__()
        self._versions = list(versions)
        self._asked_columns = columns
        self._inputs = list(inputs)
        self._engine: Engine = engine
        self._batch_rows = batch_rows
        self._strict = strict
        self._threads = threads
        self.condition = condition
        self._numbers: dict[int, int] = {}
        self._keys: list[PivotKeys | None] = [None] * len(versions) if keys is None else list(keys)
        self.settings = versions[0].settings
        self._tables = [self._whole(number) for number in range(len(versions))]
        self._keys = [table.keys for table in self._tables]
        told = {name: None for table in self._tables for name in table.told}
        self.told = tuple(told)
        self.available = self._united([table.available for table in self._tables])
        shown = self._united([table.schema for table in self._tables])
        self._selection = (
            everything(self.available, shown.names) if columns is None else select(self.available, columns)
        )
        self.schema = self._selection.schema
        self._needed = pa.schema([self.available.field(place) for place in self._selection.needed])

    def __reduce__(self) -> tuple[Any, ...]:
        """See `bytewright.tables.table.Table.__reduce__`."""
        versions = [(one.codec, one.view.name, one.settings) for one in self._versions]
        columns = None if self._asked_columns is None else list(self._asked_columns)
        how = {"strict": self._strict, "keys": self._keys, "threads": self._threads, "condition": self.condition}
        return _unpickled, (versions, self._inputs, columns, self._engine, self._batch_rows, how)

    @property
    def title(self) -> str:
        """See `FileRows`."""
        names = " or ".join(one.codec.name for one in self._versions)
        return f"{names}, view {self._versions[0].view.name}"

    @property
    def in_python(self) -> tuple[str, ...]:
        """See `bytewright.tables.table.Table.in_python`."""
        return tuple(said for table in self._tables for said in table.in_python)

    def only(self, columns: Sequence[str], condition: Condition | None = None) -> VersionedTable:
        """See `FileRows.only`."""
        inputs = [one.again() for one in self._inputs]
        return VersionedTable(
            self._versions,
            inputs,
            columns,
            self._engine,
            self._batch_rows,
            strict=self._strict,
            keys=self._keys,
            threads=self._threads,
            condition=condition or self.condition,
        )

    def splits(self, target_bytes: int, *, search: bool = False, indexed: bool = True) -> list[Part]:
        """The only file in parts; see `bytewright.tables.table.Table.splits`."""
        (one,) = self._inputs
        return self._of(self._number(one), [one]).splits(target_bytes, search=search, indexed=indexed)

    def check_search(self) -> None:
        """See `bytewright.tables.table.Table.check_search`; that of every version."""
        for table in self._tables:
            names = [name for name in self.schema.names if name in table.available.names]
            table.only(names or table.available.names[:1]).check_search()

    @property
    def is_indexed(self) -> bool:
        """See `bytewright.tables.table.Table.is_indexed`; of every version."""
        for table in self._tables:
            names = [name for name in self.schema.names if name in table.available.names]
            if not table.only(names or table.available.names[:1]).is_indexed:
                return False
        return True

    def _united(self, schemas: Sequence[pa.Schema]) -> pa.Schema:
        """The columns of all versions; those that no view has come last."""
        data = united([pa.schema([field for field in one if field.name not in self.told]) for one in schemas])
        told = united([pa.schema([field for field in one if field.name in self.told]) for one in schemas])
        return pa.schema([*data, *told])

    def _whole(self, number: int) -> Table:
        """The table of all files of a version, which are looked at only where they name columns."""
        view, settings = self._versions[number].view, self._versions[number].settings
        if self._keys[number] is not None or not (needs_discovery(view, settings) or has_properties(view)):
            return self._of(number, [])
        inputs = [one for one in self._inputs if self._number(one) == number]
        if not inputs:
            self._keys[number] = PivotKeys()
        return self._of(number, inputs)

    def _of(self, number: int, inputs: Sequence[Input], columns: Sequence[str] | None = None) -> Table:
        version = self._versions[number]
        return Table(
            version.codec,
            version.view,
            inputs,
            version.settings,
            columns,
            self._engine,
            self._batch_rows,
            strict=self._strict,
            keys=self._keys[number],
            threads=self._threads,
            condition=self.condition,
        )

    def _number(self, one: Input) -> int:
        """Which version a file is of."""
        if id(one) not in self._numbers:
            codecs = [version.codec for version in self._versions]
            try:
                self._numbers[id(one)] = codecs.index(registry.version_of(one.open(), codecs))
            finally:
                one.close(done=False)
        return self._numbers[id(one)]

    def _rows(self, one: Input, part: Part, limit: int | None = None, order: Order = "asc") -> Iterator[pa.RecordBatch]:
        number = self._number(one)
        known = self._tables[number].available
        names = [name for name in self._needed.names if name in known.names] or known.names[:1]
        table = self._of(number, [one], names)
        conform = Conformer(table.schema, self._needed, may_lack=True)
        try:
            for batch in table.to_batches(part=part, limit=limit, order=order):
                yield self._selection.apply(conform(batch))
        finally:
            self._take_note(table)
