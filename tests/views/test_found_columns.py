"""Columns that values name, in files with steps that are bad: both engines find the same."""

from __future__ import annotations

import pytest
from tests.support.compiling import Compile
from tests.support.written_rows import rows_of

STEPS = """
seq: [{id: steps, type: step, repeat: eos}]
types:
  step: {seq: [{id: len, type: u1}, {id: body, type: body, size: len}]}
  body:
    seq:
      - {id: num, type: u1}
      - {id: column, type: column, repeat: expr, repeat-expr: 1}
  column:
    seq:
      - {id: key, type: u1}
      - {id: kind, type: u1}
      - {id: values, repeat: expr, repeat-expr: _parent.num, type: {switch-on: kind, cases: {1: u4}}}
-views:
  rows:
    each: steps[*]
    rows: _.body.num
    columns: [{id: num, value: _.body.num}]
    pivot: {each: '_.body.column[*]', key: _.key, name: '"c" + _.key.to_s', vector: _.values}
"""


@pytest.mark.parametrize(
    ("mode", "columns"),
    [("FAILFAST", ["num", "c1"]), ("PERMISSIVE", ["num", "c1", "c2"]), ("DROPMALFORMED", ["num", "c1", "c2"])],
)
def test_a_case_that_there_is_not(compiled: Compile, mode: str, columns: list[str]) -> None:
    codec = compiled(STEPS)
    data = b"\7\1\1\1\5\0\0\0" + b"\3\1\11\3" + b"\7\1\2\1\6\0\0\0"
    found = [rows_of(codec, data, engine=engine, mode=mode) for engine in ("objects", "columns")]
    assert found[0].schema.names == columns
    assert found[1].equals(found[0])
