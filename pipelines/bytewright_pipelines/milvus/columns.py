"""How values of Milvus' types lie in Parquet: Arrow arrays of what users give, and back. No value is touched alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pyarrow as pa
from pyarrow import compute

from bytewright.errors import WriteError
from bytewright_formats.milvus_binlog import DataType

pc: Any = compute  # the stubs know too little of arrays of unknown types
Array = Any
"""An Arrow array of any type (the stubs know too little of what arrays of each type have)."""

SCALARS: dict[DataType, pa.DataType] = {
    DataType.BOOL: pa.bool_(),
    DataType.INT8: pa.int8(),
    DataType.INT16: pa.int16(),
    DataType.INT32: pa.int32(),
    DataType.INT64: pa.int64(),
    DataType.TIMESTAMPTZ: pa.int64(),
    DataType.FLOAT: pa.float32(),
    DataType.DOUBLE: pa.float64(),
    DataType.STRING: pa.string(),
    DataType.VARCHAR: pa.string(),
    DataType.TEXT: pa.string(),
    DataType.JSON: pa.binary(),
    DataType.GEOMETRY: pa.binary(),
    DataType.ARRAY: pa.binary(),
    DataType.MOL: pa.binary(),
}
"""Arrow type of values that aren't vectors."""

SHOWN: dict[DataType, pa.DataType] = SCALARS | {
    DataType.JSON: pa.string(),
    DataType.FLOAT_VECTOR: pa.list_(pa.field("element", pa.float32(), nullable=False)),
    DataType.INT8_VECTOR: pa.list_(pa.field("element", pa.int8(), nullable=False)),
}
"""Types of columns in rows, where no file says it; bytes, of what isn't here."""

TEXT = (DataType.STRING, DataType.VARCHAR, DataType.TEXT)
BITS: dict[DataType, int] = {
    DataType.BINARY_VECTOR: 1,
    DataType.FLOAT_VECTOR: 32,
    DataType.FLOAT16_VECTOR: 16,
    DataType.BFLOAT16_VECTOR: 16,
    DataType.INT8_VECTOR: 8,
}
"""Bits of an element of a dense vector."""

ELEMENTS: dict[DataType, str] = {
    DataType.BINARY_VECTOR: "u1",
    DataType.FLOAT_VECTOR: "<f4",
    DataType.FLOAT16_VECTOR: "<f2",
    DataType.BFLOAT16_VECTOR: "<u2",
    DataType.INT8_VECTOR: "i1",
}
"""NumPy type of an element; of a binary vector, of eight; of a bfloat16, of its bits."""

OLD = (
    *(DataType.BOOL, DataType.INT8, DataType.INT16, DataType.INT32, DataType.INT64, DataType.FLOAT, DataType.DOUBLE),
    *(DataType.STRING, DataType.BINARY_VECTOR, DataType.FLOAT_VECTOR),
)
"""What the layouts of 2020 and 2021 know."""


def data_type(value: DataType | int | str) -> DataType:
    """A type by its number, or its name in any case, with or without underscores (``FloatVector``).

    Raises:
        WriteError: there is none.
    """
    if isinstance(value, DataType):
        return value
    if isinstance(value, int):
        if value in {kind.value for kind in DataType}:
            return DataType(value)
    else:
        folded = value.replace("_", "").lower()
        for kind in DataType:
            if kind.name.replace("_", "").lower() == folded:
                return kind
    raise WriteError("data type", expected="one of Milvus' types", found=repr(value))


def width_of(kind: DataType, dim: int) -> int:
    """Bytes of a dense vector.

    Args:
        kind: its type.
        dim: how many elements it has.

    Raises:
        WriteError: there are no such vectors.
    """
    if dim <= 0:
        raise WriteError("dimension", expected="at least 1", found=str(dim))
    bits = dim * BITS[kind]
    if bits % 8:
        raise WriteError("dimension", expected="a multiple of 8, of a binary vector", found=str(dim))
    return bits // 8


def dimension(kind: DataType, width: int) -> int:
    """How many elements a dense vector of so many bytes has."""
    return width * 8 // BITS[kind]


def array_of(kind: DataType, values: Any, dim: int | None = None, *, nullable: bool = False) -> Array:
    """Values as they lie in a payload.

    Args:
        kind: their type.
        values: an Arrow array, a NumPy array (of vectors: one row each) or a sequence, in which None is null.
        dim: elements of a dense vector; None: as many as values have.
        nullable: whether some may be null.

    Raises:
        WriteError: they are none of the type, or null where none may be.
    """
    if isinstance(values, pa.ChunkedArray):
        values = values.combine_chunks()
    try:
        if kind in BITS:
            found = _dense(kind, values, dim, nullable=nullable)
        elif kind is DataType.SPARSE_FLOAT_VECTOR:
            found = _sparse(values)
        elif kind is DataType.ARRAY_OF_VECTOR:
            found = _arrays(values, dim)
        elif kind in SCALARS:
            found = _scalars(kind, values)
        else:
            raise WriteError("data type", expected="one that can be written", found=kind.name.lower())
    except (pa.ArrowException, ValueError, TypeError, OverflowError) as error:
        raise WriteError(f"values of type {kind.name.lower()}: {str(error).splitlines()[0]}") from None
    if found.null_count and not nullable:
        raise WriteError(f"values of type {kind.name.lower()}", expected="a value in each row", found="null")
    return found


def _scalars(kind: DataType, values: Any) -> Array:
    wanted = SCALARS[kind]
    if isinstance(values, np.ndarray):
        if values.ndim != 1:
            raise ValueError(f"an array of one dimension is needed, not of {values.ndim}")
        fits = values.dtype.kind in {"i": "iu", "f": "f", "b": "b"}.get(_letter(wanted), "OSU")
        if not fits:
            raise ValueError(f"NumPy's {values.dtype} is none")
        values = pa.array(values)
    if isinstance(values, pa.Array):
        found: Array = values
        numbers = pa.types.is_integer(wanted) or pa.types.is_floating(wanted) or pa.types.is_boolean(wanted)
        alike = pa.types.is_integer(wanted) == pa.types.is_integer(found.type)
        if numbers and not (alike and (not pa.types.is_boolean(wanted) or pa.types.is_boolean(found.type))):
            raise ValueError(f"Arrow's {found.type} is none")
        return found.cast(wanted)
    if pa.types.is_binary(wanted):
        values = [value.encode() if isinstance(value, str) else value for value in values]
    return pa.array(values, wanted)


def _letter(kind: pa.DataType) -> str:
    if pa.types.is_integer(kind):
        return "i"
    if pa.types.is_floating(kind):
        return "f"
    return "b" if pa.types.is_boolean(kind) else ""


def _dense(kind: DataType, values: Any, dim: int | None, *, nullable: bool) -> Array:
    """Vectors as bytes of one size; of variable size where some may be null, as Milvus has them."""
    width = width_of(kind, dim) if dim is not None else None
    if not isinstance(values, (np.ndarray, pa.Array)):
        values = _listed(kind, values)
    if isinstance(values, np.ndarray):
        if values.ndim != 2:
            raise ValueError(f"an array of two dimensions is needed, not of {values.ndim}")
        if values.dtype != np.dtype(ELEMENTS[kind]):
            raise ValueError(f"NumPy's {values.dtype} is none")
        flat = np.ascontiguousarray(values)
        found: Array = pa.FixedSizeBinaryArray.from_buffers(
            pa.binary(flat.shape[1] * flat.itemsize), len(flat), [None, _buffer(flat)]
        )
    else:
        found = _fixed(kind, values, width)
    size = found.type.byte_width
    if width is not None and size != width:
        raise WriteError("dimension", expected=str(dim), found=str(dimension(kind, size)))
    if size == 0:
        raise WriteError("dimension", expected="at least 1", found="0")
    return _variable(found) if nullable else found


def _listed(kind: DataType, values: Sequence[Any]) -> Any:
    """A sequence of vectors: bytes, or sequences of elements."""
    if all(value is None or isinstance(value, (bytes, bytearray, memoryview)) for value in values):
        return pa.array([None if value is None else bytes(value) for value in values], pa.binary())
    element = pa.from_numpy_dtype(np.dtype(ELEMENTS[kind]))
    return pa.array([None if value is None else list(value) for value in values], pa.list_(element))


def _fixed(kind: DataType, values: Array, width: int | None) -> Array:
    """Lists or bytes, all as long, as bytes of one size."""
    if pa.types.is_fixed_size_binary(values.type):
        return values
    if pa.types.is_binary(values.type) or pa.types.is_large_binary(values.type):
        sizes = pc.unique(pc.binary_length(values.drop_null()))
        if len(sizes) > 1:
            raise ValueError("vectors are of different sizes")
        size = sizes[0].as_py() if len(sizes) else width or 0
        return values.cast(pa.binary(size))
    if pa.types.is_fixed_size_list(values.type):
        values = values.cast(pa.list_(values.type.value_type))
    if not (pa.types.is_list(values.type) or pa.types.is_large_list(values.type)):
        raise ValueError(f"Arrow's {values.type} is none")
    element = pa.from_numpy_dtype(np.dtype(ELEMENTS[kind]))
    if not values.type.value_type.equals(element):
        if not pa.types.is_floating(values.type.value_type) or not pa.types.is_floating(element):
            raise ValueError(f"elements of Arrow's {values.type.value_type} are none")
        values = values.cast(pa.list_(element))
    there = values.drop_null()
    sizes = pc.unique(pc.list_value_length(there))
    if len(sizes) > 1:
        raise WriteError("dimension", expected=str(sizes[0]), found=str(sizes[1]))
    itemsize = np.dtype(ELEMENTS[kind]).itemsize
    size = sizes[0].as_py() * itemsize if len(sizes) else width or 0
    items = there.flatten()
    if items.null_count:
        raise ValueError("elements of vectors are never null")
    data = _buffer(np.ascontiguousarray(np.asarray(items)))
    found: Array = pa.FixedSizeBinaryArray.from_buffers(pa.binary(size), len(there), [None, data])
    if len(there) == len(values):
        return found
    places = pc.subtract(pc.cumulative_sum(pc.cast(pc.is_valid(values), pa.int64())), 1)
    return found.take(pc.if_else(pc.is_valid(values), places, pa.scalar(None, pa.int64())))


def _variable(array: Array) -> Array:
    """Bytes of one size as bytes of variable size, of which nulls have none."""
    valid = np.asarray(pc.is_valid(array))
    size = array.type.byte_width
    ends = np.concatenate([[0], np.cumsum(valid, dtype=np.int64) * size])
    if ends[-1] > np.iinfo(np.int32).max:
        raise ValueError("one payload can't hold so many bytes")
    there = array.drop_null()
    data = there.buffers()[1]
    if data is not None:
        data = data.slice(there.offset * size, len(there) * size)
    bitmap = pa.array(valid).buffers()[1] if array.null_count else None
    offsets = _buffer(ends.astype(np.int32))
    return pa.Array.from_buffers(pa.binary(), len(array), [bitmap, offsets, data], array.null_count)


def _sparse(values: Any) -> Array:
    """Sparse vectors, as maps, mappings or bytes: pairs of an index and a float, ascending."""
    if isinstance(values, pa.Array) and (pa.types.is_binary(values.type) or pa.types.is_large_binary(values.type)):
        return values.cast(pa.binary())
    kind = pa.map_(pa.int64(), pa.float32())
    if not isinstance(values, pa.Array):
        if all(value is None or isinstance(value, bytes) for value in values):
            return pa.array(values, pa.binary())
        values = pa.array([None if value is None else list(dict(value).items()) for value in values], kind)
    maps: Array = values.cast(kind)
    edges = np.asarray(maps.offsets).astype(np.int64)
    first, last = int(edges[0]), int(edges[-1])
    keys = np.asarray(maps.keys)[first:last]
    pairs = np.empty(last - first, [("index", "<u4"), ("value", "<f4")])
    if len(keys) and not 0 <= keys.min() <= keys.max() <= np.iinfo(np.uint32).max:
        raise ValueError("an index has 32 bits, without a sign")
    steps = np.diff(keys)
    inside = np.ones(len(steps), bool)
    inside[edges[1:-1][(edges[1:-1] > first) & (edges[1:-1] < last)] - first - 1] = False
    if (steps[inside] <= 0).any():
        raise ValueError("the indexes of a sparse vector ascend")
    pairs["index"], pairs["value"] = keys, np.asarray(maps.items)[first:last]
    offsets = _buffer(((edges - first) * pairs.itemsize).astype(np.int32))
    bitmap = pa.array(np.asarray(pc.is_valid(maps))).buffers()[1] if maps.null_count else None
    return pa.Array.from_buffers(pa.binary(), len(maps), [bitmap, offsets, _buffer(pairs)], maps.null_count)


def _arrays(values: Any, dim: int | None) -> Array:
    """Lists of vectors of floats as lists of bytes of one size."""
    if not isinstance(values, pa.Array):
        element = pa.from_numpy_dtype(np.dtype("<f4"))
        values = pa.array([list(map(list, value)) for value in values], pa.list_(pa.list_(element)))
    if not (pa.types.is_list(values.type) or pa.types.is_large_list(values.type)):
        raise ValueError(f"Arrow's {values.type} is none")
    edges = np.asarray(values.offsets).astype(np.int64)
    vectors = values.values.slice(int(edges[0]), int(edges[-1] - edges[0]))
    items = _dense(DataType.FLOAT_VECTOR, vectors, dim, nullable=False)
    offsets = pa.array((edges - edges[0]).astype(np.int32))
    return pa.ListArray.from_arrays(offsets, items, type=pa.list_(pa.field("element", items.type)))


def _buffer(array: Any) -> pa.Buffer:
    """The memory of a NumPy array."""
    return pa.py_buffer(array)
