"""A structure as that of one case of a switch: where another case was chosen there is nothing, to both engines."""

from __future__ import annotations

import struct

import pytest
from tests.support.both import agree, agree_in_all_modes
from tests.support.compiling import Compile

import bytewright

SPEC = """
seq: [{id: records, type: record, repeat: eos}]
types:
  record:
    seq:
      - {id: kind, type: u1, valid: {max: 4}}
      - id: body
        type: {switch-on: kind, cases: {1: level, 2: ratio, 3: text, 4: f4}}
    instances:
      level: {value: body.as<level>}
  level: {seq: [{id: x, type: u1}]}
  ratio: {seq: [{id: x, type: f4}]}
  text: {seq: [{id: text, type: strz}]}
-views:
  rows:
    each: records[*]
    columns:
      - {id: kind, value: _.kind}
      - {id: level, value: _.body.as<level>}
      - {id: x, value: _.body.as<level>.x}
      - {id: text, value: _.body.as<text>.text}
      - {id: named, value: _.level.x, nullable: true}
  low:
    each: records[*]
    where: _.body.as<level>.x == 0
    columns: [{id: kind, value: _.kind}]
"""
FLOAT = struct.pack("<f", 0.0)
DATA = b"\1\7" + b"\2" + FLOAT + b"\3ab\0" + b"\4" + FLOAT + b"\0" + b"\1\0"


def test_of_other_cases_there_is_nothing(compiled: Compile) -> None:
    """Also where another one has a member of that name, or is no structure."""
    codec = compiled(SPEC)
    rows = bytewright.open(DATA, codec, engine="columns").to_table().to_pylist()
    assert [row["kind"] for row in rows] == [1, 2, 3, 4, 0, 1]
    assert [row["x"] for row in rows] == [7, None, None, None, None, 0]
    assert [row["text"] for row in rows] == [None, None, "ab", None, None, None]
    assert all(row["level"] == (None if row["x"] is None else {"x": row["x"]}) for row in rows)
    assert all(row["named"] == row["x"] for row in rows)
    agree_in_all_modes(codec, DATA)
    assert agree(codec, DATA, view="low")[:2] == (["{'kind': 1}"], None)


@pytest.mark.parametrize(("cases", "size"), [("1: level, 2: ratio, _: text", ""), ("1: level, 2: ratio", "size: 4")])
def test_where_there_must_be_something_the_record_is_bad(compiled: Compile, cases: str, size: str) -> None:
    spec = SPEC.replace("1: level, 2: ratio, 3: text, 4: f4}}", f"{cases}}}}}\n        {size or 'doc: any'}")
    spec = spec.replace("      - {id: text, value: _.body.as<text>.text}\n", "")
    codec = compiled(spec)
    for body in (FLOAT, b"abc\0"):
        rows, error, _ = agree(codec, b"\1\7\0\0\0" * bool(size) + b"\2" + body)
        assert len(rows) == bool(size)
        assert error is not None
        assert "column level: expected a value of type struct" in error
