"""Columns of views → tables as a library stores them: the inverse of the shapes in `decode`, a column at a time."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bytewright.schema.table_codecs import (
    Array,
    ListShape,
    MapShape,
    PlainShape,
    Shape,
    StructShape,
    has_width,
    is_bytes,
)


def stored(shape: Shape, values: Array, name: str, schema: pa.Schema | None = None) -> pa.Table:
    """A table that shows values.

    Args:
        shape: what they are shown as; with a ``schema``, as the table of that has settled it.
        values: the values, of the shape's type or one that can be cast to it.
        name: what the column is called where nothing else says it.
        schema: columns as they are to be stored; None: as is usual for the values.

    Raises:
        ValueError: they can't be stored so.
    """
    values = _cast(values, shape.type)
    if isinstance(shape, StructShape):
        return _structures(shape, values, name, schema)
    kind = schema.field(0).type if schema is not None else usual(shape, values)
    field = schema.field(0) if schema is not None else pa.field(name, kind, values.null_count > 0)
    column = column_of(shape, values, kind)
    if column.null_count and not field.nullable:
        raise ValueError("a value in each row, found null")
    return pa.Table.from_arrays([column], schema=pa.schema([field]))


def usual(shape: Shape, values: Array) -> pa.DataType:
    """How values are stored where nothing says it: lists of numbers, and maps, in bytes, of one size if they can be."""
    match shape:
        case PlainShape(kind):
            return kind
        case ListShape(PlainShape(kind)) if has_width(kind):
            sizes = pc.unique(pc.list_value_length(values))
            whole = not values.null_count and len(sizes) == 1
            return pa.binary(sizes[0].as_py() * kind.bit_width // 8) if whole else pa.binary()
        case ListShape(item):
            return pa.list_(usual(item, values.flatten()))
        case MapShape():
            return pa.binary()
    return shape.type


def column_of(shape: Shape, values: Array, kind: pa.DataType) -> Array:
    """Values as they are stored in a type.

    Raises:
        ValueError: they can't be.
    """
    match shape:
        case PlainShape(own):
            if pa.types.is_string(own) or pa.types.is_binary(own):
                return _bytes_as(values.view(pa.binary()), kind)
            return _cast(_cast(values, own), kind)
        case ListShape(item):
            return _lists(item, values, kind)
        case MapShape(key, value):
            if not is_bytes(kind):
                return _cast(values, kind)
            pair = np.dtype([("key", key.stored.to_pandas_dtype()), ("value", value.stored.to_pandas_dtype())])
            edges, first, last = _edges(values)
            pairs = np.empty(last - first, pair)
            pairs["key"] = _cast(values.keys[first:last], key.stored).to_numpy(zero_copy_only=False)
            pairs["value"] = _cast(values.items[first:last], value.stored).to_numpy(zero_copy_only=False)
            return _in_bytes(values, edges, pairs.tobytes(), pair.itemsize, kind)
    raise ValueError(f"values that can be stored as {kind}")


def _lists(item: Shape, values: Array, kind: pa.DataType) -> Array:
    edges, first, last = _edges(values)
    flat = values.values[first:last]
    if flat.null_count:
        raise ValueError("lists whose elements are all there, found null in one")
    if is_bytes(kind):
        if not isinstance(item, PlainShape) or not has_width(item.stored):
            raise ValueError(f"elements that lie in {kind} one after another")
        data = _cast(flat, item.stored).to_numpy(zero_copy_only=False)
        return _in_bytes(values, edges, np.ascontiguousarray(data), item.stored.bit_width // 8, kind)
    if not (pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind)):
        raise ValueError(f"values of type {kind}, found lists")
    inner: Any = kind
    items = column_of(item, flat, inner.value_type)
    absent: Any = pc.is_null(values) if values.null_count else None
    made = pa.ListArray.from_arrays(pa.array(edges, pa.int32()), items, mask=absent)
    return made if made.type.equals(kind) else _cast(made, kind)


def _edges(values: Array) -> tuple[Any, int, int]:
    """Where lists end among the elements between the first and the last edge, which are given, too."""
    edges = np.asarray(values.offsets).astype(np.int64) if len(values) else np.zeros(1, np.int64)
    first, last = int(edges[0]), int(edges[-1])
    return edges - first, first, last


def _in_bytes(values: Array, edges: Any, data: Any, width: int, kind: pa.DataType) -> Array:
    """Elements of so many bytes, one after another, as values of a type of bytes."""
    if len(data) and int(edges[-1]) * width > np.iinfo(np.int32).max:
        raise ValueError("at most 2 GiB in a table")
    valid = None if not values.null_count else pa.array(np.asarray(pc.is_valid(values))).buffers()[1]
    offsets = pa.py_buffer((edges * width).astype(np.int32))
    found = pa.Array.from_buffers(pa.binary(), len(values), [valid, offsets, pa.py_buffer(data)], values.null_count)
    return _bytes_as(found, kind)


def _bytes_as(values: Array, kind: pa.DataType) -> Array:
    """Bytes in another type of them; text isn't looked at."""
    if pa.types.is_string(kind):
        return values.view(kind)
    if pa.types.is_fixed_size_binary(kind):
        sizes = pc.unique(pc.binary_length(values.drop_null())).to_pylist()
        other = next((size for size in sizes if size != kind.byte_width), None)
        if other is not None:
            raise ValueError(f"values of {kind.byte_width} bytes, found {other}")
    if not is_bytes(kind):
        raise ValueError(f"values of type {kind}, found bytes")
    return values.cast(kind)


def _cast(values: Array, kind: pa.DataType) -> Array:
    return values if values.type.equals(kind) else values.cast(kind)


def _structures(shape: StructShape, values: Array, name: str, schema: pa.Schema | None) -> pa.Table:
    if values.null_count:
        raise ValueError("a value in each row, found null")
    members = dict(zip(shape.members, values.flatten(), strict=True))
    if schema is None or shape.form == "columns":
        fields = [
            schema.field(one) if schema is not None else pa.field(one, shapes[0].type, nullable=False)
            for one, shapes in shape.members.items()
        ]
        columns = [
            column_of(shapes[0], members[field.name], field.type)
            for field, shapes in zip(fields, shape.members.values(), strict=True)
        ]
        made = pa.Table.from_arrays(columns, schema=pa.schema(fields))
        return made if schema is None else made.select(schema.names)
    field = schema.field(0)
    if shape.form == "struct":
        column = _cast(pa.StructArray.from_arrays(list(members.values()), names=list(members)), field.type)
    else:
        text = _objects(shape, members) if shape.form == "json" else _joined(members)
        column = _bytes_as(text.view(pa.binary()), field.type)
    return pa.Table.from_arrays([column], schema=pa.schema([field]))


def _objects(shape: StructShape, members: dict[str, Array]) -> Array:
    """Text of JSON objects without spaces."""
    pieces: list[Any] = []
    for name, values in members.items():
        pieces += [f"{'{' if not pieces else ','}{json.dumps(name)}:", _json(values)]
    for name, (member, tags) in shape.tags.items():
        place = [one.type for one in shape.choices[member]].index(shape.members[member][0].type)
        pieces.append(f",{json.dumps(name)}:{json.dumps(tags[place])}")
    found: Array = pc.binary_join_element_wise(*pieces, "}", "")
    return found


def _json(values: Array) -> Array:
    if pa.types.is_string(values.type):
        return pa.array([json.dumps(value, ensure_ascii=False) for value in values.to_pylist()], pa.string())
    if pa.types.is_floating(values.type) and not pc.all(pc.is_finite(values), min_count=0).as_py():
        raise ValueError("numbers that JSON has, found none")
    return values.cast(pa.string())


def _joined(members: dict[str, Array]) -> Array:
    texts = [values.cast(pa.string()) for values in members.values()]
    for text in texts[1:]:
        if pc.any(pc.match_substring(text, ","), min_count=0).as_py():
            raise ValueError("text without commas behind the first member")
    found: Array = pc.binary_join_element_wise(*texts, ",")
    return found
