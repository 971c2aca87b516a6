"""Record batches that are put together."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from bytewright.arrow import coalesce as module
from bytewright.arrow.coalesce import larger


def batch(*values: Any, kind: pa.DataType | None = None) -> pa.RecordBatch:
    return pa.record_batch({"value": pa.array(list(values), kind)})


def shown(batches: list[pa.RecordBatch], few: int) -> list[list[Any]]:
    return [one["value"].to_pylist() for one in larger(batches, few)]


def test_small_ones_are_put_together() -> None:
    nothing = batch(kind=pa.int64())
    batches = [nothing, batch(1), batch(2, 3), batch(4), nothing, batch(5, 6, 7, 8), batch(9), batch(10, 11), nothing]
    assert shown(batches, 3) == [[1, 2, 3], [4], [5, 6, 7, 8], [9, 10, 11]]
    assert shown(batches, 1) == [[1], [2, 3], [4], [5, 6, 7, 8], [9], [10, 11]]
    assert shown([nothing], 3) == shown([], 3) == []


def test_large_ones_stay() -> None:
    whole = batch(*range(10))
    assert next(larger([whole, batch(1)], 10)) is whole


@pytest.mark.parametrize("kind", [pa.string(), pa.list_(pa.string()), pa.dictionary(pa.int8(), pa.string())], ids=str)
def test_few_rows_may_be_large(kind: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LARGE", 200)
    text: Any = ["x" * 250] if pa.types.is_list(kind) else "x" * 250
    little: Any = [] if pa.types.is_list(kind) else ""
    found = shown([batch(little, kind=kind), batch(text, kind=kind), *[batch(little, kind=kind)] * 3], 1000)
    assert found == [[little], [text], [little] * 3]


def test_what_arrow_cannot_put_together_stays() -> None:
    kind: Any = pa.list_(pa.dictionary(pa.int8(), pa.string()))
    found = shown([batch([text], kind=kind) for text in "aab"], 10)
    assert [value for values in found for value in values] == [["a"], ["a"], ["b"]]


def test_columns_are_alike() -> None:
    kind: Any = pa.dictionary(pa.int8(), pa.string())
    assert shown([batch("a", None, kind=kind), batch("b", "a", kind=kind)], 10) == [["a", None, "b", "a"]]
