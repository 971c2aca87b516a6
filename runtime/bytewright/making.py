"""Files of rows of which code makes columns: the kernel makes the items that are dealt out, objects what is around.

Code beside a spec (``by-columns`` of ``-made-of``) says what the fields of items are, whole columns at a time, and
which items go together; sizes and places stay with the encoding plan, and what lies around items with the object
writer. What can't be made so is left to the code that is given rows, one by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bytewright.encoding import NotEncodable
from bytewright.errors import WriteError
from bytewright.kernels.encoding.encoder import USUAL, Encoder, Refused, Sizes
from bytewright.kernels.encoding.plan import EncodingPlan
from bytewright.kernels.encoding.unroll import choosing, unroll
from bytewright.kernels.failures import PlanError
from bytewright.kernels.unroll import HeaderError
from bytewright.lasting import Deferred
from bytewright.plain import from_plain, later
from bytewright.rows import check_columns
from bytewright.taking import NotTaken, Taken, Taking
from bytewright.views.inverse import blank
from bytewright.views.view import Scope

if TYPE_CHECKING:
    from bytewright.codec import Codec, Maker
    from bytewright.settings import Settings

Path = tuple[str, ...]
Places = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Alike:
    """Items that are laid out alike.

    Attributes:
        rows: the numbers of their rows.
        fields: what their fields are, as many of each as there are rows: arrays by the way to the field from the item
            down, in names of fields in Python with dots between them, the numbers of elements of a list that has one
            per column of a layout among them.
    """

    rows: Places
    fields: Mapping[str, pa.Array[Any]]


@dataclass(frozen=True, slots=True)
class Whole:
    """An element of the outer list.

    Attributes:
        values: its plain values, without items.
        rows: the numbers of the rows that are its items, in their order.
    """

    values: Mapping[str, Any]
    rows: Places


@dataclass(frozen=True, slots=True)
class ByColumns:
    """What code makes of rows.

    Attributes:
        wholes: the elements of the outer list; each row belongs to one.
        items: the items, each row's once.
    """

    wholes: Sequence[Whole]
    items: Sequence[Alike]


class ColumnMaker:
    """Makes the bytes of a file of rows.

    Args:
        codec: the format.
        maker: the code, which knows columns.
        settings: the options.
        schema: the columns of the rows.
        root: what the rows are said not to hold: nothing may be.
        sizes: sizes that decide how fast it is, not what it gives.

    Raises:
        NotEncodable: the kernel can't make such a file.

    Attributes:
        rows: how many rows have become items.
    """

    def __init__(
        self,
        codec: Codec,
        maker: Maker,
        settings: Settings,
        schema: pa.Schema,
        root: str | None = None,
        sizes: Sizes = USUAL,
    ) -> None:
        plan, deal = codec.encoding, maker.deal
        if maker.columns is None or deal is None:
            raise NotEncodable("code makes files of such rows")
        if not isinstance(plan, EncodingPlan):
            raise NotEncodable(str(plan))
        if plan.list != (*deal.outer, *deal.inner):
            raise NotEncodable("code makes files of such rows")
        try:
            check_columns(maker, schema, root)
        except WriteError as error:
            raise NotEncodable(str(error)) from error
        self._codec = codec
        self._maker = maker
        self._deal = deal
        self._plan = plan
        self._settings = settings
        self._sizes = sizes
        self._asked = codec.encoding_header or {}
        self._choosing = choosing(plan)
        self._known: dict[tuple[tuple[Path, int], ...], tuple[EncodingPlan, Encoder]] = {}
        self._root = blank(codec.root)
        codec.tell(self._root, settings.values)
        self.rows = 0

    def pieces(self, batches: Iterable[pa.RecordBatch]) -> Iterator[bytes | memoryview]:
        """The bytes of the file.

        Raises:
            NotEncodable: the kernel can't make a file of these rows.
        """
        table = self._table(batches)
        told = {id: self._settings.values[id] for id in self._maker.told}
        assert self._maker.columns is not None
        try:
            made = self._maker.columns(table, told) if told else self._maker.columns(table)
        except (ValueError, TypeError, OverflowError, pa.ArrowException) as error:
            raise NotEncodable(str(error)) from error
        items = self._items(made.items, len(table))
        try:
            yield from self._around(made.wholes, items)
        except WriteError as error:
            raise NotEncodable(str(error)) from error
        self.rows = len(table)

    def _table(self, batches: Iterable[pa.RecordBatch]) -> pa.Table:
        """The rows with all columns that there may be, each in one piece."""
        schema = self._maker.schema
        assert schema is not None
        given = list(batches)
        if not given:
            return schema.empty_table()
        table = pa.Table.from_batches(given)
        try:
            columns = [
                table.column(field.name).cast(field.type)
                if field.name in table.schema.names
                else pa.nulls(len(table), field.type)
                for field in schema
            ]
            return pa.Table.from_arrays(columns, schema=schema).combine_chunks()
        except (pa.ArrowException, ValueError) as error:
            raise NotEncodable(str(error)) from error

    # --- items -------------------------------------------------------------------------------------------------------

    def _items(self, alike: Sequence[Alike], count: int) -> pa.Array[Any]:
        """The bytes of the item of each row."""
        rows = np.concatenate([np.zeros(0, np.int64), *(one.rows for one in alike)])
        if len(rows) != count or (np.bincount(rows, minlength=count) != 1).any():
            raise NotEncodable("rows that are no items, or several")
        made = [self._encoded(one) for one in alike]
        if len(made) == 1 and (rows[1:] > rows[:-1]).all():
            return made[0]
        together = pa.concat_arrays(made) if made else pa.array([], pa.large_binary())
        order = np.empty(count, np.int64)
        order[rows] = np.arange(count)
        return together.take(_numbers(order))

    def _encoded(self, alike: Alike) -> pa.Array[Any]:
        """The bytes of some items."""
        columns = {tuple(name.split(".")): array for name, array in alike.fields.items()}
        count = len(alike.rows)
        if any(len(array) != count for array in columns.values()):
            raise NotEncodable("fields of more or fewer items than there are")
        try:
            plan, encoder = self._encoder(columns)
            taking = Taking([Taken(path, array) for path, array in columns.items()], self._texts)
            arrays = taking.arrays(plan.sources)
            ends = np.empty(count + 1, np.int64)
            data = b"".join(bytes(piece) for piece in encoder.encode(count, arrays, ends))
        except Refused as refused:
            row = int(alike.rows[min(refused.row, count - 1)])
            raise NotEncodable(f"rows from {row} on: {refused.field}") from refused
        except (NotTaken, PlanError, HeaderError) as error:
            raise NotEncodable(str(error)) from error
        return pa.Array.from_buffers(pa.large_binary(), count, [None, pa.py_buffer(ends.data), pa.py_buffer(data)])

    def _encoder(self, columns: Mapping[Path, pa.Array[Any]]) -> tuple[EncodingPlan, Encoder]:
        """The plan for items with what decides how they are laid out, and what follows it."""
        chosen: dict[Path, int] = {}
        for path in self._choosing:
            if path in columns:
                values = columns[path].unique().to_pylist()
                if len(values) != 1 or not isinstance(values[0], int):
                    raise NotEncodable(f"{'.'.join(path)} isn't the same in items that are said to be alike")
                chosen[path] = values[0]
        key = tuple(chosen.items())
        if key not in self._known:
            plan = unroll(self._plan, self._header_value, chosen)
            self._known[key] = plan, Encoder(plan, self._sizes)
        return self._known[key]

    def _header_value(self, name: str, column: int, entry: Any = None) -> Any:
        element = self._root if entry is None else entry
        return self._asked[name](Scope(self._root, element, options=self._settings.values, column=column))

    def _texts(self, name: str, column: int) -> list[str]:
        raise NotTaken("places in a list of the header's")

    # --- what lies around them ---------------------------------------------------------------------------------------

    def _around(self, wholes: Sequence[Whole], items: pa.Array[Any]) -> Iterator[bytes | memoryview]:
        """The bytes of the file: what lies around items is written by objects."""
        elements: list[Any] = []
        for number, whole in enumerate(wholes):
            ordered = items if _in_order(whole.rows, len(items)) else items.take(_numbers(whole.rows))
            elements += self._dealt(whole.values, ordered, number)
        document: Any = elements
        for name in reversed(self._deal.outer):
            document = {name: document}
        model = from_plain(self._codec, document)
        yield self._codec.to_bytes(model, canonical=True, relocate=True, options=self._settings.values)

    def _dealt(self, values: Mapping[str, Any], items: pa.Array[Any], number: int) -> Iterator[Mapping[str, Any]]:
        """An element with its items, as several where it would be too large; see `bytewright.dealing`."""
        memory: list[Any] = items.buffers()
        ends = (
            np.frombuffer(memory[1], np.int64, len(items) + 1, 8 * items.offset)
            if len(items)
            else np.zeros(1, np.int64)
        )
        data = memory[2]
        limit = int(self._settings.values[self._deal.limit] or 0)
        around = self._size_around(values, number)
        for first, behind in _cuts(ends, around, limit):
            kept = Deferred(_never)
            kept.keep(data[int(ends[first]) : int(ends[behind])].to_pybytes() if data is not None else b"")
            yield _with(values, self._deal.inner, [kept] if behind > first else [])

    def _size_around(self, values: Mapping[str, Any], number: int) -> int:
        """How many bytes an element takes without its items."""
        # Its own size may rest on that of items, so that it is measured with none.
        codec = self._codec
        outer = codec.root
        for name in self._deal.outer:
            field = next(field for field in outer.FIELDS if field.id == name)
            assert field.struct is not None
            outer = field.struct
        place = ".".join(self._deal.outer) + f"[{number}]"
        part = later(outer, _with(values, self._deal.inner, []), codec.structures(), place)
        document: Any = [part]
        for name in reversed(self._deal.outer):
            document = {name: document}
        codec.to_bytes(from_plain(codec, document), canonical=True, relocate=True, options=self._settings.values)
        return len(part.data or b"")


def _never(last: Any) -> None:
    """Items are made already."""


def _numbers(places: Places) -> pa.Array[Any]:
    return pa.array(places, pa.int64())


def _in_order(rows: Places, count: int) -> bool:
    return len(rows) == count and bool((rows == np.arange(count)).all())


def _cuts(ends: Places, around: int, limit: int) -> Iterator[tuple[int, int]]:
    """Where items are cut into pieces of at most ``limit`` bytes with what is around them (0: of any size).

    Raises:
        NotEncodable: an item alone is too large.
    """
    count = len(ends) - 1
    room = limit - around
    if not limit or around + int(ends[-1] - ends[0]) <= limit:
        yield 0, count
        return
    if count and int(np.diff(ends).max()) > room:
        raise NotEncodable("an item that is too large")
    first = 0
    while first < count:
        behind = int(np.searchsorted(ends, ends[first] + room, "right")) - 1
        yield first, behind
        first = behind


def _with(document: Mapping[str, Any], way: Sequence[str], items: list[Any]) -> Mapping[str, Any]:
    """A document with a list at the end of a way, of which the last step need not be there yet."""
    first, *rest = way
    return {**document, first: _with(document.get(first, {}), rest, items) if rest else items}
