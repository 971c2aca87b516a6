"""Rows become records in the kernel where calculated values have rules, which writers hold them to as readers do."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest
from tests.support.compiling import Compile
from tests.support.written_rows import refused, written

SPEC = """
seq: [{id: items, type: item, repeat: eos}]
types:
  item:
    seq:
      - {id: a, type: u1}
      - {id: len_text, type: u1}
      - {id: text, type: str, encoding: UTF-8, size: len_text}
      - {id: b, type: s2, if: a > 3}
      - {id: parts, type: part(a), repeat: expr, repeat-expr: num_parts}
      - {id: z, type: u1}
    instances:
      num_parts: {value: a % 3}
      total: {value: a + z, -valid: {max: 200}}
      twice: {value: len_text * 2, -valid: {max: 20}}
      less: {value: b * 2, if: a > 3, -valid: {min: -10}}
      half: {value: z / 2.0, -valid: {expr: _ != 1.5}}
  part:
    params: [{id: p, type: u1}]
    seq: [{id: v, type: u1}]
    instances:
      sum: {value: v + p, -valid: {any-of: [5, 6, 7]}}
"""
GOOD: tuple[dict[str, Any], ...] = (
    {"a": 4, "text": "ab", "b": -5, "parts": [{"v": 1, "sum": 5}], "z": 196},
    {"a": 2, "text": "x" * 10, "b": None, "parts": [{"v": 3, "sum": 5}, {"v": 5, "sum": 7}], "z": 0},
    {"a": 6, "text": "", "b": 30_000, "parts": [], "z": 4},
)
PART = pa.struct([pa.field("v", pa.int16()), pa.field("sum", pa.int64())])
COLUMNS: dict[str, pa.DataType] = {
    "a": pa.int16(),
    "text": pa.string(),
    "b": pa.int16(),
    "parts": pa.list_(PART),
    "z": pa.int16(),
}
SCHEMA = pa.schema(COLUMNS)


def test_rows_that_keep_the_rules(compiled: Compile) -> None:
    data = written(compiled(SPEC), pa.Table.from_pylist([*GOOD] * 50, SCHEMA))
    assert data.startswith(b"\x04\x02ab\xfb\xff\x01\xc4" + b"\x02\x0a" + b"x" * 10 + b"\x03\x05\0")


@pytest.mark.parametrize(
    ("number", "changed", "said"),
    [
        (0, {"z": 197}, "total"),
        (1, {"text": "x" * 11}, "twice"),
        (0, {"b": -6}, "less"),
        (2, {"z": 3}, "half"),
        (1, {"parts": [{"v": 3, "sum": 5}, {"v": 6, "sum": 8}]}, r"parts\[1\]\.sum"),
    ],
)
def test_a_row_that_breaks_one(compiled: Compile, number: int, changed: dict[str, Any], said: str) -> None:
    rows = [{**row, **changed} if place == number else row for place, row in enumerate(GOOD)]
    error = refused(compiled(SPEC), pa.Table.from_pylist(rows, SCHEMA))
    assert error.field is not None
    assert error.field.endswith(said.replace("\\", ""))
