"""Record batches ⇄ JSON Lines."""

import json
import subprocess
import sys
from collections import Counter
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest
from tests.support.hanging import HANGS

from bytewright.arrow.jsonl import decode, encode
from bytewright.arrow.jsonl.decode import Pairs, value_of
from bytewright.arrow.types import TIMESTAMP, list_of
from bytewright.errors import WriteError


def lines(kind: Any, values: list[Any]) -> list[str]:
    batch = pa.RecordBatch.from_arrays([pa.array(values, kind)], names=["x"])
    return [line.removeprefix('{"x":').removesuffix("}") for line in bytes(encode(batch)).decode().split("\n")[:-1]]


CASES: list[tuple[Any, list[Any], list[str]]] = [
    (pa.int64(), [2**63 - 1, -(2**63), None], ["9223372036854775807", "-9223372036854775808", "null"]),
    (pa.decimal128(20, 0), [Decimal(2**64 - 1), None], ["18446744073709551615", "null"]),
    (pa.bool_(), [True, False, None], ["true", "false", "null"]),
    (pa.float32(), [0.1, 1.0, -0.0, 3.4028234663852886e38, None], ["0.1", "1.0", "-0.0", "3.4028235e+38", "null"]),
    (pa.float64(), [0.1, 1e16, 5e-324, 1 / 3], ["0.1", "1e+16", "5e-324", "0.3333333333333333"]),
    (pa.float64(), [float("nan"), float("inf"), float("-inf"), 2.0], ['"NaN"', '"Infinity"', '"-Infinity"', "2.0"]),
    (pa.string(), ["a", "ü", None, ""], ['"a"', '"ü"', "null", '""']),
    (pa.string(), ['a"\\\n\x01\u2028', None], ['"a\\"\\\\\\n\\u0001\u2028"', "null"]),
    (pa.binary(), [b"\x00\xff", b"", None, b"a"], ['"00ff"', '""', "null", '"61"']),
    (
        TIMESTAMP,
        [0, 1_000, 1, -1, -1_000_000, None, 1_528_000_000_000_000],
        [
            '"1970-01-01T00:00:00Z"',
            '"1970-01-01T00:00:00.001Z"',
            '"1970-01-01T00:00:00.000001Z"',
            '"1969-12-31T23:59:59.999999Z"',
            '"1969-12-31T23:59:59Z"',
            "null",
            '"2018-06-03T04:26:40Z"',
        ],
    ),
    (TIMESTAMP, [2**63 - 1, 0, None], ['"294247-01-10T04:00:54.775807Z"', '"1970-01-01T00:00:00Z"', "null"]),
    (list_of(pa.int8(), nullable=True), [[1, None], [], None, [2]], ["[1,null]", "[]", "null", "[2]"]),
    (list_of(list_of(pa.bool_())), [[[True], []], []], ["[[true],[]]", "[]"]),
    (
        pa.struct([pa.field("a", pa.int8()), pa.field("b", list_of(pa.string()))]),
        [{"a": 1, "b": ["x"]}, None, {"a": None, "b": None}],
        ['{"a":1,"b":["x"]}', "null", '{"a":null,"b":null}'],
    ),
    (pa.map_(pa.string(), pa.int8()), [[("k", 1), ("k", None)], [], None], ['{"k":1,"k":null}', "{}", "null"]),
    (pa.map_(pa.int64(), pa.float32()), [[(5, 0.1)]], ['{"5":0.1}']),
    (list_of(pa.struct([pa.field("a", TIMESTAMP)])), [[{"a": 0}]], ['[{"a":"1970-01-01T00:00:00Z"}]']),
    (pa.null(), [None], ["null"]),
]


@pytest.mark.parametrize(("kind", "values", "expected"), CASES, ids=[str(case[0]) for case in CASES])
class TestValues:
    def test_text(self, kind: Any, values: list[Any], expected: list[str]) -> None:
        assert lines(kind, values) == expected

    def test_slices(self, kind: Any, values: list[Any], expected: list[str]) -> None:
        whole = pa.RecordBatch.from_arrays([pa.array(values * 3, kind)], names=["x"])
        for start in range(len(values)):
            text = bytes(encode(whole.slice(start, len(values)))).decode()
            assert text.count("\n") == len(values)
            assert text == "".join(f'{{"x":{value}}}\n' for value in (expected * 2)[start : start + len(values)])

    def test_back(self, kind: Any, values: list[Any], expected: list[str]) -> None:
        if pa.types.is_null(kind):
            pytest.skip("no value to read")
        array = pa.array(values, kind)
        batch = pa.RecordBatch.from_arrays([array], names=["x"])
        (again,) = decode(bytes(encode(batch)).splitlines(), batch.schema)
        assert bytes(encode(again)) == bytes(encode(batch))
        assert again.schema == batch.schema


def test_keys_are_in_the_order_of_the_schema_and_may_repeat() -> None:
    batch = pa.RecordBatch.from_arrays([pa.array([1]), pa.array(["x"]), pa.array([2])], names=["b", 'a"ü', "b"])
    assert bytes(encode(batch)).decode() == '{"b":1,"a\\"ü":"x","b":2}\n'


def test_what_python_reads_is_what_was_written() -> None:
    values = [1.5, -0.0, 1e300, 2.5e-8, 123456789012345680.0, float(2**53)]
    assert [json.loads(line) for line in lines(pa.float64(), values)] == values


@pytest.mark.parametrize(
    ("kind", "line", "message"),
    [
        (pa.int8(), '{"x":128}', "rows[0].x: expected a value of type int8, found 128"),
        (pa.int8(), '{"x":1.0}', "rows[0].x: expected a value of type int8"),
        (pa.int8(), '{"x":true}', "rows[0].x: expected a value of type int8, found true"),
        (pa.int8(), '{"y":1}', "rows[0]: there is no column 'y'"),
        (pa.int8(), '{"x":1,"x":2}', "rows[0].x: the key occurs twice"),
        (pa.int8(), "[1]", "rows[0]: expected an object, found list"),
        (pa.int8(), "{", "rows[0]: not JSON"),
        (pa.float32(), '{"x":NaN}', "rows[0]: not JSON"),
        (pa.float32(), '{"x":1e39}', "rows[0].x: expected a value of type float"),
        (pa.binary(), '{"x":"0g"}', "rows[0].x: expected a value of type binary"),
        (TIMESTAMP, '{"x":"yesterday"}', "rows[0].x: expected a value of type timestamp"),
        (pa.struct([pa.field("a", pa.int8())]), '{"x":{"b":1}}', "rows[0].x: expected a value of type struct"),
    ],
)
def test_wrong_rows(kind: Any, line: str, message: str) -> None:
    fields: list[Any] = [pa.field("x", kind)]
    with pytest.raises(WriteError) as caught:
        list(decode([line], pa.schema(fields)))
    assert str(caught.value).startswith(message)


def test_of_several_rows_the_wrong_one_is_named() -> None:
    with pytest.raises(WriteError) as caught:
        list(decode(['{"x":1}', '{"x":null}', '{"x":128}'], pa.schema([pa.field("x", pa.int8())])))
    assert str(caught.value).startswith("rows[2].x: expected a value of type int8, found 128")


FORMS: dict[str, Any] = {
    "true": True,
    "integer": 5,
    "number": Decimal("1.5"),
    "text": "x",
    "hex": "0a",
    "word": "NaN",
    "moment": "1970-01-01T00:00:00Z",
    "list": [5],
    "object": Pairs([("a", 5)]),
}
"""Values of each form that JSON has, and texts of each form that means something."""
TEXTS = {"text", "hex", "word", "moment"}


@pytest.mark.parametrize(
    ("kind", "read"),
    [
        (pa.int64(), {"integer"}),
        (pa.float64(), {"integer", "number", "word"}),
        (pa.string(), TEXTS),
        (pa.large_string(), TEXTS),
        (pa.bool_(), {"true"}),
        (pa.binary(), {"hex"}),
        (pa.large_binary(), {"hex"}),
        (TIMESTAMP, {"moment"}),
        (pa.decimal128(10, 2), {"integer", "number"}),
        (pa.map_(pa.string(), pa.int64()), {"object"}),
        (pa.struct([("a", pa.int64())]), {"object"}),
        (pa.struct([("b", pa.int64())]), set()),
        (list_of(pa.int64()), {"list"}),
        (list_of(pa.string()), set()),
    ],
    ids=lambda one: "" if isinstance(one, set) else str(one),  # sets have no order
)
def test_a_value_has_a_form_of_its_type(kind: Any, read: set[str]) -> None:
    taken = set()
    for name, value in FORMS.items():
        try:
            value_of(value, kind)
        except WriteError:
            continue
        taken.add(name)
    assert taken == read
    assert value_of(None, kind) is None


def test_missing_columns_and_blank_lines() -> None:
    fields: list[Any] = [pa.field("x", pa.int8()), pa.field("y", pa.decimal128(20, 0))]
    (batch,) = decode(['{"x":1}', "", '{"y":18446744073709551615}'], pa.schema(fields))
    assert batch.to_pylist() == [{"x": 1, "y": None}, {"x": None, "y": Decimal(2**64 - 1)}]


def test_the_work_of_a_row_follows_its_columns() -> None:
    """Twenty times as many columns take about twenty times as many calls, not four hundred times."""
    calls = []
    for width in (200, 4000):
        schema = pa.schema([(f"c{i}", pa.int32()) for i in range(width)])
        line = json.dumps(dict.fromkeys(schema.names, 1))
        counted = Counter[str]()

        def count(_frame: Any, event: str, _argument: Any, counted: Counter[str] = counted) -> None:
            counted[event] += 1

        sys.setprofile(count)
        try:
            rows = sum(batch.num_rows for batch in decode([line] * 5, schema))
        finally:
            sys.setprofile(None)
        assert rows == 5
        calls.append(counted.total())
    assert calls[1] < 30 * calls[0]


def test_pandas_is_not_imported() -> None:
    """It takes longer than the first row of a file."""
    script = (
        "import sys, pyarrow as pa; from bytewright.arrow.jsonl import encode;"
        "from bytewright.arrow.buffers import bool_array, int64_array, text_scalar; import numpy as np;"
        "n = int64_array(np.arange(3)); d = n.cast(pa.timestamp('us', 'UTC')); f = n.cast(pa.float64());"
        "t = f.cast(pa.string()); l = pa.LargeListArray.from_arrays(int64_array(np.array([0, 1, 1, 3])), t);"
        "print(bytes(encode(pa.RecordBatch.from_arrays([n, d, f, t, l], names=list('ndftl')))).decode(), end='');"
        "print('pandas' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=HANGS)
    assert done.stdout.split("\n")[2:4] == [
        '{"n":2,"d":"1970-01-01T00:00:00.000002Z","f":2.0,"t":"2","l":["1","2"]}',
        "False",
    ]
