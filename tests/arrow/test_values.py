"""Logical values, Arrow types and Spark types."""

from datetime import UTC, datetime
from typing import Any, ClassVar

import pyarrow as pa
import pytest
from tests.support.toy_codecs import Kind, Note, Notes, Strip

from bytewright.arrow import logical
from bytewright.arrow.types import (
    TIMESTAMP,
    UNSIGNED_LONG,
    integer_type,
    list_of,
    nullable_throughout,
    spark_schema,
    spark_type,
    wider,
)
from bytewright.schema.arrays import UnfitError, array_of
from bytewright.schema.value_forms import (
    Enumerated,
    Items,
    JsonText,
    Long,
    Member,
    Moment,
    Record,
    Uuid,
    Via,
    as_numbers,
)


class TestMoments:
    @pytest.mark.parametrize(("unit", "expected"), [("s", 7_000_000), ("ms", 7_000), ("us", 7), ("ns", 0)])
    def test_units(self, unit: logical.Unit, expected: int) -> None:
        assert logical.microseconds(7, unit) == expected
        if unit != "ns":
            assert logical.units(expected, unit) == 7

    def test_nanoseconds_are_rounded_down(self) -> None:
        assert logical.microseconds(-1, "ns") == -1
        assert logical.units(-1, "ns") == -1000

    def test_out_of_range(self) -> None:
        with pytest.raises(OverflowError):
            logical.microseconds(2**63 // 1_000_000 + 1, "s")
        with pytest.raises(ValueError, match="not a whole number of s"):
            logical.units(1, "s")

    def test_datetimes(self) -> None:
        assert logical.moment_of(datetime(1969, 12, 31, 23, 59, 59, 999_999, UTC)) == -1
        assert logical.moment_of(datetime(1970, 1, 2)) == 86_400_000_000


def test_uuids_and_longs() -> None:
    data = bytes(range(16))
    text = "00010203-0405-0607-0809-0a0b0c0d0e0f"
    assert logical.uuid_text(data) == text
    assert logical.uuid_bytes(text) == data
    for wrong in ("", text[:-1], text.replace("-", ""), "g" + text[1:]):
        with pytest.raises(ValueError):
            logical.uuid_bytes(wrong)
    assert [logical.wrapped(value) for value in (0, 2**63 - 1, 2**63, 2**64 - 1)] == [0, 2**63 - 1, -(2**63), -1]
    assert [logical.unwrapped(value) for value in (0, -(2**63), -1)] == [0, 2**63, 2**64 - 1]


class TestTypes:
    @pytest.mark.parametrize(
        ("bits", "signed", "expected"),
        [
            (8, True, pa.int8()),
            (64, True, pa.int64()),
            (2, False, pa.int16()),
            (8, False, pa.int16()),
            (16, False, pa.int32()),
            (32, False, pa.int64()),
            (63, False, pa.int64()),
            (64, False, UNSIGNED_LONG),
        ],
    )
    def test_integers(self, bits: int, signed: bool, expected: pa.DataType) -> None:
        assert integer_type(bits, signed=signed) == expected

    def test_widening(self) -> None:
        assert wider(pa.int8(), pa.int32()) == pa.int32()
        assert wider(pa.int64(), UNSIGNED_LONG) == UNSIGNED_LONG
        assert wider(pa.string(), pa.string()) == pa.string()
        assert wider(pa.int8(), pa.float32()) is None
        assert wider(pa.float32(), pa.float64()) is None

    FIELDS: ClassVar[list[Any]] = [
        pa.field("a`b", pa.int8(), nullable=False),
        pa.field("t", TIMESTAMP),
        pa.field("d", UNSIGNED_LONG),
        pa.field("l", list_of(pa.struct([pa.field("x", pa.float32(), nullable=False)]))),
        pa.field("m", pa.map_(pa.int64(), pa.binary())),
    ]
    SCHEMA: ClassVar = pa.schema(FIELDS)

    def test_spark(self) -> None:
        shown = ["tinyint", "timestamp", "decimal(20,0)", "array<struct<`x`:float>>", "map<bigint,binary>"]
        assert [spark_type(field.type) for field in self.SCHEMA] == shown
        pytest.importorskip("pyspark")
        schema = spark_schema(self.SCHEMA)
        assert [field.dataType.simpleString() for field in schema] == [
            "tinyint",
            "timestamp",
            "decimal(20,0)",
            "array<struct<x:float>>",
            "map<bigint,binary>",
        ]
        assert all(field.nullable for field in schema)
        with pytest.raises(TypeError):
            spark_type(pa.uint8())

    def test_nullable_throughout(self) -> None:
        kind = list_of(pa.struct([pa.field("x", pa.float32(), nullable=False)]))
        assert nullable_throughout(kind) == list_of(pa.struct([pa.field("x", pa.float32())]), nullable=True)


class TestArrays:
    @pytest.mark.parametrize(
        ("values", "kind", "form", "expected"),
        [
            ([1, None, 2], pa.int16(), None, [1, None, 2]),
            ([Kind.IN_, 9, None], pa.string(), Enumerated({2: "in!"}, pa.int16()), ["in!", "9", None]),
            ([Kind.IN_, 9, None], pa.string(), None, ["in!", "9", None]),
            ([2**64 - 1, None], pa.int64(), Long(), [-1, None]),
            ([2**64 - 1, None], UNSIGNED_LONG, None, [2**64 - 1, None]),
            ([bytes(16), None], pa.string(), Uuid(), ["00000000-0000-0000-0000-000000000000", None]),
            ([Note(text="a"), None], pa.string(), Via("text"), ["a", None]),
            ([[Note(text="a")], None, []], list_of(pa.string()), Items(Via("text")), [["a"], None, []]),
            ([[[1], []], None], list_of(list_of(pa.int8())), None, [[[1], []], None]),
            ([b"a"], pa.binary(), None, [b"a"]),
        ],
    )
    def test_values(self, values: list[Any], kind: pa.DataType, form: Any, expected: list[Any]) -> None:
        array = array_of(values, kind) if form is None else array_of(values, kind, form)
        assert array.type == kind
        assert array.to_pylist() == expected

    def test_structures(self) -> None:
        kind = pa.struct([pa.field("kind", pa.string(), nullable=False), pa.field("at", TIMESTAMP)])
        form = Record({"at": Member("time", Moment("s"))})
        array = array_of([Note(kind=Kind.MEMO, time=1), None], kind, form)
        assert array.field(1).cast(pa.int64()).to_pylist() == [1_000_000, None]
        assert array.to_pylist()[1] is None
        array.validate(full=True)

    def test_lists_of_structures(self) -> None:
        kind = list_of(pa.struct([pa.field("key", pa.int16(), nullable=False)]))
        assert array_of([[Strip(key=3)], []], kind).to_pylist() == [[{"key": 3}], []]

    def test_recursive_types_are_text(self) -> None:
        value = Notes(magic=b"\xff", notes=[Note(time=1, kind=Kind.IN_, text="ü")])
        expected = '{"magic":"ff","notes":[{"len_body":0,"time":1,"kind":"in!","text":"ü"}]}'
        assert array_of([value], pa.string(), JsonText()).to_pylist() == [expected]

    @pytest.mark.parametrize(
        ("values", "kind", "form", "index"),
        [
            ([1, 2, 300, 400], pa.int8(), None, 2),
            ([0] * 100 + [2**62], TIMESTAMP, Moment("s"), 100),
            ([bytes(16), b""], pa.string(), Uuid(), 1),
            (["a", 1.5], pa.string(), None, 1),
            ([{"x": 1}, {"x": None}], pa.struct([pa.field("x", pa.int8(), nullable=False)]), None, 1),
        ],
    )
    def test_the_first_value_that_does_not_fit(
        self, values: list[Any], kind: pa.DataType, form: Any, index: int
    ) -> None:
        with pytest.raises(UnfitError) as caught:
            array_of(values, kind) if form is None else array_of(values, kind, form)
        assert caught.value.index == index

    def test_absent_where_it_may_not_be(self) -> None:
        with pytest.raises(UnfitError) as caught:
            array_of([1, None], pa.int8(), nullable=False)
        assert caught.value.index == 1

    def test_numbers_of_enums(self) -> None:
        enum = Enumerated({}, pa.int32())
        assert as_numbers(pa.string(), enum)[0] == pa.int32()
        assert as_numbers(list_of(pa.string()), Items(enum))[0] == list_of(pa.int32())
        kind = pa.struct([pa.field("a", pa.string()), pa.field("b", pa.string())])
        assert as_numbers(kind, Record({"b": Member("b", enum)}))[0] == pa.struct(
            [pa.field("a", pa.string()), pa.field("b", pa.int32())]
        )
