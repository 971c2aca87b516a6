"""Rows as values of Python's, also where a moment lies in a year that Python's don't have."""

from datetime import UTC, datetime
from typing import Any

import pyarrow as pa
import pytest

from bytewright.arrow.logical import FarMoment
from bytewright.arrow.python_rows import rows_of
from bytewright.errors import WriteError

MOMENT = pa.timestamp("us", tz="UTC")
FAR = 2**60
NEAR, SHOWN = 1_000_000, datetime(1970, 1, 1, 0, 0, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("kind", "stored", "shown"),
    [
        (MOMENT, [NEAR, FAR, None], [SHOWN, FarMoment(FAR), None]),
        (pa.timestamp("ms", tz="UTC"), [FAR // 1000], [FarMoment(FAR // 1000 * 1000)]),
        (pa.list_(MOMENT), [[FAR, NEAR], None, []], [[FarMoment(FAR), SHOWN], None, []]),
        (pa.large_list(MOMENT), [[FAR]], [[FarMoment(FAR)]]),
        (pa.struct([("a", MOMENT), ("b", pa.int8())]), [{"a": FAR, "b": 1}], [{"a": FarMoment(FAR), "b": 1}]),
        (pa.map_(pa.string(), MOMENT), [[("a", FAR)]], [[("a", FarMoment(FAR))]]),
    ],
    ids=str,
)
def test_far_moments_lie_where_others_do(kind: Any, stored: list[Any], shown: list[Any]) -> None:
    array = pa.array(stored, kind)
    table = pa.table({"x": array, "n": pa.array(range(len(array)))})
    assert rows_of(table) == [{"x": value, "n": number} for number, value in enumerate(shown)]


def test_text_that_is_none_is_told_with_its_row() -> None:
    offsets, data = pa.py_buffer(bytes([0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0])), pa.py_buffer(b"a\xff")
    table = pa.table({"n": [1, 2], "x": pa.StringArray.from_buffers(2, offsets, data)})
    with pytest.raises(WriteError) as caught:
        rows_of(table, 40)
    assert str(caught.value).startswith("rows[41].x: expected text in UTF-8, found bytes ff")
