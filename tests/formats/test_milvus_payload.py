"""Payloads by the interface of Milvus' design document, and what Milvus' own writers put into them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from tests.formats.fixtures import DATA

from bytewright.errors import BytewrightError, ReadError, WriteError
from bytewright_formats.milvus_binlog import DataType, parse
from bytewright_pipelines.milvus.payload import PayloadReader, PayloadWriter

GOOD = DATA / "milvus" / "good"


def _written(kind: DataType, *columns: Any, **options: Any) -> PayloadReader:
    with PayloadWriter(kind, **options) as writer:
        for column in columns:
            writer.add(column)
        count = len(writer)
        writer.finish()
        reader = PayloadReader(kind, writer.buffer)
    assert len(reader) == count
    return reader


@pytest.mark.parametrize("layout", ["2020", "2021", "2x"])
@pytest.mark.parametrize(
    ("kind", "dtype", "name"),
    [
        (DataType.BOOL, "?", "bool"),
        (DataType.INT8, "i1", "int8"),
        (DataType.INT16, "<i2", "int16"),
        (DataType.INT32, "<i4", "int32"),
        (DataType.INT64, "<i8", "int64"),
        (DataType.FLOAT, "<f4", "float"),
        (DataType.DOUBLE, "<f8", "double"),
    ],
)
def test_scalars_go_in_and_come_out(kind: DataType, dtype: str, name: str, layout: Any) -> None:
    values = np.array([0, 1, 1, 0], dtype)
    writer = PayloadWriter(kind, layout=layout)
    getattr(writer, f"add_{name}")(values)
    getattr(writer, f"add_{name}")(values.tolist())
    getattr(writer, f"add_{name}")(pa.array(values))
    writer.finish()
    found = getattr(PayloadReader(kind.value, writer.buffer), f"get_{name}")()
    assert found.dtype == np.dtype(dtype)
    assert found.tolist() == values.tolist() * 3


def test_text_one_by_one_and_many() -> None:
    writer = PayloadWriter("VarChar")
    writer.add_one_string("one")
    writer.add_strings(["two", "drei"])
    writer.finish()
    reader = PayloadReader(DataType.VARCHAR, writer.buffer)
    assert reader.get_strings().to_pylist() == ["one", "two", "drei"]
    assert [reader.get_one_string(index) for index in range(3)] == ["one", "two", "drei"]
    with pytest.raises(ReadError, match="a number below 3, found 3"):
        reader.get_one_string(3)


def test_vectors_are_arrays_of_two_dimensions() -> None:
    floats = np.arange(24, dtype="<f4").reshape(6, 4)
    reader = _written(
        DataType.FLOAT_VECTOR, floats, floats.tolist(), pa.array(floats.tolist(), pa.list_(pa.float32(), 4))
    )
    assert reader.dim == 4
    assert (reader.get_float_vectors() == np.vstack([floats] * 3)).all()
    assert not reader.get_float_vectors().flags.owndata
    bits = np.arange(6, dtype="u1").reshape(3, 2)
    assert (_written(DataType.BINARY_VECTOR, bits, [b"\0\1"]).get_binary_vectors()[:3] == bits).all()
    small = np.arange(8, dtype="<f2").reshape(2, 4)
    assert (_written(DataType.FLOAT16_VECTOR, small).get_vectors() == small).all()
    signed = np.arange(-4, 4, dtype="i1").reshape(2, 4)
    assert (_written(DataType.INT8_VECTOR, signed).get_vectors() == signed).all()


def test_values_may_be_null() -> None:
    reader = _written(DataType.INT64, [1, None], nullable=True)
    assert (reader.valid.tolist(), reader.get_int64().tolist()) == ([True, False], [1, 0])
    vectors = _written(DataType.FLOAT_VECTOR, [None, [1, 2]], nullable=True, dim=2)
    assert vectors.dim == 2
    assert vectors.get_float_vectors().tolist() == [[0, 0], [1, 2]]
    writer = PayloadWriter(DataType.INT8, nullable=True)
    writer.add_int8(np.array([1, 2], "i1"), valid=[False, True])
    writer.finish()
    assert PayloadReader(2, writer.buffer).to_arrow().to_pylist() == [None, 2]


def test_sparse_vectors() -> None:
    reader = _written(DataType.SPARSE_FLOAT_VECTOR, [{1: 0.5, 9: 2.0}, {}, {3: 1.0}])
    assert [len(value) for value in reader.to_arrow().to_pylist()] == [16, 0, 8]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda: PayloadWriter("Integer"), "one of Milvus' types"),
        (lambda: PayloadWriter(DataType.INT8, 4), "none, as values are no dense vectors"),
        (lambda: PayloadWriter(DataType.BINARY_VECTOR, 12), "a multiple of 8"),
        (lambda: PayloadWriter(DataType.FLOAT_VECTOR, 0), "at least 1, found 0"),
        (lambda: PayloadWriter(DataType.VARCHAR, layout="2021"), "layout 2021"),
        (lambda: PayloadWriter(DataType.INT8, nullable=True, layout="2020"), "found nulls"),
        (lambda: PayloadWriter(DataType.INT8).add_int16([1]), "expected int16, found a writer of int8"),
        (lambda: PayloadWriter(DataType.INT8).add([]), "at least one, found none"),
        (lambda: PayloadWriter(DataType.INT8).add([300]), "values of type int8"),
        (lambda: PayloadWriter(DataType.INT8).add([None]), "a value in each row"),
        (lambda: PayloadWriter(DataType.INT8).add(np.array([1.5])), "NumPy's float64"),
        (lambda: PayloadWriter(DataType.STRING, layout="2021").add_one_string(""), "empty text"),
        (lambda: PayloadWriter(DataType.INT8, layout="2021").finish(), "at least one, found none"),
        (lambda: PayloadWriter(DataType.FLOAT_VECTOR, 4).add(np.zeros((1, 3), "f4")), "expected 4, found 3"),
        (lambda: PayloadWriter(DataType.FLOAT_VECTOR, 4).add_float_vectors([[1.0]], dim=1), "expected 4, found 1"),
        (lambda: PayloadWriter(DataType.FLOAT_VECTOR).add([[1.0], [1.0, 2.0]]), "dimension"),
        (lambda: PayloadWriter(DataType.SPARSE_FLOAT_VECTOR).add([{2: 1.0, 1: 1.0}]), "ascend"),
        (lambda: PayloadWriter(DataType.INT8).buffer, "finish()"),
        (lambda: PayloadReader(DataType.INT8, b""), "expected bytes, found none"),
        (lambda: PayloadReader(DataType.INT8, b"PAR1nothing"), "Parquet that can be read"),
    ],
)
def test_what_the_original_refuses(wrong: Callable[[], object], message: str) -> None:
    with pytest.raises(BytewrightError) as error:
        wrong()
    assert message in str(error.value)


def test_use_after_the_end() -> None:
    writer = PayloadWriter(DataType.INT8)
    writer.add([1])
    writer.finish()
    with pytest.raises(WriteError, match="one that isn't finished"):
        writer.add([1])
    with pytest.raises(WriteError, match="one that isn't finished"):
        writer.finish()
    reader = PayloadReader(DataType.INT8, writer.buffer)
    with pytest.raises(ReadError, match="expected bool, found a reader of int8"):
        reader.get_bool()
    with pytest.raises(ReadError, match="found int8"):
        PayloadReader(DataType.BOOL, writer.buffer)
    reader.release()
    writer.release()
    with pytest.raises(ReadError, match="released"):
        reader.get_int8()
    with pytest.raises(WriteError, match="released"):
        writer.add([1])


@pytest.mark.parametrize("path", sorted(GOOD.glob("m2x_s101_insert_1*.bin")), ids=lambda path: path.stem)
def test_payloads_of_milvus_are_read_and_made_again(path: Any) -> None:
    model = parse(path)
    kind = model.descriptor.payload_data_type
    if kind is DataType.ARRAY_OF_VECTOR:
        pytest.skip("arrays of vectors are not made")
    nullable = '"nullable":true' in model.descriptor.current.extras
    reader = PayloadReader(kind, model.events[0].body.payload)
    again = _written(kind, reader.to_arrow(), nullable=nullable, dim=reader.dim)
    assert str(again.to_arrow().to_pylist()) == str(reader.to_arrow().to_pylist())  # NaN is not equal to itself
    assert again.dim == reader.dim
