"""Rows → tables in bytes of each step, made by a library: the inverse of `decoded`, whole columns at a time.

How a table is stored (names and types of its columns, what they say of themselves) is told by the one that is there: of
a file that was read, `Tables.empty` leaves one without rows. What a step is shown as may rest on derived fields, so the
model is written once before that is asked.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bytewright.codec.codec import Codec
from bytewright.codec.settings import Settings
from bytewright.errors import NO_VALUE, ReadError, WriteError
from bytewright.model.structures import field_path
from bytewright.schema.scope import Scope
from bytewright.schema.table_codecs import Shape, StructShape
from bytewright.schema.view import Decode, View
from bytewright.views.evaluate.decoded_tables import Decoded, codec_of, opened, type_before
from bytewright.views.evaluate.layout import FixedColumn, Layout, levels_of
from bytewright.views.invert.invertible import each_path, place_column
from bytewright.views.invert.model_paths import blank, kind_at, list_at, walk
from bytewright.views.invert.model_values import model_value
from bytewright.views.invert.remainder import joined
from bytewright.views.invert.stored_columns import stored

_REFUSALS = (*NO_VALUE, pa.ArrowException)
_MOST_NEW = 1 << 20
"""Steps that rows may add to those of a model."""


def decode_of(view: View) -> Decode | None:
    """What decodes the rows of a view.

    Raises:
        WriteError: that can't be turned round.
    """
    decode = levels_of(view)[-1].decode
    if decode is not None and (view.decode is None or not decode.path):
        raise WriteError(f"the view {view.name} can't be written: where its tables are stored is calculated")
    return decode


class Tables:
    """The tables in a model of a view whose rows a library decodes.

    Args:
        codec: the format.
        view: the view.
        model: what the rows don't hold; its tables may have none.
        settings: the options.

    Raises:
        WriteError: the view can't be turned round, or the model lacks something.
    """

    def __init__(self, codec: Codec, view: View, model: Any, settings: Settings) -> None:
        decode = decode_of(view)
        assert decode is not None
        self._codec = codec
        self._view = view
        self._model = model
        self._settings = settings
        self._decode = decode
        self._path = each_path(view)

    def _steps(self) -> Iterator[Scope]:
        _, elements = list_at(self._model, self._path)
        for index, element in enumerate(elements):
            yield Scope(self._model, element, index, options=self._settings.values)

    def _bytes(self, scope: Scope) -> Any:
        return getattr(walk(scope.element, self._decode.path[:-1]), self._decode.path[-1])

    def _set(self, scope: Scope, data: bytes) -> None:
        setattr(walk(scope.element, self._decode.path[:-1]), self._decode.path[-1], data)

    def _known(self, scope: Scope) -> Decoded | None:
        """The table of a step, if it has one.

        Raises:
            WriteError: the bytes are none.
        """
        if not self._bytes(scope):
            return None
        try:
            return opened(self._decode, scope, self._settings.limits)
        except ReadError as error:
            raise WriteError(field=error.field, expected=error.expected, found=error.found) from None

    def _encoded(self, scope: Scope, table: pa.Table) -> bytes:
        settings: Mapping[str, Any] = next((found for holds, found in self._decode.encodings if holds(scope)), {})
        return codec_of(self._decode.codec, self._decode.package).encode(table, **settings)

    def _blame(self, scope: Scope, error: BaseException) -> WriteError:
        names = ".".join((*self._path, ""))[:-1]
        said = (str(error).strip().splitlines() or [type(error).__name__])[0]
        return WriteError(field=f"{names}[{scope.index}].{'.'.join(self._decode.path)}", expected=said)

    # --- what is there -------------------------------------------------------------------------------------------

    def empty(self) -> None:
        """Take the rows out of all tables, but for one where others say only so how they are stored. What is no table
        stays."""
        for scope in self._steps():
            try:
                known = self._known(scope)
                if known is not None:
                    text = isinstance(known.shape, StructShape) and known.shape.form in ("json", "separated")
                    self._set(scope, self._encoded(scope, self._emptied(known, 1 if text else 0)))
            except (WriteError, *_REFUSALS):
                continue

    def _emptied(self, known: Decoded, most: int) -> pa.Table:
        """The first rows of a table, which says how many bytes all of them take where the model does."""
        table = _rows_of(known, most)
        if self._decode.stated_size is None:
            return table
        size = str(_size(_rows_of(known, None))).encode()
        fields: list[Any] = list(table.schema)
        fields[0] = fields[0].with_metadata({**(fields[0].metadata or {}), _MEASURED: size})
        return table.cast(pa.schema(fields))

    def anew(self) -> None:
        """Make all tables anew.

        Raises:
            WriteError: one can't be read.
        """
        for scope in self._steps():
            known = self._known(scope)
            if known is None:
                continue
            try:
                table = _rows_of(known, None)
                if table.num_rows != known.table.rows:
                    raise ValueError(f"{known.table.rows} rows, found {table.num_rows}")
                self._set(scope, self._encoded(scope, table))
            except _REFUSALS as error:
                raise self._blame(scope, error) from None

    def settle(self) -> None:
        """Derive what follows in the model, as far as it has its tables.

        Raises:
            WriteError: it lacks something.
        """
        for scope in self._steps():
            if self._bytes(scope) is None:
                self._set(scope, b"")
        self._codec.to_bytes(self._model, relocate=True, options=self._settings.values)

    @property
    def type(self) -> pa.DataType | None:
        """The type of their values, of a model that is settled; None: nothing says it."""
        tables = [known for scope in self._steps() if (known := self._known(scope)) is not None]
        if tables:
            return max(tables, key=lambda known: known.table.rows > 0).shape.type
        for scope in self._steps():
            shape = self._shape(scope)
            return None if shape is None else shape.type
        return type_before(self._decode, self._model, self._settings.values)

    def _shape(self, scope: Scope) -> Shape | None:
        """What the values of a step are shown as that has no table."""
        for case in self._decode.cases:
            try:
                if not case.metadata and case.where(scope):
                    return case.shape
            except _REFUSALS:
                continue
        return None

    # --- rows ----------------------------------------------------------------------------------------------------

    def fill(self, layout: Layout, table: pa.Table) -> None:
        """Put rows into the model, which is settled.

        Args:
            layout: the columns of the view.
            table: the rows, of some of these columns.

        Raises:
            WriteError: rows contradict each other, or can't be stored; names the field.
        """
        columns = [column for column in layout.columns if isinstance(column, FixedColumn)]
        owner, elements = list_at(self._model, self._path)
        pieces = _pieces(table, place_column(self._view, columns), len(elements))
        while len(elements) <= max(pieces, default=-1):
            elements.append(blank(kind_at(type(owner), self._path[-1])))
        for scope in self._steps():
            if scope.index in pieces:
                self._put(columns, scope, pieces[scope.index])
        self.settle()
        found = [(scope, self._known(scope)) for scope in self._steps()]
        tables = [known for _, known in found if known is not None]
        sample = max(tables, key=lambda known: known.table.rows > 0, default=None)
        before = [_measured(known.table.schema) for known in tables]
        rows = (pieces.get(scope.index, table.slice(0, 0)) for scope, _ in found)
        sizes = [self._store(scope, some, known or sample) for (scope, known), some in zip(found, rows, strict=True)]
        self._state_size(sum(sizes), None if None in before else sum(size or 0 for size in before))

    def _state_size(self, size: int, before: int | None) -> None:
        """Let what says how many bytes the values take in memory follow these.

        Args:
            size: how many they take.
            before: how many those took of which the model says it; None: that isn't known.
        """
        if self._decode.stated_size is None or size == before:
            return
        path, member = self._decode.stated_size
        holder = self._model
        for name in path[:-1]:
            holder = getattr(holder, name, None)
        text = getattr(holder, path[-1], None)
        if text is None:
            return
        try:
            stated = json.loads(text).get(member)
            # Writers measure in other ways, which differ by what is the same for all values.
            if before is not None and isinstance(stated, str) and stated.isdecimal():
                made = max(0, int(stated) + size - before)
            else:
                made = size
            setattr(holder, path[-1], with_member(text, member, str(made)))
        except (ValueError, AttributeError):
            expected = "a JSON object"
            raise WriteError(field=field_path(holder, path[-1]), expected=expected, found=repr(text)) from None

    def _put(self, columns: Sequence[FixedColumn], scope: Scope, rows: pa.Table) -> None:
        """What all rows of a step have in common."""
        for column in columns:
            path = column.column.path
            if path[:1] not in (("root",), ("element",)) or column.name not in rows.column_names:
                continue
            values = pc.unique(rows.column(column.name))
            if values.null_count == len(values):
                continue  # the root says it
            if len(values) > 1:
                raise WriteError(
                    field=f"{self._path[-1]}[{scope.index}].{column.name}",
                    expected=f"{values[0]}, as in other rows of the same structure",
                    found=str(values[1]),
                )
            holder = walk(scope.root if path[0] == "root" else scope.element, path[1:-1])
            value = model_value(values[0].as_py(), column.form)
            setattr(holder, path[-1], joined(getattr(holder, path[-1]), value))

    def _store(self, scope: Scope, rows: pa.Table, known: Decoded | None) -> int:
        """Put rows into the table of a step; gives how many bytes they take in memory."""
        name = self._decode.column
        if name not in rows.column_names:
            raise WriteError(f"there is no column {name!r}", expected="the column that the tables show")
        column: Any = rows.column(name)
        values = pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)
        shape = self._shape(scope) if known is None else known.shape
        try:
            if shape is None:
                raise ValueError("values of a known kind, found ones that no case shows")
            if isinstance(shape, StructShape) and shape.is_open:
                shape = shape.fitting(values.type)
            schema = None if known is None else _unmeasured(known.table.schema)
            empty = schema is not None and not len(values)
            table = schema.empty_table() if empty and schema else stored(shape, values, name, schema)
            self._set(scope, self._encoded(scope, table))
            return _size(table)
        except _REFUSALS as error:
            raise self._blame(scope, error) from None


_MEASURED = b"bytewright.nbytes"
"""What the first column of a table in a root says of itself: how many bytes all rows took in memory."""


def _size(table: pa.Table) -> int:
    """How many bytes values take in memory, in however many pieces they are; bits that say that none is null don't
    count."""
    arrays = [chunk for column in table.combine_chunks().columns for chunk in column.chunks]
    bits = [(len(one) + 7) // 8 for one in arrays if not one.null_count and one.buffers()[0] is not None]
    return sum(one.nbytes for one in arrays) - sum(bits)


def _measured(schema: pa.Schema) -> int | None:
    said = (schema.field(0).metadata or {}).get(_MEASURED, b"").decode()
    return int(said) if said.isdecimal() else None


def _unmeasured(schema: pa.Schema) -> pa.Schema:
    if _measured(schema) is None:
        return schema
    first, *others = schema
    kept: Any = {key: value for key, value in (first.metadata or {}).items() if key != _MEASURED}
    plain: Any = [first.with_metadata(kept) if kept else first.remove_metadata(), *others]
    more: Any = schema.metadata
    return pa.schema(plain, more)


def with_member(text: str, name: str, value: str) -> str:
    """The text of a JSON object with a member that is text; all else stays as it is written.

    Args:
        text: the object.
        name: the member, which stands where it sorts, if the others are sorted, or else behind them.
        value: its value.

    Raises:
        ValueError: the text is no JSON object.
    """
    members = _members(text)
    there = [key for key, _ in members]
    written = f"{json.dumps(name)}:{json.dumps(value)}"
    found = dict(members) | {name: written}
    if name not in there and sorted(there) == there:
        found = dict(sorted(found.items()))
    return "{" + ",".join(found.values()) + "}"


def _members(text: str) -> list[tuple[str, str]]:
    """The members of a JSON object, by their names, as they are written."""
    if not isinstance(json.loads(text), dict):
        raise ValueError(text)
    decoder = json.JSONDecoder()
    at = text.index("{") + 1
    found: list[tuple[str, str]] = []
    while (begin := _SPACE.match(text, at).end()) < len(text) and text[begin] != "}":  # type: ignore[union-attr]
        key, end = decoder.raw_decode(text, begin)
        colon = text.index(":", end)
        _, end = decoder.raw_decode(text, _SPACE.match(text, colon + 1).end())  # type: ignore[union-attr]
        found.append((key, text[begin:end]))
        at = _SPACE.match(text, end).end()  # type: ignore[union-attr]
        at += text[at : at + 1] == ","
    return found


_SPACE = re.compile(r"[ \t\r\n]*")


def _rows_of(known: Decoded, most: int | None) -> pa.Table:
    """The rows of a table, or the first of them."""
    if most == 0:
        return known.table.schema.empty_table()
    batches = known.table.batches(1 << 20 if most is None else most)
    found = list(batches) if most is None else [batch for _, batch in zip(range(1), batches, strict=False)]
    table = pa.Table.from_batches(found, schema=known.table.schema)
    return table if most is None else table.slice(0, most)


def _is_null(column: Any) -> bool:
    """Whether rows don't have a column: JSON leaves it out."""
    return bool(len(column)) and column.null_count == len(column)


def _pieces(table: pa.Table, column: FixedColumn | None, known: int) -> dict[int, pa.Table]:
    """The rows by the places of their steps, in their order.

    Raises:
        WriteError: a row names no place.
    """
    if column is None or column.name not in table.column_names or _is_null(table.column(column.name)):
        return {0: table} if table.num_rows or known else {}
    places = table.column(column.name)
    numbers = np.asarray(places.cast(pa.int64()).fill_null(pa.scalar(-1, pa.int64())))
    wrong = np.flatnonzero((numbers < 0) | (numbers >= known + _MOST_NEW))
    if len(wrong):
        row = int(wrong[0])
        raise WriteError(field=f"rows[{row}].{column.name}", expected="a place from 0", found=str(places[row]))
    if (np.diff(numbers) < 0).any():
        order = np.argsort(numbers, kind="stable")
        table, numbers = table.take(order), numbers[order]
    found, starts = np.unique(numbers, return_index=True)
    ends = np.append(starts, len(numbers))[1:]
    return {
        place: table.slice(start, end - start)
        for place, start, end in zip(found.tolist(), starts.tolist(), ends.tolist(), strict=True)
    }
