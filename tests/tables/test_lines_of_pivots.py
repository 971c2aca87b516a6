"""Rows of a pivot in JSON Lines, which say no types: the root says which columns there are, and how they are stored."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest
from tests.support.compiling import Compile

from bytewright.arrow import jsonl
from bytewright.codec.settings import parse
from bytewright.errors import WriteError
from bytewright.tables.row_models import lines_of
from bytewright.tables.write import bytes_of

SPEC = """
seq:
  - {id: num_rows, type: u1}
  - {id: num_columns, type: u1}
  - {id: columns, type: column, repeat: expr, repeat-expr: num_columns}
types:
  column:
    seq:
      - {id: key, type: u1}
      - {id: wide, type: u1}
      - id: values
        type: {switch-on: wide, cases: {0: u1, 1: u4}}
        repeat: expr
        repeat-expr: _root.num_rows
-views:
  rows:
    rows: num_rows
    columns: [{id: row, value: _row, type: s4}]
    pivot: {each: 'columns[*]', key: _.key, name: '"k" + _.key.to_s', vector: _.values}
"""


def test_columns_whose_keys_lie_in_structures(compiled: Compile, tmp_path: Path) -> None:
    codec = compiled(SPEC)
    root = '{"columns": [{"key": 5, "wide": 0}, {"key": 2, "wide": 1}]}'
    rows = pa.table(
        {
            "row": pa.array([0, 1], pa.int32()),
            "k2": pa.array([70_000, 1], pa.int64()),
            "k5": pa.array([3, 4], pa.int16()),
        }
    )
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"".join(bytes(jsonl.encode(batch)) for batch in rows.to_batches()))
    lines = lines_of(codec, str(path), "rows", parse(codec), root)
    assert lines.select(["k2", "k5"]).schema.types == [pa.int64(), pa.int16()]
    made, _ = bytes_of(codec, lines, "rows", parse(codec), root=root)
    assert made == bytes([2, 2, 5, 0, 3, 4, 2, 1, *(70_000).to_bytes(4, "little"), 1, 0, 0, 0])
    with pytest.raises(WriteError, match="there is no column 'k2'"):
        lines_of(codec, str(path), "rows", parse(codec), '{"columns": [{"key": 5, "wide": 0}]}')
