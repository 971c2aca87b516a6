"""Batches as Spark wants them."""

from typing import Any

import pyarrow as pa
import pytest

from bytewright.errors import OptionError
from bytewright.schema.conform import Conformer
from bytewright.spark.read.batch_sizes import bounded

POINT = pa.struct([pa.field("lat", pa.float32(), nullable=False), pa.field("lng", pa.float32())])
ITEMS = pa.list_(pa.field("element", pa.struct([("LNG", pa.float64())])))
SMALL = pa.map_(pa.string(), pa.int8())
LARGE = pa.map_(pa.string(), pa.int64())


def schema(*fields: Any) -> pa.Schema:
    return pa.schema(list(fields))


def one(values: list[object], have: pa.DataType, want: pa.DataType, start: int = 0) -> Any:
    """What becomes of a column, also where it is a slice."""
    batch = pa.record_batch([pa.array(values, have)], schema=pa.schema([pa.field("x", have, nullable=True)]))
    wanted = schema(pa.field("x", want))
    out = Conformer(batch.schema, wanted)(batch.slice(start))
    out.validate(full=True)
    assert out.schema.equals(wanted, check_metadata=True)
    return out.column(0)


@pytest.mark.parametrize("start", [0, 1, 2, 4])
@pytest.mark.parametrize(
    ("have", "want", "values", "expected"),
    [
        (pa.int8(), pa.int64(), [1, None, -3, 4], [1, None, -3, 4]),
        (pa.int64(), pa.decimal128(20, 0), [1, None, -3, 4], None),
        (pa.float32(), pa.float64(), [0.5, None, -3.0, 4.0], None),
        (pa.uint64(), pa.decimal128(20, 0), [2**64 - 1, None, 3, 4], None),
        (pa.string(), pa.string(), ["a", None, "", "b"], None),
        (pa.timestamp("s", "UTC"), pa.timestamp("us", "UTC"), [1, None, 3, 4], None),
        (POINT, pa.struct([("lng", pa.float64())]), [{"lat": 1, "lng": 2}, None, {"lat": 3, "lng": None}, None],
         [{"lng": 2.0}, None, {"lng": None}, None]),
        (pa.list_(POINT), ITEMS, [[{"lat": 1, "lng": 2}], None, [], [{"lat": 1, "lng": None}, {"lat": 3, "lng": 4}]],
         [[{"LNG": 2.0}], None, [], [{"LNG": None}, {"LNG": 4.0}]]),
        (SMALL, LARGE, [[("a", 1), ("a", None)], None, [], [("b", 2)]], None),
    ],
)  # fmt: skip
def test_columns(have: pa.DataType, want: pa.DataType, values: list[object], expected: list[object] | None, start: int):
    given: Any = pa.array(values, have)
    plain = given.to_pylist() if expected is None else expected
    assert one(values, have, want, start).to_pylist() == plain[start:]


@pytest.mark.parametrize(
    ("have", "want", "fits"),
    [
        (pa.int8(), pa.decimal128(5, 2), True),
        (pa.int8(), pa.decimal128(4, 2), False),
        (pa.uint16(), pa.decimal128(5, 0), True),
        (pa.int32(), pa.decimal128(9, 0), False),
        (pa.decimal128(5, 2), pa.decimal128(6, 3), True),
        (pa.decimal128(5, 2), pa.decimal128(6, 4), False),
        (pa.decimal128(5, 2), pa.decimal128(9, 1), False),
        (pa.decimal128(5, 2), pa.int64(), False),
        (pa.uint8(), pa.int16(), True),
        (pa.int32(), pa.float64(), False),
        (pa.float64(), pa.float32(), False),
        (pa.timestamp("ns", "UTC"), pa.timestamp("us", "UTC"), False),
        (pa.null(), pa.string(), True),
        (pa.string(), pa.int8(), False),
    ],
)
def test_only_types_that_hold_all_values(have: pa.DataType, want: pa.DataType, fits: bool):
    if fits:
        assert one([None], have, want).to_pylist() == [None]
        return
    with pytest.raises(OptionError, match="a column can't be read as that type"):
        one([None], have, want)


def test_columns_by_name():
    have = schema(pa.field("a", pa.int32()), pa.field("B", pa.int16(), nullable=False), pa.field("c", pa.string()))
    want = schema(pa.field("b", pa.int32()), pa.field("new", pa.string()), pa.field("a", pa.int32()))
    conform = Conformer(have, want)
    assert conform.names == ["B", "a"]
    batch = pa.record_batch([pa.array([1, 2], pa.int32()), pa.array([3, 4], pa.int16())], names=["a", "B"])
    out = conform(batch)
    assert out.schema == want
    assert out.to_pylist() == [{"b": 3, "new": None, "a": 1}, {"b": 4, "new": None, "a": 2}]


@pytest.mark.parametrize(
    ("have", "want"),
    [
        (pa.int64(), pa.int32()), (pa.int64(), pa.float64()), (pa.string(), pa.int32()), (pa.float64(), pa.float32()),
        (pa.bool_(), pa.int8()), (pa.int64(), pa.decimal128(18, 0)),
        (pa.timestamp("ns", "UTC"), pa.timestamp("us", "UTC")), (pa.timestamp("us", "UTC"), pa.timestamp("us")),
        (POINT, pa.struct([("lat", pa.string())])), (POINT, pa.float32()), (pa.list_(POINT), pa.list_(pa.string())),
        (LARGE, SMALL),
    ],
)  # fmt: skip
def test_types_that_do_not_fit(have: pa.DataType, want: pa.DataType):
    with pytest.raises(OptionError, match="can't be read as that type") as caught:
        Conformer(pa.schema([pa.field("x", have)]), pa.schema([pa.field("x", want)]), "some/file")
    assert caught.value.path == "some/file"
    assert caught.value.field is not None
    assert caught.value.field.startswith("x")


def test_a_member_that_is_not_there():
    with pytest.raises(OptionError, match="x: there is no member lap"):
        Conformer(pa.schema([pa.field("x", POINT)]), pa.schema([pa.field("x", pa.struct([("lap", pa.float32())]))]))


@pytest.mark.parametrize("rows", [0, 1, 999, 1000, 1001, 5000])
@pytest.mark.parametrize("width", [0, 10, 5000])
def test_bounds(rows: int, width: int):
    batch = pa.record_batch({"at": range(rows), "text": ["x" * width] * rows})
    pieces = list(bounded(batch, max_rows=1000, max_bytes=100_000))
    assert all(0 < piece.num_rows <= 1000 and piece.nbytes <= 100_000 for piece in pieces)
    assert [at for piece in pieces for at in piece.column("at").to_pylist()] == list(range(rows))


def test_a_row_over_the_bound_stands_alone():
    batch = pa.record_batch({"text": ["small", "x" * 1000, "small"]})
    assert [piece.num_rows for piece in bounded(batch, max_bytes=100)] == [1, 1, 1]
