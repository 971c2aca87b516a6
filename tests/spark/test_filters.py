"""Conditions on rows mean what they mean in Spark."""

import json
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest

from bytewright.errors import OptionError
from bytewright.spark.filters import applied, check, holds, parse

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

NAN = float("nan")
DATA: "dict[str, pa.Array[Any]]" = {
    "f": pa.array([1.5, None, NAN, -0.0, 0.0, float("inf"), 0.1], pa.float32()),
    "d": pa.array([1.5, None, NAN, -0.0, 0.1, float("-inf"), 2.0], pa.float64()),
    "i": pa.array([1, None, 3, -4, 5, 6, 7], pa.int32()),
    "s": pa.array(["a", None, "", "abc", "cab", "B", "é"], pa.string()),
    "u": pa.array(
        [Decimal(n) if n is not None else None for n in (0, None, 2**64 - 1, -5, 7, 8, 9)], pa.decimal128(20, 0)
    ),
    "b": pa.array([True, None, False, True, False, True, False], pa.bool_()),
}
CONDITIONS = [
    *(("f", op, value) for op in ("=", "!=", "<", "<=", ">", ">=", "<=>") for value in ("NaN", 0.0, 0.1, 1.5)),
    *(("d", op, value) for op in ("=", "<", "<=", ">", ">=", "<=>") for value in ("NaN", 0.0, 2)),
    *(("i", op, value) for op in ("=", "!=", "<", ">=", "<=>") for value in (3, None)),
    *(("s", op, "ab") for op in ("=", "<", ">", "starts with", "ends with", "contains")),
    *(("i", op, values) for op in ("in", "not in") for values in ([1, 5], [1, None], [None], [])),
    *(("d", op, ["NaN", 2]) for op in ("in", "not in")),
    *(("b", op, True) for op in ("=", "!=", "<=>")),
    # Numbers that a column can't have.
    *(
        (name, op, value)
        for name in "iu"
        for op in ("=", "!=", "<", "<=", ">", ">=", "<=>")
        for value in (2**40, -(2**40), 2.5, -3.5)
    ),
    *((name, op, [5, 8, 2**40, 2.5]) for name in "iu" for op in ("in", "not in")),
    *((name, op, [2**40, None]) for name in "iu" for op in ("in", "not in")),
    ("s", "is null", None),
    ("s", "is not null", None),
]


def in_sql(column: str, operator: str, value: Any) -> str:
    def literal(one: Any) -> str:
        if column in "fd" and one is not None:
            return f"double('{one}')"
        return "NULL" if one is None else f"'{one}'" if isinstance(one, str) else str(one)

    if operator.startswith("is"):
        return f"{column} {operator}"
    if operator in ("in", "not in"):
        listed = ", ".join(map(literal, value))
        return f"{column} {operator} ({listed})" if value else f"{column} IS NOT NULL AND {operator == 'not in'}"
    if " " in operator or operator == "contains":
        return f"{operator.replace(' ', '').replace('with', 'with')}({column}, {literal(value)})"
    return f"{column} {operator} {literal(value)}"


def test_as_in_spark(spark: "SparkSession"):
    batch = pa.RecordBatch.from_arrays(list(DATA.values()), names=list(DATA))
    frame = spark.createDataFrame(pa.Table.from_batches([batch]))
    sql = [f"({in_sql(*condition)}) AS c{number}" for number, condition in enumerate(CONDITIONS)]
    table = frame.selectExpr(*sql).toArrow()
    for number, (column, operator, value) in enumerate(CONDITIONS):
        words = [column, operator] if operator.startswith("is") else [column, operator, value]
        ((predicate,),) = parse(json.dumps([words]))
        expected = table.column(number).to_pylist()
        found = holds(predicate, batch).to_pylist()
        if value == []:
            expected = [bool(one) if one is not None else None for one in expected]
            found, expected = [bool(one) for one in found], [bool(one) for one in expected]
        assert found == expected, (column, operator, value)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("[]", 7),
        ('[["i", ">", 2], ["s", "is not null"]]', 4),
        ('[[["i", "=", 1]], [["b", "=", false]]]', 4),
        ('[["i", "<>", 1], ["i", "==", 3]]', 1),
    ],
)
def test_rows(text: str, rows: int):
    batch = pa.RecordBatch.from_arrays(list(DATA.values()), names=list(DATA))
    assert applied(parse(text), batch).num_rows == rows


@pytest.mark.parametrize("column", ["i", "u"])
@pytest.mark.parametrize(
    ("operator", "above", "below"),
    [
        ("=", False, False),
        ("!=", True, True),
        ("<", True, False),
        ("<=", True, False),
        (">", False, True),
        (">=", False, True),
    ],
)
def test_numbers_that_no_column_has(column: str, operator: str, above: bool, below: bool) -> None:
    """Spark's own projections say of some of them that null is below."""
    batch = pa.RecordBatch.from_arrays(list(DATA.values()), names=list(DATA))
    for value, holds_of_all in ((10**25, above), (-(10**25), below)):
        ((predicate,),) = parse(json.dumps([[column, operator, value]]))
        assert holds(predicate, batch).to_pylist() == [
            None if one is None else holds_of_all for one in DATA[column].to_pylist()
        ]


def test_a_number_that_no_float_is() -> None:
    schema = pa.schema([pa.field(name, array.type) for name, array in DATA.items()])
    with pytest.raises(OptionError, match="option filters: d >"):
        check(parse(json.dumps([["d", ">", 10**400]])), schema)
