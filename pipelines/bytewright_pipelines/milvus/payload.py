"""Payloads, by the interface of Milvus' design document: columns in, a buffer with Parquet out, and back.

writer = PayloadWriter(DataType.FLOAT_VECTOR, dim=128)
writer.add_float_vectors(vectors)          # an ndarray of n × 128 float32: no copy per value
writer.finish()
PayloadReader(DataType.FLOAT_VECTOR, writer.buffer).get_float_vectors()
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import pyarrow as pa
from pyarrow import compute

from bytewright.codecs.parquet import Parquet, in_memory
from bytewright.errors import ReadError, ValueInvalidError, WriteError
from bytewright.limits import DEFAULT, Limits
from bytewright_formats.milvus_binlog import DataType
from bytewright_pipelines.milvus.columns import (
    BITS,
    ELEMENTS,
    OLD,
    SCALARS,
    TEXT,
    array_of,
    data_type,
    dimension,
    width_of,
)

Layout = Literal["2020", "2021", "2x"]
"""Layouts of files; what payloads are like differs, too."""

pc: Any = compute  # the stubs know too little of arrays of unknown types
Array = Any
"""An Arrow array of any type."""


class PayloadWriter:
    """Collects a column, and makes a payload of it.

    Args:
        kind: type of the values, as `DataType`, its number or its name.
        dim: elements of a vector; None: as many as the first ones have.
        nullable: whether values may be null (2.x only).
        layout: of the file that the payload is for. Those of 2020 and 2021 know fewer types, aren't compressed, and
            refuse empty text and columns without rows.
        name: what the column is called in Parquet.

    Raises:
        WriteError: there is no such type, or the layout doesn't know it.
    """

    def __init__(
        self,
        kind: DataType | int | str,
        dim: int | None = None,
        *,
        nullable: bool = False,
        layout: Layout = "2x",
        name: str = "val",
    ) -> None:
        self.data_type = data_type(kind)
        if self.data_type not in (*BITS, DataType.ARRAY_OF_VECTOR) and dim is not None:
            raise WriteError("dimension", expected="none, as values are no dense vectors", found=str(dim))
        if self.data_type not in (*BITS, *SCALARS, DataType.SPARSE_FLOAT_VECTOR, DataType.ARRAY_OF_VECTOR):
            raise WriteError("data type", expected="one that can be written", found=self.data_type.name.lower())
        if layout != "2x" and (self.data_type not in OLD or nullable):
            what = "nulls" if nullable else self.data_type.name.lower()
            raise WriteError(f"layout {layout}", expected="what it knows", found=what)
        if dim is not None:
            width_of(DataType.FLOAT_VECTOR if self.data_type not in BITS else self.data_type, dim)
        self.dim = dim
        self.nullable = nullable
        self.layout = layout
        self.name = name
        self._arrays: list[Array] = []
        self._buffer: memoryview | None = None
        self._released = False

    def __enter__(self) -> PayloadWriter:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def __len__(self) -> int:
        """How many rows have been added."""
        self._in_use()
        return sum(map(len, self._arrays))

    @property
    def nbytes(self) -> int:
        """Bytes that the rows take as Arrow arrays."""
        return sum(array.nbytes for array in self._arrays)

    # --- columns ---------------------------------------------------------------------------------------------------

    def add(self, values: Any, valid: Any = None) -> None:
        """Add values of the writer's type.

        Args:
            values: an Arrow array, a NumPy array (of vectors: two dimensions) or a sequence.
            valid: one boolean per value, false where it is null; None: as the values say.

        Raises:
            WriteError: they are none of the type, of another dimension, none at all, or null where that can't be; the
                writer is finished.
        """
        self._open()
        array = array_of(self.data_type, values, self.dim, nullable=self.nullable)
        if valid is not None:
            array = self._masked(array, valid)
        if not len(array):
            raise WriteError("values", expected="at least one", found="none")
        empty = self.data_type in TEXT and pc.any(pc.equal(pc.binary_length(array), 0)).as_py()
        if self.layout != "2x" and empty:
            raise WriteError("values", expected="text that isn't empty", found="empty text")
        if self.dim is None:
            self.dim = self._dimension(array)
        self._arrays.append(array)

    def _masked(self, array: Array, valid: Any) -> Array:
        mask = pa.array(np.asarray(valid).astype(bool))
        if len(mask) != len(array):
            raise WriteError("valid", expected=f"{len(array)} values", found=str(len(mask)))
        if not self.nullable and pc.all(mask).as_py() is False:
            raise WriteError("values", expected="a value in each row", found="null")
        return pc.if_else(mask, array, pa.scalar(None, array.type)) if self.nullable else array

    def _dimension(self, array: Array) -> int | None:
        if self.data_type is DataType.ARRAY_OF_VECTOR:
            return dimension(DataType.FLOAT_VECTOR, array.type.value_type.byte_width)
        if self.data_type not in BITS:
            return None
        if pa.types.is_fixed_size_binary(array.type):
            return dimension(self.data_type, array.type.byte_width)
        longest = pc.max(pc.binary_length(array)).as_py()
        return dimension(self.data_type, longest) if longest else None

    def _typed(self, values: Any, *kinds: DataType, valid: Any = None) -> None:
        self._open()
        if self.data_type not in kinds:
            raise WriteError(
                "data type",
                expected=" or ".join(kind.name.lower() for kind in kinds),
                found=f"a writer of {self.data_type.name.lower()}",
            )
        self.add(values, valid)

    def add_bool(self, values: Any, valid: Any = None) -> None:
        """Add booleans; see `add`."""
        self._typed(values, DataType.BOOL, valid=valid)

    def add_int8(self, values: Any, valid: Any = None) -> None:
        """Add integers of 8 bits; see `add`."""
        self._typed(values, DataType.INT8, valid=valid)

    def add_int16(self, values: Any, valid: Any = None) -> None:
        """Add integers of 16 bits; see `add`."""
        self._typed(values, DataType.INT16, valid=valid)

    def add_int32(self, values: Any, valid: Any = None) -> None:
        """Add integers of 32 bits; see `add`."""
        self._typed(values, DataType.INT32, valid=valid)

    def add_int64(self, values: Any, valid: Any = None) -> None:
        """Add integers of 64 bits; see `add`."""
        self._typed(values, DataType.INT64, DataType.TIMESTAMPTZ, valid=valid)

    def add_float(self, values: Any, valid: Any = None) -> None:
        """Add floats of 32 bits; see `add`."""
        self._typed(values, DataType.FLOAT, valid=valid)

    def add_double(self, values: Any, valid: Any = None) -> None:
        """Add floats of 64 bits; see `add`."""
        self._typed(values, DataType.DOUBLE, valid=valid)

    def add_one_string(self, value: str) -> None:
        """Add one text; see `add`."""
        self._typed([value], *TEXT)

    def add_strings(self, values: Any, valid: Any = None) -> None:
        """Add text; see `add`."""
        self._typed(values, *TEXT, valid=valid)

    def add_binary_vectors(self, values: Any, dim: int | None = None) -> None:
        """Add binary vectors: rows of bytes, or bytes; ``dim``: bits of each; see `add`."""
        self._vectors(values, dim, DataType.BINARY_VECTOR)

    def add_float_vectors(self, values: Any, dim: int | None = None) -> None:
        """Add vectors of floats of 32 bits: n × dim of them; see `add`."""
        self._vectors(values, dim, DataType.FLOAT_VECTOR)

    def _vectors(self, values: Any, dim: int | None, kind: DataType) -> None:
        self._open()
        if dim is not None:
            width_of(kind, dim)
            if self.dim is not None and dim != self.dim:
                raise WriteError("dimension", expected=str(self.dim), found=str(dim))
            if self.data_type is kind:
                self.dim = dim
        self._typed(values, kind)

    # --- the payload -------------------------------------------------------------------------------------------------

    def finish(self) -> None:
        """Make the payload; nothing can be added any more.

        Raises:
            WriteError: it has been made, or nothing was added that the layout could hold.
        """
        self._open()
        if not self._arrays and self.layout != "2x":
            raise WriteError("values", expected="at least one", found="none")
        vectors = (*BITS, DataType.ARRAY_OF_VECTOR)
        if not self._arrays and self.data_type in vectors and self.dim is None:
            raise WriteError("dimension", expected="one, as there are no vectors that have it", found="none")
        empty = array_of(self.data_type, [], self.dim, nullable=self.nullable) if not self._arrays else None
        kind = self._arrays[0].type if empty is None else empty.type
        column = pa.chunked_array(self._arrays, kind)
        self._buffer = encoded(column, self.name, self.data_type, self.layout, self.dim, nullable=self.nullable)
        self._rows = len(column)

    @property
    def buffer(self) -> memoryview:
        """The payload.

        Raises:
            WriteError: it has not been made.
        """
        self._in_use()
        if self._buffer is None:
            raise WriteError("the payload", expected="finish() before it is asked for", found="a writer that goes on")
        return self._buffer

    def release(self) -> None:
        """Forget everything; the writer can't be used any more."""
        self._arrays, self._buffer, self._released = [], None, True

    def _in_use(self) -> None:
        if self._released:
            raise WriteError("the writer", expected="one in use", found="one that was released")

    def _open(self) -> None:
        self._in_use()
        if self._buffer is not None:
            raise WriteError("the writer", expected="one that isn't finished", found="one that is")


def encoded(
    column: pa.ChunkedArray[Any],
    name: str,
    kind: DataType,
    layout: Layout,
    dim: int | None,
    *,
    nullable: bool,
) -> memoryview:
    """A column as Milvus writes it in Parquet.

    Args:
        column: the values, as `array_of` gives them.
        name: what the column is called.
        kind: type of the values.
        layout: of the file.
        dim: elements of a vector.
        nullable: whether values may be null.
    """
    metadata = {"dim": str(dim)} if nullable and kind in BITS and dim is not None else None
    if kind is DataType.ARRAY_OF_VECTOR:
        metadata = {"elementType": str(DataType.FLOAT_VECTOR.value), "dim": str(dim)}
    field = pa.field(name, column.type, nullable or layout != "2x", metadata)
    table = pa.Table.from_arrays([column], schema=pa.schema([field]))
    return parquet(table, layout, dictionary=kind is not DataType.BOOL, stores_schema=metadata is not None)


def parquet(
    table: pa.Table, layout: Layout, *, dictionary: bool = True, stores_schema: bool = False, plain: bool = False
) -> memoryview:
    """A table in Parquet as the writers of a layout made it; ``plain``: not compressed."""
    new = layout == "2x"
    found = in_memory(
        table,
        version="2.6" if new else "1.0",
        compression="zstd" if new and not plain else "none",
        compression_level=3 if new and not plain else None,
        use_dictionary=dictionary,
        store_schema=stores_schema,
    )
    return memoryview(found)


class PayloadReader:
    """Opens a payload.

    Args:
        kind: type of the values.
        buffer: the payload.
        limits: bounds on what it may ask for.

    Attributes:
        dim: elements of a dense vector, as far as the payload says that; None otherwise.

    Raises:
        ReadError: it is none, or has values of another type.
    """

    def __init__(self, kind: DataType | int | str, buffer: bytes | memoryview, limits: Limits = DEFAULT) -> None:
        self.data_type = data_type(kind)
        if not len(buffer):
            raise ValueInvalidError("the payload", expected="bytes", found="none")
        try:
            self._table = Parquet().open(buffer, limits)  # type: ignore[arg-type]
        except ValueError as error:
            raise ValueInvalidError("the payload", expected=str(error)) from None
        if len(self._table.schema) != 1:
            raise ValueInvalidError("the payload", expected="one column", found=str(len(self._table.schema)))
        self._field = self._table.schema.field(0)
        self._check()
        self._column: Array = None
        self._released = False
        self.dim = self._dimension()

    def __enter__(self) -> PayloadReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.release()

    def __len__(self) -> int:
        """How many rows there are."""
        self._in_use()
        return self._table.rows

    def _check(self) -> None:
        kind, found = self.data_type, self._field.type
        if kind in BITS:
            fits = pa.types.is_fixed_size_binary(found) or pa.types.is_binary(found)
        elif kind is DataType.SPARSE_FLOAT_VECTOR:
            fits = pa.types.is_binary(found)
        elif kind in SCALARS:
            wanted = SCALARS[kind]
            bytes_like = pa.types.is_string(wanted) or pa.types.is_binary(wanted)
            fits = found.equals(wanted) or (bytes_like and (pa.types.is_string(found) or pa.types.is_binary(found)))
        else:
            fits = True
        if not fits:
            raise ValueInvalidError("data type", expected=f"values of {kind.name.lower()}", found=str(found))

    def _dimension(self) -> int | None:
        if self.data_type not in (*BITS, DataType.ARRAY_OF_VECTOR):
            return None
        if pa.types.is_fixed_size_binary(self._field.type):
            return dimension(self.data_type, self._field.type.byte_width)
        said = (self._field.metadata or {}).get(b"dim")
        return int(said) if said is not None else None

    # --- columns -----------------------------------------------------------------------------------------------------

    def to_arrow(self) -> Array:
        """The column as it is stored: of dense vectors the bytes of each.

        Raises:
            ReadError: the payload is damaged, or the reader was released.
        """
        self._in_use()
        if self._column is None:
            try:
                batches = list(self._table.batches(1 << 30))
                table = pa.Table.from_batches(batches, schema=self._table.schema)
                column: Array = table.column(0).combine_chunks()
                if isinstance(column, pa.ChunkedArray):
                    column = pa.concat_arrays(column.chunks)
                if self.data_type in TEXT:
                    column = column.cast(pa.binary()).cast(pa.string())
            except ValueError as error:
                raise ValueInvalidError("the payload", expected=str(error)) from None
            if len(column) != self._table.rows:
                raise ValueInvalidError("the payload", expected=f"{self._table.rows} rows", found=str(len(column)))
            self._column = column
        return self._column

    @property
    def valid(self) -> npt.NDArray[np.bool_]:
        """One boolean per row, false where it is null."""
        return np.asarray(pc.is_valid(self.to_arrow()))

    def _numbers(self, *kinds: DataType) -> npt.NDArray[Any]:
        """A column of numbers; rows that are null hold anything."""
        self._is_of(*kinds)
        column = self.to_arrow()
        if column.null_count:
            column = column.fill_null(False if pa.types.is_boolean(column.type) else 0)
        found: npt.NDArray[Any] = column.to_numpy(zero_copy_only=False)
        return found

    def get_bool(self) -> npt.NDArray[np.bool_]:
        """The booleans; false where a row is null."""
        return self._numbers(DataType.BOOL)

    def get_int8(self) -> npt.NDArray[np.int8]:
        """The integers; 0 where a row is null, as in all that follow."""
        return self._numbers(DataType.INT8)

    def get_int16(self) -> npt.NDArray[np.int16]:
        """The integers."""
        return self._numbers(DataType.INT16)

    def get_int32(self) -> npt.NDArray[np.int32]:
        """The integers."""
        return self._numbers(DataType.INT32)

    def get_int64(self) -> npt.NDArray[np.int64]:
        """The integers."""
        return self._numbers(DataType.INT64, DataType.TIMESTAMPTZ)

    def get_float(self) -> npt.NDArray[np.float32]:
        """The floats."""
        return self._numbers(DataType.FLOAT)

    def get_double(self) -> npt.NDArray[np.float64]:
        """The floats."""
        return self._numbers(DataType.DOUBLE)

    def get_one_string(self, index: int) -> str | None:
        """The text of a row.

        Raises:
            ReadError: there is no such row.
        """
        self._is_of(*TEXT)
        if not 0 <= index < self._table.rows:
            raise ValueInvalidError("row", expected=f"a number below {self._table.rows}", found=str(index))
        found: str | None = self.to_arrow()[index].as_py()
        return found

    def get_strings(self) -> Array:
        """The text of all rows, as an Arrow array."""
        self._is_of(*TEXT)
        return self.to_arrow()

    def get_binary_vectors(self) -> npt.NDArray[np.uint8]:
        """The vectors: n × dim / 8 bytes; zeros where a row is null."""
        return self._vectors(DataType.BINARY_VECTOR)

    def get_float_vectors(self) -> npt.NDArray[np.float32]:
        """The vectors: n × dim; zeros where a row is null."""
        return self._vectors(DataType.FLOAT_VECTOR)

    def get_vectors(self) -> npt.NDArray[Any]:
        """Dense vectors of any type: n × dim, of binary ones n × dim / 8; bfloat16 as their bits."""
        return self._vectors(*BITS)

    def _vectors(self, *kinds: DataType) -> npt.NDArray[Any]:
        self._is_of(*kinds)
        column = self.to_arrow()
        element = np.dtype(ELEMENTS[self.data_type])
        if pa.types.is_fixed_size_binary(column.type):
            width, data = column.type.byte_width, column.buffers()[1]
            count = len(column) * width // element.itemsize
            if column.null_count:
                column = column.fill_null(bytes(width))
                data = column.buffers()[1]
            flat = np.frombuffer(data, element, count, column.offset * width) if count else np.empty(0, element)
            return flat.reshape(len(column), width // element.itemsize)
        there = column.drop_null()
        sizes = pc.unique(pc.binary_length(there))
        width = sizes[0].as_py() if len(sizes) else (width_of(self.data_type, self.dim) if self.dim else 0)
        if len(sizes) > 1 or width % element.itemsize:
            raise ValueInvalidError("the payload", expected="vectors of one size", found="vectors of several")
        fixed = there.cast(pa.binary(width)) if len(there) else None
        found = np.zeros((len(column), width // element.itemsize), element)
        if fixed is not None:
            data = fixed.buffers()[1]
            flat = np.frombuffer(data, element, len(fixed) * width // element.itemsize, fixed.offset * width)
            found[np.asarray(pc.is_valid(column))] = flat.reshape(len(fixed), -1)
        return found

    def release(self) -> None:
        """Forget everything; the reader can't be used any more."""
        self._column, self._released = None, True

    def _is_of(self, *kinds: DataType) -> None:
        self._in_use()
        if self.data_type not in kinds:
            wanted = " or ".join(kind.name.lower() for kind in kinds)
            raise ReadError("data type", expected=wanted, found=f"a reader of {self.data_type.name.lower()}")

    def _in_use(self) -> None:
        if self._released:
            raise ReadError("the reader", expected="one in use", found="one that was released")
