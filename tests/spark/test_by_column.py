"""Columns that objects make in tasks, beside those of the kernel."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest
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
    options = ReadOptions.parse({"spec": str(spec), "path": str(tmp_path / "a.bin"), "mode": "DROPMALFORMED", **given})
    planner = Planner(options)
    shown = pa.schema([field.with_nullable(True) for field in planner.schema()])
    request = planner.request(shown, options)
    told: list[Outcome] = []
    pieces = [piece for group in planner.partitions(request.columns, options.filters) for piece in group]
    batches = list(read(pieces, request, told.append))
    assert sum(batch.num_rows for batch in batches) == rows
    assert sum(outcome.malformed for outcome in told) == bad
