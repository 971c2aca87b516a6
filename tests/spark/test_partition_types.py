"""Types of the columns that names of directories make: those that Spark's own sources infer."""

from zoneinfo import ZoneInfo

import pyarrow as pa
import pytest

from bytewright.errors import OptionError
from bytewright.spark.read.hive import columns_of, value_of

BERLIN = ZoneInfo("Europe/Berlin")
MOMENT = pa.timestamp("us", "UTC")


@pytest.mark.parametrize(
    ("texts", "kind"),
    [
        (["0"], pa.int32()),
        (["-2147483648", "2147483647", "+7", "007"], pa.int32()),
        (["2147483648"], pa.int64()),
        (["-2147483649"], pa.int64()),
        (["-9223372036854775808"], pa.int64()),
        (["9223372036854775807", "1"], pa.int64()),
        (["9223372036854775808"], pa.decimal128(19, 0)),
        (["-9223372036854775809"], pa.decimal128(19, 0)),
        (["1.5"], pa.float64()),
        (["1e3"], pa.decimal128(4, 0)),
        (["1e40"], pa.float64()),
        (["NaN", "-Infinity", ".5"], pa.float64()),
        (["5."], pa.decimal128(1, 0)),
        (["5.", ".5"], pa.string()),
        (["2147483648", "1.5"], pa.string()),
        (["1", "2147483648"], pa.int64()),
        (["2024-02-29"], pa.date32()),
        (["2023-02-29"], pa.string()),
        (["2024-02-29 23:59:59.123456"], MOMENT),
        (["2024-02-29 25:00:00"], pa.string()),
        (["true"], pa.string()),
        (["1", "a"], pa.string()),
        (["1", "1.5"], pa.float64()),
    ],
)
def test_what_spark_infers(texts: list[str], kind: pa.DataType) -> None:
    shown = columns_of([(("day", text),) for text in texts], infer=True, zone=BERLIN)
    assert shown == pa.schema([pa.field("day", kind)])
    assert columns_of([(("day", text),) for text in texts], infer=False, zone=BERLIN).types == [pa.string()]


def test_nothing_but_nulls_beside_values() -> None:
    some = [(("day", None),), (("day", "5"),)]
    assert columns_of(some, infer=True, zone=BERLIN).types == [pa.int32()]
    assert columns_of([], infer=True, zone=BERLIN) == pa.schema([])


def test_directories_of_one_kind() -> None:
    with pytest.raises(OptionError, match="the names of directories disagree on the columns") as refused:
        columns_of([(("day", "1"),), (("day", "1"), ("hour", "2"))], infer=True, zone=BERLIN)
    assert "expected day, found day, hour" in str(refused.value)


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("5", pa.int32(), 5),
        (None, pa.int32(), None),
        ("TRUE", pa.bool_(), True),
        ("1.50", pa.decimal128(3, 2), "1.50"),
        ("2024-07-01 12:00:00", MOMENT, "2024-07-01 10:00:00+00:00"),
    ],
)
def test_values_of_a_type(text: str | None, kind: pa.DataType, value: object) -> None:
    found = value_of(text, kind, BERLIN, "day").as_py()
    assert (str(found) if isinstance(value, str) else found) == value


@pytest.mark.parametrize(
    ("text", "kind"), [("a", pa.int32()), ("yes", pa.bool_()), ("x", pa.decimal128(3, 0)), ("5", MOMENT)]
)
def test_values_of_another_type(text: str, kind: pa.DataType) -> None:
    with pytest.raises(OptionError, match=f"partition column day: expected a value of type .*, found '{text}'"):
        value_of(text, kind, BERLIN, "day")
