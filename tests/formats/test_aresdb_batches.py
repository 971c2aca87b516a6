"""Rows that don't say of which batch they are: all are of one."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pytest
from tests.tables.test_uncounted_rows import ROWS, WAYS, with_column, written

import bytewright
from bytewright.errors import WriteError

generated = pytest.importorskip("bytewright_formats.aresdb_redo_log")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("absent", ["no column", "null", "null of a type"])
def test_all_rows_are_of_one(tmp_path: Path, absent: str, way: str) -> None:
    codec = generated.CODEC
    said = {"table": str(tmp_path / "table.json")}
    schema = {"columns": [{"name": "x", "type": "Int32"}]}
    (tmp_path / "table.json").write_text(json.dumps(schema), encoding="utf-8")
    when = pa.array([1000] * 3, pa.timestamp("s", "UTC"))
    rows = ROWS.append_column("arrival_time", when)
    data = written(codec, way, with_column(rows, "batch", absent), tmp_path, options=said)
    back = bytewright.open(data, codec, options=said).to_table()
    assert back.select(["batch", "x"]).to_pydict() == {"batch": [0, 0, 0], "x": [7, 8, 9]}
    if absent == "no column" and way != "columns":  # which leaves these to objects
        several = rows.append_column("batch", pa.array([0, 1, 1]))
        data = written(codec, way, several, tmp_path, options=said)
        assert bytewright.open(data, codec, options=said).to_table()["batch"].to_pylist() == [0, 1, 1]
        some = rows.append_column("batch", pa.array([0, None, 1]))
        with pytest.raises(WriteError, match=r"rows\[1\].batch"):
            written(codec, way, some, tmp_path, options=said)
