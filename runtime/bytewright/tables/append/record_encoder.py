"""The bytes of records that are appended: those of a file of just these records, without what precedes them."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import pyarrow as pa

from bytewright.codec.codec import Codec
from bytewright.codec.plain_values import from_plain
from bytewright.codec.settings import Settings, of_columns
from bytewright.errors import WriteError
from bytewright.host.suggest import hint
from bytewright.io.source import BytesSource
from bytewright.model.structures import Struct
from bytewright.oracles.compare import difference
from bytewright.tables import row_models
from bytewright.tables.row_numbering import numbered
from bytewright.tables.write import bytes_of
from bytewright.tables.write_job import Engine
from bytewright.views.evaluate.layout import Layout, levels_of, view_of
from bytewright.views.evaluate.steps import Steps

_SCHEMAS = 16
"""Sets of columns of which it is kept how they are written."""
_UNSAID, _SAID, _HELD = range(3)
"""How certain a header is: nobody has said what it is to be, a root or a file has, or records have it."""


class RecordEncoder:
    """Encodes records for one file after another, which all begin alike.

    Args:
        codec: the format.
        view: which view rows are of; None: the default one.
        settings: options.
        root: what rows don't hold, as JSON; None: nothing.
        engine: what makes the records.

    Attributes:
        header: what precedes the records; None: nothing has said that yet. What a root has said is so until there are
            records, from which more of it may follow.
    """

    def __init__(self, codec: Codec, view: str | None, settings: Settings, root: str | None, engine: Engine) -> None:
        self._codec = codec
        self._view = view
        self._settings = settings
        self._root = root
        self._engine: Engine = engine
        self._maker = row_models.maker_of(codec, view, settings)
        self._layout = lru_cache(_SCHEMAS)(self._layout_of)
        self._of = lru_cache(_SCHEMAS)(self._settings_of)
        self._schema = lru_cache(_SCHEMAS)(self._schema_of)
        self._kept: dict[Hashable, Any] = {}
        self.header = self._made()
        self._settled = _UNSAID if root is None or self.header is None else _SAID

    @property
    def known(self) -> tuple[bytes | None, str | None, int]:
        """What is known of files, to go back to where records come to nothing."""
        return self.header, self._root, self._settled

    @known.setter
    def known(self, known: tuple[bytes | None, str | None, int]) -> None:
        self.header, self._root, self._settled = known

    def _made(self) -> bytes | None:
        """What precedes the records, as far as that is known without any."""
        try:
            if self._root is None and self._says_of_root():
                return None
            model = from_plain(self._codec, self._root or "{}")
            if getattr(model, self._codec.records_field):
                raise WriteError("the root has records", field=self._codec.records_id)
            return self._codec.to_bytes(model, relocate=True, options=self._settings.values)
        except WriteError:
            if self._root is not None and not self._says_of_root():
                raise
            return None

    def _says_of_root(self) -> bool:
        """Whether rows have columns of what precedes the records."""
        if self._maker is not None and not self._maker.view:
            return False
        outermost = levels_of(view_of(self._codec, self._view))[0]
        return any(column.path[:1] == ("root",) for column in outermost.columns)

    def go_on(self, header: bytes, *, has_records: bool = True) -> None:
        """Append to a file that is there.

        Args:
            header: what precedes its records.
            has_records: whether it has some.

        Raises:
            WriteError: it is another than a root has said, or than records need that were encoded.
        """
        settled = _HELD if has_records else _SAID
        if self._settled:
            self._accept(header)
            self._settled = max(self._settled, settled)
            return
        if self._root is None:
            found = self._plain(header)
            found.pop(self._codec.records_id, None)
            self._root = json.dumps(found) if found else None
        self.header, self._settled = header, settled

    # --- records -----------------------------------------------------------------------------------------------------

    def of_rows(self, rows: Sequence[Mapping[str, Any]]) -> memoryview:
        """The bytes of the records of some rows.

        Raises:
            WriteError: they are no rows of the format.
        """
        names = tuple(dict.fromkeys(name for row in rows for name in row))
        schema = self._schema(names)
        unknown = next((name for name in names if name not in schema.names), None)
        if unknown is not None:
            raise WriteError(f"there is no column {unknown!r}", hint=hint(unknown, schema.names, "columns"))
        schema = pa.schema([schema.field(name) for name in names])
        try:
            table = pa.Table.from_pylist([*rows], schema=schema)
        except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
            raise self._wrong(rows, schema, str(error)) from None
        return self.of_table(table)

    def of_table(self, table: pa.Table) -> memoryview:
        """The same of rows in Arrow."""
        if self._maker is None:
            table = numbered(table, self._layout(table.schema))
        if len(self._kept) > _SCHEMAS:
            self._kept.clear()
        settings = self._of(tuple(table.schema.names))
        data, _ = bytes_of(self._codec, table, self._view, settings, self._root, self._engine, self._kept)
        return self._records(data)

    def of_models(self, models: Sequence[Struct]) -> memoryview:
        """The same of objects: records, or a whole file, which must begin as this one does."""
        if len(models) == 1 and isinstance(models[0], self._codec.root):
            return self._records(self._codec.to_bytes(models[0], relocate=True, options=self._settings.values))
        if self.header is None:
            raise WriteError(
                "what precedes the records is not known",
                hint="Give a root (what `bytewright root` prints of a file like it), or append a whole file first.",
            )
        root = self._parsed(self.header) if self._settled == _HELD else from_plain(self._codec, self._root or "{}")
        setattr(root, self._codec.records_field, [*models])
        return self._records(self._codec.to_bytes(root, relocate=True, options=self._settings.values))

    def _records(self, data: bytes) -> memoryview:
        """The records of a whole file."""
        if self.header is None:
            self.go_on(self._header_of(data))
        assert self.header is not None
        first = len(self.header)
        if self._settled < _HELD or not data.startswith(self.header):
            made = self._header_of(data)
            self._accept(made)
            first = len(made)
        self._settled = _HELD
        return memoryview(data)[first:]

    def _header_of(self, data: bytes) -> bytes:
        return data[: Steps(self._codec, BytesSource(data), self._settings).begin()]

    def _accept(self, header: bytes) -> None:
        """Refuse a header that says something else than that for which records are encoded: also of what follows from
        them, as how large a field of each is. Before there are records, what follows from them isn't known."""
        known = self.header
        assert known is not None
        if header == known or difference(self._parsed(header), self._parsed(known)) is None:
            return
        if self._settled == _HELD or self._plain(header) != self._plain(known):
            raise WriteError(
                "records that need another header than the file has",
                expected=_hex(known),
                found=_hex(header),
                hint="Columns, options and root must be those with which the file was begun.",
            )
        self.header = header

    def _parsed(self, header: bytes) -> Struct:
        root: Struct = self._codec.parse(header, options=self._settings.values)
        return root

    def _plain(self, header: bytes) -> dict[str, Any]:
        """What a header says by itself: the records that it would follow from lie behind it."""
        view = None if self._maker is not None and not self._maker.view else self._view
        return row_models.root_of(self._codec, BytesSource(header), view, self._of(()), lone=False)

    # --- columns -----------------------------------------------------------------------------------------------------

    def _layout_of(self, schema: pa.Schema) -> Layout:
        settings = self._of(tuple(schema.names))
        return row_models.layout_of_rows(self._codec, schema, self._view, settings, self._root)[0]

    def _schema_of(self, names: tuple[str, ...]) -> pa.Schema:
        if self._maker is not None and self._maker.schema is not None:
            return self._maker.schema
        return row_models.schema_of(self._codec, names, self._view, self._of(names), self._root)

    def _settings_of(self, names: tuple[str, ...]) -> Settings:
        """The settings for rows of some columns: those of a log need not all have the same."""
        return of_columns(self._codec, self._settings, names)

    @staticmethod
    def _wrong(rows: Sequence[Mapping[str, Any]], schema: pa.Schema, said: str) -> WriteError:
        """Which value isn't one of its column."""
        for number, row in enumerate(rows):
            for field in schema:
                try:
                    pa.array([row.get(field.name)], field.type)
                except (pa.ArrowException, TypeError, ValueError, OverflowError):
                    value = row.get(field.name)
                    place = f"rows[{number}].{field.name}"
                    return WriteError(field=place, expected=str(field.type), found=repr(value))
        return WriteError(f"no rows of the format: {said}")


def _hex(header: bytes) -> str:
    return f"{len(header)} bytes: {header[:32].hex(' ')}{' …' if len(header) > 32 else ''}"
