"""Records of which the last one goes on to the end of the file, as a condition in it says: the engines agree."""

from __future__ import annotations

import struct
from typing import Any

import pytest
from tests.support.both import agree, agree_when_damaged, read
from tests.support.compiling import Compile

import bytewright
from bytewright.kernels.plan import RowPlan

TAIL = """
seq:
  - {id: version, type: u1}
  - {id: parts, type: part, repeat: eos}
types:
  part:
    seq:
      - {id: kind, type: u1, valid: {max: 2}}
      - {id: len, type: u2, if: kind != 2}
      - {id: name, type: str, encoding: ASCII, size: len, if: kind == 0}
      - {id: numbers, type: u4, repeat: expr, repeat-expr: len, if: kind == 1}
      - {id: rest, size-eos: true, if: kind == 2}
"""
SWITCH = """
seq:
  - {id: parts, type: part, repeat: eos}
types:
  part:
    seq:
      - {id: kind, type: u1}
      - {id: body, type: {switch-on: kind, cases: {0: text, 1: all}}}
  text: {seq: [{id: text, type: strz, encoding: UTF-8}]}
  all: {seq: [{id: value, type: u2}, {id: values, type: u1, repeat: eos}]}
"""
FILES = {
    "tail": (TAIL, b"\7" + b"\0\3\0abc" + b"\1\2\0" + struct.pack("<II", 5, 6) + b"\0\0\0" + b"\2the rest \0\1"),
    "switch": (SWITCH, b"\0abc\0" + b"\0" + "grüße".encode() + b"\0" + b"\1\5\0\0\0\1"),
}


@pytest.mark.parametrize("name", FILES)
def test_engines_agree(compiled: Compile, name: str) -> None:
    text, data = FILES[name]
    codec = compiled(text, "le")
    assert isinstance((codec.row_plans or {})["rows"], RowPlan)
    rows, error, _ = agree(codec, data)
    assert (len(rows), error) == ({"tail": 4, "switch": 3}[name], None)
    assert rows[-1].endswith({"tail": r"'rest': b'the rest \x00\x01'}", "switch": "'values': [0, 0, 1]}}}"}[name])
    agree_when_damaged(codec, data)


@pytest.mark.parametrize("mode", ["PERMISSIVE", "DROPMALFORMED"])
@pytest.mark.parametrize("name", FILES)
def test_bad_records(compiled: Compile, name: str, mode: str) -> None:
    text, data = FILES[name]
    codec = compiled(text, "le")
    for place in range(len(data)):
        broken = data[:place] + b"\xff" + data[place + 1 :]
        options = {"mode": mode, "includeError": True}
        assert read(codec, broken, "columns", options=options) == read(codec, broken, "objects", options=options)


def test_many_files_and_large_tails(compiled: Compile) -> None:
    text, data = FILES["tail"]
    codec = compiled(text, "le")
    found: Any = bytewright.open([data] * 9, codec, engine="columns").to_table()
    assert found.num_rows == 36
    assert set(found["rest"].to_pylist()) == {None, b"the rest \0\1"}
    large = data + b"x" * 3_000_000
    rest = bytewright.open(large, codec, engine="columns").to_table()["rest"].to_pylist()[-1]
    assert rest == data[-11:] + b"x" * 3_000_000
    agree(codec, large, options={"maxRecordBytes": 1_000_000})
