"""Rows that don't say which structures they belong to: every way to write them takes them alike."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from tests.support.compiling import Compile

import bytewright
from bytewright.arrow import jsonl
from bytewright.codec import settings
from bytewright.codec.codec import Codec
from bytewright.errors import WriteError
from bytewright.io.source import open_source
from bytewright.spark.cell_values import Writer
from bytewright.tables import row_models

EACH = """
seq:
  - {id: items, type: item, repeat: eos}
types:
  item:
    seq: [{id: x, type: u2}]
-views:
  rows:
    default: true
    each: items[*]
    columns:
      - {id: number, value: _index, type: s4}
      - {id: x, value: _.x}
"""
ROWS = pa.table({"x": pa.array([7, 8, 9], pa.int32())})
EACH_BYTES = bytes([7, 0, 8, 0, 9, 0])
WAYS = ["jsonl", "parquet", "objects", "columns", "values"]


def written(
    codec: Codec,
    way: str,
    table: pa.Table,
    folder: Path,
    root: str | None = None,
    options: Mapping[str, str] | None = None,
) -> bytes:
    """What one way makes of rows."""
    out = folder / "out"
    if way == "values":
        structs = pa.StructArray.from_arrays([column.combine_chunks() for column in table.columns], table.schema.names)
        lists: Any = pa.ListArray.from_arrays([0, len(structs)], structs)
        found = Writer(codec, options=options or {}, root=root)(lists).to_pylist()[0]
        assert isinstance(found, bytes)
        return found
    if way in ("objects", "columns"):
        engine: Any = way
        bytewright.write(table, out, codec, root=root, engine=engine, options=options)
        return out.read_bytes()
    path = folder / f"rows.{way}"
    if way == "parquet":
        pq.write_table(table, path)
    else:
        path.write_bytes(b"".join(jsonl.encode(batch) for batch in table.to_batches()))
    chosen = settings.parse(codec, options)
    return codec.to_bytes(row_models.model_of(codec, str(path), None, chosen, root), options=chosen.values)


def with_column(table: pa.Table, name: str, absent: str) -> pa.Table:
    """Rows with a column of nothing, if ``absent`` says so."""
    if absent == "no column":
        return table
    return table.append_column(name, pa.nulls(len(table), pa.int64() if absent == "null of a type" else pa.null()))


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("absent", ["no column", "null", "null of a type"])
def test_each_row_is_one(compiled: Compile, tmp_path: Path, absent: str, way: str) -> None:
    codec = compiled(EACH)
    assert written(codec, way, with_column(ROWS, "number", absent), tmp_path) == EACH_BYTES
    if absent == "no column" and way != "columns":  # which leaves these to objects
        numbered = ROWS.append_column("number", pa.array([2, 1, 0]))
        assert written(codec, way, numbered, tmp_path) == bytes([9, 0, 8, 0, 7, 0])


@pytest.mark.parametrize("way", ["jsonl", "parquet", "objects"])
def test_a_root_asks_for_them(compiled: Compile, tmp_path: Path, way: str) -> None:
    with pytest.raises(WriteError, match="to which of the root's structures a row belongs"):
        written(compiled(EACH), way, ROWS, tmp_path, root='{"items": [{}]}')


CHOSEN = """
seq:
  - {id: items, type: item, repeat: eos}
types:
  item:
    seq:
      - {id: kind, type: u1}
      - {id: x, type: u1}
-views:
  rows:
    default: true
    each: items[*]
    where: _.kind == 1
    columns:
      - {id: x, value: _.x}
"""


@pytest.mark.parametrize("way", ["jsonl", "parquet", "objects", "values"])
@pytest.mark.parametrize(
    ("values", "expected"),
    [([5, 6, 7], "0105 0002 0106 0107"), ([8, 9], "0108 0002 0109"), ([8], "0108 0002"), ([], "0002")],
)
def test_what_a_root_has_for_rows_that_are_no_more_goes_with_them(
    compiled: Compile, tmp_path: Path, values: list[int], expected: str, way: str
) -> None:
    codec = compiled(CHOSEN)
    source = open_source(bytes.fromhex("0105 0002 0106 0107"))
    root = json.dumps(row_models.root_of(codec, source, None, settings.parse(codec)))
    if way == "values" and not values:
        return
    assert written(codec, way, pa.table({"x": pa.array(values, pa.int16())}), tmp_path, root) == bytes.fromhex(expected)
