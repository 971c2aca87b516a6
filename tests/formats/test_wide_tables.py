"""Tables of thousands of columns, which no call within a call may follow one by one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

import pyarrow as pa
import pytest

import bytewright

WIDTH = 5000
NULLS = [0, 1, None]
_BATCH = {"batch": pa.array([0] * 3, pa.int32()), "arrival_time": pa.array([0] * 3, pa.timestamp("s", tz="UTC"))}


def _numbers(prefix: str) -> dict[str, pa.Array[Any]]:
    return {f"{prefix}{i}": pa.array(NULLS, pa.int64()) for i in range(WIDTH)}


def _deephaven(folder: Path) -> tuple[pa.Table, dict[str, Any]]:
    return pa.table(_numbers("column")), {}


def _aresdb(folder: Path) -> tuple[pa.Table, dict[str, Any]]:
    return pa.table({**_BATCH, **_numbers("c")}), {}


def _aresdb_by_name(folder: Path) -> tuple[pa.Table, dict[str, Any]]:
    columns = [{"name": f"number{i}", "type": "Int64"} for i in range(WIDTH)]
    table = folder / "table.json"
    table.write_text(json.dumps({"name": "wide", "columns": columns}))
    return pa.table({**_BATCH, **_numbers("number")}), {"table": str(table)}


def _filodb(folder: Path) -> tuple[pa.Table, dict[str, Any]]:
    fields = [{"name": f"number{i}", "type": "long", "fixed_offset": 4 + 8 * i} for i in range(WIDTH)]
    schema: dict[str, Any] = {
        "name": "wide",
        "kind": "query",
        "schema_id": None,
        "partition_key_start": None,
        "has_schema_id": False,
    }
    schema |= {"fixed_start": 4, "hash_offset": None, "var_area_start": 4 + 8 * WIDTH, "fields": fields}
    schemas = folder / "wide.schema.json"
    schemas.write_text(json.dumps({"schemas": [schema | {"predefined_keys": []}]}))
    columns = {name: column.fill_null(7) for name, column in _numbers("number").items()}
    return pa.table(columns), {"schemas": str(schemas), "schema": "wide"}


@pytest.mark.parametrize("engine", ["columns", "objects"])
@pytest.mark.parametrize(
    ("spec", "rows"),
    [
        ("deephaven_log", _deephaven),
        ("aresdb_redo_log", _aresdb),
        ("aresdb_redo_log", _aresdb_by_name),
        ("filodb_container", _filodb),
    ],
)
def test_thousands_of_columns_are_written_and_read(
    spec: str, rows: Any, engine: Literal["columns", "objects"], tmp_path: Path
) -> None:
    table, options = rows(tmp_path)
    written = tmp_path / "wide.bin"
    bytewright.write(table, written, spec, options=options, engine=engine)
    read = bytewright.open(written, spec, options=options, engine=engine).to_table()
    assert read.select(table.column_names).cast(table.schema).equals(table)
