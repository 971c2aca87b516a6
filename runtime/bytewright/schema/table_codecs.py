"""What values of tables that a library decodes are shown as, a column at a time: nothing here runs per row.

A shape says which type a value has; the table may store it in several ways (a list as bytes in which its elements lie
one after another, a structure as text), which `Shape.settled` finds out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, BinaryIO, Literal, Protocol, cast

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bytewright.arrow.types import list_of
from bytewright.limits import Limits

Array = Any
"""An Arrow array of any type (the stubs know too little of what arrays of each type have)."""


class Opened(Protocol):
    """A table in bytes, as a library opens it.

    Attributes:
        schema: its columns.
        rows: how many rows it says that it has.
    """

    schema: pa.Schema
    rows: int

    def batches(self, most_rows: int) -> Iterator[pa.RecordBatch]:
        """The rows, in batches of at most so many.

        Raises:
            ValueError: the bytes are no such table.
        """


class TableCodec(Protocol):
    """A library that makes tables of bytes and back: what a class is that a spec names in ``decode``."""

    def open(self, data: bytes, limits: Limits) -> Opened:
        """A table; its rows are not read yet.

        Raises:
            ValueError: the bytes are no such table.
            LimitError: it asks for more than it may.
        """

    def encode(self, table: pa.Table, **settings: Any) -> bytes:
        """The bytes of a table.

        Args:
            table: the table.
            settings: how they are made, as a spec says it.

        Raises:
            ValueError: there is no such setting, or the table can't be encoded.
        """


class Shape(Protocol):
    """What values are shown as."""

    @property
    def type(self) -> pa.DataType:
        """The type of the column."""

    def settled(self, table: Opened) -> Shape:
        """The shape with all that depends on the table decided.

        Raises:
            ValueError: the table can't be shown so.
        """

    def shown(self, batch: pa.RecordBatch, *, replaces: bool = False) -> Array:
        """The column, of rows of the table; ``replaces``: text that can't be decoded gets U+FFFD.

        Raises:
            ValueError: a value can't be shown so.
        """

    def of(self, array: Array, *, replaces: bool = False) -> Array:
        """Likewise, of a column."""


@dataclass(frozen=True, slots=True)
class _OfOneColumn:
    """A shape of values that stand in the table's only column."""

    def settled(self, table: Opened) -> Any:
        """See `Shape.settled`."""
        if len(table.schema) != 1:
            raise ValueError(f"a table of one column, found {len(table.schema)}")
        self.of(pa.array([], table.schema.field(0).type))
        return self

    def shown(self, batch: pa.RecordBatch, *, replaces: bool = False) -> Array:
        """See `Shape.shown`."""
        return self.of(batch.column(0), replaces=replaces)

    def of(self, array: Array, *, replaces: bool = False) -> Array:
        """See `Shape.of`."""
        raise NotImplementedError


_SIGNED: Mapping[pa.DataType, pa.DataType] = {
    pa.uint8(): pa.int16(),
    pa.uint16(): pa.int32(),
    pa.uint32(): pa.int64(),
}


@dataclass(frozen=True, slots=True)
class PlainShape(_OfOneColumn):
    """Numbers, text, bytes, truth; ``stored`` is the type that they have in the table, or in bytes of it."""

    stored: pa.DataType

    @property
    def type(self) -> pa.DataType:
        """See `Shape.type`."""
        return _SIGNED.get(self.stored, self.stored)

    def of(self, array: Array, *, replaces: bool = False) -> Array:
        """See `Shape.of`."""
        kind = array.type
        if pa.types.is_string(self.stored):
            return self._text(array, replaces=replaces)
        if pa.types.is_binary(self.stored):
            return _bytes(array)
        if pa.types.is_integer(self.stored):
            # A library stores small integers as larger ones; what takes 64 bits is not among them.
            same = pa.types.is_integer(kind) and (kind.bit_width == 64) == (self.stored.bit_width == 64)
            if not same:
                raise _misfit(self.stored, kind)
            return array.cast(self.type)
        if not kind.equals(self.stored):
            raise _misfit(self.stored, kind)
        return array

    def _text(self, array: Array, *, replaces: bool) -> Array:
        array = _bytes(array)
        if _is_ascii(array):
            return array.view(pa.string())
        try:
            return array.cast(pa.string())
        except pa.ArrowInvalid:
            if not replaces:
                raise ValueError("text in UTF-8") from None
        decoded = [None if value is None else value.decode("utf-8", "replace") for value in array.to_pylist()]
        return pa.array(decoded, pa.string())


def _misfit(expected: pa.DataType, found: pa.DataType) -> ValueError:
    return ValueError(f"values of type {expected}, found {found}")


def is_bytes(kind: pa.DataType) -> bool:
    """Whether values of a type are bytes or text."""
    return bool(
        pa.types.is_binary(kind)
        or pa.types.is_large_binary(kind)
        or pa.types.is_string(kind)
        or pa.types.is_large_string(kind)
        or pa.types.is_fixed_size_binary(kind)
    )


def _bytes(array: Array) -> Array:
    """Bytes or text as bytes."""
    kind = array.type
    if pa.types.is_binary(kind):
        return array
    if not is_bytes(kind):
        raise _misfit(pa.binary(), kind)
    if pa.types.is_string(kind):
        return array.view(pa.binary())
    return array.cast(pa.binary())


def _is_ascii(array: Array) -> bool:
    """Whether bytes are text in ASCII: then they needn't be looked at one by one, which takes far longer."""
    _, offsets, data = array.buffers()
    if not len(array) or data is None:
        return True
    edges = np.frombuffer(offsets, np.int32)
    found = np.frombuffer(data, np.int8)[edges[array.offset] : edges[array.offset + len(array)]]
    return bool(found.min(initial=0) >= 0)


def _elements(array: Array, width: int, what: str) -> tuple[Any, Any]:
    """Where, in elements of so many bytes, values end that are bytes (one edge more than there are values), and all
    the bytes between the first and the last edge."""
    if pa.types.is_fixed_size_binary(array.type):
        size = array.type.byte_width
        if size % width:
            raise ValueError(f"{what} of {width} bytes each, found {size} bytes")
        buffer = array.buffers()[1]
        edges = np.arange(len(array) + 1, dtype=np.int64) * (size // width)
        first = array.offset * size
        return edges, _span(buffer, first, first + len(array) * size)
    array = _bytes(array)
    _, offsets, data = array.buffers()
    edges = _NO_EDGES
    if len(array):
        edges = np.frombuffer(offsets, np.int32)[array.offset : array.offset + len(array) + 1].astype(np.int64)
    first, last = int(edges[0]), int(edges[-1])
    edges = edges - first
    if width > 1 and (edges % width).any():
        bad = int(np.flatnonzero(edges % width)[0]) - 1
        size = int(edges[bad + 1] - edges[bad])
        raise ValueError(f"{what} of {width} bytes each, found {size} bytes in row {bad}")
    return edges // width, _span(data, first, last)


_NO_EDGES = np.zeros(1, np.int64)


def _span(buffer: Any, first: int, last: int) -> Any:
    if buffer is None or first == last:
        return pa.py_buffer(b"")
    found = buffer.slice(first, last - first)
    # Arrow wants numbers aligned; what begins elsewhere is copied.
    return found if found.address % 8 == 0 else pa.py_buffer(bytes(found))


def _validity(array: Array) -> Any:
    """The bitmap of an array's values, as one that begins with the first of them."""
    if array.null_count == 0:
        return None
    valid: Any = pc.is_valid(array)
    return valid.buffers()[1] if array.offset == 0 else pa.array(np.asarray(valid)).buffers()[1]


@dataclass(frozen=True, slots=True)
class ListShape(_OfOneColumn):
    """Lists; ``item`` is what elements are shown as. They may lie in bytes one after another."""

    item: Shape

    @property
    def type(self) -> pa.DataType:
        """See `Shape.type`."""
        return list_of(self.item.type)

    def of(self, array: Array, *, replaces: bool = False) -> Array:
        """See `Shape.of`."""
        kind = array.type
        if is_bytes(kind) and isinstance(self.item, PlainShape) and has_width(self.item.stored):
            stored = self.item.stored
            edges, data = _elements(array, stored.bit_width // 8, "elements")
            values = pa.Array.from_buffers(stored, int(edges[-1]), [None, data])
            return self._listed(array, edges.astype(np.int32), self.item.of(values))
        if pa.types.is_fixed_size_list(kind):
            array = array.cast(pa.list_(kind.value_type))
        elif not (pa.types.is_list(kind) or pa.types.is_large_list(kind)):
            raise _misfit(self.type, kind)
        edges = np.asarray(array.offsets).astype(np.int64) if len(array) else _NO_EDGES
        first, last = int(edges[0]), int(edges[-1])
        items = self.item.of(array.values.slice(first, last - first), replaces=replaces)
        if items.null_count:
            raise ValueError("lists whose elements are all there, found null in one")
        return self._listed(array, (edges - first).astype(np.int32), items)

    def _listed(self, array: Array, edges: Any, items: Array) -> Array:
        return pa.Array.from_buffers(
            self.type, len(array), [_validity(array), pa.py_buffer(edges)], array.null_count, 0, [items]
        )


def has_width(kind: pa.DataType) -> bool:
    """Whether values of a type are numbers, which can lie one after another."""
    return bool(pa.types.is_primitive(kind)) and not pa.types.is_boolean(kind)


@dataclass(frozen=True, slots=True)
class MapShape(_OfOneColumn):
    """Maps; their pairs may lie in bytes one after another, each the bytes of its key and those of its value."""

    key: PlainShape
    value: PlainShape

    @property
    def type(self) -> pa.DataType:
        """See `Shape.type`."""
        item: Any = pa.field("value", self.value.type, nullable=False)
        found: pa.DataType = pa.map_(self.key.type, item)
        return found

    def of(self, array: Array, *, replaces: bool = False) -> Array:
        """See `Shape.of`."""
        kind = array.type
        if pa.types.is_map(kind):
            return array.cast(self.type)
        if not is_bytes(kind):
            raise _misfit(self.type, kind)
        pair = np.dtype([("key", self.key.stored.to_pandas_dtype()), ("value", self.value.stored.to_pandas_dtype())])
        edges, data = _elements(array, pair.itemsize, "pairs")
        pairs = np.frombuffer(data, pair, int(edges[-1]))
        keys = self.key.of(pa.array(np.ascontiguousarray(pairs["key"])))
        values = self.value.of(pa.array(np.ascontiguousarray(pairs["value"])))
        shown: Any = self.type
        entries = pa.StructArray.from_arrays([keys, values], fields=[shown.key_field, shown.item_field])
        edges = edges.astype(np.int32)
        return pa.Array.from_buffers(
            self.type, len(array), [_validity(array), pa.py_buffer(edges)], array.null_count, 0, [entries]
        )


Form = Literal["columns", "struct", "json", "separated", ""]


@dataclass(frozen=True, slots=True)
class StructShape:
    """Structures: each member a column of the table, or all in its only one: as a structure, as text of a JSON object,
    or as text of the members with commas between.

    Attributes:
        members: what each is shown as: the first that fits what is there.
        form: how they are stored; empty: that isn't settled.
        tags: what text of JSON objects has besides, for others who read it: by name the member that it is about, and
            what it is for each of the types that this may have.
        choices: the types that members may have, where it is settled which of them they have.
    """

    members: Mapping[str, Sequence[Shape]]
    form: Form = ""
    tags: Mapping[str, tuple[str, tuple[Any, ...]]] = field(default_factory=dict)
    choices: Mapping[str, Sequence[Shape]] = field(default_factory=dict)

    @property
    def type(self) -> pa.DataType:
        """See `Shape.type`."""
        return pa.struct([pa.field(name, shapes[0].type, nullable=False) for name, shapes in self.members.items()])

    def settled(self, table: Opened) -> StructShape:
        """See `Shape.settled`."""
        schema = table.schema
        names = list(self.members)
        if len(schema) > 1 or schema.names == names:
            if sorted(schema.names) != sorted(names):
                raise ValueError(f"a table of the columns {', '.join(names)}, found {', '.join(schema.names)}")
            return self._typed("columns", {name: schema.field(name).type for name in names})
        if len(schema) != 1:
            raise ValueError("a table of one column or more, found none")
        kind = schema.field(0).type
        if pa.types.is_struct(kind):
            inside = {field.name: field.type for field in kind}
            if sorted(inside) != sorted(names):
                raise ValueError(f"structures of {', '.join(names)}, found {', '.join(inside)}")
            return self._typed("struct", inside)
        if not is_bytes(kind):
            raise _misfit(self.type, kind)
        first = next((batch.column(0) for batch in table.batches(1) if batch.num_rows), None)
        if first is None:
            return replace(self, form="json")
        text = _bytes(first)[0].as_py()
        if text is None:
            raise ValueError("text of a structure, found null")
        return self._of_text(text)

    def _of_text(self, text: bytes) -> StructShape:
        """The shape as a first text has it."""
        if not text.lstrip().startswith(b"{"):
            return self._typed("separated", dict.fromkeys(self.members, pa.string()), by_text=True)
        try:
            found = json.loads(text)
        except ValueError as error:
            raise ValueError(f"text of a JSON object, found other text ({error})") from None
        kinds = {}
        for name in self.members:
            value = found.get(name)
            if not isinstance(value, (int, float, str)) or isinstance(value, bool):
                raise ValueError(f"a JSON object with the member {name}, found {'none' if value is None else value}")
            kinds[name] = _kind_of_json(value, self.members[name])
        return self._typed("json", kinds)

    def _typed(self, form: Form, kinds: Mapping[str, pa.DataType], *, by_text: bool = False) -> StructShape:
        found: dict[str, Sequence[Shape]] = {}
        for name, shapes in self.members.items():
            fitting = [shape for shape in shapes if by_text or _fits(shape, kinds[name])]
            if not fitting:
                raise _misfit(shapes[0].type, kinds[name])
            found[name] = fitting[:1]
        return StructShape(found, form, self.tags, self.choices or self.members)

    @property
    def is_open(self) -> bool:
        """Whether it isn't settled which types members have: of text, of which there is none."""
        return not self.choices

    def fitting(self, kind: pa.StructType) -> StructShape:
        """The shape with the types of members as values of a type have them; where nothing says how these are stored,
        each is a column of its own."""
        return self._typed(self.form or "columns", {name: kind.field(name).type for name in self.members})

    def shown(self, batch: pa.RecordBatch, *, replaces: bool = False) -> Array:
        """See `Shape.shown`."""
        if self.form == "columns":
            return self._made([batch.column(name) for name in self.members], replaces=replaces)
        return self.of(batch.column(0), replaces=replaces)

    def of(self, array: Array, *, replaces: bool = False) -> Array:
        """See `Shape.of`."""
        if self.form == "struct":
            return self._made([pc.struct_field(array, name) for name in self.members], replaces=replaces)
        array = _bytes(array)
        if array.null_count:
            raise ValueError("text of a structure, found null")
        columns = self._of_json(array) if self.form == "json" else self._separated(array)
        return self._made(columns, replaces=replaces)

    def _of_json(self, array: Array) -> list[Array]:
        import pyarrow.json as pa_json

        lines: Any = pc.binary_join(pa.ListArray.from_arrays(pa.array([0, len(array)], pa.int32()), array), b"\n")
        data = lines[0].as_buffer()
        explicit = pa.schema([(name, shapes[0].type) for name, shapes in self.members.items()])
        table = pa_json.read_json(
            cast(BinaryIO, pa.BufferReader(data)),
            read_options=pa_json.ReadOptions(use_threads=False, block_size=len(data) + 1),
            parse_options=pa_json.ParseOptions(
                explicit_schema=explicit, newlines_in_values=True, unexpected_field_behavior="ignore"
            ),
        )
        if table.num_rows != len(array):
            raise ValueError(f"a JSON object in each row, found {table.num_rows} in {len(array)} rows")
        return [table.column(name).combine_chunks() for name in self.members]

    def _separated(self, array: Array) -> list[Array]:
        pieces = pc.split_pattern(array.cast(pa.string()), ",", max_splits=len(self.members) - 1, reverse=True)
        counts: Any = pc.list_value_length(pieces)
        if pc.any(pc.not_equal(counts, pa.scalar(len(self.members))), min_count=0).as_py():
            raise ValueError(f"{len(self.members)} values with commas between")
        columns = []
        for place, shapes in enumerate(self.members.values()):
            text = pc.list_element(pieces, place)
            columns.append(text.cast(shapes[0].type))
        return columns

    def _made(self, columns: list[Array], *, replaces: bool) -> Array:
        made = []
        for (name, shapes), column in zip(self.members.items(), columns, strict=True):
            if column.null_count:
                raise ValueError(f"a value of {name} in each row, found null")
            made.append(shapes[0].of(column, replaces=replaces))
        fields: Any = self.type
        return pa.StructArray.from_arrays(made, fields=list(fields))


def _kind_of_json(value: float | str, shapes: Sequence[Shape]) -> pa.DataType:
    """The type that a value of JSON has for shapes that it may be."""
    if isinstance(value, str):
        return pa.string()
    whole = isinstance(value, int) and any(_fits(shape, pa.int64()) for shape in shapes)
    return pa.int64() if whole else pa.float64()


def _fits(shape: Shape, kind: pa.DataType) -> bool:
    try:
        shape.of(pa.array([], kind))
    except (ValueError, TypeError):  # Arrow's errors are among them
        return False
    return True
