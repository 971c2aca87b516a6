"""Columns that objects make in tasks, beside those of the kernel."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest
from tests.columnar import test_handed_in_lists, test_handed_in_regions
from tests.columnar.test_by_column import LEAF, NESTED, outline

from bytewright.spark.options import ReadOptions
from bytewright.spark.read.planning import Planner
from bytewright.spark.read.task import Outcome, read


@pytest.mark.parametrize(
    ("given", "rows", "bad"),
    [
        ({"view": "even"}, 99, 1),
        ({"view": "even", "columns": "number, check"}, 100, 0),
        ({"view": "all", "columns": "number, check"}, 201, 0),
    ],
)
def test_tasks_make_columns_by_objects(tmp_path: Path, given: dict[str, str], rows: int, bad: int) -> None:
    spec = tmp_path / "outlines.ksy"
    spec.write_text(NESTED, encoding="utf-8")
    data = b"".join(outline(number, b"\x63\0" if number in (7, 8) else LEAF) for number in range(201 - 1))
    (tmp_path / "a.bin").write_bytes(data + outline(201, LEAF))
    found, outcomes = rows_of({"spec": str(spec), "path": str(tmp_path / "a.bin"), "mode": "DROPMALFORMED", **given})
    assert found.num_rows == rows
    assert sum(outcome.malformed for outcome in outcomes) == bad


@pytest.mark.parametrize(
    ("text", "view", "data", "weights"),
    [
        (test_handed_in_lists.SPEC, "plans", test_handed_in_lists.DATA, [7, 7, 10]),
        (test_handed_in_regions.SPEC, "weights", test_handed_in_regions.FILES["plain"], [3, 2, 3, 6, 7]),
    ],
)
@pytest.mark.parametrize("mode", ["FAILFAST", "PERMISSIVE"])
def test_of_lists_in_lists(tmp_path: Path, text: str, view: str, data: bytes, weights: list[int], mode: str) -> None:
    spec = tmp_path / "spec.ksy"
    spec.write_text(text, encoding="utf-8")
    (tmp_path / "a.bin").write_bytes(data)
    found, _ = rows_of({"spec": str(spec), "path": str(tmp_path / "a.bin"), "mode": mode, "view": view})
    assert found["weight"].to_pylist() == weights


def rows_of(given: dict[str, str]) -> tuple[pa.Table, list[Outcome]]:
    """The rows that tasks give, and what they tell."""
    options = ReadOptions.parse(given)
    planner = Planner(options)
    shown = pa.schema([field.with_nullable(True) for field in planner.schema()])
    request = planner.request(shown, options)
    told: list[Outcome] = []
    pieces = [piece for group in planner.partitions(request.columns, options.filters) for piece in group]
    return pa.Table.from_batches(list(read(pieces, request, told.append))), told
