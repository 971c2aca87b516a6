"""Bytes, or text, that a value of the record chooses from several fields: shown by kernels as by objects."""

from __future__ import annotations

import re

import pyarrow as pa
import pytest
from tests.support.both import agree, agree_when_damaged
from tests.support.compiling import Compile

import bytewright
from bytewright.kernels.plan import RowPlan

SPEC = """
seq: [{id: entries, type: entry, repeat: eos}]
types:
  entry:
    seq:
      - {id: len, type: u1}
      - {id: kind, type: u1, enum: kind}
      - {id: op, size: len, type: {switch-on: kind, cases: {'kind::put': put, 'kind::drop': drop, 'kind::mark': mark}}}
  put: {seq: [{id: len_key, type: u1}, {id: key, size: len_key}, {id: value, size-eos: true}]}
  drop: {seq: [{id: key, size-eos: true}]}
  mark: {seq: [{id: name, size: 2}]}
enums:
  kind: {1: put, 2: drop, 3: mark}
-views:
  rows:
    each: entries[*]
    columns:
      - {id: key, value: '_.kind == kind::put ? _.op.as<put>.key : _.op.as<drop>.key', if: _.kind != kind::mark}
      - id: any
        value: '_.kind == kind::put ? _.op.as<put>.key : _.kind == kind::drop ? _.op.as<drop>.key : _.op.as<mark>.name'
"""


def entry(kind: int, op: bytes) -> bytes:
    return bytes([len(op), kind]) + op


@pytest.mark.parametrize("kind", ["bytes", "text"])
def test_they_are_shown(compiled: Compile, kind: str) -> None:
    """Where the case isn't there that a branch takes its value of, the record is bad."""
    spec = SPEC if kind == "bytes" else re.sub("(key|name), size", r"\1, type: str, size", SPEC)
    codec = compiled(spec)
    assert isinstance(codec.row_plans["rows"], RowPlan)
    assert not [column.id for column in codec.views[0].columns if column.by_objects]
    data = entry(1, b"\2abxyz") + entry(2, b"cde") + entry(3, b"mn") + entry(1, b"\0") + entry(2, b"")
    rows, error, _ = agree(codec, data)
    assert error is None
    assert len(rows) == 5
    found = bytewright.open(data, codec, engine="columns").to_table()
    keys = found["key"].cast(pa.binary()).to_pylist()
    assert keys == [b"ab", b"cde", None, b"", b""]
    assert found["any"].cast(pa.binary()).to_pylist() == [*keys[:2], b"mn", *keys[3:]]
    tried, bad = agree_when_damaged(codec, data)
    assert bad > tried // 5
